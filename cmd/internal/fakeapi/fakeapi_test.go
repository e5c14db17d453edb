package fakeapi_test

import (
	"bytes"
	"encoding/json"
	"net"
	"net/http"
	"net/url"
	"strings"
	"testing"

	"github.com/compact-keeper/compact-keeper/cmd/internal/fakeapi"
)

func start(t *testing.T) *fakeapi.Server {
	t.Helper()
	ln, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	s, err := fakeapi.Start(ln)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { s.Close() })
	return s
}

type message = map[string]any

func user(text string) message      { return message{"role": "user", "content": text} }
func assistant(text string) message { return message{"role": "assistant", "content": text} }

// ask sends a conversation and returns the texts and tool names of the answer, and its status.
func ask(t *testing.T, s *fakeapi.Server, messages ...message) (string, int) {
	t.Helper()
	body, err := json.Marshal(message{"model": "m", "messages": messages, "tools": []message{{"name": "Bash"}}})
	if err != nil {
		t.Fatal(err)
	}
	resp, err := http.Post(s.URL+"/v1/messages", "application/json", bytes.NewReader(body))
	if err != nil {
		t.Fatal(err)
	}
	defer resp.Body.Close()
	var answer struct {
		Content []fakeapi.Block `json:"content"`
		Error   struct {
			Message string `json:"message"`
		} `json:"error"`
	}
	if err := json.NewDecoder(resp.Body).Decode(&answer); err != nil {
		t.Fatal(err)
	}
	parts := []string{answer.Error.Message}
	for _, b := range answer.Content {
		parts = append(parts, b.Text+b.Name+string(b.Input))
	}
	return strings.TrimSpace(strings.Join(parts, " ")), resp.StatusCode
}

func TestPromptScriptsItsAnswers(t *testing.T) {
	const script = `do it [[text one moment]][[tool Bash {"command":"echo [[text no]]"}]][[then]][[text done]]`
	for _, c := range []struct {
		name, want string
		messages   []message
	}{
		{"no script", "Understood.", []message{user("hello")}},
		{"the first part answers the prompt", `one moment Bash{"command":"echo [[text no]]"}`, []message{user(script)}},
		{"the next part answers the request after the tool", "done", []message{user(script), assistant("Bash"), {"role": "user", "content": []message{{"type": "tool_result", "content": "x"}}}}},
		{"reminders are not the prompt", "yes", []message{user("[[text yes]]"), user("<system-reminder>[[text no]]</system-reminder>")}},
		{"a summary's repeated script does not run", "Understood.", []message{user("This session is being continued from a previous conversation: [[text no]]")}},
		{"a script that cannot be read is an error", `read the script "tool Bash nothing": invalid character 'o' in literal null (expecting 'u')`, []message{user("[[tool Bash nothing")}},
		{"an error with its status", "busy now", []message{user("[[error 529 busy now]]")}},
	} {
		t.Run(c.name, func(t *testing.T) {
			if got, _ := ask(t, start(t), c.messages...); got != c.want {
				t.Errorf("answered %q, want %q", got, c.want)
			}
		})
	}
}

func TestGivenScriptAnswersAnUnchangedPrompt(t *testing.T) {
	s := start(t)
	s.Script("show me", "[[text shown]]")
	if got, _ := ask(t, s, user("show me")); got != "shown" {
		t.Errorf("answered %q", got)
	}
}

func TestSummaryModes(t *testing.T) {
	conversation := []message{
		user("This session is being continued from a previous conversation. Summary: never use an ORM"),
		user("the driver must be pure Go"),
		assistant("fine"),
		user("Your task is to create a detailed summary of the conversation so far.\n\nAdditional Instructions:\nKEEP: never use an ORM\n\nREMINDER: Do NOT call any tools."),
	}
	for _, c := range []struct {
		mode          fakeapi.Mode
		older, recent bool // whether the words stand in the summary
	}{
		{fakeapi.Drop, false, false},
		{fakeapi.Paraphrase, false, false},
		{fakeapi.Mangle, false, false},
		{fakeapi.Recent, false, true},
		{fakeapi.Obey, true, false},
		{fakeapi.Verbatim, true, true},
	} {
		t.Run(string(c.mode), func(t *testing.T) {
			s := start(t)
			s.SetSummary(c.mode)
			got, _ := ask(t, s, conversation...)
			if !strings.Contains(got, "<summary>") {
				t.Fatalf("no summary: %s", got)
			}
			if older := strings.Contains(got, "never use an ORM"); older != c.older {
				t.Errorf("the earlier summary's words stand: %v, want %v", older, c.older)
			}
			if recent := strings.Contains(got, "the driver must be pure Go"); recent != c.recent {
				t.Errorf("the newer words stand: %v, want %v", recent, c.recent)
			}
			if r := s.Take()[0]; r.Kind != fakeapi.Compact || r.Instructions() != "KEEP: never use an ORM" {
				t.Errorf("logged as %s with instructions %q", r.Kind, r.Instructions())
			}
		})
	}
}

func TestLongPromptsAreRefusedAndSummariesAreNot(t *testing.T) {
	s := start(t)
	s.Set(func(set *fakeapi.Settings) { set.MaxInput = 100 })
	long := strings.Repeat("word ", 200)
	if got, status := ask(t, s, user(long)); status != http.StatusBadRequest || !strings.Contains(got, "prompt is too long") {
		t.Errorf("a long prompt got %d: %s", status, got)
	}
	if got, status := ask(t, s, user(long), user("Your task is to create a detailed summary of this conversation.")); status != http.StatusOK {
		t.Errorf("a long summary got %d: %s", status, got)
	}
}

// Named as a client's proxy it lets nothing out, and tells that something was tried.
func TestAsAProxyItRefusesEverything(t *testing.T) {
	s := start(t)
	proxy, err := url.Parse(s.URL)
	if err != nil {
		t.Fatal(err)
	}
	client := http.Client{Transport: &http.Transport{Proxy: http.ProxyURL(proxy)}}
	for address, asked := range map[string]string{
		"http://example.com/v1/messages":  "http://example.com/v1/messages",
		"https://example.com/v1/messages": "example.com:443",
	} {
		if resp, err := client.Post(address, "application/json", strings.NewReader(`{"messages":[]}`)); err == nil && resp.StatusCode < 400 {
			t.Errorf("%s answers %s", address, resp.Status)
		}
		if rs := s.Take(); len(rs) != 1 || rs[0].Kind != fakeapi.Other || rs[0].Path != asked {
			t.Errorf("%s is remembered as %+v", address, rs)
		}
	}
}

func TestServesLoopbackOnly(t *testing.T) {
	ln, err := net.Listen("tcp", "0.0.0.0:0")
	if err != nil {
		t.Skip(err)
	}
	defer ln.Close()
	if _, err := fakeapi.Start(ln); err == nil {
		t.Error("served every address")
	}
}

package fakeapi

import (
	"encoding/json"
	"regexp"
	"strings"
	"time"
)

// Kind says what a request is for.
type Kind string

// The kinds of a request.
const (
	Turn    Kind = "turn"     // a step of a conversation
	Compact Kind = "compact"  // asks for a summary
	Side    Kind = "side"     // beside the conversation: titles, a side question (/btw)
	TooLong Kind = "too_long" // a turn refused for its length
	Count   Kind = "count_tokens"
	Other   Kind = "other" // any other address, answered 404
)

// Request is one request of the client.
type Request struct {
	N         int // counts from 1
	At        time.Time
	Kind      Kind
	Path      string // of kind Other: the whole address
	SessionID string
	AgentID   string // of a subagent or a fork; empty in the main conversation
	Messages  []Message
	Tokens    int    // a quarter of its length, as the server counts
	Answer    string // the text that was answered
}

// Message is one message of a request. Newer models get messages of role "system" among the others.
type Message struct {
	Role   string
	Blocks []Block
}

// Block is one content block of a message or an answer.
type Block struct {
	Type    string          `json:"type"`
	Text    string          `json:"text,omitempty"`
	ID      string          `json:"id,omitempty"`
	Name    string          `json:"name,omitempty"`
	Input   json.RawMessage `json:"input,omitempty"`
	Content json.RawMessage `json:"content,omitempty"`
}

// UnmarshalJSON reads content that is a string or a list of blocks.
func (m *Message) UnmarshalJSON(b []byte) error {
	var wire struct {
		Role    string          `json:"role"`
		Content json.RawMessage `json:"content"`
	}
	if err := json.Unmarshal(b, &wire); err != nil {
		return err
	}
	m.Role, m.Blocks = wire.Role, blocks(wire.Content)
	return nil
}

func blocks(content json.RawMessage) []Block {
	var text string
	if json.Unmarshal(content, &text) == nil {
		return []Block{{Type: "text", Text: text}}
	}
	var bs []Block
	if json.Unmarshal(content, &bs) != nil {
		return nil
	}
	return bs
}

// Text returns what the message tells the model: its texts and tool results, a line break between two.
func (m Message) Text() string {
	var parts []string
	for _, b := range m.Blocks {
		switch b.Type {
		case "text":
			parts = append(parts, b.Text)
		case "tool_result":
			parts = append(parts, Message{Blocks: blocks(b.Content)}.Text())
		}
	}
	return strings.Join(parts, "\n")
}

// Text returns what all messages of the request tell the model.
func (r Request) Text() string {
	var parts []string
	for _, m := range r.Messages {
		parts = append(parts, m.Text())
	}
	return strings.Join(parts, "\n")
}

// Instructions returns what stands behind "Additional Instructions:" in a summarize request: the owner's and the hooks'.
func (r Request) Instructions() string {
	if r.Kind != Compact || len(r.Messages) == 0 {
		return ""
	}
	_, after, _ := strings.Cut(r.Messages[len(r.Messages)-1].Text(), "Additional Instructions:")
	before, _, _ := strings.Cut(after, "\nREMINDER: Do NOT call any tools.")
	return strings.TrimSpace(before)
}

// The client's summarize prompts all hold one of these.
var summarizePrompts = []string{
	"Your task is to create a detailed summary of the conversation so far",
	"Your task is to create a detailed summary of the RECENT portion of the conversation",
	"Your task is to create a detailed summary of this conversation.",
}

func asksForSummary(text string) bool {
	for _, p := range summarizePrompts {
		if strings.Contains(text, p) {
			return true
		}
	}
	return false
}

// isCompact looks at the last two messages only: a system message may follow the summarize prompt.
func isCompact(ms []Message) bool {
	for i := len(ms) - 1; i >= 0 && i >= len(ms)-2 && ms[i].Role != "assistant"; i-- {
		for _, b := range ms[i].Blocks {
			if b.Type == "text" && asksForSummary(b.Text) {
				return true
			}
		}
	}
	return false
}

// isSideQuestion tells a /btw, which carries the whole conversation, from the conversation's next step.
func isSideQuestion(ms []Message) bool {
	return len(ms) > 0 && strings.Contains(ms[len(ms)-1].Text(), "This is a side question from the user.")
}

// isSummary tells the summary that opens a compacted conversation from what a person said.
func isSummary(text string) bool {
	return strings.HasPrefix(text, "This session is being continued from a previous conversation")
}

var reminder = regexp.MustCompile(`(?s)<system-reminder>.*?</system-reminder>`)

// said returns the texts of one message without the client's reminders and its summarize prompt.
func said(m Message) []string {
	var out []string
	for _, b := range m.Blocks {
		if b.Type != "text" || asksForSummary(b.Text) {
			continue
		}
		if t := strings.TrimSpace(reminder.ReplaceAllString(b.Text, "")); t != "" {
			out = append(out, t)
		}
	}
	return out
}

// userTexts returns what the user messages say, oldest first.
func userTexts(ms []Message) []string {
	var out []string
	for _, m := range ms {
		if m.Role == "user" {
			out = append(out, said(m)...)
		}
	}
	return out
}

// newestPrompt returns the newest user text and how many assistant messages follow it.
func newestPrompt(ms []Message) (text string, step int) {
	for i := len(ms) - 1; i >= 0; i-- {
		switch ms[i].Role {
		case "assistant":
			step++
		case "user":
			if parts := said(ms[i]); len(parts) > 0 {
				return strings.Join(parts, "\n"), step
			}
		}
	}
	return "", step
}

package transcript

import (
	"bytes"
	"context"
	"os"
	"path/filepath"
	"testing"
)

// The glance at a row only spares work: reading with it and decoding every row tell the same.
func TestPeekOnlySparesDecoding(t *testing.T) {
	files := append(samples(t), generated(t, 3<<20))
	for _, path := range files {
		t.Run(filepath.Base(path), func(t *testing.T) {
			quick, full := reader{st: &State{}}, reader{st: &State{}, decoded: true}
			for _, r := range []*reader{&quick, &full} {
				if _, _, err := read(context.Background(), path, r, portion{whole: true}); err != nil {
					t.Fatal(err)
				}
			}
			if a, b := show(quick.items), show(full.items); a != b {
				t.Errorf("with a glance:\n%s\nevery row decoded:\n%s", a, b)
			}
			if quick.st.Proposal != full.st.Proposal || quick.st.Offset != full.st.Offset || quick.st.TurnOpen != full.st.TurnOpen {
				t.Errorf("states differ: %+v\n%+v", quick.st, full.st)
			}
		})
	}
}

func TestPeek(t *testing.T) {
	wanted := func(id []byte) bool { return string(id) == "toolu_asked" }
	for _, tt := range []struct {
		name, row string
		want      verdict
	}{
		{"a typed prompt is taken", `{"type":"user","message":{"role":"user","content":"hi"}}`, take},
		{"whatever the order of its keys", `{"message":{"content":"hi","role":"user"},"type":"user"}`, take},
		{"and whatever its spacing", `{ "type" : "user", "message" : { "role" : "user", "content" : "hi" } }`, take},
		{"a tool result tells no more than that the turn went on", `{"isSidechain":false,"type":"user","message":{"role":"user","content":[{"tool_use_id":"toolu_1","type":"tool_result","content":"x \"type\":\"text\" \\"}]}}`, reply},
		{"a remark beside a tool result is taken", `{"isSidechain":false,"type":"user","message":{"role":"user","content":[{"tool_use_id":"toolu_1","type":"tool_result","content":"x"},{"type":"text","text":"and the tests?"}]}}`, take},
		{"a text inside a tool result is no remark", `{"isSidechain":false,"type":"user","message":{"role":"user","content":[{"type":"tool_result","content":[{"type":"text","text":"x"}],"tool_use_id":"toolu_1"}]}}`, reply},
		{"the result of a call that is waited for is taken", `{"type":"user","message":{"role":"user","content":[{"type":"tool_result","content":"x","tool_use_id":"toolu_asked"}]}}`, take},
		{"a refusal is taken", `{"type":"user","message":{"role":"user","content":[{"type":"tool_result","content":"The user doesn't want to proceed with this tool use. The tool","tool_use_id":"toolu_1","is_error":true}]}}`, take},
		{"of an assistant's row its text is kept", `{"isSidechain":false,"message":{"role":"assistant","content":[{"type":"text","text":"x"}]},"type":"assistant"}`, replyText},
		{"its thoughts are not", `{"isSidechain":false,"message":{"role":"assistant","content":[{"type":"thinking","thinking":"x"}]},"type":"assistant"}`, reply},
		{"a question dialog is taken", `{"isSidechain":false,"message":{"role":"assistant","content":[{"id":"toolu_1","input":{},"name":"AskUserQuestion","type":"tool_use"}]},"type":"assistant"}`, take},
		{"a subagent's row is skipped", `{"isSidechain":true,"type":"user","message":{"role":"user","content":"hi"}}`, skip},
		{"also where the mark comes last", `{"type":"assistant","message":{"role":"assistant","content":[{"type":"text","text":"x"}]},"isSidechain":true}`, skip},
		{"an attachment of a file is skipped", `{"isSidechain":false,"attachment":{"type":"file","content":"x"},"type":"attachment"}`, skip},
		{"a queued message is taken", `{"isSidechain":false,"attachment":{"prompt":"x","type":"queued_command"},"type":"attachment"}`, take},
		{"progress is skipped", `{"type":"progress","data":{"type":"user"}}`, skip},
		{"an unknown type is unknown", `{"type":"hologram","message":{"role":"user","content":"hi"}}`, unknown},
		{"a row without a type is unknown", `{"leafUuid":"x"}`, unknown},
		{"what it does not understand is taken", `{"type":"user","message":{"role":"user","content":[{"type":"tool_result",`, take},
		{"so is a key it cannot read", `{"\u0074ype":"progress"}`, take},
	} {
		t.Run(tt.name, func(t *testing.T) {
			if got := peek([]byte(tt.row), wanted); got != tt.want {
				t.Errorf("peek(%s) = %d, want %d", tt.row, got, tt.want)
			}
		})
	}
}

// Whatever bytes stand in a file, reading it does not panic, and read in two goes it tells the same.
func FuzzRead(f *testing.F) {
	files, _ := filepath.Glob("testdata/*.jsonl")
	for _, path := range files {
		data, err := os.ReadFile(path)
		if err != nil {
			f.Fatal(err)
		}
		for i, line := range bytes.SplitAfter(data, []byte("\n")) {
			f.Add(line, i%7)
		}
	}
	f.Fuzz(func(t *testing.T, data []byte, cut int) {
		once, twice := memory(), memory()
		readOn := func(r *reader, data []byte) {
			if _, err := r.rows(context.Background(), bytes.NewReader(data), portion{items: Batch}); err != nil {
				t.Fatal(err)
			}
			r.settle()
		}
		readOn(once, data)
		readOn(twice, data[:max(0, min(cut, len(data)))])
		readOn(twice, data[twice.st.Offset:])
		if a, b := show(once.items), show(twice.items); a != b {
			t.Errorf("in one go:\n%s\nin two, cut at %d:\n%s", a, cut, b)
		}
	})
}

func memory() *reader { return &reader{st: &State{}, mask: func(s string) string { return s }} }

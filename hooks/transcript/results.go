package transcript

import (
	"bytes"
	"encoding/json"
	"strings"

	"github.com/compact-keeper/compact-keeper/db"
)

// results takes the results of tools: the owner speaks in them by refusing a call, by allowing it with a remark, and by
// answering the question dialog; and they tell what became of commits and tasks.
func (r *reader) results(w *row, blocks content) {
	ord, refused := 0, false
	say := func(word db.Word) {
		if w.Origin.other() {
			return
		}
		word.Text = r.mask(word.Text)
		word.Question = r.mask(word.Question)
		word.Ord = ord
		ord++
		if !r.st.again(string(word.Channel), or(w.Timestamp, w.UUID), word.Text, word.Question) {
			r.retaken(word.Text, false)
			r.word(w, word)
		}
	}
	for _, b := range blocks {
		if b.Type != "tool_result" {
			continue
		}
		text := b.result()
		call, known := r.st.answered(b.ToolUseID)
		if b.IsError && strings.HasPrefix(text, denied) && !(strings.HasPrefix(call.Name, mcpTool) && forgeable(w.ToolUseResult)) {
			refused = true
			for _, word := range feedback(text) {
				say(word)
			}
		}
		if known && call.Name != askTool {
			r.called(w, call, text, b.IsError)
		} else if !b.IsError && (known || clientAnswers(text)) {
			for _, word := range answers(w.ToolUseResult) {
				say(word)
			}
		}
	}
	for _, b := range blocks {
		remark := strings.TrimSpace(ownWords(b.Text))
		switch {
		case b.Type != "text" || remark == "":
		case machineWritten(remark):
			r.machine(remark)
		case !refused:
			say(db.Word{Channel: db.ApprovalFeedback, Text: remark})
		}
	}
}

// askTool is the question dialog.
const askTool = "AskUserQuestion"

// mcpTool begins the names of the tools of MCP servers.
const mcpTool = "mcp__"

// forgeable says whether a server's own error could look like this refusal: it can word its error as the client words a
// refusal, and the client keeps "Error: " and that text of it. Only the bare sentence is the client's alone.
func forgeable(result json.RawMessage) bool {
	var s string
	return decode(result, &s) != nil || s != "User rejected tool use"
}

// clientAnswers says whether a result is one of the client's sentences about answered questions.
func clientAnswers(text string) bool {
	return strings.HasPrefix(text, "User has answered") || strings.HasPrefix(text, "Your questions have been answered") ||
		strings.HasPrefix(text, "The user answered")
}

// feedback is what the owner said when refusing a tool use.
func feedback(text string) []db.Word {
	_, words, ok := strings.Cut(text, "the user said:\n")
	if !ok {
		return nil
	}
	words, _, _ = strings.Cut(words, "\n\nNote: The user's next message may contain a correction or preference")
	words = strings.TrimSpace(words)
	switch {
	case strings.HasPrefix(words, "The user wants to clarify these questions."):
		return clarified(words)
	case words == "" || machineWritten(words):
		return nil
	}
	return []db.Word{{Channel: db.DenialFeedback, Text: words}}
}

// clarified reads the answers that stand in the client's text about questions the owner wants to talk about. All else in
// it is the client's.
func clarified(text string) (words []db.Word) {
	var question, answer string
	flush := func() {
		if answer = strings.TrimSpace(answer); answer != "" {
			words = append(words, db.Word{Channel: db.QuestionAnswer, Text: answer, Question: question})
		}
		answer = ""
	}
	for _, line := range strings.Split(text, "\n") {
		if q, ok := strings.CutPrefix(line, `- "`); ok {
			flush()
			question = strings.TrimSuffix(q, `"`)
		} else if a, ok := strings.CutPrefix(line, "  Answer: "); ok && question != "" {
			flush()
			answer = a
		} else if answer != "" && strings.TrimSpace(line) != "" {
			answer += "\n" + line
		} else {
			flush()
		}
	}
	flush()
	return words
}

// answers reads the dialog's answers, in the order of its questions, with the owner's notes on them.
func answers(result json.RawMessage) (words []db.Word) {
	var dialog struct {
		Answers     ordered `json:"answers"`
		Annotations map[string]struct {
			Notes string `json:"notes"`
		} `json:"annotations"`
	}
	if decode(result, &dialog) != nil {
		return nil
	}
	for _, a := range dialog.Answers {
		for _, text := range []string{a.value, dialog.Annotations[a.key].Notes} {
			if text = strings.TrimSpace(text); text != "" && text != "(notes only)" {
				words = append(words, db.Word{Channel: db.QuestionAnswer, Text: text, Question: a.key})
			}
		}
	}
	return words
}

// ordered is an object of strings that keeps its order. A list of strings is joined as the client joins it.
type ordered []struct{ key, value string }

func (o *ordered) UnmarshalJSON(data []byte) error {
	d := json.NewDecoder(bytes.NewReader(data))
	if t, err := d.Token(); err != nil || t != json.Delim('{') {
		return nil // no object: no answers
	}
	for d.More() {
		key, err := d.Token()
		if err != nil {
			return err
		}
		var value any
		if err := d.Decode(&value); err != nil {
			return err
		}
		*o = append(*o, struct{ key, value string }{key.(string), joined(value)})
	}
	return nil
}

func joined(value any) string {
	switch v := value.(type) {
	case string:
		return v
	case []any:
		var texts []string
		for _, e := range v {
			texts = append(texts, joined(e))
		}
		return strings.Join(texts, ", ")
	}
	return ""
}

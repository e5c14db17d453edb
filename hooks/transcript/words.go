package transcript

import (
	"strings"
	"unicode/utf8"

	"github.com/compact-keeper/compact-keeper/db"
)

// proposalBytes is how much is kept of what a short message answers, shortRunes how long a short message is.
const (
	proposalBytes = 600
	shortRunes    = 100
)

// user takes a user row: what the owner typed, a tool's result, or a text of the client.
func (r *reader) user(w *row) {
	if w.Meta {
		return
	}
	blocks := w.blocks()
	if r.summaryRow(w, blocks.text()) || w.RowSource == "hook" {
		return
	}
	for _, b := range blocks {
		if b.Type == "tool_result" {
			r.st.Prompt = nil
			r.results(w, blocks)
			return
		}
	}
	var texts []string
	for _, b := range blocks {
		text := ownWords(b.Text)
		switch trimmed := strings.TrimSpace(text); {
		case b.Type != "text" || trimmed == "" || r.local(w, trimmed):
		case machineWritten(trimmed):
			r.delivered(r.mask(text), "")
			r.machine(trimmed)
		default:
			texts = append(texts, text)
		}
	}
	if text := strings.Join(texts, "\n"); text != "" && !bareCommand(strings.TrimSpace(text)) && spokenByOwner(w) {
		r.prompt(w, text)
	}
}

// machine takes a text of the client that says what became of the owner's prompt.
func (r *reader) machine(text string) {
	switch {
	case strings.HasPrefix(text, interrupted):
		r.st.Prompt = nil
		r.endTurn()
	case strings.HasPrefix(text, blockedByHook), strings.HasPrefix(text, promptBlocked):
		if r.st.Prompt != nil {
			r.st.Prompt.Blocked = true
		}
	}
}

// local takes the texts by which the client notes a slash command, a line behind "!" or "#", and what they printed.
func (r *reader) local(w *row, text string) bool {
	owns := !w.Origin.other() && w.PromptSource != "system" && (w.Entrypoint == "sdk-cli" || !sdkEntrypoint(w.Entrypoint))
	switch name := tagName(text); name {
	case "command-name", "command-message":
		if owns && !w.Meta && w.SourceToolUse == "" {
			r.command(w, db.SlashArgs, inTag(text, "command-args"), name == "command-message")
		}
	case "bash-input":
		if owns {
			r.command(w, db.Bash, inTag(text, name), true)
		}
	case "user-memory-input": // a line behind "#", for the client's memory file
		if owns {
			r.command(w, db.Typed, inTag(text, name), false)
		}
	case "local-command-stdout", "local-command-stderr":
		r.echo(w, inTag(text, name))
	default:
		return false
	}
	return true
}

// command takes what the owner gave to a command. A command without arguments holds no words.
func (r *reader) command(w *row, channel db.Channel, args string, startsTurn bool) {
	r.st.Prompt = nil
	args = r.mask(strings.TrimSpace(args))
	if r.st.again(string(channel), or(w.Timestamp, w.UUID), args) {
		return
	}
	if startsTurn {
		r.newTurn()
	}
	if args != "" {
		r.word(w, db.Word{Channel: channel, Text: args, StartsTurn: startsTurn})
	}
}

// inTag is what stands between the first tag of that name and the last one that closes it.
func inTag(text, tag string) string {
	_, rest, _ := strings.Cut(text, "<"+tag+">")
	if end := strings.LastIndex(rest, "</"+tag+">"); end >= 0 {
		return rest[:end]
	}
	return ""
}

// bareCommand tells the echo of a slash command that stands in a row of its own.
func bareCommand(text string) bool {
	return strings.HasPrefix(text, "/") && len(text) > 1 && !strings.ContainsAny(text[1:], "/ \n\t.")
}

// prompt takes a message that begins a turn.
func (r *reader) prompt(w *row, text string) {
	text = r.mask(text)
	if r.st.again("prompt", or(w.Timestamp, w.UUID), text) {
		return
	}
	channel := db.Typed
	if w.PromptSource == "queued" {
		channel = db.Queued
	}
	r.closeCompaction()
	r.delivered(text, "")
	r.retaken(text, true)
	r.takenBack(w, text)
	r.newTurn()
	// Only a prompt is known by its promptId: remarks, answers and lines behind "!" carry that of the turn around them.
	word := db.Word{Channel: channel, Text: text, StartsTurn: true, PromptID: w.PromptID, Suggested: w.PromptSource == "suggestion_accepted"}
	if utf8.RuneCountInString(strings.TrimSpace(text)) <= shortRunes {
		r.settle()
		word.Question = r.st.Proposal
	}
	r.word(w, word)
	r.st.EchoOf = ""
	r.st.Prompt = &prompt{UUID: w.UUID, Parent: string(w.ParentUUID), Line: r.st.Line, At: w.at(), Text: head(text, proposalBytes)}
}

// newTurn ends the turn that ran: the next one begins.
func (r *reader) newTurn() {
	r.endTurn()
	r.st.TurnOpen = true
}

// takenBack withdraws the newest prompt where w is the same prompt sent again: after Esc it is a sibling in the tree,
// after a hook blocked it the same text. Nothing answered it in between.
func (r *reader) takenBack(w *row, text string) {
	p := r.st.Prompt
	if p == nil || p.UUID == w.UUID && p.UUID != "" {
		return
	}
	sibling := p.Parent == string(w.ParentUUID) && p.Parent != "" && !p.At.Equal(w.at())
	if sibling || p.Blocked && p.Text == head(text, proposalBytes) {
		r.give(Item{Withdraw: &Ref{UUID: p.UUID, Line: p.Line}})
	}
}

// head and tail cut a text to n bytes at most, between two characters.
func head(s string, n int) string {
	if len(s) <= n {
		return s
	}
	for n > 0 && !utf8.RuneStart(s[n]) {
		n--
	}
	return s[:n]
}

func tail(s string, n int) string {
	if len(s) <= n {
		return s
	}
	i := len(s) - n
	for i < len(s) && !utf8.RuneStart(s[i]) {
		i++
	}
	return s[i:]
}

package transcript

import "bytes"

// verdict says what a row is good for, told without decoding it.
type verdict int

const (
	take      verdict = iota // may tell something, or is not understood: decode it
	skip                     // tells nothing
	reply                    // the conversation went on, no more
	replyText                // an assistant row of which only the text can matter
	unknown                  // of a type nobody knows
)

// look is what peek learns on its way through a row.
type look struct {
	kind, role  []byte
	side        bool // a subagent's or a sidechain's row
	sideSeen    bool
	summary     bool
	foreign     bool // an attachment that is not a queued command
	message     bool
	text, tools bool // content: text of its own, tool calls worth decoding
	results     bool
}

// peek tells what line is good for. It only ever spares the decoding of rows that tell nothing: a row it is not sure of
// is taken. wanted says whether the result of a tool call is waited for.
func peek(line []byte, wanted func(id []byte) bool) verdict {
	var l look
	c := cursor{b: line}
	c.object(func(key []byte) bool {
		switch string(key) {
		case "type":
			l.kind = c.str()
		case "isSidechain":
			l.side, l.sideSeen = l.side || c.peek() == 't', true
			c.skip()
		case "agentId":
			l.side = l.side || c.peek() == '"' && len(c.str()) > 0
		case "isCompactSummary":
			l.summary = c.peek() == 't'
			c.skip()
		case "attachment":
			l.foreign = !queuedCommand(&c)
		case "message":
			l.message = true
			l.content(&c, wanted)
		default:
			c.skip()
		}
		return !l.done()
	})
	if c.bad {
		return take
	}
	return l.verdict()
}

// done says that the rest of the row cannot change the verdict.
func (l *look) done() bool {
	switch {
	case l.side, l.foreign, l.summary:
		return true
	case l.kind != nil && !telling(l.kind):
		return true
	case !l.message:
		return false
	case l.tools:
		return true
	case l.text && string(l.kind) == "user":
		return true
	}
	return l.sideSeen && (l.kind != nil || l.role != nil)
}

func (l *look) verdict() verdict {
	switch kind := string(l.kind); {
	case l.side || l.foreign:
		return skip
	case l.summary:
		return take
	case l.kind != nil && !telling(l.kind):
		if silent(kind) {
			return skip
		}
		return unknown
	case l.kind == nil && l.role == nil:
		return unknown
	case !l.message || l.tools:
		return take
	case kind == "assistant" || string(l.role) == "assistant":
		if l.text {
			return replyText
		}
		return reply
	case l.text || !l.results:
		return take
	}
	return reply
}

// telling says whether rows of this type can tell something.
func telling(kind []byte) bool {
	switch string(kind) {
	case "user", "assistant", "system", "attachment", "queue-operation":
		return true
	}
	return false
}

// silent names the types that are known to tell nothing: copies, counters, the client's own state.
func silent(kind string) bool {
	switch kind {
	case "progress", "summary", "file-history-snapshot", "file-history-delta", "last-prompt", "mode", "permission-mode",
		"ai-title", "agent-name", "custom-title", "pr-link", "bridge-session", "tools-used", "atis-latch", "cost-state",
		"api-request", "api-request-shape", "api-request-blob":
		return true
	}
	return false
}

// queuedCommand takes an attachment and says whether it can be a message that was queued.
func queuedCommand(c *cursor) bool {
	kind := []byte("queued_command")
	c.object(func(key []byte) bool {
		if string(key) != "type" {
			c.skip()
			return true
		}
		kind = c.str()
		return string(kind) == "queued_command"
	})
	return string(kind) == "queued_command"
}

// content takes a message and notes what its blocks are.
func (l *look) content(c *cursor, wanted func(id []byte) bool) {
	c.object(func(key []byte) bool {
		switch {
		case string(key) == "role":
			l.role = c.str()
		case string(key) != "content":
			c.skip()
		case c.peek() == '[':
			c.array(func() bool { l.block(c, wanted); return true })
		default:
			l.text = true
			c.skip()
		}
		return true
	})
}

// block takes one content block. What a tool said stays unread unless its call is waited for or the client speaks in it.
func (l *look) block(c *cursor, wanted func(id []byte) bool) {
	if c.peek() != '{' {
		l.text = true
		c.skip()
		return
	}
	start := c.i
	var kind, name []byte
	var asked bool
	c.object(func(key []byte) bool {
		switch string(key) {
		case "type":
			kind = c.str()
		case "name":
			name = c.str()
		case "tool_use_id":
			asked = asked || wanted(c.str())
		case "content":
			at := c.i
			c.skip()
			asked = asked || clientSpeaks(c.b[at:min(c.i, at+120)])
		default:
			c.skip()
		}
		return true
	})
	switch string(kind) {
	case "text":
		l.text = true
	case "tool_use":
		l.tools = l.tools || worthDecoding(name, c.b[start:c.i])
	case "tool_result":
		l.results = true
		l.tools = l.tools || asked
	case "thinking", "redacted_thinking", "image", "document":
	default:
		l.text = true
	}
}

// clientSpeaks says whether the content of a tool result begins with a text of the client that may quote the owner.
func clientSpeaks(head []byte) bool {
	for _, s := range [...]string{denied, "User has answered", "Your questions have been answered", "The user answered"} {
		if bytes.Contains(head, []byte(s[:min(len(s), 40)])) {
			return true
		}
	}
	return false
}

// promptHead says whether a row, of which only the beginning is held, holds words of the owner: content in which no tool
// speaks first.
func promptHead(head []byte) bool {
	own := false
	c := cursor{b: head}
	c.object(func(key []byte) bool {
		switch string(key) {
		case "isSidechain":
			side := c.peek() == 't'
			c.skip()
			return !side
		case "type":
			kind := string(c.str())
			return kind == "user" || kind == "attachment"
		case "attachment":
			own = queuedCommand(&c)
			return false
		case "message":
			own = ownContent(&c)
			return false
		default:
			c.skip()
		}
		return true
	})
	return own
}

// ownContent takes the beginning of a message and says whether it is a user's, and no tool speaks first in it.
func ownContent(c *cursor) bool {
	own := false
	c.object(func(key []byte) bool {
		switch string(key) {
		case "role":
			return string(c.str()) == "user"
		case "content":
			begin := c.b[c.i:]
			own = !bytes.Contains(begin[:min(len(begin), 256)], []byte(`"tool_`))
			return false
		default:
			c.skip()
		}
		return true
	})
	return own
}

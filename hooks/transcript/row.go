package transcript

import (
	"encoding/json"
	"strconv"
	"strings"
	"time"
)

// row is what this package reads of a line. A field of another type than expected counts as not there. Its raw parts
// lie in the line: they are read before the next one is.
type row struct {
	Type, Subtype              string
	UUID, SessionID, Timestamp string
	ParentUUID                 json.RawMessage // null at a root
	Version, CWD               string
	AgentID                    string
	Sidechain, Meta            bool
	Summary                    bool // isCompactSummary
	Message                    json.RawMessage

	// Who speaks in a user row.
	PermissionMode, PromptSource string
	TurnOrigin, PromptID         string
	Origin                       kind
	Entrypoint, RowSource        string
	PlanContent, SourceToolUse   string
	RepeatsSummary               bool // repeatsCompactSummary

	ToolUseResult, Attachment          json.RawMessage
	CompactMetadata, SummarizeMetadata json.RawMessage
	HookErrors                         json.RawMessage

	// Of queue-operation and system rows.
	Operation, Reason    string
	CommandUUID, Content string
}

// kind is where a message came from. Clients up to 2.1.182 do not say.
type kind struct{ Kind string }

func (k kind) other() bool { return k.Kind != "" && k.Kind != "human" }

// parse reads a line. It walks it once and copies only what is asked for: most of a line is none of ours. rest is what
// stands behind the row.
func parse(line []byte) (w row, rest []byte, ok bool) {
	c := cursor{b: line}
	c.object(func(key []byte) bool {
		switch string(key) {
		case "type":
			w.Type = c.text()
		case "subtype":
			w.Subtype = c.text()
		case "uuid":
			w.UUID = c.text()
		case "parentUuid":
			w.ParentUUID = c.raw()
		case "sessionId":
			w.SessionID = c.text()
		case "timestamp":
			w.Timestamp = c.text()
		case "version":
			w.Version = c.text()
		case "cwd":
			w.CWD = c.text()
		case "agentId":
			w.AgentID = c.text()
		case "isSidechain":
			w.Sidechain = c.yes()
		case "isMeta":
			w.Meta = c.yes()
		case "isCompactSummary":
			w.Summary = c.yes()
		case "repeatsCompactSummary":
			w.RepeatsSummary = c.yes()
		case "message":
			w.Message = c.raw()
		case "permissionMode":
			w.PermissionMode = c.text()
		case "promptSource":
			w.PromptSource = c.text()
		case "turnOrigin":
			w.TurnOrigin = c.text()
		case "promptId":
			w.PromptID = c.text()
		case "origin":
			w.Origin = c.kind()
		case "entrypoint":
			w.Entrypoint = c.text()
		case "rowSource":
			w.RowSource = c.text()
		case "planContent":
			w.PlanContent = c.text()
		case "sourceToolUseID":
			w.SourceToolUse = c.text()
		case "toolUseResult":
			w.ToolUseResult = c.raw()
		case "attachment":
			w.Attachment = c.raw()
		case "compactMetadata":
			w.CompactMetadata = c.raw()
		case "summarizeMetadata":
			w.SummarizeMetadata = c.raw()
		case "hookErrors":
			w.HookErrors = c.raw()
		case "operation":
			w.Operation = c.text()
		case "reason":
			w.Reason = c.text()
		case "commandUuid":
			w.CommandUUID = c.text()
		case "content":
			w.Content = c.text()
		default:
			c.skip()
		}
		return true
	})
	return w, c.b[c.i:], !c.bad
}

// kind takes an object and reads its kind.
func (c *cursor) kind() (k kind) {
	c.fields(func(key []byte) {
		if string(key) == "kind" {
			k.Kind = c.text()
		} else {
			c.skip()
		}
	})
	return k
}

// at is the time of the row, zero where it has none.
func (w *row) at() time.Time { return clock(w.Timestamp) }

func clock(s string) time.Time {
	t, err := time.Parse(time.RFC3339Nano, s)
	if err != nil {
		return time.Time{}
	}
	return t
}

// since says whether version is v or a later one. Without a version nobody knows: then it is not.
func since(version string, v ...int) bool {
	parts := strings.SplitN(version, ".", len(v)+1)
	for i, want := range v {
		if i >= len(parts) {
			return false
		}
		digits := strings.TrimRightFunc(parts[i], func(c rune) bool { return c < '0' || c > '9' })
		got, err := strconv.Atoi(digits)
		if err != nil {
			return false
		}
		if got != want {
			return got > want
		}
	}
	return true
}

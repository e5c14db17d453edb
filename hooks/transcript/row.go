package transcript

import (
	"bytes"
	"encoding/json"
	"errors"
	"strconv"
	"strings"
	"time"
)

// row is what this package reads of a line. A field of another type than expected counts as not there.
type row struct {
	Type       string          `json:"type"`
	Subtype    string          `json:"subtype"`
	UUID       string          `json:"uuid"`
	ParentUUID json.RawMessage `json:"parentUuid"` // null at a root
	SessionID  string          `json:"sessionId"`
	Timestamp  string          `json:"timestamp"`
	Version    string          `json:"version"`
	CWD        string          `json:"cwd"`
	AgentID    string          `json:"agentId"`
	Sidechain  bool            `json:"isSidechain"`
	Meta       bool            `json:"isMeta"`
	Summary    bool            `json:"isCompactSummary"`
	Message    message         `json:"message"`

	// Who speaks in a user row.
	PermissionMode string `json:"permissionMode"`
	PromptSource   string `json:"promptSource"`
	TurnOrigin     string `json:"turnOrigin"`
	PromptID       string `json:"promptId"`
	Origin         kind   `json:"origin"`
	Entrypoint     string `json:"entrypoint"`
	RowSource      string `json:"rowSource"`
	PlanContent    string `json:"planContent"`
	SourceToolUse  string `json:"sourceToolUseID"`
	RepeatsSummary bool   `json:"repeatsCompactSummary"`

	ToolUseResult     json.RawMessage `json:"toolUseResult"`
	Attachment        attachment      `json:"attachment"`
	CompactMetadata   *metadata       `json:"compactMetadata"`
	SummarizeMetadata json.RawMessage `json:"summarizeMetadata"`
	HookErrors        []any           `json:"hookErrors"`

	// Of queue-operation and system rows.
	Operation   string `json:"operation"`
	Reason      string `json:"reason"`
	CommandUUID string `json:"commandUuid"`
	Content     string `json:"content"`
}

// kind is where a message came from. Clients up to 2.1.182 do not say.
type kind struct {
	Kind string `json:"kind"`
}

func (k kind) other() bool { return k.Kind != "" && k.Kind != "human" }

type message struct {
	Role    string  `json:"role"`
	Content content `json:"content"`
}

// content is a message's content: blocks, or a plain string, which becomes one text block.
type content []block

type block struct {
	Type      string          `json:"type"`
	Text      string          `json:"text"`
	ID        string          `json:"id"`
	Name      string          `json:"name"`
	Input     json.RawMessage `json:"input"`
	ToolUseID string          `json:"tool_use_id"`
	IsError   bool            `json:"is_error"`
	Content   json.RawMessage `json:"content"`
}

// result is the text of a tool's result.
func (b *block) result() string {
	var c content
	if len(b.Content) == 0 || json.Unmarshal(b.Content, &c) != nil {
		return ""
	}
	return c.text()
}

func (c *content) UnmarshalJSON(data []byte) error {
	if bytes.HasPrefix(data, []byte(`"`)) {
		var s string
		if err := json.Unmarshal(data, &s); err != nil {
			return err
		}
		*c = content{{Type: "text", Text: s}}
		return nil
	}
	if !bytes.HasPrefix(data, []byte("[")) {
		return nil
	}
	var blocks []block
	err := decode(data, &blocks)
	*c = blocks
	return err
}

// text joins the text blocks.
func (c content) text() string {
	var texts []string
	for _, b := range c {
		if b.Type == "text" {
			texts = append(texts, b.Text)
		}
	}
	return strings.Join(texts, "\n")
}

type attachment struct {
	Type        string  `json:"type"`
	Prompt      content `json:"prompt"`
	CommandMode string  `json:"commandMode"`
	Origin      kind    `json:"origin"`
	Timestamp   string  `json:"timestamp"`
	SourceUUID  string  `json:"source_uuid"`
	Meta        bool    `json:"isMeta"`
}

type metadata struct {
	Trigger            string          `json:"trigger"`
	PreTokens          int64           `json:"preTokens"`
	PostTokens         int64           `json:"postTokens"`
	DurationMS         int64           `json:"durationMs"`
	MessagesSummarized json.RawMessage `json:"messagesSummarized"`
	PreservedSegment   json.RawMessage `json:"preservedSegment"`
	PreservedMessages  *struct {
		UUIDs []string `json:"uuids"`
	} `json:"preservedMessages"`
}

// decode reads JSON and forgives a field of another type than expected: what a newer client writes there is not ours.
func decode(data []byte, v any) error {
	err := json.Unmarshal(data, v)
	var other *json.UnmarshalTypeError
	if errors.As(err, &other) {
		return nil
	}
	return err
}

// at is the time of the row, zero where it has none.
func (r *row) at() time.Time { return clock(r.Timestamp) }

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

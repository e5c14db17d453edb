package transcript

import (
	"encoding/json"
	"errors"
	"strings"
)

// content is a message's content: blocks, or a plain string, which becomes one text block.
type content []block

type block struct {
	Type, Text string
	ID, Name   string
	Input      json.RawMessage
	ToolUseID  string
	IsError    bool
	Content    json.RawMessage // of a tool result
}

// blocks reads the content of the row's message.
func (w *row) blocks() (blocks content) {
	c := cursor{b: w.Message}
	c.fields(func(key []byte) {
		if string(key) == "content" {
			blocks = c.content()
		} else {
			c.skip()
		}
	})
	return blocks
}

// content takes a string or a list of blocks.
func (c *cursor) content() (blocks content) {
	if c.peek() == '"' {
		return content{{Type: "text", Text: c.text()}}
	}
	if c.peek() != '[' {
		c.skip()
		return nil
	}
	c.array(func() bool {
		if c.peek() != '{' {
			c.skip()
			return true
		}
		var b block
		c.fields(func(key []byte) {
			switch string(key) {
			case "type":
				b.Type = c.text()
			case "text":
				b.Text = c.text()
			case "id":
				b.ID = c.text()
			case "name":
				b.Name = c.text()
			case "input":
				b.Input = c.raw()
			case "tool_use_id":
				b.ToolUseID = c.text()
			case "is_error":
				b.IsError = c.yes()
			case "content":
				b.Content = c.raw()
			default:
				c.skip()
			}
		})
		blocks = append(blocks, b)
		return true
	})
	return blocks
}

// text joins the text blocks.
func (blocks content) text() string {
	var texts []string
	for _, b := range blocks {
		if b.Type == "text" {
			texts = append(texts, b.Text)
		}
	}
	return strings.Join(texts, "\n")
}

// result is the text of a tool's result.
func (b *block) result() string {
	c := cursor{b: b.Content}
	return c.content().text()
}

// attachment is a message that was queued.
type attachment struct {
	Type, CommandMode     string
	Prompt                content
	Origin                kind
	Timestamp, SourceUUID string
	RowSource             string
	Meta                  bool
}

func (w *row) attached() (a attachment) {
	c := cursor{b: w.Attachment}
	c.fields(func(key []byte) {
		switch string(key) {
		case "type":
			a.Type = c.text()
		case "commandMode":
			a.CommandMode = c.text()
		case "prompt":
			a.Prompt = c.content()
		case "origin":
			a.Origin = c.kind()
		case "timestamp":
			a.Timestamp = c.text()
		case "source_uuid":
			a.SourceUUID = c.text()
		case "rowSource":
			a.RowSource = c.text()
		case "isMeta":
			a.Meta = c.yes()
		default:
			c.skip()
		}
	})
	return a
}

// decode reads a small part of a row whole and forgives a field of another type than expected: what a newer client
// writes there is not ours.
func decode(data []byte, v any) error {
	err := json.Unmarshal(data, v)
	var other *json.UnmarshalTypeError
	if errors.As(err, &other) {
		return nil
	}
	return err
}

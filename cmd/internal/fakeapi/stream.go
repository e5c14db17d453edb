package fakeapi

import (
	"encoding/json"
	"fmt"
	"net/http"
	"sync/atomic"
)

var answers atomic.Int64

type object = map[string]any

// whole is an answer sent in one piece.
func whole(model string, a answer) object {
	return object{
		"id": fmt.Sprintf("msg_fake%d", answers.Add(1)), "type": "message", "role": "assistant", "model": model,
		"content": a.blocks, "stop_reason": a.stopReason(), "stop_sequence": nil,
		"usage": object{"input_tokens": a.usage, "output_tokens": a.outputTokens()},
	}
}

func (a *answer) stopReason() string {
	for _, b := range a.blocks {
		if b.Type == "tool_use" {
			return "tool_use"
		}
	}
	return "end_turn"
}

func (a *answer) outputTokens() int {
	n := 0
	for _, b := range a.blocks {
		n += (len(b.Text)+len(b.Input))/4 + 1
	}
	return n
}

// stream sends an answer as server-sent events. A client that goes away ends it.
func stream(w http.ResponseWriter, model string, a answer) {
	w.Header().Set("Content-Type", "text/event-stream")
	send := func(event string, v object) {
		v["type"] = event
		b, _ := json.Marshal(v)
		fmt.Fprintf(w, "event: %s\ndata: %s\n\n", event, b)
	}
	start := whole(model, answer{usage: a.usage})
	start["content"], start["stop_reason"] = []any{}, nil
	send("message_start", object{"message": start})
	for i, b := range a.blocks {
		send("content_block_start", object{"index": i, "content_block": opening(b)})
		for _, d := range deltas(b) {
			send("content_block_delta", object{"index": i, "delta": d})
		}
		send("content_block_stop", object{"index": i})
	}
	send("message_delta", object{
		"delta": object{"stop_reason": a.stopReason(), "stop_sequence": nil},
		"usage": object{"input_tokens": a.usage, "output_tokens": a.outputTokens()},
	})
	send("message_stop", object{})
}

func opening(b Block) object {
	if b.Type == "tool_use" {
		return object{"type": b.Type, "id": b.ID, "name": b.Name, "input": object{}}
	}
	return object{"type": b.Type, "text": ""}
}

// deltas cuts a text into pieces of 2,000 characters, as a real answer comes in pieces.
func deltas(b Block) []object {
	if b.Type == "tool_use" {
		return []object{{"type": "input_json_delta", "partial_json": string(b.Input)}}
	}
	var out []object
	for t := []rune(b.Text); len(t) > 0; {
		n := min(len(t), 2000)
		out = append(out, object{"type": "text_delta", "text": string(t[:n])})
		t = t[n:]
	}
	return out
}

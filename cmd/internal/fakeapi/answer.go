package fakeapi

import (
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"strings"
	"time"
)

// wireRequest is the part of a request's body that decides its answer.
type wireRequest struct {
	Model    string            `json:"model"`
	Stream   bool              `json:"stream"`
	Messages []Message         `json:"messages"`
	Tools    []json.RawMessage `json:"tools"`
	Output   json.RawMessage   `json:"output_config"`
}

func (s *Server) messages(w http.ResponseWriter, r *http.Request) {
	body, err := io.ReadAll(r.Body)
	if err != nil {
		return // the client went away
	}
	var req wireRequest
	if err := json.Unmarshal(body, &req); err != nil {
		sendError(w, http.StatusBadRequest, err.Error())
		return
	}
	a, err := s.answerTo(req, len(body)/4)
	if err != nil {
		a = answer{kind: Turn, status: http.StatusBadRequest, error: err.Error()}
	}
	s.remember(Request{
		At: time.Now(), Kind: a.kind, Path: r.URL.Path, Messages: req.Messages, Tokens: len(body) / 4, Answer: a.text(),
		SessionID: r.Header.Get("X-Claude-Code-Session-Id"), AgentID: r.Header.Get("X-Claude-Code-Agent-Id"),
	})
	select {
	case <-time.After(a.sleep):
	case <-r.Context().Done():
		return
	}
	switch {
	case a.status != 0:
		w.Header().Set("X-Should-Retry", "false")
		sendError(w, a.status, a.error)
	case req.Stream:
		stream(w, req.Model, a)
	default:
		sendJSON(w, http.StatusOK, whole(req.Model, a))
	}
}

// answerTo works out what to send for a request of so many tokens.
func (s *Server) answerTo(req wireRequest, tokens int) (answer, error) {
	set := s.settings()
	a := answer{kind: Turn, usage: set.Usage}
	if a.usage == 0 {
		a.usage = tokens + 1
	}
	switch {
	case isCompact(req.Messages):
		a.kind, a.sleep = Compact, set.Think
		if set.FailCompact != 0 {
			a.status, a.error = set.FailCompact, "scripted failure of a summary"
			return a, nil
		}
		a.blocks = []Block{{Type: "text", Text: summarize(set, req.Messages)}}
		return a, nil
	case set.MaxInput > 0 && tokens > set.MaxInput:
		a.kind, a.status = TooLong, http.StatusBadRequest
		a.error = fmt.Sprintf("prompt is too long: %d tokens > %d maximum", tokens, set.MaxInput)
		return a, nil
	case strings.Contains(string(req.Output), "json_schema"):
		a.kind = Side
		a.blocks = []Block{{Type: "text", Text: `{"title":"A session"}`}}
		return a, nil
	case len(req.Tools) == 0, isSideQuestion(req.Messages):
		a.kind = Side
	}
	prompt, step := newestPrompt(req.Messages)
	if err := readScript(s.script(prompt), step, &a); err != nil {
		return a, err
	}
	if len(a.blocks) == 0 && a.status == 0 {
		a.blocks = []Block{{Type: "text", Text: set.Reply}}
	}
	return a, nil
}

func (s *Server) countTokens(w http.ResponseWriter, r *http.Request) {
	n, err := io.Copy(io.Discard, r.Body)
	if err != nil {
		return
	}
	s.remember(Request{At: time.Now(), Kind: Count, Path: r.URL.Path})
	sendJSON(w, http.StatusOK, map[string]int64{"input_tokens": n / 4})
}

func (s *Server) unknown(w http.ResponseWriter, r *http.Request) {
	s.remember(Request{At: time.Now(), Kind: Other, Path: r.RequestURI})
	sendError(w, http.StatusNotFound, "no such address here")
}

func sendJSON(w http.ResponseWriter, status int, v any) {
	w.Header().Set("Content-Type", "application/json")
	w.WriteHeader(status)
	json.NewEncoder(w).Encode(v)
}

func sendError(w http.ResponseWriter, status int, message string) {
	kind := map[int]string{
		400: "invalid_request_error", 401: "authentication_error", 403: "permission_error", 404: "not_found_error",
		413: "request_too_large", 429: "rate_limit_error", 529: "overloaded_error",
	}[status]
	if kind == "" {
		kind = "api_error"
	}
	sendJSON(w, status, map[string]any{"type": "error", "error": map[string]string{"type": kind, "message": message}})
}

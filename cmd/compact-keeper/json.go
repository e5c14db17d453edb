package main

import (
	"encoding/json"
	"io"
)

// printJSON prints v for programs, texts as they are.
func printJSON(out io.Writer, v any) error {
	e := json.NewEncoder(out)
	e.SetEscapeHTML(false)
	e.SetIndent("", "  ")
	return e.Encode(v)
}

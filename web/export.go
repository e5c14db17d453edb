package web

import (
	"encoding/json"
	"fmt"
	"net/http"
	"strconv"
	"strings"
)

// export answers with what a page shows as a file, where ?format= asks for it, and tells whether it did. In JSON it is v,
// in Markdown what markdown writes; name is the file's, without its end.
func (s *Server) export(w http.ResponseWriter, r *http.Request, name string, v any, markdown func(*strings.Builder)) (bool, error) {
	var kind, text string
	switch format := r.URL.Query().Get("format"); format {
	case "":
		return false, nil
	case "json":
		b, err := json.MarshalIndent(v, "", "  ")
		if err != nil {
			return true, fmt.Errorf("write %s as JSON: %w", name, err)
		}
		kind, text = "application/json", string(b)+"\n"
	case "md":
		var b strings.Builder
		markdown(&b)
		kind, text = "text/markdown; charset=utf-8", b.String()
	default:
		return true, badRequest("format must be json or md, not " + strconv.Quote(format))
	}
	w.Header().Set("Content-Type", kind)
	w.Header().Set("Content-Disposition", fmt.Sprintf("attachment; filename=%q", "compact-keeper-"+name+"."+r.URL.Query().Get("format")))
	_, err := w.Write([]byte(text))
	return true, err
}

// quoted writes words of the owner as a Markdown quote, in which nothing is a mark but the quote's own.
func quoted(text string) string {
	var b strings.Builder
	for line := range strings.Lines(text) {
		b.WriteString("> " + plainMarkdown(strings.TrimRight(line, "\r\n")) + "\n")
	}
	return b.String()
}

var markdownMarks = strings.NewReplacer(`\`, `\\`, "`", "\\`", "*", `\*`, "_", `\_`, "<", `\<`, "[", `\[`, "#", `\#`, "|", `\|`)

// plainMarkdown writes text so that Markdown shows it as it is.
func plainMarkdown(text string) string { return markdownMarks.Replace(text) }

package web

import (
	"bytes"
	"net/http"
	"time"

	"github.com/compact-keeper/compact-keeper/assets"
)

// showAsset serves a file under the address with its checksum. It needs no session: it is the same for everyone.
func (s *Server) showAsset(w http.ResponseWriter, r *http.Request) {
	f, ok := assets.Find(r.PathValue("name"))
	if !ok || f.Sum != r.PathValue("sum") {
		http.NotFound(w, r)
		return
	}
	w.Header().Set("Cache-Control", "public, max-age=31536000, immutable")
	http.ServeContent(w, r, f.Name, time.Time{}, bytes.NewReader(f.Content))
}

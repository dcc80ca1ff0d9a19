package docs

import (
	"net/http"
	"path"
	"slices"
	"strings"
	"time"

	"aloft/client/embedded/flow"
	"aloft/client/embedded/pages"
)

// giveImage serves an image of a document by its signed link.
func (s *Server) giveImage(w http.ResponseWriter, r *http.Request, rc *http.ResponseController, k Signed, sig string) {
	if !s.allowed(w, k, sig) {
		return
	}
	hash := strings.TrimSuffix(k.Name, path.Ext(k.Name))
	found := false
	err := s.pages.View(r.Context(), func(l pages.Rows) error {
		d, alive, err := l.Document(l.Seq(k.ID))
		if err != nil || !alive {
			return err
		}
		found, err = l.Row("SELECT 1 FROM docimage WHERE page = ? AND hash = ?", []any{d.Seq, hash}, new(int))
		return err
	})
	if err != nil {
		failBlob(w, err)
		return
	}
	if !found {
		hash = ""
	}
	f := s.open(w, hash)
	if f == nil {
		return
	}
	defer f.Close()
	h := w.Header()
	h.Set("Content-Type", imageMIME(k.Name))
	h.Set("Content-Security-Policy", "default-src 'none'; style-src 'unsafe-inline'; sandbox") // an SVG may contain a script
	h.Set("ETag", `"`+hash+`"`)
	_ = rc.SetReadDeadline(time.Time{})
	http.ServeContent(&flow.Sink{ResponseWriter: w, RC: rc, Ctx: s.life.Context()}, r, "", time.Time{}, f)
}

// imageMIME returns the MIME type of an image by its extension.
func imageMIME(name string) string {
	switch ext := ImageExt(name); ext {
	case "":
		return "application/octet-stream"
	case ".jpg":
		return "image/jpeg"
	case ".svg":
		return "image/svg+xml"
	default:
		return "image/" + ext[1:]
	}
}

// ImageExt returns the extension of an image that browsers show, or "".
func ImageExt(name string) string {
	ext := strings.ToLower(path.Ext(name))
	if slices.Contains([]string{".png", ".jpg", ".jpeg", ".gif", ".bmp", ".webp", ".svg"}, ext) {
		return ext
	}
	return ""
}

package embedded

import (
	"errors"
	"io/fs"
	"net/http"
	"path"
	"slices"
	"strings"
	"time"

	"aloft/model/text"
)

// giveImage serves an image of a document by its signed link.
func (s *blobServer) giveImage(w http.ResponseWriter, r *http.Request, rc *http.ResponseController, k signed, sig string) {
	switch ours, good := s.links.valid(k, sig, s.db.now()); {
	case !ours:
		sayBlob(w, http.StatusForbidden, text.BlobForbidden)
		return
	case !good:
		sayBlob(w, http.StatusForbidden, text.BlobExpired)
		return
	}
	hash := strings.TrimSuffix(k.name, path.Ext(k.name))
	found := false
	err := s.pages.view(r.Context(), func(l rows) error {
		d, alive, err := l.document(l.pageSeq(k.id))
		if err != nil || !alive {
			return err
		}
		var one int
		found, err = l.row("SELECT 1 FROM docimage WHERE page = ? AND hash = ?", []any{d.seq, hash}, &one)
		return err
	})
	if err != nil {
		failBlob(w, err)
		return
	}
	if !found {
		sayBlob(w, http.StatusNotFound, text.BlobGone)
		return
	}
	f, _, err := s.db.openBlob(hash)
	if errors.Is(err, fs.ErrNotExist) {
		sayBlob(w, http.StatusNotFound, text.BlobGone)
		return
	}
	if err != nil {
		failBlob(w, err)
		return
	}
	defer f.Close()
	h := w.Header()
	h.Set("Content-Type", imageMIME(k.name))
	h.Set("Content-Security-Policy", "default-src 'none'; style-src 'unsafe-inline'; sandbox") // an svg may have a script in it
	h.Set("ETag", `"`+hash+`"`)
	_ = rc.SetReadDeadline(time.Time{})
	http.ServeContent(&sink{ResponseWriter: w, rc: rc, ctx: s.life.context(), left: -1}, r, "", time.Time{}, f)
}

// imageMIME is the type of an image by its extension.
func imageMIME(name string) string {
	switch ext := imageExt(name); ext {
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

// imageExt is the extension of an image that a browser shows, "" for others.
func imageExt(name string) string {
	ext := strings.ToLower(path.Ext(name))
	if slices.Contains([]string{".png", ".jpg", ".jpeg", ".gif", ".bmp", ".webp", ".svg"}, ext) {
		return ext
	}
	return ""
}

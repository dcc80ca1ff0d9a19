package docs

import (
	"context"
	"errors"
	"io"
	"io/fs"
	"mime"
	"net/http"
	"os"
	"strings"
	"time"

	"aloft/client/embedded/flow"
	"aloft/client/embedded/pages"
	"aloft/client/embedded/store"
	"aloft/client/system/sqlite"
	"aloft/model/text"
)

// Server serves uploads of imports, files of exports, and images.
type Server struct {
	db     *store.DB
	pages  *pages.Store
	secret []byte // of signed links
	life   *flow.Lifetime
}

// NewServer returns the server of a database's bytes.
func NewServer(pages *pages.Store, secret []byte, life *flow.Lifetime) *Server {
	return &Server{db: pages.DB, pages: pages, secret: secret, life: life}
}

// ServeHTTP answers uploads and downloads. There is no token: the link is the permission.
func (s *Server) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	w.Header().Set("Cache-Control", "private, no-store")
	w.Header().Set("X-Content-Type-Options", "nosniff")
	rc := http.NewResponseController(w)
	defer flow.Hurry(s.life.Context(), rc)()
	k, sig, ok := readLink(r.URL)
	switch {
	case !ok:
		sayBlob(w, http.StatusNotFound, text.BlobGone)
	case k.Up && r.Method != http.MethodPut:
		w.Header().Set("Allow", http.MethodPut)
		sayBlob(w, http.StatusMethodNotAllowed, text.WireMethod, http.MethodPut)
	case k.Up:
		s.takeUpload(w, r, rc, k, sig)
	case r.Method != http.MethodGet && r.Method != http.MethodHead:
		w.Header().Set("Allow", "GET, HEAD")
		sayBlob(w, http.StatusMethodNotAllowed, text.WireMethod, http.MethodGet)
	case k.Image:
		s.giveImage(w, r, rc, k, sig)
	default:
		s.giveDownload(w, r, rc, k, sig)
	}
}

// sayBlob answers with one line of text.
func sayBlob(w http.ResponseWriter, status int, t string, args ...any) {
	w.Header().Set("Content-Type", "text/plain; charset=utf-8")
	w.WriteHeader(status)
	_, _ = io.WriteString(w, text.Wire(t, args...)+"\n") // the client may be gone
}

// failBlob answers after an error of the disk or the database; nothing has been
// changed.
func failBlob(w http.ResponseWriter, err error) {
	if t, known := store.DiskTrouble(err); known {
		status := http.StatusInternalServerError
		if t == text.BlobFull {
			status = http.StatusInsufficientStorage
		}
		sayBlob(w, status, t)
		return
	}
	if sqlite.IsBusy(err) || errors.Is(err, context.Canceled) || errors.Is(err, store.ErrClosed) {
		sayBlob(w, http.StatusServiceUnavailable, text.WireBusy)
		return
	}
	sayBlob(w, http.StatusInternalServerError, text.BlobStorage, err.Error())
}

// takeUpload receives the bytes of an import. Its link is bound to key, size and MD5 and valid for one successful
// upload; after a failed one the task still waits and the link still works.
func (s *Server) takeUpload(w http.ResponseWriter, r *http.Request, rc *http.ResponseController, k Signed, sig string) {
	t, err := readTransfer(r.Context(), s.pages, "filekey = ? AND kind = 'import'", k.ID)
	if err != nil {
		failBlob(w, err)
		return
	}
	// An unknown key is handled like a wrong signature.
	ours, good := k.valid(s.secret, sig, s.db.Now(), t.UploadBound()...)
	kind, _, _ := mime.ParseMediaType(r.Header.Get("Content-Type"))
	switch {
	case !ours || t.Key == "":
		sayBlob(w, http.StatusForbidden, text.BlobForbidden)
	case !good:
		sayBlob(w, http.StatusForbidden, text.BlobExpired)
	case t.State != StatePrepared:
		sayBlob(w, http.StatusConflict, text.BlobUsed)
	case kind != "application/octet-stream":
		sayBlob(w, http.StatusUnsupportedMediaType, "Content-Type must be application/octet-stream")
	case r.ContentLength >= 0 && r.ContentLength != t.Size:
		sayBlob(w, http.StatusBadRequest, text.BlobSize, r.ContentLength, t.Size)
	default:
		s.writeUpload(w, r, rc, t)
	}
}

func (s *Server) writeUpload(w http.ResponseWriter, r *http.Request, rc *http.ResponseController, t Transfer) {
	b, err := s.db.NewBlob()
	if err != nil {
		failBlob(w, err)
		return
	}
	defer b.Drop()
	from := &flow.Source{From: io.LimitReader(r.Body, t.Size+1), RC: rc, Ctx: s.life.Context()}
	_, err = io.CopyBuffer(flow.OnlyWriter{Writer: b}, from, make([]byte, flow.Buffer))
	s.db.Step("written")
	switch {
	case from.Err != nil: // the client's upload broke; perhaps it still reads
		sayBlob(w, http.StatusBadRequest, "the upload ended early; nothing was changed")
		return
	case err != nil:
		failBlob(w, err)
		return
	}
	switch told := b.Sum(); {
	case told.Size > t.Size:
		sayBlob(w, http.StatusRequestEntityTooLarge, "received more than the announced %d {byte|bytes}; nothing was changed", t.Size)
		return
	case told.Size < t.Size:
		sayBlob(w, http.StatusBadRequest, text.BlobSize, told.Size, t.Size)
		return
	case told.MD5 != t.MD5:
		sayBlob(w, http.StatusBadRequest, "the MD5 of the received bytes is %s, not the announced %s; nothing was changed", told.MD5, t.MD5)
		return
	}
	kept, err := b.Keep()
	s.db.Step("kept")
	first := false
	if err == nil {
		err = s.pages.Update(r.Context(), func(l pages.Rows) error {
			if err := s.db.Refer(kept.Hash); err != nil {
				return err
			}
			n, _, err := l.Exec("UPDATE transfer SET state = 'uploaded', input = ? WHERE id = ? AND state = 'prepared'", kept.Hash, t.ID)
			first = n == 1
			return err
		})
	}
	switch {
	case err != nil:
		failBlob(w, err)
	case !first:
		sayBlob(w, http.StatusConflict, text.BlobUsed)
	default:
		s.db.Step("uploaded")
		w.WriteHeader(http.StatusOK)
	}
}

// allowed rejects a link that is not ours or has expired.
func (s *Server) allowed(w http.ResponseWriter, k Signed, sig string) bool {
	ours, good := k.valid(s.secret, sig, s.db.Now())
	switch {
	case !ours:
		sayBlob(w, http.StatusForbidden, text.BlobForbidden)
	case !good:
		sayBlob(w, http.StatusForbidden, text.BlobExpired)
	}
	return good
}

// open opens the file of that digest, "" for none. On failure it answers and returns nil.
func (s *Server) open(w http.ResponseWriter, hash string) *os.File {
	if hash == "" {
		sayBlob(w, http.StatusNotFound, text.BlobGone)
		return nil
	}
	f, _, err := s.db.OpenBlob(hash)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		sayBlob(w, http.StatusNotFound, text.BlobGone)
	case err != nil:
		failBlob(w, err)
	}
	return f
}

// giveDownload serves the file of an export, from any offset.
func (s *Server) giveDownload(w http.ResponseWriter, r *http.Request, rc *http.ResponseController, k Signed, sig string) {
	if !s.allowed(w, k, sig) {
		return
	}
	t, err := readTransfer(r.Context(), s.pages, "id = ? AND kind = 'export' AND state = 'complete'", k.ID)
	if err != nil {
		failBlob(w, err)
		return
	}
	f := s.open(w, t.Output)
	if f == nil {
		return
	}
	defer f.Close()
	h := w.Header()
	h.Set("Content-Type", store.MIME(k.Name))
	h.Set("Content-Disposition", mime.FormatMediaType("attachment", map[string]string{"filename": k.Name}))
	h.Set("ETag", `"`+t.Output+`"`)
	_ = rc.SetReadDeadline(time.Time{}) // nothing more is read; the writer has a limit of its own
	http.ServeContent(&flow.Sink{ResponseWriter: w, RC: rc, Ctx: s.life.Context()}, r, "", time.Unix(0, t.Due), f)
}

// IsBytes reports whether a path belongs to this server.
func IsBytes(path string) bool { return strings.HasPrefix(path, blobPrefix) }

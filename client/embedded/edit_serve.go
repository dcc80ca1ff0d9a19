package embedded

import (
	"encoding/json"
	"errors"
	"io"
	"io/fs"
	"mime/multipart"
	"net/http"
	"path"
	"strings"
	"time"

	"aloft/model/text"
)

// OpenImagesPath is where the open platform takes images ("Editing tools" in the
// specification of the doc tools).
const OpenImagesPath = "/openapi/resources/v2/images"

// giveImage serves an image of a document by its signed link.
func (s *Service) giveImage(w http.ResponseWriter, r *http.Request, rc *http.ResponseController, k signed, sig string) {
	switch ours, good := k.valid(s.secret, sig, s.now()); {
	case !ours:
		sayBlob(w, http.StatusForbidden, text.BlobForbidden)
		return
	case !good:
		sayBlob(w, http.StatusForbidden, text.BlobExpired)
		return
	}
	hash := strings.TrimSuffix(k.name, path.Ext(k.name))
	found := false
	err := s.db.view(r.Context(), func(l *link) error {
		d, alive, err := l.document(s.pageSeq(k.id))
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
	f, _, err := s.openBlob(hash)
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
	http.ServeContent(&sink{ResponseWriter: w, rc: rc, ctx: s.bytes.ctx, left: -1}, r, "", time.Time{}, f)
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

// serveOpenImages is the open platform's upload: multipart, three headers, and an
// answer with imageID. Client-Id and Open-Id may be any that say something.
func (s *Service) serveOpenImages(w http.ResponseWriter, r *http.Request) {
	a := &Arrival{Method: r.Method, Path: r.URL.Path, Mutation: true}
	s.arriveDocs(a)
	say := func(status, code int, t text.Text, args ...any) {
		var c *text.Catalogue
		a.Code = code
		s.openAnswer(w, a, status, object{"code": code, "message": c.Say(t, args...)})
	}
	if r.Method != http.MethodPost {
		w.Header().Set("Allow", http.MethodPost)
		say(http.StatusMethodNotAllowed, docsBad, text.WireMethod, http.MethodPost)
		return
	}
	_, valid, err := s.knownToken(r.Context(), http.Header{"Authorization": r.Header.Values("Access-Token")}, a.Time)
	switch {
	case err != nil:
		say(http.StatusServiceUnavailable, docsTransient, text.WireUnavailable)
		return
	case !valid:
		say(http.StatusUnauthorized, docsToken, "Access-Token is missing or wrong")
		return
	}
	for _, name := range []string{"Client-Id", "Open-Id"} {
		if strings.TrimSpace(r.Header.Get(name)) == "" {
			say(http.StatusUnauthorized, docsToken, "the header %s is missing", name)
			return
		}
	}
	s.mu.Lock()
	fails := s.docs.chance.hit("image-fail", s.o.Faults.Docs.ImageFail, true)
	s.mu.Unlock()
	if fails {
		a.Fault = "image-fail"
		say(http.StatusServiceUnavailable, docsTransient, text.WireWordUploadFail)
		return
	}
	name, b, err := readImagePart(http.MaxBytesReader(w, r.Body, maxImage+64<<10), r)
	var big *http.MaxBytesError
	switch {
	case errors.As(err, &big), len(b) > maxImage:
		say(http.StatusRequestEntityTooLarge, docsBad, "the image has more than %d {byte|bytes}", maxImage) // it is not read to its end
		return
	case err != nil:
		say(http.StatusBadRequest, docsBad, "the body has no form field image")
		return
	}
	id, err := s.addUpload(r.Context(), name, b)
	if err != nil {
		e := s.businessError(err)
		a.Code = e.code
		s.openAnswer(w, a, e.status(), object{"code": e.code, "message": e.message})
		return
	}
	a.Applied = 1
	answer := object{"imageID": id}
	if s.o.Faults.Docs.Wrapped {
		answer = object{"code": 0, "data": answer}
	}
	s.openAnswer(w, a, http.StatusOK, answer)
}

// readImagePart reads the form field "image".
func readImagePart(body io.Reader, r *http.Request) (name string, b []byte, err error) {
	in := *r
	in.Body = io.NopCloser(body)
	parts, err := in.MultipartReader()
	if err != nil {
		return "", nil, err
	}
	for {
		var p *multipart.Part
		if p, err = parts.NextPart(); err != nil {
			return "", nil, err
		}
		if p.FormName() == "image" {
			b, err = io.ReadAll(io.LimitReader(p, maxImage+1))
			return p.FileName(), b, err
		}
	}
}

func (s *Service) openAnswer(w http.ResponseWriter, a *Arrival, status int, answer object) {
	a.Status = status
	s.leaveDocs(a)
	w.Header().Set("Content-Type", "application/json; charset=utf-8")
	w.Header().Set("Cache-Control", "no-store")
	w.Header().Set("X-Content-Type-Options", "nosniff")
	w.WriteHeader(status)
	_ = json.NewEncoder(w).Encode(answer) // the client may have gone
}

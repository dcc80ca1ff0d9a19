package embedded

import (
	"encoding/json"
	"errors"
	"io"
	"mime/multipart"
	"net/http"
	"strings"

	"aloft/model/text"
)

// OpenImagesPath is where the open platform takes images ("Editing tools" in the
// specification of the doc tools).
const OpenImagesPath = "/openapi/resources/v2/images"

// ServeImages is the open platform's upload: multipart, three headers, and an
// answer with imageID. Client-Id and Open-Id may be any that say something.
func (s *docsService) ServeImages(w http.ResponseWriter, r *http.Request) {
	a := &Arrival{Method: r.Method, Path: r.URL.Path, Mutation: true}
	s.watch.arrive(a)
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
	if s.chance.strikes("image-fail", s.faults.ImageFail) {
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
	id, err := s.word.addUpload(r.Context(), name, b)
	if err != nil {
		e := businessError(err)
		a.Code = e.code
		s.openAnswer(w, a, e.status(), object{"code": e.code, "message": e.message})
		return
	}
	a.Applied = 1
	answer := object{"imageID": id}
	if s.faults.Wrapped {
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

func (s *docsService) openAnswer(w http.ResponseWriter, a *Arrival, status int, answer object) {
	a.Status = status
	s.watch.leave(a)
	w.Header().Set("Content-Type", "application/json; charset=utf-8")
	w.Header().Set("Cache-Control", "no-store")
	w.Header().Set("X-Content-Type-Options", "nosniff")
	w.WriteHeader(status)
	_ = json.NewEncoder(w).Encode(answer) // the client may have gone
}

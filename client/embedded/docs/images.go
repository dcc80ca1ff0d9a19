package docs

import (
	"encoding/json"
	"errors"
	"io"
	"mime/multipart"
	"net/http"
	"strings"

	"aloft/client/embedded/flow"
	"aloft/client/embedded/pages"
	"aloft/model/text"
)

// ServeImages is the open platform's upload: multipart, three headers, and an
// answer with imageID. Client-Id and Open-Id may have any value that is not empty.
func (s *Service) ServeImages(w http.ResponseWriter, r *http.Request) {
	trial := flow.TrialOf(r.Context())
	say := func(status, code int, t string, args ...any) {
		trial.Code = code
		openAnswer(w, status, pages.Object{"code": code, "message": text.Wire(t, args...)})
	}
	if r.Method != http.MethodPost {
		w.Header().Set("Allow", http.MethodPost)
		say(http.StatusMethodNotAllowed, pages.Bad, text.WireMethod, http.MethodPost)
		return
	}
	_, valid, err := s.knownToken(r.Context(), http.Header{"Authorization": r.Header.Values("Access-Token")}, s.db.Now())
	switch {
	case err != nil:
		say(http.StatusServiceUnavailable, pages.Transient, text.WireUnavailable)
		return
	case !valid:
		say(http.StatusUnauthorized, pages.NoToken, "Access-Token is missing or wrong")
		return
	}
	for _, name := range []string{"Client-Id", "Open-Id"} {
		if strings.TrimSpace(r.Header.Get(name)) == "" {
			say(http.StatusUnauthorized, pages.NoToken, "the header %s is missing", name)
			return
		}
	}
	if trial.ImageFail {
		trial.Fault = "image-fail"
		say(http.StatusServiceUnavailable, pages.Transient, text.WireWordUploadFail)
		return
	}
	name, b, err := readImagePart(http.MaxBytesReader(w, r.Body, MaxImage+64<<10), r)
	var big *http.MaxBytesError
	switch {
	case errors.As(err, &big), len(b) > MaxImage:
		say(http.StatusRequestEntityTooLarge, pages.Bad, "the image has more than %d {byte|bytes}", MaxImage) // not read to its end
		return
	case err != nil:
		say(http.StatusBadRequest, pages.Bad, "the body has no form field image")
		return
	}
	id, err := s.word.AddUpload(r.Context(), name, b)
	if err != nil {
		e := businessError(err)
		say(e.Status(), e.Code, "%s", e.Message)
		return
	}
	trial.Applied = 1
	answer := pages.Object{"imageID": id}
	if s.lab.Wrapped {
		answer = pages.Object{"code": 0, "data": answer}
	}
	openAnswer(w, http.StatusOK, answer)
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
			b, err = io.ReadAll(io.LimitReader(p, MaxImage+1))
			return p.FileName(), b, err
		}
	}
}

func openAnswer(w http.ResponseWriter, status int, answer pages.Object) {
	begin(w, "application/json; charset=utf-8", status)
	_ = json.NewEncoder(w).Encode(answer) // the client may be gone
}

package second

import (
	"encoding/base64"
	"fmt"
	"io"
	"net/http"
	"strings"
	"time"
)

// picture is an image that was uploaded, or is in a document.
type picture struct {
	data []byte
	made time.Time
}

const (
	pictureMax  = 10 << 20
	pictureLife = 24 * time.Hour
)

// isPicture recognizes the formats that upload_image takes.
func isPicture(b []byte) bool {
	t := http.DetectContentType(b)
	return strings.HasPrefix(t, "image/") || strings.Contains(string(b[:min(len(b), 400)]), "<svg")
}

// keep stores the bytes of an image, or returns what is wrong with them.
func (s *Server) keep(prefix string, b []byte) (string, *failure) {
	switch {
	case len(b) > pictureMax:
		return "", fail(400001, "the image is larger than 10 MB")
	case !isPicture(b):
		return "", fail(400001, "this is no image")
	}
	id := s.id(prefix)
	s.images[id] = &picture{b, s.now()}
	return id, nil
}

func (s *Server) uploadImage(a args) (object, *failure) {
	b, _ := base64.StdEncoding.DecodeString(a.str("image_base64"))
	id, bad := s.keep("enc-", b)
	if bad != nil {
		return nil, bad
	}
	return object{"image_id": id}, nil
}

// OpenToken is the Access-Token of the open platform.
const OpenToken = "access-1"

// openPlatform accepts an image as the open platform does: "doc.insert_image" in
// the specification.
func (s *Server) openPlatform(w http.ResponseWriter, r *http.Request) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.seen = append(s.seen, Request{Method: r.Method, Tool: "images", At: s.now()})
	if f, ok := s.take("images"); ok {
		f.spoil(w)
		return
	}
	if r.Header.Get("Authorization") != "" {
		s.breach("the token of the tools went to the open platform")
	}
	for _, h := range []string{"Access-Token", "Client-Id", "Open-Id"} {
		if r.Header.Get(h) == "" {
			s.breach("images: the header %s is missing", h)
			http.Error(w, "a header is missing", http.StatusUnauthorized)
			return
		}
	}
	if r.Header.Get("Access-Token") != OpenToken {
		http.Error(w, "Access-Token is wrong", http.StatusUnauthorized)
		return
	}
	if r.Method != http.MethodPost {
		s.breach("images by %s", r.Method)
		w.WriteHeader(http.StatusMethodNotAllowed)
		return
	}
	f, h, err := r.FormFile("image")
	if err != nil {
		s.breach("images without the form field image: %v", err)
		http.Error(w, "no image", http.StatusBadRequest)
		return
	}
	b, err := io.ReadAll(f)
	if err != nil || h.Filename == "" {
		http.Error(w, "no image", http.StatusBadRequest)
		return
	}
	id, bad := s.keep("enc-", b)
	if bad != nil {
		http.Error(w, bad.msg, http.StatusBadRequest)
		return
	}
	w.Header().Set("Content-Type", "application/json")
	if s.opt.OpenWrapped {
		_, _ = fmt.Fprintf(w, `{"ret":0,"msg":"ok","data":{"imageID":%q}}`, id)
		return
	}
	_, _ = fmt.Fprintf(w, `{"imageID":%q}`, id)
}

// picture serves an image of a document at its signed URL.
func (s *Server) picture(w http.ResponseWriter, r *http.Request) {
	s.mu.Lock()
	defer s.mu.Unlock()
	p := s.images[strings.TrimPrefix(r.URL.Path, pathImage)]
	if r.Header.Get("Authorization") != "" {
		s.breach("the token went to the address of an image")
	}
	if p == nil || r.URL.Query().Get("sign") == "" {
		http.NotFound(w, r)
		return
	}
	w.Header().Set("Content-Type", http.DetectContentType(p.data))
	_, _ = w.Write(p.data)
}

// newImage is the image of an edit: by content or by id, not both.
func (s *Server) newImage(tool string, a args) (Image, *failure) {
	if a.has("content") == a.has("image_id") {
		s.breach("%s: exactly one of content and image_id is given", tool)
		return Image{}, fail(400001, "exactly one of content and image_id is given")
	}
	var b []byte
	if a.has("content") {
		b, _ = base64.StdEncoding.DecodeString(a.str("content"))
	} else {
		p := s.images[a.str("image_id")]
		if p == nil || !strings.HasPrefix(a.str("image_id"), "enc-") || s.now().Sub(p.made) > pictureLife {
			return Image{}, fail(400001, "image_id is not known")
		}
		b = p.data
	}
	id, bad := s.keep("pic-", b)
	if bad != nil {
		return Image{}, bad
	}
	m := Image{Width: int(a.int("width", 0)), Height: int(a.int("height", 0))}
	if s.opt.Attachments {
		m.Attachment = "att-" + id
	} else {
		m.URL = s.base + pathImage + id
	}
	return m, nil
}

func (f *failure) ofEdit() *failure {
	f.edit = object{"base_version": 0, "new_version": 0}
	return f
}

func (s *Server) insertImage(a args) (object, *failure) {
	m, bad := s.newImage("doc.insert_image", a)
	if bad != nil {
		return nil, bad.ofEdit()
	}
	return s.at("doc.insert_image", "index", a, func(d Flat, at int64) (Flat, error) { return d.InsertImage(at, m) })
}

// replaceImage needs all three: "All three groups must be present, or the
// replacement fails".
func (s *Server) replaceImage(a args) (object, *failure) {
	const tool = "doc.replace_image"
	if a.has("old_image_url") == a.has("old_attachment_id") {
		s.breach("%s: one of old_image_url and old_attachment_id is given", tool)
		return nil, fail(400001, "the old image is not told").ofEdit()
	}
	if strings.Contains(a.str("old_image_url"), "?") {
		s.breach("%s: old_image_url has a query", tool)
		return nil, fail(400001, "old_image_url does not match").ofEdit()
	}
	m, bad := s.newImage(tool, a)
	if bad != nil {
		return nil, bad.ofEdit()
	}
	at := a.int("idx", 0)
	return s.edit(tool, a, spot{at: []int64{at}, image: true}, func(d Flat, _ *word, to move) (Flat, error) {
		old, ok := d.ImageAt(to(at))
		if ok && (a.has("old_image_url") && old.URL != a.str("old_image_url") || a.has("old_attachment_id") && old.Attachment != a.str("old_attachment_id")) {
			return d, &Refused{Words: "the old image is another"}
		}
		return d.ReplaceImage(to(at), m)
	})
}

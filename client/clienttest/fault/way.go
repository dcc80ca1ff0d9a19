package fault

import (
	"errors"
	"io"
	"net/http"
	"strconv"
	"time"

	"aloft/model/text"
)

// part is a request to the object store of the drive.
func (l *lab) part(w http.ResponseWriter, r *http.Request) {
	out := l.way(w, r)
	switch r.Method {
	case http.MethodPut:
		if l.strikes("part-refused") {
			_, _ = io.Copy(io.Discard, r.Body)
			w.Header().Set("Content-Type", "application/xml")
			w.WriteHeader(http.StatusForbidden)
			_, _ = io.WriteString(w, "<Error><Code>AccessDenied</Code><Message>switched on</Message></Error>")
			return
		}
		l.upload(out, r, "part-wrong")
	case http.MethodPost:
		if l.strikes("no-callback") {
			out.success = http.StatusNonAuthoritativeInfo
			out.words = "<Error><Code>CallbackFailed</Code><Message>the object is complete, its callback failed</Message></Error>"
		}
	}
	l.next(out, r)
}

// bytes is a download of the drive.
func (l *lab) bytes(w http.ResponseWriter, r *http.Request) {
	out := l.way(w, r)
	if r.Method == http.MethodGet {
		if l.strikes("link-ends") {
			w.Header().Set("Content-Type", "text/plain; charset=utf-8")
			w.WriteHeader(http.StatusForbidden)
			_, _ = io.WriteString(w, text.Wire(text.BlobExpired)+"\n")
			return
		}
		out.half, out.short, out.wrong, out.stops = l.strikes("cut-download"), l.strikes("down-short"), l.strikes("down-wrong"), l.strikes("down-stops")
	}
	l.download(out, r)
}

// blob is the bytes of an import or an export.
func (l *lab) blob(w http.ResponseWriter, r *http.Request) {
	out := l.way(w, r)
	if r.Method != http.MethodPut {
		out.half = r.Method == http.MethodGet && l.strikes("cut-download")
		l.download(out, r)
		return
	}
	l.upload(out, r, "")
	switch word := l.f.Blobs.PutStatus; word {
	case "":
	case "mixed":
		out.success = []int{200, 201, 204}[l.luck.Number(3)]
	default:
		out.success, _ = strconv.Atoi(word)
	}
	l.next(out, r)
}

func (l *lab) download(out *way, r *http.Request) {
	if out.whole = l.f.Blobs.NoRange; out.whole {
		r.Header = r.Header.Clone()
		r.Header.Del("Range")
		r.Header.Del("If-Range")
	}
	l.next(out, r)
}

// upload breaks off in the middle, or changes a byte.
func (l *lab) upload(out *way, r *http.Request, wrong string) {
	b := &sent{ReadCloser: r.Body, way: out, left: -1}
	if l.strikes("cut-upload") {
		b.left = r.ContentLength / 2
	}
	b.wrong = wrong != "" && l.strikes(wrong)
	r.Body = b
}

// sent is the body of an upload on its way.
type sent struct {
	io.ReadCloser
	way   *way
	left  int64 // the connection breaks after that many bytes; -1 = never
	wrong bool  // the first byte is another
}

var errCut = errors.New("the connection breaks")

func (s *sent) Read(p []byte) (int, error) {
	if s.left == 0 {
		s.way.cut = true
		return 0, errCut
	}
	if s.left > 0 {
		p = p[:min(int64(len(p)), s.left)]
	}
	n, err := s.ReadCloser.Read(p)
	if s.left > 0 {
		s.left -= int64(n)
	}
	if s.wrong && n > 0 {
		s.wrong = false
		p[0] ^= 1
	}
	s.way.carried(n)
	return n, err
}

// way is an answer of bytes on its way.
type way struct {
	http.ResponseWriter
	lab     *lab
	r       *http.Request
	cut     bool   // the connection has broken: there is no answer
	half    bool   // it breaks after half of the announced bytes
	short   bool   // one byte less than it should be is announced and sent
	wrong   bool   // one byte is another
	stops   bool   // the last hundredth never comes
	whole   bool   // ranges are not known
	success int    // the status of success, 0 = the service's
	words   string // the body of a success, "" = the service's

	sent, length, end int64
	begun             bool
}

func (l *lab) way(w http.ResponseWriter, r *http.Request) *way {
	return &way{ResponseWriter: w, lab: l, r: r, length: -1, end: -1}
}

// Unwrap is for [http.ResponseController].
func (w *way) Unwrap() http.ResponseWriter { return w.ResponseWriter }

func (w *way) carried(n int) {
	if rate := w.lab.f.Bytes.Speed; rate > 0 && n > 0 {
		w.lab.life.Wait(w.r.Context(), time.Duration(n)*time.Second/time.Duration(rate))
	}
}

// WriteHeader implements http.ResponseWriter.
func (w *way) WriteHeader(status int) {
	if w.cut {
		loses()
	}
	if w.success != 0 && status == http.StatusOK {
		status = w.success
	} else {
		w.words = ""
	}
	if !w.begun {
		w.begun = true
		h := w.Header()
		if n, err := strconv.ParseInt(h.Get("Content-Length"), 10, 64); err == nil {
			w.length = n
		}
		if w.short && w.length > 0 {
			w.length--
			h.Set("Content-Length", strconv.FormatInt(w.length, 10))
		}
		switch {
		case w.half && w.length > 0:
			w.end = w.length / 2
		case w.stops && w.length > 0:
			w.end = w.length * 99 / 100
		}
		if w.whole && h.Get("Accept-Ranges") != "" {
			h.Set("Accept-Ranges", "none")
		}
	}
	w.ResponseWriter.WriteHeader(status)
}

// Write implements io.Writer.
func (w *way) Write(p []byte) (n int, err error) {
	if w.words != "" && w.begun {
		_, err := io.WriteString(w.ResponseWriter, w.words)
		return len(p), err
	}
	for len(p) > 0 {
		some := p
		if w.lab.f.Bytes.Speed > 0 && len(some) > 16<<10 {
			some = some[:16<<10]
		}
		if w.short && w.length >= 0 && w.sent+int64(len(some)) > w.length {
			if some = some[:w.length-w.sent]; len(some) == 0 {
				return n + len(p), nil
			}
		}
		if w.end >= 0 && w.sent+int64(len(some)) >= w.end {
			if some = some[:w.end-w.sent]; len(some) == 0 {
				w.breakOff()
			}
		}
		if w.wrong && w.sent == 0 {
			some = append([]byte{some[0] ^ 1}, some[1:]...)
		}
		m, err := w.ResponseWriter.Write(some)
		w.sent, n, p = w.sent+int64(m), n+m, p[m:]
		if err != nil {
			return n, err
		}
		w.carried(m)
	}
	return n, nil
}

func (w *way) breakOff() {
	_ = http.NewResponseController(w.ResponseWriter).Flush()
	if w.stops {
		select {
		case <-w.r.Context().Done():
		case <-w.lab.life.Context().Done():
		}
	}
	loses()
}

package secret

import (
	"cmp"
	"encoding/base64"
	"encoding/json"
	"io"
	"maps"
	"net/url"
	"slices"
	"strings"
	"sync"
)

// minScrubbed: shorter values would mask ordinary words.
const minScrubbed = 6

// Scrubber removes known secrets from texts. A nil Scrubber knows none.
type Scrubber struct {
	mu    sync.Mutex
	known map[string]bool
	r     *strings.Replacer
}

// Add adds a value: as it is, its single cookies, and their URL-, JSON- and
// base64-encoded forms.
func (s *Scrubber) Add(value string) {
	if s == nil || len(value) < minScrubbed {
		return
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.known[value] {
		return
	}
	if s.known == nil {
		s.known = map[string]bool{}
	}
	s.learn(value)
	for _, pair := range strings.Split(value, ";") {
		if _, v, ok := strings.Cut(strings.TrimSpace(pair), "="); ok {
			s.learn(v)
		}
	}
	s.r = nil
}

func (s *Scrubber) learn(v string) {
	if len(v) < minScrubbed {
		return
	}
	s.known[v] = true
	s.known[url.QueryEscape(v)] = true
	s.known[url.PathEscape(v)] = true
	if j, err := json.Marshal(v); err == nil {
		s.known[string(j[1:len(j)-1])] = true
	}
	for _, enc := range []*base64.Encoding{base64.RawStdEncoding, base64.RawURLEncoding} {
		for _, e := range inBase64(enc, v) {
			if len(e) >= minScrubbed {
				s.known[e] = true
			}
		}
	}
}

// inBase64 returns the characters that depend on the value alone, wherever it is in
// the encoded text: three forms, one for each offset.
func inBase64(enc *base64.Encoding, v string) []string {
	var out []string
	for off := range 3 {
		whole := enc.EncodeToString(append(make([]byte, off), v...))
		from, to := (off*8+5)/6, (off+len(v))*8/6
		out = append(out, whole[from:to])
	}
	return out
}

// Scrub replaces every known form.
func (s *Scrubber) Scrub(t string) string {
	if s == nil {
		return t
	}
	s.mu.Lock()
	if s.r == nil {
		// Long forms first, so that no part of one is left.
		forms := slices.SortedFunc(maps.Keys(s.known), func(a, b string) int {
			return cmp.Or(cmp.Compare(len(b), len(a)), strings.Compare(a, b))
		})
		pairs := make([]string, 0, 2*len(forms))
		for _, f := range forms {
			pairs = append(pairs, f, Redacted)
		}
		s.r = strings.NewReplacer(pairs...)
	}
	r := s.r
	s.mu.Unlock()
	return r.Replace(t)
}

// Writer scrubs each write as a whole; log handlers write one record at a time.
func (s *Scrubber) Writer(w io.Writer) io.Writer { return &scrubWriter{s, w} }

type scrubWriter struct {
	s *Scrubber
	w io.Writer
}

func (w *scrubWriter) Write(p []byte) (int, error) {
	if _, err := io.WriteString(w.w, w.s.Scrub(string(p))); err != nil {
		return 0, err
	}
	return len(p), nil
}

func sorted[V any](m map[string]V) []string { return slices.Sorted(maps.Keys(m)) }

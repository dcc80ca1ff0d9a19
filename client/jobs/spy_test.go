package jobs

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"strings"
	"sync"
	"time"
)

// spy is between client and service, and notes what breaks an invariant of the jobs
// design: the gap (I5), ids that are not from a listing after the last mutation (I6), too
// large and double calls (I7), and mutations that nobody may send (I9).
type spy struct {
	rt      http.RoundTripper
	gap     time.Duration // that must be between two requests; 0 = not looked at
	between func()        // before each request; may be nil

	mu      sync.Mutex
	last    time.Time // when the last request arrived
	order   int
	sent    int // order of the last mutation
	listed  map[string]int
	intents int    // on the disk since the last mutation
	silent  string // why no mutation may arrive now
	bad     []string
	edit    func([]byte) []byte // a spoiler's change to a mutation
}

// forbid forbids mutations for a reason; "" = they are allowed.
func (s *spy) forbid(why string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.silent = why
}

// announced: that many intents have become durable.
func (s *spy) announced(n int) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.intents = n
}

func (s *spy) say(format string, args ...any) { s.bad = append(s.bad, fmt.Sprintf(format, args...)) }

func (s *spy) RoundTrip(r *http.Request) (*http.Response, error) {
	if s.between != nil {
		s.between()
	}
	s.mu.Lock()
	if d := time.Since(s.last); !s.last.IsZero() && d < s.gap {
		s.say("I5: two requests were %v apart", d)
	}
	s.last = time.Now()
	s.mu.Unlock()
	if r.Method == http.MethodPost && !strings.HasSuffix(r.URL.Path, "/file/download") {
		s.mutation(r)
		return s.rt.RoundTrip(r)
	}
	res, err := s.rt.RoundTrip(r)
	if err != nil || !strings.HasSuffix(r.URL.Path, "/file/sort") {
		return res, err
	}
	body, err := io.ReadAll(res.Body)
	res.Body = io.NopCloser(bytes.NewReader(body))
	var l struct {
		Data struct {
			List []struct{ Fid string } `json:"list"`
		} `json:"data"`
	}
	if json.Unmarshal(body, &l) == nil {
		s.mu.Lock()
		s.order++
		for _, e := range l.Data.List {
			s.listed[e.Fid] = s.order
		}
		s.mu.Unlock()
	}
	return res, err
}

func (s *spy) mutation(r *http.Request) {
	body, _ := io.ReadAll(r.Body)
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.edit != nil {
		body = s.edit(body)
		r.ContentLength = int64(len(body))
	}
	r.Body = io.NopCloser(bytes.NewReader(body))
	var m struct {
		Filelist []string `json:"filelist"`
		Fid      string   `json:"fid"`
		To       string   `json:"to_pdir_fid"`
		Parent   string   `json:"pdir_fid"`
	}
	if err := json.Unmarshal(body, &m); err != nil {
		s.say("%v", err)
	}
	if s.silent != "" {
		s.say("I9: a mutation was sent although %s", s.silent)
	}
	if s.intents--; s.intents < 0 {
		s.say("I9: a mutation was sent without an intent on the disk")
	}
	s.intents = max(0, s.intents)
	if len(m.Filelist) > 30 {
		s.say("I7: %d ids in a call", len(m.Filelist))
	}
	twice := map[string]bool{}
	for _, id := range append(m.Filelist, m.Fid, m.To, m.Parent) {
		if id == "" || id == "0" {
			continue
		}
		if s.listed[id] <= s.sent {
			s.say("I6: a mutation used an id from before the last mutation")
		}
		if twice[id] {
			s.say("I7: an id stands twice in a call")
		}
		twice[id] = true
	}
	s.order++
	s.sent = s.order
}

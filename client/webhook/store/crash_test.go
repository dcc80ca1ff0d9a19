package store

import (
	"bytes"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"testing"
	"time"

	"pgregory.net/rapid"

	"aloft/client/durable"
	"aloft/model"
	"aloft/model/text"
)

// noSync: the tests simulate crashes by cutting files, not by power cuts.
func noSync(*os.File) error { return nil }

// history is what a test did and what the store acknowledged.
type history struct {
	at   []int64             // length of the log when it was acknowledged
	then []map[string]string // the state of each delivery then
	all  map[string][]string // every state that each delivery ever had
}

func (h *history) acked(s *Store, size int64) {
	now := map[string]string{}
	s.index.mu.Lock()
	for id, e := range s.list.byID {
		now[id] = string(e.d.State)
	}
	s.index.mu.Unlock()
	h.at, h.then = append(h.at, size), append(h.then, now)
}

// At every byte at which the log can end, what had been acknowledged until then
// exists, once, and each delivery has a state that it had, or was cut from.
func TestCrashAtEveryByte(t *testing.T) {
	if f := flag.Lookup("rapid.checks"); f != nil && f.Value.String() == f.DefValue {
		_ = flag.Set("rapid.checks", "6")
		defer flag.Set("rapid.checks", f.DefValue)
	}
	rapid.Check(t, func(r *rapid.T) {
		dir, err := os.MkdirTemp("", "aloft-crash")
		if err != nil {
			r.Fatal(err)
		}
		defer os.RemoveAll(dir)
		h := play(t, r, dir)
		log, err := os.ReadFile(segmentPath(dir, 1))
		if err != nil {
			r.Fatal(err)
		}
		for n := range len(log) + 1 {
			h.read(r, log[:n])
		}
		for range 3 { // and what the next owner makes of it
			h.check(t, r, log[:rapid.IntRange(0, len(log)).Draw(r, "crash")])
		}
	})
}

// play does random things to a store in one segment.
func play(t *testing.T, r *rapid.T, dir string) *history {
	h := &history{all: map[string][]string{}}
	held, err := Lock(dir)
	if err != nil {
		r.Fatal(err)
	}
	defer held.Close()
	s, err := Open(dir, held, Options{sync: noSync, lazy: time.Hour})
	if err != nil {
		r.Fatal(err)
	}
	defer s.Close()
	size := func() int64 {
		if err := s.Settle(t.Context()); err != nil {
			r.Fatal(err)
		}
		st, err := os.Stat(segmentPath(dir, 1))
		if err != nil {
			r.Fatal(err)
		}
		return st.Size()
	}
	var ids []string
	at := noon
	for range rapid.IntRange(1, 10).Draw(r, "steps") {
		at = at.Add(time.Second)
		switch k := rapid.IntRange(0, 9).Draw(r, "what"); {
		case k <= 3 || len(ids) == 0:
			d := model.Delivery{ID: NewID(at), At: at, Event: rapid.String().Draw(r, "event"), State: model.DeliveryWaiting}
			body := rapid.SliceOfN(rapid.Byte(), 0, 50).Draw(r, "body")
			if err := s.Add(t.Context(), d, Stored{Method: "POST", Body: body, Key: d.ID}); err != nil {
				r.Fatal(err)
			}
			ids = append(ids, d.ID)
			h.all[d.ID] = append(h.all[d.ID], string(d.State))
		case k <= 6:
			id := rapid.SampledFrom(ids).Draw(r, "id")
			d := *s.Get(id)
			d.State = rapid.SampledFrom([]model.DeliveryState{model.DeliveryAsking, model.DeliveryRunning, model.DeliveryDone,
				model.DeliveryFailed, model.DeliveryStopped}).Draw(r, "state")
			s.Set(d)
			h.all[id] = append(h.all[id], string(s.Get(id).State))
		case k == 7:
			s.Refuse(model.Delivery{At: at, Status: 401, Reason: model.Say("unauthorized")}, Stored{})
		case k == 8:
			s.Clear()
		case k == 9:
			s.SetDetail(rapid.SampledFrom(ids).Draw(r, "id"), Ran{Dir: "/"})
		}
		h.acked(s, size())
	}
	for id, d := range deliveriesOf(s) {
		if d.State == model.DeliveryRefused {
			h.all[id] = []string{string(d.State)}
		}
	}
	return h
}

func deliveriesOf(s *Store) map[string]*model.Delivery {
	out := map[string]*model.Delivery{}
	s.index.mu.Lock()
	defer s.index.mu.Unlock()
	for id, e := range s.list.byID {
		out[id] = e.d
	}
	return out
}

// read returns what a reader sees of the log: everything that was acknowledged, in
// its state then, or a later one.
func (h *history) read(r *rapid.T, log []byte) map[string]*model.Delivery {
	l := newList()
	_, err := durable.Lines(bytes.NewReader(log), 0, maxLine, func(line []byte, off int64) error {
		l.take(line, span{1, off, len(line)})
		return nil
	})
	if err != nil {
		r.Fatal(err)
	}
	got := map[string]*model.Delivery{}
	for id, e := range l.byID {
		got[id] = e.d
	}
	known := map[string]string{}
	for i, at := range h.at {
		if at <= int64(len(log)) {
			known = h.then[i]
		}
	}
	for id := range known {
		if got[id] == nil {
			r.Fatalf("after %d bytes %s is gone", len(log), id)
		}
	}
	for id, d := range got {
		at := lastIndex(h.all[id], string(d.State))
		if at < 0 {
			r.Fatalf("%s is %s, and was %v", id, d.State, h.all[id])
		}
		if was := known[id]; at < firstIndex(h.all[id], was) {
			r.Fatalf("%s is %s, but %s was acknowledged", id, d.State, was)
		}
	}
	return got
}

// check opens what a crash after these bytes leaves.
func (h *history) check(t *testing.T, r *rapid.T, log []byte) {
	dir, err := os.MkdirTemp("", "aloft-crashed")
	if err != nil {
		r.Fatal(err)
	}
	defer os.RemoveAll(dir)
	if err := os.Mkdir(filepath.Join(dir, logName), 0o700); err != nil {
		r.Fatal(err)
	}
	if err := os.WriteFile(segmentPath(dir, 1), log, 0o600); err != nil {
		r.Fatal(err)
	}
	followed := h.read(r, log)
	lone := ownerlessly(t, r, dir)
	held, err := Lock(dir)
	if err != nil {
		r.Fatal(err)
	}
	defer held.Close()
	s, err := Open(dir, held, Options{sync: noSync})
	if err != nil {
		r.Fatal(err)
	}
	got := deliveriesOf(s)
	if len(got) != len(followed) {
		r.Fatalf("%d deliveries, and read were %d", len(got), len(followed))
	}
	for id, d := range got {
		was := followed[id].State
		if want := !was.Ended(); want != (d.State == model.DeliveryCut) || !want && d.State != was {
			r.Fatalf("%s was %s and is %s", id, was, d.State)
		}
		if l := lone[id]; l == nil || l.State != d.State || l.Reason != d.Reason {
			r.Fatalf("without an owner it was told %+v, and is %+v", l, d)
		}
		if was != model.DeliveryRefused {
			began := d.State != model.DeliveryCut || d.Reason.String() == string(text.HookCutRunning)
			if first, ok := s.Seen(id, d.At); ok != began || ok && first != id {
				r.Fatalf("the key of %s, which is %s: %v", id, d.State, ok)
			}
		}
	}
	// It goes on, and the next one finds everything, once.
	more := model.Delivery{ID: NewID(noon.Add(time.Hour)), At: noon.Add(time.Hour), State: model.DeliveryIgnored}
	if err := s.Add(t.Context(), more, Stored{}); err != nil {
		r.Fatal(err)
	}
	ids := map[string]int{}
	err = s.All(t.Context(), func(d *model.Delivery) bool {
		ids[d.ID]++
		return true
	})
	if err != nil || len(ids) != len(got)+1 || ids[more.ID] != 1 {
		r.Fatalf("%v: %v, want %d and one more", err, ids, len(got))
	}
	if err := s.Close(); err != nil {
		r.Fatal(err)
	}
	b, err := os.ReadFile(segmentPath(dir, 1))
	if err != nil || !bytes.HasSuffix(b, []byte("\n")) {
		r.Fatalf("%v %q", err, b)
	}
	for _, line := range bytes.Split(bytes.TrimSpace(b), []byte("\n")) {
		if _, ok := decode(line); !ok {
			r.Fatalf("left in the log: %q", line)
		}
	}
}

// ownerlessly is what a reader shows while there is no owner.
func ownerlessly(t *testing.T, r *rapid.T, dir string) map[string]*model.Delivery {
	s, err := Follow(t.Context(), dir, Options{})
	if err != nil {
		r.Fatal(err)
	}
	defer s.Close()
	told := map[string]*model.Delivery{}
	if err := s.All(t.Context(), func(d *model.Delivery) bool {
		told[d.ID] = d
		return true
	}); err != nil {
		r.Fatal(err)
	}
	for id, d := range deliveriesOf(s) {
		if told[id] == nil || told[id].State != d.State {
			r.Fatalf("%s is %s, and told is %+v", id, d.State, told[id])
		}
	}
	return told
}

func firstIndex(all []string, s string) int {
	for i, a := range all {
		if a == s {
			return i
		}
	}
	return -1
}

func lastIndex(all []string, s string) int {
	for i := len(all) - 1; i >= 0; i-- {
		if all[i] == s {
			return i
		}
	}
	return -1
}

// A segment may contain anything after a power cut: its valid lines are read.
func TestForeignBytes(t *testing.T) {
	good := func(i int) []byte {
		d := &model.Delivery{ID: NewID(noon.Add(time.Duration(i) * time.Second)), At: noon, State: model.DeliveryDone, Count: 1}
		b, err := (&record{T: recAdd, ID: d.ID, Arrived: arrivedOf(d, ""), Became: becameOf(d)}).line()
		if err != nil {
			t.Fatal(err)
		}
		return b
	}
	a, b := good(1), good(2)
	set := func(line []byte, st string) []byte {
		return fmt.Appendf(nil, `{"t":"set","id":%q,"s":{"state":%q,"exit":0}}`+"\n", idOf(line), st)
	}
	tests := map[string]struct {
		log  [][]byte
		want int
	}{
		"whole":             {[][]byte{a, b}, 2},
		"doubled":           {[][]byte{a, b, a, b}, 2},
		"begun again":       {[][]byte{a, set(a, "running"), set(a, "waiting")}, 1},
		"torn in between":   {[][]byte{a[:len(a)/2], []byte("\n"), b}, 1},
		"torn and run on":   {[][]byte{a[:len(a)/2], b}, 0},
		"zeroes":            {[][]byte{a, make([]byte, 4096), []byte("\n"), b}, 2},
		"zeroes to the end": {[][]byte{a, b, make([]byte, 4096)}, 2},
		"a huge line":       {[][]byte{a, bytes.Repeat([]byte("x"), maxLine+3), []byte("\n"), b}, 2},
		"a huge line ends":  {[][]byte{a, bytes.Repeat([]byte("{"), 3*maxLine)}, 1},
		"empty lines":       {[][]byte{[]byte("\n\r\n"), a, []byte("\n"), b}, 2},
		"carriage returns":  {[][]byte{bytes.TrimSpace(a), []byte("\r\n"), b}, 2},
		"other JSON":        {[][]byte{[]byte("null\n[]\n1\n{}\n\"x\"\n{\"t\":\"add\"}\n{\"t\":\"set\",\"id\":\"x\"}\n"), a}, 1},
		"a bad id":          {[][]byte{bytes.Replace(a, []byte(idOf(a)), []byte("../../../../etc/pass"), 1)}, 0},
		"of nobody":         {[][]byte{set(b, "done"), a}, 1},
		"nothing":           {nil, 0},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			dir := t.TempDir()
			if err := os.Mkdir(filepath.Join(dir, logName), 0o700); err != nil {
				t.Fatal(err)
			}
			if err := os.WriteFile(segmentPath(dir, 3), bytes.Join(tt.log, nil), 0o600); err != nil {
				t.Fatal(err)
			}
			f := followed(t, dir, Options{})
			if got := f.Deliveries(); len(got) != tt.want {
				t.Errorf("the follower sees %d", len(got))
			}
			s := owned(t, dir, Options{})
			if got := s.Deliveries(); len(got) != tt.want {
				t.Errorf("the owner sees %d", len(got))
			}
			for _, d := range s.Deliveries() {
				if d.State != model.DeliveryDone {
					t.Errorf("%+v", d)
				}
			}
			add(t, s, model.Delivery{State: model.DeliveryIgnored}, Stored{})
			until(t, "the follower sees the new one", func() bool { return rows(f) == rows(s) })
			if got := all(t, s); len(got) != tt.want+1 {
				t.Errorf("%d in all", len(got))
			}
		})
	}
}

func FuzzLog(f *testing.F) {
	f.Add([]byte("{\"t\":\"req\",\"id\":\"01hf7yat00abcdefghjk\",\"r\":{}}\n{\"t\":\"add\",\"id\":\"01hf7yat00abcdefghjk\",\"d\":{\"at\":\"2026-11-21T12:00:00Z\"},\"s\":{\"state\":\"running\",\"exit\":0}}\n"))
	f.Add([]byte("{\"t\":\"seg\",\"from\":-5}\n{\"t\":\"keys\",\"keys\":[{\"k\":\"a\",\"id\":\"b\",\"at\":\"0001-01-01T00:00:00Z\"}]}\n\x00\x00"))
	f.Fuzz(func(t *testing.T, b []byte) {
		l := newList()
		end, err := durable.Lines(bytes.NewReader(b), 0, maxLine, func(line []byte, off int64) error {
			if off < 0 || off+int64(len(line)) > int64(len(b)) || !bytes.Equal(b[off:off+int64(len(line))], line) {
				t.Fatalf("a line of %d bytes at %d is not there", len(line), off)
			}
			if id := idOf(line); id != "" && !valid(id) {
				t.Fatalf("%q is an id", id)
			}
			l.take(line, span{1, off, len(line)})
			return nil
		})
		if err != nil || end > int64(len(b)) || end > 0 && b[end-1] != '\n' {
			t.Fatal(end, err)
		}
		for _, e := range l.order {
			d := e.d
			if !valid(d.ID) || d.Count < 1 || len(d.Event) > maxName || len(d.Notes) > maxNotes {
				t.Fatalf("%+v", d)
			}
			if _, err := (&record{T: recAdd, ID: d.ID, Arrived: arrivedOf(d, ""), Became: becameOf(d)}).line(); err != nil {
				t.Fatal(err)
			}
		}
		l.deliveries()
	})
}

package store

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"aloft/client/system"
	"aloft/model"
)

var noon = time.Date(2026, 11, 21, 12, 0, 0, 0, time.UTC)

// owned opens a store as its owner.
func owned(t testing.TB, dir string, o Options) *Store {
	t.Helper()
	s, err := Open(dir, o)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = s.Close() })
	return s
}

// end closes an owner before the test does.
func end(t testing.TB, s *Store) {
	t.Helper()
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
}

func followed(t testing.TB, dir string, o Options) *Store {
	t.Helper()
	s, err := Follow(context.Background(), dir, o)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = s.Close() })
	return s
}

// until waits for a condition.
func until(t testing.TB, what string, ok func() bool) {
	t.Helper()
	for end := time.Now().Add(time.Minute); !ok(); {
		if time.Now().After(end) {
			t.Fatal("still not: " + what)
		}
		tick := time.NewTimer(2 * time.Millisecond)
		<-tick.C
	}
}

func add(t testing.TB, s *Store, d model.Delivery, r Stored) model.Delivery {
	t.Helper()
	if d.At.IsZero() {
		d.At = time.Now()
	}
	if d.ID == "" {
		d.ID = NewID(d.At)
	}
	if err := s.Add(t.Context(), d, r); err != nil {
		t.Fatal(err)
	}
	return d
}

func all(t testing.TB, s *Store) []model.Delivery {
	t.Helper()
	var out []model.Delivery
	err := s.All(t.Context(), func(d *model.Delivery) bool {
		out = append(out, *d)
		return true
	})
	if err != nil {
		t.Fatal(err)
	}
	return out
}

// row is a delivery as one line.
func row(d *model.Delivery) string {
	return fmt.Sprintf("%s %s %s %q %d %d %d %d %v %v %v %q", d.ID, d.State, d.Event, d.Reason, d.Count, d.Ahead, d.Exit,
		d.Output, d.At.UTC(), d.Started.UTC(), d.Ended.UTC(), d.Notes)
}

func rows(s *Store) string {
	var b strings.Builder
	for _, d := range s.Deliveries() {
		b.WriteString(row(d) + "\n")
	}
	return b.String()
}

func TestStoreAll(t *testing.T) {
	dir := t.TempDir()
	s := owned(t, dir, Options{})
	big := bytes.Repeat([]byte("0123456789abcdef"), maxPart/16+1) // in two parts
	body := []byte(`{"exec":"make","n":12345678901234567890,"raw":"` + "\xff" + `"}`)
	a := add(t, s, model.Delivery{Event: "push", Project: "p", Session: "tui:a", Kind: model.DeliveryExec, Work: "make", Status: 200,
		State: model.DeliveryWaiting, Ahead: 2, Bytes: int64(len(body))},
		Stored{Method: "POST", Path: "/hook", Header: []model.HeaderLine{{Name: "X-A", Value: "1"}, {Name: "X-A", Value: "<2>"}},
			Body: body, WorkDir: "/w", Key: "key"})
	b := add(t, s, model.Delivery{Event: "ci", Session: "log:b", Kind: model.DeliveryPrompt, Work: "look", State: model.DeliveryWaiting,
		Bytes: int64(len(big))}, Stored{Method: "POST", Path: "/hook", Body: big})

	run := a
	run.State, run.Started, run.Ahead = model.DeliveryRunning, time.Now(), 0
	s.Set(run)
	s.Started(a.ID, 4711, "99")
	s.SetDetail(a.ID, Ran{Dir: "/d", Argv: []string{"sh", "-c", "make"}})
	s.SetDetail(b.ID, Ran{Argv: []string{"agent"}, Prompt: big})
	out := bytes.Repeat([]byte("x"), 3*maxShown)
	if err := os.WriteFile(s.OutputFile(a.ID), out, 0o600); err != nil {
		t.Fatal(err)
	}
	done := run
	done.State, done.Ended, done.Exit, done.Output, done.Notes = model.DeliveryFailed, time.Now(), 2, int64(len(out)), []model.Sentence{model.Say("a note")}
	s.Set(done)

	check := func(t *testing.T, s *Store) {
		if got := s.Deliveries(); len(got) != 2 || got[0].ID != b.ID || got[1].ID != a.ID {
			t.Fatalf("%v", got)
		}
		got, err := s.Delivery(t.Context(), a.ID)
		if err != nil {
			t.Fatal(err)
		}
		if !bytes.Equal(got.Body, body) || got.Method != "POST" || got.Path != "/hook" || got.WorkDir != "/w" || got.Dir != "/d" ||
			fmt.Sprint(got.Header) != "[{X-A 1} {X-A <2>}]" || fmt.Sprint(got.Argv) != "[sh -c make]" {
			t.Errorf("%+v", got)
		}
		if got.State != model.DeliveryFailed || got.Exit != 2 || fmt.Sprint(got.Notes) != "[a note]" || got.Event != "push" {
			t.Errorf("%+v", got.Delivery)
		}
		if len(got.Head) != maxShown || len(got.Tail) != maxShown || got.Between != maxShown || got.File != s.OutputFile(a.ID) {
			t.Errorf("%d %d %d %s", len(got.Head), len(got.Tail), got.Between, got.File)
		}
		if !s.Known(t.Context(), b.ID) || s.Known(t.Context(), NewID(noon)) || s.Known(t.Context(), "../"+b.ID) {
			t.Error("what is known is not what there is")
		}
		if got, err := s.Delivery(t.Context(), b.ID); err != nil || !bytes.Equal(got.Body, big) || got.Prompt != string(big) {
			t.Errorf("%v %d %d", err, len(got.Body), len(got.Prompt))
		}
		if id, ok := s.Seen("key", time.Now()); !ok || id != a.ID {
			t.Errorf("the key is of %q", id)
		}
		if _, ok := s.Seen("key", time.Now().Add(24*time.Hour)); ok {
			t.Error("a key lasts longer than a day")
		}
		part, at, size, err := s.Output(t.Context(), a.ID, -10, 100)
		if err != nil || len(part) != 10 || size != int64(len(out)) || at != size-10 {
			t.Errorf("%d %d %d %v", len(part), at, size, err)
		}
		if part, at, _, err := s.Output(t.Context(), a.ID, size+5, 100); err != nil || len(part) != 0 || at != size {
			t.Errorf("%d %d %v", len(part), at, err)
		}
		if part, _, size, err := s.Output(t.Context(), b.ID, 0, 100); err != nil || len(part) != 0 || size != 0 {
			t.Errorf("nothing was printed: %q %v", part, err)
		}
		for _, id := range []string{"", "../lock", NewID(noon), strings.Repeat("0", 2000)} {
			if _, err := s.Delivery(t.Context(), id); !errors.Is(err, ErrUnknown) {
				t.Errorf("%q: %v", id, err)
			}
			if _, _, _, err := s.Output(t.Context(), id, 0, 1); !errors.Is(err, ErrUnknown) {
				t.Errorf("%q: %v", id, err)
			}
		}
	}
	t.Run("owner", func(t *testing.T) { check(t, s) })
	t.Run("follower", func(t *testing.T) { check(t, followed(t, dir, Options{})) })
	end(t, s)
	t.Run("later", func(t *testing.T) {
		s := owned(t, dir, Options{})
		if got := s.Get(b.ID); got.State != model.DeliveryCut || got.Reason.String() == "" || got.Ended.IsZero() || !got.Started.IsZero() {
			t.Errorf("%+v", got)
		}
		if c := s.Counters(); c != (Counters{}) {
			t.Errorf("%+v: nothing arrived since", c)
		}
		check(t, s)
	})
	st, err := os.Stat(dir)
	if err != nil || !system.Private(st) {
		t.Error(st.Mode(), err)
	}
	err = filepath.WalkDir(dir, func(p string, d os.DirEntry, err error) error {
		if err != nil {
			return err
		}
		if st, err := d.Info(); err != nil || !system.Private(st) {
			t.Errorf("%s: %v %v", p, st.Mode(), err)
		}
		return nil
	})
	if err != nil {
		t.Error(err)
	}
}

func TestRecoverTellsWhatIsTrue(t *testing.T) {
	dir := t.TempDir()
	s := owned(t, dir, Options{})
	states := map[string]model.DeliveryState{}
	for _, st := range []model.DeliveryState{model.DeliveryWaiting, model.DeliveryAsking, model.DeliveryRunning, model.DeliveryDone,
		model.DeliveryIgnored, model.DeliveryFailed} {
		d := add(t, s, model.Delivery{State: model.DeliveryWaiting, Exit: -1}, Stored{})
		d.State = st
		s.Set(d)
		states[d.ID] = st
		if st == model.DeliveryRunning {
			s.Started(d.ID, 7, "start")
		}
	}
	// What is stored before it runs is on the disk then, whatever happens next.
	d := add(t, s, model.Delivery{State: model.DeliveryWaiting}, Stored{})
	d.State = model.DeliveryRunning
	s.Set(d)
	s.SetDetail(d.ID, Ran{Argv: []string{"sh"}})
	f := followed(t, dir, Options{})
	if got := f.Get(d.ID); got == nil || got.State != model.DeliveryRunning {
		t.Errorf("%+v", got)
	}
	end(t, s)
	want := map[model.DeliveryState]string{model.DeliveryWaiting: "before this delivery started", model.DeliveryAsking: "before this delivery started", model.DeliveryRunning: "while it ran"}
	s = owned(t, dir, Options{})
	for id, st := range states {
		now := s.Get(id)
		if why, cut := want[st]; cut != (now.State == model.DeliveryCut) || !strings.Contains(now.Reason.String(), why) || !cut && now.State != st {
			t.Errorf("%s became %s: %q", st, now.State, now.Reason)
		}
		if st == model.DeliveryRunning {
			if l := s.Leftovers(); !slices.Equal(l, []Leftover{{id, 7, "start"}, {d.ID, 0, ""}}) {
				t.Errorf("%+v", l)
			}
		}
	}
	end(t, s)
	s = owned(t, dir, Options{})
	if l := s.Leftovers(); len(l) != 0 {
		t.Errorf("left over once more: %+v", l)
	}
	// An ended delivery does not start again, and a late note is kept.
	for id := range states {
		d := *s.Get(id)
		old := d.State
		d.State = model.DeliveryRunning
		s.Set(d)
		if got := s.Get(id).State; got != old {
			t.Errorf("%s became %s", old, got)
		}
	}
}

func TestClear(t *testing.T) {
	dir := t.TempDir()
	s := owned(t, dir, Options{})
	f := followed(t, dir, Options{})
	done := add(t, s, model.Delivery{State: model.DeliveryIgnored}, Stored{})
	live := add(t, s, model.Delivery{State: model.DeliveryRunning}, Stored{})
	s.Clear()
	if got := s.Deliveries(); len(got) != 1 || got[0].ID != live.ID {
		t.Errorf("%v", got)
	}
	if got := all(t, s); len(got) != 2 {
		t.Errorf("%v", got)
	}
	if _, err := s.Delivery(t.Context(), done.ID); err != nil {
		t.Error(err)
	}
	until(t, "the follower sees the same", func() bool { return rows(f) == rows(s) })
	end(t, s)
	s = owned(t, dir, Options{})
	if got := s.Deliveries(); len(got) != 1 || got[0].ID != live.ID {
		t.Errorf("%v", got)
	}
}

func TestReadersWriteNothing(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "none")
	f := followed(t, dir, Options{})
	if err := f.Add(t.Context(), model.Delivery{ID: NewID(noon)}, Stored{}); !errors.Is(err, ErrReader) {
		t.Error(err)
	}
	f.Set(model.Delivery{ID: NewID(noon)})
	f.Refuse(model.Delivery{}, Stored{})
	f.Clear()
	f.SetDetail(NewID(noon), Ran{})
	f.Started(NewID(noon), 1, "")
	f.Turned("a")
	if err := f.Post("a", model.Message{}); !errors.Is(err, ErrReader) {
		t.Error(err)
	}
	if c := f.Conversation("a", "p"); c.Session != "a" {
		t.Error(c)
	}
	if len(f.Deliveries())+len(f.Conversations())+len(all(t, f)) != 0 {
		t.Error("it has something")
	}
	if _, err := os.Stat(dir); !os.IsNotExist(err) {
		t.Error("it made the folder")
	}
	// The folder is created: that is noticed.
	s := owned(t, dir, Options{})
	add(t, s, model.Delivery{}, Stored{})
	until(t, "the follower sees it", func() bool { return len(f.Deliveries()) == 1 })
}

func TestIDs(t *testing.T) {
	seen := map[string]bool{}
	last := ""
	for i := range 2000 {
		id := NewID(noon.Add(time.Duration(i) * time.Microsecond))
		if !valid(id) || seen[id] || id <= last {
			t.Fatal(id, last)
		}
		seen[id], last = true, id
	}
	for _, id := range []string{"", "a", "../../../etc/passwd0", strings.Repeat("/", 20), strings.Repeat("I", 20), NewID(noon) + "0"} {
		if valid(id) {
			t.Errorf("%q is valid", id)
		}
	}
}

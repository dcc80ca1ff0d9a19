//go:build unix

package store

import (
	"bytes"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"

	"aloft/client"
	"aloft/client/system"
	"aloft/client/system/sqlite"
	"aloft/model"
	"aloft/model/text"
)

func sizeOf(t testing.TB, dir string) (size int64, files int) {
	t.Helper()
	es, err := os.ReadDir(dir)
	if err != nil {
		t.Fatal(err)
	}
	for _, e := range es {
		st, err := e.Info()
		if err != nil {
			continue // dropped just now
		}
		size += st.Size()
		files++
	}
	return size, files
}

// Rows are bounded, and what has not ended stays with everything about it.
func TestDeliveriesAreBounded(t *testing.T) {
	dir := t.TempDir()
	o := Options{fast: true, limits: limits{rows: 100}}
	s := owned(t, dir, o)
	body := bytes.Repeat([]byte("x"), 500)
	live := add(t, s, model.Delivery{Event: "first", State: model.DeliveryWaiting}, Stored{Body: body, Key: "k"})
	run := live
	run.State = model.DeliveryRunning
	s.Set(run)
	s.SetDetail(live.ID, Ran{Dir: "/d"})
	s.Started(live.ID, 42, "then")
	for range maxListed + 2*slack + 200 {
		add(t, s, model.Delivery{State: model.DeliveryIgnored}, Stored{Body: body})
	}
	late := followed(t, dir, Options{})
	if rows(late) != rows(s) || len(late.Deliveries()) != maxListed {
		t.Error("who comes late sees something else")
	}
	if n := len(all(t, late)); n != maxListed+2*slack+201 {
		t.Errorf("%d in all", n)
	}
	s.grow(1 << 40)
	f := followed(t, dir, Options{})
	until(t, "the oldest are gone", func() bool { return len(all(t, f)) == 101 })
	check := func(s *Store, state model.DeliveryState) {
		t.Helper()
		d, err := s.Delivery(t.Context(), live.ID)
		if err != nil || !bytes.Equal(d.Body, body) || d.State != state || d.Dir != "/d" || d.Event != "first" {
			t.Errorf("%+v %v", d, err)
		}
		if id, ok := s.Seen("k", time.Now()); !ok || id != live.ID {
			t.Error("its key is not known")
		}
	}
	check(s, model.DeliveryRunning)
	check(f, model.DeliveryRunning)
	check(followed(t, dir, Options{}), model.DeliveryRunning)
	end(t, s)
	s = owned(t, dir, Options{})
	check(s, model.DeliveryCut)
	if l := s.Leftovers(); len(l) != 1 || l[0] != (Leftover{live.ID, 42, "then"}) {
		t.Errorf("%+v", l)
	}
}

func TestFoldersAreBounded(t *testing.T) {
	dir := t.TempDir()
	o := Options{limits: limits{bodies: 200_000, out: 50_000, grown: 30_000}}
	s := owned(t, dir, o)
	live := add(t, s, model.Delivery{State: model.DeliveryRunning}, Stored{Body: make([]byte, 20_000)})
	print := func(d model.Delivery, n int) {
		if err := os.WriteFile(s.OutputFile(d.ID), make([]byte, n), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	print(live, 30_000)
	old := add(t, s, model.Delivery{State: model.DeliveryIgnored}, Stored{Body: make([]byte, 20_000)})
	var last model.Delivery
	for range 30 {
		last = add(t, s, model.Delivery{State: model.DeliveryRunning}, Stored{Body: make([]byte, 20_000)})
		print(last, 10_000)
		last.State, last.Output = model.DeliveryDone, 10_000
		s.Set(last)
	}
	until(t, "they are small", func() bool {
		bodies := 0
		if err := s.r.use(func(l *sqlite.Link) (err error) {
			_, err = l.Row("SELECT sum(length(data)) FROM part", nil, &bodies)
			return err
		}); err != nil {
			t.Fatal(err)
		}
		outs, _ := sizeOf(t, filepath.Join(dir, outName))
		return bodies <= 250_000 && outs <= 90_000
	})
	for _, d := range []model.Delivery{live, last} {
		if got, err := s.Delivery(t.Context(), d.ID); err != nil || len(got.Body) != 20_000 || len(got.Notes) > 0 || len(got.Head) == 0 {
			t.Errorf("%v %+v", err, got)
		}
	}
	until(t, "the oldest body is gone", func() bool {
		_, err := s.Body(t.Context(), old.ID)
		return err != nil
	})
	d, err := s.Delivery(t.Context(), old.ID)
	if err != nil || len(d.Notes) != 1 || d.Notes[0].String() != "its body is no longer kept" {
		t.Errorf("%v %v", d, err)
	}
	if _, err := s.Body(t.Context(), old.ID); !client.Is(err, client.KindLocal) {
		t.Error(err)
	}
}

// Old deliveries, bodies, messages and outputs are dropped.
func TestOldGoes(t *testing.T) {
	dir := t.TempDir()
	s := owned(t, dir, Options{})
	add(t, s, model.Delivery{State: model.DeliveryIgnored}, Stored{Body: make([]byte, 20_000)})
	if err := s.Post("tui:a", model.Message{Text: "x"}); err != nil {
		t.Fatal(err)
	}
	end(t, s)
	s = owned(t, dir, Options{Now: func() time.Time { return time.Now().Add(31 * 24 * time.Hour) }})
	f := followed(t, dir, Options{})
	until(t, "the old is gone", func() bool {
		parts := 0
		err := s.r.use(func(l *sqlite.Link) (err error) {
			_, err = l.Row("SELECT count(*) FROM part", nil, &parts)
			return err
		})
		return err == nil && parts == 0 && len(all(t, f)) == 0 && len(s.Conversations()) == 0 && len(f.Conversations()) == 0
	})
}

// A disk that is full: the sender gets an error, nothing partial is left, and what
// nobody waits for is written when there is room again.
func TestDiskFull(t *testing.T) {
	dir := t.TempDir()
	full := make(chan bool, 1)
	full <- false
	isFull := func() bool {
		b := <-full
		full <- b
		return b
	}
	fill := func(b bool) { <-full; full <- b }
	s := owned(t, dir, Options{retry: time.Millisecond, commit: func() error {
		if isFull() {
			return &os.PathError{Op: "write", Path: dbName, Err: syscall.ENOSPC}
		}
		return nil
	}})
	f := followed(t, dir, Options{})
	d := add(t, s, model.Delivery{State: model.DeliveryWaiting}, Stored{})
	before := rows(s)
	until(t, "the follower sees it", func() bool { return rows(f) == before })
	fill(true)
	lost := model.Delivery{ID: NewID(time.Now()), At: time.Now()}
	if _, seen := s.Claim("key", lost.ID, time.Now()); seen {
		t.Error("the key was seen")
	}
	err := s.Add(t.Context(), lost, Stored{Body: make([]byte, 20_000), Key: "key"})
	if !client.Is(err, client.KindLocal) || !errors.Is(err, syscall.ENOSPC) || !strings.Contains(err.Error(), "no space left") {
		t.Error(err)
	}
	if _, seen := s.Seen("key", time.Now()); seen {
		t.Error("the key of what was not stored is kept")
	}
	if s.Get(lost.ID) != nil || rows(s) != before {
		t.Error("it is in the list")
	}
	run := d
	run.State = model.DeliveryRunning
	s.Set(run)
	if got := s.Get(d.ID).State; got != model.DeliveryRunning {
		t.Error("the state waits for the disk:", got)
	}
	for range 20 {
		if s.Add(t.Context(), lost, Stored{}) == nil {
			t.Error("stored on a full disk")
		}
	}
	fill(false)
	until(t, "the follower sees what was owed", func() bool { return rows(f) == rows(s) })
	if err := s.Add(t.Context(), lost, Stored{}); err != nil {
		t.Error(err)
	}
	until(t, "the follower sees it all", func() bool { return rows(f) == rows(s) })
	if got := all(t, s); len(got) != 2 {
		t.Errorf("%v", got)
	}
}

// A write of which the system writes only a part.
func TestTornWrite(t *testing.T) {
	dir := t.TempDir()
	p := start(t, "limited", dir)
	stored := map[string]bool{}
	failed := 0
	for p.Lines.Scan() {
		switch what, id, _ := strings.Cut(p.Lines.Text(), " "); what {
		case "stored":
			stored[id] = true
		case "failed":
			failed++
		}
	}
	if err := p.Wait(); err != nil || len(stored) == 0 || failed == 0 {
		t.Fatalf("%v: %d stored, %d failed", err, len(stored), failed)
	}
	f := followed(t, dir, Options{})
	got := all(t, f)
	for _, d := range got {
		if !stored[d.ID] {
			t.Errorf("%s is there", d.ID)
		}
	}
	if len(got) != len(stored) {
		t.Errorf("%d of %d are there", len(got), len(stored))
	}
}

// The system itself returns the error.
func TestNoPlace(t *testing.T) {
	t.Run("full device", func(t *testing.T) {
		dir := t.TempDir()
		s := owned(t, dir, Options{commit: func() error { return syscall.EDQUOT }})
		if err := s.Add(t.Context(), model.Delivery{ID: NewID(noon)}, Stored{}); !errors.Is(err, syscall.EDQUOT) {
			t.Error(err)
		}
		ended := make(chan error, 1)
		go func() { ended <- s.Close() }()
		select {
		case <-ended:
		case <-time.After(time.Minute):
			t.Error("it cannot be closed")
		}
		if err := s.Add(t.Context(), model.Delivery{ID: NewID(noon)}, Stored{}); !client.Is(err, client.KindLocal) {
			t.Error(err)
		}
	})
	t.Run("a file in its place", func(t *testing.T) {
		dir := filepath.Join(t.TempDir(), "x")
		if err := os.WriteFile(dir, nil, 0o600); err != nil {
			t.Fatal(err)
		}
		if _, err := Open(dir, Options{}); !client.Is(err, client.KindLocal) || errors.Is(err, system.ErrHeld) {
			t.Error(err)
		}
		if err := PutWish(dir, Wish{Do: DoStop}); !client.Is(err, client.KindLocal) {
			t.Error(err)
		}
	})
	t.Run("the database is removed", func(t *testing.T) {
		dir := t.TempDir()
		s := owned(t, dir, Options{})
		add(t, s, model.Delivery{}, Stored{})
		for _, end := range []string{"", "-wal", "-shm"} {
			if err := os.Remove(s.w.path() + end); err != nil {
				t.Fatal(err)
			}
		}
		first := add(t, s, model.Delivery{State: model.DeliveryIgnored}, Stored{Body: make([]byte, 20_000)})
		if followed(t, dir, Options{}).Get(first.ID) == nil {
			t.Error("stored in a file that is gone")
		}
		if b, err := s.Body(t.Context(), first.ID); err != nil || len(b) != 20_000 {
			t.Error(err)
		}
	})
	t.Run("no database", func(t *testing.T) {
		for name, spoil := range map[string]func(path string) error{
			"a folder": func(path string) error { return os.Mkdir(path, 0o700) },
			"damaged":  func(path string) error { return os.WriteFile(path, bytes.Repeat([]byte("no database "), 1000), 0o600) },
		} {
			dir := t.TempDir()
			if err := spoil(filepath.Join(dir, dbName)); err != nil {
				t.Fatal(err)
			}
			if _, err := Open(dir, Options{}); !client.Is(err, client.KindLocal) || name == "damaged" && !strings.Contains(err.Error(), "is damaged: "+dir) {
				t.Errorf("%s: %v", name, err)
			}
		}
	})
}

// Where outputs take too much together the largest go first, and the details say so.
func TestTheLargestGoFirst(t *testing.T) {
	dir := t.TempDir()
	s := owned(t, dir, Options{limits: limits{out: 50_000, grown: 1}})
	var ids []string
	for _, n := range []int{1_000, 40_000, 2_000, 30_000, 3_000, 35_000} {
		d := add(t, s, model.Delivery{State: model.DeliveryRunning}, Stored{})
		if err := os.WriteFile(s.OutputFile(d.ID), make([]byte, n), 0o600); err != nil {
			t.Fatal(err)
		}
		ids = append(ids, d.ID)
	}
	for i, id := range ids {
		d := *s.Get(id)
		d.State, d.Output = model.DeliveryDone, int64(i+1)
		s.Set(d)
	}
	until(t, "the largest are gone", func() bool {
		size, _ := sizeOf(t, filepath.Join(dir, outName))
		return size <= 50_000
	})
	for i, id := range ids {
		d, err := s.Delivery(t.Context(), id)
		if err != nil {
			t.Fatal(err)
		}
		gone := i == 1 || i == 3
		_, _, _, err = s.Output(t.Context(), id, 0, 10)
		if told := len(d.Notes) == 1 && d.Notes[0].Text == text.HookNoOutput; told != gone || gone != (err != nil) || gone != (d.File == "") {
			t.Errorf("%d: %v, %v", i, d.Notes, err)
		}
	}
}

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
	"aloft/client/durable"
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

// The log stays within its bound, and unended deliveries are moved along with
// everything about them, also for followers.
func TestLogIsBounded(t *testing.T) {
	dir := t.TempDir()
	o := Options{segment: 20_000, limits: limits{log: 60_000}}
	s := owned(t, dir, o)
	f := followed(t, dir, Options{})
	body := bytes.Repeat([]byte("x"), 500)
	live := add(t, s, model.Delivery{Event: "first", State: model.DeliveryWaiting}, Stored{Body: body, Key: "k"})
	run := live
	run.State = model.DeliveryRunning
	s.Set(run)
	s.SetDetail(live.ID, Ran{Dir: "/d"})
	s.Started(live.ID, 42, "then")
	for range 500 {
		add(t, s, model.Delivery{State: model.DeliveryIgnored}, Stored{Body: body})
	}
	if size, files := sizeOf(t, filepath.Join(dir, logName)); size > 100_000 || files > 6 {
		t.Errorf("%d bytes in %d segments", size, files)
	}
	check := func(s *Store, state model.DeliveryState) {
		t.Helper()
		d, err := s.Delivery(t.Context(), live.ID)
		if err != nil || !bytes.Equal(d.Body, body) || d.State != state || d.Dir != "/d" || d.Event != "first" {
			t.Errorf("%+v %v", d, err)
		}
		n := 0
		for _, d := range all(t, s) {
			if d.ID == live.ID {
				n++
			}
		}
		if n != 1 {
			t.Errorf("it is there %d times", n)
		}
		if id, ok := s.Seen("k", time.Now()); !ok || id != live.ID {
			t.Error("its key is not known")
		}
	}
	check(s, model.DeliveryRunning)
	// A late one finds some dropped, but sees what has not ended, and the newest.
	until(t, "the follower has come to the end", func() bool {
		mine, theirs := s.Deliveries(), f.Deliveries()
		return len(theirs) > 0 && row(theirs[0]) == row(mine[0])
	})
	check(f, model.DeliveryRunning)
	check(followed(t, dir, Options{}), model.DeliveryRunning)
	end(t, s)
	s = owned(t, dir, o)
	check(s, model.DeliveryCut)
	if l := s.Leftovers(); len(l) != 1 || l[0] != (Leftover{live.ID, 42, "then"}) {
		t.Errorf("%+v", l)
	}
}

// A reader reads only the segments that matter.
func TestReadsWhatMatters(t *testing.T) {
	dir := t.TempDir()
	s := owned(t, dir, Options{segment: 50_000, sync: noSync})
	for range maxListed + 2*slack + 200 {
		add(t, s, model.Delivery{State: model.DeliveryIgnored}, Stored{Body: bytes.Repeat([]byte("x"), 300)})
	}
	seqs, err := segments(dir)
	if err != nil {
		t.Fatal(err)
	}
	if from := first(dir, seqs[len(seqs)-1]); from <= seqs[0] || from >= seqs[len(seqs)-1] {
		t.Errorf("of %v it reads from %d on", seqs, from)
	}
	f := followed(t, dir, Options{})
	if rows(f) != rows(s) || len(f.Deliveries()) != maxListed {
		t.Error("the follower sees something else")
	}
	if n := len(all(t, f)); n != maxListed+2*slack+200 {
		t.Errorf("%d in all", n)
	}
	rest := all(t, s)
	if d, err := f.Delivery(t.Context(), rest[len(rest)-1].ID); err != nil || len(d.Body) != 300 {
		t.Error(err)
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
	until(t, "the folders are small", func() bool {
		bodies, _ := sizeOf(t, filepath.Join(dir, bodyName))
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
	if err != nil || len(d.Notes) != 1 || !strings.Contains(d.Notes[0].String(), "cannot be read") {
		t.Errorf("%v %v", d, err)
	}
	if _, err := s.Body(t.Context(), old.ID); !client.Is(err, client.KindLocal) {
		t.Error(err)
	}
}

// Old segments, bodies and outputs are dropped.
func TestOldGoes(t *testing.T) {
	dir := t.TempDir()
	s := owned(t, dir, Options{})
	d := add(t, s, model.Delivery{State: model.DeliveryIgnored}, Stored{Body: make([]byte, 20_000)})
	add(t, s, model.Delivery{State: model.DeliveryIgnored}, Stored{Body: make([]byte, 20_000)})
	end(t, s)
	later := Options{Now: func() time.Time { return time.Now().Add(31 * 24 * time.Hour) }, segment: 1}
	s = owned(t, dir, later)
	add(t, s, model.Delivery{State: model.DeliveryIgnored}, Stored{})
	until(t, "the old is gone", func() bool {
		_, err := s.Delivery(t.Context(), d.ID)
		_, files := sizeOf(t, filepath.Join(dir, bodyName))
		return len(all(t, s)) <= 1 && files <= 1 && err == nil // it is in the list of this process
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
	s := owned(t, dir, Options{retry: time.Millisecond, sync: func(f *os.File) error {
		if isFull() {
			return &os.PathError{Op: "sync", Path: f.Name(), Err: syscall.ENOSPC}
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
	if _, err := os.Stat(s.bodyFile(lost.ID)); !os.IsNotExist(err) {
		t.Error("its body is there")
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
	if _, files := sizeOf(t, filepath.Join(dir, logName)); files > 2 {
		t.Errorf("%d segments", files)
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
		if err := os.Mkdir(filepath.Join(dir, logName), 0o700); err != nil {
			t.Fatal(err)
		}
		s := owned(t, dir, Options{sync: func(*os.File) error { return syscall.EDQUOT }})
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
		if _, err := Lock(dir); !client.Is(err, client.KindLocal) || errors.Is(err, durable.ErrHeld) {
			t.Error(err)
		}
		if err := PutWish(dir, Wish{Do: DoStop}); !client.Is(err, client.KindLocal) {
			t.Error(err)
		}
	})
	t.Run("the folder is removed", func(t *testing.T) {
		dir := t.TempDir()
		s := owned(t, dir, Options{})
		add(t, s, model.Delivery{}, Stored{})
		for _, d := range []string{logName, bodyName} {
			if err := os.RemoveAll(filepath.Join(dir, d)); err != nil {
				t.Fatal(err)
			}
		}
		first := add(t, s, model.Delivery{State: model.DeliveryIgnored}, Stored{})
		if followed(t, dir, Options{}).Get(first.ID) == nil {
			t.Error("stored in a file that is gone")
		}
		d := add(t, s, model.Delivery{State: model.DeliveryIgnored}, Stored{Body: make([]byte, 20_000)})
		if b, err := s.Body(t.Context(), d.ID); err != nil || len(b) != 20_000 {
			t.Error(err)
		}
	})
	t.Run("read-only", func(t *testing.T) {
		if os.Getuid() == 0 {
			// This user may ignore permissions; a folder in the place of the file
			// works for all.
			dir := t.TempDir()
			if err := os.MkdirAll(segmentPath(dir, 1), 0o700); err != nil {
				t.Fatal(err)
			}
			s := owned(t, dir, Options{})
			if err := s.Add(t.Context(), model.Delivery{ID: NewID(noon)}, Stored{}); !client.Is(err, client.KindLocal) {
				t.Error(err)
			}
			return
		}
		dir := t.TempDir()
		s := owned(t, dir, Options{})
		for _, d := range []string{logName, bodyName} {
			if err := os.Chmod(filepath.Join(dir, d), 0o500); err != nil {
				t.Fatal(err)
			}
		}
		for _, n := range []int{1, 20_000} {
			err := s.Add(t.Context(), model.Delivery{ID: NewID(noon)}, Stored{Body: make([]byte, n)})
			if !client.Is(err, client.KindLocal) || !errors.Is(err, os.ErrPermission) {
				t.Error(err)
			}
		}
		for _, d := range []string{logName, bodyName} {
			if err := os.Chmod(filepath.Join(dir, d), 0o700); err != nil {
				t.Fatal(err)
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

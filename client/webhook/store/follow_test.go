package store

import (
	"bytes"
	"io"
	"os"
	"path/filepath"
	"runtime"
	"testing"
	"time"

	"aloft/client/durable"
	"aloft/model"
)

func addLine(t *testing.T, at time.Time) []byte {
	t.Helper()
	d := &model.Delivery{ID: NewID(at), At: at, State: model.DeliveryDone, Count: 1}
	b, err := (&record{T: recAdd, ID: d.ID, Arrived: arrivedOf(d, ""), Became: becameOf(d)}).line()
	if err != nil {
		t.Fatal(err)
	}
	return b
}

// What the owner takes back, a follower takes back; and counts nothing twice.
func TestFollowerTakesBack(t *testing.T) {
	dir := t.TempDir()
	if err := os.Mkdir(filepath.Join(dir, logName), 0o700); err != nil {
		t.Fatal(err)
	}
	write := func(seq int64, lines ...[]byte) {
		t.Helper()
		if err := os.WriteFile(segmentPath(dir, seq), bytes.Join(lines, nil), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	a, b, c, d := addLine(t, noon), addLine(t, noon.Add(1e6)), addLine(t, noon.Add(2e6)), addLine(t, noon.Add(3e6))
	write(1, a)
	s := newStore(dir, Options{})
	f := &follower{s: s}
	look := func(want int, arrived uint64) {
		t.Helper()
		if _, err := f.log(); err != nil {
			t.Fatal(err)
		}
		if got := s.Deliveries(); len(got) != want || s.Counters().Arrived != arrived {
			t.Errorf("%d deliveries, want %d; %d arrived, want %d", len(got), want, s.Counters().Arrived, arrived)
		}
	}
	look(1, 1)
	write(1, a, b, c[:len(c)/2])
	look(2, 2)
	write(1, a, b, c)
	look(3, 3)
	// The owner took b and c back, and went on in the next segment.
	write(1, a)
	write(2, d)
	look(2, 3)
	// Dropped segments do not matter to a follower that has read them.
	if err := os.Remove(segmentPath(dir, 1)); err != nil {
		t.Fatal(err)
	}
	look(2, 3)
	// One was dropped before it was read to its end: start again.
	write(3, b)
	if err := os.Remove(segmentPath(dir, 2)); err != nil {
		t.Fatal(err)
	}
	look(1, 3)
	// Another store in its place.
	if err := os.Remove(segmentPath(dir, 3)); err != nil {
		t.Fatal(err)
	}
	look(0, 3)
	write(1, a, c)
	look(2, 5) // what comes then is new
}

// zeroes without end.
type zeroes struct{}

func (zeroes) Read(b []byte) (int, error) {
	clear(b)
	return len(b), nil
}

// A line of any length costs no memory, and hides nothing after it.
func TestHugeLineIsPassedOver(t *testing.T) {
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	n := 0
	r := io.MultiReader(io.LimitReader(zeroes{}, 256<<20), bytes.NewReader([]byte("\ngood\n")))
	_, err := durable.Lines(r, 0, maxLine, func(line []byte, _ int64) error {
		n++
		if string(line) != "good" {
			t.Errorf("a line of %d bytes", len(line))
		}
		return nil
	})
	runtime.ReadMemStats(&after)
	if grew := after.TotalAlloc - before.TotalAlloc; err != nil || n != 1 || grew > 8*maxLine {
		t.Errorf("%v: %d lines, %d bytes", err, n, grew)
	}
}

// Without an owner nothing goes on.
func TestCutWithoutOwner(t *testing.T) {
	dir := t.TempDir()
	s := owned(t, dir, Options{})
	d := add(t, s, model.Delivery{State: model.DeliveryWaiting}, Stored{})
	long := followed(t, dir, Options{poll: 2 * time.Millisecond})
	if got := long.Get(d.ID); got.State != model.DeliveryWaiting {
		t.Errorf("with its owner: %+v", got)
	}
	end(t, s)
	until(t, "who follows for long sees it", func() bool {
		return long.Get(d.ID).State == model.DeliveryCut && long.Counters().Live == 0
	})
}

// The last segment cannot be read: what was read before is cut all the same.
func TestCutUnread(t *testing.T) {
	dir := t.TempDir()
	s := owned(t, dir, Options{})
	d := add(t, s, model.Delivery{State: model.DeliveryWaiting}, Stored{})
	f := &follower{s: newStore(dir, Options{}), dead: true}
	if _, err := f.log(); err != nil {
		t.Fatal(err)
	}
	f.s.talks = &talks{home: dir}
	end(t, s)
	f.enter(f.seq) // and could not read it
	if !f.cut() || f.s.Get(d.ID).State != model.DeliveryCut || f.s.Get(d.ID).Ended.Before(d.At) {
		t.Errorf("%+v", f.s.Get(d.ID))
	}
}

// What a delivery left running ends with its owner.
func TestLivesWithItsOwner(t *testing.T) {
	dir := t.TempDir()
	s := owned(t, dir, Options{})
	d := add(t, s, model.Delivery{State: model.DeliveryRunning}, Stored{})
	d.State, d.Lives = model.DeliveryDone, 2
	s.Set(d)
	if err := s.Settle(t.Context()); err != nil {
		t.Fatal(err)
	}
	long := followed(t, dir, Options{poll: 2 * time.Millisecond})
	if n := long.Get(d.ID).Lives; n != 2 || all(t, long)[0].Lives != 2 {
		t.Errorf("%d live with the owner", n)
	}
	end(t, s)
	until(t, "who follows sees it", func() bool { return long.Get(d.ID).Lives == 0 && all(t, long)[0].Lives == 0 })
	s = owned(t, dir, Options{})
	if n := s.Get(d.ID).Lives; n != 0 || all(t, s)[0].Lives != 0 {
		t.Errorf("%d live with the next owner", n)
	}
}

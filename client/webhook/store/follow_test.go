package store

import (
	"os"
	"testing"
	"time"

	"aloft/model"
)

// Another database in the place of the first is read anew, and nothing is counted twice.
func TestFollowerReadsAnotherStore(t *testing.T) {
	dir := t.TempDir()
	put := func(ids ...string) {
		t.Helper()
		s := owned(t, dir, Options{})
		for _, id := range ids {
			add(t, s, model.Delivery{ID: id, State: model.DeliveryDone}, Stored{})
		}
		end(t, s)
	}
	a, b, c := NewID(noon), NewID(noon.Add(1e6)), NewID(noon.Add(2e6))
	s := newStore(dir, Options{})
	t.Cleanup(func() { _ = s.r.close() })
	look := func(want int, arrived uint64) {
		t.Helper()
		if err := s.load(); err != nil {
			t.Fatal(err)
		}
		if got := s.Deliveries(); len(got) != want || s.Counters().Arrived != arrived {
			t.Errorf("%d deliveries, want %d; %d arrived, want %d", len(got), want, s.Counters().Arrived, arrived)
		}
	}
	look(0, 0)
	put(a)
	look(1, 0) // what was there before is not new
	put(b, c)
	look(3, 2)
	for _, end := range []string{"", "-wal", "-shm"} {
		_ = os.Remove(s.r.path() + end)
	}
	look(0, 2)
	put(a, c)
	look(2, 2)
	put(b)
	look(3, 3)
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

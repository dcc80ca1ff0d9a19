package store

import (
	"fmt"
	"testing"
	"time"

	"aloft/model"
)

// While thousands wait nothing can be dropped: a search at every arrival would cost
// more than all the rest.
func TestListLetsGoNowAndThen(t *testing.T) {
	l := newList()
	looked := 0
	const arrivals = 5000
	for i := range arrivals {
		l.insert(&entry{d: &model.Delivery{ID: NewID(noon.Add(time.Duration(i) * time.Second)), State: model.DeliveryWaiting, Count: 1}})
		if l.fresh {
			looked++
		}
	}
	if most := arrivals / slack; looked == 0 || looked > most || len(l.order) != arrivals {
		t.Errorf("it looked %d times, at most %d are right; %d are held", looked, most, len(l.order))
	}
}

// A disk that blocks for days does not fill the memory with what is to be written.
func TestQueueIsBounded(t *testing.T) {
	s := newStore(t.TempDir(), Options{}) // nobody writes
	s.held = &lock{}
	at := noon
	const hours, others = 300, 100
	for hour := range hours {
		for i := range others {
			at = at.Add(20 * time.Second)
			s.Refuse(model.Delivery{At: at, Status: 400, Reason: model.Say("%s", fmt.Sprintf("project %d-%d not found", hour, i))}, Stored{})
		}
	}
	if n := len(s.queue.items); n > maxQueued+hours*6+others {
		t.Errorf("%d items wait", n)
	}
	total := 0
	for _, d := range s.Deliveries() {
		total += d.Count
	}
	if got := s.Counters().Arrived; got != hours*others {
		t.Errorf("%d of %d were counted, the rows tell of %d", got, hours*others, total)
	}
}

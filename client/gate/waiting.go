package gate

import (
	"context"
	"net/http"
	"slices"
	"sync/atomic"
	"time"

	"aloft/client"
	"aloft/client/gate/state"
	"aloft/model"
)

// waiter is a call in the gate.
type waiter struct {
	call    Call
	req     *http.Request
	host    string          // for messages
	who     string          // the same in a sentence
	watch   context.Context // its Waits is notified
	since   time.Duration
	ctx     context.Context // ends when a read is canceled
	cancel  context.CancelFunc
	over    atomic.Bool // it was given up, or has ended: the first of them
	granted bool        // guarded by Gate.mu
	done    chan struct{}
	reply   *Reply
	err     error
}

// finish is called once, by the goroutine that took the waiter from the queue.
func (w *waiter) finish(r *Reply, err error) {
	w.reply, w.err = r, err
	close(w.done)
}

// bulkShare: while bulk calls wait, they get one of so many slots.
const bulkShare = 4

// patience is so many slots that the bulk mutations of a process let operations pass that a
// person waits for: commands may follow one another without end.
const patience = 3 * bulkShare

// queue holds the waiting calls of this process, in order, by class.
type queue struct {
	waiting [2][]*waiter
	// passed counts the interactive calls sent while bulk calls waited.
	passed int
	// held is the slot since which bulk mutations let operations pass, 0 = they do not; marked the last one at which one was marked.
	held, marked uint64
}

func (q *queue) empty() bool { return len(q.waiting[0]) == 0 && len(q.waiting[1]) == 0 }

// add queues w and returns the calls that it replaces: the older lookups of its
// lane.
func (q *queue) add(w *waiter) []*waiter {
	var old []*waiter
	c := w.call
	if c.Class == client.Interactive && c.Lane != "" && !c.Mutation {
		old = q.drop(func(o *waiter) bool {
			return o.call.Class == c.Class && o.call.Lane == c.Lane && !o.call.Mutation && client.SameLanes(o.watch, w.watch)
		})
	}
	q.waiting[c.Class] = append(q.waiting[c.Class], w)
	return old
}

// drop removes all such calls.
func (q *queue) drop(such func(*waiter) bool) []*waiter {
	old := model.Only(q.all(), such)
	for _, w := range old {
		q.remove(w)
	}
	return old
}

func (q *queue) remove(w *waiter) bool {
	line := q.waiting[w.call.Class]
	i := slices.Index(line, w)
	if i < 0 {
		return false
	}
	q.waiting[w.call.Class] = slices.Delete(line, i, i+1)
	if w.call.Class == client.Bulk && len(q.waiting[client.Bulk]) == 0 {
		q.passed = 0
	}
	return true
}

// next returns the call whose turn it is; nil when none may be sent now. While a
// mutation runs no other one may: it could only have ids that are stale when the
// first one ends. A bulk one would make the lookups of a person's operation stale.
func (q *queue) next(s *state.State, now time.Duration) *waiter {
	if s.Operating > now {
		if q.held == 0 || s.Seq > q.marked+bulkShare/2 { // for a while there was none
			q.held = s.Seq
		}
		q.marked = s.Seq
	}
	first := func(c client.Class) *waiter {
		for _, w := range q.waiting[c] {
			if !w.call.Mutation || s.Mutating <= now && (c == client.Interactive || s.Operating <= now || s.Seq >= q.held+patience) {
				return w
			}
		}
		return nil
	}
	inter, bulk := first(client.Interactive), first(client.Bulk)
	if inter == nil || bulk != nil && q.passed >= bulkShare-1 {
		return bulk
	}
	return inter
}

// take removes w to be sent; false when it is not queued any more.
func (q *queue) take(w *waiter) bool {
	bulkWaits := len(q.waiting[client.Bulk]) > 0
	if !q.remove(w) {
		return false
	}
	switch {
	case w.call.Class == client.Bulk:
		if q.passed = 0; w.call.Mutation {
			q.held = 0
		}
	case bulkWaits:
		q.passed++
	}
	return true
}

// stale removes the mutations whose ids are of another epoch.
func (q *queue) stale(epoch uint64) []*waiter {
	return q.drop(func(w *waiter) bool { return w.call.Mutation && w.call.Epoch != AnyEpoch && w.call.Epoch != epoch })
}

// all lists the waiting calls.
func (q *queue) all() []*waiter { return slices.Concat(q.waiting[0], q.waiting[1]) }

func (q *queue) clear() []*waiter {
	all := q.all()
	*q = queue{}
	return all
}

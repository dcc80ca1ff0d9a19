package run

import (
	"context"
	"errors"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strconv"
	"time"

	"aloft/client"
	"aloft/client/jobs/journal"
	"aloft/client/jobs/patience"
	"aloft/client/jobs/step"
	"aloft/client/jobs/verify"
	"aloft/model"
	"aloft/model/text"
)

// live is what a screen sees of an item under way.
type live struct {
	phase   model.Phase
	percent int
	bytes   int64
	shown   time.Time
}

// transfer carries one item, in one goroutine.
type transfer struct {
	e  *Executor
	l  *queue
	j  *job
	n  int
	s  *step.Step
	it *model.Item
	journal.Carry
	started time.Time // when the last thing was journaled
	begins  int       // how often this process has begun the import anew
	said    string    // the service's words about the last call that came to nothing
}

func (h *transfer) file() string { return filepath.Join(h.j.dir, "item-"+strconv.Itoa(h.it.ID)) }

// record of the item as it is now.
func (h *transfer) record(t string) journal.Record {
	c := h.Carry
	return journal.Record{T: t, Op: h.s.Op, Items: []int{h.it.ID}, Carry: &c}
}

// did journals what is done; the next thing may build on it.
func (h *transfer) did(what string) error {
	h.Did, h.Doing = what, ""
	return h.log(what)
}

// doing journals that something is about to be done which is never done twice.
func (h *transfer) doing(what string) error {
	h.Doing = what
	return h.log(what)
}

// announce journals the same, as late as the source tells.
func (h *transfer) announce(what string) (context.Context, *journal.Announced) {
	return h.e.announce(h.j, h.j.src, func() error { return h.doing(what) })
}

func (h *transfer) log(point string) error {
	h.started = time.Now()
	if err := h.e.log(h.j, h.record(journal.RecCarry)); err != nil {
		return err
	}
	h.e.o.Hook(point)
	return nil
}

// end gives the item its last state.
func (h *transfer) end(r journal.Record) error {
	_ = os.Remove(h.file())
	if h.s.Op.Row().Carries == model.CarriesOut && r.Out != journal.OutDone {
		h.sweep(h.e.writes)
	}
	h.e.change(h.j, func() { h.j.mem[h.n].live = live{} })
	return h.e.settle(h.j, []journal.Record{r})
}

func (h *transfer) done() error {
	r := h.record(journal.RecVerd)
	r.Out, r.Ours, r.Made = journal.OutDone, true, h.ID
	h.e.change(h.j, func() { h.j.touch([]int{h.n}) })
	return h.end(r)
}

// fail ends the item with a sentence.
func (h *transfer) fail(out string, k client.Kind, t text.Text, args ...any) error {
	r := verify.Verdict{Out: out, Kind: k, Text: t, Args: args, Said: h.said}.Record(h.s.Op, []int{h.it.ID})
	r.Carry = h.record(journal.RecVerd).Carry
	return h.end(r)
}

// failed ends the item with the error of a client.
func (h *transfer) failed(err error) error {
	r := h.record(journal.RecVerd)
	r.Out, r.Kind, r.Error = journal.OutFailed, client.KindOf(err), err.Error()
	switch r.Kind {
	case client.KindNotFound:
		r.Out = journal.OutMissing
	case client.KindConflict:
		r.Out = journal.OutConflict
	}
	return h.end(r)
}

// asked counts one request.
func (h *transfer) asked() { h.e.change(h.j, func() { h.j.Requests++ }) }

// show tells the screen where the item is; bytes of one phase come often.
func (h *transfer) show(p model.Phase, percent int, bytes int64) {
	h.e.mu.Lock()
	defer h.e.mu.Unlock()
	v := &h.j.mem[h.n].live
	quiet := v.phase == p && time.Since(v.shown) < 100*time.Millisecond
	v.phase, v.percent, v.bytes = p, max(v.percent, min(percent, 99)), bytes
	if quiet {
		return
	}
	v.shown = time.Now()
	h.j.current = h.it.Name
	h.e.show(h.j)
}

// sessionError is an error that ends the session, not the item.
type sessionError struct{ err error }

func (s *sessionError) Error() string { return s.err.Error() }
func (s *sessionError) Unwrap() error { return s.err }

const (
	transferTries = 6 // of one request that fails; then the session ends, and the job waits
	answeredTries = 3 // of one that the service itself says to have failed
)

// answered: the service has said, in its own words, that it failed at this.
func answered(err error) bool {
	var ce *client.Error
	return errors.As(err, &ce) && ce.Kind == client.KindServer && ce.Code != 0
}

// try does a request that may be done again; what passes is waited out. An error
// that is stuck is the session's, any other one the item's.
func (h *transfer) try(ctx context.Context, f func() error) error {
	why := ""
	defer func() {
		if why != "" {
			h.e.change(h.j, func() {
				if h.j.Err == why { // the trouble is over, or the item's
					h.j.Err = ""
				}
			})
		}
	}()
	for n := 0; ; n++ {
		h.asked()
		err := f()
		k := client.KindOf(err)
		switch {
		case err == nil:
			return nil
		case ctx.Err() != nil:
			return &sessionError{ctx.Err()}
		case k == client.KindAuth:
			return &sessionError{err}
		case !patience.Retryable(err) && k != client.KindStale && !patience.Strange(err):
			return err
		case n >= answeredTries && answered(err):
			return err
		case n == transferTries:
			return &sessionError{err}
		}
		why = patience.Again(err)
		h.e.change(h.j, func() { h.j.Err = why }) // a person sees what it waits for
		if err := h.wait(ctx, h.e.scaled(time.Second<<min(n, 5))); err != nil {
			return err
		}
	}
}

func (h *transfer) wait(ctx context.Context, d time.Duration) error {
	if err := client.Sleep(ctx, d); err != nil {
		return &sessionError{err}
	}
	return nil
}

// taskPatience is how long a task may stand still.
const taskPatience = time.Hour

// errSlow: the task stood still for too long.
var errSlow = errors.New("slow")

// poll asks for a task until it is done or has failed.
func (h *transfer) poll(ctx context.Context, span client.Span, from, to int, ask func() (client.TaskState, error)) (client.TaskState, error) {
	var still patience.Outage
	last := -1
	for {
		var st client.TaskState
		err := h.try(ctx, func() (err error) { st, err = ask(); return err })
		switch {
		case err != nil || st.Done || st.Failed:
			return st, err
		case st.Percent != last:
			still, last = patience.Outage{}, st.Percent
		case still.Over(taskPatience):
			return st, errSlow
		}
		still.Pauses += span.Min
		h.show(model.PhaseWork, from+(to-from)*min(max(st.Percent, 0), 100)/100, 0)
		if err := h.pause(ctx, span); err != nil {
			return st, err
		}
	}
}

// pause between two questions about a task, with jitter.
func (h *transfer) pause(ctx context.Context, span client.Span) error {
	d := span.Min
	if span.Max > span.Min {
		d += rand.N(span.Max - span.Min)
	}
	return h.wait(ctx, h.e.scaled(d))
}

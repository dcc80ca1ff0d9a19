package client

import (
	"context"
	"slices"
	"sync"
	"sync/atomic"
	"time"

	"aloft/model"
	"aloft/model/text"
)

// Waits reports to a person what calls wait for, once that has taken a while: a
// turn, a connection, an answer, a pause that the service asked for, a retry. The
// gate and callers that retry publish what it is; a nil Waits reports nothing.
type Waits struct {
	tell func(Waiting)
	last atomic.Uint64
}

// NewWaits returns a Waits. tell is called from many goroutines; it must not block
// and must not call back.
func NewWaits(tell func(Waiting)) *Waits { return &Waits{tell: tell} }

// Waiting is what a call waits for.
type Waiting struct {
	Call uint64 // one number for each call
	What text.Text
	Args []any
	Read bool  // it is how far a call has read on, not what it waits for
	Last error // error of the previous try, nil = this is the first
	Over bool  // the call has ended; only for calls that were reported
}

// Say returns the sentence. It is clean and has one line.
func (w Waiting) Say(c *text.Catalogue) string {
	s := c.Say(w.What, w.Args...)
	if w.Last != nil {
		s = c.Say("%s (last try: %s)", s, Trouble(w.Last).In(c))
	}
	return model.Clean(s)
}

// Intervals of reports: after the first, and while nothing new is to be said,
// longer and longer.
const (
	firstTold = 2 * time.Second
	maxTold   = 30 * time.Second
)

// wait is one watched call.
type wait struct {
	waits *Waits

	mu      sync.Mutex
	now     Waiting
	far     text.Text // how far it has read, when it reads many pages
	farArgs []any
	moved   bool   // it has read more since the last report
	told    string // the last report
	every   time.Duration
	timer   *time.Timer
}

type waitKey struct{}

// Begin watches a call until end is called. A call within a watched one belongs to
// that.
func (ws *Waits) Begin(ctx context.Context) (_ context.Context, end func()) {
	if ws == nil || waitOf(ctx) != nil {
		return ctx, func() {}
	}
	w := &wait{waits: ws, every: firstTold, now: Waiting{Call: ws.last.Add(1)}}
	w.mu.Lock()
	w.timer = time.AfterFunc(w.every, w.due)
	w.mu.Unlock()
	return context.WithValue(ctx, waitKey{}, w), w.end
}

func waitOf(ctx context.Context) *wait {
	w, _ := ctx.Value(waitKey{}).(*wait)
	return w
}

// WaitsFor stores what the call of the context waits for now.
func WaitsFor(ctx context.Context, what text.Text, args ...any) {
	if w := waitOf(ctx); w != nil {
		w.set(func() { w.now.What, w.now.Args = what, args })
	}
}

// WaitsReads stores how far a listing of many pages has come. As long as answers
// come in time, it says more than what the next one waits for.
func WaitsReads(ctx context.Context, what text.Text, args ...any) {
	if w := waitOf(ctx); w != nil {
		w.set(func() { w.far, w.farArgs, w.moved, w.now.Last = what, args, true, nil })
	}
}

// WaitsAgain stores why the call of the context is retried.
func WaitsAgain(ctx context.Context, last error) {
	if w := waitOf(ctx); w != nil {
		w.set(func() { w.now.Last = last })
	}
}

func (w *wait) set(f func()) {
	w.mu.Lock()
	defer w.mu.Unlock()
	what, last := w.now.What, w.now.Last
	f()
	if !w.now.Over && w.told != "" && w.every > firstTold && (what != w.now.What || last != w.now.Last) {
		w.every = firstTold
		w.timer.Reset(w.every)
	}
}

// due: the call has waited long enough for a report.
func (w *wait) due() {
	w.mu.Lock()
	defer w.mu.Unlock()
	if w.now.Over {
		return
	}
	say := w.now
	if w.moved {
		say.What, say.Args, say.Read = w.far, w.farArgs, true
	}
	w.moved = false
	if line := say.Say(nil); say.What != "" && line != w.told {
		w.told = line
		w.waits.tell(say)
		w.every = min(2*w.every, maxTold)
	}
	w.timer.Reset(w.every)
}

func (w *wait) end() {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.timer.Stop()
	w.now.Over = true
	if w.told != "" {
		w.waits.tell(w.now)
	}
}

// WaitBoard stores what is waited for, for a screen that shows one line of it.
type WaitBoard struct {
	mu      sync.Mutex
	all     []Waiting // the oldest first
	changed chan struct{}
}

// NewWaitBoard returns an empty one.
func NewWaitBoard() *WaitBoard { return &WaitBoard{changed: make(chan struct{}, 1)} }

// Tell is the argument of NewWaits.
func (b *WaitBoard) Tell(w Waiting) {
	b.mu.Lock()
	i := slices.IndexFunc(b.all, func(o Waiting) bool { return o.Call == w.Call })
	switch {
	case w.Over && i >= 0:
		b.all = slices.Delete(b.all, i, i+1)
	case i >= 0:
		b.all[i] = w
	case !w.Over:
		b.all = append(b.all, w)
	}
	b.mu.Unlock()
	Nudge(b.changed)
}

// Nudge sends to a channel that holds one, unless what it sent before has not been received.
func Nudge(c chan<- struct{}) {
	select {
	case c <- struct{}{}:
	default:
	}
}

// Changed receives when there is something new to show.
func (b *WaitBoard) Changed() <-chan struct{} { return b.changed }

// Line is what has been waited for longest, clean; "" = nothing.
func (b *WaitBoard) Line(c *text.Catalogue) string {
	b.mu.Lock()
	defer b.mu.Unlock()
	if len(b.all) == 0 {
		return ""
	}
	return b.all[0].Say(c)
}

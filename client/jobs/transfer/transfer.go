// Package transfer brings the bytes of an item from its giving end to its taking end, from
// the point that its journal has reached. Between two services they pass a private folder of
// this machine, the spool: each wants the whole file before its first byte is sent.
package transfer

import (
	"context"
	"errors"
	"io"
	"math/rand/v2"
	"sync"
	"time"

	"aloft/client"
	"aloft/client/jobs/journal"
	"aloft/client/jobs/verify"
	"aloft/model"
	"aloft/model/text"
)

// Convert writes the file of that name in another format; the notes say what was
// lost.
type Convert func(ctx context.Context, name, format string, r io.ReaderAt, size int64, w io.Writer) (notes []model.Sentence, err error)

// Job is the job that an item is part of.
type Job struct {
	ID, Dir  string
	From, To client.Source
	Spool    Spool
	Class    client.Class
	Convert  Convert // nil = no conversion
	Arrivals *Arrivals
	Seen     *Seen
	Resumed  bool // another process may have begun the item
	// Same is a name of the copy of an item's Inode, zero = there is none. SameKept is how the job left it, nil = it was there before.
	Same     model.Place
	SameKept *journal.Kept
	Keeper
}

// Spool is the private folder of this machine through which bytes pass between two services.
type Spool struct {
	Disk   client.FileWriter
	Folder model.Place
	// Room is how many bytes it may still take.
	Room func(ctx context.Context) (int64, error)
}

// Keeper stores and shows the progress of an item.
type Keeper interface {
	// Log makes a record durable, then applies it.
	Log(journal.Record) error
	// Settle journals the item's result, and what follows from it.
	Settle(journal.Record) error
	// Announce prepares a call to a source that is journaled right before it is sent.
	Announce(src client.Source, intent func() error) (context.Context, *journal.Announced)
	// Writable: the journal is open and has not failed.
	Writable() bool
	// Writes is the context for work that is finished even when the session is to
	// end.
	Writes() context.Context
	// Hook is called at each kill point.
	Hook(point string)
	// Asked counts a request.
	Asked()
	// Aside lets another item start while this one waits, until over is called.
	Aside() (over func())
	// Waits shows why something is retried, until over is called.
	Waits(why model.Sentence) (over func())
	// Show changes what is shown of the item; false = nothing new.
	Show(change func(*Live) bool)
	// Touched: the folder's content has changed.
	Touched(model.Place)
	// Claimed: the document belongs to another item.
	Claimed(id string) bool
	// Times are the Verifier's current ones; Scaled scales a wait.
	Times() verify.Times
	Scaled(time.Duration) time.Duration
}

// Live is what a screen shows of an item under way.
type Live struct {
	Phase   model.Phase
	Percent int
	Bytes   int64
	shown   time.Time
}

// Transfer executes one item, in one goroutine.
type Transfer struct {
	job *Job
	s   *journal.Step
	it  *model.Item
	journal.Carry
	started time.Time // when the last thing was journaled
	late    bool      // what was sent last may be done later: by this process, or one that lives
	begins  int       // how often this process has begun the import again
	begun   bool      // a task was begun just now: nothing can be told of it yet
	said    string    // the service's message about the last failed call
}

// New continues an item from its state in the journal.
func New(job *Job, s *journal.Step, it *model.Item, at *journal.State) *Transfer {
	h := &Transfer{job: job, s: s, it: it, started: at.From, late: !at.Orphan}
	if at.Carry != nil {
		h.Carry = *at.Carry
	}
	if h.started.IsZero() {
		h.started = time.Now()
	}
	return h
}

// record of the item as it is now.
func (h *Transfer) record(t string) journal.Record {
	c := h.Carry
	return journal.Record{T: t, Op: h.s.Op, Items: []int{h.it.ID}, Carry: &c}
}

// did journals what is done. Before the call that makes the entry it need not be on the disk at once:
// without it, bytes are sent again.
func (h *Transfer) did(what string) error {
	h.Did, h.Doing = what, ""
	return h.log(what, what == journal.DidTell || what == journal.DidHash || what == journal.DidUpload)
}

// doing journals that something is about to be done that must not be done twice.
func (h *Transfer) doing(what string) error {
	h.Doing = what
	return h.log(what, false)
}

// call sends such a call, and journals it as late as the source allows. broken is
// the journal's error, err the answer.
func (h *Transfer) call(src client.Source, what string, do func(context.Context) error) (err, broken error) {
	ctx, a := h.job.Announce(src, func() error { return h.doing(what) })
	if broken = a.Failed(); broken != nil {
		return nil, broken
	}
	h.job.Asked()
	err = do(ctx)
	if broken = a.After(err); broken == nil {
		h.job.Hook("sent")
	}
	return err, broken
}

// times are the Verifier's for what was sent last.
func (h *Transfer) times() verify.Times { return h.job.Times().Of(h.late) }

func (h *Transfer) log(point string, soon bool) error {
	h.started, h.late = time.Now(), true
	r := h.record(journal.RecCarry)
	r.Soon = soon
	if err := h.job.Log(r); err != nil {
		return err
	}
	h.job.Hook(point)
	return nil
}

// show shows the item's phase and progress; bytes of one phase come often.
func (h *Transfer) show(p model.Phase, percent int, bytes int64) {
	h.job.Show(func(v *Live) bool {
		quiet := v.Phase == p && time.Since(v.shown) < 100*time.Millisecond
		v.Phase, v.Percent, v.Bytes = p, max(v.Percent, min(percent, 99)), bytes
		if !quiet {
			v.shown = time.Now()
		}
		return !quiet
	})
}

// stops is an error that ends the session, not the item.
type stops struct{ err error }

func (s *stops) Error() string { return s.err.Error() }
func (s *stops) Unwrap() error { return s.err }

const (
	transferTries = 6 // of one request that fails; then the session ends, and the job waits
	answeredTries = 3 // of one that the service itself reports as failed
)

// answered: the service itself has reported that it failed.
func answered(err error) bool {
	var ce *client.Error
	return errors.As(err, &ce) && ce.Kind == client.KindServer && ce.Code != 0
}

// unclear: the service may have taken the call, and has not said so.
func unclear(ctx context.Context, err error) bool {
	k := client.KindOf(err)
	return k == client.KindUnknown || k == client.KindServer || err != nil && k == "" && !journal.OfDisk(err) && ctx.Err() == nil
}

// unanswered ends an item whose task was asked for without a clear answer. Services count what is
// asked for, so only a person asks again.
func (h *Transfer) unanswered(err error, t text.Text) error {
	h.said = journal.SaidOf(err)
	return h.fail(journal.OutFailed, client.KindServer, t)
}

// try sends a request that may be repeated; it waits while the error may pass. A
// stops error is the session's, any other one the item's.
func (h *Transfer) try(ctx context.Context, f func() error) error {
	over := func() {}
	defer func() { over() }()
	for n := 0; ; n++ {
		h.job.Asked()
		err := f()
		k := client.KindOf(err)
		switch {
		case err == nil:
			return nil
		case ctx.Err() != nil:
			return &stops{ctx.Err()}
		case k == client.KindAuth:
			return &stops{err}
		case !journal.Retryable(err) && k != client.KindStale && !client.Strange(err),
			n >= answeredTries && answered(err):
			return err
		case n == transferTries:
			return &stops{err}
		}
		over = h.job.Waits(journal.Again(err))
		if err := h.again(ctx, n); err != nil {
			return err
		}
	}
}

// again waits before a retry, longer after each failure.
func (h *Transfer) again(ctx context.Context, failures int) error {
	return h.wait(ctx, h.job.Scaled(time.Second<<min(failures, 5)))
}

func (h *Transfer) wait(ctx context.Context, d time.Duration) error {
	if err := client.Sleep(ctx, d); err != nil {
		return &stops{err}
	}
	return nil
}

// taskPatience is how long a task may make no progress.
const taskPatience = time.Hour

// tellAfter is when a person is told that a task makes no progress.
const tellAfter = 10 * time.Second

// errSlow: the task made no progress for too long.
var errSlow = errors.New("slow")

// looks shows that the item waits for what became of a call, and lets others go on, until over is
// called.
func (h *Transfer) looks() (over func()) {
	back, told := h.job.Aside(), h.job.Waits(model.Say(text.JobsLooks))
	return sync.OnceFunc(func() { told(); back() })
}

// poll polls a task until it is done or has failed; one that was begun just now after the least pause.
func (h *Transfer) poll(ctx context.Context, span client.Span, from, to int, ask func() (client.TaskState, error)) (client.TaskState, error) {
	var still journal.Outage
	last, over := -1, func() {}
	defer func() { over() }()
	if h.begun {
		h.begun = false
		if err := h.wait(ctx, h.job.Scaled(span.Min)); err != nil {
			return client.TaskState{}, err
		}
	}
	for {
		var st client.TaskState
		err := h.try(ctx, func() (err error) { st, err = ask(); return err })
		switch {
		case err != nil || st.Done || st.Failed:
			return st, err
		case st.Percent != last:
			over()
			still, last, over = journal.Outage{}, st.Percent, func() {}
		case still.Over(taskPatience):
			return st, errSlow
		case still.Over(tellAfter):
			over = h.job.Waits(model.Say("waiting for the service's task (%d%% done)", max(last, 0)))
		}
		still.Pauses += span.Min
		h.show(model.PhaseWork, from+(to-from)*min(max(st.Percent, 0), 100)/100, 0)
		if err := h.pause(ctx, span); err != nil {
			return st, err
		}
	}
}

// pause waits between two polls of a task, with jitter.
func (h *Transfer) pause(ctx context.Context, span client.Span) error {
	d := span.Min
	if span.Max > span.Min {
		d += rand.N(span.Max - span.Min)
	}
	return h.wait(ctx, h.job.Scaled(d))
}

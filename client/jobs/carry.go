package jobs

import (
	"context"
	"errors"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strconv"
	"time"

	"aloft/client"
	"aloft/model"
	"aloft/model/text"
)

// carry is how far an item of a transfer has come, as the journal knows it. What
// is done may be built on after a crash; Doing says that a call was about to be
// sent which must not be sent twice, or a file to get its name. Addresses of
// uploads and downloads are secrets and are not in it.
type carry struct {
	Did   string   `json:"did,omitempty"`
	Doing string   `json:"doing,omitempty"`
	Sent  string   `json:"sent,omitempty"` // import: the name of the file that is sent
	Size  int64    `json:"size,omitempty"`
	MD5   string   `json:"md5,omitempty"`
	Key   string   `json:"key,omitempty"`
	Task  string   `json:"task,omitempty"`
	ID    string   `json:"id,omitempty"`   // import: of the document
	Name  string   `json:"name,omitempty"` // import: its title at present; export: the service's file name
	Notes []string `json:"notes,omitempty"`
}

// What is done of an item.
const (
	didHash   = "hashed"
	didTell   = "prepared" // the service has been told of the file
	didUpload = "uploaded"
	didBegin  = "begun"
	didMake   = "made"       // import: the document is there
	didRename = "renamed"    // import: and has its title
	didName   = "named"      // export: the file is ready at the service
	didLoad   = "downloaded" // export: all bytes are here
)

// What is about to be done, once.
const (
	doBegin  = "begin"
	doRename = "rename"
	doMove   = "move"
	doCommit = "commit"
)

// begun: the service may make, or has made, something of it.
func (c *carry) begun() bool {
	return c != nil && (c.Doing != "" || c.Did == didBegin || c.Did == didMake || c.Did == didRename)
}

// live is what a screen sees of an item under way.
type live struct {
	phase   model.Phase
	percent int
	bytes   int64
	shown   time.Time
}

// haul carries one item, in one goroutine.
type haul struct {
	e  *Engine
	l  *lane
	j  *job
	n  int
	s  *step
	it *model.Item
	carry
	started time.Time // when the last thing was journaled
	begins  int       // how often this process has begun the import anew
	said    string    // the service's words about the last call that came to nothing
}

func (h *haul) file() string { return filepath.Join(h.j.dir, "item-"+strconv.Itoa(h.it.ID)) }

// record of the item as it is now.
func (h *haul) record(t string) record {
	c := h.carry
	return record{T: t, Op: h.s.op, Items: []int{h.it.ID}, Carry: &c}
}

// did journals what is done; the next thing may build on it.
func (h *haul) did(what string) error {
	h.Did, h.Doing = what, ""
	return h.log(what)
}

// doing journals that something is about to be done which is never done twice.
func (h *haul) doing(what string) error {
	h.Doing = what
	return h.log(what)
}

// announce journals the same, as late as the source tells.
func (h *haul) announce(what string) (context.Context, *announced) {
	return h.e.announce(h.j, h.j.src, func() error { return h.doing(what) })
}

func (h *haul) log(point string) error {
	h.started = time.Now()
	if err := h.e.log(h.j, h.record(recCarry)); err != nil {
		return err
	}
	h.e.o.Hook(point)
	return nil
}

// end gives the item its last state.
func (h *haul) end(r record) error {
	_ = os.Remove(h.file())
	if h.s.op.Row().Carries == model.CarriesOut && r.Out != outDone {
		h.sweep(h.e.writes)
	}
	h.e.change(h.j, func() { h.j.st[h.n].live = live{} })
	return h.e.settle(h.j, []record{r})
}

func (h *haul) done() error {
	r := h.record(recVerd)
	r.Out, r.Ours, r.Made = outDone, true, h.ID
	h.e.change(h.j, func() { h.j.touch([]int{h.n}) })
	return h.end(r)
}

// fail ends the item with a sentence.
func (h *haul) fail(out string, k client.Kind, t text.Text, args ...any) error {
	r := h.j.result([]int{h.n}, h.s.op, verdict{out: out, kind: k, text: t, said: h.said}, args...)
	r.Carry = h.record(recVerd).Carry
	return h.end(r)
}

// failed ends the item with the error of a client.
func (h *haul) failed(err error) error {
	r := h.record(recVerd)
	r.Out, r.Kind, r.Error = outFailed, client.KindOf(err), err.Error()
	switch r.Kind {
	case client.KindNotFound:
		r.Out = outMissing
	case client.KindConflict:
		r.Out = outConflict
	}
	return h.end(r)
}

// asked counts one request.
func (h *haul) asked() { h.e.change(h.j, func() { h.j.requests++ }) }

// show tells the screen where the item is; bytes of one phase come often.
func (h *haul) show(p model.Phase, percent int, bytes int64) {
	h.e.mu.Lock()
	defer h.e.mu.Unlock()
	v := &h.j.st[h.n].live
	quiet := v.phase == p && time.Since(v.shown) < 100*time.Millisecond
	v.phase, v.percent, v.bytes = p, max(v.percent, min(percent, 99)), bytes
	if quiet {
		return
	}
	v.shown = time.Now()
	h.j.current = h.it.Name
	h.e.show(h.j)
}

// stuck is an error that ends the session, not the item.
type stuck struct{ err error }

func (s *stuck) Error() string { return s.err.Error() }
func (s *stuck) Unwrap() error { return s.err }

const (
	haulTries = 6 // of one request that fails; then the session ends, and the job waits
	haulTells = 3 // of one that the service itself says to have failed
)

// answered: the service has said, in its own words, that it failed at this.
func answered(err error) bool {
	var ce *client.Error
	return errors.As(err, &ce) && ce.Kind == client.KindServer && ce.Code != 0
}

// try does a request that may be done again; what passes is waited out. An error
// that is stuck is the session's, any other one the item's.
func (h *haul) try(ctx context.Context, f func() error) error {
	why := ""
	defer func() {
		if why != "" {
			h.e.change(h.j, func() {
				if h.j.err == why { // the trouble is over, or the item's
					h.j.err = ""
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
			return &stuck{ctx.Err()}
		case k == client.KindAuth:
			return &stuck{err}
		case !retryable(err) && k != client.KindStale && !strange(err):
			return err
		case n >= haulTells && answered(err):
			return err
		case n == haulTries:
			return &stuck{err}
		}
		why = again(err)
		h.e.change(h.j, func() { h.j.err = why }) // a person sees what it waits for
		if err := h.wait(ctx, h.e.scaled(time.Second<<min(n, 5))); err != nil {
			return err
		}
	}
}

func (h *haul) wait(ctx context.Context, d time.Duration) error {
	if err := client.Sleep(ctx, d); err != nil {
		return &stuck{err}
	}
	return nil
}

// taskPatience is how long a task may stand still.
const taskPatience = time.Hour

// errSlow: the task stood still for too long.
var errSlow = errors.New("slow")

// poll asks for a task until it is done or has failed.
func (h *haul) poll(ctx context.Context, span client.Span, from, to int, ask func() (client.TaskState, error)) (client.TaskState, error) {
	var still outage
	last := -1
	for {
		var st client.TaskState
		err := h.try(ctx, func() (err error) { st, err = ask(); return err })
		switch {
		case err != nil || st.Done || st.Failed:
			return st, err
		case st.Percent != last:
			still, last = outage{}, st.Percent
		case still.over(taskPatience):
			return st, errSlow
		}
		still.pauses += span.Min
		h.show(model.PhaseWork, from+(to-from)*min(max(st.Percent, 0), 100)/100, 0)
		if err := h.pause(ctx, span); err != nil {
			return st, err
		}
	}
}

// pause between two questions about a task, with jitter.
func (h *haul) pause(ctx context.Context, span client.Span) error {
	d := span.Min
	if span.Max > span.Min {
		d += rand.N(span.Max - span.Min)
	}
	return h.wait(ctx, h.e.scaled(d))
}

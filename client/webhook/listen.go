package webhook

import (
	"context"
	"errors"
	"net/http"
	"time"

	"aloft/client"
	"aloft/client/webhook/dispatch"
	"aloft/client/webhook/receive"
	"aloft/client/webhook/store"
	"aloft/model"
	"aloft/model/text"
)

// handler is what answers requests.
type handler = http.Handler

// shutTime is how long requests that have begun may still take when the
// receiver ends or listens anew: those of slow senders are cut off.
const shutTime = time.Second

// shut closes what is listened on.
func (o *owner) shut(ctx context.Context) error {
	o.mu.Lock()
	l := o.l
	o.l = nil
	o.mu.Unlock()
	if l == nil {
		return nil
	}
	ctx, cancel := context.WithTimeout(ctx, shutTime)
	defer cancel()
	return l.Close(ctx)
}

// close ends listening for a person; work goes on.
func (o *owner) close(ctx context.Context) error {
	return o.off(ctx, "the receiver was stopped by a person")
}

func (o *owner) off(ctx context.Context, why text.Text) error {
	if err := o.acquire(ctx); err != nil {
		return err
	}
	defer o.release()
	return o.down(ctx, why)
}

// down closes what is listened on. The right to is held.
func (o *owner) down(ctx context.Context, why text.Text) error {
	o.mu.Lock()
	o.paused = false
	o.mu.Unlock()
	err := o.shut(ctx)
	if errors.Is(err, context.DeadlineExceeded) {
		err = nil // a slow sender was cut off
	}
	o.setState(model.HookOff, english(why))
	return err
}

// order is what changed settings want. Of two that follow each other at once
// the last one counts.
type order int

const (
	orderNone order = iota
	orderListen
	orderOff
	orderAgain // if it listens, or would
)

// order lets what changed settings want be done in the background.
func (o *owner) order(what order) {
	o.mu.Lock()
	o.orders = what
	o.mu.Unlock()
	go func() {
		if o.acquire(o.s.ctx) != nil {
			return
		}
		defer o.release()
		o.mu.Lock()
		what := o.orders
		o.orders = orderNone
		o.mu.Unlock()
		switch {
		case what == orderOff:
			o.s.warn(o.down(o.s.ctx, text.HookDisabled))
		case what == orderListen, what == orderAgain && o.begun():
			o.s.warn(o.open(o.s.ctx))
		}
	}()
}

// pause answers 503, or no longer.
func (o *owner) pause(ctx context.Context, on bool) error {
	if err := o.acquire(ctx); err != nil {
		return err
	}
	defer o.release()
	o.mu.Lock()
	up := o.l != nil
	if up {
		o.paused = on
	}
	o.mu.Unlock()
	if !up {
		return &client.Error{Kind: client.KindConflict, Op: "hook", What: "the receiver does not listen", Hint: text.HookStartHint}
	}
	o.setState(model.HookUp, "")
	return nil
}

func (o *owner) isPaused() bool {
	o.mu.Lock()
	defer o.mu.Unlock()
	return o.paused
}

// begun reports whether it listens, or would if it could.
func (o *owner) begun() bool {
	o.mu.Lock()
	defer o.mu.Unlock()
	return o.l != nil || o.state.State == model.HookTaken || o.state.State == model.HookRefused
}

// status without the counters.
func (o *owner) status() model.HookStatus {
	o.mu.Lock()
	defer o.mu.Unlock()
	s := o.state
	return model.HookStatus{State: s.State, Address: s.Address, URL: s.URL, Instead: s.Instead, Open: s.Open, Why: s.Why, Since: s.Since}
}

// accept takes a request off the receiver's hands.
func (o *owner) accept(ctx context.Context, r receive.Request) (string, error) {
	if r.ReplayOf != "" && !o.st.Known(ctx, r.ReplayOf) {
		r.ReplayOf = "" // a stranger's idea of an id
	}
	return o.dispatcher.Accept(ctx, r)
}

// refused notes a request that was not accepted.
func (o *owner) refused(f receive.Refusal) {
	o.st.Refuse(model.Delivery{
		ID: store.NewID(f.At), At: f.At, Last: f.At, Ended: f.At, Remote: f.Remote, Status: f.Status, Reason: f.Reason, Count: 1,
		Event: model.FirstBytes(f.Event, dispatch.MostEvent), Project: model.FirstBytes(f.Project, dispatch.MostEvent), Session: model.FirstBytes(f.Session, dispatch.MostSession),
		Bytes: max(f.Bytes, 0), State: model.DeliveryRefused, Exit: -1,
	}, store.Stored{Method: f.Method, Path: f.Path, Header: f.Header})
}

// end closes everything: what listens, then what works. It gives what was
// stopped.
func (o *owner) end(ctx context.Context) []model.Delivery {
	if err := o.acquire(ctx); err == nil {
		if err := o.shut(ctx); err != nil && !errors.Is(err, context.DeadlineExceeded) {
			o.s.warn(err)
		}
		o.setState(model.HookOff, english(text.HookEnding))
		o.release()
	}
	return o.dispatcher.Close(ctx)
}

// plain is an error in one sentence, without the hint: that is given where the
// state is shown.
func plain(err error) string {
	var e *client.Error
	if errors.As(err, &e) {
		c := *e
		c.Hint = ""
		return c.Error()
	}
	return model.Clean(err.Error())
}

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

// acquire waits for the semaphore one, which guards the listener.
func (o *owner) acquire(ctx context.Context) error {
	select {
	case o.one <- struct{}{}:
		return nil
	case <-ctx.Done():
		return ctx.Err()
	}
}

func (o *owner) release() { <-o.one }

// alone runs f while nothing else changes the listener.
func (o *owner) alone(ctx context.Context, f func(context.Context) error) error {
	if err := o.acquire(ctx); err != nil {
		return err
	}
	defer o.release()
	return f(ctx)
}

// start listens on a requested port, 0 = the configured one.
func (o *owner) start(ctx context.Context, port int) error {
	o.mu.Lock()
	// The result is published even if it is the same as before.
	o.asked, o.paused, o.published = port, false, false
	o.mu.Unlock()
	o.tries.over()
	return o.alone(ctx, o.open)
}

// retry tries a taken port again, unless the listener is being changed: the user may be closing it.
func (o *owner) retry() {
	select {
	case o.one <- struct{}{}:
	default:
		if o.taken() {
			o.tries.after(o.retry)
		}
		return
	}
	defer o.release()
	if o.taken() {
		// The error is in the status.
		_ = o.open(o.s.ctx)
	}
}

// taken reports whether another program has the port.
func (o *owner) taken() bool {
	o.mu.Lock()
	defer o.mu.Unlock()
	return o.state.State == model.HookTaken
}

// open listens as the settings say. A socket that is where they want it is kept, since another program could take its
// port in between; any other one is closed first. one is held.
func (o *owner) open(ctx context.Context) error {
	o.s.mu.Lock()
	set, ends := o.s.set, o.s.closing
	o.s.mu.Unlock()
	if ends {
		return errors.Join(o.shut(ctx), &client.Error{Kind: client.KindLocal, Op: "hook", What: text.HookEnding})
	}
	h, err := o.handler(set)
	o.mu.Lock()
	asked, kept, there := o.asked, bound{Listener: o.l, instead: o.state.Instead}, o.address == set.Address && o.socket == set.Socket
	o.mu.Unlock()
	if err == nil && kept.Listener != nil && there && kept.Port() == o.s.firstPort(set, asked) {
		kept.Use(receive.New(h))
		o.shows(kept, h.Path, set.Open)
		return nil
	}
	if err := o.shut(ctx); err != nil {
		o.s.warn(err)
	}
	if err != nil {
		o.setState(model.HookRefused, client.Trouble(err))
		return err
	}
	l, err := o.s.bind(ctx, set, asked)
	if err == nil && set.Socket != "" {
		if err = l.Unix(set.Socket); err != nil {
			_ = l.Close(ctx) // nobody was served yet
		}
	}
	if err != nil {
		state := model.HookRefused
		if errors.Is(err, receive.ErrTaken) {
			state = model.HookTaken
		}
		o.setState(state, client.Trouble(err))
		return err
	}
	o.mu.Lock()
	o.l, o.address, o.socket = l.Listener, set.Address, set.Socket
	if asked == client.AnyPort {
		o.asked = l.Port() // keep it when listening again
	}
	o.mu.Unlock()
	o.shows(l, h.Path, set.Open)
	go o.serve(l.Listener, receive.New(h))
	return nil
}

// handler checks the settings.
func (o *owner) handler(set Settings) (receive.Options, error) {
	path, err := receive.CheckPath(set.Path)
	if err != nil {
		return receive.Options{}, err
	}
	if set.Open && !receive.Loopback(set.Address) {
		return receive.Options{}, &client.Error{Kind: client.KindInvalid, Op: "hook",
			What: "without a token the receiver may listen only on this machine; other machines can reach %s",
			Args: []any{set.Address}, Hint: "remove the setting open, or listen on 127.0.0.1"}
	}
	for name, r := range set.Routes {
		if r.Verify == receive.None && !receive.Loopback(set.Address) {
			return receive.Options{}, &client.Error{Kind: client.KindInvalid, Op: "hook",
				What: "the route %s does not verify senders, but other machines can reach %s",
				Args: []any{name, set.Address}, Hint: "set verify of the route, for example to token, or listen on 127.0.0.1"}
		}
	}
	if err := o.takeToken(); err != nil {
		return receive.Options{}, err
	}
	return receive.Options{
		Path: path, Token: func() string { return *o.token.Load() }, Projects: o.dispatcher.Projects, MaxBody: set.MaxBody,
		Health: set.Health, Paused: o.isPaused, Accept: o.accept, Refused: o.refused, Routes: &o.routes, Now: o.s.o.Now,
	}, nil
}

func (o *owner) takeToken() error {
	t, err := token(o.s.o.Data, o.s.settings())
	if err == nil {
		o.token.Store(&t)
		o.mu.Lock()
		o.state.Token = o.s.o.Now()
		o.mu.Unlock()
	}
	return err
}

// shows publishes where it listens.
func (o *owner) shows(l bound, path string, open bool) {
	address := l.Addr()
	o.mu.Lock()
	o.state.Address, o.state.URL, o.state.Instead, o.state.Open, o.published = address, urlOf(address, path), l.instead, open, false
	o.mu.Unlock()
	o.setState(model.HookUp, l.why)
}

// serve answers requests until the listener is closed.
func (o *owner) serve(l *receive.Listener, h http.Handler) {
	err := l.Serve(h)
	o.mu.Lock()
	mine := o.l == l
	if mine {
		o.l = nil
	}
	o.mu.Unlock()
	if err != nil && mine {
		o.setState(model.HookRefused, client.Trouble(err))
	}
}

// shutTime is how long running requests may take when the receiver ends or listens again. Slow senders are cut off.
const shutTime = time.Second

// shut closes the listener.
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

// down stops listening; running work continues. one is held.
func (o *owner) down(ctx context.Context, why text.Text) error {
	o.mu.Lock()
	o.paused = false
	o.mu.Unlock()
	err := o.shut(ctx)
	if errors.Is(err, context.DeadlineExceeded) {
		err = nil // a slow sender was cut off
	}
	o.setState(model.HookOff, model.Say(why))
	return err
}

// pause starts or stops answering 503. one is held.
func (o *owner) pause(on bool) error {
	o.mu.Lock()
	up := o.l != nil
	if up {
		o.paused = on
	}
	o.mu.Unlock()
	if !up {
		return &client.Error{Kind: client.KindConflict, Op: "hook", What: "the receiver does not listen", Hint: text.HookStartHint}
	}
	o.setState(model.HookUp, model.Sentence{})
	return nil
}

func (o *owner) isPaused() bool {
	o.mu.Lock()
	defer o.mu.Unlock()
	return o.paused
}

// begun reports whether it is listening or trying to.
func (o *owner) begun() bool {
	o.mu.Lock()
	defer o.mu.Unlock()
	return o.l != nil || o.state.State == model.HookTaken || o.state.State == model.HookRefused
}

// status returns the status without the counters.
func (o *owner) status() model.HookStatus {
	o.mu.Lock()
	defer o.mu.Unlock()
	s := o.state
	return model.HookStatus{State: s.State, Address: s.Address, URL: s.URL, Instead: s.Instead, Open: s.Open, Why: s.Why, Since: s.Since}
}

// accept takes over a request from the receiver.
func (o *owner) accept(ctx context.Context, r receive.Request) (string, error) {
	if r.ReplayOf != "" && !o.st.Known(ctx, r.ReplayOf) {
		r.ReplayOf = "" // only our own replays may set it
	}
	return o.dispatcher.Accept(ctx, r)
}

// refused stores a rejected request.
func (o *owner) refused(f receive.Refusal) {
	o.st.Refuse(model.Delivery{
		ID: store.NewID(f.At), At: f.At, Last: f.At, Route: f.Route, Ended: f.At, Remote: f.Remote, Status: f.Status, Reason: f.Reason, Count: 1,
		Event: model.FirstBytes(f.Event, dispatch.MaxEvent), Project: model.FirstBytes(f.Project, dispatch.MaxEvent), Session: model.FirstBytes(f.Session, dispatch.MaxSession),
		Bytes: max(f.Bytes, 0), State: model.DeliveryRefused, Exit: -1,
	}, store.Stored{Method: f.Method, Path: f.Path, Header: f.Header})
}

// end closes everything: the listener, then the work. What had not begun is for the process that waits for the store, if
// there is one. It returns what was stopped.
func (o *owner) end(ctx context.Context) []model.Delivery {
	o.tries.over()
	if err := o.acquire(ctx); err == nil {
		if err := o.shut(ctx); err != nil && !errors.Is(err, context.DeadlineExceeded) {
			o.s.warn(err)
		}
		o.setState(model.HookOff, model.Say(text.HookEnding))
		o.release()
	}
	if o.st.Awaited() {
		return o.dispatcher.HandOver(ctx)
	}
	return o.dispatcher.Close(ctx)
}

func sameListening(a, b Settings) bool {
	return a.Address == b.Address && a.Port == b.Port && a.Path == b.Path && a.Open == b.Open && a.Token == b.Token && a.MaxBody == b.MaxBody &&
		a.Socket == b.Socket && a.Health == b.Health
}

// token returns the token of the environment, or else of the data folder.
func token(data string, set Settings) (string, error) {
	switch {
	case set.Open:
		return "", nil
	case set.Token != "":
		return set.Token, nil
	}
	return receive.Token(data)
}

package webhook

import (
	"context"
	"errors"
	"net"
	"os"
	"sync"
	"sync/atomic"
	"time"

	"aloft/client"
	"aloft/client/durable"
	"aloft/client/webhook/dispatch"
	"aloft/client/webhook/receive"
	"aloft/client/webhook/run"
	"aloft/client/webhook/store"
	"aloft/model"
	"aloft/model/text"
)

// owner is this instance while the store is its own: it listens, and works.
type owner struct {
	s          *Service
	st         *store.Store
	dispatcher *dispatch.Dispatcher
	token      atomic.Pointer[string]
	one        chan struct{} // capacity 1: who changes what is listened on

	publishing sync.Mutex               // held while others are told
	write      func(store.Holder) error // tells others, in a file
	keep       func() (again bool, err error)
	unkept     string // why that failed the last time

	mu        sync.Mutex
	l         *receive.Listener
	state     store.Holder
	published bool // the state as it is was told to others
	paused    bool
	asked     int // port that a person asked for, 0 = the configured one
	orders    order
	// Whether Sleep has ended listening, and what was paused then.
	asleep, pausedAsleep bool
}

// ownStore is the owner of the store until the service ends. The error says why it cannot.
func (s *Service) ownStore(held *store.Held) error {
	st, err := store.Open(s.dir, held, store.Options{Now: s.o.Now})
	if err != nil {
		return errors.Join(err, held.Close())
	}
	o := &owner{s: s, st: st, write: held.Say, keep: held.Keep, one: make(chan struct{}, 1)}
	s.mu.Lock()
	set, seen := s.set, s.changes
	s.mu.Unlock()
	o.dispatcher = s.dispatcher(st, set)
	o.state = store.Holder{PID: os.Getpid(), State: model.HookOff, Since: s.o.Now(), Program: s.o.Program}
	o.dispatcher.TellCut(st.Cuts())
	var left sync.WaitGroup
	left.Go(o.clean)
	if set.Enabled {
		if err := o.listen(s.ctx); err != nil {
			s.o.Log.Warn("webhook receiver", "error", err)
		}
	} else {
		o.setState(model.HookOff, english(text.HookDisabled))
	}
	s.mu.Lock()
	before := s.st
	s.st, s.own, s.alive, s.why = st, o, false, ""
	ends, late, now := s.closing, s.changes != seen, s.set
	s.settled()
	s.mu.Unlock()
	if late { // Reload did not see the owner
		o.reload(set, now)
	}
	s.events.changed()
	if before != nil {
		s.warn(before.Close())
	}
	if ends { // Close did not see the owner
		ctx, cancel := context.WithTimeout(context.Background(), time.Second)
		o.end(ctx)
		cancel()
	}
	if o.serveWishes(); s.ctx.Err() == nil {
		ctx, cancel := context.WithTimeout(s.ctx, time.Second)
		o.end(ctx)
		cancel()
	}
	left.Wait()
	s.mu.Lock()
	s.st, s.own = nil, nil
	s.mu.Unlock()
	s.warn(st.Close())
	s.warn(held.Close())
	return nil
}

// reload makes changed settings true.
func (o *owner) reload(old, set Settings) {
	o.dispatcher.Use(o.s.rules(set, o.st))
	switch {
	case set.Enabled && !old.Enabled:
		o.order(orderListen)
	case !set.Enabled && old.Enabled:
		o.order(orderOff)
	case !sameListening(set, old):
		o.order(orderAgain)
	}
}

func (s *Service) warn(err error) {
	if err != nil {
		s.o.Log.Warn("webhook", "error", err)
	}
}

// serveWishes does what others wish, until the service ends or has lost the store to
// another process.
func (o *owner) serveWishes() {
	look := time.NewTicker(lookAgain)
	defer look.Stop()
	changes, wishes := o.st.Changes(), o.st.Wishes()
	for {
		select {
		case <-o.s.ctx.Done():
			return
		case _, ok := <-changes:
			if !ok {
				changes = nil
				continue
			}
			o.s.events.changed()
		case w, ok := <-wishes:
			if !ok {
				wishes = nil
				continue
			}
			o.s.warn(o.grant(w))
		case <-look.C:
			if o.lost() {
				return
			}
			o.retry()
		}
	}
}

// lost looks whether the store is still this instance's own: somebody may have
// taken the folder away.
func (o *owner) lost() bool {
	again, err := o.keep()
	if again {
		err = errors.Join(err, o.publish())
	}
	before := o.unkept
	if o.unkept = ""; err != nil {
		o.unkept = err.Error()
	}
	if o.unkept != before {
		o.s.warn(err)
	}
	return errors.Is(err, durable.ErrHeld)
}

// grant does what another process wishes.
func (o *owner) grant(w store.Wish) error {
	ctx, cancel := context.WithTimeout(o.s.ctx, 5*time.Second)
	defer cancel()
	switch w.Do {
	case store.DoKill:
		return o.dispatcher.Kill(w.ID)
	case store.DoAllow, store.DoDeny:
		return o.dispatcher.Allow(w.ID, w.Do == store.DoAllow)
	case store.DoPause, store.DoResume:
		return o.pause(ctx, w.Do == store.DoPause)
	case store.DoStop:
		return o.close(ctx)
	case store.DoStart:
		return o.start(ctx, w.Port)
	case store.DoClear:
		o.st.Clear()
	case store.DoToken:
		return errors.Join(o.takeToken(), o.publish()) // who wishes it waits for that
	}
	return nil
}

// clean kills what a killed instance has left running.
func (o *owner) clean() {
	for _, l := range o.st.Leftovers() {
		if !run.KillLeft(l.PID, l.Start, dispatch.Mark(l.ID)) {
			continue
		}
		if d := o.st.Get(l.ID); d != nil {
			c := *d
			c.Notes = append(c.Notes[:len(c.Notes):len(c.Notes)], english("what was left of it was stopped when the receiver began again"))
			o.st.Set(c)
		}
	}
}

// acquire waits for the right to change what is listened on.
func (o *owner) acquire(ctx context.Context) error {
	select {
	case o.one <- struct{}{}:
		return nil
	case <-ctx.Done():
		return ctx.Err()
	}
}

func (o *owner) release() { <-o.one }

// start listens on a port that a person asked for, 0 = the configured one.
func (o *owner) start(ctx context.Context, port int) error {
	o.mu.Lock()
	// Whatever comes of it is told, also when it is the same as before.
	o.asked, o.paused, o.published = port, false, false
	o.mu.Unlock()
	return o.listen(ctx)
}

// retry tries a taken port again, unless somebody just changes what is listened
// on: a person may close it.
func (o *owner) retry() {
	select {
	case o.one <- struct{}{}:
	default:
		return
	}
	defer o.release()
	o.mu.Lock()
	taken := o.state.State == model.HookTaken
	o.mu.Unlock()
	if taken {
		// What is wrong is to be seen in the status.
		_ = o.open(o.s.ctx)
	}
}

// listen opens the port; what was listened on before is closed first, so that
// nothing goes on as it was set before.
func (o *owner) listen(ctx context.Context) error {
	if err := o.acquire(ctx); err != nil {
		return err
	}
	defer o.release()
	return o.open(ctx)
}

// open does it. The right to is held.
func (o *owner) open(ctx context.Context) error {
	if err := o.shut(ctx); err != nil {
		o.s.warn(err)
	}
	o.s.mu.Lock()
	set, ends := o.s.set, o.s.closing
	o.s.mu.Unlock()
	o.mu.Lock()
	asked := o.asked
	o.mu.Unlock()
	if ends {
		return &client.Error{Kind: client.KindLocal, Op: "hook", What: text.HookEnding}
	}
	h, err := o.handler(set)
	if err != nil {
		o.setState(model.HookRefused, plain(err))
		return err
	}
	l, err := o.bind(ctx, set, asked)
	if err != nil {
		state := model.HookRefused
		if errors.Is(err, receive.ErrTaken) {
			state = model.HookTaken
		}
		o.setState(state, plain(err))
		return err
	}
	o.mu.Lock()
	o.l = l.Listener
	if asked == client.AnyPort {
		o.asked = l.Port() // the same one, should it have to listen anew
	}
	o.mu.Unlock()
	o.serve(l, receive.New(h), h.Path, set.Open)
	return nil
}

// handler judges the settings.
func (o *owner) handler(set Settings) (receive.Options, error) {
	path, err := receive.CheckPath(set.Path)
	if err != nil {
		return receive.Options{}, err
	}
	if set.Open && !receive.Loopback(set.Address) {
		return receive.Options{}, &client.Error{Kind: client.KindInvalid, Op: "hook",
			What: "without a token it listens on this machine only, and %s can be reached from elsewhere",
			Args: []any{set.Address}, Hint: "take the line open out of the configuration, or listen on 127.0.0.1"}
	}
	if err := o.takeToken(); err != nil {
		return receive.Options{}, err
	}
	return receive.Options{
		Path: path, Token: func() string { return *o.token.Load() }, Projects: o.dispatcher.Projects, MaxBody: set.MaxBody,
		Paused: o.isPaused, Accept: o.accept, Refused: o.refused, Now: o.s.o.Now,
	}, nil
}

func (o *owner) takeToken() error {
	o.s.mu.Lock()
	set := o.s.set
	o.s.mu.Unlock()
	t, err := token(o.s.o.Data, set)
	if err == nil {
		o.token.Store(&t)
		o.mu.Lock()
		o.state.Token = o.s.o.Now()
		o.mu.Unlock()
	}
	return err
}

// serve answers requests until the listener is closed.
func (o *owner) serve(l bound, h handler, path string, open bool) {
	address := l.Addr()
	o.mu.Lock()
	o.state.Address, o.state.URL, o.state.Instead, o.state.Open, o.published = address, urlOf(address, path), l.instead, open, false
	o.mu.Unlock()
	o.setState(model.HookUp, l.why)
	go func() {
		err := l.Serve(h)
		o.mu.Lock()
		mine := o.l == l.Listener
		if mine {
			o.l = nil
		}
		o.mu.Unlock()
		if err != nil && mine {
			o.setState(model.HookRefused, plain(err))
		}
	}()
}

// reachable is an address that this machine can send to: one that means all
// addresses is no place.
func reachable(address string) string {
	host, port, err := net.SplitHostPort(address)
	if ip := net.ParseIP(host); err == nil && ip != nil && ip.IsUnspecified() {
		if ip.To4() == nil {
			return net.JoinHostPort("::1", port)
		}
		return net.JoinHostPort("127.0.0.1", port)
	}
	return address
}

// setState changes where the receiver stands, and tells everybody.
func (o *owner) setState(state model.HookState, why string) {
	o.mu.Lock()
	if state != model.HookUp && state != model.HookPaused {
		o.state.Address, o.state.URL, o.state.Instead, o.state.Open = "", "", 0, false
	}
	if state == model.HookUp && o.paused {
		state = model.HookPaused
	}
	if o.state.State == state && o.state.Why == why && o.published {
		o.mu.Unlock()
		return
	}
	o.state.State, o.state.Why, o.state.Since, o.published = state, why, o.s.o.Now(), true
	o.mu.Unlock()
	o.s.warn(o.publish())
	o.s.events.changed()
}

// publish tells other instances how it is now. A slow disk holds up neither
// requests nor the screen: they need the state.
func (o *owner) publish() error {
	o.publishing.Lock()
	defer o.publishing.Unlock()
	o.mu.Lock()
	now := o.state
	o.mu.Unlock()
	return o.write(now)
}

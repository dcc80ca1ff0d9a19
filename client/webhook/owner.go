package webhook

import (
	"context"
	"errors"
	"os"
	"sync"
	"sync/atomic"
	"time"

	"aloft/client/system"
	"aloft/client/webhook/dispatch"
	"aloft/client/webhook/receive"
	"aloft/client/webhook/run"
	"aloft/client/webhook/store"
	"aloft/model"
	"aloft/model/text"
)

// owner is this instance while it owns the store: it listens and works.
type owner struct {
	s          *Service
	st         *store.Store
	dispatcher *dispatch.Dispatcher
	token      atomic.Pointer[string]
	routes     routes
	one        chan struct{} // semaphore, capacity 1: guards the listener
	tries      tries         // of a taken port

	publishing sync.Mutex               // held while the state is published
	write      func(store.Holder) error // publishes to other processes
	unkept     string                   // the last error of keeping the lock

	mu        sync.Mutex
	l         *receive.Listener
	address   string // the one of the settings that l was opened with
	socket    string // and their socket file
	state     store.Holder
	published bool // the current state was published
	paused    bool
	asked     int // requested port, 0 = the configured one
	// Changed settings are not applied yet; switched: of them whether it listens.
	stale, switched bool
	// Whether Sleep has stopped listening, and whether it was paused then.
	asleep, pausedAsleep bool
}

// ownStore owns the store until the service ends. The error says why it cannot.
func (s *Service) ownStore() error {
	st, err := store.Open(s.dir, s.storeOptions())
	if err != nil {
		return err
	}
	o := &owner{s: s, st: st, write: st.Announce, one: make(chan struct{}, 1)}
	s.mu.Lock()
	set, seen := s.set, s.changes
	s.mu.Unlock()
	o.dispatcher = s.dispatcher(st, set)
	o.routes = routes{secret: s.o.Secret, now: s.o.Now, warn: s.warn, st: st, dispatcher: o.dispatcher}
	o.routes.use(set.Routes)
	o.state = store.Holder{PID: os.Getpid(), State: model.HookOff, Since: s.o.Now(), Program: s.o.Program, At: s.o.At, Host: s.o.Host}
	o.takeUp(s.ctx)
	var left sync.WaitGroup
	left.Go(o.clean)
	if set.Enabled {
		if err := o.alone(s.ctx, o.open); err != nil {
			s.o.Log.Warn("webhook receiver", "error", err)
		}
	} else {
		o.setState(model.HookOff, model.Say(text.HookDisabled))
	}
	s.mu.Lock()
	before := s.st
	s.st, s.own, s.why = st, o, model.Sentence{}
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
	return nil
}

// reload applies changed settings.
func (o *owner) reload(old, set Settings) {
	o.dispatcher.Use(o.s.rules(set, o.st))
	o.routes.use(set.Routes)
	if set.Enabled != old.Enabled || !sameListening(set, old) {
		o.mu.Lock()
		o.stale, o.switched = true, o.switched || set.Enabled != old.Enabled
		o.mu.Unlock()
		go func() {
			if err := o.alone(o.s.ctx, o.apply); o.s.ctx.Err() == nil {
				o.s.warn(err)
			}
		}()
	}
}

// apply listens, or not, as changed settings require.
func (o *owner) apply(ctx context.Context) error {
	o.mu.Lock()
	stale, switched := o.stale, o.switched
	o.stale, o.switched = false, false
	o.mu.Unlock()
	switch {
	case switched && !o.s.settings().Enabled:
		return o.down(ctx, text.HookDisabled)
	case switched, stale && o.begun():
		return o.open(ctx)
	}
	return nil
}

// serveWishes carries out requests of other processes until the service ends or loses the store to another process.
func (o *owner) serveWishes() {
	for changes := o.st.Changes(); ; {
		select {
		case <-o.s.ctx.Done():
			return
		case <-changes:
		}
		if o.lost() {
			return
		}
		for _, w := range o.st.Wishes() {
			ctx, cancel := context.WithTimeout(o.s.ctx, 5*time.Second)
			o.s.warn(o.grant(ctx, w))
			cancel()
		}
		o.s.events.changed()
	}
}

// lost reports whether another instance now has the store, because its folder was removed and made again.
func (o *owner) lost() bool {
	err := o.st.Keep()
	before := o.unkept
	if o.unkept = ""; err != nil {
		o.unkept = err.Error()
	}
	if o.unkept != before {
		o.s.warn(err)
	}
	return errors.Is(err, system.ErrHeld)
}

// grant carries out a wish.
func (o *owner) grant(ctx context.Context, w store.Wish) error {
	switch w.Do {
	case store.DoKill:
		return o.dispatcher.Kill(w.ID)
	case store.DoAllow, store.DoDeny:
		return o.dispatcher.Allow(w.ID, w.Do == store.DoAllow)
	case store.DoPause, store.DoResume:
		return o.alone(ctx, func(context.Context) error { return o.pause(w.Do == store.DoPause) })
	case store.DoStop:
		return o.alone(ctx, func(ctx context.Context) error { return o.down(ctx, "the receiver was stopped manually") })
	case store.DoStart:
		return o.start(ctx, w.Port)
	case store.DoClear:
		o.st.Clear()
	case store.DoToken:
		return errors.Join(o.takeToken(), o.publish()) // the caller waits for the result
	}
	return nil
}

// clean kills processes left by a killed instance.
func (o *owner) clean() {
	defer run.Sweep()
	for _, l := range o.st.Leftovers() {
		if !run.KillLeft(l.PID, l.Start) {
			continue
		}
		if d := o.st.Get(l.ID); d != nil {
			c := *d
			c.Notes = append(c.Notes[:len(c.Notes):len(c.Notes)], model.Say("its remaining processes were stopped when the receiver stopped"))
			o.st.Set(c)
		}
	}
}

// setState changes and publishes the receiver's state.
func (o *owner) setState(state model.HookState, why model.Sentence) {
	if state == model.HookTaken {
		o.tries.after(o.retry)
		why = model.Say("%s (aloft tries again every minute)", why)
	} else {
		o.tries.over()
	}
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

// publish writes the state for other instances. It runs aside, so a slow disk delays neither requests nor the screen.
func (o *owner) publish() error {
	o.publishing.Lock()
	defer o.publishing.Unlock()
	o.mu.Lock()
	now := o.state
	o.mu.Unlock()
	return o.write(now)
}

// dispatcher makes the dispatcher of an owner.
func (s *Service) dispatcher(st *store.Store, set Settings) *dispatch.Dispatcher {
	return dispatch.New(st, dispatch.Options{Run: run.Run, Now: s.o.Now, Log: s.o.Log, Env: s.o.Env, Program: s.o.Program, Dir: s.o.Dir, Home: s.o.Home,
		Changed: s.events.changed}, s.rules(set, st))
}

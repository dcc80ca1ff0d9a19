package redis

import (
	"context"
	"crypto/rand"
	"time"

	"aloft/client"
	"aloft/client/gate/state"
)

// turn is a lock that is held for an operation. The processes of this host come one
// at a time: the one that waits for the server holds the host's lock.
type turn struct {
	lease
	near state.Lock
}

// Turn implements state.Far.
func (s *Server) Turn(near state.Lock, o state.Sharing) state.Lock {
	return &turn{lease: lease{server: s, o: o, key: "aloft:" + o.Name, lasts: turnLease}, near: near}
}

// Lock waits for both locks.
func (t *turn) Lock(ctx context.Context) error {
	if err := t.near.Lock(ctx); err != nil {
		return err
	}
	err := t.far(ctx)
	if err != nil {
		t.near.Unlock()
	}
	return err
}

func (t *turn) far(ctx context.Context) error {
	var since time.Duration // when the server could not be reached first
	for {
		token := rand.Text()
		r, err := t.server.lock(ctx, t.key, token, t.lasts)
		now := t.o.Clock.Now()
		switch {
		case err == nil && r.done:
			t.hold(token)
			return nil
		case ctx.Err() != nil:
			return ctx.Err()
		case err == nil:
			since = 0
			t.o.Say(waitsForMachine)
		case since == 0:
			since = now
		case now-since > patience:
			return t.server.fault(err)
		}
		if err != nil && !t.server.fault(err).Retry {
			return t.server.fault(err)
		}
		if client.Sleep(ctx, t.o.Retry+time.Duration(t.o.Clock.Rand()%uint64(t.o.Retry))) != nil {
			return ctx.Err()
		}
	}
}

// Unlock ends both.
func (t *turn) Unlock() {
	t.release()
	t.near.Unlock()
}

// Drop ends the host's lock.
func (t *turn) Drop() error { return t.near.Drop() }

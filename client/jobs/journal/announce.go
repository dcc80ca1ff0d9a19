package journal

import (
	"context"
	"sync"

	"aloft/client"
)

// Announced journals that a change may be made at the last moment: when its turn
// at the gate has come, not when it begins to wait for it. A crash in between
// then leaves behind something that was surely not sent, and can be done.
type Announced struct {
	journal func() error
	check   func() error // that this process may still send

	mu   sync.Mutex
	done bool
	err  error
}

// Announce prepares a call of a change to src. The context is for the call; a
// source that does not announce has the journal written before.
func Announce(ctx context.Context, src client.Source, journal, check func() error) (context.Context, *Announced) {
	a := &Announced{journal: journal, check: check}
	if s, ok := src.(client.Announcer); !ok || !s.Announces() {
		_ = a.Now()
	}
	return client.WithSending(ctx, a.Now), a
}

// Now journals, once, and looks whether this process may still send.
func (a *Announced) Now() error {
	a.mu.Lock()
	defer a.mu.Unlock()
	switch {
	case !a.done:
		a.done, a.err = true, a.journal()
	case a.err == nil:
		a.err = a.check()
	}
	return a.err
}

// Failed is the error of the journal: nothing was sent.
func (a *Announced) Failed() error {
	a.mu.Lock()
	defer a.mu.Unlock()
	return a.err
}

// After the call: what may have come of it is in the journal, whether or not it
// was announced.
func (a *Announced) After(err error) error {
	if k := client.KindOf(err); err == nil || k == client.KindUnknown || k == "" {
		return a.Now()
	}
	return a.Failed()
}

package journal

import (
	"context"
	"sync"

	"aloft/client"
)

// Announced journals the intent of a change at the last moment: when its turn at
// the gate has come, not when it begins to wait for it. If the process dies while
// it waits, the change was certainly not sent, and can be done.
type Announced struct {
	journal func() error
	check   func() error // whether this process may still send

	mu   sync.Mutex
	done bool
	err  error
}

// Announce prepares a call of a change to src. The context is for the call; for a
// source that does not announce, the journal is written here.
func Announce(ctx context.Context, src client.Source, journal, check func() error) (context.Context, *Announced) {
	a := &Announced{journal: journal, check: check}
	if s, ok := src.(client.Announcer); !ok || !s.Announces() {
		_ = a.Now()
	}
	return client.WithSending(ctx, a.Now), a
}

// Now writes the journal, once, and checks that this process may still send.
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

// Failed is the error of the journal, nil when it was written; with an error
// nothing was sent.
func (a *Announced) Failed() error {
	a.mu.Lock()
	defer a.mu.Unlock()
	return a.err
}

// After is called with the result of the call, and returns its error. A call that
// was not announced and may have had an effect is journaled now.
func (a *Announced) After(err error) error {
	if k := client.KindOf(err); err == nil || k == client.KindUnknown || k == "" {
		return a.Now()
	}
	return a.Failed()
}

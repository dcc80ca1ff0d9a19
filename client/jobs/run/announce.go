package run

import (
	"context"
	"sync"

	"aloft/client"
)

// announced journals that a change may be made at the last moment: when its turn
// at the gate has come, not when it begins to wait for it. A crash in between
// then leaves behind something that was surely not sent, and can be done.
type announced struct {
	journal func() error
	check   func() error // that this process may still send

	mu   sync.Mutex
	done bool
	err  error
}

// announce prepares a call of a change to src for a job. The context is for the
// call; a source that does not announce has the journal written before.
func (e *Executor) announce(j *job, src client.Source, journal func() error) (context.Context, *announced) {
	a := &announced{journal: journal, check: func() error { return e.mayStillSend(j) }}
	if s, ok := src.(client.Announcer); !ok || !s.Announces() {
		_ = a.now()
	}
	return client.WithSending(e.writes, a.now), a
}

// now journals, once, and looks whether this process may still send.
func (a *announced) now() error {
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

// failed is the error of the journal: nothing was sent.
func (a *announced) failed() error {
	a.mu.Lock()
	defer a.mu.Unlock()
	return a.err
}

// after the call: what may have come of it is in the journal, whether or not it
// was announced.
func (a *announced) after(err error) error {
	if k := client.KindOf(err); err == nil || k == client.KindUnknown || k == "" {
		return a.now()
	}
	return a.failed()
}

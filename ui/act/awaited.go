package act

import "context"

// Awaited is a read or a plan that the user waits for. Esc or a newer one cancels it. The zero value is none.
type Awaited struct {
	seq    int
	cancel context.CancelFunc // nil = none
}

// Begin starts another one, for a command whose answer carries the number.
func (w *Awaited) Begin(s *Screen) (context.Context, int) {
	w.Cancel()
	ctx, cancel := context.WithCancel(s.Env.Ctx)
	w.seq++
	w.cancel, s.Asked = cancel, s.Env.Now()
	return ctx, w.seq
}

// Number returns the number of the current one, 0 = none.
func (w *Awaited) Number() int {
	if w.cancel == nil {
		return 0
	}
	return w.seq
}

// End reports whether the answer with that number is still wanted.
func (w *Awaited) End(seq int) bool { return seq == w.seq && w.Cancel() }

// Cancel reports whether there was anything to cancel.
func (w *Awaited) Cancel() bool {
	if w.cancel == nil {
		return false
	}
	w.cancel()
	w.cancel = nil
	return true
}

package act

import "context"

// Awaited is what is being read or planned for the person: Esc cancels it, and so does
// a newer one. The zero value is none.
type Awaited struct {
	seq    int
	cancel context.CancelFunc // nil = none
}

// Begin begins another one, for a command that answers with the number.
func (w *Awaited) Begin(s *Screen) (context.Context, int) {
	w.Cancel()
	ctx, cancel := context.WithCancel(s.Env.Ctx)
	w.seq++
	w.cancel, s.Asked = cancel, s.Env.Now()
	return ctx, w.seq
}

// Number of what is awaited, 0 = nothing is.
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

package office

import (
	"context"
	"errors"
	"io"
	"time"

	"aloft/model/budget"
	"aloft/model/text"
)

// The time limit of a conversion grows with the size of the file: a large one is no
// attack.
const (
	someTime  = 2 * time.Minute
	timePerMB = time.Second
)

// limited runs a conversion with the time limit of a file of that size, and names
// the file and the limit in its error.
func limited(ctx context.Context, name string, size int64, do func(context.Context) (Result, error)) (Result, error) {
	most := someTime + time.Duration(size>>20)*timePerMB
	ctx, end := context.WithTimeoutCause(ctx, most, &budget.Over{What: "the conversion took longer than %s, the limit for a file of this size", Most: most})
	defer end()
	res, err := do(ctx)
	if err == nil {
		return res, nil
	}
	if g := gone(ctx); g != nil { // whatever error a library has made of it
		err = g
	}
	return Result{}, ofLimit(name, err)
}

// ofLimit adds class and file name to the error of a budget. A conversion that was
// cancelled returns the error of the context.
func ofLimit(name string, err error) error {
	var over *budget.Over
	var said *Error
	switch {
	case !errors.As(err, &over) || errors.As(err, &said):
		return err
	case over.What == "":
		return over.Err
	}
	return refuse(TooLarge, err, text.OfficeOfFile, name, over.Error()).hint("split it, or open it in the program that made it and save it again")
}

// gone is why a conversion must end: it was cancelled, or has used up its time.
func gone(ctx context.Context) error {
	if over, ok := errors.AsType[*budget.Over](context.Cause(ctx)); ok {
		return over
	}
	return ctx.Err()
}

// usual is the budget of one conversion.
func usual(ctx context.Context) *budget.Budget {
	return budget.New(budget.Usual(), func() error { return gone(ctx) })
}

// maxCells is how many cells the tables of a converted sheet or slide may have: a
// single cell far out in the last column makes every row as wide.
const maxCells = 20_000_000

// forTables is the budget of a conversion to tables.
func forTables(ctx context.Context) *budget.Budget {
	l := budget.Usual()
	l.Cells = maxCells
	return budget.New(l, func() error { return gone(ctx) })
}

// attentive reads a file until its conversion must end: so does every library that
// reads it.
type attentive struct {
	ctx context.Context
	r   io.ReaderAt
}

func (a attentive) ReadAt(p []byte, off int64) (int, error) {
	if err := gone(a.ctx); err != nil {
		return 0, err
	}
	return a.r.ReadAt(p, off)
}

// heeding writes a file until its conversion must end.
type heeding struct {
	ctx context.Context
	w   io.Writer
}

func (h heeding) Write(p []byte) (int, error) {
	if err := gone(h.ctx); err != nil {
		return 0, err
	}
	return h.w.Write(p)
}

// streaming reads a text until its conversion must end.
type streaming struct {
	ctx context.Context
	r   io.Reader
}

func (s streaming) Read(p []byte) (int, error) {
	if err := gone(s.ctx); err != nil {
		return 0, err
	}
	return s.r.Read(p)
}

// Package budget bounds what one conversion of a foreign file or text may use.
//
// Whoever converts takes from a Budget as it goes: work for what it reads, memory
// for what it keeps. Once a limit is exceeded, or stop has returned an error, every
// call returns that error, and the conversion ends with it. What is counted depends
// on the input alone, never on the machine.
package budget

import (
	"aloft/model"
	"aloft/model/text"
)

// Limits are what a conversion may use.
type Limits struct {
	Work   int64 // steps: about one for each byte that is looked at
	Memory int64 // bytes that are held at the same time, estimated
	Depth  int   // lists and quotations inside one another
	Cells  int   // of all tables of a Markdown text
}

// Usual are the limits of a file: many times what a book of a thousand pages needs.
func Usual() Limits { return Limits{Work: 1e9, Memory: 256 << 20, Depth: 100, Cells: 250_000} }

// Screen are the limits of what is drawn while somebody waits for it.
func Screen() Limits { return Limits{Work: 50e6, Memory: 64 << 20, Depth: 30, Cells: 5_000} }

// Budget is what is left of the limits of one conversion, for one goroutine.
type Budget struct {
	limits       Limits
	work, memory int64
	cells        int
	asked        int64 // the work at which stop was called last
	stop         func() error
	err          error
}

// often is the work between two calls of stop.
const often = 1 << 16

// New makes a budget. stop may be nil; it is called now and then, and its error,
// mostly that of a context, ends the conversion.
func New(l Limits, stop func() error) *Budget { return &Budget{limits: l, stop: stop} }

// Or gives b, or for nil a budget of the usual limits.
func Or(b *Budget) *Budget {
	if b == nil {
		return New(Usual(), nil)
	}
	return b
}

// Err is why the conversion must end, nil while it may go on.
func (b *Budget) Err() error { return b.err }

// Held is the memory in use, in bytes.
func (b *Budget) Held() int { return int(b.memory) }

// Work takes n steps. Here and below the error is an *Over.
func (b *Budget) Work(n int) error {
	b.work += int64(n)
	switch {
	case b.err != nil:
	case b.work > b.limits.Work:
		b.err = &Over{What: "conversion stopped after %d million steps: the file is malicious or far too long", Most: b.limits.Work / 1e6}
	case b.stop != nil && (b.work-b.asked >= often || b.asked == 0):
		b.asked = max(b.work, 1)
		if err := b.stop(); err != nil {
			b.err = &Over{Err: err}
		}
	}
	return b.err
}

// Hold takes n bytes of memory; a negative n gives them back.
func (b *Budget) Hold(n int) error {
	if b.memory += int64(n); b.err == nil && b.memory > b.limits.Memory {
		b.err = &Over{What: "conversion stopped at %d MB of memory: the file is malicious or far too long", Most: b.limits.Memory >> 20}
	}
	return b.err
}

// Deep checks that lists and quotations may be nested n levels deep.
func (b *Budget) Deep(n int) error {
	if b.err == nil && n > b.limits.Depth {
		b.err = &Over{What: "its lists and quotations are nested more than %d {level|levels} deep", Most: b.limits.Depth}
	}
	return b.err
}

// Cells takes n cells of a table.
func (b *Budget) Cells(n int) error {
	if b.cells += n; b.err == nil && b.cells > b.limits.Cells {
		b.err = &Over{What: "its tables have more than %d {cell|cells}", Most: b.limits.Cells}
	}
	return b.err
}

// Over is why a conversion ended early: a limit that was exceeded, or the error of
// whoever stopped it.
type Over struct {
	What text.Text // the limit, "" when it was stopped
	Most any       // how much was allowed
	Err  error     // why it was stopped
}

// Error is the English sentence.
func (o *Over) Error() string { return o.Say(nil) }

// Say is the sentence in the language of the catalogue.
func (o *Over) Say(c *text.Catalogue) string {
	if o.What == "" {
		return model.Clean(o.Err.Error())
	}
	return c.Say(o.What, o.Most)
}

// Unwrap is the error of whoever stopped it, nil for a limit.
func (o *Over) Unwrap() error { return o.Err }

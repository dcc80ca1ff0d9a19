package office

import (
	"aloft/model"
	"aloft/model/text"
)

// Why is the class of an Error.
type Why string

const (
	Mismatch    Why = "mismatch"    // the content does not match the suffix
	Broken      Why = "broken"      // cut off or damaged
	Encrypted   Why = "encrypted"   // it needs a password
	Empty       Why = "empty"       // no bytes
	TooLarge    Why = "too-large"   // more than this program unpacks
	Unsupported Why = "unsupported" // no such conversion
)

// Error returns why a file cannot be read. Errors of reads and writes are returned unchanged, not as an Error.
type Error struct {
	Why      Why
	What     text.Text // one sentence; the first argument is the file's name
	Args     []any
	Hint     text.Text
	HintArgs []any
	Err      error
}

// Error returns the English message, clean and in one line.
func (e *Error) Error() string { return e.Say(nil) }

// Say returns the message in the language of the catalogue.
func (e *Error) Say(c *text.Catalogue) string {
	s := c.Say(e.What, e.Args...)
	if e.Hint != "" {
		s = c.Say(text.ErrHint, s, c.Say(e.Hint, e.HintArgs...))
	}
	return model.Clean(s)
}

func (e *Error) Unwrap() error { return e.Err }

func refuse(why Why, cause error, t text.Text, args ...any) *Error {
	return &Error{Why: why, What: t, Args: args, Err: cause}
}

func (e *Error) hint(t text.Text, args ...any) *Error {
	e.Hint, e.HintArgs = t, args
	return e
}

package word

import (
	"errors"

	"aloft/model"
	"aloft/model/budget"
	"aloft/model/text"
)

// Why a file was refused, for errors.Is.
var (
	ErrEncrypted = errors.New("encrypted")
	ErrNotWord   = errors.New("not a Word file")
	ErrDamaged   = errors.New("damaged")
	ErrTooLarge  = errors.New("over a limit")
	ErrNotUTF8   = errors.New("not UTF-8")
)

// Error says why a file was refused and what to do.
type Error struct {
	What text.Text
	Args []any
	Hint text.Text
	Why  error // one of the above
	Err  error // the cause, nil when there is none
}

// Error returns the English message.
func (e *Error) Error() string { return e.Say(nil) }

// Say returns the message in the language of the catalogue, on one clean line.
func (e *Error) Say(c *text.Catalogue) string {
	s := c.Say(e.What, e.Args...)
	if e.Hint != "" {
		s = c.Say(text.ErrHint, s, e.Hint)
	}
	return model.Clean(s)
}

// Unwrap returns the class and the cause.
func (e *Error) Unwrap() []error {
	out := []error{e.Why}
	if e.Err != nil {
		out = append(out, e.Err)
	}
	return out
}

// Damaged is the error of a part that cannot be read; a limit stays what it is.
func Damaged(part string, err error) error {
	var e *Error
	var over *budget.Over
	if errors.As(err, &e) || errors.As(err, &over) { // a limit, or wrapped already
		return err
	}
	return &Error{What: text.WordDamaged, Args: []any{model.Say("the part %s cannot be read", part)},
		Hint: text.WordDamagedHint, Why: ErrDamaged, Err: err}
}

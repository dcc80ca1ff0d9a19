package console

import (
	"context"
	"errors"
	"io/fs"

	"aloft/client"
	"aloft/client/config"
	"aloft/model"
	"aloft/model/text"
)

// The exit codes are a contract: scripts and tests rely on them.
const (
	ExitDone        = 0
	ExitFailed      = 1
	ExitUsage       = 2
	ExitSome        = 3
	ExitLogin       = 4
	ExitConflict    = 5
	ExitNotFound    = 6
	ExitLasting     = 7 // an undo: the job cannot be taken back
	ExitInterrupted = 130
)

// exitError carries an exit code. Without an error inside, the message was printed
// already.
type exitError struct {
	code int
	err  error
}

func (e *exitError) Error() string {
	if e.err == nil {
		return ""
	}
	return e.err.Error()
}

func (e *exitError) Unwrap() error { return e.err }

// Exit ends the program with a code; without an error the message was printed
// already.
func Exit(code int, err error) error { return &exitError{code, err} }

// UsageError is a command line that cannot be understood.
func UsageError(t text.Text, hint text.Text, args ...any) error {
	return Exit(ExitUsage, client.Errorf(client.KindInvalid, "usage", model.Place{}, t, args...).Hinted(hint))
}

// ExitCode is the code for an error.
func ExitCode(err error) int {
	var x *exitError
	var bad *config.Invalid
	var place *model.PlaceError
	switch {
	case err == nil:
		return ExitDone
	case errors.As(err, &x):
		return x.code
	case errors.Is(err, context.Canceled):
		return ExitInterrupted
	case errors.As(err, &bad), errors.As(err, &place):
		return ExitUsage
	}
	if e, ok := errors.AsType[*client.Error](err); ok && e.Op == "config" && e.Kind == client.KindInvalid {
		return ExitUsage
	}
	return KindCode(client.KindOf(err))
}

// KindCode is the code for a kind of error.
func KindCode(k client.Kind) int {
	switch k {
	case client.KindAuth:
		return ExitLogin
	case client.KindConflict:
		return ExitConflict
	case client.KindNotFound:
		return ExitNotFound
	}
	return ExitFailed
}

// Cause is why a file could not be used, without its path, which the message has
// already.
func Cause(err error) string {
	if p, ok := errors.AsType[*fs.PathError](err); ok {
		return p.Err.Error()
	}
	return err.Error()
}

// Explain is an error as one clean line in the person's language.
func (con *Console) Explain(err error) string {
	var e *client.Error
	var place *model.PlaceError
	var bad *config.Invalid
	line := ""
	switch {
	case errors.As(err, &bad) && len(bad.Problems) > 1:
		line = con.Say("%s (and %d more)", bad.Problems[0].Say(con.Catalogue), len(bad.Problems)-1)
	case errors.As(err, &e):
		line = e.Say(con.Catalogue)
	case errors.As(err, &place):
		line = con.Say(text.ErrHint, place.Say(con.Catalogue), text.CliHintPlaces)
	case errors.Is(err, context.Canceled):
		line = con.Say("interrupted")
	default:
		line = model.Clean(err.Error())
	}
	return con.Scrub.Scrub(line)
}

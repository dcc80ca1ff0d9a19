package main

import (
	"context"
	"errors"

	"github.com/spf13/cobra"

	"aloft/client"
	"aloft/client/config"
	"aloft/model"
	"aloft/model/text"
)

// The exit codes of the contract ("The command line" in design/architecture.md).
const (
	exitDone        = 0
	exitFailed      = 1
	exitUsage       = 2
	exitSome        = 3
	exitLogin       = 4
	exitConflict    = 5
	exitNotFound    = 6
	exitInterrupted = 130
)

// exitError carries an exit code. Without an error inside everything was said.
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

// usageError is a command line that cannot be understood.
func usageError(t text.Text, hint text.Text, args ...any) error {
	e := client.Errorf(client.KindInvalid, "usage", model.Place{}, t, args...)
	e.Hint = hint
	return &exitError{exitUsage, e}
}

// exitCode finds the code for an error.
func exitCode(err error) int {
	var x *exitError
	var bad *config.Invalid
	var place *model.PlaceError
	switch {
	case err == nil:
		return exitDone
	case errors.As(err, &x):
		return x.code
	case errors.Is(err, context.Canceled):
		return exitInterrupted
	case errors.As(err, &bad), errors.As(err, &place):
		return exitUsage
	}
	var e *client.Error
	if errors.As(err, &e) && e.Op == "config" && e.Kind == client.KindInvalid {
		return exitUsage
	}
	return kindCode(client.KindOf(err))
}

func kindCode(k client.Kind) int {
	switch k {
	case client.KindAuth:
		return exitLogin
	case client.KindConflict:
		return exitConflict
	case client.KindNotFound:
		return exitNotFound
	}
	return exitFailed
}

// say is an error as one clean line in the person's language.
func (a *app) say(err error) string {
	var e *client.Error
	var place *model.PlaceError
	var bad *config.Invalid
	line := ""
	switch {
	case errors.As(err, &bad) && len(bad.Problems) > 1:
		line = a.cat.Say("%s (and %d more)", bad.Problems[0].Say(a.cat), len(bad.Problems)-1)
	case errors.As(err, &e):
		line = e.Say(a.cat)
	case errors.As(err, &place):
		line = place.Say(a.cat) + a.cat.Say(text.ErrHint, a.cat.Say(text.CliHintPlaces))
	case errors.Is(err, context.Canceled):
		line = a.cat.Say("interrupted")
	default:
		line = model.Clean(err.Error())
	}
	return a.scrub.Scrub(line)
}

// wantArgs checks the number of arguments with our own words.
func wantArgs(least, most int) cobra.PositionalArgs {
	return func(c *cobra.Command, args []string) error {
		if len(args) >= least && (most < 0 || len(args) <= most) {
			return nil
		}
		t := text.Text("%s: too many arguments")
		if len(args) < least {
			t = text.CliTooFew
		}
		return usageErrorFor(c, t, c.CommandPath())
	}
}

func usageErrorFor(c *cobra.Command, t text.Text, args ...any) error {
	e := client.Errorf(client.KindInvalid, "usage", model.Place{}, t, args...)
	e.Hint, e.HintArgs = text.CliHintHelp, []any{c.CommandPath()}
	return &exitError{exitUsage, e}
}

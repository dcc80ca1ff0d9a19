package main

import (
	"errors"
	"log/slog"
	"os"

	"aloft/client"
	"aloft/client/gate"
)

// openLog opens the file of --log. What goes into it is an allow-list: names of
// commands and accounts, kinds, sizes and times, never bodies, header values or
// queries; what is known to be secret is scrubbed besides.
func (a *app) openLog() error {
	if a.flags.log == "" || a.logF != nil {
		return nil
	}
	f, err := os.OpenFile(a.flags.log, os.O_WRONLY|os.O_CREATE|os.O_APPEND, 0o600)
	if err != nil {
		var pe *os.PathError
		why := err
		if errors.As(err, &pe) {
			why = pe.Err
		}
		return &client.Error{Kind: client.KindLocal, Op: "log", What: "the log file %s cannot be written: %s",
			Args: []any{a.flags.log, why.Error()}, Err: err}
	}
	a.logF = f
	level := slog.LevelInfo
	if a.flags.verbose {
		level = slog.LevelDebug
	}
	a.log = slog.New(slog.NewJSONHandler(a.scrub.Writer(f), &slog.HandlerOptions{Level: level}))
	return nil
}

// logGate notes the history of an account's gate.
func (a *app) logGate(account string) func(gate.Event) {
	if a.flags.log == "" {
		return nil
	}
	log := a.log.With("account", account)
	return func(e gate.Event) {
		level := slog.LevelDebug
		if e.Kind == gate.EventEnd || e.Kind == gate.EventGap || e.Kind == gate.EventRepair {
			level = slog.LevelInfo
		}
		log.Log(a.ctx(), level, "gate", "event", string(e.Kind), "mutation", e.Mutation, "epoch", e.Epoch,
			"status", e.Status, "gap_ms", e.Gap.Milliseconds(), "waited_ms", e.Waited.Milliseconds())
	}
}

package session

import (
	"log/slog"
	"os"

	"aloft/client"
	"aloft/client/gate"
	"aloft/cmd/aloft/console"
)

// OpenLog opens the file of --log. Its content is an allow-list: names of commands
// and accounts, kinds, sizes and times, never bodies, header values or queries;
// known secrets are redacted in addition.
func (s *Session) OpenLog() error {
	if s.Flags.Log == "" || s.logFile != nil {
		return nil
	}
	f, err := os.OpenFile(s.Flags.Log, os.O_WRONLY|os.O_CREATE|os.O_APPEND, 0o600)
	if err != nil {
		return &client.Error{Kind: client.KindLocal, Op: "log", What: "%s cannot be written: %s",
			Args: []any{s.Flags.Log, console.Cause(err)}, Err: err}
	}
	s.logFile = f
	level := slog.LevelInfo
	if s.Flags.verbose {
		level = slog.LevelDebug
	}
	s.Con.Log = slog.New(slog.NewJSONHandler(s.Con.Scrub.Writer(f), &slog.HandlerOptions{Level: level}))
	return nil
}

// LogGate logs the events of an account's gate.
func (s *Session) LogGate(account string) func(gate.Event) {
	if s.Flags.Log == "" {
		return nil
	}
	log := s.Con.Log.With("account", account)
	return func(e gate.Event) {
		level := slog.LevelDebug
		if e.Kind == gate.EventEnd || e.Kind == gate.EventGap || e.Kind == gate.EventRepair {
			level = slog.LevelInfo
		}
		log.Log(s.Context(), level, "gate", "event", string(e.Kind), "class", e.Class, "mutation", e.Mutation, "epoch", e.Epoch,
			"status", e.Status, "gap_ms", e.Gap.Milliseconds(), "waited_ms", e.Waited.Milliseconds())
	}
}

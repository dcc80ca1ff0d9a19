// Package session is what every command runs in, and how it is opened.
// It has what commands share: places from arguments or standard input, credentials from a person, the person's editor,
// reports of crashes.
package session

import (
	"cmp"
	"context"
	"io"
	"log/slog"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"aloft/client"
	"aloft/client/checkout"
	"aloft/client/config"
	"aloft/client/gate"
	"aloft/client/secret"
	"aloft/client/system"
	"aloft/client/webhook/store"
	"aloft/cmd/aloft/console"
	"aloft/model"
	"aloft/model/text"
	"aloft/themes"
	"aloft/ui/keys"
)

// Session is what one command runs in: its flags, the configuration, the folders,
// the interrupts.
type Session struct {
	Con    *console.Console
	Editor *Editor
	Flags  Flags
	Scale  float64 // of the waits between requests and polls
	// Now is the clock by which what was read is young or old; nil = the system's.
	Now      func() time.Time
	Dirs     config.Dirs
	DirsErr  error
	Config   *config.Config // nil before Load
	Watches  system.Watches // of jobs and the receiver's store
	Warnings []config.Warning
	Command  string // its names, without an argument
	// Continues: it goes on with what another process has begun, and was allowed to.
	Continues bool
	goOn      []string // jobs that go on when the process has ended
	given     *secret.Explicit
	Stop      *Interrupts

	added     added
	configErr error
	logFile   io.Closer
	// Ending gets what is said of logins that end in the next days, for the screen; nil = it
	// does not show.
	Ending chan string
}

// New opens nothing.
func New(con *console.Console) *Session {
	s := &Session{Con: con, Editor: NewEditor(con), Scale: 1}
	con.Needs = s.Needs
	return s
}

// Close closes the log and handles no more interrupts.
func (s *Session) Close() error {
	var err error
	if s.logFile != nil {
		err = s.logFile.Close()
	}
	if s.Stop != nil {
		s.Stop.end()
	}
	return err
}

// Load reads the configuration once. Commands that help to fix it go on with the
// defaults returned along with an error.
func (s *Session) Load() (*config.Config, error) {
	if s.Config != nil {
		return s.Config, s.configErr
	}
	s.Dirs, s.DirsErr = config.Folders(s.Con.Env)
	s.Config, s.Warnings, s.configErr = config.Load(s.ConfigOptions())
	if s.configErr == nil {
		s.Con.Speak(s.Config.UI.Language)
	}
	s.sweep()
	return s.Config, s.configErr
}

// ConfigOptions are where the configuration comes from.
func (s *Session) ConfigOptions() config.Options {
	o := config.Options{
		Dirs: s.Dirs, File: s.Flags.config, Env: s.Con.Env, Flags: map[string]config.Flag{},
		Allowed: map[string][]string{"ui.keys": keys.Names(), "ui.theme": themes.Names(s.ThemeDirs()...)},
	}
	if s.Flags.Account != "" {
		o.Flags["account"] = config.Flag{Name: "--account", Value: s.Flags.Account}
	}
	maps.Copy(o.Flags, s.Flags.Hook)
	return o
}

// Prepare runs before every command that needs the configuration.
func (s *Session) Prepare(c *cobra.Command) error {
	if err := s.OpenLog(); err != nil {
		return err
	}
	_, err := s.Load()
	for _, w := range s.Warnings {
		s.Con.WarnLine(w.Say(s.Con.Catalogue))
	}
	if err != nil {
		return err
	}
	s.Command = c.CommandPath()
	s.Con.Log.Info("command", "name", c.CommandPath())
	return nil
}

// Begin handles interrupts from here on.
func (s *Session) Begin() {
	s.Stop = newInterrupts(s.Editor.Has, s.leave)
	s.Stop.begin()
}

// leave is what an interrupt does when a file hangs. The journals are right, as they are after
// a kill: what was under way is looked up when the job goes on.
func (s *Session) leave(job string) {
	e := client.Errorf(client.KindLocal, "interrupt", model.Place{}, "interrupted; aloft did not wait for a file or folder that does not respond")
	if job != "" {
		e.Hint, e.HintArgs = text.CliHintResume, []any{job}
	}
	s.Con.Warn(console.Exit(console.ExitInterrupted, e))
}

// Forget makes the next Load read the configuration again.
func (s *Session) Forget() { s.Config, s.Warnings = nil, nil }

// Context is cancelled by the first interrupt.
func (s *Session) Context() context.Context {
	if s.Stop == nil {
		return context.Background()
	}
	return s.Stop.ctx
}

// Needs makes a command read the configuration before it runs.
func (s *Session) Needs(run func(c *cobra.Command, args []string) error) func(*cobra.Command, []string) error {
	return func(c *cobra.Command, args []string) error {
		if err := s.Prepare(c); err != nil {
			return err
		}
		return run(c, args)
	}
}

// ThemeDirs are the folders of the person's own themes.
func (s *Session) ThemeDirs() []string {
	if s.Dirs.Config == "" {
		return nil
	}
	return []string{s.Dirs.Config + "/themes"}
}

// HookFolder is the folder that the receivers of this user share.
func (s *Session) HookFolder() string { return filepath.Join(s.Dirs.State, "webhook") }

// KeyFiles are the person's own keys, laid over the chosen map.
func (s *Session) KeyFiles() []string {
	if s.Dirs.Config == "" {
		return nil
	}
	return []string{filepath.Join(s.Dirs.Config, "keys.toml")}
}

// Below is a path in one of the program's folders, "" when that is not known.
func Below(folder string, names ...string) string {
	if folder == "" {
		return ""
	}
	return filepath.Join(folder, filepath.Join(names...))
}

// MakeData makes the folder of the person's data.
func (s *Session) MakeData() error {
	if s.Dirs.Data == "" {
		return s.DirsErr
	}
	return config.Make(s.Dirs.Data, client.DataHome)
}

// CopiesDir is the folder of private copies of files, "" when no folder is known.
func (s *Session) CopiesDir() string { return Below(s.Dirs.Data, "copies") }

// archiveRest is how long a new archive stays of which no program knows.
const archiveRest = 24 * time.Hour

// ArchiveDir is the folder for archives that are made, and for what has to be unpacked to be read.
func (s *Session) ArchiveDir() string {
	return cmp.Or(Below(s.Dirs.Cache, "archives"), os.TempDir())
}

// KeepDir is the folder of bookmarks and histories, "" when no folder is known.
func (s *Session) KeepDir() string { return Below(s.Dirs.Data, "keep") }

// SecretDir is the folder of credentials stored in files, "" when no folder is known.
func (s *Session) SecretDir() string { return Below(s.Dirs.Data, "secrets") }

// Flags are the flags of every command.
type Flags struct {
	Account, config, Color, Log string
	verbose                     bool
	credFile, credCommand       string
	credFor                     string
	credFD                      int
	Hook                        map[string]config.Flag // of hook serve
}

// AddFlags defines them.
func (s *Session) AddFlags(p *pflag.FlagSet) {
	p.StringVar(&s.Flags.Account, "account", "", s.Con.Say("use this account instead of the configured one"))
	console.PathFlag(p, &s.Flags.config, "config", "", "", s.Con.Say("read this file instead of config.toml"))
	p.StringVar(&s.Flags.Color, "color", "auto", s.Con.Say("colours: auto, always or never"))
	console.PathFlag(p, &s.Flags.Log, "log", "", "", s.Con.Say("append each step to this file, without names or secrets"))
	p.BoolVarP(&s.Flags.verbose, "verbose", "v", false, s.Con.Say("log more"))
	s.credentialFlags(p)
}

// CheckFlags checks the flags that every command has.
func (s *Session) CheckFlags(c *cobra.Command) error {
	switch s.Flags.Color {
	case "auto", "always", "never":
	default:
		return console.UsageErrorFor(c, text.CliOneOf, "--color", "auto, always, never", s.Flags.Color)
	}
	if all := console.Words(model.Services()); s.Flags.credFor != "" && !slices.Contains(all, s.Flags.credFor) {
		return console.UsageErrorFor(c, text.CliOneOf, "--credential-for", strings.Join(all, ", "), s.Flags.credFor)
	}
	n := 0
	for _, f := range []string{"credential-file", "credential-fd", "credential-command"} {
		if c.Flags().Changed(f) {
			n++
		}
	}
	if n > 1 {
		return console.UsageErrorFor(c, text.CliOnlyOne, "--credential-file, --credential-fd, --credential-command")
	}
	return nil
}

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

// sweep removes half-written files of killed processes, some with secrets. The
// stores of jobs and of the embedded service clean their own folders when they are
// opened.
func (s *Session) sweep() {
	if file := s.Config.File; file != "" {
		if real, err := filepath.EvalSymlinks(file); err == nil {
			file = real // a new one is written beside it
		}
		system.Sweep(filepath.Dir(file))
	}
	if data := s.Dirs.Data; data != "" {
		secret.Sweep(s.SecretDir())
		system.Sweep(data, ".doctor-*", ".new-*")
		system.Sweep(s.KeepDir(), ".keep-*")
		checkout.Sweep(s.CopiesDir())
		journals, _ := filepath.Glob(filepath.Join(data, "edits", "*")) // the pattern is valid
		for _, dir := range journals {
			system.Sweep(dir, "*.jsonl.new")
		}
	}
	if s.Dirs.Cache != "" {
		system.Sweep(filepath.Join(s.Dirs.Cache, "docs"))
		system.Sweep(s.ArchiveDir())
		system.SweepFolders(s.ArchiveDir(), "", func(path string) bool { // the job of a killed program goes on with a new archive
			st, err := os.Stat(path)
			return err != nil || time.Since(st.ModTime()) < archiveRest
		})
	}
	if s.Dirs.State != "" {
		system.Sweep(s.Dirs.State, ".doctor-*")
		store.Sweep(s.HookFolder())
	}
	SweepDrafts()
}

package main

import (
	"bufio"
	"context"
	"errors"
	"io"
	"log/slog"
	"maps"
	"os"
	"strings"
	"sync/atomic"

	"github.com/charmbracelet/x/term"
	"github.com/spf13/cobra"

	"aloft/client"
	"aloft/client/config"
	"aloft/client/secret"
	"aloft/client/webhook"
	"aloft/model/text"
	"aloft/themes"
	"aloft/ui"
	"aloft/ui/keys"
)

// app is one run of the program: its streams, what was asked for, and what was
// opened on the way. Everything is opened when it is first needed.
type app struct {
	stdin          *os.File
	stdout, stderr *os.File
	out            *bufio.Writer
	cat            *text.Catalogue
	speaks         string // its language
	scrub          *secret.Scrubber
	secretEnv      map[string]string // taken out of the environment at the start

	flags    global
	scale    float64 // of the waits between requests and polls
	dirs     config.Dirs
	dirsErr  error
	cfg      *config.Config
	cfgErr   error
	warnings []config.Warning

	command string // its names, without an argument
	stop    *interrupts
	log     *slog.Logger
	logF    io.Closer
	src     *sources
	jobs    *lazyJobs
	changer client.Edits
	hooks   *webhook.Service
	hookErr error // why there is none on the screen
	hookCfg atomic.Pointer[config.Webhook]

	line1    progressLine
	waits    *waitLines
	onScreen bool
	lent     atomic.Int64   // the terminal is the editor's until then, in nanoseconds since 1970
	spoil    func(*ui.Deps) // tests break the screen with it; nil in the program
}

// global are the flags of every command.
type global struct {
	account, config, color, log string
	verbose                     bool
	credFile, credCommand       string
	credFor                     string
	credFD                      int
	hook                        map[string]config.Flag // of hook serve
}

func newApp(in, out, errs *os.File) *app {
	a := &app{
		stdin: in, stdout: out, stderr: errs, out: bufio.NewWriterSize(out, 32<<10),
		cat: &text.Catalogue{}, scale: 1, scrub: &secret.Scrubber{}, log: slog.New(slog.DiscardHandler),
	}
	a.secretEnv = takeSecrets(os.Environ(), os.Unsetenv)
	for _, v := range a.secretEnv {
		a.scrub.Add(v)
	}
	a.speak(a.env("ALOFT_LANGUAGE")) // commands say what they are for before settings are read
	return a
}

// takeSecrets takes the credentials out of the environment, so that no child
// can see them.
func takeSecrets(environ []string, unset func(string) error) map[string]string {
	got := map[string]string{}
	for _, e := range environ {
		name, v, _ := strings.Cut(e, "=")
		if !strings.HasPrefix(name, "ALOFT_") {
			continue
		}
		if strings.HasSuffix(name, "_DRIVE_COOKIE") || strings.HasSuffix(name, "_DOCS_TOKEN") || strings.HasSuffix(name, "_OPEN_TOKEN") ||
			strings.HasSuffix(name, "_PLATFORM_ADDRESS") || name == hookToken {
			got[name] = v
			_ = unset(name)
		}
	}
	return got
}

func (a *app) env(name string) string {
	if v, ok := a.secretEnv[name]; ok {
		return v
	}
	return os.Getenv(name)
}

func (a *app) execute(args []string) error {
	root := a.rootCommand()
	root.SetArgs(args)
	root.SetIn(a.stdin)
	root.SetOut(a.out)
	root.SetErr(a.stderr)
	err := root.Execute()
	if ferr := a.out.Flush(); err == nil && ferr != nil {
		err = a.outputFailed(ferr)
	}
	return err
}

// outputFailed says that standard output cannot be written.
func (a *app) outputFailed(err error) error {
	var pe *os.PathError
	why := err
	if errors.As(err, &pe) {
		why = pe.Err
	}
	return &client.Error{Kind: client.KindLocal, Op: "output", What: "the output cannot be written: %s", Args: []any{why.Error()}, Err: err}
}

// close ends everything in the order that loses nothing: jobs first.
func (a *app) close() error {
	var errs []error
	if a.jobs != nil {
		errs = append(errs, a.jobs.Close())
	}
	if a.src != nil {
		errs = append(errs, a.src.Close())
	}
	if a.logF != nil {
		errs = append(errs, a.logF.Close())
	}
	if a.stop != nil {
		a.stop.end()
	}
	return errors.Join(errs...)
}

// load reads the configuration once. The commands that help to mend it go on
// with the defaults that come along with an error.
func (a *app) load() (*config.Config, error) {
	if a.cfg != nil {
		return a.cfg, a.cfgErr
	}
	a.dirs, a.dirsErr = config.Folders(a.env)
	a.cfg, a.warnings, a.cfgErr = config.Load(a.configOptions())
	if a.cfgErr == nil {
		a.speak(a.cfg.UI.Language)
	}
	a.sweep()
	return a.cfg, a.cfgErr
}

// configOptions are where the configuration comes from.
func (a *app) configOptions() config.Options {
	o := config.Options{
		Dirs: a.dirs, File: a.flags.config, Env: a.env, Flags: map[string]config.Flag{},
		Allowed: map[string][]string{"ui.keys": keys.Names(), "ui.theme": themes.Names(a.themeDirs()...)},
	}
	if a.flags.account != "" {
		o.Flags["account"] = config.Flag{Name: "--account", Value: a.flags.account}
	}
	maps.Copy(o.Flags, a.flags.hook)
	return o
}

func (a *app) themeDirs() []string {
	if a.dirs.Config == "" {
		return nil
	}
	return []string{a.dirs.Config + "/themes"}
}

// prepare runs before every command that needs the configuration.
func (a *app) prepare(c *cobra.Command) error {
	if err := a.openLog(); err != nil {
		return err
	}
	_, err := a.load()
	for _, w := range a.warnings {
		a.warnLine(w.Say(a.cat))
	}
	if err != nil {
		return err
	}
	a.command = c.CommandPath()
	a.stop = newInterrupts(a.forEditor)
	a.stop.begin()
	a.log.Info("command", "name", c.CommandPath())
	return nil
}

// ctx ends at the first interrupt.
func (a *app) ctx() context.Context {
	if a.stop == nil {
		return context.Background()
	}
	return a.stop.ctx
}

// warnLine says something that stops nothing.
func (a *app) warnLine(line string) {
	_, _ = io.WriteString(a.stderr, "aloft: "+a.scrub.Scrub(line)+"\n")
}

func (a *app) warn(err error) { a.warnLine(a.say(err)) }

func (a *app) outIsTerminal() bool { return term.IsTerminal(a.stdout.Fd()) }
func (a *app) errIsTerminal() bool { return term.IsTerminal(a.stderr.Fd()) }
func (a *app) inIsTerminal() bool  { return term.IsTerminal(a.stdin.Fd()) }

// warnLater says what a service tells beside an operation. While the screen is
// up nothing else may write to the terminal.
func (a *app) warnLater(err error) {
	a.log.Warn("warning", "text", a.say(err))
	if !a.onScreen {
		a.progressClear()
		a.warn(err)
	}
}

package main

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"time"

	"aloft/client"
	"aloft/client/config"
	"aloft/client/secret"
	"aloft/client/webhook"
	"aloft/client/webhook/dispatch"
	"aloft/client/webhook/platform"
	"aloft/client/webhook/run"
	"aloft/model"
)

// hookToken is the variable that gives the receiver's token for automation.
const hookToken = "ALOFT_WEBHOOK_TOKEN"

// hookEnd is how long the receiver's end may take: what runs is killed within a
// second, and the outcomes are written.
const hookEnd = 5 * time.Second

// hookDelay is how long the receiver of a screen waits for the first frame: what
// it does to begin would cost that some milliseconds.
const hookDelay = 60 * time.Millisecond

// hookOptions are what the receiver needs of the program.
func (a *app) hookOptions() (webhook.Options, error) {
	if a.dirs.Data == "" || a.dirs.State == "" {
		return webhook.Options{}, a.dirsErr
	}
	if err := config.Make(a.dirs.Data, client.DataHome); err != nil {
		return webhook.Options{}, err
	}
	if err := config.Make(a.dirs.State, client.StateHome); err != nil {
		return webhook.Options{}, err
	}
	// What a delivery starts runs as the same user: without this it could read the
	// first environment of this process, and its memory.
	hardenProcess()
	program, err := os.Executable()
	if err != nil {
		a.log.Warn("webhook", "error", err.Error())
	}
	dir, err := os.Getwd()
	if err != nil {
		a.log.Warn("webhook", "error", err.Error())
	}
	return webhook.Options{
		Data: a.dirs.Data, State: a.dirs.State, Settings: a.hookSettings(a.cfg), Env: a.hookEnviron(), Program: program, Dir: dir,
		Address: a.platformAddress, Log: a.log, Now: time.Now,
	}, nil
}

// hookEnviron is the environment of what deliveries start: this program's, from
// which all secrets were taken. The account that was chosen by a flag goes along,
// so that what they call works on the same places.
func (a *app) hookEnviron() []string {
	env := os.Environ()
	if a.flags.account != "" {
		env = append(env, "ALOFT_ACCOUNT="+a.flags.account)
	}
	return env
}

// hookSettings are the receiver's part of a configuration, which is in force
// from then on.
func (a *app) hookSettings(c *config.Config) webhook.Settings {
	w := c.Webhook
	a.hookCfg.Store(&w)
	_, exact := a.flags.hook["webhook.port"]
	s := webhook.Settings{
		Enabled: w.Enabled, Address: w.Address, Port: w.Port, Exact: exact, Path: w.Path, Open: w.Open, Token: a.env(hookToken),
		MaxBody: int64(w.MaxBody), OutputMax: int64(w.OutputMax), ExecTimeout: w.ExecTimeout, AgentTimeout: w.AgentTimeout,
		Busy: w.Busy, SilentOutcome: w.SilentOutcome, Background: run.Background(w.Background),
		Projects: map[string]dispatch.Project{}, Platforms: map[string]platform.Setting{},
	}
	for name, p := range w.Projects {
		s.Projects[name] = dispatch.Project{Dir: a.inHome(p.Dir), Agent: a.program(p.Agent), AgentAgain: a.program(p.AgentAgain), Exec: p.Exec}
	}
	for name, p := range w.Platforms {
		s.Platforms[name] = platform.Setting{Type: p.Type, Proactive: p.Proactive, File: a.inHome(p.File), Command: a.program(p.Command)}
	}
	return s
}

// inHome takes "~/" for the person's home, as a shell would.
func (a *app) inHome(path string) string {
	if rest, ok := strings.CutPrefix(path, "~"); ok && (rest == "" || rest[0] == '/') {
		return filepath.Join(a.env("HOME"), rest)
	}
	return path
}

// program is an argument list whose program may lie in the home.
func (a *app) program(argv []string) []string {
	if len(argv) == 0 {
		return nil
	}
	return append([]string{a.inHome(argv[0])}, argv[1:]...)
}

// platformAddress reads the secret address of a platform. The screen must not
// be written to meanwhile, so a credential command cannot ask anything.
func (a *app) platformAddress(name string) (string, error) {
	return a.platformStore(name).Token(a.ctx())
}

func (a *app) platformStore(name string) *secret.Store {
	var command []string
	w := a.hookCfg.Load()
	if w == nil {
		w = &a.cfg.Webhook
	}
	if p := w.Platforms[name]; p != nil {
		command = p.CredentialCommand
	}
	return a.credential(name, secret.HookPlatform, "PLATFORM_ADDRESS", command)
}

// hookFolder is where the receivers of this user keep what they share.
func (a *app) hookFolder() string { return filepath.Join(a.dirs.State, "webhook") }

// openHooks begins the receiver of the screen. Without the folders that it needs
// there is none; what is wrong with them is a notice already.
func (a *app) openHooks() client.Hooks {
	o, err := a.hookOptions()
	if err != nil {
		a.hookErr = err
		return nil
	}
	o.Screen, o.Delay = true, hookDelay
	a.hooks = webhook.New(o)
	return a.hooks
}

// closeHooks ends the receiver of the screen, once the terminal is a person's again.
func (a *app) closeHooks() {
	if a.hooks == nil {
		return
	}
	for _, line := range a.endHooks(a.hooks) {
		a.warnLine(line)
	}
	a.hooks = nil
}

// endHooks closes a receiver and gives a line for everything that was stopped.
func (a *app) endHooks(s *webhook.Service) []string {
	ctx, cancel := context.WithTimeout(context.Background(), hookEnd)
	defer cancel()
	stopped := s.Close(ctx)
	if len(stopped) == 0 {
		return nil
	}
	lines := []string{a.cat.Say("%d {delivery was|deliveries were} stopped:", len(stopped))}
	for _, d := range stopped {
		lines = append(lines, fmt.Sprintf("  %s %s %s  %s", d.ID, d.State, model.Clean(d.Event), model.TruncateEnd(model.Clean(d.Work), 60)))
	}
	return lines
}

// hookListens says that a receiver of this user listens already.
func hookListens(pid int, url string) error {
	e := client.Errorf(client.KindConflict, "hook", model.Place{}, "process %d of yours listens already on %s", pid, url)
	e.Hint = "aloft hook ls shows what it received"
	return e
}

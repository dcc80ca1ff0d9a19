package hook

import (
	"context"
	"fmt"
	"os"
	"sync/atomic"
	"time"

	"aloft/client"
	"aloft/client/config"
	"aloft/client/secret"
	"aloft/client/webhook"
	"aloft/client/webhook/dispatch"
	"aloft/client/webhook/platform"
	"aloft/client/webhook/receive"
	"aloft/client/webhook/run"
	"aloft/cmd/aloft/console"
	"aloft/cmd/aloft/session"
	"aloft/model"
)

// Receiver is the receiver of this process, its settings from the configuration,
// and its end.
type Receiver struct {
	Err error // why the screen has none

	con     *console.Console
	session *session.Session
	service *webhook.Service
	config  atomic.Pointer[config.Webhook]
}

// NewReceiver starts nothing.
func NewReceiver(con *console.Console, s *session.Session) *Receiver {
	return &Receiver{con: con, session: s}
}

// endWithin is the timeout for the receiver's end: what runs is killed within a
// second, and the outcomes are written.
const endWithin = 5 * time.Second

// screenDelay is how long the receiver of a screen waits for the first frame:
// starting it would delay that by some milliseconds.
const screenDelay = 60 * time.Millisecond

// options are what the receiver needs of the program.
func (re *Receiver) options() (webhook.Options, error) {
	if re.session.Dirs.Data == "" || re.session.Dirs.State == "" {
		return webhook.Options{}, re.session.DirsErr
	}
	if err := config.Make(re.session.Dirs.Data, client.DataHome); err != nil {
		return webhook.Options{}, err
	}
	if err := config.Make(re.session.Dirs.State, client.StateHome); err != nil {
		return webhook.Options{}, err
	}
	// What a delivery starts runs as the same user: without this it could read the
	// first environment of this process, and its memory.
	session.HardenProcess()
	program, noProgram := os.Executable()
	dir, noDir := session.Here()
	host, noHost := os.Hostname()
	for _, err := range []error{noProgram, noDir, noHost} {
		if err != nil {
			re.con.Log.Warn("webhook", "error", err.Error())
		}
	}
	return webhook.Options{
		Data: re.session.Dirs.Data, State: re.session.Dirs.State, Settings: re.settings(re.session.Config), Env: re.environ(), Program: program, Dir: dir, Home: re.home(), Host: host,
		Address: re.platformAddress, Secret: re.routeSecret, Log: re.con.Log, Now: time.Now,
		Language: re.con.Catalogue, Watches: &re.session.Watches,
	}, nil
}

// environ is the environment of what deliveries start: this program's, from which
// all secrets were removed. An account chosen by a flag is passed on, so that what
// they call works on the same places.
func (re *Receiver) environ() []string {
	env := os.Environ()
	if re.session.Flags.Account != "" {
		env = append(env, "ALOFT_ACCOUNT="+re.session.Flags.Account)
	}
	return env
}

// settings are the receiver's part of a configuration, which is in force from then
// on.
func (re *Receiver) settings(c *config.Config) webhook.Settings {
	w := c.Webhook
	re.config.Store(&w)
	_, exact := re.session.Flags.Hook["webhook.port"]
	s := webhook.Settings{
		Enabled: w.Enabled, Address: w.Address, Port: w.Port, Exact: exact, Path: w.Path, Open: w.Open, Token: re.con.Env(console.HookToken),
		Socket: re.inHome(w.Socket), Health: w.Health,
		MaxBody: int64(w.MaxBody), OutputMax: int64(w.OutputMax), ExecTimeout: w.ExecTimeout, AgentTimeout: w.AgentTimeout,
		Busy: w.Busy, SilentOutcome: w.SilentOutcome, Background: run.Background(w.Background),
		Projects: map[string]dispatch.Project{}, Platforms: map[string]platform.Setting{}, Routes: map[string]receive.Setting{},
	}
	for name, p := range w.Projects {
		s.Projects[name] = dispatch.Project{Dir: re.inHome(p.Dir), Agent: re.program(p.Agent), AgentAgain: re.program(p.AgentAgain), Exec: p.Exec}
	}
	for name, p := range w.Platforms {
		s.Platforms[name] = platform.Setting{Type: p.Type, Proactive: p.Proactive, File: re.inHome(p.File), Command: re.program(p.Command)}
	}
	for name, r := range w.Routes {
		s.Routes[name] = receive.Setting{
			Verify: r.Verify, Header: r.Header, TimeHeader: r.TimeHeader, When: r.When, Project: r.Project, Session: r.Session, Event: r.Event, Prompt: r.Prompt,
			Exec: r.Exec, WorkDir: re.inHome(r.WorkDir), Payload: r.Payload, Env: r.Env, OnceBy: r.OnceBy, Overlap: r.Overlap, Answer: r.Answer, Silent: r.Silent, Rate: r.Rate,
		}
	}
	return s
}

// inHome is a path that may begin in the person's home.
func (re *Receiver) inHome(path string) string { return client.InHome(path, re.home()) }

// home is the person's home, "" if it is not known.
func (re *Receiver) home() string {
	home, err := client.Home(re.con.Env)
	if err != nil {
		return ""
	}
	return home
}

// program is an argument list whose program may be in the home.
func (re *Receiver) program(argv []string) []string {
	if len(argv) == 0 {
		return nil
	}
	return append([]string{re.inHome(argv[0])}, argv[1:]...)
}

// platformAddress reads the secret address of a platform. Nothing may write to the
// screen meanwhile, so a credential command cannot ask anything.
func (re *Receiver) platformAddress(name string) (string, error) {
	return re.platformStore(name).Token(re.session.Context())
}

func (re *Receiver) platformStore(name string) *secret.Store {
	var command []string
	if p := re.inForce().Platforms[name]; p != nil {
		command = p.CredentialCommand
	}
	return re.session.Credential(name, secret.HookPlatform, "PLATFORM_ADDRESS", command)
}

// routeSecret reads the secret of a route, as platformAddress.
func (re *Receiver) routeSecret(name string) (string, error) {
	return re.routeStore(name).Token(re.session.Context())
}

func (re *Receiver) routeStore(name string) *secret.Store {
	var command []string
	if r := re.inForce().Routes[name]; r != nil {
		command = r.CredentialCommand
	}
	return re.session.Credential(name, secret.HookRoute, "ROUTE_SECRET", command)
}

// inForce are the settings that count now.
func (re *Receiver) inForce() *config.Webhook {
	if w := re.config.Load(); w != nil {
		return w
	}
	return &re.session.Config.Webhook
}

// Open starts the receiver of the screen. Without the folders that it needs there
// is none; a notice says what is wrong with them.
func (re *Receiver) Open() client.Hooks {
	o, err := re.options()
	if err != nil {
		re.Err = err
		return nil
	}
	o.Screen, o.Delay, o.At = true, screenDelay, terminal(re.con.Env, os.Readlink)
	re.service = webhook.New(o)
	return re.service
}

// Reload applies a configuration that was read again.
func (re *Receiver) Reload(c *config.Config) {
	if re.service != nil {
		re.service.Reload(re.settings(c))
	}
}

// Close ends the receiver of the screen, once the terminal is free again.
func (re *Receiver) Close() {
	if re.service == nil {
		return
	}
	for _, line := range re.end(re.service) {
		re.con.WarnLine(line)
	}
	re.service = nil
}

// end closes a receiver and returns a line for everything that was stopped.
func (re *Receiver) end(s *webhook.Service) []string {
	ctx, cancel := context.WithTimeout(context.Background(), endWithin)
	defer cancel()
	stopped := s.Close(ctx)
	if len(stopped) == 0 {
		return nil
	}
	lines := []string{re.con.Say("%d {delivery was|deliveries were} stopped:", len(stopped))}
	for _, d := range stopped {
		lines = append(lines, fmt.Sprintf("  %s %s %s  %s", d.ID, d.State, model.Clean(d.Event), model.TruncateEnd(model.Clean(d.Work), 60)))
	}
	return lines
}

// listens is the error when a receiver of this user listens already.
func listens(pid int, url string) error {
	e := client.Errorf(client.KindConflict, "hook", model.Place{}, "your process %d already listens on %s", pid, url)
	e.Hint = "aloft hook ls shows what it received"
	return e
}

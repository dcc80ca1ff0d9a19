package hook

import (
	"os"
	"strings"

	"aloft/client"
	"aloft/client/config"
	"aloft/client/webhook"
	"aloft/cmd/aloft/console"
	"aloft/model"
	"aloft/model/text"
)

// listening is what serve prints.
type listening struct {
	URL     string `json:"url"`
	Address string `json:"address"`
	Open    bool   `json:"open"` // no token is asked for
	PID     int    `json:"pid"`
	Instead int    `json:"instead_of,omitempty"` // the configured port, when it is another user's
}

func (cs *Commands) serveCommand() console.Command {
	return console.Command{
		Use: "serve", Short: "run the receiver without a screen", Long: `Prints one line of JSON with url, address, open and pid, and receives until it
is interrupted. Then it stops the commands that still run and lists their
deliveries on standard error; those that have not begun go to another open
aloft of yours. If another aloft of yours already listens, or the port is in
use, it ends with exit code 5. If the configured port belongs to another user,
it listens on a free one and uses it again at later starts (see instead_of), so
that copied snippets still work. With --port it uses only that port.`, Broken: true, Prints: []any{listening{}},
		Flags: []console.Flag{
			{Name: "address", Value: "", Help: "listen on this address of the machine"},
			{Name: "port", Value: 0, Help: "listen on this port (0: 9111)"},
			{Name: "any-port", Value: false, Help: "listen on a free port"},
			{Name: "path", Value: "", Help: "path of the requests"},
			{Name: "open", Value: false, Help: "accept requests without a token"},
		},
		Run: func(in console.Call) error {
			if in.Given("port") && in.On("any-port") {
				return in.Usage(text.CliMixed, "--port", "--any-port")
			}
			cs.session.Flags.Hook = map[string]config.Flag{}
			set := func(name, key string, v any) {
				if in.Given(name) {
					cs.session.Flags.Hook[key] = config.Flag{Name: "--" + name, Value: v}
				}
			}
			set("address", "webhook.address", in.Text("address"))
			set("port", "webhook.port", int64(in.Int("port")))
			set("path", "webhook.path", in.Text("path"))
			set("open", "webhook.open", in.On("open"))
			if err := cs.session.Prepare(in.Cmd); err != nil {
				return err
			}
			return cs.serve(in.On("any-port"), strings.TrimPrefix(in.Cmd.CommandPath(), "aloft "))
		},
	}
}

// serve receives until it is interrupted, which is its normal end. Others say that it is at
// that command.
func (cs *Commands) serve(anyPort bool, at string) error {
	o, err := cs.receiver.options()
	if err != nil {
		return err
	}
	// Start reports what is wrong; starting by itself would not.
	o.Headless, o.Settings.Enabled, o.At = true, false, at
	port := 0
	if anyPort {
		port = client.AnyPort
	}
	away, stay := suspends()
	defer stay()
	s := webhook.New(o)
	cs.receiver.service = s
	defer cs.receiver.Close()
	err = s.Start(cs.session.Context(), port)
	if st := s.Status(); err == nil && st.PID != 0 { // another instance has the store
		err = cs.heldBy(st)
	}
	if err == nil {
		st := s.Status()
		err = cs.con.Encode(listening{st.URL, st.Address, st.Open, os.Getpid(), st.Instead})
		cs.instead(st.Instead, st.Why)
	}
	if err == nil {
		err = cs.con.Flush()
	}
	if err == nil {
		err = cs.runs(s, away)
	}
	return err
}

// heldBy is the error when another receiver of this user runs, listening or not.
func (cs *Commands) heldBy(st model.HookStatus) error {
	if st.State == model.HookOther {
		return listens(st.PID, st.URL)
	}
	h, err := cs.needReceiver()
	if err == nil {
		err = cs.notUp(h)
	}
	return err
}

// runs waits for the interrupt, and reports what happens to the receiver meanwhile:
// others can pause or stop it, and it listens again when the configuration says so.
// away delivers the request to suspend.
func (cs *Commands) runs(s *webhook.Service, away <-chan os.Signal) error {
	changes, stop := cs.watch.Watch()
	defer stop()
	was := s.Status()
	for {
		select {
		case <-cs.session.Context().Done():
			return nil
		case r := <-changes:
			cs.con.WarnLine(r.Say)
		case <-away:
			if err := cs.away(s); err != nil {
				return err
			}
		case _, ok := <-s.Events():
			if !ok {
				return client.Errorf(client.KindLocal, "hook", model.Place{}, "the receiver stopped unexpectedly")
			}
			now := s.Status()
			if now.PID != 0 { // somebody removed the folder, and another instance was faster
				return cs.heldBy(now)
			}
			if now.State != was.State || now.URL != was.URL {
				cs.con.WarnLine(cs.state(now))
				cs.instead(now.Instead, now.Why)
			}
			was = now
		}
	}
}

// instead reports that another port than the configured one is used; why is the
// sentence when that is news.
func (cs *Commands) instead(port int, why model.Sentence) {
	switch {
	case port == 0:
	case !why.IsZero():
		cs.con.WarnLine(why.In(cs.con.Catalogue))
	default:
		cs.con.WarnLine(cs.con.Say(text.CliHookInstead, port))
	}
}

// state describes the receiver's state.
func (cs *Commands) state(st model.HookStatus) string {
	switch {
	case st.State == model.HookUp || st.State == model.HookPaused:
		return cs.con.Say(text.CliHookIs, st.URL, cs.con.Word(string(st.State)))
	case !st.Why.IsZero():
		return cs.con.Say("the receiver is %s", cs.con.Say(text.CliItem, cs.con.Word(string(st.State)), st.Why))
	}
	return cs.con.Say("the receiver is %s", cs.con.Word(string(st.State)))
}

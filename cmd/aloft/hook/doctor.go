package hook

import (
	"errors"
	"io/fs"
	"maps"
	"os"
	"os/exec"
	"slices"

	"aloft/client"
	"aloft/client/webhook"
	"aloft/client/webhook/platform"
	"aloft/client/webhook/receive"
	"aloft/cmd/aloft/console"
	"aloft/model"
	"aloft/model/text"
)

// Doctor checks the receiver: its token, who listens, and whether the programs for
// deliveries exist. It makes nothing.
func (cs *Commands) Doctor(add console.AddCheck) {
	w := cs.session.Config.Webhook
	cs.doctorToken(add)
	h, alive, err := cs.owner()
	switch {
	case err != nil:
		add(text.CliCheckHook, console.CheckFailed, cs.con.Explain(err))
	case alive && (h.State == model.HookUp || h.State == model.HookPaused):
		add(text.CliCheckHook, console.CheckOK, cs.con.Say("process %d listens on %s (%s)", h.PID, h.URL, cs.con.Word(string(h.State))))
		cs.doctorInstead(add, h.Instead)
	case alive:
		add(text.CliCheckHook, console.CheckWarning, cs.con.Explain(cs.notUp(h)))
	case !w.Enabled:
		add(text.CliCheckHook, console.CheckOK, cs.con.Say("the receiver is switched off in the configuration"))
	default:
		cs.doctorPort(add)
	}
	s := cs.receiver.settings(cs.session.Config)
	for _, name := range slices.Sorted(maps.Keys(s.Projects)) {
		p := s.Projects[name]
		if st, err := os.Stat(p.Dir); p.Dir != "" && (err != nil || !st.IsDir()) {
			add(text.CliCheckHookProject, console.CheckWarning, cs.con.Say("%s: there is no folder %s", name, p.Dir))
		}
		for _, argv := range [][]string{p.Agent, p.AgentAgain} {
			if len(argv) > 0 && !found(argv[0]) {
				add(text.CliCheckHookProject, console.CheckWarning, cs.con.Say(text.CliHookNoProgram, name, argv[0]))
			}
		}
	}
	cs.doctorRoutes(add, s.Routes)
	set, errs := platform.Build(s.Platforms, platform.Deps{Address: cs.receiver.platformAddress, LogFile: cs.session.HookFolder()})
	for _, err := range errs {
		add(text.CliCheckHookPlatform, console.CheckWarning, cs.con.Explain(err))
	}
	for _, name := range slices.Sorted(maps.Keys(s.Platforms)) {
		p := s.Platforms[name]
		if len(p.Command) > 0 && !found(p.Command[0]) {
			add(text.CliCheckHookPlatform, console.CheckWarning, cs.con.Say(text.CliHookNoProgram, name, p.Command[0]))
		}
		if !client.SecretAddress(p.Type) || !p.Proactive {
			continue
		}
		to, err := set.Find(name + ":")
		if err == nil {
			_, err = to.Open(name + ":") // checks the address; nothing is sent
		}
		if err != nil {
			add(text.CliCheckHookPlatform, console.CheckWarning, cs.con.Explain(err))
		}
	}
}

// doctorRoutes checks that the routes can verify their senders.
func (cs *Commands) doctorRoutes(add console.AddCheck, all map[string]receive.Setting) {
	for _, name := range slices.Sorted(maps.Keys(all)) {
		if all[name].Verify == receive.None {
			add("webhook route", console.CheckWarning, cs.con.Say("%s: accepts requests from anybody (verify = \"none\")", name))
			continue
		}
		if _, err := cs.receiver.routeSecret(name); err != nil {
			add("webhook route", console.CheckWarning, cs.con.Explain(err))
		}
	}
}

func found(program string) bool {
	_, err := exec.LookPath(program)
	return err == nil
}

// doctorToken checks the token without making one.
func (cs *Commands) doctorToken(add console.AddCheck) {
	file := receive.TokenFile(cs.session.Dirs.Data)
	_, err := os.Lstat(file)
	switch {
	case cs.session.Config.Webhook.Open:
		add(text.CliCheckHookToken, console.CheckWarning, cs.con.Say(text.CliHookOpen))
	case cs.con.Env(console.HookToken) != "":
		add(text.CliCheckHookToken, console.CheckOK, cs.con.Say(text.OriginEnv, console.HookToken))
	case errors.Is(err, fs.ErrNotExist):
		add(text.CliCheckHookToken, console.CheckOK, cs.con.Say("%s is made at the first start", file))
	default:
		if _, err := receive.Token(cs.session.Dirs.Data); err != nil {
			add(text.CliCheckHookToken, console.CheckFailed, cs.con.Explain(err))
			return
		}
		add(text.CliCheckHookToken, console.CheckOK, file)
	}
}

// doctorPort tries the port, which no receiver of this user has.
func (cs *Commands) doctorPort(add console.AddCheck) {
	w, set := cs.session.Config.Webhook, cs.receiver.settings(cs.session.Config)
	port, instead := webhook.Port(cs.session.Dirs.State, set)
	l, err := receive.Listen(cs.session.Context(), w.Address, port)
	if uid, foreign := receive.Foreign(w.Address, port, os.Geteuid()); foreign && errors.Is(err, receive.ErrTaken) {
		add(text.CliCheckHook, console.CheckOK, cs.con.Say("port %d belongs to another user (uid %d); aloft or aloft hook serve takes a free one and keeps it", port, uid))
		return
	}
	if err != nil {
		add(text.CliCheckHook, console.CheckWarning, cs.con.Explain(err))
		return
	}
	err = l.Close(cs.session.Context())
	switch {
	case err != nil:
		add(text.CliCheckHook, console.CheckFailed, cs.con.Explain(err))
	case w.Open && !receive.Loopback(w.Address):
		e := client.Errorf(client.KindInvalid, "hook", model.Place{}, "webhook.open works only on a loopback address; other machines can reach %s", w.Address)
		add(text.CliCheckHook, console.CheckFailed, cs.con.Explain(e))
	default:
		add(text.CliCheckHook, console.CheckOK, cs.con.Say("no receiver listens on %s; start aloft or aloft hook serve", webhook.URL(set, port)))
		cs.doctorInstead(add, instead)
	}
}

func (cs *Commands) doctorInstead(add console.AddCheck, port int) {
	if port > 0 {
		add(text.CliCheckHook, console.CheckOK, cs.con.Say(text.CliHookInstead, port))
	}
}

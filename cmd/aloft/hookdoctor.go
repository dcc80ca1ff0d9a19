package main

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
	"aloft/model"
	"aloft/model/text"
)

// doctorHook looks at the receiver: its token, who listens, and whether what
// deliveries are handed to is there. Nothing is made.
func (a *app) doctorHook(add adder) {
	w := a.cfg.Webhook
	a.doctorHookToken(add)
	h, alive, err := a.hookOwner()
	switch {
	case err != nil:
		add(text.CliCheckHook, checkFailed, a.say(err))
	case alive && (h.State == model.HookUp || h.State == model.HookPaused):
		add(text.CliCheckHook, checkOK, a.cat.Say("process %d listens on %s (%s)", h.PID, h.URL, string(h.State)))
		a.doctorHookInstead(add, h.Instead)
	case alive:
		add(text.CliCheckHook, checkWarning, a.say(a.hookNotUp(h)))
	case !w.Enabled:
		add(text.CliCheckHook, checkOK, a.cat.Say("it is switched off in the configuration"))
	default:
		a.doctorHookPort(add)
	}
	s := a.hookSettings(a.cfg)
	for _, name := range slices.Sorted(maps.Keys(s.Projects)) {
		p := s.Projects[name]
		if st, err := os.Stat(p.Dir); p.Dir != "" && (err != nil || !st.IsDir()) {
			add(text.CliCheckHookProject, checkWarning, a.cat.Say("%s: there is no folder %s", name, p.Dir))
		}
		for _, argv := range [][]string{p.Agent, p.AgentAgain} {
			if len(argv) > 0 && !found(argv[0]) {
				add(text.CliCheckHookProject, checkWarning, a.cat.Say(text.CliHookNoProgram, name, argv[0]))
			}
		}
	}
	set, errs := platform.Build(s.Platforms, platform.Deps{Address: a.platformAddress, LogFile: a.hookFolder()})
	for _, err := range errs {
		add(text.CliCheckHookPlatform, checkWarning, a.say(err))
	}
	for _, name := range slices.Sorted(maps.Keys(s.Platforms)) {
		p := s.Platforms[name]
		if len(p.Command) > 0 && !found(p.Command[0]) {
			add(text.CliCheckHookPlatform, checkWarning, a.cat.Say(text.CliHookNoProgram, name, p.Command[0]))
		}
		if p.Type != "shoutrrr" || !p.Proactive {
			continue
		}
		to, err := set.Find(name + ":")
		if err == nil {
			_, err = to.Open(name + ":") // looks at the address; nothing is sent
		}
		if err != nil {
			add(text.CliCheckHookPlatform, checkWarning, a.say(err))
		}
	}
}

func found(program string) bool {
	_, err := exec.LookPath(program)
	return err == nil
}

// doctorHookToken looks at the token without making one.
func (a *app) doctorHookToken(add adder) {
	file := receive.TokenFile(a.dirs.Data)
	_, err := os.Lstat(file)
	switch {
	case a.cfg.Webhook.Open:
		add(text.CliCheckHookToken, checkWarning, a.cat.Say(text.CliHookOpen))
	case a.env(hookToken) != "":
		add(text.CliCheckHookToken, checkOK, a.cat.Say(text.OriginEnv, hookToken))
	case errors.Is(err, fs.ErrNotExist):
		add(text.CliCheckHookToken, checkOK, a.cat.Say("%s is made at the first start", file))
	default:
		if _, err := receive.Token(a.dirs.Data); err != nil {
			add(text.CliCheckHookToken, checkFailed, a.say(err))
			return
		}
		add(text.CliCheckHookToken, checkOK, file)
	}
}

// doctorHookPort tries the port, which nobody of this user's has.
func (a *app) doctorHookPort(add adder) {
	w, set := a.cfg.Webhook, a.hookSettings(a.cfg)
	port, instead := webhook.Port(a.dirs.State, set)
	l, err := receive.Listen(a.ctx(), w.Address, port)
	if uid, foreign := receive.Foreign(w.Address, port, os.Geteuid()); foreign && errors.Is(err, receive.ErrTaken) {
		add(text.CliCheckHook, checkOK, a.cat.Say("port %d is another user's (uid %d); the screen or aloft hook serve takes a free one, and keeps to it", port, uid))
		return
	}
	if err != nil {
		add(text.CliCheckHook, checkWarning, a.say(err))
		return
	}
	err = l.Close(a.ctx())
	switch {
	case err != nil:
		add(text.CliCheckHook, checkFailed, a.say(err))
	case w.Open && !receive.Loopback(w.Address):
		e := client.Errorf(client.KindInvalid, "hook", model.Place{}, "webhook.open goes with an address of this machine only, and %s can be reached from elsewhere", w.Address)
		add(text.CliCheckHook, checkFailed, a.say(e))
	default:
		add(text.CliCheckHook, checkOK, a.cat.Say("nobody listens on %s; the screen or aloft hook serve would", webhook.URL(set, port)))
		a.doctorHookInstead(add, instead)
	}
}

func (a *app) doctorHookInstead(add adder, port int) {
	if port > 0 {
		add(text.CliCheckHook, checkOK, a.cat.Say(text.CliHookInstead, port))
	}
}

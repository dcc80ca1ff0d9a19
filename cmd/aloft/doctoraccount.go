package main

import (
	"net/http"
	"net/url"
	"strings"
	"time"

	"aloft/client/docs"
	"aloft/client/gate"
	"aloft/client/secret"
	"aloft/model/text"
)

// doctorDrive opens the gate and the database of the account's drive, and asks
// the service whether the session is valid.
func (a *app) doctorDrive(add adder, name string) {
	acc, err := a.sources().account(name)
	if err != nil {
		add(text.CliCheckGate, checkFailed, a.say(err))
		return
	}
	add(text.CliCheckGate, checkOK, a.gateIs(name, acc.gate))
	if acc.store == nil && !a.doctorDatabase(add) || acc.store != nil && !a.doctorCredential(add, "credential", acc.store) {
		return
	}
	if err := acc.source.Probe(a.ctx()); err != nil {
		add(text.CliCheckAccount, checkFailed, a.say(err))
		return
	}
	add(text.CliCheckAccount, checkOK, name)
}

// gateIs says how far requests are apart, and that the service wants none for a
// while.
func (a *app) gateIs(of string, g *gate.Gate) string {
	line := a.cat.Say("%s, gap %s", of, gapOf(g))
	if d := g.Paused(); d > 0 {
		line += a.cat.Say("; it asked for a pause: %s are left", d.Round(time.Second).String())
	}
	return line
}

// gapOf is the present gap; what is left of a raise has no use for nanoseconds.
func gapOf(g *gate.Gate) string { return g.Gap().Round(time.Millisecond).String() }

func (a *app) doctorDatabase(add adder) bool {
	s, err := a.sources().local.service()
	if err != nil {
		add(text.CliCheckDatabase, checkFailed, a.say(err))
		return false
	}
	if n := s.Notice(); n != "" {
		add(text.CliCheckDatabase, checkWarning, n)
	}
	faults, err := s.Check(a.ctx())
	if err != nil {
		add(text.CliCheckDatabase, checkFailed, a.say(storage(err)))
		return false
	}
	if len(faults) == 0 {
		add(text.CliCheckDatabase, checkOK, a.dirs.Data)
		return true
	}
	for _, f := range faults {
		add(text.CliCheckDatabase, checkFailed, a.cat.Say(f.What, f.Args...))
	}
	add(text.CliCheckDatabase, checkFailed, a.cat.Say("nothing more should be written into it → save what can be read with: aloft account recover local (it keeps the old file)"))
	return false
}

// doctorNetwork names what credentials pass on their way: the network in the
// clear, and a proxy that the environment names.
func (a *app) doctorNetwork(add adder) {
	acc := a.cfg.Accounts[a.cfg.Account]
	if acc == nil {
		return
	}
	for _, line := range a.plainWarnings(a.cfg.Account, acc) {
		add(text.CliCheckNetwork, checkWarning, line)
	}
	for _, address := range acc.Addresses() {
		r, err := http.NewRequest(http.MethodGet, address, nil)
		if err != nil || address == "" {
			continue
		}
		switch proxy, err := http.ProxyFromEnvironment(r); {
		case err != nil:
			add(text.CliCheckNetwork, checkFailed, a.cat.Say("the environment names a proxy for %s that is no address", address))
		case proxy != nil:
			if proxy.User != nil { // what stands there may be a secret
				proxy.User = url.User("***")
			}
			add(text.CliCheckNetwork, checkOK, a.cat.Say("%s is reached through the proxy %s, which the environment names", address, proxy.String()))
		}
	}
}

func (a *app) doctorCredential(add adder, check text.Text, store *secret.Store) bool {
	from, err := store.Where(a.ctx())
	if err != nil {
		add(check, checkFailed, a.say(err))
		return false
	}
	add(check, checkOK, from.Say(a.cat))
	return true
}

// doctorDocs asks the account's document service whether the token is valid and
// which of its tools are missing.
func (a *app) doctorDocs(add adder, name string) {
	acc, err := a.sources().docs(name)
	if err != nil {
		add(text.CliCheckDocs, checkFailed, a.say(err))
		return
	}
	endpoint := embeddedService
	if acc.store != nil {
		endpoint = a.cfg.Accounts[name].Docs.Endpoint
	}
	add(text.CliCheckDocs, checkOK, a.gateIs(endpoint, acc.gate))
	if acc.store != nil && !a.doctorCredential(add, "token", acc.store) {
		return
	}
	if err := acc.service.Probe(a.ctx()); err != nil {
		add(text.CliCheckDocs, checkFailed, a.say(err))
		return
	}
	tools, err := acc.service.Tools(a.ctx())
	if err != nil {
		add(text.CliCheckTools, checkFailed, a.say(err))
		return
	}
	for _, part := range []struct {
		check text.Text
		text  bool
	}{{text.CliCheckTools, false}, {text.CliCheckTextTools, true}} {
		n, all := offered(tools, part.text)
		add(part.check, checkOK, a.cat.Say(text.CliToolsOf, n, all))
	}
	for _, t := range tools {
		if t.Wire != "" {
			continue
		}
		why := a.cat.Say(text.CliNotOffered)
		if t.Why != nil {
			why = a.say(t.Why)
		}
		var ops []string
		for _, op := range t.Ops {
			ops = append(ops, string(op))
		}
		if len(ops) > 0 {
			why += " " + a.cat.Say("(needed for: %s)", strings.Join(ops, ", "))
		}
		check := text.CliCheckTools
		if t.Text {
			check = text.CliCheckTextTools
		}
		add(check, checkWarning, t.Name+": "+why)
	}
}

// offered counts the tools of documents as files, or those of their text.
func offered(tools []docs.Tool, ofText bool) (n, all int) {
	for _, t := range tools {
		if t.Text != ofText {
			continue
		}
		all++
		if t.Wire != "" {
			n++
		}
	}
	return n, all
}

package admin

import (
	"net/http"
	"net/url"
	"strings"
	"time"

	"aloft/client/docs"
	"aloft/client/gate"
	"aloft/client/secret"
	"aloft/cmd/aloft/console"
	"aloft/cmd/aloft/wire"
	"aloft/model/text"
)

// doctorDrive opens the gate and the database of the account's drive, and asks
// the service whether the session is valid.
func (cs *Commands) doctorDrive(add console.AddCheck, name string) {
	acc, err := cs.sources.Drive(name)
	if err != nil {
		add(text.CliCheckGate, console.CheckFailed, cs.con.Explain(err))
		return
	}
	add(text.CliCheckGate, console.CheckOK, cs.gateIs(name, acc.Gate))
	if acc.Store == nil && !cs.doctorDatabase(add) || acc.Store != nil && !cs.doctorCredential(add, "credential", acc.Store) {
		return
	}
	if err := acc.Source.Probe(cs.session.Context()); err != nil {
		add(text.CliCheckAccount, console.CheckFailed, cs.con.Explain(err))
		return
	}
	add(text.CliCheckAccount, console.CheckOK, name)
}

// gateIs describes the gap between requests, and a pause that the service has asked
// for.
func (cs *Commands) gateIs(of string, g *gate.Gate) string {
	line := cs.con.Say("%s, gap %s", of, gapOf(g))
	if d := g.Paused(); d > 0 {
		line += cs.con.Say("; it asked for a pause: %s are left", d.Round(time.Second).String())
	}
	return line
}

// gapOf is the present gap; the rest of a raise needs no nanoseconds.
func gapOf(g *gate.Gate) string { return g.Gap().Round(time.Millisecond).String() }

func (cs *Commands) doctorDatabase(add console.AddCheck) bool {
	s, err := cs.sources.Local.Service()
	if err != nil {
		add(text.CliCheckDatabase, console.CheckFailed, cs.con.Explain(err))
		return false
	}
	if n := s.Notice(); n != "" {
		add(text.CliCheckDatabase, console.CheckWarning, n)
	}
	faults, err := s.Check(cs.session.Context())
	if err != nil {
		add(text.CliCheckDatabase, console.CheckFailed, cs.con.Explain(wire.Storage(err)))
		return false
	}
	if len(faults) == 0 {
		add(text.CliCheckDatabase, console.CheckOK, cs.session.Dirs.Data)
		return true
	}
	for _, f := range faults {
		add(text.CliCheckDatabase, console.CheckFailed, cs.con.Say(f.What, f.Args...))
	}
	add(text.CliCheckDatabase, console.CheckFailed, cs.con.Say("nothing more should be written into it → save what can be read with: aloft account recover local (it keeps the old file)"))
	return false
}

// doctorNetwork names what credentials pass on their way: an unencrypted network,
// and a proxy from the environment.
func (cs *Commands) doctorNetwork(add console.AddCheck) {
	acc := cs.session.Config.Accounts[cs.session.Config.Account]
	if acc == nil {
		return
	}
	for _, line := range cs.session.PlainWarnings(cs.session.Config.Account, acc) {
		add(text.CliCheckNetwork, console.CheckWarning, line)
	}
	for _, address := range acc.Addresses() {
		r, err := http.NewRequest(http.MethodGet, address, nil)
		if err != nil || address == "" {
			continue
		}
		switch proxy, err := http.ProxyFromEnvironment(r); {
		case err != nil:
			add(text.CliCheckNetwork, console.CheckFailed, cs.con.Say("the environment names a proxy for %s that is not an address", address))
		case proxy != nil:
			if proxy.User != nil { // user and password may be in it
				proxy.User = url.User("***")
			}
			add(text.CliCheckNetwork, console.CheckOK, cs.con.Say("%s is reached through the proxy %s, which the environment names", address, proxy.String()))
		}
	}
}

func (cs *Commands) doctorCredential(add console.AddCheck, check text.Text, store *secret.Store) bool {
	from, err := store.Where(cs.session.Context())
	if err != nil {
		add(check, console.CheckFailed, cs.con.Explain(err))
		return false
	}
	add(check, console.CheckOK, from.Say(cs.con.Catalogue))
	return true
}

// doctorDocs checks with the account's document service whether the token is valid
// and which of its tools are missing.
func (cs *Commands) doctorDocs(add console.AddCheck, name string) {
	acc, err := cs.sources.Docs(name)
	if err != nil {
		add(text.CliCheckDocs, console.CheckFailed, cs.con.Explain(err))
		return
	}
	endpoint := embeddedService
	if acc.Store != nil {
		endpoint = cs.session.Config.Accounts[name].Docs.Endpoint
	}
	add(text.CliCheckDocs, console.CheckOK, cs.gateIs(endpoint, acc.Gate))
	if acc.Store != nil && !cs.doctorCredential(add, "token", acc.Store) {
		return
	}
	if err := acc.Service.Probe(cs.session.Context()); err != nil {
		add(text.CliCheckDocs, console.CheckFailed, cs.con.Explain(err))
		return
	}
	tools, err := acc.Service.Tools(cs.session.Context())
	if err != nil {
		add(text.CliCheckTools, console.CheckFailed, cs.con.Explain(err))
		return
	}
	for _, part := range []struct {
		check text.Text
		text  bool
	}{{text.CliCheckTools, false}, {text.CliCheckTextTools, true}} {
		n, all := offered(tools, part.text)
		add(part.check, console.CheckOK, cs.con.Say(text.CliToolsOf, n, all))
	}
	for _, t := range tools {
		if t.Wire != "" {
			continue
		}
		why := cs.con.Say(text.CliNotOffered)
		if t.Why != nil {
			why = cs.con.Explain(t.Why)
		}
		var ops []string
		for _, op := range t.Ops {
			ops = append(ops, string(op))
		}
		if len(ops) > 0 {
			why += " " + cs.con.Say("(needed for: %s)", strings.Join(ops, ", "))
		}
		check := text.CliCheckTools
		if t.Text {
			check = text.CliCheckTextTools
		}
		add(check, console.CheckWarning, t.Name+": "+why)
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

package admin

import (
	"net/http"
	"net/url"
	"strings"
	"time"

	"aloft/client/docs"
	"aloft/client/gate"
	"aloft/client/gate/redis"
	"aloft/client/secret"
	"aloft/cmd/aloft/console"
	"aloft/cmd/aloft/wire"
	"aloft/model"
	"aloft/model/text"
)

// doctorService opens the gate of a service of the account, and asks the service
// whether the credential is valid. The embedded database is checked once, with the drive.
func (cs *Commands) doctorService(add console.AddCheck, name string, k wire.Kind) {
	drive := k.Scheme == model.SchemeDrive
	// Before there were other services, the check of the drive was the one of the account.
	of, answers := cs.addressOf(name, k.Scheme), k.Check
	if drive {
		of, answers = name, "account"
	}
	acc, err := cs.sources.Service(k.Scheme, name)
	if err != nil {
		add(k.Check, console.CheckFailed, cs.con.Explain(err))
		return
	}
	if !cs.doctorFar(add, k.Check, acc.Far) {
		return
	}
	add(k.Check, console.CheckOK, cs.gateIs(of, acc.Gate))
	if acc.Store == nil && drive && !cs.doctorDatabase(add) || acc.Store != nil && !cs.doctorCredential(add, k.Credential, acc.Store) {
		return
	}
	if acc.Store != nil {
		add(k.Credential, console.CheckOK, cs.con.Say("is sent to %s only", strings.Join(acc.Hosts, ", ")))
	}
	if err := acc.Probe(cs.session.Context()); err != nil {
		add(answers, console.CheckFailed, cs.con.Explain(err))
		return
	}
	if acc.Tools != nil {
		cs.doctorTools(add, acc)
		return
	}
	add(answers, console.CheckOK, name)
}

// doctorFar asks the server where the machines of the account meet, if there is one.
func (cs *Commands) doctorFar(add console.AddCheck, check text.Text, far *redis.Server) bool {
	if far == nil {
		return true
	}
	is, took, err := far.Probe(cs.session.Context())
	if err != nil {
		add(check, console.CheckFailed, cs.con.Explain(err))
		return false
	}
	add(check, console.CheckOK, cs.con.Say("shared with other machines through %s, which answers in %s", is, took.Round(10*time.Microsecond).String()))
	return true
}

// gateIs describes the gap between requests, and a pause that the service has asked
// for.
func (cs *Commands) gateIs(of string, g *gate.Gate) string {
	line := cs.con.Say("%s, gap %s", of, gapOf(g))
	if d := g.Paused(); d > 0 {
		line = cs.con.Say("%s; the service asked for a pause: %s left", line, d.Round(time.Second).String())
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
		add(text.CliCheckDatabase, console.CheckWarning, cs.con.Say(n))
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
	add(text.CliCheckDatabase, console.CheckFailed, cs.con.Say("stop writing to it → copy the files that can still be read, then: aloft account reset local"))
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
			add(text.CliCheckNetwork, console.CheckFailed, cs.con.Say("the proxy for %s in the environment is not a valid address", address))
		case proxy != nil:
			if proxy.User != nil { // user and password may be in it
				proxy.User = url.User("***")
			}
			add(text.CliCheckNetwork, console.CheckOK, cs.con.Say("%s is reached through the proxy %s of the environment", address, proxy.String()))
		}
	}
}

func (cs *Commands) doctorCredential(add console.AddCheck, check text.Text, store *secret.Store) bool {
	from, err := store.Where(cs.session.Context())
	if err != nil {
		add(check, console.CheckFailed, cs.con.Explain(err))
		return false
	}
	add(check, console.CheckOK, from.In(cs.con.Catalogue))
	return true
}

// doctorTools checks which of its tools a service lacks.
func (cs *Commands) doctorTools(add console.AddCheck, acc *wire.Service) {
	tools, err := acc.Tools(cs.session.Context())
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
		if len(t.Ops) > 0 {
			why += " " + cs.con.Say("(needed for: %s)", strings.Join(console.Words(t.Ops), ", "))
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

package admin

import (
	"slices"
	"time"

	"aloft/cmd/aloft/console"
	"aloft/model"
)

// accountState is an account as ls and status show it.
type accountState struct {
	name     string
	current  bool
	services map[model.Scheme]*serviceState // those that it has
}

// serviceState is a service of an account, for ls with its address only.
type serviceState struct {
	address, source, state, why, gap string
	ends                             time.Time   // of the credential, as far as known
	tools                            *toolsState // nil: the service has none, or was not asked
}

// toolsState is what a service offers.
type toolsState struct {
	files, ofText int // those for whole files, and those that read and edit text
	missing       []jsonMissing
}

// jsonMissing is a tool that the document service does not offer.
type jsonMissing struct {
	Tool  string   `json:"tool"`
	Why   string   `json:"why"`
	Stops []string `json:"stops,omitempty"` // actions that need it
	Text  bool     `json:"text,omitempty"`  // it reads or edits the text of documents
}

// MarshalJSON writes the object.
func (a accountState) MarshalJSON() ([]byte, error) { return a.object().MarshalJSON() }

// everyKey is the object of an account of which everything is known.
func everyKey() *console.Object {
	a := accountState{services: map[model.Scheme]*serviceState{}}
	for _, of := range model.Services() {
		a.services[of] = &serviceState{address: "?", source: "?", state: "?", why: "?", gap: "?", ends: time.Now()}
	}
	a.services[model.SchemeDocs].tools = &toolsState{missing: []jsonMissing{{}}}
	return a.object()
}

// object is an object whose keys begin with the name of their service. The
// drive, which was the only one once, is always there, and its keys have no such
// beginning.
func (a accountState) object() *console.Object {
	var o console.Object
	o.Add("name", a.name)
	o.Add("current", a.current)
	for _, of := range model.Services() {
		s, key := a.services[of], string(of)+"_"
		if of == model.SchemeDrive {
			key = ""
		}
		if s == nil {
			s = &serviceState{}
		}
		if s.address != "" || of == model.SchemeDrive {
			o.Add(string(of), s.address)
		}
		o.AddText(key+"credential", s.source)
		o.AddText(key+"state", s.state)
		o.AddText(key+"error", s.why)
		o.AddText(key+"expires", console.Stamp(s.ends))
		o.AddText(key+"gap", s.gap)
		if s.tools != nil {
			o.Add("tools", s.tools.files)
			o.Add("text_tools", s.tools.ofText)
			if len(s.tools.missing) > 0 {
				o.Add("missing", s.tools.missing)
			}
		}
	}
	return &o
}

// embeddedService is where the account local is.
const embeddedService = "embedded"

// addressOf is where a service is that the account has.
func (cs *Commands) addressOf(name string, of model.Scheme) string {
	if acc := cs.session.Config.Accounts[name]; acc != nil {
		return acc.Address(of)
	}
	return embeddedService
}

// accountLs has a column for each service that an account has.
func (cs *Commands) accountLs(f console.Format) error {
	out := []accountState{}
	var rows [][]string
	names := cs.session.Config.Names()
	columns := slices.DeleteFunc(model.Services(), func(of model.Scheme) bool {
		return !slices.ContainsFunc(names, func(n string) bool { return cs.session.Config.Has(n, of) })
	})
	for _, n := range names {
		a := accountState{name: n, current: n == cs.session.Config.Account, services: map[model.Scheme]*serviceState{}}
		row := []string{"  " + n}
		if a.current {
			row[0] = "* " + n
		}
		for _, of := range columns {
			cell := "-"
			if cs.session.Config.Has(n, of) {
				a.services[of] = &serviceState{address: cs.addressOf(n, of)}
				cell = model.Clean(a.services[of].address)
			}
			row = append(row, cell)
		}
		out, rows = append(out, a), append(rows, row)
	}
	return cs.con.Show(f, out, "", rows)
}

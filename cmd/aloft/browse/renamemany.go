package browse

import (
	"aloft/client"
	"aloft/cmd/aloft/console"
	"aloft/model"
	"aloft/model/renaming"
	"aloft/model/text"
)

// byRules gives each entry the name that the rules make.
func (r renameRun) byRules(args []string) error {
	c, f := r.c, r.f
	switch f.rules.Case {
	case renaming.CaseKept, renaming.CaseLower, renaming.CaseUpper, renaming.CaseTitle:
	default:
		return console.UsageErrorFor(c, "--case is lower, upper or title, not %q", string(f.rules.Case))
	}
	rules, fault := f.rules.Compile()
	if fault != nil {
		return console.UsageErrorFor(c, fault.What, fault.Args...)
	}
	items, err := r.items(c, args, f.Flags)
	if err != nil {
		return err
	}
	src, err := r.sourceOf(items)
	if err != nil {
		return err
	}
	entries, err := r.entries(src, items)
	if err != nil {
		return err
	}
	names := make([]string, len(items))
	bad := 0
	for i, e := range entries {
		name, fault := rules.Name(e, i)
		if fault == nil && name != e.Name {
			if err := src.CheckName(name); err != nil {
				fault = &renaming.Fault{What: "%s", Args: []any{r.con.Explain(err)}}
			}
		}
		if names[i] = name; fault != nil {
			bad++
			r.con.WarnLine(r.con.Say(text.CliItem, model.Clean(items[i].String()), model.Clean(fault.Say(r.con.Catalogue))))
		}
	}
	if bad > 0 {
		return client.Errorf(client.KindInvalid, "rename", model.Place{}, "%d {entry gets|entries get} no name that is possible; nothing was changed", bad)
	}
	return r.changed(items, names, nil)
}

// changed renames the entries whose names change; "" and the name that it has
// keep one's name. The plan is shown to look first, if that is set: when it says
// no, nothing is done.
func (r renameRun) changed(items []model.Place, names []string, look func(*model.Plan) bool) error {
	var which []model.Place
	var want []string
	for i, p := range items {
		if names[i] != "" && names[i] != p.Base() {
			which, want = append(which, p), append(want, names[i])
		}
	}
	if len(which) == 0 {
		r.con.WarnLine(r.con.Say("no name changes"))
		return nil
	}
	req := r.request(which, want)
	plan, err := r.run.Plan(req, r.f.Flags)
	if err != nil || look != nil && !look(plan) {
		return err
	}
	return r.run.Do(plan, req, r.f.Flags)
}

// entries reads what new names are made of, listing each folder once.
func (r renameRun) entries(src client.Source, items []model.Place) ([]renaming.Entry, error) {
	folders := map[string]map[string][]model.Entry{}
	out := make([]renaming.Entry, len(items))
	for i, p := range items {
		at := p.Parent()
		here := folders[at.String()]
		if here == nil {
			l, err := r.list(src, at)
			if err != nil {
				return nil, err
			}
			here = map[string][]model.Entry{}
			for _, e := range l.Entries {
				here[e.Name] = append(here[e.Name], e)
			}
			folders[at.String()] = here
		}
		found := false
		for _, e := range here[p.Base()] {
			if p.Pin() == "" || p.Pin() == e.ID {
				out[i] = renaming.Entry{Name: e.Name, Parent: at.Base(), Folder: e.Kind.Container(), Modified: e.Modified}
				found = true
				break
			}
		}
		if !found {
			return nil, client.Errorf(client.KindNotFound, "rename", p, text.JobsNotFound, p.String())
		}
		if !out[i].Modified.IsZero() {
			out[i].Modified = out[i].Modified.Local()
		}
	}
	return out, nil
}

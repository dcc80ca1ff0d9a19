package browse

import (
	"aloft/client"
	"aloft/model"
	"aloft/model/renaming"
	"aloft/model/text"
)

// byRules gives each entry the name that the rules make.
func (r renameRun) byRules(args []string) error {
	in, w := r.in, r.w
	set := renaming.Rules{Pattern: in.Text("pattern"), Search: in.Text("search"), Replace: in.Text("replace"), Regexp: in.On("regexp"), Case: renaming.Case(in.Text("case")), Trim: in.On("trim")}
	rules, fault := set.Compile()
	if fault != nil {
		return in.Usage(fault.What, fault.Args...)
	}
	items, err := r.items(in, args, w)
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
	old := make([]string, len(items))
	for i, e := range entries {
		old[i] = e.Name
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
		return client.Errorf(client.KindInvalid, "rename", model.Place{}, "%d {entry|entries} would get an invalid name; nothing was changed", bad)
	}
	return r.changed(items, old, names, nil)
}

// changed renames the entries whose names change; one whose new name is "" keeps its
// own. The plan is shown to look first, if that is set: when it says no, nothing is
// done.
func (r renameRun) changed(items []model.Place, old, names []string, look func(*model.Plan) bool) error {
	var which []model.Place
	var want []string
	for i, p := range items {
		if names[i] != "" && names[i] != old[i] {
			which, want = append(which, p), append(want, names[i])
		}
	}
	if len(which) == 0 {
		r.con.WarnLine(r.con.Say("no name changes"))
		return nil
	}
	req := r.request(which, want)
	plan, err := r.run.Plan(req, r.w)
	if err != nil || look != nil && !look(plan) {
		return err
	}
	return r.run.Do(plan, req, r.w)
}

// entries reads what new names are made of, listing each folder once. What is known
// by its id alone is looked up by it.
func (r renameRun) entries(src client.Source, items []model.Place) ([]renaming.Entry, error) {
	folders := map[string]map[string][]model.Entry{}
	out := make([]renaming.Entry, len(items))
	for i, p := range items {
		if p.IsLoose() {
			e, err := src.Stat(r.session.Context(), p, client.Options{})
			if err != nil {
				return nil, err
			}
			out[i] = renameEntry(e, "")
			continue
		}
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
				out[i] = renameEntry(e, at.Base())
				found = true
				break
			}
		}
		if !found {
			return nil, client.Errorf(client.KindNotFound, "rename", p, text.JobsNotFound, p.String())
		}
	}
	return out, nil
}

func renameEntry(e model.Entry, parent string) renaming.Entry {
	out := renaming.Entry{Name: e.Name, Parent: parent, Folder: e.Kind.Container()}
	if !e.Modified.IsZero() {
		out.Modified = e.Modified.Local()
	}
	return out
}

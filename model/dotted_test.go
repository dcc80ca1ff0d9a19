package model

import "testing"

// Names that begin with a dot are hidden: no key, pattern, range, later part or earlier selection takes them, and what was
// typed and the letters of a fuzzy filter are looked for in the others only.
func TestDottedNames(t *testing.T) {
	all := named(".git/", "src/", ".env", "env.txt", "notes")
	hidden := func(typed, but string) *Rows {
		r := rowsOf(all)
		f := NewFilter(typed).Fuzzy()
		f.Dotless, f.But = true, but
		r.SetFilter(f)
		return r
	}
	for _, c := range []struct {
		typed, but string
		shown      []string
		dotted     int
	}{
		{"", "", []string{"src", "env.txt", "notes"}, 2},
		{"", ".env", []string{"src", ".env", "env.txt", "notes"}, 1},
		{"env", "", []string{"env.txt"}, 2},
		{"env", ".env", []string{".env", "env.txt"}, 1},
		{".e", "", []string{}, 2},
		{"et", "", []string{"env.txt"}, 2},
		{"gt", "", []string{}, 2},
		{"*", "", []string{"src", "env.txt", "notes"}, 2},
		{"E", "", []string{}, 2},
	} {
		r := hidden(c.typed, c.but)
		want(t, "shown by "+c.typed+" "+c.but, shownNames(r), c.shown)
		want(t, "hidden by "+c.typed+" "+c.but, r.Dotted(), c.dotted)
	}

	shown := []string{"src", "env.txt", "notes"}
	for name, by := range map[string]func(r *Rows){
		"all":     (*Rows).SelectAll,
		"invert":  (*Rows).Invert,
		"pattern": func(r *Rows) { r.SelectMatching(NewFilter("*"), true) },
		"range":   func(r *Rows) { r.MoveTo(0); r.StartRange(); r.MoveTo(2) },
		"keys": func(r *Rows) {
			for _, e := range all.Entries {
				r.SelectKeys([]Key{{Name: e.Name, Kind: e.Kind}})
			}
		},
		"later": func(r *Rows) {
			part := all
			part.Entries, part.Cut = all.Entries[1:2], CutPartial
			*r = *rowsOf(part)
			r.SetFilter(Filter{Dotless: true})
			r.SelectAll()
			r.SelectKeys([]Key{{Name: ".env", Kind: KindFile}}) // of an earlier visit
			r.Set(Sort(all, Order{}))
		},
		"shown before": func(r *Rows) {
			r.SetFilter(Filter{})
			r.SelectAll()
			r.SetFilter(Filter{Dotless: true})
		},
	} {
		r := hidden("", "")
		by(r)
		want(t, name, selectedNames(r), shown)
		want(t, name+", counted", r.SelectedCount(), 3)
		r.SetFilter(Filter{})
		want(t, name+", later shown", selectedNames(r), shown)
	}

	// Nor is one selected that a partial listing has not reached yet.
	later := func(hide bool) *Rows {
		part := all
		part.Entries, part.Cut = all.Entries[1:2], CutPartial
		r := rowsOf(part)
		r.SetFilter(Filter{Dotless: hide})
		r.SelectKeys([]Key{{Name: ".env", Kind: KindFile}, {Name: "notes", Kind: KindFile}})
		return r
	}
	want(t, "not reached", later(true).SelectedCount(), 1)
	r := later(false)
	want(t, "not reached, shown", r.SelectedCount(), 2)
	r.SetFilter(Filter{Dotless: true})
	want(t, "not reached, hidden", r.SelectedCount(), 1)

	r = rowsOf(all)
	r.Want(".env", KindFile)
	r.SetFilter(Filter{Dotless: true})
	want(t, "the cursor's neighbour", r.Current().Name, "env.txt")
	r.SetFilter(Filter{})
	want(t, "the cursor's entry again", r.Current().Name, ".env")
}

func TestNarrow(t *testing.T) {
	at := func(s string) Place { p, _ := ParsePlace(s, Place{}); return p }
	all := []Place{at("drive:/Work/plans"), at("disk:/home/work"), at("old/drive:/Plans/2024"), at("docs:/"), at("drive:/文档/work")}
	for typed, w := range map[string][]Place{
		"":            all,
		"work":        {all[1], all[4], all[0]},
		"Work":        {all[0]},
		"work plans":  {all[0]},
		"plans work":  {all[0]},
		"old plans":   {all[2]},
		"文":           {all[4]},
		"docs":        {all[3]},
		"nothing":     nil,
		"work nothin": nil,
	} {
		want(t, typed, Narrow(all, typed), w)
	}
}

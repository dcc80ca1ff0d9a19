package browse

import (
	"aloft/client"
	"aloft/cmd/aloft/console"
	"aloft/model"
	"aloft/model/renaming"
	"aloft/model/text"
)

// edited lets the names be edited in $EDITOR. With something wrong the list
// is edited again, each fault above its line, until it is right, empty, or comes
// back as it was.
func (r renameRun) edited(args []string) error {
	if r.f.Nul {
		return console.UsageErrorFor(r.c, "standard input is the editor's; name the places as arguments")
	}
	items, err := r.items(r.c, args, r.f.Flags)
	if err != nil {
		return err
	}
	src, err := r.sourceOf(items)
	if err != nil {
		return err
	}
	var names, folders []string
	for _, p := range items {
		name := p.Base()
		if p.IsLoose() {
			e, err := src.Stat(r.session.Context(), p, client.Options{})
			if err != nil {
				return err
			}
			name = e.Name
		}
		names, folders = append(names, name), append(folders, p.Parent().String())
	}
	list := renaming.Draft(r.con.Catalogue, names, folders)
	for {
		after, err := r.session.Editor.Text(r.session.Context(), renaming.FileName, list, renaming.MaxList+1)
		if err != nil {
			return err
		}
		if len(after) > renaming.MaxList {
			return client.Errorf(client.KindInvalid, "rename", model.Place{}, renaming.TooLong, renaming.MaxList>>20)
		}
		e := renaming.Read(after, len(items))
		if e.Empty() {
			return console.Exit(console.ExitFailed, client.Errorf(client.KindLocal, "rename", model.Place{}, text.CliNotDone))
		}
		var ws []renaming.Wish
		for i, name := range e.Names {
			ws = append(ws, renaming.NewWish(folders[i], names[i], name))
		}
		e.Check(ws, nil, src.CheckName, r.con.Explain)
		if lines, _ := e.Wrong(); len(lines) == 0 {
			ok := true
			err := r.changed(items, names, e.Names, func(p *model.Plan) bool {
				ok = blameTaken(e, items, p)
				return ok
			})
			if ok {
				return err
			}
		}
		again := e.Again(r.con.Catalogue)
		if again == list {
			return r.stillWrong(e)
		}
		list = again
	}
}

// blameTaken says in the list which names of a plan are taken, and reports whether
// none is.
func blameTaken(e *renaming.Edited, items []model.Place, p *model.Plan) bool {
	open := p.Undecided()
	for _, n := range open {
		it := p.Items[n]
		for i, q := range items {
			if q.Pin() == "" && q.Equal(it.Place()) || q.Pin() != "" && q.Pin() == it.Pin {
				e.Blame(i, renaming.TakenName, it.NewName)
			}
		}
	}
	return len(open) == 0
}

// stillWrong ends the editing of a list that came back with its faults.
func (r renameRun) stillWrong(e *renaming.Edited) error {
	lines, faults := e.Wrong()
	for i, f := range faults {
		r.con.WarnLine(r.con.Say(text.CliItem, model.Clean(lines[i]), model.Clean(f.Say(r.con.Catalogue))))
	}
	return client.Errorf(client.KindInvalid, "rename", model.Place{}, "%d {line is|lines are} wrong, and the list came back as it was; nothing was changed", len(faults))
}

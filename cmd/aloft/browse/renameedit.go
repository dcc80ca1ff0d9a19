package browse

import (
	"strings"

	"aloft/client"
	"aloft/cmd/aloft/console"
	"aloft/model"
	"aloft/model/renaming"
	"aloft/model/text"
)

// edited lets the names be edited in $EDITOR. With something wrong the person may
// edit the list again, each fault above its line.
func (r renameRun) edited(args []string) error {
	if r.w.Nul {
		return r.in.Usage("the editor uses standard input; name the places as arguments")
	}
	items, err := r.items(r.in, args, r.w)
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
			return console.NotDone("rename")
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
		if err := r.askAgain(e); err != nil {
			return err
		}
		list = e.Again(r.con.Catalogue)
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

// askAgain says what is wrong with a list; an error ends the editing.
func (r renameRun) askAgain(e *renaming.Edited) error {
	lines, faults := e.Wrong()
	for i, f := range faults {
		r.con.WarnLine(r.con.Say(text.CliItem, model.Clean(lines[i]), model.Clean(f.Say(r.con.Catalogue))))
	}
	if !r.con.CanAsk() {
		return client.Errorf(client.KindInvalid, "rename", model.Place{}, renaming.WrongLines, len(faults))
	}
	answer, err := r.con.Ask(r.session.Context(), r.con.Say("%d {line is|lines are} wrong. Edit the list again? [Y/n]", len(faults)))
	switch {
	case err != nil:
		return err
	case strings.EqualFold(answer, "n") || strings.EqualFold(answer, "no"):
		return console.NotDone("rename")
	}
	return nil
}

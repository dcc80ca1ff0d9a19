package panes

import (
	"cmp"
	"context"
	"errors"

	tea "charm.land/bubbletea/v2"

	"aloft/client"
	"aloft/client/find"
	"aloft/model"
	"aloft/model/text"
	"aloft/ui/act"
	"aloft/ui/dialog"
	"aloft/ui/keys"
	"aloft/ui/status"
)

// Actions use the id of a result as long as that is enough. If the folder is needed, it is looked for in stored
// listings, then through parent folders if the service returns them, then by a walk. An action shows its cost before; going there does not.

// wanted are results whose folders are needed.
type wanted struct {
	pane int // with the list
	list *model.Sorted
	rows []int // of the list
	then keys.Action
	to   int // the pane to go there: for keys.Open
}

// placedMsg carries the places of some wanted entries.
type placedMsg struct {
	seq    int
	want   wanted
	at     map[int]*model.Origin // by row
	walked bool
	err    error
}

// Missing looks for the places that an action needs and that the list of results lacks. waits reports that it does;
// the action then runs when they are found.
func (a *Finding) Missing(id keys.Action, need act.Need) (cmd tea.Cmd, waits bool) {
	p := a.Pane()
	switch {
	case !p.Place().IsResults():
		return nil, false
	case a.Barred(need) != "":
		return a.Note.Say(status.Warn, a.Barred(need)), true
	case need == act.TheFolder:
		return a.Note.SayText(status.Warn, text.ResultsNoFolder), true
	case id == keys.OpenOther:
		return a.hitOther(), true
	case need != act.EntryPlaces:
		return nil, false
	}
	w := wanted{pane: a.Focus, list: p.Rows().Sorted(), then: id}
	for _, row := range p.Rows().Chosen() {
		if o := w.list.At(row).From; o != nil && o.Known == model.KnownLost {
			w.rows = append(w.rows, row)
		}
	}
	if len(w.rows) == 0 {
		return nil, false
	}
	return a.place(w), true
}

// hitOther shows the current entry in its folder in the other pane.
func (a *Finding) hitOther() tea.Cmd { return a.goHit(a.Focus, 1-a.Focus) }

// goHit shows the current result in its folder.
func (a *Finding) goHit(from, to int) tea.Cmd {
	if why := a.Barred(act.LiveEntries); why != "" {
		return a.Note.Say(status.Warn, why)
	}
	p := a.Panes[from]
	e := p.Current()
	if e == nil || e.From == nil {
		return a.Note.SayText(status.Info, text.NothingSelected)
	}
	if e.From.Known == model.KnownFolder {
		return a.goTo(to, p.PlaceOf(e))
	}
	s := p.Rows().Sorted()
	row, ok := s.Row(p.Rows().Key(p.Rows().Cursor()), e.ID)
	if !ok {
		return nil
	}
	return a.place(wanted{pane: from, list: s, rows: []int{row}, then: keys.Open, to: to})
}

// goTo shows an entry in its folder.
func (a *Finding) goTo(p int, at model.Place) tea.Cmd {
	if at.IsRoot() {
		return a.Panes[p].GoTo(at, model.Step{})
	}
	return a.Panes[p].GoTo(at.Parent(), at.Last())
}

// place looks for the entries' places without a walk.
func (a *Finding) place(w wanted) tea.Cmd {
	ctx, seq := a.Looking.Begin(a.Screen)
	sources, kept := a.Client.Sources, a.Cache
	return func() tea.Msg {
		m := placedMsg{seq: seq, want: w, at: map[int]*model.Origin{}}
		for _, row := range w.rows {
			e := w.list.At(row)
			root := e.From.Folder
			if o := kept.Homes(root, map[string]string{e.ID: e.From.ID})[e.ID]; o != nil && e.ID != "" {
				m.at[row] = o
				continue
			}
			src, err := sources.For(root)
			if st, ok := src.(client.Steady); err == nil && ok && (e.Kind.Container() || e.Kind == model.KindSpace) {
				at, _, err := st.Resolve(ctx, e.ID, client.Options{Class: client.Interactive, Lane: "resolve"})
				if err == nil && !at.IsLoose() {
					m.at[row] = originAt(at)
				}
			}
		}
		return m
	}
}

// originAt is the origin of an entry with a place.
func originAt(at model.Place) *model.Origin {
	o := &model.Origin{Folder: at.Parent()}
	if at.Pin() != "" {
		o.Twins = map[string]bool{at.Base(): true}
	}
	return o
}

// placed continues the action, or asks whether to pay for a walk.
func (a *Finding) placed(m placedMsg) tea.Cmd {
	if !a.Looking.End(m.seq) {
		return nil
	}
	a.Note.ClearNote()
	p := a.Panes[m.want.pane]
	p.Placed(m.want.list, m.at)
	w := m.want
	w.list = p.Rows().Sorted()
	left := model.Only(w.rows, func(row int) bool { return m.at[row] == nil })
	switch {
	case len(left) == 0 && w.then == keys.Open:
		e := w.list.At(w.rows[0])
		return a.goTo(w.to, p.Place().JoinEntry(e, nil))
	case len(left) == 0:
		return func() tea.Msg { return act.Again{Action: w.then} }
	case m.err != nil:
		return a.Note.Fail(m.err)
	case m.walked:
		return a.Note.SayText(status.Warn, "%s was not found; it may have been deleted, or be in a folder you cannot see", w.list.Name(left[0]))
	}
	if w.rows = left; w.then == keys.Open {
		return a.walkFor(w)
	}
	return a.askWalk(w)
}

// askWalk shows the cost of a walk before an action that changes something.
func (a *Finding) askWalk(w wanted) tea.Cmd {
	c := a.Env.Text
	e := w.list.At(w.rows[0])
	n := max(1, a.Cache.Folders(e.From.Folder))
	return a.Show(dialog.NewMenu(a.Env, dialog.MenuOptions[wanted]{
		Origin: a.Origin(), Title: c.Say("The service does not say where %s is", e.Name), Wide: true,
		Items: []dialog.MenuItem[wanted]{{Key: "l", Label: c.Say("look for it: %d {request|requests} or more", n), Value: w}},
	}))
}

// errEnough ends a walk that has found everything.
var errEnough = errors.New("enough")

// walkFor looks for the entries folder by folder, stored folders first.
func (a *Finding) walkFor(w wanted) tea.Cmd {
	ctx, seq := a.Looking.Begin(a.Screen)
	sources, kept := a.Client.Sources, a.Cache
	say := a.Note.SayText(status.Info, "looking for %s; %s stops", w.list.Name(w.rows[0]), a.Env.Keys.Key(keys.Back))
	return tea.Batch(say, func() tea.Msg {
		m := placedMsg{seq: seq, want: w, at: map[int]*model.Origin{}, walked: true}
		m.err = lookFor(ctx, sources, kept, w, m.at)
		if errors.Is(m.err, errEnough) {
			m.err = nil
		}
		return m
	})
}

// lookFor walks through the sources of the entries until all are found. If ids change, an entry may have a new one;
// then it is the only entry of its name and kind.
func lookFor(ctx context.Context, sources client.Sources, kept *find.Cache, w wanted, at map[int]*model.Origin) error {
	type named struct {
		name string
		kind model.Kind
	}
	byID, alike := map[string]int{}, map[named][]*model.Origin{}
	var roots []model.Place
	for _, row := range w.rows {
		e := w.list.At(row)
		byID[e.ID] = row
		alike[named{e.Name, e.Kind}] = nil
		roots = addRoots(roots, e)
	}
	walk := find.Walk{
		Sources: sources, Cache: kept, Level: true, Opt: client.Options{Class: client.Bulk},
		Failed: func(error) {},
		Entry: func(in *find.In, e *model.Entry) (bool, error) {
			if row, ok := byID[e.ID]; ok && at[row] == nil {
				if at[row] = in.Origin(); len(at) == len(w.rows) {
					return false, errEnough
				}
			} else if n := (named{e.Name, e.Kind}); !in.Steady {
				if list, ok := alike[n]; ok {
					alike[n] = append(list, in.Origin())
				}
			}
			return true, nil
		},
	}
	var failed error
	for _, root := range roots {
		err := walk.Run(ctx, root)
		if errors.Is(err, errEnough) || ctx.Err() != nil {
			return err
		}
		failed = cmp.Or(failed, err)
	}
	for _, row := range w.rows {
		e := w.list.At(row)
		if list := alike[named{e.Name, e.Kind}]; at[row] == nil && len(list) == 1 {
			at[row] = list[0]
		}
	}
	return failed
}

// addRoots adds the roots to search for an entry: its source, and for documents also the spaces.
func addRoots(roots []model.Place, e *model.Entry) []model.Place {
	of := []model.Place{e.From.Folder.Root()}
	if of[0].Scheme.Documents() {
		of = nil
		for _, s := range model.DocumentSchemes() {
			if root := (model.Place{Account: e.From.Folder.Account, Scheme: s}); root.IsSpaces() || e.Facts().Space == "" {
				of = append(of, root)
			}
		}
	}
	for _, r := range of {
		known := false
		for _, have := range roots {
			known = known || have.Equal(r)
		}
		if !known {
			roots = append(roots, r)
		}
	}
	return roots
}

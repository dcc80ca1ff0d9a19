package changing

import (
	"slices"
	"time"

	tea "charm.land/bubbletea/v2"

	"aloft/client"
	"aloft/model"
	"aloft/model/renaming"
	"aloft/ui/act/jobs"
	"aloft/ui/dialog"
	"aloft/ui/keys"
	"aloft/ui/pane"
	"aloft/ui/status"
)

// several are entries that get new names together, as they were at the request.
type several struct {
	items   []model.Place
	entries []renaming.Entry // of each item
	folders []string         // of each item
	held    map[string]int   // how many entries of the pane's folder have each name
	here    string           // the pane's folder
	legal   func(string) error
}

// severalOf takes the selection.
func (a *Acts) severalOf(sel pane.Selection) (several, error) {
	s := several{items: sel.Places(), held: map[string]int{}, here: sel.Folder.String()}
	src, err := a.client.Sources.For(s.items[0])
	if err != nil {
		return s, err
	}
	s.legal = src.CheckName
	zone := a.env.Now().Location()
	for i, at := range s.items {
		e := renaming.Entry{Name: at.Base(), Parent: at.Parent().Base()}
		if i < len(sel.Entries) { // for entries elsewhere only the place is known
			e.Name = sel.Entries[i].Name
			e.Folder = sel.Entries[i].Kind.Container()
			if t := sel.Entries[i].Modified; !t.IsZero() {
				e.Modified = t.In(zone)
			}
		}
		s.entries = append(s.entries, e)
		s.folders = append(s.folders, at.Parent().String())
	}
	all := a.screen.Pane().Rows().Sorted()
	for i := range all.Len() {
		s.held[all.Name(i)]++
	}
	return s, nil
}

// check checks new names; "" keeps an entry's name.
func (s *several) check(names []string) []renaming.Flag {
	return renaming.Check(s.wishes(names), s.holds, s.legal)
}

func (s *several) wishes(names []string) []renaming.Wish {
	ws := make([]renaming.Wish, len(names))
	for i, name := range names {
		ws[i] = renaming.NewWish(s.folders[i], s.entries[i].Name, name)
	}
	return ws
}

// holds counts the entries with a name, if the folder is known.
func (s *several) holds(folder, name string) int {
	if folder != s.here {
		return 0
	}
	return s.held[name]
}

func (s *several) names() []string {
	out := make([]string, len(s.entries))
	for i := range s.entries {
		out[i] = s.entries[i].Name
	}
	return out
}

// planSeveral plans the new names of those that change and shows the plan.
func (a *Acts) planSeveral(from dialog.Origin, s *several, names []string) tea.Cmd {
	var r client.Request
	for i, at := range s.items {
		if names[i] != "" && names[i] != s.entries[i].Name {
			r.Items, r.NewNames = append(r.Items, at), append(r.NewNames, names[i])
		}
	}
	if len(r.Items) == 0 {
		return a.note.SayText(status.Info, "no name changes")
	}
	r.Op = model.OpRename
	return a.jobs.Plan(jobs.Wish{Origin: from, Req: r, Show: true})
}

// listMsg carries a list of names from the editor.
type listMsg struct {
	from   dialog.Origin
	some   several
	given  string // the list as it was given
	text   string
	err    error
	atOnce bool // the editor returned too soon for any typing
}

// beginList edits the names of the selection in the user's editor. It resumes an unfinished list.
func (a *Acts) beginList() tea.Cmd {
	sel := a.screen.Pane().Selection()
	if sel.Len() == 0 {
		return a.note.Say(status.Info, a.screen.NoEntry())
	}
	s, err := a.severalOf(sel)
	if err != nil {
		return a.note.Fail(err)
	}
	if a.left.of(&s) {
		return a.editList(a.screen.Origin(), s, a.left.text)
	}
	return a.editNames(a.screen.Origin(), s, s.names())
}

func (a *Acts) editNames(from dialog.Origin, s several, names []string) tea.Cmd {
	return a.editList(from, s, renaming.Draft(a.env.Text, names, s.folders))
}

func (a *Acts) editList(from dialog.Origin, s several, list string) tea.Cmd {
	if a.machine.Editor == nil {
		return a.note.SayText(status.Warn, "no editor can be opened here")
	}
	began := a.env.Now()
	return a.machine.Editor(renaming.FileName, list, renaming.MaxList+1, func(text string, err error) tea.Msg {
		return listMsg{from: from, some: s, given: list, text: text, err: err, atOnce: a.env.Now().Sub(began) < time.Second}
	})
}

// listRead plans the names of the list. If something is wrong, it asks what to do with the list.
func (a *Acts) listRead(m listMsg) tea.Cmd {
	switch {
	case m.err != nil:
		return a.note.Fail(m.err)
	case len(m.text) > renaming.MaxList:
		return a.note.SayText(status.Bad, renaming.TooLong, renaming.MaxList>>20)
	case m.text == m.given && m.atOnce:
		return a.note.SayText(status.Warn, "no name was changed; a graphical editor needs its wait option (code --wait)")
	}
	a.left = wrongList{}
	e := renaming.Read(m.text, len(m.some.items))
	if e.Empty() {
		return a.note.SayText(status.Info, "the list is empty: nothing was renamed")
	}
	e.Check(m.some.wishes(e.Names), m.some.holds, m.some.legal, a.note.Sentence)
	lines, faults := e.Wrong()
	if len(lines) == 0 {
		return a.planSeveral(m.from, &m.some, e.Names)
	}
	say, body := a.env.Text.Say, []string{}
	for i := range min(len(lines), mostFaults) {
		body = append(body, model.OneLine(lines[i])+": "+faults[i].Say(a.env.Text))
	}
	if n := len(lines); n > mostFaults {
		body = append(body, say("… and %d more", n-mostFaults))
	}
	return a.screen.Show(dialog.NewConfirm(a.env, dialog.ConfirmOptions[wrongList]{
		Tag:   wrongList{m.from, m.some, e.Again(a.env.Text)},
		Title: say(renaming.WrongLines, len(lines)), Body: body, Yes: say("Edit again"),
	}))
}

// mostFaults is how many faults of a list the question shows. The list shows all.
const mostFaults = 10

// wrongList is a list of new names with each fault noted above its line.
type wrongList struct {
	from dialog.Origin
	some several
	text string
}

// of reports whether the list is about these entries with their current names.
func (w *wrongList) of(s *several) bool {
	return slices.Equal(w.some.names(), s.names()) && slices.EqualFunc(w.some.items, s.items, model.Place.Equal)
}

// wrongAnswered edits the list again or keeps it for later.
func (a *Acts) wrongAnswered(m dialog.ConfirmAnswered[wrongList]) tea.Cmd {
	if m.Yes {
		return a.editList(m.Tag.from, m.Tag.some, m.Tag.text)
	}
	a.left = m.Tag
	return a.note.SayText(status.Info, "nothing was renamed; %s on the same entries resumes the list", a.env.Keys.Key(keys.RenameList))
}

// listed returns the names that rules give to entries. Without one, an entry keeps its name.
func (s *several) listed(rules *renaming.Renamer) (names []string, faults []*renaming.Fault) {
	names, faults = make([]string, len(s.entries)), make([]*renaming.Fault, len(s.entries))
	for i, e := range s.entries {
		if names[i], faults[i] = rules.Name(e, i); faults[i] != nil {
			names[i] = e.Name
		}
	}
	return names, faults
}

// firstFault returns the index of the first fault, or -1.
func firstFault(faults []*renaming.Fault) int {
	return slices.IndexFunc(faults, func(f *renaming.Fault) bool { return f != nil })
}

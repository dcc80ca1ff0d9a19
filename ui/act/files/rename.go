package files

import (
	"slices"

	tea "charm.land/bubbletea/v2"

	"aloft/client"
	"aloft/model"
	"aloft/model/renaming"
	"aloft/model/text"
	"aloft/ui/act/jobs"
	"aloft/ui/dialog"
	"aloft/ui/keys"
	"aloft/ui/pane"
	"aloft/ui/status"
)

// beginRename renames the current entry in its row. If several are selected, it opens the form of rules.
func (a *Changing) beginRename() tea.Cmd {
	p := a.Pane()
	if sel := p.Selection(); sel.Marked && sel.Len() > 1 {
		return a.askRules(a.Origin(), sel)
	}
	src, err := p.Source()
	if err != nil {
		return a.Note.Fail(err)
	}
	p.Rename(src.CheckName)
	return nil
}

func (a *Changing) rename(from dialog.Origin, e model.Entry, name string) tea.Cmd {
	return a.jobs.Plan(jobs.Wish{Origin: from, Req: client.Request{
		Op: model.OpRename, Items: []model.Place{a.Panes[from.Pane].PlaceOf(&e)}, NewNames: []string{name},
	}})
}

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
func (a *Changing) severalOf(sel pane.Selection) (several, error) {
	s := several{items: sel.Places(), held: map[string]int{}, here: sel.Folder.String()}
	src, err := a.Client.Sources.For(s.items[0])
	if err != nil {
		return s, err
	}
	s.legal = src.CheckName
	zone := a.Env.Now().Location()
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
	all := a.Pane().Rows().Sorted()
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
func (a *Changing) planSeveral(from dialog.Origin, s *several, names []string) tea.Cmd {
	var r client.Request
	for i, at := range s.items {
		if names[i] != "" && names[i] != s.entries[i].Name {
			r.Items, r.NewNames = append(r.Items, at), append(r.NewNames, names[i])
		}
	}
	if len(r.Items) == 0 {
		return a.Note.SayText(status.Info, "no name changes")
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
func (a *Changing) beginList() tea.Cmd {
	sel := a.Pane().Selection()
	if sel.Len() == 0 {
		return a.Note.Say(status.Info, a.NoEntry())
	}
	s, err := a.severalOf(sel)
	if err != nil {
		return a.Note.Fail(err)
	}
	if a.left.of(&s) {
		return a.editList(a.Origin(), s, a.left.text)
	}
	return a.editNames(a.Origin(), s, s.names())
}

func (a *Changing) editNames(from dialog.Origin, s several, names []string) tea.Cmd {
	return a.editList(from, s, renaming.Draft(a.Env.Text, names, s.folders))
}

func (a *Changing) editList(from dialog.Origin, s several, list string) tea.Cmd {
	return a.EditText(renaming.FileName, list, renaming.MaxList+1, func(text string, atOnce bool, err error) tea.Msg {
		return listMsg{from: from, some: s, given: list, text: text, err: err, atOnce: atOnce}
	})
}

// listRead plans the names of the list. If something is wrong, it asks what to do with the list.
func (a *Changing) listRead(m listMsg) tea.Cmd {
	switch {
	case m.err != nil:
		return a.Note.Fail(m.err)
	case len(m.text) > renaming.MaxList:
		return a.Note.SayText(status.Bad, renaming.TooLong, renaming.MaxList>>20)
	case m.text == m.given && m.atOnce:
		return a.Note.SayText(status.Warn, "the editor saved nothing; a graphical editor needs its wait option (code --wait)")
	}
	a.left = wrongList{}
	e := renaming.Read(m.text, len(m.some.items))
	if e.Empty() {
		return a.Note.SayText(status.Info, "the list is empty: nothing was renamed")
	}
	e.Check(m.some.wishes(e.Names), m.some.holds, m.some.legal, a.Note.Sentence)
	lines, faults := e.Wrong()
	if len(lines) == 0 {
		return a.planSeveral(m.from, &m.some, e.Names)
	}
	say, body := a.Env.Text.Say, []string{}
	for i := range min(len(lines), mostFaults) {
		body = append(body, model.OneLine(lines[i])+": "+faults[i].Say(a.Env.Text))
	}
	if n := len(lines); n > mostFaults {
		body = append(body, say("… %d more", n-mostFaults))
	}
	return a.Show(dialog.NewConfirm(a.Env, dialog.ConfirmOptions[wrongList]{
		Tag:   wrongList{m.from, m.some, e.Again(a.Env.Text)},
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
func (a *Changing) wrongAnswered(m dialog.ConfirmAnswered[wrongList]) tea.Cmd {
	if m.Yes {
		return a.editList(m.Tag.from, m.Tag.some, m.Tag.text)
	}
	a.left = m.Tag
	return a.Note.SayText(status.Info, "nothing was renamed; %s on the same entries reopens your list", a.Env.Keys.Key(keys.RenameList))
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

// Fields and buttons of the form of rules.
const (
	inPattern = "pattern"
	inSearch  = "search"
	inReplace = "replace"
	inHow     = "how"
	inCase    = "case"
	inTrim    = "trim"

	doPlan   = "plan"
	doEditor = "editor"
)

// askRules asks for a naming pattern of the selected entries and previews the names. The pattern starts as the name,
// with the cursor before its extension.
func (a *Changing) askRules(from dialog.Origin, sel pane.Selection) tea.Cmd {
	s, err := a.severalOf(sel)
	if err != nil {
		return a.Note.Fail(err)
	}
	say := a.Env.Text.Say
	options := func(labels ...text.Text) (out []dialog.FormOption) {
		for _, l := range labels {
			out = append(out, dialog.FormOption{Label: say(l)})
		}
		return out
	}
	return a.Dialogs.Push(dialog.NewForm(a.Env, dialog.FormOptions[several]{
		Origin: from, Tag: s, Title: say(model.OpRename.Row().Words.Title, len(s.items)),
		Fields: []dialog.FormField{
			{Name: inPattern, Kind: dialog.FieldLine, Label: say("pattern"), Value: renaming.Unchanged, Tail: "{ext}", Optional: true},
			{Kind: dialog.FieldNote, Value: "{name} {ext} {n:03} {date} {parent}"},
			{Name: inSearch, Kind: dialog.FieldLine, Label: say("search"), Placeholder: say("text to find in the result"), Optional: true},
			{Name: inReplace, Kind: dialog.FieldLine, Label: say("replace with"), Placeholder: say("nothing"), Optional: true},
			{Name: inHow, Kind: dialog.FieldCycle, Label: say("search as"), Options: options("text", "regular expression ($1)")},
			{Name: inCase, Kind: dialog.FieldCycle, Label: say("case"), Options: options("unchanged", "lower", "UPPER", "Title")},
			{Name: inTrim, Kind: dialog.FieldCycle, Label: say("trim"), Options: options("no", "spaces at both ends")},
		},
		Buttons: []dialog.FormButton{
			{Label: say("Show the plan"), Value: doPlan},
			{Label: say("In $EDITOR"), Value: doEditor, Key: keys.FormEditor, Anyway: true},
		},
		Check:   func(v dialog.FormValues) (string, string) { return a.rulesWrong(&s, v) },
		Preview: func(v dialog.FormValues) dialog.FormPreview { return a.previewRules(&s, v) },
	}))
}

// rulesOf reads the rules from a form.
func rulesOf(v dialog.FormValues) renaming.Rules {
	cases := []renaming.Case{renaming.CaseKept, renaming.CaseLower, renaming.CaseUpper, renaming.CaseTitle}
	return renaming.Rules{
		Pattern: v.Text[inPattern], Search: v.Text[inSearch], Replace: v.Text[inReplace], Regexp: v.At[inHow] == 1,
		Case: cases[v.At[inCase]], Trim: v.At[inTrim] == 1,
	}
}

// rulesWrong returns why the rules give no names to plan, and the field to go to. The plan asks about taken names.
func (a *Changing) rulesWrong(s *several, v dialog.FormValues) (field, why string) {
	rules, fault := rulesOf(v).Compile()
	if fault != nil {
		return wrongField(v), fault.Say(a.Env.Text)
	}
	names, faults := s.listed(rules)
	if i := slices.IndexFunc(faults, func(f *renaming.Fault) bool { return f != nil }); i >= 0 {
		return inPattern, faults[i].Say(a.Env.Text)
	}
	changes := false
	for i, flag := range s.check(names) {
		if flag == renaming.Illegal {
			return inPattern, a.Note.Sentence(s.legal(names[i]))
		}
		changes = changes || flag != renaming.Same
	}
	if !changes {
		return inPattern, a.Env.Text.Say("no name would change")
	}
	return "", ""
}

// wrongField returns the field whose rules cannot be compiled.
func wrongField(v dialog.FormValues) string {
	if _, fault := (renaming.Rules{Pattern: v.Text[inPattern]}).Compile(); fault == nil {
		return inSearch
	}
	return inPattern
}

// previewRules shows the names that the form gives.
func (a *Changing) previewRules(s *several, v dialog.FormValues) dialog.FormPreview {
	say := a.Env.Text.Say
	out := dialog.FormPreview{Rows: make([]dialog.FormChange, len(s.entries))}
	for i, e := range s.entries {
		out.Rows[i].Old = e.Name
	}
	rules, fault := rulesOf(v).Compile()
	if fault != nil {
		out.Summary, out.Wrong = fault.Say(a.Env.Text), true
		return out
	}
	names, faults := s.listed(rules)
	count := map[renaming.Flag]int{}
	for i, flag := range s.check(names) {
		row := &out.Rows[i]
		row.New = names[i]
		switch {
		case faults[i] != nil:
			flag = renaming.Illegal
			row.New, row.Note = "", faults[i].Say(a.Env.Text)
		case flag == renaming.Same:
			row.New, row.Note = "", say("stays")
		case flag == renaming.Twice:
			row.Note = say("twice")
		case flag == renaming.Taken:
			row.Note = say("taken")
		case flag == renaming.Illegal:
			row.Note = say("not possible")
		}
		row.Wrong = flag == renaming.Twice || flag == renaming.Taken || flag == renaming.Illegal
		count[flag]++
	}
	parts := []string{say("%d {name changes|names change}", len(names)-count[renaming.Same]-count[renaming.Illegal])}
	for _, n := range []struct {
		flag renaming.Flag
		say  text.Text
	}{{renaming.Taken, "%d taken"}, {renaming.Twice, "%d twice"}, {renaming.Illegal, "%d invalid"}} {
		if count[n.flag] > 0 {
			parts, out.Wrong = append(parts, say(n.say, count[n.flag])), true
		}
	}
	out.Summary = a.Env.Text.List(parts)
	return out
}

// ruled handles the answer of the form.
func (a *Changing) ruled(m dialog.FormAnswered[several]) tea.Cmd {
	if m.Button == "" {
		return nil
	}
	names := m.Tag.names()
	if rules, fault := rulesOf(m.Values).Compile(); fault == nil {
		names, _ = m.Tag.listed(rules)
	}
	if m.Button == doEditor {
		return a.editNames(m.Origin, m.Tag, names)
	}
	return a.planSeveral(m.Origin, &m.Tag, names)
}

package panes

import (
	"cmp"

	tea "charm.land/bubbletea/v2"

	"aloft/model"
	"aloft/model/text"
	"aloft/ui/act"
	"aloft/ui/dialog"
	"aloft/ui/keys"
	"aloft/ui/pane"
	"aloft/ui/status"
)

// Rows returns what each action does in a file pane and why there is nothing to work on.
func (a *Listing) Rows() act.Rows {
	selects := act.Row{Idle: a.nothingToSelect}
	all := func(id keys.Action) act.Row {
		return act.Row{Idle: a.nothingToSelect, Do: func() tea.Cmd {
			cmd, _ := a.Pane().Do(id)
			return tea.Batch(cmd, a.sayRest(a.Pane()))
		}}
	}
	return act.Rows{
		keys.SelectGlob:   {Do: func() tea.Cmd { return a.askPattern(true) }, Idle: a.nothingToSelect},
		keys.UnselectGlob: {Do: func() tea.Cmd { return a.askPattern(false) }},
		keys.Sort:         {Do: a.askOrder},
		keys.Dots:         {Do: a.dots, Needs: act.TheFolder},
		keys.Sizes:        {Do: a.countFolders, Needs: act.TheFolder},
		keys.Toggle:       selects,
		keys.ExtendDown:   selects,
		keys.ExtendUp:     selects,
		keys.Range:        selects,
		keys.SelectAll:    all(keys.SelectAll),
		keys.Invert:       all(keys.Invert),
		keys.Compare:      {Do: a.compare, Idle: a.nothingToCompare, Needs: act.LiveEntries},
		keys.FindNext:     {Idle: func() string { return a.nothingFound(false) }},
		keys.FindPrev:     {Idle: func() string { return a.nothingFound(true) }},
	}
}

func (a *Listing) nothingToSelect() string {
	if a.Pane().Rows().Len() > 0 {
		return ""
	}
	return a.Empty("nothing here to select")
}

// sayRest says what becomes of the entries that are not listed yet.
func (a *Listing) sayRest(p *pane.Pane) tea.Cmd {
	switch here, _ := p.Selected(); {
	case p.Growing():
		return a.Note.SayText(status.Info, "%d selected so far; the selection grows with the listing, %s stops both", here, a.Env.Keys.Key(keys.Back))
	case p.Partial():
		p.Rows().Settle()
		return a.Note.SayText(status.Warn, "only the listed entries are selected; %s reloads the folder", a.Env.Keys.Key(keys.Refresh))
	}
	return nil
}

func (a *Listing) nothingFound(back bool) string {
	p := a.Pane()
	switch {
	case p.Finding() == "":
		return a.Env.Text.Say("no search yet; %s finds text", a.Env.Keys.Key(keys.Find))
	case !p.FindsOther(back):
		return a.Env.Text.Say("no other name here contains %s", model.Clean(p.Finding()))
	}
	return ""
}

// patternFor is the purpose of a pattern and the name of its history.
type patternFor string

const (
	toSelect   patternFor = "select"
	toUnselect patternFor = "unselect"
)

// Update handles the answers of its dialogs. mine is false for every other message.
func (a *Listing) Update(msg tea.Msg) (cmd tea.Cmd, mine bool) {
	switch m := msg.(type) {
	case counting:
		return a.counted(m), true
	case dialog.MenuAnswered[model.Order]:
		return a.setOrder(m.Origin.Pane, m.Value), true
	case dialog.PromptAnswered[patternFor]:
		return tea.Batch(a.Client.Remember(string(m.For), m.Value), a.selectMatching(m)), true
	}
	return nil, false
}

func (a *Listing) selectMatching(m dialog.PromptAnswered[patternFor]) tea.Cmd {
	what := text.Text("%d {entry|entries} selected by the pattern")
	if m.For == toUnselect {
		what = "%d {entry|entries} unselected by the pattern"
	}
	p := a.Panes[m.Origin.Pane]
	n := p.SelectMatching(m.Value, m.For == toSelect)
	if rest := a.sayRest(p); rest != nil {
		return rest
	}
	return a.Note.Say(status.Info, a.Env.Text.Say(what, n))
}

// compare selects the differences of both panes.
func (a *Listing) compare() tea.Cmd {
	if why := a.nothingToCompare(); why != "" {
		return a.Note.Say(status.Info, why)
	}
	d := pane.Compare(a.Pane(), a.Other())
	if !d.Any() {
		return a.Note.SayText(status.Info, "no difference: %d {entry|entries} with the same names, sizes or times on both sides", d.Same)
	}
	said := a.Env.Text.Say("%d only here, %d only there, %d in both but different (%s); all selected",
		d.Here, d.There, d.Differ, a.Env.Styles.Glyphs.Differs)
	if d.Hidden > 0 {
		said = a.Env.Text.Say("%s; %d of them are hidden", said, d.Hidden)
	}
	return a.Note.Say(status.Info, said)
}

// nothingToCompare returns why the panes cannot be compared.
func (a *Listing) nothingToCompare() string {
	p, o := a.Pane(), a.Other()
	switch {
	case p.Place().Equal(o.Place()):
		return a.Env.Text.Say("both panes show %s; go to another folder in one of them", model.Clean(p.Place().String()))
	case p.Place().IsResults() || o.Place().IsResults():
		return a.Env.Text.Say("a list of results cannot be compared: show a folder in both panes")
	case p.Partial() && !p.Busy() || o.Partial() && !o.Busy():
		return a.Env.Text.Say("a partly listed folder cannot be compared; %s reloads it", a.Env.Keys.Key(keys.Refresh))
	case p.ListedAt().IsZero() || p.Busy(), o.ListedAt().IsZero() || o.Busy():
		return a.Env.Text.Say("this folder is still being listed")
	}
	return ""
}

// dots shows names that begin with a dot, or hides them, in both panes. What the setting says needs no memory.
func (a *Listing) dots() tea.Cmd {
	at, env := a.Pane().Place(), a.PaneEnv
	said, to := text.Text("hidden files are not shown"), "hide"
	if pane.HidesDots(at, cmp.Or(env.Dots, env.Hidden)) {
		said, to = "hidden files are shown", "show"
	}
	if env.Dots = to; pane.HidesDots(at, env.Hidden) == (to == "hide") {
		env.Dots = ""
	}
	for _, p := range a.Panes {
		p.Refilter()
	}
	return a.Note.SayText(status.Info, said)
}

// askOrder opens the sort menu.
func (a *Listing) askOrder() tea.Cmd {
	now := a.Pane().Order()
	var items []dialog.MenuItem[model.Order]
	for _, o := range pane.Orders(a.Pane().Place().IsResults()) {
		items = append(items, dialog.MenuItem[model.Order]{
			Key: o.Key, Label: a.Env.Text.Say("by %s", a.Env.Text.Say(o.Heading)),
			Value: model.Order{By: o.By, Desc: now.Desc, Mixed: now.Mixed}, Current: now.By == o.By,
		})
	}
	turned, mixed := now, now
	turned.Desc, mixed.Mixed = !now.Desc, !now.Mixed
	items = append(items,
		dialog.MenuItem[model.Order]{Key: "r", Label: a.Env.Text.Say("reverse"), Value: turned, Current: now.Desc},
		dialog.MenuItem[model.Order]{Key: "d", Label: a.Env.Text.Say("folders first"), Value: mixed, Current: !now.Mixed})
	return a.Dialogs.Push(dialog.NewMenu(a.Env, dialog.MenuOptions[model.Order]{
		Origin: a.Origin(), Title: a.Env.Text.Say("Order"), Items: items,
	}))
}

// setOrder sorts a pane's folder, now and on later visits.
func (a *Listing) setOrder(in int, o model.Order) tea.Cmd {
	p, k := a.Panes[in], a.Client.Keeper
	sorts := p.SetOrder(o)
	if k == nil {
		return sorts
	}
	at, o := p.Place(), p.Order()
	return tea.Batch(sorts, act.Keep(func() error { return k.SetOrder(at, o) }))
}

// askPattern asks which names to select or unselect.
func (a *Listing) askPattern(on bool) tea.Cmd {
	what, title := toSelect, text.Text("select by pattern")
	if !on {
		what, title = toUnselect, "unselect by pattern"
	}
	return a.Dialogs.Push(dialog.NewPrompt(a.Env, dialog.PromptOptions[patternFor]{
		Origin: a.Origin(), For: what, Title: text.Capital(a.Env.Text.Say(title)),
		Label: a.Env.Text.Say("pattern: "), Body: []string{a.Env.Text.Say("* any text, ? one character; otherwise names containing the text")},
		Placeholder: "*.txt", Cursor: -1, History: a.Client.History(string(what)),
	}))
}

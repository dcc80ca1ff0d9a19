package ui

import (
	"strings"

	tea "charm.land/bubbletea/v2"

	"aloft/client"
	"aloft/model"
	"aloft/model/text"
	"aloft/ui/act"
	"aloft/ui/dialog"
	"aloft/ui/input"
	"aloft/ui/keys"
	"aloft/ui/pane"
	"aloft/ui/status"
)

// Kinds of prompts; they are also the names of their histories.
const (
	promptFolder   = "folder"
	promptGo       = "go"
	promptSelect   = "select"
	promptUnselect = "unselect"
	promptSearch   = "search"
	promptTitle    = "title"
	promptAddress  = "address"
	promptAbout    = "about"
	promptImport   = "import"
	promptMarkdown = "markdown"
)

// prompted goes on with what was entered.
func (a *App) prompted(m dialog.PromptAnswered) tea.Cmd {
	if !m.OK {
		return nil
	}
	keep := a.Remember(m.Kind, m.Value)
	switch m.Kind {
	case promptFolder:
		return tea.Batch(keep, a.makeFolder(m.Origin, m.Value))
	case promptGo:
		return tea.Batch(keep, a.goPlace(m.Origin, m.Value))
	case promptSelect, promptUnselect:
		what := text.Text("%d {entry|entries} selected by the pattern")
		if m.Kind == promptUnselect {
			what = "%d {entry|entries} taken out of the selection"
		}
		n := a.Panes[m.Origin.Pane].SelectMatching(m.Value, m.Kind == promptSelect)
		return tea.Batch(keep, a.Say(status.Info, a.Env.Text.Say(what, n)))
	case promptSearch:
		return tea.Batch(keep, a.search(m.Origin, m.Value))
	case promptImport:
		return tea.Batch(keep, a.importFile(m.Origin, m.Value))
	case promptMarkdown:
		return tea.Batch(keep, a.readMarkdown(m.Origin, m.Value))
	}
	if n, ok := m.Tag.(newDraft); ok {
		switch m.Kind {
		case promptTitle:
			return tea.Batch(keep, a.titled(m.Origin, n, m.Value))
		case promptAddress:
			return tea.Batch(keep, a.addressed(m.Origin, n, m.Value))
		case promptAbout:
			n.new.LinkText = m.Value
			return a.create(m.Origin, n)
		}
	}
	return nil
}

// askPlace asks where to go.
func (a *App) askPlace() tea.Cmd {
	from := a.Origin()
	help := text.Text("for example drive:/Work, disk:/tmp or ../Photos; Tab completes")
	if _, _, err := a.docs(); err == nil {
		help = "for example docs:/Work, space:Handbook, an id or a link; Tab completes"
	}
	return a.Dialogs.Push(dialog.NewPrompt(a.Env, dialog.PromptOptions{
		Origin: from, Kind: promptGo, Title: a.Env.Text.Say("Go to"),
		Label: a.Env.Text.Say("place: "), Body: []string{a.Env.Text.Say(help)},
		Value: from.Place.String(), Cursor: -1, Complete: true, History: a.History(promptGo),
		Check: func(s string) error {
			if s = meant(s, from.Place.String()); act.WebAddress(strings.TrimSpace(s)) {
				return nil
			}
			_, err := model.ParsePlaceHome(s, from.Place, a.HomeDir)
			return err
		},
	}))
}

// complete lists what a half-written place can become: folders that were shown
// cost nothing, others are listed.
func (a *App) complete(m input.CompleteAsked) tea.Cmd {
	base, home, ctx := a.Pane().Place(), a.HomeDir, a.Ctx
	sources := a.Sources
	shown := map[string]model.Listing{}
	for _, p := range a.Panes {
		if p.Err() == nil && !p.ListedAt().IsZero() {
			shown[p.Place().String()] = *p.Rows().Listing()
		}
	}
	return func() tea.Msg {
		var failed error
		items := model.CompleteHome(m.Text, base, home, func(at model.Place) model.Listing {
			if l, ok := shown[at.String()]; ok {
				return l
			}
			src, err := sources.For(at)
			if err != nil {
				failed = err
				return model.Listing{}
			}
			l, err := src.List(ctx, at, client.Options{Class: client.Interactive, Lane: "complete"})
			if err != nil {
				failed = err
			}
			return l
		})
		return input.Completed{ID: m.ID, Seq: m.Seq, Items: items, Err: failed}
	}
}

// meant is what a person has put into the line that begins with the place they
// are at: who pastes a link or a whole place behind it means that alone. A name
// with a colon in it is written with a backslash, so that nothing else is lost.
func meant(s, begun string) string {
	rest, ok := strings.CutPrefix(strings.TrimSpace(s), begun)
	if rest = strings.TrimSpace(rest); !ok || rest == "" {
		return s
	}
	head, _, colon := strings.Cut(rest, ":")
	scheme := head[strings.LastIndexByte(head, '/')+1:]
	switch model.Scheme(scheme) {
	case model.SchemeDrive, model.SchemeDocs, model.SchemeSpace, model.SchemeDisk:
		if colon {
			return rest
		}
	}
	if act.WebAddress(rest) {
		return rest
	}
	return s
}

// pastedID is the id that was put behind the place a line begins with, "" when it
// is a name there.
func (a *App) pastedID(s, begun string) string {
	rest, ok := strings.CutPrefix(s, begun)
	if rest = strings.TrimPrefix(rest, "/"); !ok || !strings.ContainsAny(rest, "0123456789") || !a.looksLikeID(rest) {
		return ""
	}
	return rest
}

// goPlace shows a place, or what an id or a link means.
func (a *App) goPlace(from dialog.Origin, s string) tea.Cmd {
	begun := from.Place.String()
	s = meant(s, begun)
	if act.WebAddress(strings.TrimSpace(s)) {
		return a.resolve(from, strings.TrimSpace(s), model.Place{})
	}
	to, err := model.ParsePlaceHome(s, from.Place, a.HomeDir)
	switch {
	case err != nil:
		return a.Fail(err)
	case to.IsLoose():
		return a.resolve(from, to.Pin(), model.Place{})
	case a.looksLikeID(s):
		return a.resolve(from, s, to)
	case a.pastedID(s, begun) != "":
		return a.resolve(from, a.pastedID(s, begun), to)
	}
	return a.goPlain(from, to)
}

// goRoot shows the root of a kind of source, of the account that the pane shows.
func (a *App) goRoot(s model.Scheme) tea.Cmd {
	p := a.Pane()
	to := model.Place{Scheme: s, Account: p.Place().Account}
	if s == model.SchemeDisk {
		to = model.Place{Scheme: s, Path: a.HomeDir}
	}
	if _, err := a.Sources.For(to); err != nil {
		return a.Fail(err)
	}
	return a.goOrSay(to)
}

// goOrSay shows a folder in the focused pane; where it is shown already it is listed
// again, and that is said.
func (a *App) goOrSay(to model.Place) tea.Cmd {
	p := a.Pane()
	if !to.Equal(p.Place()) || p.Err() != nil {
		return p.GoTo(to, model.Step{})
	}
	return tea.Batch(p.GoTo(to, model.Step{}), a.SayText(status.Info, text.ShownThere, model.Clean(to.String())))
}

// openOther shows the folder under the cursor in the other pane.
func (a *App) openOther() tea.Cmd {
	p := a.Pane()
	if e := p.Current(); e != nil && e.Enterable() {
		return a.Other().GoTo(p.PlaceOf(e), model.Step{})
	}
	return a.Other().GoTo(p.Place(), model.Step{})
}

// went lets the other pane follow where both go together.
func (a *App) went(m pane.Went) tea.Cmd {
	if !a.Switches.Sync || int(m.Pane) != a.Focus {
		return nil
	}
	o := a.Other()
	switch {
	case m.To.Parent().Equal(m.From) && !m.To.Equal(m.From):
		to := o.Place().Join(m.To.Base())
		if !o.Has(m.To.Base()) {
			return a.SayText(status.Info, "the other pane has no folder %s", m.To.Base())
		}
		return o.GoTo(to, model.Step{})
	case m.From.Parent().Equal(m.To) && !o.Place().IsRoot():
		return o.GoTo(o.Place().Parent(), o.Place().Last())
	}
	return nil
}

// askPattern asks which names to select or to take out.
func (a *App) askPattern(on bool) tea.Cmd {
	kind, title := promptSelect, text.Text("Select by pattern")
	if !on {
		kind, title = promptUnselect, "Unselect by pattern"
	}
	return a.Dialogs.Push(dialog.NewPrompt(a.Env, dialog.PromptOptions{
		Origin: a.Origin(), Kind: kind, Title: a.Env.Text.Say(title),
		Label: a.Env.Text.Say("pattern: "), Body: []string{a.Env.Text.Say("* any text, ? one character; without them: names that hold the text")},
		Placeholder: "*.txt", Cursor: -1, History: a.History(kind),
	}))
}

// askOrder opens the sort menu.
func (a *App) askOrder() tea.Cmd {
	now := a.Pane().Order()
	var items []dialog.MenuItem
	for _, o := range pane.Orders() {
		items = append(items, dialog.MenuItem{
			Key: o.Key, Label: a.Env.Text.Say("by %s", a.Env.Text.Say(o.Heading)),
			Value: model.Order{By: o.By, Desc: now.Desc, Mixed: now.Mixed}, Current: now.By == o.By,
		})
	}
	turned, mixed := now, now
	turned.Desc, mixed.Mixed = !now.Desc, !now.Mixed
	items = append(items,
		dialog.MenuItem{Key: "r", Label: a.Env.Text.Say("reverse"), Value: turned, Current: now.Desc},
		dialog.MenuItem{Key: "d", Label: a.Env.Text.Say("folders first"), Value: mixed, Current: !now.Mixed})
	return a.Dialogs.Push(dialog.NewMenu(a.Env, dialog.MenuOptions{
		Origin: a.Origin(), Tag: text.OrderTitle, Title: a.Env.Text.Say(text.OrderTitle), Items: items,
	}))
}

// chosen goes on with what was taken from a menu.
func (a *App) chosen(m dialog.MenuAnswered) tea.Cmd {
	if !m.OK {
		return nil
	}
	switch v := m.Value.(type) {
	case model.Order:
		return a.Panes[m.Origin.Pane].SetOrder(v)
	case newKind:
		return a.newChosen(m.Origin, v)
	case exportFormat:
		if t, ok := m.Tag.(exportTag); ok {
			return a.exportAs(m.Origin, t, v)
		}
	case dialog.RecentAsked:
		return tea.Batch(a.Dialogs.Update(v), a.listRecent(v, nil))
	}
	return nil
}

// openBookmarks lists the bookmarks; jump waits for a letter.
func (a *App) openBookmarks(jump bool) tea.Cmd {
	if a.Keeper == nil {
		return a.SayText(status.Warn, text.NoMemory)
	}
	return a.Dialogs.Push(dialog.NewBookmarks(a.Env, a.Origin(), a.Keeper.Bookmarks(), jump))
}

// addBookmark keeps the folder that shows.
func (a *App) addBookmark() tea.Cmd {
	if a.Keeper == nil {
		return a.SayText(status.Warn, text.NoMemory)
	}
	at := a.Pane().Place()
	marks := append([]client.Bookmark(nil), a.Keeper.Bookmarks()...)
	for _, b := range marks {
		if b.Place.Equal(at) {
			return a.SayText(status.Info, "%s is a bookmark already", b.Name)
		}
	}
	name := at.Base()
	if name == "" {
		name = strings.TrimSuffix(at.String(), "/")
	}
	marks = append(marks, client.Bookmark{Key: dialog.FreeLetter(name, marks), Name: name, Place: at})
	return tea.Batch(a.keepBookmarks(marks), a.SayText(status.OK, "bookmarked %s; %s lists the bookmarks", name, a.Env.Keys.Key(keys.Bookmarks)))
}

func (a *App) keepBookmarks(marks []client.Bookmark) tea.Cmd {
	k := a.Keeper
	if k == nil {
		return nil
	}
	return a.Keep(func() error { return k.SetBookmarks(marks) })
}

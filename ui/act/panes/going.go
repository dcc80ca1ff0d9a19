package panes

import (
	"slices"
	"strings"

	tea "charm.land/bubbletea/v2"

	"aloft/client"
	"aloft/model"
	"aloft/model/text"
	"aloft/ui/act"
	"aloft/ui/dialog"
	"aloft/ui/input"
	"aloft/ui/keys"
	"aloft/ui/palette"
	"aloft/ui/pane"
	"aloft/ui/status"
)

// Start shows the first place of a pane, which may be a file. With read, a document opens in the reader.
func (a *Going) Start(id pane.ID, at model.Place, read bool) tea.Cmd {
	if !at.IsRoot() {
		a.follow.Typed(id, at, read)
	}
	return a.Panes[id].GoTo(at, model.Step{})
}

// Rows returns where each action leads from a file pane and why it may be refused.
func (a *Going) Rows() act.Rows {
	return act.Rows{
		keys.GoHome:       {Do: a.goHome},
		keys.OpenOther:    {Do: a.openOther, Needs: act.LiveEntries},
		keys.SameOther:    {Do: func() tea.Cmd { return a.showThere(a.Pane().Place()) }, Idle: a.bothSame},
		keys.GoDrive:      {Do: a.goTo(keys.GoDrive)},
		keys.GoDisk:       {Do: a.goTo(keys.GoDisk)},
		keys.GoDocs:       {Do: a.goTo(keys.GoDocs)},
		keys.GoSpaces:     {Do: a.goTo(keys.GoSpaces)},
		keys.GoPlace:      {Do: a.askPlace},
		keys.GoVisited:    {Do: a.jump},
		keys.Bookmarks:    {Do: func() tea.Cmd { return a.openBookmarks(false) }},
		keys.BookmarkJump: {Do: func() tea.Cmd { return a.openBookmarks(true) }},
		keys.BookmarkAdd:  {Do: a.addBookmark, Needs: act.TheFolder},
		keys.DocBookmark:  {Do: a.addReading, Idle: a.nothingRead},
		keys.NewTab:       {Do: a.newTab},
		keys.CloseTab:     {Do: func() tea.Cmd { return a.Pane().CloseTab() }, Idle: a.oneTab},
		keys.NextTab:      {Do: a.stepTab(1), Idle: a.oneTab},
		keys.PrevTab:      {Do: a.stepTab(-1), Idle: a.oneTab},

		keys.Parent:      {Idle: a.atRoot},
		keys.Open:        {Idle: a.nothingToOpen, Needs: act.LiveEntries},
		keys.HistoryBack: {Idle: a.leadsNowhere(keys.HistoryBack, "there is no folder to go back to")},
		keys.GoPrevious:  {Idle: a.leadsNowhere(keys.GoPrevious, "there is no folder to go back to")},
		keys.HistoryNext: {Idle: a.leadsNowhere(keys.HistoryNext, "there is no folder to go forward to")},
	}
}

// placeAsked marks the prompt of a place.
type placeAsked struct{}

// promptGo is the name of its history.
const promptGo = "go"

// Update handles answers of the service, moves of the panes, and dialogs. mine is false for every other message.
func (a *Going) Update(msg tea.Msg) (cmd tea.Cmd, mine bool) {
	switch m := msg.(type) {
	case resolvedMsg:
		return a.resolved(m), true
	case pane.Went:
		return a.went(m), true
	case input.CompleteAsked:
		return a.complete(m), true
	case dialog.BookmarkChosen:
		return a.goBookmark(m), true
	case dialog.BookmarksChanged:
		return a.keepBookmarks(m.Bookmarks), true
	case dialog.PromptAnswered[placeAsked]:
		return tea.Batch(a.Client.Remember(promptGo, m.Value), a.goPlace(m.Origin, m.Value)), true
	}
	return nil, false
}

// askPlace asks where to go.
func (a *Going) askPlace() tea.Cmd {
	from := a.Origin()
	from.Place = a.Pane().Base()
	help := text.Text("for example drive:/Work, disk:/tmp or ../Photos; Tab completes")
	switch _, _, err := a.Documents(); {
	case from.Place.Scheme.Local():
		help = "for example drive:/Work, disk:/tmp or ../Photos; Tab completes"
	case err == nil:
		help = "for example docs:/Work, space:Handbook, an id or a link; Tab completes"
	}
	return a.Dialogs.Push(dialog.NewPrompt(a.Env, dialog.PromptOptions[placeAsked]{
		Origin: from, Title: a.Env.Text.Say("Go to"),
		Label: a.Env.Text.Say("place: "), Body: []string{a.Env.Text.Say(help)},
		Value: begin(from.Place), Cursor: -1, Complete: true, History: a.Client.History(promptGo),
		Check: func(s string) error {
			if s = meant(s, from.Place); act.WebAddress(strings.TrimSpace(s)) {
				return nil
			}
			_, err := model.ParsePlaceHome(s, from.Place, a.Client.HomeDir)
			return err
		},
	}))
}

// jump lists the visited folders that can be seen.
func (a *Going) jump() tea.Cmd {
	if a.Client.Keeper == nil {
		return a.Note.SayText(status.Warn, text.NoMemory)
	}
	all := slices.DeleteFunc(a.Client.Keeper.Visited(a.Env.Now()), func(at model.Place) bool {
		_, err := a.Client.Sources.For(at)
		return err != nil
	})
	return a.Dialogs.Push(palette.Visited(a.Env, a.Origin(), all))
}

// begin is the line to begin with: the current place, with the slash that a name under it follows.
func begin(at model.Place) string {
	s := at.String()
	if len(at.Path) > 0 && !strings.HasSuffix(s, "/") {
		s += "/"
	}
	return s
}

// meant reads a line that begins with the current place. A link, a full place or a path from the root or from the home
// folder typed after it replaces it. A name with a colon is written with a backslash, so nothing else is lost.
func meant(s string, at model.Place) string {
	rest, ok := strings.CutPrefix(strings.TrimSpace(s), begin(at))
	if rest = strings.TrimSpace(rest); !ok || rest == "" {
		return s
	}
	head, _, colon := strings.Cut(rest, ":")
	scheme := head[strings.LastIndexByte(head, '/')+1:]
	switch {
	case colon && model.Scheme(scheme).Known(), act.WebAddress(rest),
		strings.HasPrefix(rest, "/") && strings.HasSuffix(begin(at), "/"):
		return rest
	case at.Scheme.Local() && (rest == "~" || strings.HasPrefix(rest, "~/")):
		return rest
	}
	return s
}

// pastedID returns an id pasted after the place of a line, or "" if it is a name there.
func (a *Going) pastedID(s string, at model.Place) string {
	rest, ok := strings.CutPrefix(s, begin(at))
	if rest = strings.TrimPrefix(rest, "/"); !ok || !strings.ContainsAny(rest, "0123456789") || !a.looksLikeID(rest) {
		return ""
	}
	return rest
}

// goPlace shows a place, or the target of an id or a link.
func (a *Going) goPlace(from dialog.Origin, s string) tea.Cmd {
	s = meant(s, from.Place)
	if act.WebAddress(strings.TrimSpace(s)) {
		return a.resolve(from, strings.TrimSpace(s), model.Place{})
	}
	to, err := model.ParsePlaceHome(s, from.Place, a.Client.HomeDir)
	switch {
	case err != nil:
		return a.Note.Fail(err)
	case to.IsLoose():
		return a.resolve(from, to.Pin(), model.Place{})
	case a.looksLikeID(s):
		return a.resolve(from, s, to)
	case a.pastedID(s, from.Place) != "":
		return a.resolve(from, a.pastedID(s, from.Place), to)
	}
	return a.goPlain(from, to)
}

// complete lists completions of a place. It uses stored listings of folders and lists the others.
func (a *Going) complete(m input.CompleteAsked) tea.Cmd {
	base, home, ctx := a.Pane().Base(), a.Client.HomeDir, a.Env.Ctx
	sources := a.Client.Sources
	shown := map[string]*model.Sorted{}
	for _, p := range a.Panes {
		if p.Err() == nil && !p.ListedAt().IsZero() {
			shown[p.Place().String()] = p.Rows().Sorted()
		}
	}
	return func() tea.Msg {
		var failed error
		items := model.Complete(meant(m.Text, base), base, home, func(at model.Place) model.Listing {
			if s := shown[at.String()]; s != nil {
				return s.Listing()
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

// looksLikeID reports whether the input may be an id or a link instead of a place.
func (a *Going) looksLikeID(s string) bool {
	if act.WebAddress(strings.TrimSpace(s)) {
		return true
	}
	at := a.Pane().Place()
	if !at.Scheme.Documents() || strings.ContainsAny(s, `/:\ `) || s == "." || s == ".." || s == "~" {
		return false
	}
	listed := a.Pane().Rows().Sorted()
	for row := range listed.Len() {
		if listed.Name(row) == s {
			return false
		}
	}
	return true
}

// goPlain shows a place, or the folder of a file.
func (a *Going) goPlain(from dialog.Origin, to model.Place) tea.Cmd {
	if _, err := a.Client.Sources.For(to); err != nil {
		return a.Note.Fail(err)
	}
	if !to.IsRoot() {
		a.follow.Typed(pane.ID(from.Pane), to, false)
	}
	return a.Panes[from.Pane].GoTo(to, model.Step{})
}

// resolvedMsg carries the target of an id or a link.
type resolvedMsg struct {
	from      dialog.Origin
	otherwise model.Place // where to go if it is not an id, zero = nowhere
	place     model.Place
	entry     model.Entry
	err       error
}

// resolve asks for the target of an id or a link.
func (a *Going) resolve(from dialog.Origin, s string, otherwise model.Place) tea.Cmd {
	src, _, err := a.Documents()
	if err != nil {
		return a.Note.Fail(err)
	}
	st, ok := src.(client.Steady)
	if !ok {
		return a.goPlain(from, otherwise)
	}
	return a.Resolve(from, st, s, otherwise)
}

// Resolve asks a source for the target of an id or a link and shows it. If there is none, it goes to otherwise (zero
// = nowhere).
func (a *Going) Resolve(from dialog.Origin, st client.Steady, s string, otherwise model.Place) tea.Cmd {
	ctx := a.Env.Ctx
	return tea.Batch(a.Note.SayText(status.Info, text.Resolving), func() tea.Msg {
		m := resolvedMsg{from: from, otherwise: otherwise}
		m.place, m.entry, m.err = st.Resolve(ctx, s, client.Options{Class: client.Interactive, Lane: "resolve"})
		return m
	})
}

// resolved shows the target: a folder or a page with pages in the pane, a document in its folder. If the folder is
// unknown, it reads a document and shows the details of everything else.
func (a *Going) resolved(m resolvedMsg) tea.Cmd {
	a.Note.ClearNote()
	if m.err != nil {
		nothing := client.Is(m.err, client.KindNotFound) || client.Is(m.err, client.KindInvalid)
		if !m.otherwise.IsZero() && nothing {
			return a.goPlain(m.from, m.otherwise)
		}
		return a.Note.Fail(m.err)
	}
	a.Learn(m.entry)
	p := a.Panes[m.from.Pane]
	switch {
	case m.entry.Enterable():
		return p.GoTo(m.place, model.Step{})
	case m.place.IsLoose() && a.Reader.Readable(m.place, &m.entry):
		a.OpenReader(m.place, m.entry)
		return nil
	case m.place.IsLoose():
		say := a.Note.SayText(status.Info, "found %s, but the service does not say which folder it is in", m.entry.Name)
		return tea.Batch(say, a.read.InfoOf(m.place, m.entry))
	}
	return p.GoTo(m.place.Parent(), m.place.Last())
}

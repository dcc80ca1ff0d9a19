package going

import (
	"strings"

	tea "charm.land/bubbletea/v2"

	"aloft/client"
	"aloft/model"
	"aloft/model/text"
	"aloft/ui/act"
	"aloft/ui/dialog"
	"aloft/ui/input"
	"aloft/ui/pane"
)

// askPlace asks where to go.
func (a *Acts) askPlace() tea.Cmd {
	from := a.screen.Origin()
	from.Place = a.screen.Pane().Base()
	help := text.Text("for example drive:/Work, disk:/tmp or ../Photos; Tab completes")
	switch _, _, err := a.screen.Documents(); {
	case from.Place.Scheme.Local():
		help = "for example /tmp, ~/Downloads, drive:/Work or ../Photos; Tab completes"
	case err == nil:
		help = "for example docs:/Work, space:Handbook, an id or a link; Tab completes"
	}
	return a.screen.Dialogs.Push(dialog.NewPrompt(a.env, dialog.PromptOptions[placeAsked]{
		Origin: from, Title: a.env.Text.Say("Go to"),
		Label: a.env.Text.Say("place: "), Body: []string{a.env.Text.Say(help)},
		Value: begin(from.Place), Cursor: -1, Complete: true, History: a.client.History(promptGo),
		Check: func(s string) error {
			if s = meant(s, from.Place); act.WebAddress(strings.TrimSpace(s)) {
				return nil
			}
			_, err := model.ParsePlaceHome(s, from.Place, a.client.HomeDir)
			return err
		},
	}))
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
	case colon && model.Scheme(scheme).Known(), act.WebAddress(rest):
		return rest
	case strings.HasPrefix(rest, "/") && strings.HasSuffix(begin(at), "/"):
		return rest
	case at.Scheme.Local() && (rest == "~" || strings.HasPrefix(rest, "~/")):
		return rest
	}
	return s
}

// pastedID returns an id pasted after the place of a line, or "" if it is a name there.
func (a *Acts) pastedID(s string, at model.Place) string {
	rest, ok := strings.CutPrefix(s, begin(at))
	if rest = strings.TrimPrefix(rest, "/"); !ok || !strings.ContainsAny(rest, "0123456789") || !a.looksLikeID(rest) {
		return ""
	}
	return rest
}

// goPlace shows a place, or the target of an id or a link.
func (a *Acts) goPlace(from dialog.Origin, s string) tea.Cmd {
	s = meant(s, from.Place)
	if act.WebAddress(strings.TrimSpace(s)) {
		return a.resolve(from, strings.TrimSpace(s), model.Place{})
	}
	to, err := model.ParsePlaceHome(s, from.Place, a.client.HomeDir)
	switch {
	case err != nil:
		return a.note.Fail(err)
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
func (a *Acts) complete(m input.CompleteAsked) tea.Cmd {
	base, home, ctx := a.screen.Pane().Base(), a.client.HomeDir, a.env.Ctx
	sources := a.client.Sources
	shown := map[string]*model.Sorted{}
	for _, p := range a.screen.Panes {
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
func (a *Acts) looksLikeID(s string) bool {
	if act.WebAddress(strings.TrimSpace(s)) {
		return true
	}
	at := a.screen.Pane().Place()
	if !at.Scheme.Documents() || strings.ContainsAny(s, `/:\ `) || s == "." || s == ".." || s == "~" {
		return false
	}
	listed := a.screen.Pane().Rows().Sorted()
	for row := range listed.Len() {
		if listed.Name(row) == s {
			return false
		}
	}
	return true
}

// goPlain shows a place, or the folder of a file.
func (a *Acts) goPlain(from dialog.Origin, to model.Place) tea.Cmd {
	if _, err := a.client.Sources.For(to); err != nil {
		return a.note.Fail(err)
	}
	if !to.IsRoot() {
		a.follow.Typed(pane.ID(from.Pane), to, false)
	}
	return a.screen.Panes[from.Pane].GoTo(to, model.Step{})
}

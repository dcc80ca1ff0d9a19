package ui

import (
	"slices"
	"strings"

	tea "charm.land/bubbletea/v2"

	"aloft/client"
	"aloft/model"
	"aloft/model/text"
	"aloft/ui/act"
	"aloft/ui/dialog"
	"aloft/ui/pane"
	"aloft/ui/status"
)

// accountOfDocs is the account whose documents are meant where the pane shows a
// disk: that of the other pane, else the current one.
func (a *App) accountOfDocs() string {
	if p := a.Other().Place(); p.Scheme != model.SchemeDisk {
		return p.Account
	}
	return ""
}

// goDocs shows the documents' home, or the spaces.
func (a *App) goDocs(s model.Scheme) tea.Cmd {
	p := a.Pane()
	to := model.Place{Scheme: s, Account: p.Place().Account}
	if p.Place().Scheme == model.SchemeDisk {
		to.Account = a.accountOfDocs()
	}
	if _, err := a.Sources.For(to); err != nil {
		return a.Fail(err)
	}
	return a.goOrSay(to)
}

// docs is the source of documents that belongs to the pane: its own, else that
// of its account.
func (a *App) docs() (client.Source, model.Place, error) {
	at := a.Pane().Place()
	if act.TakesFiles(at) {
		src, err := a.Pane().Source()
		return src, at.Root(), err
	}
	root := model.Place{Scheme: model.SchemeDocs, Account: at.Account}
	if at.Scheme == model.SchemeDisk {
		root.Account = a.accountOfDocs()
	}
	src, err := a.Sources.For(root)
	return src, root, err
}

// resolvedMsg: the service has told what an id or a link means.
type resolvedMsg struct {
	from  dialog.Origin
	said  string      // what was asked for, raw
	else_ model.Place // where to go when it is no id, zero = nowhere
	place model.Place
	entry model.Entry
	err   error
}

// resolve asks what an id or a link means.
func (a *App) resolve(from dialog.Origin, s string, otherwise model.Place) tea.Cmd {
	src, _, err := a.docs()
	if err != nil {
		return a.Fail(err)
	}
	st, ok := src.(client.Steady)
	if !ok {
		return a.goPlain(from, otherwise)
	}
	ctx := a.Ctx
	return tea.Batch(a.SayText(status.Info, text.Resolving), func() tea.Msg {
		m := resolvedMsg{from: from, said: s, else_: otherwise}
		m.place, m.entry, m.err = st.Resolve(ctx, s, client.Options{Class: client.Interactive, Lane: "resolve"})
		return m
	})
}

// resolved shows what was found: a folder or a page with pages in the pane, a
// document in its folder, or what is known of it where nobody knows the folder.
func (a *App) resolved(m resolvedMsg) tea.Cmd {
	a.ClearNote()
	if m.err != nil {
		nothing := client.Is(m.err, client.KindNotFound) || client.Is(m.err, client.KindInvalid)
		if !m.else_.IsZero() && nothing {
			return a.goPlain(m.from, m.else_)
		}
		return a.Fail(m.err)
	}
	a.Learn(m.entry)
	p := a.Panes[m.from.Pane]
	switch {
	case m.entry.Enterable():
		return p.GoTo(m.place, model.Step{})
	case m.place.IsLoose():
		say := a.SayText(status.Info, "%s was found; the service does not say in which folder it is", m.entry.Name)
		return tea.Batch(say, a.infoOfEntry(m.place, m.entry))
	}
	return p.GoTo(m.place.Parent(), m.place.Last())
}

// looksLikeID reports whether what was entered may be an id or a link instead
// of a place.
func (a *App) looksLikeID(s string) bool {
	if act.WebAddress(strings.TrimSpace(s)) {
		return true
	}
	at := a.Pane().Place()
	if !act.TakesFiles(at) || strings.ContainsAny(s, `/:\ `) || s == "." || s == ".." || s == "~" {
		return false
	}
	es := a.Pane().Rows().Listing().Entries
	return !slices.ContainsFunc(es, func(e model.Entry) bool { return e.Name == s })
}

// goPlain shows a place; when it turns out to be a file, the folder it is in.
func (a *App) goPlain(from dialog.Origin, to model.Place) tea.Cmd {
	if _, err := a.Sources.For(to); err != nil {
		return a.Fail(err)
	}
	if !to.IsRoot() {
		a.following.Typed(pane.ID(from.Pane), to)
	}
	return a.Panes[from.Pane].GoTo(to, model.Step{})
}

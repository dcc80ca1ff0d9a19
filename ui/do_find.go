package ui

import (
	tea "charm.land/bubbletea/v2"

	"aloft/client"
	"aloft/model"
	"aloft/model/text"
	"aloft/ui/act/jobs"
	"aloft/ui/dialog"
	"aloft/ui/keys"
	"aloft/ui/pane"
	"aloft/ui/status"
)

// askSearch asks what to search the whole source for.
func (a *App) askSearch() tea.Cmd {
	from := a.Origin()
	return a.Dialogs.Push(dialog.NewPrompt(a.Env, dialog.PromptOptions{
		Origin: from, Kind: promptSearch, Title: a.Env.Text.Say("Search %s", pane.Root(from.Place)),
		Label: a.Env.Text.Say(text.NameLabel), Cursor: -1, History: a.History(promptSearch),
	}))
}

// search asks the service.
func (a *App) search(from dialog.Origin, query string) tea.Cmd {
	src, err := a.Sources.For(from.Place)
	if err != nil {
		return a.Fail(err)
	}
	s, ok := src.(client.Searcher)
	if !ok {
		return a.SayText(status.Warn, text.NoSearch, string(from.Place.Scheme))
	}
	ctx := a.Ctx
	return tea.Batch(a.Dialogs.Push(dialog.NewResults(a.Env, from, query)), func() tea.Msg {
		hits, err := s.Search(ctx, query, client.Options{Class: client.Interactive, Lane: "search"})
		return dialog.Found{Origin: from, Query: query, Hits: hits, Err: err}
	})
}

// openBin shows the recycle bin of the pane's source.
func (a *App) openBin() tea.Cmd {
	from := a.Origin()
	return tea.Batch(a.Dialogs.Push(dialog.NewBin(a.Env, from)), a.listBin(from, nil))
}

// listBin reads the recycle bin, after something was done to it.
func (a *App) listBin(from dialog.Origin, first func() error) tea.Cmd {
	src, err := a.Sources.For(from.Place)
	if err != nil {
		return a.Fail(err)
	}
	bin, ok := src.(client.Binner)
	if !ok {
		return a.SayText(status.Warn, text.NoBin, string(from.Place.Scheme))
	}
	ctx := a.Ctx
	return func() tea.Msg {
		if first != nil {
			if err := first(); err != nil {
				return binDoneMsg{from, err}
			}
		}
		es, err := bin.Bin(ctx, client.Options{Class: client.Interactive, Lane: "bin"})
		return dialog.BinListed{Origin: from, Entries: es, Err: err}
	}
}

// binDoneMsg: recovering or purging failed.
type binDoneMsg struct {
	from dialog.Origin
	err  error
}

// binAnswered recovers or purges, and lists the bin and the panes again.
func (a *App) binAnswered(m dialog.BinAnswered) tea.Cmd {
	op := model.OpRecover
	switch m.Choice {
	case dialog.ChoseRecover:
	case dialog.ChosePurge:
		op = model.OpPurge
	default:
		return nil
	}
	if a.Switches.Dry {
		return a.DryRun(len(m.Entries))
	}
	ctx, engine := a.Ctx, a.Jobs
	r := client.Request{Op: op, Target: m.Origin.Place.Root(), Bin: m.Entries, Class: client.Interactive}
	list := a.listBin(m.Origin, func() error { return jobs.RunNow(ctx, engine, r) })
	n := len(m.Entries)
	return func() tea.Msg {
		msg := list()
		if l, ok := msg.(dialog.BinListed); ok {
			return binChangedMsg{l, op.Row().Words.Many, n}
		}
		return msg
	}
}

// binChangedMsg: the bin was changed and listed again.
type binChangedMsg struct {
	listed dialog.BinListed
	said   text.Text
	n      int
}

func (a *App) binChanged(m binChangedMsg) tea.Cmd {
	cmds := []tea.Cmd{a.Dialogs.Update(m.listed), a.SayText(status.OK, m.said, m.n)}
	for _, p := range a.Panes {
		if p.Place().SameSource(m.listed.Origin.Place) {
			cmds = append(cmds, p.Refresh())
		}
	}
	return tea.Batch(cmds...)
}

// listFor gives a Pick the entries of a folder.
func (a *App) listFor(m dialog.FolderAsked) tea.Cmd {
	sources, ctx := a.Sources, a.Ctx
	for _, p := range a.Panes {
		if p.Place().Equal(m.Place) && p.Err() == nil && !p.ListedAt().IsZero() {
			l := *p.Rows().Listing()
			return func() tea.Msg { return dialog.FolderListed{Dialog: m.Dialog, Seq: m.Seq, Listing: l} }
		}
	}
	return func() tea.Msg {
		out := dialog.FolderListed{Dialog: m.Dialog, Seq: m.Seq}
		src, err := sources.For(m.Place)
		if err == nil {
			out.Listing, err = src.List(ctx, m.Place, client.Options{Class: client.Interactive, Lane: "pick"})
		}
		out.Err = err
		return out
	}
}

// copyOf puts name, id, link or place of the entry into the clipboard.
func (a *App) copyOf(id keys.Action) tea.Cmd {
	p := a.Pane()
	e := p.Current()
	at, name, entryID, link := p.Place(), p.Place().Base(), "", ""
	if e != nil {
		at, name, entryID, link = p.PlaceOf(e), e.Name, e.ID, e.Link
	}
	return a.copyOfEntry(id, at, name, entryID, link, e)
}

// copyOfEntry copies one of the ways to name an entry; e is nil when a folder
// itself is meant.
func (a *App) copyOfEntry(id keys.Action, at model.Place, name, entryID, link string, e *model.Entry) tea.Cmd {
	value := ""
	switch id {
	case keys.CopyName:
		value = name
	case keys.CopyID:
		value = entryID
	case keys.CopyLink:
		if e != nil {
			if why := a.noLink(e); why != "" {
				return a.Say(status.Warn, why)
			}
		}
		value = link
	case keys.CopyPath:
		if err := client.CheckPlace("copy", at); err != nil {
			return a.Fail(err)
		}
		value = at.String()
	}
	if value == "" {
		return a.SayText(status.Warn, "there is nothing to copy here")
	}
	return a.copy(value)
}

// copy asks the terminal to take the text; it is shown as well, since not every
// terminal does.
func (a *App) copy(value string) tea.Cmd {
	said := text.Text("copied: %s")
	if a.Getenv("TMUX") != "" {
		said = "copied, if tmux allows it (set-clipboard on): %s"
	}
	return tea.Batch(tea.SetClipboard(value), a.SayText(status.OK, said, value))
}

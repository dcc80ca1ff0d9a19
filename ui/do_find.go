package ui

import (
	"context"
	"errors"
	"fmt"

	tea "charm.land/bubbletea/v2"

	"aloft/client"
	"aloft/model"
	"aloft/model/text"
	"aloft/ui/dialog"
	"aloft/ui/keys"
	"aloft/ui/pane"
	"aloft/ui/status"
)

// askSearch asks what to search the whole source for.
func (a *App) askSearch() tea.Cmd {
	if why := a.refuse(keys.Search); why != "" {
		return a.say(status.Warn, why)
	}
	from := a.origin()
	return a.dialogs.Push(dialog.NewPrompt(a.env, dialog.PromptOptions{
		Origin: from, Kind: promptSearch, Title: a.env.Text.Say(text.SearchTitle, pane.Root(from.Place)),
		Label: a.env.Text.Say(text.NameLabel), Cursor: -1, History: a.history(promptSearch),
	}))
}

// search asks the service.
func (a *App) search(from dialog.Origin, query string) tea.Cmd {
	src, err := a.d.Sources.For(from.Place)
	if err != nil {
		return a.fail(err)
	}
	s, ok := src.(client.Searcher)
	if !ok {
		return a.sayText(status.Warn, text.NoSearch, string(from.Place.Scheme))
	}
	ctx := a.ctx
	return tea.Batch(a.dialogs.Push(dialog.NewResults(a.env, from, query)), func() tea.Msg {
		hits, err := s.Search(ctx, query, client.Options{Class: client.Interactive, Lane: "search"})
		return dialog.Found{Origin: from, Query: query, Hits: hits, Err: err}
	})
}

// goHit shows a found entry in its folder.
func (a *App) goHit(m dialog.ResultChosen) tea.Cmd {
	if m.Hit.Place == nil {
		return a.sayText(status.Warn, text.HitNowhere, m.Hit.Entry.Name)
	}
	at := *m.Hit.Place
	return a.panes[m.Origin.Pane].GoTo(at.Parent(), at.Base())
}

// openBin shows the recycle bin of the pane's source.
func (a *App) openBin() tea.Cmd {
	if why := a.refuse(keys.GoBin); why != "" {
		return a.say(status.Warn, why)
	}
	from := a.origin()
	return tea.Batch(a.dialogs.Push(dialog.NewBin(a.env, from)), a.listBin(from, nil))
}

// listBin reads the recycle bin, after something was done to it.
func (a *App) listBin(from dialog.Origin, first func() error) tea.Cmd {
	src, err := a.d.Sources.For(from.Place)
	if err != nil {
		return a.fail(err)
	}
	bin, ok := src.(client.Binner)
	if !ok {
		return a.sayText(status.Warn, text.NoBin, string(from.Place.Scheme))
	}
	ctx := a.ctx
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
	op, said := model.OpRecover, text.Recovered
	switch m.Choice {
	case dialog.ChoseRecover:
	case dialog.ChosePurge:
		op, said = model.OpPurge, text.Purged
	default:
		return nil
	}
	ctx, jobs := a.ctx, a.d.Jobs
	r := client.Request{Op: op, Target: m.Origin.Place.Root(), Bin: m.Entries, Class: client.Interactive}
	list := a.listBin(m.Origin, func() error { return runNow(ctx, jobs, r) })
	n := len(m.Entries)
	return func() tea.Msg {
		msg := list()
		if l, ok := msg.(dialog.BinListed); ok {
			return binChangedMsg{l, said, n}
		}
		return msg
	}
}

// runNow runs a job of which nothing needs to be asked, and gives what kept an
// item from being done.
func runNow(ctx context.Context, jobs client.Jobs, r client.Request) error {
	p, err := jobs.Plan(ctx, r)
	if err != nil {
		return err
	}
	id, err := jobs.Start(ctx, p)
	if err != nil {
		return err
	}
	s, err := jobs.Wait(ctx, id)
	if err != nil || s.State == model.JobDone {
		return err
	}
	items, err := jobs.Report(id)
	if err != nil {
		return err
	}
	for i := range items {
		if it := &items[i]; it.Error != "" {
			return fmt.Errorf("%s: %s", model.Clean(it.Item.Name), it.Error)
		}
	}
	return errors.New(s.Error)
}

// binChangedMsg: the bin was changed and listed again.
type binChangedMsg struct {
	listed dialog.BinListed
	said   text.Text
	n      int
}

func (a *App) binChanged(m binChangedMsg) tea.Cmd {
	cmds := []tea.Cmd{a.dialogs.Update(m.listed), a.sayText(status.OK, m.said, m.n)}
	for _, p := range a.panes {
		if p.Place().SameSource(m.listed.Origin.Place) {
			cmds = append(cmds, p.Refresh())
		}
	}
	return tea.Batch(cmds...)
}

// listFor gives a Pick the entries of a folder.
func (a *App) listFor(m dialog.FolderAsked) tea.Cmd {
	sources, ctx := a.d.Sources, a.ctx
	for _, p := range a.panes {
		if p.Place().Equal(m.Place) && p.Err() == nil && !p.ListedAt().IsZero() {
			es := p.Rows().Listing().Entries
			return func() tea.Msg {
				return dialog.FolderListed{Dialog: m.Dialog, Seq: m.Seq, Place: m.Place, Entries: es}
			}
		}
	}
	return func() tea.Msg {
		out := dialog.FolderListed{Dialog: m.Dialog, Seq: m.Seq, Place: m.Place}
		src, err := sources.For(m.Place)
		if err == nil {
			var l model.Listing
			l, err = src.List(ctx, m.Place, client.Options{Class: client.Interactive, Lane: "pick"})
			out.Entries = l.Entries
		}
		out.Err = err
		return out
	}
}

// openInfo shows all that is known of the entry under the cursor.
func (a *App) openInfo() tea.Cmd {
	p := a.pane()
	e := p.Current()
	if e == nil {
		return nil
	}
	at := p.Place().Join(e.Name)
	rows := a.infoRows(at, *e)
	thin := e.Size < 0 && !e.Kind.Container() || e.Modified.IsZero()
	open := a.dialogs.Push(dialog.NewInfo(a.env, at.String(), e.Name, rows, thin))
	if !thin {
		return open
	}
	src, err := p.Source()
	if err != nil {
		return open
	}
	ctx := a.ctx
	return tea.Batch(open, func() tea.Msg {
		full, err := src.Stat(ctx, at, client.Options{Class: client.Interactive, Lane: "info"})
		m := dialog.InfoLoaded{Tag: at.String(), Err: err}
		if err == nil {
			m.Rows = a.infoRows(at, full)[2:] // name and place are there already
		}
		return m
	})
}

// infoRows are label and value of what is known. It only reads what never changes.
func (a *App) infoRows(at model.Place, e model.Entry) []dialog.InfoRow {
	c := a.d.Text
	rows := []dialog.InfoRow{
		{Label: c.Say(text.InfoName), Value: e.Name},
		{Label: c.Say(text.InfoPlace), Value: at.String()},
		{Label: c.Say(text.InfoKind), Value: pane.KindName(c, e.Kind)},
	}
	add := func(label text.Text, value string) {
		if value != "" {
			rows = append(rows, dialog.InfoRow{Label: c.Say(label), Value: value})
		}
	}
	if e.Size >= 0 {
		add(text.InfoSize, c.Say(text.InfoBytes, pane.Size(e.Size), e.Size))
	}
	if e.Children >= 0 && e.Kind.Container() {
		add(text.InfoHolds, c.Count(e.Children, text.InfoEntry, text.InfoEntries))
	}
	if !e.Modified.IsZero() {
		add(text.InfoModified, e.Modified.Local().Format(c.Say(text.TimeFull)))
	}
	if !e.Created.IsZero() {
		add(text.InfoCreated, e.Created.Local().Format(c.Say(text.TimeFull)))
	}
	add(text.InfoType, e.MIME)
	add(text.InfoID, e.ID)
	add(text.InfoLink, e.Link)
	return rows
}

// showLink says the entry's link, so that it can be selected, and copies it.
func (a *App) showLink() tea.Cmd {
	if why := a.refuse(keys.Link); why != "" {
		return a.say(status.Warn, why)
	}
	if e := a.pane().Current(); e != nil {
		return a.say(status.Info, e.Link)
	}
	return nil
}

// copyOf puts name, id, link or place of the entry into the clipboard.
func (a *App) copyOf(id keys.Action) tea.Cmd {
	p := a.pane()
	e := p.Current()
	at, name, entryID, link := p.Place(), p.Place().Base(), "", ""
	if e != nil {
		at, name, entryID, link = at.Join(e.Name), e.Name, e.ID, e.Link
	}
	value := ""
	switch id {
	case keys.CopyName:
		value = name
	case keys.CopyID:
		value = entryID
	case keys.CopyLink:
		value = link
	case keys.CopyPath:
		value = at.String()
	}
	if value == "" {
		return a.sayText(status.Warn, text.NothingToCopy)
	}
	return a.copy(value)
}

// copy asks the terminal to take the text; it is shown as well, since not every
// terminal does.
func (a *App) copy(value string) tea.Cmd {
	said := text.Copied
	if a.getenv("TMUX") != "" {
		said = text.CopiedTmux
	}
	return tea.Batch(tea.SetClipboard(value), a.sayText(status.OK, said, value))
}

// infoOf is what the info column shows.
func (a *App) infoOf() status.About {
	p := a.pane()
	e := p.Current()
	in := status.About{Place: p.Place(), Entry: e}
	if full, ok := a.rest.told[a.rest.on]; ok && e != nil {
		in.Entry = &full
	}
	if e != nil && e.Kind.Container() {
		in.Place = p.Place().Join(e.Name)
		in.Inside, in.Known = a.paneEnv.Store.Entries(in.Place)
	}
	return in
}

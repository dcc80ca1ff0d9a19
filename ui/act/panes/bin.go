package panes

import (
	"context"
	"strconv"

	tea "charm.land/bubbletea/v2"

	"aloft/client"
	"aloft/model"
	"aloft/model/text"
	"aloft/ui/act"
	"aloft/ui/act/jobs"
	"aloft/ui/dialog"
	"aloft/ui/keys"
	"aloft/ui/pane"
	"aloft/ui/status"
)

// openBin lists the recycle bin of the pane's source.
func (a *Finding) openBin() tea.Cmd {
	root, was := a.screen.Pane().Place().Root(), a.screen.Pane().Context()
	src, err := a.client.Sources.For(root)
	if err != nil {
		return a.note.Fail(err)
	}
	bin, ok := src.(client.Binner)
	if !ok {
		return a.note.SayText(status.Warn, text.NoBin, string(root.Scheme))
	}
	at := root.Results(a.env.Text.Say("recycle bin"))
	list := a.screen.Pane().ShowResults(at, pane.Results{Fill: a.binList(bin), Empty: a.env.Text.Say("The recycle bin is empty."), Context: keys.InBin})
	if was == keys.InBin {
		return tea.Batch(list, a.note.SayText(status.Info, text.ShownThere, at.ResultsTitle()))
	}
	return list
}

// binList lists the latest deletion first. An entry's time is that of its deletion.
func (a *Finding) binList(bin client.Binner) pane.Lister {
	now := a.env.Now
	return func(ctx context.Context, opt client.Options) (model.Listing, error) {
		found, err := bin.Bin(ctx, opt)
		if err != nil {
			return model.Listing{}, err
		}
		client.LatestFirst(found)
		all := make([]model.Entry, len(found))
		for i, b := range found {
			all[i] = b.Entry
			all[i].Modified, all[i].Original = b.Deleted, b.Deleted
			all[i].From = &model.Origin{Known: model.KnownGone, Folder: b.From, ID: b.Record}
		}
		return listingOf(all, false, now()), nil
	}
}

// Barred says why an action with this need cannot be done in the recycle bin, "" where it can,
// or where the pane lists no bin.
func (a *Finding) Barred(need act.Need) string {
	if need == act.Anything || a.screen.Focused().Context() != keys.InBin {
		return ""
	}
	return a.env.Text.Say("here %s recovers and %s deletes for good",
		a.env.Keys.Key(keys.BinRecover), a.env.Keys.Key(keys.BinPurge))
}

// binned returns the chosen entries of the recycle bin.
func (a *Finding) binned() []client.BinEntry {
	rows := a.screen.Pane().Rows()
	var out []client.BinEntry
	for _, row := range rows.Chosen() {
		e := rows.Sorted().At(row)
		out = append(out, client.BinEntry{Record: e.From.ID, Entry: model.Entry{Name: e.Name, Kind: e.Kind}, From: e.From.Folder, Deleted: e.Modified})
	}
	return out
}

func (a *Finding) recover() tea.Cmd { return a.binDo(model.OpRecover, a.screen.Origin(), a.binned()) }

// purging marks the question before a final deletion.
type purging struct {
	from    dialog.Origin
	entries []client.BinEntry
}

// askPurge asks for a word, or over the brake for the number.
func (a *Finding) askPurge() tea.Cmd {
	all, c := a.binned(), a.env.Text
	n, word := len(all), c.Say(text.DeleteWord)
	body := []string{c.Say("%d {entry|entries} will be deleted for good. This cannot be undone.", n)}
	if x, over := a.set.Brake.Stops(n, a.screen.Pane().Rows().Total()); over {
		word = strconv.Itoa(n)
		body = append(body, x.Say(c))
	}
	const most = 8
	for i, b := range all {
		if i == most {
			body = append(body, c.Say("… %d more", n-most))
			break
		}
		name := model.CleanName(b.Entry.Name)
		if b.Entry.Kind.Container() {
			name += "/"
		}
		body = append(body, name)
	}
	return a.screen.Dialogs.Push(dialog.NewConfirm(a.env, dialog.ConfirmOptions[purging]{
		Tag: purging{a.screen.Origin(), all}, Title: c.Say("Delete %d {entry|entries} for good", n),
		Body: body, Yes: c.Say(text.DeleteYes), Danger: true, Word: word,
	}))
}

// binDoneMsg says that entries were recovered or deleted for good, or why not.
type binDoneMsg struct {
	from model.Place
	op   model.Op
	all  []client.BinEntry
	err  error
}

// binDo recovers or purges.
func (a *Finding) binDo(op model.Op, from dialog.Origin, all []client.BinEntry) tea.Cmd {
	if a.screen.Switches.Dry {
		return a.note.DryRun(len(all))
	}
	said, n := text.Text("recovering %d…"), len(all)
	if op == model.OpPurge {
		said = "deleting %d for good…"
	}
	ctx, engine := a.env.Ctx, a.client.Jobs
	r := client.Request{Op: op, Target: from.Place.Root(), Bin: all, Class: client.Interactive, Partial: true}
	return tea.Batch(a.note.SayText(status.Info, said, n), func() tea.Msg {
		return binDoneMsg{from.Place, op, all, jobs.RunNow(ctx, engine, r)}
	})
}

// binDone lists the bin and the panes of its source again.
func (a *Finding) binDone(m binDoneMsg) tea.Cmd {
	var cmds []tea.Cmd
	for _, p := range a.screen.Panes {
		if p.Place().SameSource(m.from) {
			cmds = append(cmds, p.Refresh())
		}
	}
	if m.err != nil {
		return tea.Batch(append(cmds, a.note.Fail(m.err))...)
	}
	if one := m.all[0]; m.op == model.OpRecover && len(m.all) == 1 && !one.From.IsZero() {
		return tea.Batch(append(cmds, a.note.SayText(status.OK, "recovered %s to %s", model.Clean(one.Entry.Name), a.screen.PlaceText(one.From)))...)
	}
	return tea.Batch(append(cmds, a.note.SayText(status.OK, m.op.Row().Words.Many, len(m.all)))...)
}

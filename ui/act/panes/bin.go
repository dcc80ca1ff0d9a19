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
	root, was := a.Pane().Place().Root(), a.Pane().Context()
	src, err := a.Client.Sources.For(root)
	if err != nil {
		return a.Note.Fail(err)
	}
	bin, ok := src.(client.Binner)
	if !ok {
		return a.Note.SayText(status.Warn, text.NoBin, string(root.Scheme))
	}
	at := root.Results(a.Env.Text.Say("recycle bin"))
	list := a.Pane().ShowResults(at, pane.Results{Fill: a.binList(bin), Empty: a.Env.Text.Say("The recycle bin is empty."), Context: keys.InBin})
	if was == keys.InBin {
		return tea.Batch(list, a.Note.SayText(status.Info, text.ShownThere, at.ResultsTitle()))
	}
	return list
}

// binList lists the latest deletion first. An entry's time is that of its deletion.
func (a *Finding) binList(bin client.Binner) pane.Lister {
	now := a.Env.Now
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
	if need == act.Anything || a.Focused().Context() != keys.InBin {
		return ""
	}
	return a.Env.Text.Say("here %s recovers and %s deletes for good",
		a.Env.Keys.Key(keys.BinRecover), a.Env.Keys.Key(keys.BinPurge))
}

// binned returns the chosen entries of the recycle bin.
func (a *Finding) binned() []client.BinEntry {
	rows := a.Pane().Rows()
	var out []client.BinEntry
	for _, row := range rows.Chosen() {
		e := rows.Sorted().At(row)
		out = append(out, client.BinEntry{Record: e.From.ID, Entry: model.Entry{Name: e.Name, Kind: e.Kind}, From: e.From.Folder, Deleted: e.Modified})
	}
	return out
}

func (a *Finding) recover() tea.Cmd { return a.binDo(model.OpRecover, a.Origin(), a.binned()) }

// purging marks the question before a final deletion.
type purging struct {
	from    dialog.Origin
	entries []client.BinEntry
}

// askPurge asks for a word, or over the brake for the number.
func (a *Finding) askPurge() tea.Cmd {
	all, c := a.binned(), a.Env.Text
	n, word := len(all), c.Say(text.DeleteWord)
	body := []string{c.Say("%d {entry|entries} will be deleted for good. This cannot be undone.", n)}
	if x, over := a.Set.Brake.Stops(n, a.Pane().Rows().Total()); over {
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
	return a.Dialogs.Push(dialog.NewConfirm(a.Env, dialog.ConfirmOptions[purging]{
		Tag: purging{a.Origin(), all}, Title: c.Say("Delete %d {entry|entries} for good", n),
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
	if a.Switches.Dry {
		return a.Note.DryRun(len(all))
	}
	said, n := text.Text("recovering %d…"), len(all)
	if op == model.OpPurge {
		said = "deleting %d for good…"
	}
	ctx, engine := a.Env.Ctx, a.Client.Jobs
	r := client.Request{Op: op, Target: from.Place.Root(), Bin: all, Class: client.Interactive, Partial: true}
	return tea.Batch(a.Note.SayText(status.Info, said, n), func() tea.Msg {
		return binDoneMsg{from.Place, op, all, jobs.RunNow(ctx, engine, r)}
	})
}

// binDone lists the bin and the panes of its source again.
func (a *Finding) binDone(m binDoneMsg) tea.Cmd {
	var cmds []tea.Cmd
	for _, p := range a.Panes {
		if p.Place().SameSource(m.from) {
			cmds = append(cmds, p.Refresh())
		}
	}
	if m.err != nil {
		return tea.Batch(append(cmds, a.Note.Fail(m.err))...)
	}
	if one := m.all[0]; m.op == model.OpRecover && len(m.all) == 1 && !one.From.IsZero() {
		return tea.Batch(append(cmds, a.Note.SayText(status.OK, "recovered %s to %s", model.Clean(one.Entry.Name), a.PlaceText(one.From)))...)
	}
	return tea.Batch(append(cmds, a.Note.SayText(status.OK, m.op.Row().Words.Many, len(m.all)))...)
}

package files

import (
	"cmp"
	"strings"

	tea "charm.land/bubbletea/v2"

	"aloft/client"
	"aloft/model"
	"aloft/model/text"
	"aloft/ui/act/jobs"
	"aloft/ui/dialog"
	"aloft/ui/status"
)

// toPack are the entries of a new archive, and the folder that it goes to.
type toPack struct {
	items []model.Place
	to    model.Place
}

// askPack asks for the name of a new archive of the selection.
func (a *Transferring) askPack() tea.Cmd {
	from, items := a.Origin(), a.Pane().Selection().Places()
	if len(items) == 0 {
		return a.Note.SayText(status.Info, text.NothingSelected)
	}
	src, err := a.Client.Sources.For(from.Place)
	if err != nil {
		return a.Note.Fail(err)
	}
	stem := strings.TrimSuffix(items[0].Base(), model.Extension(items[0].Base()))
	if len(items) > 1 {
		stem = cmp.Or(from.Place.Base(), "archive")
	}
	return a.Dialogs.Push(dialog.NewPrompt(a.Env, dialog.PromptOptions[toPack]{
		Origin: from, For: toPack{items, from.Place}, Title: a.Env.Text.Say("Pack %d {entry|entries}", len(items)), Label: a.Env.Text.Say(text.NameLabel),
		Body: []string{a.Env.Text.Say("the extension sets the format: .zip or .tar.gz")}, Value: stem + ".zip", Cursor: len([]rune(stem)),
		Check: src.CheckName,
	}))
}

// packedMsg says that an archive was made, or why not.
type packedMsg struct {
	seq  int
	from dialog.Origin
	to   toPack
	made model.Place
	drop func()
	err  error
}

// pack makes the archive in a private folder: from there a job brings it to its place.
func (a *Transferring) pack(from dialog.Origin, p toPack, name string) tea.Cmd {
	ctx, seq := a.Looking.Begin(a.Screen)
	pack := a.Machine.Pack
	return tea.Batch(a.Note.SayText(status.Info, "packing %s… Esc stops", model.Clean(name)), func() tea.Msg {
		m := packedMsg{seq: seq, from: from, to: p}
		m.made, m.drop, m.err = pack(ctx, name, p.items)
		return m
	})
}

func (a *Transferring) packed(m packedMsg) tea.Cmd {
	drop := func() tea.Msg {
		if m.drop != nil {
			m.drop()
		}
		return nil
	}
	switch wanted := a.Looking.End(m.seq); {
	case !wanted:
		return drop
	case m.err != nil:
		return a.Note.Fail(m.err)
	}
	return a.jobs.Plan(jobs.Wish{
		Origin: m.from,
		Req:    client.Request{Op: model.OpTransfer, Items: []model.Place{m.made}, Target: m.to.to, NewNames: []string{m.made.Base()}, Rule: model.ConflictAsk},
		Told: func(id string, s model.JobState) tea.Cmd {
			if id == "" || s.Ended() {
				return drop
			}
			return nil
		},
	})
}

// refusePack refuses where the entries are not on this machine.
func (a *Transferring) refusePack(src client.Source) string {
	if !src.Root().Scheme.Local() || src.Root().Scheme.Packed() || a.Machine.Pack == nil {
		return a.Env.Text.Say("only files and folders of this machine can be packed")
	}
	return ""
}

// extractMsg has what is to be unpacked, after a look into the archives.
type extractMsg struct {
	seq  int
	from dialog.Origin
	req  client.Request
	err  error
}

// extract unpacks archives into the folder that they are in.
func (a *Transferring) extract(from dialog.Origin, archives []model.Place) tea.Cmd {
	ctx, seq := a.Looking.Begin(a.Screen)
	sources := a.Client.Sources
	return func() tea.Msg {
		m := extractMsg{seq: seq, from: from, req: client.Request{Op: model.OpTransfer, Target: from.Place, Rule: model.ConflictAsk}}
		for _, at := range archives {
			item, name, err := client.Extraction(ctx, sources, at)
			if err != nil {
				m.err = err
				return m
			}
			m.req.Items, m.req.NewNames = append(m.req.Items, item), append(m.req.NewNames, name)
		}
		return m
	}
}

func (a *Transferring) extracts(m extractMsg) tea.Cmd {
	switch wanted := a.Looking.End(m.seq); {
	case !wanted:
		return nil
	case m.err != nil:
		return a.Note.Fail(m.err)
	}
	return a.jobs.Plan(jobs.Wish{Origin: m.from, Req: m.req})
}

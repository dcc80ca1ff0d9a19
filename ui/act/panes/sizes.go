package panes

import (
	"slices"
	"time"

	tea "charm.land/bubbletea/v2"

	"aloft/client/find"
	"aloft/model"
	"aloft/model/text"
	"aloft/ui/keys"
	"aloft/ui/kit"
	"aloft/ui/status"
)

// countFolders counts what is in the selected folders, or in the one under the cursor, or from ".." in all.
func (a *Listing) countFolders() tea.Cmd {
	rows := a.Pane().Rows()
	c := counting{pane: a.Focus, folders: *rows.Head(), all: new(find.Sum)}
	if c.folders.Entries = rows.Targets(); len(c.folders.Entries) == 0 {
		c.folders = rows.Sorted().Listing()
	}
	c.folders.Entries = slices.DeleteFunc(c.folders.Entries, func(e model.Entry) bool { return e.Kind != model.KindFolder })
	if len(c.folders.Entries) == 0 || c.folders.Place.Scheme.Documents() {
		return a.Note.SayText(status.Info, "there is no folder to count here")
	}
	ctx, seq := a.Looking.Begin(a.Screen)
	c.seq = seq
	a.count = c
	kept, sources := a.Cache, a.Client.Sources
	return tea.Batch(a.counted(c), func() tea.Msg {
		c.err = kept.Count(ctx, sources, c.folders, c.all)
		c.done = true
		return c
	})
}

// counted shows what was counted so far. The count ends when its pane leaves the folder.
func (a *Listing) counted(c counting) tea.Cmd {
	var cmds []tea.Cmd
	for _, p := range a.Panes {
		if p.Place().Equal(c.folders.Place) {
			cmds = append(cmds, p.Size())
		}
	}
	switch {
	case a.Looking.Number() != c.seq:
	case !c.done && a.Panes[c.pane].Place().Equal(c.folders.Place):
		cmds = append(cmds, tea.Tick(a.Set.Every(300*time.Millisecond), func(time.Time) tea.Msg { return c }))
	case a.Looking.Cancel() && c.done:
		cmds = append(cmds, a.sayCounted(&c))
	}
	return tea.Batch(cmds...)
}

func (a *Listing) sayCounted(c *counting) tea.Cmd {
	size := kit.Size(c.all.Size.Load())
	if c.all.Lacks.Load() > 0 {
		size = a.Env.Text.Say("at least %s", size)
	}
	said := a.Env.Text.Say("%s in %d {file|files} and %d {folder|folders}", size, int(c.all.Files.Load()), int(c.all.Folders.Load()))
	if c.err != nil {
		return a.Note.SayText(status.Warn, "%s; not everything could be read: %s", said, a.Note.Sentence(c.err))
	}
	return a.Note.Say(status.OK, said)
}

// Doing describes the count, or returns "".
func (a *Listing) Doing() string {
	c := &a.count
	if c.all == nil || a.Looking.Number() != c.seq {
		return ""
	}
	said := text.Text("%s so far; at least %d {request|requests} to go; %s stops")
	if c.folders.Place.Scheme.Local() {
		said = "%s so far; at least %d {folder|folders} to go; %s stops"
	}
	left := 1 + len(c.folders.Entries) + int(c.all.Folders.Load()-c.all.Read.Load())
	return a.Env.Text.Say(said, kit.Size(c.all.Size.Load()), left, a.Env.Keys.Key(keys.Back))
}

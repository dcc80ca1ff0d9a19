package sharing

import (
	tea "charm.land/bubbletea/v2"

	"aloft/client"
	"aloft/model"
	"aloft/ui/dialog"
	"aloft/ui/status"
)

// shown are the links of a form.
type shown struct{ links []client.ShareLink }

// listedMsg carries the links.
type listedMsg struct {
	from  dialog.Origin
	links []client.ShareLink
	again bool // a link has ended, as the message says
	err   error
}

// list reads the links of the pane's drive.
func (a *Acts) list(from dialog.Origin) tea.Cmd {
	return tea.Batch(a.note.SayText(status.Info, "reading your links…"), a.read(from, false))
}

func (a *Acts) read(from dialog.Origin, again bool) tea.Cmd {
	s, err := a.sharer(from.Place)
	if err != nil {
		return a.note.Fail(err)
	}
	ctx := a.env.Ctx
	return func() tea.Msg {
		all, err := s.ShareLinks(ctx, client.Options{Class: client.Interactive, Lane: "links"})
		return listedMsg{from, all, again, err}
	}
}

func (a *Acts) listed(m listedMsg) tea.Cmd {
	switch {
	case m.err != nil:
		return a.note.Fail(m.err)
	case len(m.links) == 0 && m.again:
		return nil
	case len(m.links) == 0:
		return a.note.SayText(status.Info, "you have no share links")
	}
	if !m.again {
		a.note.ClearNote()
	}
	say := a.env.Text.Say
	var options []dialog.FormOption
	for _, l := range m.links {
		title := l.Title
		if l.Entries > 1 {
			title = say("%s and %d more", l.Title, l.Entries-1)
		}
		until := a.until(l)
		if a.env.Now().Before(l.Expires) {
			until = l.Expires.Local().Format("2006-01-02")
		}
		options = append(options, dialog.FormOption{Label: title, Right: until})
	}
	return a.screen.Show(dialog.NewForm(a.env, dialog.FormOptions[shown]{
		Origin: m.from, Tag: shown{m.links}, Title: say("%d share {link|links}", len(m.links)),
		Fields:  []dialog.FormField{{Name: inLink, Kind: dialog.FieldPick, Options: options}},
		Buttons: a.buttons(),
	}))
}

func (a *Acts) buttons() []dialog.FormButton {
	say := a.env.Text.Say
	return []dialog.FormButton{{Label: say("Copy"), Value: doCopy}, {Label: say("End the link"), Value: doEnd}}
}

// endedMsg says that a link has ended or why not.
type endedMsg struct {
	from dialog.Origin
	link client.ShareLink
	err  error
}

// chosen carries out the choice for a link.
func (a *Acts) chosen(m dialog.FormAnswered[shown]) tea.Cmd {
	l := m.Tag.links[m.Values.At[inLink]]
	switch m.Button {
	case doCopy:
		return a.copy(l)
	case doEnd:
		s, err := a.sharer(m.Origin.Place)
		if err != nil {
			return a.note.Fail(err)
		}
		ctx := a.env.Ctx
		return tea.Batch(a.note.SayText(status.Info, "ending the link…"), func() tea.Msg {
			_, err := s.EndShareLinks(ctx, []string{l.ID}, client.Interactive)
			return endedMsg{m.Origin, l, err}
		})
	}
	return nil
}

// ended lists the other links again, since the user may want to end more.
func (a *Acts) ended(m endedMsg) tea.Cmd {
	if m.err != nil {
		return a.note.Fail(m.err)
	}
	return tea.Batch(a.note.SayText(status.OK, "the link to %s has ended", model.Clean(m.link.Title)), a.read(m.from, true))
}

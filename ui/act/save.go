package act

import (
	"context"

	tea "charm.land/bubbletea/v2"

	"aloft/client"
	"aloft/model"
	"aloft/model/text"
	"aloft/ui/dialog"
	"aloft/ui/status"
)

// Save is what goes into a new file of this computer.
type Save struct {
	Elsewhere text.Text // said of a file that is not on this computer
	Slow      bool      // it takes long enough to say so
	Write     func(ctx context.Context, w client.FileWriter, at model.Place) (n int, err error)
	Said      func(n int, at string) string // once it is there
}

// AskSave asks for a new file with a proposed name.
func (s *Screen) AskSave(title text.Text, name string, what Save) tea.Cmd {
	c := s.Env.Text
	if w := s.Client.Disk; w != nil {
		name = w.SafeName(name)
	}
	return s.Dialogs.Push(dialog.NewForm(s.Env, dialog.FormOptions[Save]{
		Tag: what, Title: text.Capital(c.Say(title)),
		Fields:  []dialog.FormField{{Name: "file", Kind: dialog.FieldLine, Label: c.Say(text.FileLabel), Value: s.PathHere() + name, Complete: true}},
		Buttons: []dialog.FormButton{{Label: c.Say("save"), Value: "save"}},
	}))
}

// Saving writes the files that AskSave has asked for.
type Saving struct{ *Screen }

// savedMsg says that a file was written or could not be.
type savedMsg struct {
	what Save
	at   model.Place
	n    int
	err  error
}

// Update handles the answer and the written file. mine is false for every other message.
func (s Saving) Update(msg tea.Msg) (cmd tea.Cmd, mine bool) {
	switch m := msg.(type) {
	case dialog.FormAnswered[Save]:
		if m.Button != "" {
			cmd = s.save(m.Tag, m.Values.Text["file"])
		}
		return cmd, true
	case savedMsg:
		if m.err != nil {
			return s.Note.Fail(m.err), true
		}
		return tea.Batch(s.Note.Say(status.OK, m.what.Said(m.n, s.PlaceText(m.at))), s.RefreshAt(m.at.Parent())), true
	}
	return nil, false
}

// save writes a new file. It never overwrites.
func (s Saving) save(what Save, line string) tea.Cmd {
	at, err := s.Client.FilePlace(line)
	ctx, w := s.Env.Ctx, s.Client.Disk
	switch {
	case err != nil:
		return s.Note.Fail(err)
	case !at.Scheme.Local() || at.IsRoot() || w == nil:
		return s.Note.SayText(status.Warn, what.Elsewhere)
	}
	write := func() tea.Msg {
		n, err := what.Write(ctx, w, at)
		return savedMsg{what, at, n, err}
	}
	if what.Slow {
		return tea.Batch(s.Note.SayText(status.Info, "saving…"), write)
	}
	return write
}

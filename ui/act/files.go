package act

import (
	"context"
	"strings"

	tea "charm.land/bubbletea/v2"

	"aloft/client"
	"aloft/model"
	"aloft/model/text"
	"aloft/ui/dialog"
	"aloft/ui/status"
)

// PathOf is the path in a line that begins with the current folder: a whole path
// pasted after it is meant alone.
func PathOf(s string) string {
	if i := strings.LastIndex(s, "//"); i >= 0 {
		return s[i+1:]
	}
	if i := strings.LastIndex(s, "/~/"); i >= 0 {
		return s[i+1:]
	}
	return s
}

// FolderHere is the folder of this computer in which a file is looked for first.
func (s *Screen) FolderHere() model.Place {
	if p := s.Other().Base(); p.Scheme.Local() {
		return p
	}
	return s.Client.HomeFolder()
}

// PathHere is that folder as the beginning of a line.
func (s *Screen) PathHere() string {
	base := s.FolderHere()
	if base.IsRoot() {
		return base.String()
	}
	return base.String() + "/"
}

// NewFileIn is a name for a new file in the proposed folder.
func (s *Screen) NewFileIn(name string) string {
	if w, ok := s.Client.FileWriter(); ok {
		name = w.SafeName(name)
	}
	return s.PathHere() + name
}

// SaveFile is the field of AskSave.
const SaveFile = "file"

// AskSave asks for a new file, of which a name is proposed: a FormAnswered with the tag.
func AskSave[T any](s *Screen, from dialog.Origin, tag T, title text.Text, name string) tea.Cmd {
	c := s.Env.Text
	return s.Dialogs.Push(dialog.NewForm(s.Env, dialog.FormOptions[T]{
		Origin: from, Tag: tag, Title: c.Say(title),
		Fields:  []dialog.FormField{{Name: SaveFile, Kind: dialog.FieldLine, Label: c.Say(text.FileLabel), Value: s.NewFileIn(name), Complete: true}},
		Buttons: []dialog.FormButton{{Label: c.Say("Save"), Value: "save"}},
	}))
}

// NewFile is the place that a line names for a new file, and what writes it; else
// refused says why there is none.
func (s *Screen) NewFile(line string, elsewhere text.Text) (at model.Place, w client.FileWriter, refused tea.Cmd) {
	at, err := s.Client.FilePlace(line)
	if err != nil {
		return at, nil, s.Note.Fail(err)
	}
	w, ok := s.Client.FileWriter()
	if !at.Scheme.Local() || at.IsRoot() || !ok {
		return at, nil, s.Note.SayText(status.Warn, elsewhere)
	}
	return at, w, nil
}

// WriteNew writes a new file; nothing is ever overwritten, and a failed file is
// removed. key names the file while it is written.
func WriteNew(ctx context.Context, w client.FileWriter, at model.Place, key string, write func(client.Partial) error) error {
	f, err := w.Receive(ctx, at.Parent(), key)
	if err != nil {
		return err
	}
	defer f.Close() //nolint:errcheck // Commit has made it durable, or it is dropped
	if err = f.Restart(); err == nil {
		err = write(f)
	}
	if err == nil {
		_, err = f.Commit(at.Base())
	}
	if err != nil {
		f.Drop() //nolint:errcheck // the first failure is the one to tell
	}
	return err
}

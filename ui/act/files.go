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

// PathOf returns the path of a line that begins with the current folder. An absolute path pasted after the folder
// replaces it.
func PathOf(s string) string {
	if i := strings.LastIndex(s, "//"); i >= 0 {
		return s[i+1:]
	}
	if i := strings.LastIndex(s, "/~/"); i >= 0 {
		return s[i+1:]
	}
	return s
}

// FilePlace resolves a typed file of this computer. A relative path starts at the home and is refused if that is
// unknown.
func (c *Client) FilePlace(line string) (model.Place, error) {
	base := c.HomeFolder()
	if c.HomeDir == nil {
		base = model.Place{}
	}
	return model.ParsePlaceHome(PathOf(line), base, c.HomeDir)
}

// FolderHere returns the folder of this computer to look for a file first.
func (s *Screen) FolderHere() model.Place {
	if p := s.Other().Base(); p.Scheme.Local() {
		return p
	}
	return s.Client.HomeFolder()
}

// PathHere returns that folder as the start of a line.
func (s *Screen) PathHere() string {
	base := s.FolderHere()
	if base.IsRoot() {
		return base.String()
	}
	return base.String() + "/"
}

// NewFileIn returns a name for a new file in the proposed folder.
func (s *Screen) NewFileIn(name string) string {
	if w := s.Client.Disk; w != nil {
		name = w.SafeName(name)
	}
	return s.PathHere() + name
}

// SaveFile is the name of AskSave's field.
const SaveFile = "file"

// AskSave asks for a new file with a proposed name: a FormAnswered with the tag.
func AskSave[T any](s *Screen, from dialog.Origin, tag T, title text.Text, name string) tea.Cmd {
	c := s.Env.Text
	return s.Dialogs.Push(dialog.NewForm(s.Env, dialog.FormOptions[T]{
		Origin: from, Tag: tag, Title: text.Capital(c.Say(title)),
		Fields:  []dialog.FormField{{Name: SaveFile, Kind: dialog.FieldLine, Label: c.Say(text.FileLabel), Value: s.NewFileIn(name), Complete: true}},
		Buttons: []dialog.FormButton{{Label: c.Say("save"), Value: "save"}},
	}))
}

// NewFile resolves a typed new file and returns its writer; refused says why there is none.
func (s *Screen) NewFile(line string, elsewhere text.Text) (at model.Place, w client.FileWriter, refused tea.Cmd) {
	at, err := s.Client.FilePlace(line)
	if err != nil {
		return at, nil, s.Note.Fail(err)
	}
	w = s.Client.Disk
	if !at.Scheme.Local() || at.IsRoot() || w == nil {
		return at, nil, s.Note.SayText(status.Warn, elsewhere)
	}
	return at, w, nil
}

// WriteNew writes a new file. It never overwrites, and removes the file on failure. key names the file during the
// write.
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

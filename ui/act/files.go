package act

import (
	"context"
	"strings"

	"aloft/client"
	"aloft/model"
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

// FilePlace is the place that a line about a file of this computer names.
func (s *Screen) FilePlace(line string) (model.Place, error) {
	return model.ParsePlaceHome(PathOf(line), s.HomeFolder(), s.HomeDir)
}

// FolderHere is the folder of this computer in which a file is looked for first.
func (s *Screen) FolderHere() model.Place {
	if p := s.Other().Place(); p.Scheme.Local() {
		return p
	}
	return s.HomeFolder()
}

// PathHere is that folder as the beginning of a line.
func (s *Screen) PathHere() string {
	base := s.FolderHere()
	if base.IsRoot() {
		return base.String()
	}
	return base.String() + "/"
}

// FileWriter writes files of this computer.
func (s *Screen) FileWriter() (client.FileWriter, bool) {
	src, err := s.Sources.For(s.HomeFolder().Root())
	if err != nil {
		return nil, false
	}
	w, ok := src.(client.FileWriter)
	return w, ok
}

// NewFileIn is a name for a new file in the proposed folder.
func (s *Screen) NewFileIn(name string) string {
	if w, ok := s.FileWriter(); ok {
		name = w.SafeName(name)
	}
	folder := s.PathHere()
	if !strings.HasSuffix(folder, "/") {
		folder += "/"
	}
	return folder + name
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

package act

import (
	"context"
	"strings"

	"aloft/client"
	"aloft/model"
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

// PathHere returns the folder of this computer to look for a file first, as the start of a line.
func (s *Screen) PathHere() string {
	base := s.Other().Base()
	if !base.Scheme.Local() {
		base = s.Client.HomeFolder()
	}
	if base.IsRoot() {
		return base.String()
	}
	return base.String() + "/"
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

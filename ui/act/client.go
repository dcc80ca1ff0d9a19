package act

import (
	tea "charm.land/bubbletea/v2"

	"aloft/client"
	"aloft/model"
)

// Client is the client layer of one session.
type Client struct {
	Sources client.Sources
	Jobs    client.Jobs
	Edits   client.Edits         // nil: documents are read only
	Hooks   client.Hooks         // nil: there is no receiver
	Keeper  client.Keeper        // nil remembers nothing
	Copies  client.WorkingCopies // nil: no file can be edited
	Files   client.Previewer     // nil: files have no previews
	HomeDir []model.Step         // the path of "~" on this computer
}

// EditorOf is the editor of the documents of a source.
func (c *Client) EditorOf(at model.Place) (client.Editor, error) {
	src, err := c.Sources.For(at)
	if err != nil {
		return nil, err
	}
	ed, ok := src.(client.Editor)
	if !ok || c.Edits == nil {
		return nil, client.Errorf(client.KindUnsupported, "edit", at, "%s: has no documents that could be edited here", string(at.Scheme))
	}
	return ed, nil
}

// HomeFolder is the person's home on this computer.
func (c *Client) HomeFolder() model.Place { return model.LocalPlace(c.HomeDir) }

// FilePlace is the place that a line about a file of this computer names; a relative path
// begins at the home, and is refused where that is not known.
func (c *Client) FilePlace(line string) (model.Place, error) {
	base := c.HomeFolder()
	if c.HomeDir == nil {
		base = model.Place{}
	}
	return model.ParsePlaceHome(PathOf(line), base, c.HomeDir)
}

// FileWriter writes files of this computer.
func (c *Client) FileWriter() (client.FileWriter, bool) {
	src, err := c.Sources.For(c.HomeFolder().Root())
	if err != nil {
		return nil, false
	}
	w, ok := src.(client.FileWriter)
	return w, ok
}

// Kept: something was to be kept beyond the session.
type Kept struct{ Err error }

// History of a prompt.
func (c *Client) History(name string) []string {
	if c.Keeper == nil {
		return nil
	}
	return c.Keeper.History(name)
}

// Remember keeps a line of a prompt; the disk is written in a command.
func (c *Client) Remember(name, line string) tea.Cmd {
	k := c.Keeper
	if k == nil || line == "" {
		return nil
	}
	return Keep(func() error { return k.AddHistory(name, line) })
}

// Keep calls what writes to the keeper, off the update loop.
func Keep(f func() error) tea.Cmd { return func() tea.Msg { return Kept{f()} } }

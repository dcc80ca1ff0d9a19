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
	Disk    client.FileWriter    // nil: nothing is saved on this computer
	Hooks   client.Hooks         // nil: no receiver
	Keeper  client.Keeper        // nil: nothing is stored
	Copies  client.WorkingCopies // nil: files cannot be edited
	Files   client.Previewer     // nil: files have no previews
	Logins  client.Logins        // nil: nobody can sign in here
	HomeDir []model.Step         // the path of "~" on this computer
}

// EditorOf returns the editor for the documents of a source.
func (c *Client) EditorOf(at model.Place) (client.Editor, error) {
	src, err := c.Sources.For(at)
	if err != nil {
		return nil, err
	}
	ed, ok := src.(client.Editor)
	if !ok || c.Edits == nil {
		return nil, client.Errorf(client.KindUnsupported, "edit", at, "%s: has no documents that can be edited", string(at.Scheme))
	}
	return ed, nil
}

// HomeFolder returns the user's home on this computer.
func (c *Client) HomeFolder() model.Place { return model.LocalPlace(c.HomeDir) }

// Kept says that something was stored beyond the session, or failed to be.
type Kept struct{ Err error }

// History returns the history of a prompt.
func (c *Client) History(name string) []string {
	if c.Keeper == nil {
		return nil
	}
	return c.Keeper.History(name)
}

// Remember stores a line of a prompt. A command writes to disk.
func (c *Client) Remember(name, line string) tea.Cmd {
	k := c.Keeper
	if k == nil || line == "" {
		return nil
	}
	return Keep(func() error { return k.AddHistory(name, line) })
}

// Keep runs a write to the keeper off the update loop.
func Keep(f func() error) tea.Cmd { return func() tea.Msg { return Kept{f()} } }

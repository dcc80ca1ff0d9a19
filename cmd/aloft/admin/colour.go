package admin

import (
	"github.com/charmbracelet/colorprofile"
	"github.com/charmbracelet/x/ansi"
)

// profile is the colour profile of standard output.
func (cs *Commands) profile() colorprofile.Profile {
	return cs.con.Profile(cs.con.Stdout, cs.session.Flags.Color)
}

// paint removes all styling from a sample where the output takes none.
func (cs *Commands) paint(s string) string {
	if cs.profile() <= colorprofile.NoTTY {
		return ansi.Strip(s)
	}
	return s
}

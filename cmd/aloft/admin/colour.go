package admin

import (
	"github.com/charmbracelet/colorprofile"
	"github.com/charmbracelet/x/ansi"
)

// profile is the colour profile of standard output. The first that applies decides: --color,
// NO_COLOR, no terminal. Otherwise the library detects it from the environment.
func (cs *Commands) profile() colorprofile.Profile {
	switch {
	case cs.session.Flags.Color == "never":
		return colorprofile.ASCII
	case cs.session.Flags.Color == "always":
		p := colorprofile.Env(cs.environ())
		return max(p, colorprofile.ANSI)
	case cs.con.Env("NO_COLOR") != "":
		return colorprofile.ASCII
	case !cs.con.OutIsTerminal():
		return colorprofile.NoTTY
	}
	return colorprofile.Detect(cs.con.Stdout, cs.environ())
}

func (cs *Commands) environ() []string {
	var out []string
	for _, n := range []string{"TERM", "COLORTERM", "CLICOLOR_FORCE", "CLICOLOR", "TERM_PROGRAM", "TMUX", "STY", "WT_SESSION"} {
		if v := cs.con.Env(n); v != "" {
			out = append(out, n+"="+v)
		}
	}
	return out
}

// paint removes all styling from a sample where the output takes none.
func (cs *Commands) paint(s string) string {
	if cs.profile() <= colorprofile.NoTTY {
		return ansi.Strip(s)
	}
	return s
}

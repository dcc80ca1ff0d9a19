package console

import (
	"os"

	"github.com/charmbracelet/colorprofile"
	"github.com/charmbracelet/x/term"
)

// Profile is the colour profile of an output. The first that applies decides: --color,
// NO_COLOR, no terminal. Otherwise the library detects it from the environment.
func (con *Console) Profile(out *os.File, color string) colorprofile.Profile {
	switch {
	case color == "never":
		return colorprofile.ASCII
	case color == "always":
		p := colorprofile.Env(con.environ())
		return max(p, colorprofile.ANSI)
	case con.Env("NO_COLOR") != "":
		return colorprofile.ASCII
	case !term.IsTerminal(out.Fd()):
		return colorprofile.NoTTY
	}
	return colorprofile.Detect(out, con.environ())
}

func (con *Console) environ() []string {
	var out []string
	for _, n := range []string{"TERM", "COLORTERM", "CLICOLOR_FORCE", "CLICOLOR", "TERM_PROGRAM", "TMUX", "STY", "WT_SESSION"} {
		if v := con.Env(n); v != "" {
			out = append(out, n+"="+v)
		}
	}
	return out
}

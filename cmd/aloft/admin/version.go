package admin

import (
	"github.com/spf13/cobra"

	"aloft/cmd/aloft/console"
	"aloft/model/text"
)

func (cs *Commands) versionCommand() *cobra.Command {
	var f console.Format
	c := &cobra.Command{
		Use: "version", Short: cs.con.Say(text.CliVersion), Args: console.WantArgs(0, 0),
		RunE: func(*cobra.Command, []string) error {
			return cs.SayVersion(f)
		},
	}
	cs.con.FormatFlags(c, &f, false, console.Build{})
	return c
}

// SayVersion prints the version, for version and --version.
func (cs *Commands) SayVersion(f console.Format) error {
	v := console.Version()
	if f.JSON {
		return cs.con.Encode(v)
	}
	return cs.con.Line(cs.con.Say("aloft %s (%s, %s)", v.Version, v.Go, v.System))
}

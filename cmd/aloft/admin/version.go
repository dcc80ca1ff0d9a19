package admin

import (
	"aloft/cmd/aloft/console"
	"aloft/model/text"
)

func (cs *Commands) versionCommand() console.Command {
	return console.Command{
		Use: "version", Short: text.CliVersion, JSON: []any{console.Build{}}, Broken: true,
		Run: func(in console.Call) error {
			return cs.SayVersion(in.Format)
		},
	}
}

// SayVersion prints the version, for version and --version.
func (cs *Commands) SayVersion(f console.Format) error {
	v := console.Version()
	if f.JSON {
		return cs.con.Encode(v)
	}
	return cs.con.Line(cs.con.Say("aloft %s (%s, %s)", v.Version, v.Go, v.System))
}

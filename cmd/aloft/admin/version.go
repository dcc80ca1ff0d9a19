package admin

import "aloft/cmd/aloft/console"

// SayVersion prints the version, for version and --version.
func (cs *Commands) SayVersion(f console.Format) error {
	v := console.Version()
	if f.JSON {
		return cs.con.Encode(v)
	}
	return cs.con.Line(cs.con.Say("aloft %s (%s, %s)", v.Version, v.Go, v.System))
}

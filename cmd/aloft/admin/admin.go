// Package admin is the commands about the program itself: accounts, configuration,
// themes, keys, checks, the embedded service, and the documentation of its
// commands.
package admin

import (
	"github.com/spf13/cobra"

	"aloft/cmd/aloft/console"
	"aloft/cmd/aloft/session"
	"aloft/cmd/aloft/wire"
	"aloft/model/text"
)

// Commands manage the program and its accounts.
type Commands struct {
	con     *console.Console
	session *session.Session
	sources *wire.Sources
	login   *session.Asker
	hook    func(console.AddCheck) // the receiver's part of doctor

	Faults Faults
}

// New makes the commands; hook is the receiver's part of doctor.
func New(con *console.Console, s *session.Session, sources *wire.Sources, ask *session.Asker, hook func(console.AddCheck)) *Commands {
	return &Commands{con: con, session: s, sources: sources, login: ask, hook: hook}
}

// List is all of them; some need root's commands, one as they are in the language of the configuration.
func (cs *Commands) List(root *cobra.Command, asConfigured func(*cobra.Command) *cobra.Command) []console.Command {
	return []console.Command{
		cs.serveCommand(), cs.accountCommand(), cs.configCommand(), cs.themeCommand(), cs.guideCommand(), cs.completionCommand(root), cs.manCommand(root, asConfigured),
		{Use: "keys", Short: "list the keys", JSON: []any{jsonKey{}}, Run: cs.keysList},
		{Use: "doctor", Short: "check the setup for problems", JSON: []any{check{}}, Broken: true, Run: cs.doctor},
		{Use: "version", Short: text.CliVersion, JSON: []any{console.Build{}}, Broken: true, Run: func(in console.Call) error { return cs.SayVersion(in.Format) }},
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

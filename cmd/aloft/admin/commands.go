package admin

import (
	"github.com/spf13/cobra"

	"aloft/cmd/aloft/console"
	"aloft/model/text"
)

// List is all of them; some need root's commands, one as they are in the language of the configuration.
func (cs *Commands) List(root *cobra.Command, asConfigured func(*cobra.Command) *cobra.Command) []console.Command {
	return []console.Command{
		cs.serveCommand(), cs.accountCommand(), cs.configCommand(), cs.themeCommand(), cs.guideCommand(), cs.completionCommand(root), cs.manCommand(root, asConfigured),
		{Use: "keys", Short: "list the keys", JSON: []any{jsonKey{}}, Run: cs.keysList},
		{Use: "doctor", Short: "check the setup for problems", JSON: []any{check{}}, Broken: true, Run: cs.doctor},
		{Use: "version", Short: text.CliVersion, JSON: []any{console.Build{}}, Broken: true, Run: func(in console.Call) error { return cs.SayVersion(in.Format) }},
	}
}

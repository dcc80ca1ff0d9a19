package admin

import (
	"github.com/spf13/cobra"

	"aloft/cmd/aloft/console"
)

// List is all of them; some need root's commands, one as they are in the language of the configuration.
func (cs *Commands) List(root *cobra.Command, asConfigured func(*cobra.Command) *cobra.Command) []console.Command {
	return []console.Command{
		cs.serveCommand(), cs.accountCommand(), cs.configCommand(), cs.themeCommand(), cs.keysCommand(), cs.doctorCommand(), cs.guideCommand(),
		cs.completionCommand(root), cs.manCommand(root, asConfigured), cs.versionCommand(),
	}
}

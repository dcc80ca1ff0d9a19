package admin

import "github.com/spf13/cobra"

// List is all of them; some need root's commands.
func (cs *Commands) List(root *cobra.Command) []*cobra.Command {
	return []*cobra.Command{
		cs.serveCommand(), cs.accountCommand(), cs.configCommand(), cs.themeCommand(), cs.keysCommand(), cs.doctorCommand(), cs.guideCommand(),
		cs.completionCommand(root), cs.manCommand(root), cs.versionCommand(),
	}
}

package browse

import "github.com/spf13/cobra"

// List is all of them.
func (cs *Commands) List() []*cobra.Command {
	return append([]*cobra.Command{
		cs.lsCommand(), cs.treeCommand(), cs.infoCommand(), cs.findCommand(), cs.searchCommand(), cs.recentCommand(), cs.spacesCommand(),
		cs.mkdirCommand(), cs.newCommand(), cs.mvCommand(), cs.renameCommand(), cs.rmCommand(),
		cs.importCommand(), cs.exportCommand(), cs.shareCommand(),
	}, copyCommands(cs)...)
}

package browse

import "aloft/cmd/aloft/console"

// List is all of them.
func (cs *Commands) List() []console.Command {
	return []console.Command{
		cs.lsCommand(), cs.treeCommand(), cs.infoCommand(), cs.findCommand(), cs.searchCommand(), cs.recentCommand(), cs.spacesCommand(), cs.jumpCommand(),
		cs.mkdirCommand(), cs.newCommand(), cs.mvCommand(), cs.renameCommand(), cs.rmCommand(), cs.chmodCommand(), cs.touchCommand(),
		cs.importCommand(), cs.exportCommand(), cs.extractCommand(), cs.packCommand(), cs.shareCommand(), cs.cpCommand(), cs.diffCommand(), cs.syncCommand(), bins{cs}.command(),
	}
}

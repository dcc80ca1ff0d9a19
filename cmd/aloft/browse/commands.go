package browse

import "aloft/cmd/aloft/console"

// List is all of them.
func (cs *Commands) List() []console.Command {
	return []console.Command{
		cs.lsCommand(), cs.findCommand(), cs.searchCommand(), cs.recentCommand(), cs.jumpCommand(),
		{
			Use: "tree PLACE", Short: "show a folder as a tree", Args: console.WantArgs(0, 1), JSON: []any{node{}}, Lines: true, Run: cs.tree,
			Flags: []console.Flag{{Name: "depth", Short: "L", Value: 0, Help: "go down this many levels only (0 = all)"}},
		},
		{
			Use: "info PLACE", Short: "show details of an entry", JSON: []any{jsonInfo{}}, Run: cs.info,
			Flags: []console.Flag{{Name: "sum", Short: "s", Value: false, Help: "add up the sizes of everything below a folder, except links; on a drive at least one request for each folder"}},
		},
		{Use: "spaces", Short: "list the spaces", JSON: []any{jsonEntry{}}, Lines: true, Run: cs.spaces},
		cs.mkdirCommand(), cs.newCommand(), cs.mvCommand(), cs.renameCommand(), cs.rmCommand(), cs.chmodCommand(), cs.touchCommand(),
		cs.importCommand(), cs.exportCommand(), cs.extractCommand(), cs.packCommand(), cs.shareCommand(), cs.cpCommand(), cs.diffCommand(), cs.syncCommand(), bins{cs}.command(),
	}
}

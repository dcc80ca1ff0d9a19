// Package browse is the commands that list, find, make, move, copy, share and
// delete entries, import and export files, and compare and sync folders.
// The recycle bin is one of the things that are looked at and changed.
package browse

import (
	"aloft/client"
	"aloft/cmd/aloft/console"
	"aloft/cmd/aloft/session"
	"aloft/cmd/aloft/write"
	"aloft/model"
	"aloft/model/text"
)

// Commands work on entries.
type Commands struct {
	con     *console.Console
	session *session.Session
	places  *session.Places
	sources client.Sources
	run     *write.Runner
}

// New takes the sources that the entries are in.
func New(con *console.Console, s *session.Session, ps *session.Places, sources client.Sources, run *write.Runner) *Commands {
	return &Commands{con: con, session: s, places: ps, sources: sources, run: run}
}

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

// able is the source of a place as one that can do more than list; no says that it cannot.
func able[T any](cs *Commands, at model.Place, op string, no text.Text, args ...any) (can T, err error) {
	src, err := cs.sources.For(at)
	if err != nil {
		return can, err
	}
	can, ok := src.(T)
	if !ok {
		return can, client.Errorf(client.KindUnsupported, op, src.Root(), no, args...)
	}
	return can, nil
}

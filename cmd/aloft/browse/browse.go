// Package browse is the commands that list, find, make, move, copy, share and
// delete entries, and import and export files.
package browse

import (
	"github.com/spf13/cobra"

	"aloft/client"
	"aloft/cmd/aloft/console"
	"aloft/cmd/aloft/places"
	"aloft/cmd/aloft/session"
	"aloft/cmd/aloft/write"
)

// Commands work on entries.
type Commands struct {
	con     *console.Console
	session *session.Session
	places  *places.Places
	sources client.Sources
	run     *write.Runner
}

// New takes the sources that the entries are in.
func New(con *console.Console, s *session.Session, ps *places.Places, sources client.Sources, run *write.Runner) *Commands {
	return &Commands{con: con, session: s, places: ps, sources: sources, run: run}
}

// List is all of them.
func (cs *Commands) List() []*cobra.Command {
	return []*cobra.Command{
		cs.lsCommand(), cs.treeCommand(), cs.infoCommand(), cs.findCommand(), cs.searchCommand(), cs.recentCommand(), cs.spacesCommand(),
		cs.mkdirCommand(), cs.newCommand(), cs.mvCommand(), cs.cpCommand(), cs.renameCommand(), cs.rmCommand(),
		cs.importCommand(), cs.exportCommand(), cs.shareCommand(),
	}
}

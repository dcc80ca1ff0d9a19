// Package doc is the commands that read and edit Word documents.
package doc

import (
	"github.com/spf13/cobra"

	"aloft/client"
	"aloft/cmd/aloft/console"
	"aloft/cmd/aloft/places"
	"aloft/cmd/aloft/session"
	"aloft/cmd/aloft/write"
)

// Commands read and edit Word documents.
type Commands struct {
	con     *console.Console
	session *session.Session
	places  *places.Places
	run     *write.Runner
	edits   func() client.Edits
}

// New takes the editor of documents, which is opened on first use.
func New(con *console.Console, s *session.Session, ps *places.Places, run *write.Runner, edits func() client.Edits) *Commands {
	return &Commands{con: con, session: s, places: ps, run: run, edits: edits}
}

// List is outline, cat, insert and doc with all below it.
func (cs *Commands) List() []*cobra.Command {
	return []*cobra.Command{cs.outlineCommand(), cs.catCommand(), cs.insertCommand(), cs.group()}
}

// group is doc with the commands that read and edit a Word document.
func (cs *Commands) group() *cobra.Command {
	return cs.con.Group("doc", "read and edit a Word document", append(cs.editCommands(),
		cs.findCommand(), cs.commentsCommand(), cs.imagesCommand(), cs.structureCommand(), cs.posCommand(),
		cs.batchCommand(), cs.undoCommand(), cs.editsCommand(), cs.compareCommand(),
	)...)
}

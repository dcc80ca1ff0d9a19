// Package doc is the commands that read and edit Word documents.
package doc

import (
	"aloft/client"
	"aloft/cmd/aloft/console"
	"aloft/cmd/aloft/session"
	"aloft/cmd/aloft/write"
)

// Commands read and edit Word documents.
type Commands struct {
	con     *console.Console
	session *session.Session
	places  *session.Places
	files   client.Sources
	run     *write.Runner
	edits   func() client.Edits
}

// New takes what downloads files, and the editor of documents, which is opened on first use.
func New(con *console.Console, s *session.Session, ps *session.Places, files client.Sources, run *write.Runner, edits func() client.Edits) *Commands {
	return &Commands{con: con, session: s, places: ps, files: files, run: run, edits: edits}
}

// List is outline, cat, insert and doc with all below it.
func (cs *Commands) List() []console.Command {
	return []console.Command{cs.outlineCommand(), cs.catCommand(), cs.insertCommand(), cs.group()}
}

// group is doc with the commands that read and edit a Word document.
func (cs *Commands) group() console.Command {
	return console.Group("doc", "read and edit a Word document", append(cs.editCommands(),
		cs.findCommand(), cs.commentsCommand(), cs.imagesCommand(), cs.structureCommand(), cs.posCommand(),
		cs.batchCommand(), cs.undoCommand(), cs.editsCommand(), cs.compareCommand(), cs.checkCommand(), cs.revisionsCommand(), cs.verdictCommand(false), cs.verdictCommand(true), cs.resolveCommand(),
	)...)
}

package doc

import "aloft/cmd/aloft/console"

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

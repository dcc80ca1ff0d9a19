package doc

import "github.com/spf13/cobra"

// List is outline, cat, insert and doc with all below it.
func (cs *Commands) List() []*cobra.Command {
	return []*cobra.Command{cs.outlineCommand(), cs.catCommand(), cs.insertCommand(), cs.group()}
}

// group is doc with the commands that read and edit a Word document.
func (cs *Commands) group() *cobra.Command {
	return cs.con.Group("doc", "read and edit a Word document", append(cs.editCommands(),
		cs.findCommand(), cs.commentsCommand(), cs.imagesCommand(), cs.structureCommand(), cs.posCommand(),
		cs.batchCommand(), cs.undoCommand(), cs.editsCommand(), cs.compareCommand(), cs.checkCommand(), cs.revisionsCommand(), cs.verdictCommand(false), cs.verdictCommand(true), cs.resolveCommand(),
	)...)
}

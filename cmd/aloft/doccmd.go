package main

import (
	"github.com/spf13/cobra"
)

// docCommand holds what looks into a Word document and what edits it.
func (a *app) docCommand() *cobra.Command {
	return a.group("doc", "look into a Word document and edit it",
		a.docFindCommand(), a.docReplaceCommand(), a.docFormatCommand(), a.docCommentCommand(), a.docCommentsCommand(),
		a.docTextCommand(), a.docParagraphCommand(), a.docTaskCommand(), a.docTableCommand(), a.docPageBreakCommand(),
		a.docImageCommand(), a.docImagesCommand(), a.docReplaceImageCommand(),
		a.docStructureCommand(), a.docPosCommand(),
		a.docBatchCommand(), a.docUndoCommand(), a.docEditsCommand(), a.docCompareCommand(),
	)
}

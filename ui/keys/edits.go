package keys

import "aloft/model/text"

// Contexts of editing: what can be done to a document, and its dialogs.
const (
	InEdit         Context = "edit" // works in the reader
	InForm         Context = "form"
	InMatches      Context = "matches"
	InComments     Context = "comments"
	InImages       Context = "images"
	InEdits        Context = "edits"
	InEditConflict Context = "edit-conflict"
	InCompare      Context = "compare"
)

// What can be done to the document in the reader.
const (
	EditInsert   Action = "edit.insert"
	EditAppend   Action = "edit.append"
	EditTasks    Action = "edit.tasks"
	EditAdd      Action = "edit.add"
	EditReplace  Action = "edit.replace"
	EditFormat   Action = "edit.format"
	EditComment  Action = "edit.comment"
	EditComments Action = "edit.comments"
	EditImages   Action = "edit.images"
	EditUndo     Action = "edit.undo"
	EditHistory  Action = "edit.history"
	EditCompare  Action = "edit.compare"

	// The same from a pane, for the document under the cursor.
	PaneInsert Action = "pane.insert-markdown"
	PaneEdit   Action = "pane.edit"
)

// What works in the dialogs of editing.
const (
	FormNext  Action = "form.next"
	FormPrev  Action = "form.previous"
	FormLeft  Action = "form.left"
	FormRight Action = "form.right"
	FormDone  Action = "form.done"

	MatchToggle Action = "matches.toggle"
	MatchAll    Action = "matches.all"

	CommentReply Action = "comments.reply"
	ImageReplace Action = "images.replace"
	EditsUndo    Action = "edits.undo"

	EditAgain Action = "edit-conflict.again"
	EditLook  Action = "edit-conflict.look"

	CompareExport Action = "compare.export"
	CompareAll    Action = "compare.all"
)

// editDocs is the part of the registry that is about editing.
func editDocs() []Doc {
	return []Doc{
		{PaneInsert, InPane, text.KeyDoInsertMarkdown, "", text.KeyGroupDocument},
		{PaneEdit, InPane, text.KeyDoEditDocument, "", text.KeyGroupDocument},

		{EditInsert, InEdit, text.KeyDoInsertMarkdown, text.KeyShortInsert, text.KeyGroupEditing},
		{EditAppend, InEdit, text.KeyDoAppend, text.KeyShortAppend, text.KeyGroupEditing},
		{EditTasks, InEdit, text.KeyDoAddTasks, text.KeyShortTasks, text.KeyGroupEditing},
		{EditAdd, InEdit, text.KeyDoAddElse, text.KeyShortAddElse, text.KeyGroupEditing},
		{EditReplace, InEdit, text.KeyDoReplace, text.KeyShortReplace, text.KeyGroupEditing},
		{EditFormat, InEdit, text.KeyDoFormat, text.KeyShortFormat, text.KeyGroupEditing},
		{EditComment, InEdit, text.KeyDoComment, text.KeyShortComment, text.KeyGroupEditing},
		{EditComments, InEdit, text.KeyDoComments, text.KeyShortComments, text.KeyGroupEditing},
		{EditImages, InEdit, text.KeyDoImages, "", text.KeyGroupEditing},
		{EditUndo, InEdit, text.KeyDoUndoEdit, text.KeyShortUndo, text.KeyGroupEditing},
		{EditHistory, InEdit, text.KeyDoEdits, "", text.KeyGroupEditing},
		{EditCompare, InEdit, text.KeyDoCompare, "", text.KeyGroupEditing},

		{FormNext, InForm, text.KeyDoNextField, text.KeyShortNextField, text.KeyGroupForm},
		{FormPrev, InForm, text.KeyDoPreviousField, "", text.KeyGroupForm},
		{FormLeft, InForm, text.KeyDoPreviousChoice, "", text.KeyGroupForm},
		{FormRight, InForm, text.KeyDoNextChoice, text.KeyShortChoose, text.KeyGroupForm},
		{FormDone, InForm, text.KeyDoFormDone, text.KeyShortDone, text.KeyGroupForm},

		{MatchToggle, InMatches, text.KeyDoTakeMatch, text.KeyShortTake, text.KeyGroupMatches},
		{MatchAll, InMatches, text.KeyDoTakeAllMatches, text.KeyShortTakeAll, text.KeyGroupMatches},
		{CommentReply, InComments, text.KeyDoReply, text.KeyShortReply, text.KeyGroupComments},
		{ImageReplace, InImages, text.KeyDoReplaceImage, text.KeyShortReplace, text.KeyGroupImages},
		{EditsUndo, InEdits, text.KeyDoUndoEdit, text.KeyShortUndo, text.KeyGroupEdits},
		{EditAgain, InEditConflict, text.KeyDoEditAgain, text.KeyShortAgain, text.KeyGroupEditConflict},
		{EditLook, InEditConflict, text.KeyDoLookAtDocument, text.KeyShortLook, text.KeyGroupEditConflict},
		{CompareExport, InCompare, text.KeyDoSaveComparison, text.KeyShortSave, text.KeyGroupCompare},
		{CompareAll, InCompare, text.KeyDoCompareAll, text.KeyShortAllSections, text.KeyGroupCompare},
	}
}

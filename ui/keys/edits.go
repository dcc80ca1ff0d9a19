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
		{PaneEdit, InPane, "edit the document: all ways", "", text.KeyGroupDocument},

		{EditInsert, InEdit, text.KeyDoInsertMarkdown, "insert", text.KeyGroupEditing},
		{EditAppend, InEdit, "append at the end of the document", "append", text.KeyGroupEditing},
		{EditTasks, InEdit, "add tasks here", "tasks", text.KeyGroupEditing},
		{EditAdd, InEdit, "add text, a table, an image, a page break…", "add", text.KeyGroupEditing},
		{EditReplace, InEdit, "find and replace text", text.KeyShortReplace, text.KeyGroupEditing},
		{EditFormat, InEdit, "format found text", "format", text.KeyGroupEditing},
		{EditComment, InEdit, "comment on found text", "comment", text.KeyGroupEditing},
		{EditComments, InEdit, "comments of the document", "comments", text.KeyGroupEditing},
		{EditImages, InEdit, "images of the document", "", text.KeyGroupEditing},
		{EditUndo, InEdit, text.KeyDoUndoEdit, text.KeyShortUndo, text.KeyGroupEditing},
		{EditHistory, InEdit, "our edits of the document", "", text.KeyGroupEditing},
		{EditCompare, InEdit, "compare with another document or version", "", text.KeyGroupEditing},

		{FormNext, InForm, "next field", "next field", text.KeyGroupForm},
		{FormPrev, InForm, "field before", "", text.KeyGroupForm},
		{FormLeft, InForm, text.KeyDoPreviousChoice, "", text.KeyGroupForm},
		{FormRight, InForm, text.KeyDoNextChoice, "choose", text.KeyGroupForm},
		{FormDone, InForm, "done, from any field", text.KeyShortDone, text.KeyGroupForm},

		{MatchToggle, InMatches, "take this match, or leave it", "take", text.KeyGroupMatches},
		{MatchAll, InMatches, "take all matches, or none", "all", text.KeyGroupMatches},
		{CommentReply, InComments, "reply to the comment", "reply", "Comments"},
		{ImageReplace, InImages, "put another image in its place", text.KeyShortReplace, "Images"},
		{EditsUndo, InEdits, text.KeyDoUndoEdit, text.KeyShortUndo, "Our edits"},
		{EditAgain, InEditConflict, "try again on the new version", "again", text.KeyGroupEditConflict},
		{EditLook, InEditConflict, "show the document as it is now", "look", text.KeyGroupEditConflict},
		{CompareExport, InCompare, "save the comparison as Markdown", text.KeyShortSave, text.KeyGroupCompare},
		{CompareAll, InCompare, "all sections, or the changed ones only", "all sections", text.KeyGroupCompare},
	}
}

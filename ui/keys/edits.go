package keys

import "aloft/model/text"

// Contexts of editing: the edits of a document and their dialogs.
const (
	InEdit         Context = "edit" // in the reader
	InForm         Context = "form"
	InMatches      Context = "matches"
	InComments     Context = "comments"
	InImages       Context = "images"
	InEdits        Context = "edits"
	InRevisions    Context = "revisions"
	InEditConflict Context = "edit-conflict"
	InCompare      Context = "compare"
)

// Edits of the document in the reader.
const (
	EditInsert    Action = "edit.insert"
	EditAppend    Action = "edit.append"
	EditTasks     Action = "edit.tasks"
	EditAdd       Action = "edit.add"
	EditReplace   Action = "edit.replace"
	EditFormat    Action = "edit.format"
	EditComment   Action = "edit.comment"
	EditComments  Action = "edit.comments"
	EditImages    Action = "edit.images"
	EditUndo      Action = "edit.undo"
	EditRevisions Action = "edit.revisions"
	EditSuggest   Action = "edit.suggest"
	EditHistory   Action = "edit.history"
	EditCompare   Action = "edit.compare"

	// The same from a pane, for the current document.
	PaneInsert Action = "pane.insert-markdown"
	PaneEdit   Action = "pane.edit"
)

// Actions of the dialogs of editing.
const (
	FormNext  Action = "form.next"
	FormPrev  Action = "form.previous"
	FormLeft  Action = "form.left"
	FormRight Action = "form.right"
	FormDone  Action = "form.done"

	FormEditor Action = "form.editor"

	MatchToggle Action = "matches.toggle"
	MatchAll    Action = "matches.all"

	CommentReply   Action = "comments.reply"
	CommentResolve Action = "comments.resolve"
	ImageReplace   Action = "images.replace"
	EditsUndo      Action = "edits.undo"

	RevisionAccept    Action = "revisions.accept"
	RevisionReject    Action = "revisions.reject"
	RevisionAcceptAll Action = "revisions.accept-all"
	RevisionRejectAll Action = "revisions.reject-all"
	RevisionUndo      Action = "revisions.undo"

	EditAgain Action = "edit-conflict.again"
	EditLook  Action = "edit-conflict.look"

	CompareExport Action = "compare.export"
	CompareAll    Action = "compare.all"
)

const revisionGroup text.Text = "tracked changes"

// editDocs is the registry of editing.
func editDocs() []Doc {
	return []Doc{
		{PaneInsert, "edit", "edit", text.KeyGroupDocument, Keys{"f4"}},
		{PaneEdit, "edit a file, or choose a document edit", "", text.KeyGroupDocument, Keys{"E", "ctrl+x e", "shift+f4"}},

		{EditInsert, "insert Markdown", "insert", text.KeyGroupEditing, Keys{"i or f4", "f4", "f4"}},
		{EditAppend, "append at the end", "append", text.KeyGroupEditing, Keys{"a", "ctrl+x a", "alt+a"}},
		{EditTasks, "add tasks here", "tasks", text.KeyGroupEditing, Keys{"t", "ctrl+x k", "alt+t"}},
		{EditAdd, "add text, a table, an image…", "add", text.KeyGroupEditing, Keys{"A or f7", "f7", "f7"}},
		{EditReplace, "find and replace text", text.KeyShortReplace, text.KeyGroupEditing, Keys{"r", "ctrl+x r", "alt+r"}},
		{EditFormat, "format found text", "format", text.KeyGroupEditing, Keys{"F", "ctrl+x f", "alt+f"}},
		{EditComment, "comment on found text", "comment", text.KeyGroupEditing, Keys{"c", "ctrl+x c", "alt+c"}},
		{EditComments, "comments", "comments", text.KeyGroupEditing, Keys{"C", "ctrl+x C", "C"}},
		{EditImages, "images", "", text.KeyGroupEditing, Keys{"p", "ctrl+x p", "P"}},
		{EditRevisions, "tracked changes", "", text.KeyGroupEditing, Keys{"V", "ctrl+x V", "V"}},
		{EditSuggest, "suggest edits (tracked changes) or edit directly", "", text.KeyGroupEditing, Keys{"z s", "ctrl+x s", "z s"}},
		{EditUndo, text.KeyDoUndoEdit, text.KeyShortUndo, text.KeyGroupEditing, Keys{"u", "ctrl+x u", "alt+u"}},
		{EditHistory, "our edits", "", text.KeyGroupEditing, Keys{"U", "ctrl+x U", "U"}},
		{EditCompare, "compare with another document or version", "", text.KeyGroupEditing, Keys{"=", "ctrl+x =", "="}},

		{FormNext, "next field", "next field", text.KeyGroupForm, Keys{"tab"}},
		{FormPrev, "previous field", "", text.KeyGroupForm, Keys{"shift+tab"}},
		{FormLeft, text.KeyDoPreviousChoice, "", text.KeyGroupForm, Keys{"left"}},
		{FormRight, text.KeyDoNextChoice, "choose", text.KeyGroupForm, Keys{"right or space"}},
		{FormDone, "done, from any field", text.KeyShortDone, text.KeyGroupForm, Keys{"ctrl+s or alt+enter"}},
		{FormEditor, "open $EDITOR, if the form offers it", "", text.KeyGroupForm, Keys{"alt+e or f4"}},

		{MatchToggle, "include or skip this match", "include", text.KeyGroupMatches, Keys{"space or insert"}},
		{MatchAll, "include all matches, or none", "all", text.KeyGroupMatches, Keys{"a"}},
		{CommentReply, "reply to the comment", "reply", "comments", Keys{"r"}},
		{CommentResolve, "resolve the comment, or open it again", "resolve", "comments", Keys{"x"}},
		{ImageReplace, "replace it with another image", text.KeyShortReplace, "images", Keys{"r"}},
		{EditsUndo, text.KeyDoUndoEdit, text.KeyShortUndo, "our edits", Keys{"u"}},
		{RevisionAccept, "accept the change", "accept", revisionGroup, Keys{"a"}},
		{RevisionReject, "reject the change", "reject", revisionGroup, Keys{"r"}},
		{RevisionAcceptAll, "accept all changes", "accept all", revisionGroup, Keys{"A"}},
		{RevisionRejectAll, "reject all changes", "reject all", revisionGroup, Keys{"R"}},
		{RevisionUndo, text.KeyDoUndoEdit, text.KeyShortUndo, revisionGroup, Keys{"u"}},
		{EditAgain, "try again", "again", text.KeyGroupEditConflict, Keys{"r"}},
		{EditLook, "show the newest version", "view", text.KeyGroupEditConflict, Keys{"v"}},
		{CompareExport, "save the comparison as Markdown", text.KeyShortSave, text.KeyGroupCompare, Keys{"e"}},
		{CompareAll, "all sections, or the changed ones only", "all sections", text.KeyGroupCompare, Keys{"a"}},
	}
}

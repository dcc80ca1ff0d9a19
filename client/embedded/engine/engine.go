// Package engine reads and edits Word documents in the model of package word: the
// doc tools as pure functions of a document and arguments.
//
// Nothing here changes a document: an edit returns a new one, whose Version is one
// more, or an *Error and none. Positions count as word.Units does, from 0; ranges
// are half-open. Ids of comments and times come from the caller.
package engine

import (
	"time"

	"aloft/client/office/word"
	"aloft/model"
)

// Style is the style of a new paragraph ("Parameter rules" in the specification of
// the doc tools); the zero value changes nothing.
type Style = model.ParagraphStyle

// Task is a task to insert: 1 to do, 2 done.
type Task struct {
	State int
	Text  string
}

// Remark is a comment to insert.
type Remark struct {
	ID       string // of the new comment, made by the caller
	Reply    string // id of the comment that is answered, "" = a new thread
	Author   string
	Initials string
	When     time.Time
	Text     string
}

// Locate returns how a picture is identified outside: Source, and URL or
// Attachment. A nil Locate identifies linked pictures by their URL and others by
// their name.
type Locate func(*word.Picture) model.DocImage

package model

import (
	"slices"
	"time"
)

// EditKind is what an edit does, by its word in `aloft doc`.
type EditKind string

const (
	EditText         EditKind = "text"          // text into a paragraph
	EditParagraph    EditKind = "paragraph"     // a new paragraph, with or without text
	EditReplace      EditKind = "replace"       // text in place of ranges
	EditReplaceAll   EditKind = "replace-all"   // by the service, every match
	EditFormat       EditKind = "format"        // properties of ranges
	EditTask         EditKind = "task"          // tasks
	EditImage        EditKind = "image"         // an image
	EditPageBreak    EditKind = "page-break"    // a page break
	EditTable        EditKind = "table"         // an empty table
	EditComment      EditKind = "comment"       // a comment on a range, or a reply
	EditReplaceImage EditKind = "replace-image" // another image in an image's place
	EditMarkdown     EditKind = "markdown"      // Markdown
	EditRevert       EditKind = "revert"        // the service takes an edit of ours back
	EditRevisions    EditKind = "revisions"     // tracked changes are accepted or rejected
	EditResolve      EditKind = "resolve"       // comments are resolved, or opened again
)

// Edit is one change of a document. Where it goes stands in At or Ranges, in
// positions that the service gave for the version it is based on.
type Edit struct {
	Kind   EditKind
	At     int64   // where it is inserted; of EditReplaceImage: the image
	Ranges []Range // EditReplace, EditFormat; EditComment: one
	// Text: what is inserted (EditText, EditParagraph, EditComment, EditMarkdown),
	// or what comes in the place of ranges or of Old.
	Text      string
	Old       string // EditReplaceAll: what is searched for; EditReplace, EditFormat, EditComment: what stands there
	Paragraph ParagraphStyle
	Props     TextProps
	Tasks     []DocTask
	Rows      int // EditTable
	Cols      int
	Reply     string    // EditComment: id of the comment that is answered
	Image     NewImage  // EditImage, EditReplaceImage
	OldImage  *DocImage // EditReplaceImage
	Version   int64     // EditRevert: the version that the edit had made
	Verdict   Verdict   // EditRevisions; EditResolve: the comments, Reject opens them again
	Try       bool      // nothing is changed: a service that knows how says whether it could make the suggestion
	Suggest   string    // who suggests it: it becomes tracked changes; "" = it is made
}

// Verdict says which tracked changes are accepted or rejected.
type Verdict struct {
	Reject bool
	IDs    []string // nil = all
	Of     int      `json:",omitempty"` // how many all are
	Author string   // only this person's, "" = anybody's
}

// Covers reports whether a tracked change is one of them.
func (v Verdict) Covers(r DocRevision) bool {
	return (v.IDs == nil || slices.Contains(v.IDs, r.ID)) && (v.Author == "" || v.Author == r.Author)
}

// ParagraphStyle of a new paragraph ("Editing tools" in the specification of the
// doc tools): the zero value leaves all as it is.
type ParagraphStyle struct {
	Level     int // 0 unchanged, 1 to 9, LevelBody, LevelTitle, LevelSubtitle
	List      int // 0 none, 1 bullets, 2 numbers
	ListLevel int // 1 to 9, 0 = not given
	Indent    int
}

// TextProps are properties of text; nil and "" leave as it is.
type TextProps struct {
	Bold, Italic, Underline, Strike, SmallCaps *bool
	Color, Background                          string // RRGGBB
}

// Empty: nothing would be set.
func (p TextProps) Empty() bool { return p == TextProps{} }

// DocTask is a task to insert.
type DocTask struct {
	Done bool   `json:"done"`
	Text string `json:"text"`
}

// NewImage is an image on its way into a document: a file of this machine, then
// its bytes, or the id of what was uploaded.
type NewImage struct {
	File          Place   // disk:
	Roots         []Place // that no link on the way to it may lead out of; none: any may
	ID            string  // once it was uploaded
	Data          []byte  `json:"-"` // instead of an id: a small one travels in the edit itself
	Width, Height int     // pixels, 0 = as it is
}

// Edited is what the service says of an edit.
type Edited struct {
	Base  int64
	New   int64
	Trace string
}

// EditUndo says, before an edit is made, how it can be taken back.
type EditUndo int

const (
	UndoNone    EditUndo = iota // by no tool of the service
	UndoRevert                  // the service does it, by the number of the version
	UndoInverse                 // by another edit that restores exactly what was there
)

// EditStep is one call of a plan.
type EditStep struct {
	Edit Edit
	Around
	Where string // the heading that it stands under, raw, "" = none
	// Into: it goes into the paragraph that the step before it makes. At is where
	// that step goes; the place is read when the paragraph is there. Behind: the
	// new paragraph comes behind the one that At is the end of.
	Into, Behind bool
}

// EditLooks are the version before and the outline after an edit.
const EditLooks = 2

// EditPlan is an edit with its places found, before anything is sent. The steps are
// in the order of execution: from the end of the document to its start, so that no
// step moves the place of a later one.
type EditPlan struct {
	Place   Place
	Entry   Entry
	Version int64 // what it is based on
	Steps   []EditStep
	Calls   int // requests of Apply where nobody looks at it, EditLooks more where somebody does
	Asked   int // requests that this process had sent when it knew the steps
	Undo    EditUndo
	Notes   []Sentence // what the person should know beforehand
	Lost    []Sentence // what the document will not have of inserted Markdown
	Matches Matches    // what was found, all of it, when the edit is about matches
	Outline Outline    // of that version
	// Undoes is the edit of the history that it takes back, "" = none.
	Undoes string
	// Back is the version whose text is there again when the service has taken that edit back, 0 = others have written since.
	Back int64
	// Grew: that edit has only inserted, so that its blocks were not those before it.
	Grew bool
	// Decided: that edit has accepted or rejected tracked changes, which are listed again without it.
	Decided bool
	// SeenAt is when the version was last seen to be the newest one.
	SeenAt time.Time
	// Unseen: nobody has looked at the plan, or will look at the document when it is applied.
	Unseen bool
}

// SaidBefore: the step takes back the paragraph of the text that the step before it takes back.
func (p *EditPlan) SaidBefore(i int) bool {
	return i > 0 && p.Steps[i].Edit.Kind == EditRevert && p.Steps[i].Edit.Old == p.Steps[i-1].Edit.Old
}

// EditOutcome is how the run of a plan ended.
type EditOutcome string

const (
	EditDone     EditOutcome = "done"
	EditConflict EditOutcome = "conflict" // the document was another; nothing was sent, or the service refused
	EditPartly   EditOutcome = "partly"   // some steps were made before one failed
	EditUnknown  EditOutcome = "unknown"  // sent without a clear answer, and reading back did not settle it
	EditFailed   EditOutcome = "failed"   // certainly nothing was changed
)

// EditResult is the outcome of a plan.
type EditResult struct {
	ID      string // in the history, "" = nothing was sent
	Outcome EditOutcome
	Base    int64
	Version int64 // the document's version afterwards, 0 = not known
	Done    int   // steps made
	// Verified: the document was read again, and what should be there is there.
	Verified bool
	// Merged: others wrote at the same time, and the service has merged both.
	Merged bool
	// Changes are what others have changed since the plan's version, when that is
	// why the run ended.
	Changes []OutlineChange
	Undo    EditUndo
	Outline *Outline // as read again afterwards, nil = not read
	// Missing is what the service reported as done and reading back did not find,
	// raw. Not Verified with nothing Missing: it cannot be read back.
	Missing []string
}

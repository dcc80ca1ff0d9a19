package client

import (
	"context"
	"errors"
	"strings"

	"aloft/model"
	"aloft/model/text"
)

// Editor is a source whose Word documents can be read and edited: the doc tools
// that read, one call each. version 0 means the newest; another version is requested
// as it is, and the answer says which one was read.
type Editor interface {
	// Readable says why documents of the kind have no readable outline or text, or
	// nil. It does not block.
	Readable(kind model.Kind) error
	// CanEdit says why an edit cannot be made in a document of the kind: it is not
	// a Word document, or the service lacks the tool. It does not block.
	CanEdit(kind model.Kind, edit model.EditKind) error
	// CanSuggest says why an edit cannot be made as tracked changes (Edit.Suggest), or nil:
	// what is never told by a service that has not been called. It does not block.
	CanSuggest(edit model.Edit) error
	Outline(ctx context.Context, item model.Ref, version int64, opt Options) (model.Outline, error)
	Structure(ctx context.Context, item model.Ref, version int64, opt Options) (model.Structure, error)
	LastPosition(ctx context.Context, item model.Ref, version int64, opt Options) (model.LastPosition, error)
	Find(ctx context.Context, item model.Ref, text string, version int64, opt Options) (model.Matches, error)
	Images(ctx context.Context, item model.Ref, version int64, opt Options) (model.DocImages, error)
	Comments(ctx context.Context, item model.Ref, version int64, opt Options) (model.DocComments, error)
	// Revisions are the tracked changes; KindUnsupported where no tool lists them.
	Revisions(ctx context.Context, item model.Ref, version int64, opt Options) (model.DocRevisions, error)
	// Content is the whole text; KindUnsupported where no tool returns it.
	Content(ctx context.Context, item model.Ref, version int64, opt Options) (model.DocContent, error)
	// RecentEdits returns our own edits that the service can revert with
	// EditRevert, the newest first; KindUnsupported where it has no such tool.
	RecentEdits(ctx context.Context, item model.Ref, opt Options) ([]model.EditRecord, error)
}

// EditMaker is an Editor that makes the edits: for Edits only.
//
// Edit follows the rules of the other writes: KindConflict when the base is not the
// newest version any more (nothing was changed), KindUnknown when it was sent and
// no clear answer came.
type EditMaker interface {
	Editor
	// Edit makes one edit on the base version, which is never 0. An image is passed
	// as its bytes or as an id: Edit opens no files. It sends nothing that Fits refuses.
	Edit(ctx context.Context, item model.Ref, base int64, e model.Edit, class Class) (model.Edited, error)
	// TextParagraph: one edit can make a paragraph of the style with its text, behind
	// the one that ends at At. It does not block.
	TextParagraph(style model.ParagraphStyle) bool
	// Fits says why the service does not take an edit whose place is known, or nil.
	// It does not block.
	Fits(item model.Ref, e model.Edit) error
	// UploadImage uploads an image to the service and returns its id, valid for a
	// day; small ones need no upload.
	UploadImage(ctx context.Context, name string, body Body, size int64, class Class) (id string, err error)
	// ImageInline is the size in bytes up to which an image is sent in the edit
	// itself.
	ImageInline() int64
}

// Edits is the only way to change a document: a request becomes a plan whose
// positions are known, and a plan is applied safely beside other writers. Package
// edits implements it.
type Edits interface {
	// Plan finds the places. It changes nothing.
	Plan(ctx context.Context, r EditRequest) (*model.EditPlan, error)
	// Apply reads the document again, unless the plan has just done so and nobody has
	// looked at it, makes the steps on the plan's version, each on the one made by the
	// step before, and checks whether they are there. The result is set also when there
	// is an error.
	Apply(ctx context.Context, p *model.EditPlan) (model.EditResult, error)
	// History returns the edits made from this machine, the newest first, including
	// those whose outcome is unknown.
	History(ctx context.Context, item model.Place) ([]EditDone, error)
	// PlanUndo plans to revert the newest of our edits, or says why that is not
	// possible.
	PlanUndo(ctx context.Context, item model.Place) (*model.EditPlan, error)
	// Compare returns how two documents, or two versions of one, differ.
	Compare(ctx context.Context, a, b DocVersion, opt Options) (Comparison, error)
}

// EditRequest asks for a plan.
type EditRequest struct {
	Item  model.Place
	Base  int64 // the version that the person has seen; another one is a conflict. 0 = the newest
	Edits []EditAt
	Class Class
	// Unseen: nobody looks at the plan before it is applied, so that nothing is read only to be
	// shown.
	Unseen bool
	// Priced: it counts what an unseen plan asks for.
	Priced bool
}

// EditAt is an edit and its place.
type EditAt struct {
	Edit model.Edit  // without At and Ranges
	At   model.Where // EditReplace, EditFormat, EditComment without it: the matches of Edit.Old
	Pick []int       // which matches, from 1; nil = all (EditComment: there must be one)
}

// Outdated is the cause of a KindConflict error of Plan and Apply: the document is
// not at the version that the person has seen.
type Outdated struct {
	Base    int64 // the version that was seen
	Version int64 // the current version
	// Changes between both, as far as the older one can still be read; ByLength and
	// Unread say how far.
	Changes  []model.OutlineChange
	ByLength bool // texts of equal length were taken as equal
	Unread   bool // the older version cannot be read any more
}

// Error returns the English message.
func (o *Outdated) Error() string { return o.Sentence().String() }

// Sentence is the message, for the language of whoever reads it.
func (o *Outdated) Sentence() model.Sentence { return model.Say(text.EditsOutdated, o.Base, o.Version) }

// EditDone is an edit in the history.
type EditDone struct {
	ID      string // of the history, as in EditPlan.Undoes
	At      string // time, RFC 3339
	Kinds   []model.EditKind
	Where   string // raw
	Outcome model.EditOutcome
	Base    int64
	Version int64
	Undo    model.EditUndo
	Undone  bool
	Undoes  string // the edit that it reverts, "" = none
	// Suggested: it became tracked changes.
	Suggested bool
}

// DocVersion is a document, or one version of it.
type DocVersion struct {
	Place   model.Place
	Version int64 // 0 = the newest
}

// Comparison is the result of Compare.
type Comparison struct {
	A, B       DocVersion // with the versions that were read
	OldOutline model.Outline
	NewOutline model.Outline
	Changes    []model.OutlineChange
	// ByLength: no text of these versions could be read, so a section counts as
	// changed by its length and the previews of its paragraphs.
	ByLength bool
	Lines    []text.DiffLine            // the comparison as a document in Markdown
	At       map[*model.OutlineNode]int // the line where the text of a changed section begins
}

// Markdown is the comparison as a document.
func (c *Comparison) Markdown() string {
	var b strings.Builder
	for _, l := range c.Lines {
		b.WriteString(l.String() + "\n")
	}
	return b.String()
}

// WhereFailed converts a *model.WhereError to an error about the document: the
// place does not exist, or exists several times. Other errors are returned
// unchanged.
func WhereFailed(op string, p model.Place, err error) error {
	w, ok := errors.AsType[*model.WhereError](err)
	if !ok {
		return err
	}
	k := KindInvalid
	switch {
	case w.Missing:
		k = KindNotFound
	case len(w.Found) > 0:
		k = KindConflict
	}
	return &Error{Kind: k, Op: op, Place: p, What: w.What, Args: w.Args, Hint: w.Hint, HintArgs: w.HintArgs, Err: w}
}

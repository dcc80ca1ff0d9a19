package word

import (
	"slices"

	"aloft/model"
	"aloft/model/text"
)

// LossKind is a kind of content that a conversion loses.
type LossKind string

const (
	LossHeader    LossKind = "headers"
	LossFooter    LossKind = "footers"
	LossSection   LossKind = "sections"
	LossFloat     LossKind = "floating"
	LossRevision  LossKind = "revisions"
	LossField     LossKind = "fields"
	LossChart     LossKind = "charts"
	LossDrawing   LossKind = "drawings"
	LossHeadingNo LossKind = "heading-numbers"
	LossListForm  LossKind = "list-formats"
	LossNote      LossKind = "notes"
	LossMacro     LossKind = "macros"
	LossEmbedded  LossKind = "embedded"
	LossChunk     LossKind = "chunks" // text in another format inside the file
	LossMerged    LossKind = "merged-cells"
	LossRaised    LossKind = "raised"
	LossHidden    LossKind = "hidden"
	LossEquation  LossKind = "equations"
	LossPicture   LossKind = "missing-pictures" // bytes that are missing
	LossLinked    LossKind = "linked"           // pictures that stay links
	LossComment   LossKind = "stray-comments"
	LossBox       LossKind = "plain-boxes"
	LossLook      LossKind = "look"    // colours, underlines
	LossRewrite   LossKind = "rewrite" // all of these, by an edit, since an export cannot go into the file
	LossNamed     LossKind = "named"   // pictures of which Markdown has only the name
)

// Kinds of content that no conversion counts; Check does.
const (
	heldHeading    LossKind = "headings"
	heldItem       LossKind = "list-items"
	heldTask       LossKind = "tasks"
	heldTable      LossKind = "tables"
	heldImage      LossKind = "images"
	heldLink       LossKind = "links"
	heldComment    LossKind = "comments"
	heldBox        LossKind = "boxes"
	heldRuby       LossKind = "readings"
	heldLook       LossKind = "paragraph-form"
	heldTableLook  LossKind = "table-form"
	heldFormatted  LossKind = "form-revisions"
	heldBookmark   LossKind = "bookmarks"
	heldControl    LossKind = "content-controls"
	heldPermission LossKind = "permissions"
	heldTag        LossKind = "tags"
	heldStrange    LossKind = "unknown"
	heldPart       LossKind = "parts"
)

// Loss is one kind of content that was lost.
type Loss struct {
	Kind  LossKind
	Count int
}

// Losses are in the order of lossTexts.
type Losses []Loss

// Count is how many of the kind were lost.
func (l Losses) Count(k LossKind) int {
	for _, x := range l {
		if x.Kind == k {
			return x.Count
		}
	}
	return 0
}

// Sentences are one for each kind.
func (l Losses) Sentences() []model.Sentence {
	var out []model.Sentence
	for _, x := range l {
		for _, t := range lossTexts {
			if t.kind == x.Kind {
				out = append(out, model.Say(t.what, x.Count))
			}
		}
	}
	return out
}

// Edited is what an edit loses in the file itself: nothing of what it does not touch,
// unless an export cannot go into the file. What the file has lost already is said, and which
// text of it nobody sees.
func (l Losses) Edited() Losses {
	if l.Count(LossRewrite) > 0 {
		return l
	}
	return slices.DeleteFunc(slices.Clone(l), func(x Loss) bool { return x.Kind != LossPicture && x.Kind != LossChunk })
}

// Content is what the text alone does not have of the file.
func (l Losses) Content() Losses {
	return slices.DeleteFunc(slices.Clone(l), func(x Loss) bool { return x.Kind == LossRewrite })
}

// Outcome is what becomes of a kind of content when the embedded service imports a
// file, and exports it again after edits elsewhere in it.
type Outcome string

const (
	Kept    Outcome = "kept"    // shown as it is, and in the file again
	Simpler Outcome = "simpler" // shown in a simpler form, in the file as it was
	Unseen  Outcome = "unseen"  // not shown, in the file as it was
	Lost    Outcome = "lost"
)

// lossText is what is said about a kind of content: by a conversion that loses it, and
// by Check of a file, which an import keeps whole.
type lossText struct {
	kind    LossKind
	what    text.Text
	outcome Outcome
	check   text.Text // "" = no Word file has it
}

var lossTexts = []lossText{
	{LossRewrite, "an edit writes %d {file|files} anew, without fonts, sizes, alignment, spacing and indents: the names of its elements are unusual",
		Lost, "the form of %d {file|files}, by its first edit: the names of its elements are unusual"},
	{LossRevision, "%d tracked {change was|changes were} accepted", Simpler, "%d tracked {change|changes}, shown as if {it was|they were} accepted"},
	{LossHeader, "%d page {header is|headers are} not kept", Unseen, "%d page {header|headers}"},
	{LossFooter, "%d page {footer is|footers are} not kept", Unseen, "%d page {footer|footers}"},
	{LossSection, "%d section {break is|breaks are} not kept", Unseen, "%d section {break|breaks}"},
	{LossNote, "%d {footnote|footnotes} became text at the end", Simpler, "%d {footnote|footnotes}, shown as text at the end"},
	{LossComment, "%d {comment is|comments are} not kept", Unseen, "%d {comment|comments} on no text"},
	{LossFloat, "%d floating {object|objects} now {stands|stand} in the text", Simpler, "%d floating {object|objects}, shown in the text"},
	{LossPicture, "%d {picture|pictures} could not be found", Lost, "%d {picture|pictures} that {is|are} not in the file"},
	{LossLinked, "%d {picture stays a link|pictures stay links} to {its place|their places}", Simpler, "%d {picture|pictures} outside of the file, shown as {a link|links}"},
	{LossNamed, "%d {picture is|pictures are} only named: Markdown holds no pictures", "", ""},
	{LossChart, "%d {chart|charts} became {a placeholder|placeholders}", Simpler, "%d {chart|charts}, shown as {a placeholder|placeholders}"},
	{LossDrawing, "%d {drawing|drawings} became {a placeholder|placeholders}", Simpler, "%d {drawing|drawings}, shown as {a placeholder|placeholders}"},
	{LossBox, "%d text {box|boxes} became plain paragraphs", "", ""},
	{LossEquation, "%d {equation|equations} became {a line|lines} of text", Simpler, "%d {equation|equations}, shown as {a line|lines} of text"},
	{LossField, "%d {field|fields} became plain text", Simpler, "%d {field|fields}, shown as plain text"},
	{LossHeadingNo, "the {number|numbers} of %d {heading is|headings are} not kept", Unseen, "the {number|numbers} of %d {heading|headings}"},
	{LossListForm, "%d list {item has a|items have} plain {number|numbers} now", Simpler, "%d list {item|items} with {a number|numbers} of {its|their} own form, shown as plain {number|numbers}"},
	{LossMerged, "%d merged table {cell was|cells were} split", Simpler, "%d merged table {cell|cells}, shown as single cells"},
	{LossRaised, "%d {superscript or subscript|superscripts or subscripts} became plain text", Simpler, "%d {superscript or subscript|superscripts or subscripts}, shown as plain text"},
	{LossHidden, "%d hidden {text|texts} became visible", Simpler, "%d hidden {text|texts}, shown as visible"},
	{LossLook, "%d {colour or underline is|colours or underlines are} not kept", "", ""},
	{LossEmbedded, "%d embedded {object is|objects are} not kept", Unseen, "%d embedded {object|objects}"},
	{LossChunk, "%d {part|parts} of the text in another format (altChunk) {is|are} not shown and not searched", Unseen,
		"%d {part|parts} of the text in another format (altChunk), not searched either"},
	{LossMacro, "%d {set|sets} of macros {is|are} not kept", Unseen, "%d {set|sets} of macros"},

	{heldHeading, "", Kept, "%d {heading|headings}"},
	{heldItem, "", Kept, "%d list {item|items}"},
	{heldTask, "", Kept, "%d {task|tasks}"},
	{heldTable, "", Kept, "%d {table|tables}"},
	{heldImage, "", Kept, "%d {picture|pictures}"},
	{heldLink, "", Kept, "%d {link|links}"},
	{heldComment, "", Kept, "%d {comment or reply|comments and replies}"},
	{heldBox, "", Kept, "%d text {box, block of code or highlight|boxes, blocks of code and highlights}"},
	{heldRuby, "", Simpler, "%d {text|texts} with a reading above, shown in brackets"},
	{heldLook, "", Unseen, "the form of %d {paragraph|paragraphs}: fonts, sizes, alignment, spacing and the like"},
	{heldTableLook, "", Unseen, "the form of %d {table|tables}: widths, borders, shading"},
	{heldFormatted, "", Unseen, "%d tracked {change|changes} of the form"},
	{heldBookmark, "", Unseen, "%d {bookmark|bookmarks}"},
	{heldControl, "", Unseen, "%d content {control|controls}"},
	{heldPermission, "", Unseen, "%d editing {permission|permissions}"},
	{heldTag, "", Unseen, "%d smart {tag|tags} or {mark|marks} of other programs"},
	{heldStrange, "", Unseen, "%d {element|elements} of no known kind"},
	{heldPart, "", Unseen, "%d other {part|parts} of the file: styles, settings, themes and the like"},
}

// tally counts losses.
type tally map[LossKind]int

func (t tally) losses() Losses {
	var out Losses
	for k, n := range t {
		if n > 0 {
			out = append(out, Loss{k, n})
		}
	}
	rank := func(k LossKind) int {
		return slices.IndexFunc(lossTexts, func(t lossText) bool { return t.kind == k })
	}
	slices.SortFunc(out, func(a, b Loss) int { return rank(a.Kind) - rank(b.Kind) })
	return out
}

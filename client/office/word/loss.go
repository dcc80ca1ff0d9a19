package word

import (
	"slices"

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
	LossMerged    LossKind = "merged-cells"
	LossRaised    LossKind = "raised"
	LossHidden    LossKind = "hidden"
	LossEquation  LossKind = "equations"
	LossPicture   LossKind = "pictures" // bytes that are missing
	LossLinked    LossKind = "linked"   // pictures that stay links
	LossComment   LossKind = "comments"
	LossBox       LossKind = "boxes"
	LossLook      LossKind = "look"  // colours, underlines
	LossFont      LossKind = "fonts" // these five when the file is rewritten: by an edit
	LossSize      LossKind = "sizes"
	LossAlign     LossKind = "alignment"
	LossSpace     LossKind = "spacing"
	LossIndent    LossKind = "indents"
	LossNamed     LossKind = "named" // pictures of which Markdown has only the name
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

// Say returns a sentence for each kind.
func (l Losses) Say(c *text.Catalogue) []string {
	var out []string
	for _, x := range l {
		for _, t := range lossTexts {
			if t.kind == x.Kind {
				out = append(out, c.Say(t.what, x.Count))
			}
		}
	}
	return out
}

// Content is what is lost of the text itself, not of its look.
func (l Losses) Content() Losses {
	return slices.DeleteFunc(slices.Clone(l), func(x Loss) bool {
		return slices.Contains([]LossKind{LossFont, LossSize, LossAlign, LossSpace, LossIndent}, x.Kind)
	})
}

type lossText struct {
	kind LossKind
	what text.Text
}

var lossTexts = []lossText{
	{LossRevision, "%d tracked {change was|changes were} accepted"},
	{LossHeader, "%d page {header is|headers are} not kept"},
	{LossFooter, "%d page {footer is|footers are} not kept"},
	{LossSection, "%d section {break is|breaks are} not kept"},
	{LossNote, "%d {footnote|footnotes} became text at the end"},
	{LossComment, "%d {comment is|comments are} not kept"},
	{LossFloat, "%d floating {object|objects} now {stands|stand} in the text"},
	{LossPicture, "%d {picture|pictures} could not be found"},
	{LossLinked, "%d {picture stays a link|pictures stay links} to {its place|their places}"},
	{LossNamed, "%d {picture is|pictures are} only named: Markdown holds no pictures"},
	{LossChart, "%d {chart|charts} became {a placeholder|placeholders}"},
	{LossDrawing, "%d {drawing|drawings} became {a placeholder|placeholders}"},
	{LossBox, "%d text {box|boxes} became plain paragraphs"},
	{LossEquation, "%d {equation|equations} became {a line|lines} of text"},
	{LossField, "%d {field|fields} became plain text"},
	{LossHeadingNo, "the {number|numbers} of %d {heading is|headings are} not kept"},
	{LossListForm, "%d list {item has a|items have} plain {number|numbers} now"},
	{LossMerged, "%d merged table {cell was|cells were} split"},
	{LossRaised, "%d {superscript or subscript|superscripts or subscripts} became plain text"},
	{LossHidden, "%d hidden {text|texts} became visible"},
	{LossLook, "%d {colour or underline is|colours or underlines are} not kept"},
	{LossFont, "an edit takes the {font|fonts} off %d {paragraph|paragraphs}"},
	{LossSize, "an edit takes the size of {its|their} letters off %d {paragraph|paragraphs}"},
	{LossAlign, "an edit sets %d {paragraph|paragraphs} to the left"},
	{LossSpace, "an edit takes the spacing off %d {paragraph|paragraphs}"},
	{LossIndent, "an edit takes the {indent|indents} off %d {paragraph|paragraphs}"},
	{LossEmbedded, "%d embedded {object is|objects are} not kept"},
	{LossMacro, "%d {set|sets} of macros {is|are} not kept"},
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

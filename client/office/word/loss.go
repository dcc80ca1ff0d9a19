package word

import (
	"slices"

	"aloft/model/text"
)

// LossKind names what a conversion cannot keep.
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
	LossPicture   LossKind = "pictures" // bytes that are not there
	LossLinked    LossKind = "linked"   // pictures that stay links
	LossComment   LossKind = "comments"
	LossBox       LossKind = "boxes"
	LossLook      LossKind = "look"  // colours, underlines
	LossFont      LossKind = "fonts" // these five when the file is written anew: an edit does it
	LossSize      LossKind = "sizes"
	LossAlign     LossKind = "alignment"
	LossSpace     LossKind = "spacing"
	LossIndent    LossKind = "indents"
	LossNamed     LossKind = "named" // pictures of which Markdown holds the name only
)

// Loss is one kind of thing that was not kept.
type Loss struct {
	Kind  LossKind
	Count int
}

// Losses are what was not kept, in the order of lossTexts.
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

// Say gives a sentence for each kind.
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

// Content is what is lost of the text itself, not of how it is set.
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
	{LossRevision, text.WordRevisions},
	{LossHeader, text.WordHeaders},
	{LossFooter, text.WordFooters},
	{LossSection, text.WordSections},
	{LossNote, text.WordNotes},
	{LossComment, text.WordComments},
	{LossFloat, text.WordFloats},
	{LossPicture, text.WordPictures},
	{LossLinked, text.WordLinkeds},
	{LossNamed, text.WordNameds},
	{LossChart, text.WordCharts},
	{LossDrawing, text.WordDrawings},
	{LossBox, text.WordBoxes},
	{LossEquation, text.WordEquations},
	{LossField, text.WordFields},
	{LossHeadingNo, text.WordHeadingNos},
	{LossListForm, text.WordListForms},
	{LossMerged, text.WordMergeds},
	{LossRaised, text.WordRaiseds},
	{LossHidden, text.WordHiddens},
	{LossLook, text.WordLooks},
	{LossFont, text.WordFonts},
	{LossSize, text.WordSizes},
	{LossAlign, text.WordAligns},
	{LossSpace, text.WordSpaces},
	{LossIndent, text.WordIndents},
	{LossEmbedded, text.WordEmbeds},
	{LossMacro, text.WordMacros},
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

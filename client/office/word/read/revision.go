package read

import (
	"cmp"
	"slices"
	"sort"
	"time"

	"aloft/client/office/word"
	"aloft/client/office/word/parts"
)

// RevisionKind is what a tracked change does.
type RevisionKind string

const (
	Inserted     RevisionKind = "insertion"
	Deleted      RevisionKind = "deletion"
	MovedFrom    RevisionKind = "moved-from"
	MovedTo      RevisionKind = "moved-to"
	FormChanged  RevisionKind = "format"
	MarkInserted RevisionKind = "paragraph-insertion"
	MarkDeleted  RevisionKind = "paragraph-deletion"
	ParaChanged  RevisionKind = "paragraph-format"
	ListChanged  RevisionKind = "numbering"
	TableChanged RevisionKind = "table-format"
	RowInserted  RevisionKind = "row-insertion"
	RowDeleted   RevisionKind = "row-deletion"
	RowChanged   RevisionKind = "row-format"
	CellInserted RevisionKind = "cell-insertion"
	CellDeleted  RevisionKind = "cell-deletion"
	CellMerged   RevisionKind = "cell-merge"
	CellChanged  RevisionKind = "cell-format"
	PageChanged  RevisionKind = "section-format"
)

// revisionKinds are the tracked changes by the element that they are in, "" = any other.
var revisionKinds = map[string]map[string]RevisionKind{
	"":        {"ins": Inserted, "del": Deleted, "moveFrom": MovedFrom, "moveTo": MovedTo},
	"rPr":     {"ins": MarkInserted, "moveTo": MarkInserted, "del": MarkDeleted, "moveFrom": MarkDeleted, "rPrChange": ParaChanged}, // of a paragraph's mark
	"pPr":     {"pPrChange": ParaChanged},
	"numPr":   {"ins": ListChanged, "numberingChange": ListChanged},
	"tblPr":   {"tblPrChange": TableChanged},
	"tblPrEx": {"tblPrExChange": TableChanged},
	"tblGrid": {"tblGridChange": TableChanged},
	"trPr":    {"ins": RowInserted, "del": RowDeleted, "trPrChange": RowChanged},
	"tcPr":    {"cellIns": CellInserted, "cellDel": CellDeleted, "cellMerge": CellMerged, "tcPrChange": CellChanged},
}

// RevisionIn is the kind of tracked change that an element in another one is, "" = none.
func RevisionIn(parent, name string) RevisionKind { return revisionKinds[parent][name] }

// Revision is a tracked change in a document's text.
type Revision struct {
	ID     string // the same in each version of the document
	Kind   RevisionKind
	Author string
	When   time.Time // zero = unknown
	Text   string    // what was inserted, deleted or formatted
	// Positions of its text; what is deleted has none, and stands at Begin.
	Begin, End int
}

// Revised is a tracked change where the reader has found it.
type Revised struct {
	Revision
	At       word.Source // of its element
	In       word.Source // of its paragraph, 0 = it is of blocks
	From, To int         // positions in the paragraph; inlines while that is being read; of blocks: indexes of their paragraphs
	Read     int         // positions of the paragraph as it was read
}

const sourceNone = word.Source(-1) // what is read has no place in the text

// Landmark is a sign of a comment: the beginning or end of its range, or its reference.
type Landmark struct {
	Name string
	parts.Span
}

// Trace is what the reader notes for an export into the same file: where the blocks
// are, and which positions each element of a paragraph makes.
type Trace struct {
	Blocks map[word.Source]parts.Span    // paragraphs and tables
	Units  map[word.Source][]word.Inline // by the element that made them
	Marks  map[string][]Landmark         // of comments, by their id in the file
	Body   Body
	Twice  []Alternate   // alternate content, outer one first
	order  []word.Source // of blocks, by place; made by sort
	Revs   []Revised
	Paras  []word.Source // in the order in which they ended
	known  func(*word.Paragraph) *word.Paragraph
	inside []word.Source // keys of Units in the paragraphs that have begun
}

// Body is what is in the body. Where the file has none, or closes it at once, text needs
// Before, instead of Cut bytes, and Behind around it.
type Body struct {
	parts.Span
	Cut            int64
	Before, Behind string
}

// Alternate is content that a file has in several ways: one branch was read.
type Alternate struct {
	At   word.Source
	Span parts.Span
	Read parts.Span // what is in the branch
}

// sort orders the blocks once all are noted.
func (t *Trace) sort() {
	for s := range t.Blocks {
		t.order = append(t.order, s)
	}
	slices.SortFunc(t.order, func(a, b word.Source) int {
		x, y := t.Blocks[a], t.Blocks[b]
		return cmp.Or(cmp.Compare(a.Part(), b.Part()), cmp.Compare(x.From, y.From), cmp.Compare(y.To, x.To))
	})
}

// Within are the blocks of a part whose elements are in a range of it and in no
// other block there, in order.
func (t *Trace) Within(part word.Source, in parts.Span) []word.Source {
	first := sort.Search(len(t.order), func(i int) bool {
		s := t.order[i]
		return s.Part() > part || s.Part() == part && t.Blocks[s].From >= in.From
	})
	var out []word.Source
	end := in.From
	for _, s := range t.order[first:] {
		at := t.Blocks[s]
		if s.Part() != part || at.From >= in.To {
			break
		}
		if at.From >= end {
			out, end = append(out, s), at.To
		}
	}
	return out
}

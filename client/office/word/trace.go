package word

import (
	"cmp"
	"slices"
	"sort"
	"strconv"
	"strings"
	"time"
)

// span is a range of a part.
type span struct{ from, to int64 }

const sourceNone = Source(-1) // what is read has no place in the text

// trace is what the reader notes for an export into the same file: where the blocks
// are, and which positions each element of a paragraph makes.
type trace struct {
	blocks map[Source]span       // paragraphs and tables
	units  map[Source][]Inline   // by the element that made them
	marks  map[string][]landmark // of comments, by their id in the file
	body   span                  // what is in the body
	order  []Source              // of blocks, by place; made by sort
	revs   []revised
	paras  []Source // in the order in which they ended
}

// landmark is a sign of a comment: the beginning or end of its range, or its reference.
type landmark struct {
	name string
	span
}

func newTrace() *trace {
	return &trace{map[Source]span{}, map[Source][]Inline{}, map[string][]landmark{}, span{}, nil, nil, nil}
}

// traceBlock notes a block that begins at start: earlier than its element where it
// continues a paragraph whose mark was deleted.
func (x *reader) traceBlock(n *node, start int64) {
	if x.trace == nil || x.part == sourceNone {
		return
	}
	if start != n.from {
		delete(x.trace.blocks, x.part+Source(start))
	}
	x.trace.blocks[x.source(n)] = span{start, n.to}
}

// traceUnits notes what an element has added to a paragraph.
func (x *reader) traceUnits(n *node, p *paragraph, before int) {
	if x.trace != nil && x.part != sourceNone && len(p.in) > before {
		x.trace.units[x.source(n)] = slices.Clone(p.in[before:])
	}
}

// traceMark notes a sign of a comment.
func (x *reader) traceMark(n *node) {
	if x.trace != nil && x.part == sourceMain && n.to > 0 {
		id := n.attr("id")
		x.trace.marks[id] = append(x.trace.marks[id], landmark{n.name, span{n.from, n.to}})
	}
}

// sort orders the blocks once all are noted.
func (t *trace) sort() {
	for s := range t.blocks {
		t.order = append(t.order, s)
	}
	slices.SortFunc(t.order, func(a, b Source) int {
		x, y := t.blocks[a], t.blocks[b]
		return cmp.Or(cmp.Compare(a.part(), b.part()), cmp.Compare(x.from, y.from), cmp.Compare(y.to, x.to))
	})
}

// within are the blocks of a part whose elements are in a range of it and in no
// other block there, in order.
func (t *trace) within(part Source, in span) []Source {
	first := sort.Search(len(t.order), func(i int) bool {
		s := t.order[i]
		return s.part() > part || s.part() == part && t.blocks[s].from >= in.from
	})
	var out []Source
	end := in.from
	for _, s := range t.order[first:] {
		at := t.blocks[s]
		if s.part() != part || at.from >= in.to {
			break
		}
		if at.from >= end {
			out, end = append(out, s), at.to
		}
	}
	return out
}

// source is that of an element of the part being read.
func (x *reader) source(n *node) Source {
	if x.part == sourceNone {
		return 0
	}
	return x.part + Source(n.from)
}

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

// revisionIn is the kind of tracked change that an element in another one is, "" = none.
func revisionIn(parent, name string) RevisionKind { return revisionKinds[parent][name] }

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

// revised is a tracked change where the reader has found it.
type revised struct {
	Revision
	at       Source // of its element
	in       Source // of its paragraph, 0 = it is of blocks
	from, to int    // positions in the paragraph; inlines while that is being read; of blocks: indexes of their paragraphs
	read     int    // positions of the paragraph as it was read
}

// traceRevision notes a tracked change of what a paragraph has from before on.
func (x *reader) traceRevision(n *node, kind RevisionKind, p *paragraph, before int) {
	if x.trace == nil || x.part == sourceNone {
		return
	}
	r := revised{Revision: x.revision(n, kind), at: x.source(n), from: before, to: len(p.in)}
	if kind == Deleted || kind == MovedFrom {
		r.Text = deleted(n)
	}
	p.revs = append(p.revs, r)
}

// traceGone notes the tracked changes of a paragraph that is none any more.
func (x *reader) traceGone(p *paragraph) {
	for _, r := range p.revs {
		r.from, r.to = x.place(), x.place()
		x.trace.revs = append(x.trace.revs, r)
	}
}

func (x *reader) revision(n *node, kind RevisionKind) Revision {
	when, _ := time.Parse(time.RFC3339, n.attr("date"))
	return Revision{ID: strconv.FormatInt(int64(x.source(n)), 10), Kind: kind, Author: oneLine(n.attr("author")), When: when.UTC()}
}

// traceProperties notes the tracked changes among the properties of a paragraph, whose
// text begins at before.
func (x *reader) traceProperties(n *node, p *paragraph, before int) {
	for _, k := range kidsOf(n) {
		if kind := revisionIn(n.name, k.name); kind != "" {
			x.traceRevision(k, kind, p, before)
		}
	}
}

// place is where the next paragraph will be among those that were read.
func (x *reader) place() int {
	if x.trace == nil {
		return 0
	}
	return len(x.trace.paras)
}

// traceBlocks notes a tracked change of the blocks that were read since a place, or of
// those in n, which are not read.
func (x *reader) traceBlocks(k *node, kind RevisionKind, from int, n *node) {
	if x.trace == nil || x.part == sourceNone || kind == "" {
		return
	}
	r := revised{Revision: x.revision(k, kind), at: x.source(k), from: from, to: len(x.trace.paras)}
	if n != nil {
		r.Text = deleted(n)
	}
	x.trace.revs = append(x.trace.revs, r)
}

// traceIn notes the tracked changes among the properties of blocks.
func (x *reader) traceIn(n *node, from int, gone *node) {
	for _, k := range kidsOf(n) {
		x.traceBlocks(k, revisionIn(n.name, k.name), from, gone)
	}
}

// traceSection notes the tracked change of a section that ends here.
func (x *reader) traceSection(n *node) {
	if k := n.kid("sectPrChange"); k != nil {
		x.traceBlocks(k, PageChanged, x.place(), nil)
	}
}

// traceRevisions notes the tracked changes of a paragraph that has been read.
func (x *reader) traceRevisions(n *node, p *paragraph) {
	if x.trace == nil || x.part == sourceNone {
		return
	}
	x.trace.paras = append(x.trace.paras, x.source(n))
	if len(p.revs) == 0 {
		return
	}
	ends := []int{0}
	for _, i := range p.in {
		ends = append(ends, ends[len(ends)-1]+i.Len())
	}
	for _, r := range p.revs {
		r.in, r.read, r.from, r.to = x.source(n), ends[len(p.in)], ends[r.from], ends[r.to]
		x.trace.revs = append(x.trace.revs, r)
	}
}

// deleted is the text that an element has deleted.
func deleted(n *node) string {
	var b strings.Builder
	var walk func(*node)
	walk = func(n *node) {
		switch n.name {
		case "t", "delText":
			b.WriteString(n.text)
		case "tab", "br", "cr":
			b.WriteByte(' ')
		}
		for _, k := range n.kids {
			walk(k)
		}
	}
	walk(n)
	return oneLine(b.String())
}

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

// trace is what the reader notes for an export into the same file: where the blocks
// are, and which positions each element of a paragraph makes.
type trace struct {
	blocks map[Source]span       // paragraphs and tables
	units  map[Source][]Inline   // by the element that made them
	marks  map[string][]landmark // of comments, by their id in the file
	body   span                  // what is in the body
	order  []Source              // of blocks, by place; made by sort
	revs   []revised
}

// landmark is a sign of a comment: the beginning or end of its range, or its reference.
type landmark struct {
	name string
	span
}

func newTrace() *trace {
	return &trace{map[Source]span{}, map[Source][]Inline{}, map[string][]landmark{}, span{}, nil, nil}
}

// traceBlock notes a block that begins at start: earlier than its element where it
// continues a paragraph whose mark was deleted.
func (x *reader) traceBlock(n *node, start int64) {
	if x.tr == nil || x.part == sourceNone {
		return
	}
	if start != n.from {
		delete(x.tr.blocks, x.part+Source(start))
	}
	x.tr.blocks[x.source(n)] = span{start, n.to}
}

// traceUnits notes what an element has added to a paragraph.
func (x *reader) traceUnits(n *node, p *paragraph, before int) {
	if x.tr != nil && x.part != sourceNone && len(p.in) > before {
		x.tr.units[x.source(n)] = slices.Clone(p.in[before:])
	}
}

// traceMark notes a sign of a comment.
func (x *reader) traceMark(n *node) {
	if x.tr != nil && x.part == sourceMain && n.to > 0 {
		id := n.attr("id")
		x.tr.marks[id] = append(x.tr.marks[id], landmark{n.name, span{n.from, n.to}})
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
)

var revisionKinds = map[string]RevisionKind{"ins": Inserted, "del": Deleted, "moveFrom": MovedFrom, "moveTo": MovedTo}

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
	in       Source // of its paragraph
	from, to int    // positions in the paragraph; inlines while that is being read
	read     int    // positions of the paragraph as it was read
}

// traceRevision notes a tracked change of what a paragraph has from before on.
func (x *reader) traceRevision(n *node, kind RevisionKind, p *paragraph, before int) {
	if x.tr == nil || x.part == sourceNone {
		return
	}
	when, _ := time.Parse(time.RFC3339, n.attr("date"))
	r := revised{at: x.source(n), from: before, to: len(p.in)}
	r.Revision = Revision{ID: strconv.FormatInt(int64(r.at), 10), Kind: kind, Author: oneLine(n.attr("author")), When: when.UTC()}
	if kind == Deleted || kind == MovedFrom {
		r.Text = deleted(n)
	}
	p.revs = append(p.revs, r)
}

// traceRevisions notes the tracked changes of a paragraph that has been read.
func (x *reader) traceRevisions(n *node, p *paragraph) {
	if len(p.revs) == 0 {
		return
	}
	ends := []int{0}
	for _, i := range p.in {
		ends = append(ends, ends[len(ends)-1]+i.Len())
	}
	for _, r := range p.revs {
		r.in, r.read, r.from, r.to = x.source(n), ends[len(p.in)], ends[r.from], ends[r.to]
		x.tr.revs = append(x.tr.revs, r)
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

package read

import (
	"encoding/xml"
	"slices"
	"strconv"
	"strings"
	"time"

	"aloft/client/office/word"
	"aloft/client/office/word/parts"
)

// traceBody notes what is in an element, which has just ended, as that of the body.
func (x *reader) traceBody(p *parts.Puller, from int64, name xml.Name, before, behind string) {
	if x.Trace == nil {
		return
	}
	x.Trace.Body = Body{parts.Span{From: from, To: p.From}, 0, before, behind}
	if p.From == p.Offset() { // <w:body/>
		end := "</" + strings.TrimPrefix(name.Space+":"+name.Local, ":") + ">"
		x.Trace.Body = Body{x.Trace.Body.Span, 2, ">" + before, behind + end}
	}
}

// traceBlock notes a block that begins at start: earlier than its element where it
// continues a paragraph whose mark was deleted.
func (x *reader) traceBlock(n *parts.Node, start int64) {
	if x.Trace == nil || x.part == sourceNone {
		return
	}
	if start != n.From {
		delete(x.Trace.Blocks, x.part+word.Source(start))
	}
	x.Trace.Blocks[x.source(n)] = parts.Span{From: start, To: n.To}
}

// traceUnits notes what an element has added to a paragraph.
func (x *reader) traceUnits(n *parts.Node, p *paragraph, before int) {
	if x.Trace != nil && x.part != sourceNone && len(p.in) > before {
		x.Trace.Units[x.source(n)] = slices.Clone(p.in[before:])
		x.Trace.inside = append(x.Trace.inside, x.source(n))
	}
}

// within is how many elements the paragraphs that have begun have noted.
func (t *Trace) within() int {
	if t == nil {
		return 0
	}
	return len(t.inside)
}

// shared returns the paragraph that is known already in place of one that is the same. Of
// the elements noted since from, nothing is kept then.
func (t *Trace) shared(p *word.Paragraph, from int) *word.Paragraph {
	if t == nil {
		return p
	}
	since := t.inside[from:]
	t.inside = t.inside[:from]
	if t.known == nil {
		return p
	}
	k := t.known(p)
	if k == nil {
		return p
	}
	for _, s := range since {
		delete(t.Units, s)
	}
	return k
}

// traceRevision notes a tracked change of what a paragraph has from before on.
func (x *reader) traceRevision(n *parts.Node, kind RevisionKind, p *paragraph, before int) {
	if x.Trace == nil || x.part == sourceNone {
		return
	}
	r := Revised{Revision: x.revision(n, kind), At: x.source(n), From: before, To: len(p.in)}
	if kind == Deleted || kind == MovedFrom {
		r.Text = deleted(n)
	}
	p.revs = append(p.revs, r)
}

// traceGone notes the tracked changes of a paragraph that is none any more.
func (x *reader) traceGone(p *paragraph) {
	for _, r := range p.revs {
		r.From, r.To = x.place(), x.place()
		x.Trace.Revs = append(x.Trace.Revs, r)
	}
}

func (x *reader) revision(n *parts.Node, kind RevisionKind) Revision {
	when, _ := time.Parse(time.RFC3339, n.Attr("date"))
	return Revision{ID: strconv.FormatInt(int64(x.source(n)), 10), Kind: kind, Author: word.OneLine(n.Attr("author")), When: when.UTC()}
}

// traceProperties notes the tracked changes among the properties of a paragraph, whose
// text begins at before.
func (x *reader) traceProperties(n *parts.Node, p *paragraph, before int) {
	for _, k := range parts.Kids(n) {
		if kind := RevisionIn(n.Name, k.Name); kind != "" {
			x.traceRevision(k, kind, p, before)
		}
	}
}

// place is where the next paragraph will be among those that were read.
func (x *reader) place() int {
	if x.Trace == nil {
		return 0
	}
	return len(x.Trace.Paras)
}

// traceBlocks notes a tracked change of the blocks that were read since a place, or of
// those in n, which are not read.
func (x *reader) traceBlocks(k *parts.Node, kind RevisionKind, from int, n *parts.Node) {
	if x.Trace == nil || x.part == sourceNone || kind == "" {
		return
	}
	r := Revised{Revision: x.revision(k, kind), At: x.source(k), From: from, To: len(x.Trace.Paras)}
	if n != nil {
		r.Text = deleted(n)
	}
	x.Trace.Revs = append(x.Trace.Revs, r)
}

// traceIn notes the tracked changes among the properties of blocks.
func (x *reader) traceIn(n *parts.Node, from int, gone *parts.Node) {
	for _, k := range parts.Kids(n) {
		x.traceBlocks(k, RevisionIn(n.Name, k.Name), from, gone)
	}
}

// traceSection notes the tracked change of a section that ends here.
func (x *reader) traceSection(n *parts.Node) {
	if k := n.Kid("sectPrChange"); k != nil {
		x.traceBlocks(k, PageChanged, x.place(), nil)
	}
}

// traceRevisions notes the tracked changes of a paragraph that has been read.
func (x *reader) traceRevisions(n *parts.Node, p *paragraph) {
	if x.Trace == nil || x.part == sourceNone {
		return
	}
	x.Trace.Paras = append(x.Trace.Paras, x.source(n))
	if len(p.revs) == 0 {
		return
	}
	ends := []int{0}
	for _, i := range p.in {
		ends = append(ends, ends[len(ends)-1]+i.Len())
	}
	for _, r := range p.revs {
		r.In, r.Read, r.From, r.To = x.source(n), ends[len(p.in)], ends[r.From], ends[r.To]
		x.Trace.Revs = append(x.Trace.Revs, r)
	}
}

// deleted is the text that an element has deleted.
func deleted(n *parts.Node) string {
	var b strings.Builder
	var walk func(*parts.Node)
	walk = func(n *parts.Node) {
		switch n.Name {
		case "t", "delText":
			b.WriteString(n.Text)
		case "tab", "br", "cr":
			b.WriteByte(' ')
		}
		for _, k := range n.Kids {
			walk(k)
		}
	}
	walk(n)
	return word.OneLine(b.String())
}

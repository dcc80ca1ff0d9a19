package word

import (
	"bytes"
	"errors"
	"io"
	"regexp"
	"slices"
	"strings"
)

// Verdict says which tracked changes are accepted or rejected.
type Verdict struct {
	Accept bool
	IDs    []string // nil = all
	Author string   // only this person's, "" = anybody's
}

// ErrNoRevision: the file has no tracked change of that id, or none that is asked for.
var ErrNoRevision = errors.New("no such tracked change")

// Resolve writes a document as WriteInto does, with tracked changes of its file accepted
// or rejected, and returns how many were.
func Resolve(w io.Writer, d *Document, r io.ReaderAt, size int64, limits Limits, v Verdict) (int, error) {
	p, err := openPatcher(d, r, size, limits)
	if err != nil {
		return 0, err
	}
	if p == nil {
		return 0, ErrNoRevision // an edit has written the file anew, or will
	}
	p.markRevisions(v.IDs)
	if err := p.patch(); err != nil {
		return 0, err
	}
	done, marks := 0, map[string]bool{}
	for _, part := range []Source{sourceMain, sourceFootnotes, sourceEndnotes} {
		data := p.data[part]
		name := p.partOf(part)
		if got := p.parts[name]; got != nil {
			data = got
		}
		if data == nil {
			continue
		}
		s := resolver{data: data, Verdict: v, marks: marks}
		out, err := s.part(p.pk.lim)
		if err != nil {
			return 0, err
		}
		if done += s.done; s.done > 0 {
			p.parts[name] = out
		}
	}
	if v.IDs != nil {
		done = len(marks)
	}
	if done == 0 || v.IDs != nil && done < len(v.IDs) {
		return 0, ErrNoRevision
	}
	return done, p.save(w)
}

// partOf is the name of a part with text.
func (p *patcher) partOf(part Source) string {
	switch part {
	case sourceFootnotes:
		return p.refs.of("footnotes")
	case sourceEndnotes:
		return p.refs.of("endnotes")
	}
	return p.main
}

// revisionMark is the attribute by which the elements of tracked changes are found after
// edits have moved them. It is in no file: what has it is resolved.
const revisionMark = "aloft-revision"

// markRevisions marks the elements of tracked changes with their ids.
func (p *patcher) markRevisions(ids []string) {
	for _, v := range p.trace.revs {
		if !slices.Contains(ids, v.ID) {
			continue
		}
		data := p.data[v.at.part()]
		at := v.at.at()
		if end := bytes.IndexAny(data[at:], " \t\r\n/>"); end > 0 {
			at += int64(end)
			p.inner[v.at.part()] = append(p.inner[v.at.part()], cut{span{at, at}, " " + revisionMark + `="` + v.ID + `"`})
		}
	}
}

// resolver accepts or rejects tracked changes in the XML of a part.
type resolver struct {
	Verdict
	data  []byte
	marks map[string]bool // ids of those that were resolved
	done  int
	// within a deletion that is rejected: its text is text again; within a deleted row also
	// what is deleted in it.
	undel, row bool
}

// brood is the output of an element's children, in order.
type brood struct {
	bytes.Buffer
	carry []byte // content of paragraphs whose mark is gone, for the next one
	alone []byte // the paragraph that it is if there is no next one
	last  bool   // the last block is a paragraph
}

// part returns the part as it is after that.
func (r *resolver) part(lim Limits) ([]byte, error) {
	u, err := newPuller(bytes.NewReader(r.data), lim)
	if err != nil {
		return nil, err
	}
	root, err := u.root()
	if err != nil {
		return nil, err
	}
	var out brood
	at := int64(0)
	top := &node{name: root.Name.Local}
	var walk func(parent *node) error
	walk = func(parent *node) error {
		for {
			s, ok, err := u.child()
			if err != nil || !ok {
				return err
			}
			if s.Name.Local == "body" {
				out.Write(r.data[at:u.offset()])
				at = u.offset()
				if err := walk(&node{name: "body"}); err != nil {
					return err
				}
				out.end()
				continue
			}
			n, err := u.block(s)
			if err != nil {
				return err
			}
			out.gap(r.data[at:n.from])
			r.child(&out, n, parent)
			at = n.to
			u.free()
		}
	}
	if err := walk(top); err != nil {
		return nil, err
	}
	out.Write(r.data[at:])
	done := out.Bytes()
	if r.done > 0 && !leftMoves().Match(done) {
		done = moveRanges().ReplaceAll(done, nil)
	}
	return done, nil
}

func leftMoves() *regexp.Regexp { return regexp.MustCompile(`<w:move(?:From|To)[\s/>]`) }

// moveRanges are the signs around what was moved.
func moveRanges() *regexp.Regexp {
	return regexp.MustCompile(`<w:(?:move|customXml(?:Move)?)(?:From|To|Ins|Del)Range(?:Start|End)(?:[^>"]|"[^"]*")*/>`)
}

// gap is what stands between two elements.
func (b *brood) gap(raw []byte) {
	if b.alone == nil {
		b.Write(raw)
	}
}

// end ends a run of blocks: content without a next paragraph is one of its own, unless
// it is empty and there is one before it.
func (b *brood) end() {
	if b.alone != nil && (len(bytes.TrimSpace(b.carry)) > 0 || !b.last) {
		b.Write(b.alone)
		b.last = true
	}
	b.carry, b.alone = nil, nil
}

// is reports whether an element is a tracked change that is to be resolved, and counts
// it.
func (r *resolver) is(n *node) bool {
	if !r.wants(n) {
		return false
	}
	r.done++
	if id := n.attr(revisionMark); id != "" {
		r.marks[id] = true
	}
	return true
}

func (r *resolver) wants(n *node) bool {
	switch {
	case n == nil:
		return false
	case r.IDs != nil:
		return n.attr(revisionMark) != "" || r.row && (n.name == "del" || n.name == "moveFrom")
	}
	return r.Author == "" || n.attr("author") == r.Author
}

// any reports whether there is something to resolve in an element.
func (r *resolver) any(n *node) bool {
	if (revisionIn("", n.name) != "" || revisionIn("tcPr", n.name) != "" || n.name == "numberingChange" || strings.HasSuffix(n.name, "PrChange") || n.name == "tblGridChange" || n.name == "tblPrExChange") && r.wants(n) {
		return true
	}
	return slices.ContainsFunc(n.kids, r.any)
}

// child writes an element that is in parent.
func (r *resolver) child(b *brood, n, parent *node) {
	block := false
	switch n.name {
	case "p":
		r.paragraph(b, n)
		return
	case "tbl", "sdt", "customXml", "AlternateContent", "altChunk", "sectPr":
		if block = parent.name != "p" && parent.name != "pPr"; block {
			b.end()
		}
	case "ins", "del", "moveFrom", "moveTo":
		if r.is(n) {
			r.content(b, n, parent)
			return
		}
	}
	var raw []byte
	switch {
	case !r.any(n) && !r.undel:
		raw = r.data[n.from:n.to]
	case n.name == "tr" || n.name == "tc":
		raw = r.grid(n)
	default:
		raw = r.element(n)
	}
	if n.name == "tbl" && !bytes.Contains(raw, []byte("<w:tr")) && n.first("tr") != nil {
		return
	}
	if b.alone != nil && !block {
		b.carry = append(b.carry, raw...)
		return
	}
	b.Write(raw)
	b.last = b.last && !block
}

// content writes what is in an insertion or deletion, or nothing.
func (r *resolver) content(b *brood, n, parent *node) {
	deletion := n.name == "del" || n.name == "moveFrom"
	switch {
	case parent.name == "numPr" || r.Accept == deletion:
		return
	case deletion:
		was := r.undel
		r.undel = true
		defer func() { r.undel = was }()
	}
	for _, k := range n.kids {
		r.child(b, k, parent)
	}
}

// grid writes a row or a cell, which may be a tracked change itself.
func (r *resolver) grid(n *node) []byte {
	pr := n.kid(n.name + "Pr")
	was := r.row
	defer func() { r.row = was }()
	for _, k := range kidsOf(pr) {
		kind := revisionIn(pr.name, k.name)
		switch {
		case !r.wants(k):
		case r.Accept && (kind == RowDeleted || kind == CellDeleted), !r.Accept && (kind == RowInserted || kind == CellInserted):
			r.is(k)
			return nil
		case kind == RowDeleted:
			r.row = true
		}
	}
	out := r.element(n)
	if n.name == "tr" && !bytes.Contains(out, []byte("<w:tc")) {
		return nil
	}
	return out
}

// element writes an element, and its children as they are after that.
func (r *resolver) element(n *node) []byte {
	tag, end := r.data[n.from:n.open], r.data[n.close:n.to]
	switch n.name {
	case "delText", "delInstrText":
		if r.undel {
			name := map[string]string{"delText": "t", "delInstrText": "instrText"}[n.name]
			tag = bytes.Replace(tag, []byte(n.name), []byte(name), 1)
			end = bytes.Replace(end, []byte(n.name), []byte(name), 1)
		}
	case "del", "moveFrom": // not one of those that are resolved
		was := r.undel
		r.undel = false
		defer func() { r.undel = was }()
	case "rPr", "pPr", "trPr", "tcPr", "tblPr", "tblPrEx", "tblGrid", "sectPr", "numPr":
		return r.properties(n)
	}
	if n.open == n.to {
		return tag
	}
	var b brood
	at := n.open
	for _, k := range n.kids {
		b.gap(r.data[at:k.from])
		r.child(&b, k, n)
		at = k.to
	}
	b.end()
	b.Write(r.data[at:n.close])
	switch n.name {
	case "tc", "txbxContent", "footnote", "endnote":
		if !bytes.Contains(b.Bytes(), []byte("<w:p>")) && !bytes.Contains(b.Bytes(), []byte("<w:p ")) && !bytes.Contains(b.Bytes(), []byte("<w:p/")) {
			b.WriteString("<w:p/>")
		}
	}
	return slices.Concat(tag, b.Bytes(), end)
}

// properties writes properties without the tracked changes among them: those of before
// where a change is rejected.
func (r *resolver) properties(n *node) []byte {
	var change *node
	kept := map[string]string{"rPr": "ins del moveFrom moveTo", "pPr": "rPr sectPr", "trPr": "ins del", "tcPr": "cellIns cellDel cellMerge", "sectPr": "headerReference footerReference"}[n.name]
	var before, now bytes.Buffer
	for _, k := range n.kids {
		switch {
		case (strings.HasSuffix(k.name, "Change") || revisionIn(n.name, k.name) != "") && r.is(k):
			if n.name == "numPr" && k.name == "ins" && !r.Accept {
				return nil
			}
			if strings.HasSuffix(k.name, "Change") {
				change = k
			}
		case slices.Contains(strings.Fields(kept), k.name):
			xml := r.element(k)
			before.Write(xml)
			now.Write(xml)
		default:
			if xml := r.element(k); k.name != "rPr" && k.name != "numPr" || len(k.kids) == 0 || len(xml) > 0 {
				now.Write(xml)
			}
		}
	}
	if change != nil && !r.Accept && n.name != "numPr" {
		now.Reset()
		first := n.name == "rPr" || n.name == "sectPr" // in the order of the schema
		if first {
			now.Write(before.Bytes())
		}
		if len(change.kids) > 0 {
			was := change.kids[0]
			now.Write(r.data[was.open:was.close])
		}
		if !first {
			now.Write(before.Bytes())
		}
	}
	if now.Len() == 0 && n.open != n.to && n.name != "tblGrid" && n.name != "tblPr" && n.name != "sectPr" {
		return nil
	}
	return slices.Concat(r.data[n.from:n.open], now.Bytes(), r.data[n.close:n.to])
}

// paragraph writes a paragraph; where its mark is gone, it goes on in the next one.
func (r *resolver) paragraph(b *brood, n *node) {
	if b.alone == nil && !r.any(n) && !r.undel {
		b.Write(r.data[n.from:n.to])
		b.last = true
		return
	}
	pr := n.kid("pPr")
	gone := false
	for _, k := range kidsOf(pr.kid("rPr")) {
		switch revisionIn("rPr", k.name) {
		case MarkInserted:
			gone = gone || !r.Accept && r.wants(k)
		case MarkDeleted:
			gone = gone || r.Accept && r.wants(k)
		}
	}
	var in brood
	at := n.open
	var props []byte
	for _, k := range n.kids {
		in.gap(r.data[at:k.from])
		if at = k.to; k == pr {
			props = r.element(pr)
		} else {
			r.child(&in, k, n)
		}
	}
	in.end()
	if at < n.close {
		in.Write(r.data[at:n.close])
	}
	tag := strings.TrimSuffix(strings.TrimSuffix(string(r.data[n.from:n.open]), ">"), "/")
	end := "</" + strings.TrimSpace(strings.FieldsFunc(tag[1:], func(c rune) bool { return strings.ContainsRune(" \t\r\n", c) })[0]) + ">"
	content := slices.Concat(b.carry, in.Bytes())
	whole := slices.Concat([]byte(tag+">"), props, content, []byte(end))
	if gone {
		b.carry, b.alone = content, whole
		return
	}
	b.carry, b.alone = nil, nil
	b.Write(whole)
	b.last = true
}

package patch

import (
	"bytes"
	"errors"
	"io"
	"regexp"
	"slices"
	"strings"

	"aloft/client/office/word"
	"aloft/client/office/word/parts"
	"aloft/client/office/word/read"
)

// Verdict says which tracked changes are accepted or rejected.
type Verdict struct {
	Accept bool
	IDs    []string // nil = all
	Author string   // only this person's, "" = anybody's
}

// ErrNoRevision: the file has no tracked change of that id, or none that is asked for.
var ErrNoRevision = errors.New("no such tracked change")

// Resolve writes a document as Into does, with tracked changes of its file accepted
// or rejected, and returns how many were.
func Resolve(w io.Writer, d *word.Document, r io.ReaderAt, size int64, limits word.Limits, v Verdict) (int, error) {
	p, err := openPatcher(d, r, size, limits, sums{}, nil)
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
	if p.out.main != nil {
		p.out.parts[p.Main], p.out.main = bytes.Join(p.out.main, nil), nil
	}
	done, marks := 0, map[string]bool{}
	for _, part := range textParts() {
		data := p.text.data[part]
		name := partOf(p.File, part)
		if got := p.out.parts[name]; got != nil {
			data = got
		}
		if data == nil {
			continue
		}
		s := resolver{data: data, Verdict: v, marks: marks}
		out, err := s.part(p.Package.Limits)
		if err != nil {
			return 0, err
		}
		if done += s.done; s.done > 0 {
			p.out.parts[name] = out
		}
	}
	if v.IDs != nil {
		done = len(marks)
	}
	if done == 0 || v.IDs != nil && done < len(v.IDs) {
		return 0, ErrNoRevision
	}
	return done, p.out.save(w, p.w)
}

// revisionMark is the attribute by which the elements of tracked changes are found after
// edits have moved them. It is in no file: what has it is resolved.
const revisionMark = "aloft-revision"

// markRevisions marks the elements of tracked changes with their ids.
func (p *patcher) markRevisions(ids []string) {
	for _, v := range p.Trace.Revs {
		if !slices.Contains(ids, v.ID) {
			continue
		}
		part := v.At.Part()
		for _, at := range append(p.twins(v), v.At.At()) {
			if end := bytes.IndexAny(p.text.data[part][at:], " \t\r\n/>"); end > 0 {
				at += int64(end)
				p.text.inner[part] = append(p.text.inner[part], cut{parts.Span{From: at, To: at}, " " + revisionMark + `="` + v.ID + `"`})
			}
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
	some  bool   // there is a block
	table bool   // the last one is a table
}

// part returns the part as it is after that.
func (r *resolver) part(lim word.Limits) ([]byte, error) {
	u, err := parts.NewPuller(bytes.NewReader(r.data), lim)
	if err != nil {
		return nil, err
	}
	root, err := u.Root()
	if err != nil {
		return nil, err
	}
	var out brood
	at := int64(0)
	top := &parts.Node{Name: root.Name.Local}
	var walk func(parent *parts.Node) error
	walk = func(parent *parts.Node) error {
		for {
			s, ok, err := u.Child()
			if err != nil || !ok {
				return err
			}
			if s.Name.Local == "body" {
				out.Write(r.data[at:u.Offset()])
				at = u.Offset()
				if err := walk(&parts.Node{Name: "body"}); err != nil {
					return err
				}
				out.end("")
				continue
			}
			n, err := u.Block(s)
			if err != nil {
				return err
			}
			out.gap(r.data[at:n.From])
			r.child(&out, n, parent)
			at = n.To
			u.Free()
		}
	}
	if err := walk(top); err != nil {
		return nil, err
	}
	out.Write(r.data[at:])
	done := out.Bytes()
	if r.done > 0 && !regexp.MustCompile(`<w:move(?:From|To)[\s/>]`).Match(done) {
		done = moveRanges().ReplaceAll(done, nil)
	}
	return done, nil
}

// moveRanges are the signs around what was moved.
func moveRanges() *regexp.Regexp {
	return regexp.MustCompile(`<w:(?:move|customXml(?:Move)?)(?:From|To|Ins|Del)Range(?:Start|End)(?:[^>"]|"[^"]*")*/>`)
}

// blankXML reports whether there is nothing but such signs.
func blankXML(xml []byte) bool {
	if !bytes.Contains(xml, []byte("Range")) {
		return len(bytes.TrimSpace(xml)) == 0
	}
	return len(bytes.TrimSpace(moveRanges().ReplaceAll(xml, nil))) == 0
}

// gap is what stands between two elements.
func (b *brood) gap(raw []byte) {
	if b.alone == nil {
		b.Write(raw)
	}
}

// end ends a run of blocks before one of that name, or "": content without a next paragraph
// is one of its own. It may be empty only where there has to be a paragraph: alone, behind a
// table at the end, between two tables.
func (b *brood) end(next string) {
	needed := next == "" && !b.some || b.table && (next == "" || next == "tbl")
	if b.alone != nil && (!blankXML(b.carry) || needed) {
		b.Write(b.alone)
		b.some, b.table = true, false
	}
	b.carry, b.alone = nil, nil
}

// is reports whether an element is a tracked change that is to be resolved, and counts
// it.
func (r *resolver) is(n *parts.Node) bool {
	if !r.wants(n) {
		return false
	}
	r.done++
	if id := n.Attr(revisionMark); id != "" {
		r.marks[id] = true
	}
	return true
}

func (r *resolver) wants(n *parts.Node) bool {
	switch {
	case n == nil:
		return false
	case r.IDs != nil:
		return n.Attr(revisionMark) != "" || r.row && (n.Name == "del" || n.Name == "moveFrom")
	}
	return r.Author == "" || n.Attr("author") == r.Author
}

// any reports whether there is something to resolve in an element.
func (r *resolver) any(n *parts.Node) bool {
	if (read.RevisionIn("", n.Name) != "" || read.RevisionIn("tcPr", n.Name) != "" || n.Name == "numberingChange" || strings.HasSuffix(n.Name, "PrChange") || n.Name == "tblGridChange" || n.Name == "tblPrExChange") && r.wants(n) {
		return true
	}
	return slices.ContainsFunc(n.Kids, r.any)
}

// child writes an element that is in parent.
func (r *resolver) child(b *brood, n, parent *parts.Node) {
	block := false
	switch n.Name {
	case "p":
		r.paragraph(b, n)
		return
	case "tbl", "sdt", "customXml", "AlternateContent", "altChunk", "sectPr":
		block = parent.Name != "p" && parent.Name != "pPr"
	case "ins", "del", "moveFrom", "moveTo":
		if r.is(n) {
			r.content(b, n, parent)
			return
		}
	}
	var raw []byte
	switch {
	case !r.any(n) && !r.undel:
		raw = r.data[n.From:n.To]
	case n.Name == "tr" || n.Name == "tc":
		raw = r.grid(n)
	default:
		raw = r.element(n)
	}
	switch { // what is before it and what is behind it may be one paragraph
	case n.Name == "tbl" && !bytes.Contains(raw, []byte("<w:tr")) && n.First("tr") != nil, n.Name == "sdt" && len(raw) == 0:
		return
	case block:
		b.end(n.Name)
	}
	if b.alone != nil && !block && !blankXML(b.carry) {
		b.carry = append(b.carry, raw...)
		return
	}
	b.Write(raw)
	if block {
		b.some, b.table = true, n.Name == "tbl"
	}
}

// content writes what is in an insertion or deletion, or nothing.
func (r *resolver) content(b *brood, n, parent *parts.Node) {
	deletion := n.Name == "del" || n.Name == "moveFrom"
	switch {
	case parent.Name == "numPr" || r.Accept == deletion:
		return
	case deletion:
		was := r.undel
		r.undel = true
		defer func() { r.undel = was }()
	}
	for _, k := range n.Kids {
		r.child(b, k, parent)
	}
}

// grid writes a row or a cell, which may be a tracked change itself.
func (r *resolver) grid(n *parts.Node) []byte {
	pr := n.Kid(n.Name + "Pr")
	was := r.row
	defer func() { r.row = was }()
	for _, k := range parts.Kids(pr) {
		kind := read.RevisionIn(pr.Name, k.Name)
		switch {
		case !r.wants(k):
		case r.Accept && (kind == read.RowDeleted || kind == read.CellDeleted), !r.Accept && (kind == read.RowInserted || kind == read.CellInserted):
			r.is(k)
			return nil
		case kind == read.RowDeleted:
			r.row = true
		}
	}
	out := r.element(n)
	if n.Name == "tr" && !bytes.Contains(out, []byte("<w:tc")) {
		return nil
	}
	return out
}

// element writes an element, and its children as they are after that.
func (r *resolver) element(n *parts.Node) []byte {
	tag, end := r.data[n.From:n.Open], r.data[n.Close:n.To]
	switch n.Name {
	case "delText", "delInstrText":
		if r.undel {
			name := map[string]string{"delText": "t", "delInstrText": "instrText"}[n.Name]
			tag = bytes.Replace(tag, []byte(n.Name), []byte(name), 1)
			end = bytes.Replace(end, []byte(n.Name), []byte(name), 1)
		}
	case "del", "moveFrom": // not one of those that are resolved
		was := r.undel
		r.undel = false
		defer func() { r.undel = was }()
	case "rPr", "pPr", "trPr", "tcPr", "tblPr", "tblPrEx", "tblGrid", "sectPr", "numPr":
		return r.properties(n)
	}
	if n.Open == n.To {
		return tag
	}
	var b brood
	at := n.Open
	for _, k := range n.Kids {
		b.gap(r.data[at:k.From])
		r.child(&b, k, n)
		at = k.To
	}
	switch {
	case n.Name == "sdtContent" && b.alone != nil && blankXML(b.Bytes()) && blankXML(b.carry):
		return nil // all of its paragraphs are gone
	case n.Name == "sdt" && n.Kid("sdtContent") != nil && !bytes.Contains(b.Bytes(), []byte("sdtContent")):
		return nil
	}
	b.end("")
	b.Write(r.data[at:n.Close])
	switch n.Name {
	case "tc", "txbxContent", "footnote", "endnote":
		if !bytes.Contains(b.Bytes(), []byte("<w:p>")) && !bytes.Contains(b.Bytes(), []byte("<w:p ")) && !bytes.Contains(b.Bytes(), []byte("<w:p/")) {
			b.WriteString("<w:p/>")
		}
	}
	return slices.Concat(tag, b.Bytes(), end)
}

// properties writes properties without the tracked changes among them: those of before
// where a change is rejected.
func (r *resolver) properties(n *parts.Node) []byte {
	var change *parts.Node
	kept := map[string]string{"rPr": "ins del moveFrom moveTo", "pPr": "rPr sectPr", "trPr": "ins del", "tcPr": "cellIns cellDel cellMerge", "sectPr": "headerReference footerReference"}[n.Name]
	var before, now bytes.Buffer
	for _, k := range n.Kids {
		switch {
		case (strings.HasSuffix(k.Name, "Change") || read.RevisionIn(n.Name, k.Name) != "") && r.is(k):
			if n.Name == "numPr" && k.Name == "ins" && !r.Accept {
				return nil
			}
			if strings.HasSuffix(k.Name, "Change") {
				change = k
			}
		case slices.Contains(strings.Fields(kept), k.Name):
			xml := r.element(k)
			before.Write(xml)
			now.Write(xml)
		default:
			if xml := r.element(k); k.Name != "rPr" && k.Name != "numPr" || len(k.Kids) == 0 || len(xml) > 0 {
				now.Write(xml)
			}
		}
	}
	if change != nil && !r.Accept && n.Name != "numPr" {
		now.Reset()
		first := n.Name == "rPr" || n.Name == "sectPr" // in the order of the schema
		if first {
			now.Write(before.Bytes())
		}
		if len(change.Kids) > 0 {
			was := change.Kids[0]
			now.Write(r.data[was.Open:was.Close])
		}
		if !first {
			now.Write(before.Bytes())
		}
	}
	if now.Len() == 0 && n.Open != n.To && n.Name != "tblGrid" && n.Name != "tblPr" && n.Name != "sectPr" {
		return nil
	}
	return slices.Concat(r.data[n.From:n.Open], now.Bytes(), r.data[n.Close:n.To])
}

// paragraph writes a paragraph; where its mark is gone, it goes on in the next one.
func (r *resolver) paragraph(b *brood, n *parts.Node) {
	if b.alone == nil && !r.any(n) && !r.undel {
		b.Write(r.data[n.From:n.To])
		b.some, b.table = true, false
		return
	}
	pr := n.Kid("pPr")
	gone := false
	for _, k := range parts.Kids(pr.Kid("rPr")) {
		switch read.RevisionIn("rPr", k.Name) {
		case read.MarkInserted:
			gone = gone || !r.Accept && r.wants(k)
		case read.MarkDeleted:
			gone = gone || r.Accept && r.wants(k)
		}
	}
	var in brood
	at := n.Open
	var props []byte
	for _, k := range n.Kids {
		in.gap(r.data[at:k.From])
		if at = k.To; k == pr {
			props = r.element(pr)
		} else {
			r.child(&in, k, n)
		}
	}
	in.end("")
	if at < n.Close {
		in.Write(r.data[at:n.Close])
	}
	tag := strings.TrimSuffix(strings.TrimSuffix(string(r.data[n.From:n.Open]), ">"), "/")
	end := endTag(tag)
	content := slices.Concat(b.carry, in.Bytes())
	whole := slices.Concat([]byte(tag+">"), props, content, []byte(end))
	if gone {
		b.carry, b.alone = content, whole
		return
	}
	b.carry, b.alone = nil, nil
	b.Write(whole)
	b.some, b.table = true, false
}

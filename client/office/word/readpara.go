package word

import (
	"math"
	"strconv"
	"strings"
)

// paragraph is the paragraph being read.
type paragraph struct {
	in   []Inline
	sink *sink
	base Props // set by its style for all its text
	code bool
	task Task
	alt  bool // it has something besides boxes

	n     *node     // its element
	start int64     // of its element, or of one whose mark was deleted
	revs  []revised // tracked changes so far
}

func (p *paragraph) put(i ...Inline) {
	p.in = append(p.in, i...)
	p.alt = true
}

func (x *reader) paragraph(n *node, s *sink) error {
	ppr := n.kid("pPr")
	id := ppr.val("pStyle")
	level := x.styles.level(id)
	switch l := outline(ppr); {
	case l >= 1 && l <= 9 && level != Title && level != Subtitle:
		level = l
	case l == 10 && level <= 9:
		level = Body
	}
	p := &paragraph{sink: s, code: level == Body && x.styles.isCode(id), n: n, start: n.from}
	if s.pending != nil {
		p.in, p.alt, p.start, p.revs, s.pending = s.pending.in, s.pending.alt, s.pending.start, s.pending.revs, nil
	}
	began := len(p.in)
	x.traceBlock(n, p.start)
	if level == Body && !p.code {
		x.styles.under(id, &p.base)
	}
	p.in = append(p.in, x.marks...)
	x.marks = nil
	if on, _ := ppr.on("pageBreakBefore"); on {
		p.put(Inline{Kind: PageBreak})
	}
	boxes := len(s.boxes)
	for _, k := range n.kids {
		if err := x.inline(k, Props{}, p); err != nil {
			return err
		}
	}
	x.endCodes()
	x.traceProperties(ppr, p, began)
	x.traceProperties(ppr.kid("numPr"), p, began)
	mark := ppr.kid("rPr")
	x.traceProperties(mark, p, len(p.in))
	switch {
	case mark.kid("del") != nil || mark.kid("moveFrom") != nil:
		x.lost[LossRevision]++
		s.pending = p
		return nil
	case mark.kid("ins") != nil || mark.kid("moveTo") != nil:
		x.lost[LossRevision]++
	}
	x.traceRevisions(n, p)
	if sect := ppr.kid("sectPr"); sect != nil {
		x.traceSection(sect)
		if err := x.section(sect, true); err != nil {
			return err
		}
	}
	if len(s.boxes) > boxes && !p.alt && s.body && level == Body {
		return nil // it only contained the box
	}
	if p.task != NoTask {
		unspace(p.in)
	}
	x.anchors(p, s.boxes[boxes:])
	if p.code && s.body {
		lines := codeLines(p.in, x.source(n))
		s.code = append(s.code, lines...)
		return x.pk.lim.Budget.Hold(len(lines)*sizeBlock + len(p.in)*sizeInline)
	}
	f := x.format(ppr, id, level, p, s)
	f.Source = x.source(n)
	done := NewParagraph(f, p.in...)
	if done.IsHeading() {
		x.heads[done] = x.bookmarks
	}
	x.bookmarks = nil
	s.add(done)
	return x.keep(done)
}

// anchors gives boxes within a text an anchor there.
func (x *reader) anchors(p *paragraph, boxes []Block) {
	for i, b := range boxes {
		box := b.(*Box)
		if box.Name != "" || !p.sink.body {
			continue
		}
		x.names++
		box = NewBox(box.Kind, box.Language, "box"+strconv.Itoa(x.names), box.Blocks()...).From(SourceOf(box))
		boxes[i] = box
		p.put(Inline{Kind: BoxAnchor, Name: box.Name})
	}
}

// format determines the format of the paragraph, and counts it if it is a list
// item.
func (x *reader) format(ppr *node, id string, level int, p *paragraph, s *sink) Format {
	f := Format{Level: level, Task: p.task}
	it := x.nums.item(x.styles, ppr, id)
	if level != Body {
		if it.kind == Number {
			x.lost[LossHeadingNo]++
		}
		return f
	}
	f.Indent = x.indent(ppr, id)
	if it.blank {
		f.Indent = it.level
		return f
	}
	if it.kind == NoList {
		return f
	}
	if it.kind == Bullet && f.Task == NoTask {
		f.Task = boxed(p)
	}
	if f.Task != NoTask {
		f.Indent = it.level - 1
		return f
	}
	f.List, f.ListLevel, f.Indent = it.kind, it.level, 0
	if it.exotic {
		x.lost[LossListForm]++
	}
	s.flush()
	trial := s.count
	if _, auto, _ := trial.next(f); it.kind == Number && it.number != auto {
		f.Start = it.number
	}
	s.count.next(f)
	return f
}

// unspace removes the space between a check box and its text.
func unspace(in []Inline) {
	for i := range in {
		if in[i].Kind == Run && in[i].Text != "" {
			in[i].Text = strings.TrimPrefix(in[i].Text, " ")
			return
		}
		if in[i].Kind != CommentStart && in[i].Kind != CommentEnd && in[i].Kind != Run {
			return
		}
	}
}

// boxed recognizes tasks that other programs write as list items with a box.
func boxed(p *paragraph) Task {
	for i, l := range p.in {
		if l.Kind == CommentStart || l.Kind == CommentEnd {
			continue
		}
		if l.Kind != Run {
			return NoTask
		}
		for sign, task := range map[string]Task{"☐ ": ToDo, "☒ ": Done, "☑ ": Done} {
			if rest, ok := strings.CutPrefix(l.Text, sign); ok {
				p.in[i].Text = rest
				return task
			}
			if l.Text == sign[:len(sign)-1] && i+1 < len(p.in) && strings.HasPrefix(p.in[i+1].Text, " ") {
				p.in[i].Text = ""
				p.in[i+1].Text = p.in[i+1].Text[1:]
				return task
			}
		}
		return NoTask
	}
	return NoTask
}

// indent is in steps of half an inch.
func (x *reader) indent(ppr *node, id string) int {
	v := indentOf(ppr)
	if v == "" {
		for _, st := range x.styles.chain(id) {
			if v = st.indent; v != "" {
				break
			}
		}
	}
	n, err := strconv.ParseFloat(v, 64)
	if err != nil || math.IsNaN(n) {
		return 0
	}
	return int(min(max(math.Round(n/720), 0), 9))
}

// codeLines makes a paragraph for each line of code.
func codeLines(in []Inline, from Source) []Block {
	var out []Block
	var line []Inline
	for _, i := range NewParagraph(Format{}, in...).Inlines() {
		if i.Kind == LineBreak {
			out = append(out, NewParagraph(Format{Source: from}, line...))
			line = nil
			continue
		}
		i.Props = Props{}
		line = append(line, i)
	}
	return append(out, NewParagraph(Format{Source: from}, line...))
}

// inline reads an element of a paragraph.
func (x *reader) inline(n *node, over Props, p *paragraph) error {
	before := len(p.in)
	whole, err := x.inlineParts(n, over, p)
	if whole {
		x.traceUnits(n, p, before)
	}
	return err
}

// inlineParts reports whether the element makes its positions as a whole, not by
// elements in it that are noted themselves.
func (x *reader) inlineParts(n *node, over Props, p *paragraph) (whole bool, err error) {
	switch n.name {
	case "r":
		return false, x.run(n, over, p)
	case "hyperlink":
		if l := x.link(n); l != "" {
			over.Link = l
		}
	case "fldSimple":
		f := &field{sep: true}
		f.code.WriteString(n.attr("instr"))
		x.fields = append(x.fields, f)
		err := x.inlines(n, over, p)
		x.endField(p)
		return false, err
	case "ins", "moveTo":
		x.lost[LossRevision]++
		before := len(p.in)
		err := x.inlines(n, over, p)
		x.traceRevision(n, revisionIn("", n.name), p, before)
		return false, err
	case "del", "moveFrom":
		x.lost[LossRevision]++
		x.traceRevision(n, revisionIn("", n.name), p, len(p.in))
		return false, nil
	case "AlternateContent":
		n = x.choose(n)
	case "sdt":
		return x.inlineControl(n, over, p)
	case "smartTag", "customXml", "bdo", "dir", "sdtContent":
	case "oMath", "oMathPara":
		x.equation(n, p)
		return true, nil
	case "commentRangeStart", "commentRangeEnd":
		x.mark(n, &p.in)
		return true, nil
	case "bookmarkStart":
		if name, ok := strings.CutPrefix(n.attr("name"), anchorPrefix); ok {
			p.put(Inline{Kind: BoxAnchor, Name: name})
		} else {
			x.bookmarks = append(x.bookmarks, n.attr("name"))
		}
		return true, nil
	case "subDoc":
		x.lost[LossEmbedded]++
		return false, nil
	default:
		return false, nil
	}
	return false, x.inlines(n, over, p)
}

func (x *reader) inlines(n *node, over Props, p *paragraph) error {
	for _, k := range kidsOf(n) {
		if err := x.inline(k, over, p); err != nil {
			return err
		}
	}
	return nil
}

// link returns the target of a hyperlink.
func (x *reader) link(n *node) string {
	to := ""
	if r, ok := x.rels[n.attr("id")]; ok {
		to = r.target
	}
	if a := n.attr("anchor"); a != "" {
		to += "#" + a
	}
	return to
}

// inlineControl reads a content control in a line: a check box at the start makes a
// task, our placeholders become what they stand for.
func (x *reader) inlineControl(n *node, over Props, p *paragraph) (whole bool, err error) {
	pr, content := n.kid("sdtPr"), n.kid("sdtContent")
	tag, _ := strings.CutPrefix(pr.val("tag"), tagPrefix)
	kind := map[string]Kind{"drawing": Drawing, "addon": AddOn}[tag]
	if kind != Run {
		words := &paragraph{sink: &sink{}}
		if err := x.inlines(content, Props{}, words); err != nil {
			return false, err
		}
		p.put(Inline{Kind: kind, Text: strings.TrimSuffix(strings.TrimPrefix(flat(words.in), "["), "]")})
		return true, nil
	}
	if box := pr.kid("checkbox"); box != nil && !hasText(p.in) && p.task == NoTask && p.sink != nil {
		p.task, p.alt = ToDo, true
		if on, _ := box.on("checked"); on {
			p.task = Done
		}
		return true, nil
	}
	return false, x.inlines(content, over, p)
}

// hasText reports whether there is text in front.
func hasText(in []Inline) bool {
	for _, i := range in {
		if i.Kind != CommentStart && i.Kind != CommentEnd && i.Len() > 0 {
			return true
		}
	}
	return false
}

// equation keeps the text of a formula.
func (x *reader) equation(n *node, p *paragraph) {
	var b strings.Builder
	for _, t := range n.find("t") {
		b.WriteString(t.text)
	}
	if len(n.find("f"))+len(n.find("sSup"))+len(n.find("sSub"))+len(n.find("rad"))+len(n.find("m"))+len(n.find("nary")) > 0 {
		x.lost[LossEquation]++
	}
	p.put(Inline{Kind: Equation, Text: b.String()})
}

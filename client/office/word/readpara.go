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

	look, want form // of its style, and of the one that is written
	font, size bool // some of its text has another one than is written
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
	p := &paragraph{sink: s, code: level == Body && x.styles.isCode(id)}
	p.look, p.want = x.looks.style(id), written()[styleOf(level)]
	if p.code {
		p.want = written()["SourceCode"]
	}
	if s.pending != nil {
		p.in, p.alt, s.pending = s.pending.in, s.pending.alt, nil
	}
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
	if mark := ppr.kid("rPr"); mark.kid("del") != nil || mark.kid("moveFrom") != nil {
		x.lost[LossRevision]++
		s.pending = p
		return nil
	} else if mark.kid("ins") != nil {
		x.lost[LossRevision]++
	}
	if sect := ppr.kid("sectPr"); sect != nil {
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
		lines := codeLines(p.in)
		s.code = append(s.code, lines...)
		return x.pk.lim.Budget.Hold(len(lines)*sizeBlock + len(p.in)*sizeInline)
	}
	f := x.format(ppr, id, level, p, s)
	x.losesLook(ppr, f, p)
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
		box = NewBox(box.Kind, box.Language, "box"+strconv.Itoa(x.names), box.blocks...)
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
func codeLines(in []Inline) []Block {
	var out []Block
	var line []Inline
	for _, i := range tidy(in) {
		if i.Kind == LineBreak {
			out = append(out, NewParagraph(Format{}, line...))
			line = nil
			continue
		}
		i.Props = Props{}
		line = append(line, i)
	}
	return append(out, NewParagraph(Format{}, line...))
}

// inline reads an element of a paragraph.
func (x *reader) inline(n *node, over Props, p *paragraph) error {
	switch n.name {
	case "r":
		return x.run(n, over, p)
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
		return err
	case "ins", "moveTo":
		x.lost[LossRevision]++
	case "del", "moveFrom":
		x.lost[LossRevision]++
		return nil
	case "AlternateContent":
		n = choose(n)
	case "sdt":
		return x.inlineControl(n, over, p)
	case "smartTag", "customXml", "bdo", "dir", "sdtContent":
	case "oMath", "oMathPara":
		x.equation(n, p)
		return nil
	case "commentRangeStart", "commentRangeEnd":
		x.mark(n, &p.in)
		return nil
	case "bookmarkStart":
		if name, ok := strings.CutPrefix(n.attr("name"), anchorPrefix); ok {
			p.put(Inline{Kind: BoxAnchor, Name: name})
		} else {
			x.bookmarks = append(x.bookmarks, n.attr("name"))
		}
		return nil
	case "subDoc":
		x.lost[LossEmbedded]++
		return nil
	default:
		return nil
	}
	return x.inlines(n, over, p)
}

// anchorPrefix is the prefix of the bookmarks of boxes' anchors.
const anchorPrefix = "_aloft_box_"

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
func (x *reader) inlineControl(n *node, over Props, p *paragraph) error {
	pr, content := n.kid("sdtPr"), n.kid("sdtContent")
	tag, _ := strings.CutPrefix(pr.val("tag"), tagPrefix)
	kind := map[string]Kind{"drawing": Drawing, "addon": AddOn}[tag]
	if kind != Run {
		words := &paragraph{sink: &sink{}}
		if err := x.inlines(content, Props{}, words); err != nil {
			return err
		}
		p.put(Inline{Kind: kind, Text: strings.TrimSuffix(strings.TrimPrefix(flat(words.in), "["), "]")})
		return nil
	}
	if box := pr.kid("checkbox"); box != nil && !hasText(p.in) && p.task == NoTask && p.sink != nil {
		p.task, p.alt = ToDo, true
		if on, _ := box.on("checked"); on {
			p.task = Done
		}
		return nil
	}
	return x.inlines(content, over, p)
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

func flat(in []Inline) string {
	var b strings.Builder
	for _, i := range in {
		switch i.Kind {
		case Run, Equation, Drawing, AddOn:
			b.WriteString(i.Text)
		case Tab:
			b.WriteByte('\t')
		case LineBreak, PageBreak:
			b.WriteByte('\n')
		}
	}
	return b.String()
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

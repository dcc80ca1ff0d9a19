package read

import (
	"math"
	"slices"
	"strconv"
	"strings"

	"aloft/client/office/word"
	"aloft/client/office/word/loss"
	"aloft/client/office/word/parts"
)

func (x *reader) paragraph(n *parts.Node, s *sink) error {
	ppr := n.Kid("pPr")
	id := ppr.Val("pStyle")
	level := x.Styles.Level(id)
	switch l := outline(ppr); {
	case l >= 1 && l <= 9 && level != word.Title && level != word.Subtitle:
		level = l
	case l == 10 && level <= 9:
		level = word.Body
	}
	p := &paragraph{sink: s, code: level == word.Body && x.Styles.isCode(id), n: n, start: n.From}
	if s.pending != nil {
		p.in, p.alt, p.start, p.revs, s.pending = s.pending.in, s.pending.alt, s.pending.start, s.pending.revs, nil
	}
	began, noted := len(p.in), x.Trace.within()
	x.traceBlock(n, p.start)
	if level == word.Body && !p.code {
		x.Styles.under(id, &p.base)
	}
	p.in = append(p.in, x.marks...)
	x.marks = nil
	if on, _ := ppr.On("pageBreakBefore"); on {
		p.put(word.Inline{Kind: word.PageBreak})
	}
	boxes := len(s.boxes)
	for _, k := range n.Kids {
		if err := x.inline(k, word.Props{}, p); err != nil {
			return err
		}
	}
	x.endCodes()
	x.traceProperties(ppr, p, began)
	x.traceProperties(ppr.Kid("numPr"), p, began)
	mark := ppr.Kid("rPr")
	x.traceProperties(mark, p, len(p.in))
	switch {
	case mark.Kid("del") != nil || mark.Kid("moveFrom") != nil:
		x.lost[loss.Revision]++
		s.pending = p
		return nil
	case mark.Kid("ins") != nil || mark.Kid("moveTo") != nil:
		x.lost[loss.Revision]++
	}
	x.traceRevisions(n, p)
	if sect := ppr.Kid("sectPr"); sect != nil {
		x.traceSection(sect)
		if err := x.section(sect, true); err != nil {
			return err
		}
	}
	if len(p.in) == 0 && ruled(ppr.Kid("pBdr")) {
		p.put(word.Inline{Kind: word.Rule})
	}
	if len(s.boxes) > boxes && !p.alt && s.body && level == word.Body {
		return nil // it only contained the box
	}
	if p.task != word.NoTask {
		unspace(p.in)
	}
	x.anchors(p, s.boxes[boxes:])
	if p.code && s.body {
		lines := codeLines(p.in, x.source(n))
		s.code = append(s.code, lines...)
		return x.Package.Limits.Budget.Hold(len(lines)*word.SizeBlock + len(p.in)*word.SizeInline)
	}
	f := x.format(ppr, id, level, p, s)
	f.Source = x.source(n)
	done := x.Trace.shared(word.NewParagraph(f, p.in...), noted)
	if done.IsHeading() {
		x.heads[done] = x.bookmarks
	}
	x.bookmarks = nil
	if s.body && level == word.Body && x.Styles.isQuote(id) {
		q := quote{depth: 1}
		if own := indentOf(ppr); own != "" {
			q.depth += max(steps(own)-x.indent(nil, id), 0)
		}
		if ppr.Kid("numPr") != nil { // it belongs to the item before
			q.item = f.Indent
		}
		x.quotes[done] = q
	}
	s.add(done)
	return x.keep(done)
}

// ruled reports whether borders are one line, above or below: of an empty paragraph it is
// a line across the page.
func ruled(borders *parts.Node) bool {
	side := func(name string) bool {
		v := borders.Val(name)
		return v != "" && v != "nil" && v != "none"
	}
	return side("top") != side("bottom") && !side("left") && !side("right")
}

// anchors gives boxes within a text an anchor there.
func (x *reader) anchors(p *paragraph, boxes []word.Block) {
	for i, b := range boxes {
		box := b.(*word.Box)
		if box.Name != "" || !p.sink.body {
			continue
		}
		x.names++
		box = word.NewBox(box.Kind, box.Language, "box"+strconv.Itoa(x.names), box.Blocks()...).From(word.SourceOf(box))
		boxes[i] = box
		p.put(word.Inline{Kind: word.BoxAnchor, Name: box.Name})
	}
}

// format determines the format of the paragraph, and counts it if it is a list
// item.
func (x *reader) format(ppr *parts.Node, id string, level int, p *paragraph, s *sink) word.Format {
	f := word.Format{Level: level, Task: p.task}
	it := x.Nums.item(x.Styles, ppr, id)
	if level != word.Body {
		if it.kind == word.Number {
			x.lost[loss.HeadingNo]++
		}
		return f
	}
	f.Indent = max(x.indent(ppr, id)-x.base, 0)
	if it.blank {
		f.Indent = it.level
		return f
	}
	if it.kind == word.NoList {
		return f
	}
	if it.kind == word.Bullet && f.Task == word.NoTask {
		f.Task = boxed(p)
	}
	if f.Task != word.NoTask {
		f.Indent = it.level - 1
		return f
	}
	f.List, f.ListLevel, f.Indent = it.kind, it.level, 0
	if it.exotic {
		x.lost[loss.ListForm]++
	}
	s.flush()
	trial := s.count
	switch _, auto, fresh := trial.Next(f); {
	case it.kind == word.Number && (it.number != auto || it.begins && !fresh):
		f.Start = word.StartAt(it.number)
	case it.kind == word.Bullet && it.begins && s.listed():
		f.Start = 1
	}
	s.count.Next(f)
	return f
}

// listed reports whether a list or a task ends with the block before.
func (s *sink) listed() bool {
	if len(s.out) == 0 {
		return false
	}
	last := s.out[len(s.out)-1]
	p, ok := last.(*word.Paragraph)
	return word.Depth(last) > 0 || ok && p.Task != word.NoTask
}

// unspace removes the space between a check box and its text.
func unspace(in []word.Inline) {
	for i := range in {
		if in[i].Kind == word.Run && in[i].Text != "" {
			in[i].Text = strings.TrimPrefix(in[i].Text, " ")
			return
		}
		if in[i].Kind != word.CommentStart && in[i].Kind != word.CommentEnd && in[i].Kind != word.Run {
			return
		}
	}
}

// boxed recognizes tasks that other programs write as list items with a box.
func boxed(p *paragraph) word.Task {
	for i, l := range p.in {
		if l.Kind == word.CommentStart || l.Kind == word.CommentEnd {
			continue
		}
		if l.Kind != word.Run {
			return word.NoTask
		}
		for sign, task := range map[string]word.Task{"☐ ": word.ToDo, "☒ ": word.Done, "☑ ": word.Done} {
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
		return word.NoTask
	}
	return word.NoTask
}

// indent is in steps.
func (x *reader) indent(ppr *parts.Node, id string) int {
	v := indentOf(ppr)
	if v == "" {
		for _, st := range x.Styles.chain(id) {
			if v = st.indent; v != "" {
				break
			}
		}
	}
	return steps(v)
}

// steps are those of an indent, half an inch each.
func steps(v string) int {
	n, err := strconv.ParseFloat(v, 64)
	if err != nil || math.IsNaN(n) {
		return 0
	}
	return int(min(max(math.Round(n/parts.Step), 0), 99))
}

// codeLines makes a paragraph for each line of code.
func codeLines(in []word.Inline, from word.Source) []word.Block {
	var out []word.Block
	var line []word.Inline
	for _, i := range word.NewParagraph(word.Format{}, in...).Inlines() {
		if i.Kind == word.LineBreak {
			out = append(out, word.NewParagraph(word.Format{Source: from}, line...))
			line = nil
			continue
		}
		i.Props = word.Props{}
		line = append(line, i)
	}
	return append(out, word.NewParagraph(word.Format{Source: from}, line...))
}

// inline reads an element of a paragraph.
func (x *reader) inline(n *parts.Node, over word.Props, p *paragraph) error {
	before := len(p.in)
	whole, err := x.inlineParts(n, over, p)
	if whole {
		x.traceUnits(n, p, before)
	}
	return err
}

// inlineParts reports whether the element makes its positions as a whole, not by
// elements in it that are noted themselves.
func (x *reader) inlineParts(n *parts.Node, over word.Props, p *paragraph) (whole bool, err error) {
	switch n.Name {
	case "r":
		return false, x.run(n, over, p)
	case "hyperlink":
		if l := x.link(n); l != "" {
			over.Link, over.Title = l, n.Attr("tooltip")
		}
	case "fldSimple":
		f := &field{sep: true}
		f.code.WriteString(n.Attr("instr"))
		x.fields = append(x.fields, f)
		err := x.inlines(n, over, p)
		x.endField()
		return false, err
	case "ins", "moveTo":
		x.lost[loss.Revision]++
		before := len(p.in)
		err := x.inlines(n, over, p)
		x.traceRevision(n, RevisionIn("", n.Name), p, before)
		return false, err
	case "del", "moveFrom":
		x.lost[loss.Revision]++
		x.traceRevision(n, RevisionIn("", n.Name), p, len(p.in))
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
		if name, ok := strings.CutPrefix(n.Attr("name"), parts.AnchorPrefix); ok {
			p.put(word.Inline{Kind: word.BoxAnchor, Name: name})
		} else {
			x.bookmarks = append(x.bookmarks, n.Attr("name"))
		}
		return true, nil
	case "subDoc":
		x.lost[loss.Embedded]++
		return false, nil
	default:
		return false, nil
	}
	return false, x.inlines(n, over, p)
}

func (x *reader) inlines(n *parts.Node, over word.Props, p *paragraph) error {
	for _, k := range parts.Kids(n) {
		if err := x.inline(k, over, p); err != nil {
			return err
		}
	}
	return nil
}

// link returns the target of a hyperlink.
func (x *reader) link(n *parts.Node) string {
	to := ""
	if r, ok := x.rels[n.Attr("id")]; ok {
		to = r.Target
	}
	if a := n.Attr("anchor"); a != "" {
		to += "#" + a
	}
	return to
}

// inlineControl reads a content control in a line: a check box at the start makes a
// task, our placeholders become what they stand for.
func (x *reader) inlineControl(n *parts.Node, over word.Props, p *paragraph) (whole bool, err error) {
	pr, content := n.Kid("sdtPr"), n.Kid("sdtContent")
	tag, _ := strings.CutPrefix(pr.Val("tag"), parts.TagPrefix)
	if id, ok := strings.CutPrefix(tag, "note:"); ok { // a second reference to one
		if err := x.Package.Limits.Budget.Work(len(x.notes)); err != nil {
			return false, err
		}
		if i := slices.Index(x.notes, noteRef{false, id}); i >= 0 {
			p.put(word.Styled(word.Reference(i+1), word.Props{Note: i + 1}))
			return true, nil
		}
	}
	kind := map[string]word.Kind{"drawing": word.Drawing, "addon": word.AddOn}[tag]
	if kind != word.Run {
		words := &paragraph{sink: &sink{}}
		if err := x.inlines(content, word.Props{}, words); err != nil {
			return false, err
		}
		p.put(word.Inline{Kind: kind, Text: strings.TrimSuffix(strings.TrimPrefix(word.Flat(words.in), "["), "]")})
		return true, nil
	}
	if box := pr.Kid("checkbox"); box != nil && !hasText(p.in) && p.task == word.NoTask && p.sink != nil {
		p.task, p.alt = word.ToDo, true
		if on, _ := box.On("checked"); on {
			p.task = word.Done
		}
		return true, nil
	}
	return false, x.inlines(content, over, p)
}

// hasText reports whether there is text in front.
func hasText(in []word.Inline) bool {
	return slices.ContainsFunc(in, func(i word.Inline) bool {
		return i.Kind != word.CommentStart && i.Kind != word.CommentEnd && i.Len() > 0
	})
}

// equation keeps the text of a formula.
func (x *reader) equation(n *parts.Node, p *paragraph) {
	var b strings.Builder
	for _, t := range n.Find("t") {
		b.WriteString(t.Text)
	}
	if len(n.Find("f"))+len(n.Find("sSup"))+len(n.Find("sSub"))+len(n.Find("rad"))+len(n.Find("m"))+len(n.Find("nary")) > 0 {
		x.lost[loss.Equation]++
	}
	p.put(word.Inline{Kind: word.Equation, Text: b.String()})
}

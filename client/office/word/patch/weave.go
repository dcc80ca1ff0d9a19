package patch

import (
	"slices"
	"strings"

	"aloft/client/office/word"
	"aloft/client/office/word/parts"
	"aloft/client/office/word/read"
)

// weaving writes the paragraphs that an element of the file has become.
type weaving struct {
	original
	runs
	p    *patcher
	last *parts.Node // that ends with the element
	tail string      // the end of the paragraph that is open

	at    int           // next event
	skip  int           // units of the next event that were passed
	led   bool          // the box of a task was passed
	open  []*parts.Node // elements that have begun in the output
	kept  map[*parts.Node]bool
	loose map[*parts.Node]bool // alternate content whose text was edited, and its branches
	rprs  map[*parts.Node][]property
	props word.Props  // of the last unit that was written or passed
	near  *parts.Node // its run
	tracked
}

// piece is a token of the paragraphs as they are now, or the end of one of them.
type piece struct {
	token
	from  int   // among old, -1 = new
	end   bool  // of a paragraph, before more
	next  int   // item that begins behind the end
	fresh []int // items between the two
}

// paragraphs is the XML of the items from i to j, which have replaced those of one
// element.
func (p *patcher) paragraphs(elem word.Source, were, is []flatBlock, i, j int) string {
	o := p.original(elem, were)
	if o.main == nil {
		return p.object(p.text.raw(elem.Part(), o.at0), is[i:j])
	}
	w := weaving{original: o, runs: runs{text: p.text, part: elem.Part()}, p: p, kept: map[*parts.Node]bool{}, loose: map[*parts.Node]bool{}, rprs: map[*parts.Node][]property{}}
	return w.weave(is, i, j)
}

// weave returns the XML of the items from i to j.
func (w *weaving) weave(is []flatBlock, i, j int) string {
	p := w.p
	pieces, all, first := w.pieces(is, i, j)
	from := aligned(w.old, all)
	if p.by != nil {
		from = alignedWhole(w.old, all)
	}
	n := 0
	whole := len(all) == len(w.old) // at most ends were added
	for k := range pieces {
		if !pieces[k].end {
			pieces[k].from = from[n]
			whole = whole && from[n] == n && p.sums.sameInline(all[n].Inline, w.old[n].Inline)
			n++
		}
	}
	if whole && p.by == nil {
		if xml, ok := w.beside(is, i, j); ok {
			return xml
		}
	}
	w.loosen(pieces)
	last := !slices.ContainsFunc(pieces, func(x piece) bool { return x.end })
	w.keeps, w.shapes = make([]bool, len(w.hidden)), map[shape]string{}
	for _, x := range pieces {
		if u := w.unitAt(x); u >= 0 {
			w.keeps[u] = true
		}
	}
	w.last = w.main
	switch {
	case w.joined && last:
		w.main = w.first
		w.ppr = p.text.properties(w.part, w.main.Kid("pPr"))
	case w.joined:
		p.untracked("a suggestion to join two paragraphs is already there")
		w.events = slices.DeleteFunc(w.events, func(e event) bool { return e.n.Name == joint })
	}
	w.begin(is[first], true, last)
	w.lead(is[first].format())
	for k, x := range pieces {
		switch {
		case x.end:
			w.finish()
			w.out.WriteString(p.fresh(is, x.fresh))
			q := is[x.next].Block.(*word.Paragraph)
			w.begin(is[x.next], false, !slices.ContainsFunc(pieces[k+1:], func(x piece) bool { return x.end }))
			if q.Task != word.NoTask && (w.led || w.was.Task == word.NoTask) {
				w.out.WriteString(p.inserted(p.out.local(p.w.Task(q.Task))))
			}
			w.lead(q.Format)
		case x.from >= 0:
			w.old1(x)
		default:
			w.new1(x)
		}
	}
	w.rest()
	w.track(untouched)
	w.close()
	for len(w.open) > 0 {
		w.pop()
	}
	w.out.WriteString(w.tail)
	if p.by != nil && strings.Contains(w.out.String(), "></w:ins>") {
		return hollow().ReplaceAllString(w.out.String(), "")
	}
	return w.out.String()
}

// unitAt is the unit of the file that a piece was, -1 = none.
func (w *weaving) unitAt(x piece) int {
	if x.end || x.from < 0 {
		return -1
	}
	return w.unitOf[x.from]
}

// pieces are what the items from i to j consist of, and the tokens among it; first is their first
// paragraph, and what is new before it is written.
func (w *weaving) pieces(is []flatBlock, i, j int) (pieces []piece, all []token, first int) {
	var fresh []int
	first, prev := -1, -1
	for k := i; k < j; k++ {
		q, ok := is[k].Block.(*word.Paragraph)
		if !ok || q.Format.Source <= 0 {
			fresh = append(fresh, k)
			continue
		}
		switch {
		case first < 0:
			first = k
			w.out.WriteString(w.p.fresh(is, fresh))
		case is[prev].code && is[k].code && fresh == nil:
			t := token{lineKey, word.Inline{Kind: word.LineBreak}}
			pieces, all = append(pieces, piece{token: t}), append(all, t)
		default:
			pieces = append(pieces, piece{end: true, next: k, fresh: fresh})
		}
		fresh, prev = nil, k
		more := w.p.sums.tokens(q.Inlines())
		pieces, all = slices.Grow(pieces, len(more)), append(all, more...)
		for _, t := range more {
			pieces = append(pieces, piece{token: t})
		}
	}
	return pieces, all, first
}

// lead passes the box of a task, and the space behind it, before any text.
func (w *weaving) lead(f word.Format) {
	if w.led || w.was.Task == word.NoTask || f.Task == word.NoTask {
		return
	}
	w.led = true
	for ; w.at < len(w.events); w.at, w.skip = w.at+1, 0 {
		e := w.events[w.at]
		if e.kind == makes {
			for ; w.skip < len(e.units) && w.hidden[e.first+w.skip]; w.skip++ {
				w.drop(e, w.skip)
			}
			if w.skip < len(e.units) {
				return
			}
		} else if e.kind != stands && !(e.kind == opens && isInsertion(e.n) && e.n.First("checkbox") != nil) {
			return
		} else {
			w.step(e)
		}
	}
}

// begin writes the beginning of a paragraph; first and last: of those of the
// element.
func (w *weaving) begin(b flatBlock, first, last bool) {
	if first {
		tag := string(w.text.data[w.part][w.main.From:w.main.Open])
		w.out.WriteString(strings.TrimSuffix(strings.TrimSuffix(tag, ">"), "/") + ">")
		w.tail = w.end(w.last)
	} else {
		w.out.WriteString(`<w:p>`)
		w.tail = `</w:p>`
	}
	ppr := w.p.look.reformat(w.ppr, w.was, b.format(), b.num)
	if !last {
		ppr = without(ppr, "sectPr")
	}
	if !first {
		ppr = without(ppr, "pageBreakBefore")
	}
	w.out.WriteString(joined("pPr", w.trackParagraph(ppr, last)))
	for _, n := range w.open {
		w.out.WriteString(w.again(n))
	}
}

// finish ends a paragraph that is followed by another one of the element. What
// contains text goes on there; a control or field ends.
func (w *weaving) finish() {
	w.outside(true)
	w.track(untouched)
	w.close()
	var again []*parts.Node
	for _, n := range slices.Backward(w.open) {
		w.out.WriteString(w.end(n))
		switch n.Name {
		case "hyperlink", "ins", "del", "moveTo", "moveFrom", "smartTag", "bdo", "dir":
			again = append(again, n)
		}
	}
	slices.Reverse(again)
	w.open = again
	w.out.WriteString(w.tail)
}

func (w *weaving) end(n *parts.Node) string {
	return endTag(string(w.text.data[w.part][n.From:n.Open]))
}

// pop ends the innermost element.
func (w *weaving) pop() {
	n := w.open[len(w.open)-1]
	w.open = w.open[:len(w.open)-1]
	w.out.WriteString(w.end(n))
}

// put writes an element of a run of the file, or one beside runs.
func (w *weaving) put(e event) {
	w.track(untouched)
	xml := w.text.raw(w.part, e.n.Span)
	if e.run == nil {
		w.close()
		w.out.WriteString(xml)
		return
	}
	w.in(e.run, w.rpr(e.run))
	w.element(xml)
}

func (w *weaving) rpr(run *parts.Node) []property {
	if run == nil {
		return nil
	}
	got, known := w.rprs[run]
	if !known {
		got = w.text.properties(w.part, run.Kid("rPr"))
		w.rprs[run] = got
	}
	return got
}

// pass goes behind the events before a unit: elements begin and end, what stands
// between is kept, units before it are gone.
func (w *weaving) pass(unit int) {
	for ; w.at < len(w.events); w.at, w.skip = w.at+1, 0 {
		e := w.events[w.at]
		if e.kind == makes && unit < e.first+len(e.units) {
			for ; e.first+w.skip < unit; w.skip++ {
				w.drop(e, w.skip)
			}
			return
		}
		w.step(e)
	}
}

// step goes through one event.
func (w *weaving) step(e event) {
	if w.loose[e.n] && e.kind != makes { // the text in it stands for itself
		w.close()
		return
	}
	if e.kind == opens || e.kind == closes {
		w.track(untouched)
	}
	switch e.kind {
	case opens:
		w.close()
		w.open = append(w.open, e.n)
		w.out.WriteString(w.tag(e.n))
	case closes:
		w.close()
		if slices.Contains(w.open, e.n) {
			for w.open[len(w.open)-1] != e.n {
				w.pop()
			}
			w.pop()
		}
	case stands:
		w.put(e)
	case makes:
		for ; w.skip < len(e.units); w.skip++ {
			w.drop(e, w.skip)
		}
	}
}

// drop passes a unit that is gone; one that was never read stays.
func (w *weaving) drop(e event, k int) {
	switch {
	case w.hidden[e.first+k]:
		w.unit(e, e.units[k], e.units[k].Props)
	case w.p.by != nil:
		w.strike(e, k)
	}
}

// unit writes a unit of the file; is are its properties now.
func (w *weaving) unit(e event, t token, is word.Props) {
	w.track(untouched)
	switch {
	case w.loose[e.n] && !carriesProps(t.Kind):
		w.close()
		w.out.WriteString(w.p.out.local(w.p.w.Inlines([]word.Inline{t.Inline})))
		return
	case e.n.Name != "t" && !w.loose[e.n]: // it stays as a whole
		if !w.kept[e.n] {
			w.kept[e.n] = true
			if e.run == nil {
				w.put(e)
				return
			}
			w.in(e.run, w.restyled(e.run, t.Props, is))
			w.element(w.text.raw(w.part, e.n.Span))
		}
		return
	}
	w.in(e.run, w.restyled(e.run, t.Props, is))
	w.letter(t)
}

// old1 writes what was there before.
func (w *weaving) old1(x piece) {
	u := w.unitOf[x.from]
	if u < 0 {
		return // it is none of the element's: a page break by a property, a note's number
	}
	if w.at < len(w.events) {
		w.pass(u)
	}
	if w.at >= len(w.events) || w.events[w.at].first+w.skip != u {
		return
	}
	e := w.events[w.at]
	// What the model says of the paragraph's text may come from its style: only what
	// an edit has changed is written.
	t := e.units[w.skip]
	t.Props = w.old[x.from].Props
	w.props, w.near = t.Props, e.run
	w.unit(e, t, x.Props)
	if w.skip++; w.skip == len(e.units) {
		w.at, w.skip = w.at+1, 0
	}
}

// new1 writes what is new, with the properties of its place.
func (w *weaving) new1(x piece) {
	if w.p.by != nil {
		w.strikeAhead()
	}
	if w.p.w.IsFootnote(x.Inline) {
		if x.Text == "[" { // its first character stands for all
			w.track(inserted)
			w.close()
			w.out.WriteString(w.p.out.local(w.p.w.Inlines([]word.Inline{word.Styled(word.Reference(x.Props.Note), x.Props)})))
		}
		return
	}
	near, props := w.place(x)
	inside := x.Props.Link != "" && x.Props.Link == props.Link
	if !inside {
		w.outside(false)
	}
	switch alone := !carriesProps(x.Kind); {
	case alone, x.Props.Link != "" && !inside:
		if alone {
			x.Props.Link = "" // the open link has it
		}
		xml := w.p.out.local(w.p.w.Inlines([]word.Inline{x.Inline}))
		switch {
		case stays(x.Kind):
			w.track(untouched)
		case alone:
			w.track(inserted)
		default: // what is in a link is inserted, not the link
			w.track(apart)
			xml = w.p.inserted(xml)
		}
		w.close()
		w.out.WriteString(xml)
		return
	}
	rpr := w.rpr(near)
	if near == nil {
		mark := w.main.Kid("pPr").Kid("rPr")
		rpr = without(w.text.properties(w.part, mark), "ins", "del", "moveFrom", "moveTo", "rPrChange")
		props = word.Props{}
		read.Apply(mark, &props)
	} else {
		rpr = without(rpr, "ins", "del", "rPrChange")
		if props.Link != "" && x.Props.Link == "" {
			rpr = without(rpr, "rStyle") // it is behind a link
		}
	}
	rpr = w.p.look.restyle(rpr, props, x.Props)
	w.track(inserted)
	if w.of == nil || w.of != near || w.run != w.tag(near)+joined("rPr", rpr) { // else it goes on in the run of its place
		w.in(nil, rpr)
	}
	w.letter(x.token)
}

// place is the run whose properties new text gets: that of the text it replaces, of
// the text before it, of the text behind it.
func (w *weaving) place(x piece) (*parts.Node, word.Props) {
	next, props, found := (*parts.Node)(nil), word.Props{}, false
	for k := w.at; k < len(w.events) && !found; k++ {
		e := w.events[k]
		if from := w.skip; e.kind == makes && e.run != nil {
			if k > w.at {
				from = 0
			}
			if from < len(e.units) && carriesProps(e.units[from].Kind) {
				next, props, found = e.run, e.units[from].Props, true
			}
		}
	}
	if w.near != nil && !(found && w.props != x.Props && props == x.Props) {
		return w.near, w.props
	}
	return next, props
}

// outside goes behind the ends of links, fields and the like that the next unit is
// not in either; with marks also behind the ends of bookmarks.
func (w *weaving) outside(marks bool) {
	if w.skip > 0 {
		return
	}
	depth, least, best := 0, 0, w.at
	for k := w.at; k < len(w.events); k++ {
		e := w.events[k]
		if e.kind == makes {
			break
		}
		switch {
		case e.kind == opens:
			depth++
		case e.kind == closes:
			depth--
		case e.n.Name == "fldChar" && e.n.Attr("fldCharType") == "begin":
			depth++
		case e.n.Name == "fldChar" && e.n.Attr("fldCharType") == "end":
			depth--
		}
		ends := marks && (e.n.Name == "bookmarkEnd" || e.n.Name == "permEnd" || e.n.Name == "proofErr")
		if depth < least || ends && depth == least && best == k {
			least, best = depth, k+1
		}
	}
	for w.at < best {
		w.step(w.events[w.at])
		w.at, w.skip = w.at+1, 0
	}
}

// rest goes through what is left.
func (w *weaving) rest() {
	for ; w.at < len(w.events); w.at, w.skip = w.at+1, 0 {
		w.step(w.events[w.at])
	}
}

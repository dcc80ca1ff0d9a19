package patch

import (
	"cmp"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"aloft/client/office/word"
	"aloft/client/office/word/parts"
)

// tracking is the tracked change that is being written.
type tracking uint8

const (
	untouched tracking = iota
	apart              // outside of an insertion of somebody else
	inserted
	deleted
)

// tracked are the tracked changes of a paragraph that is written.
type tracked struct {
	now    tracking
	broken []*parts.Node // elements that go on behind the insertion
	keeps  []bool        // units of the file that are still there
	shapes map[shape]string
}

// track begins the tracked change for what is written next, or ends the one before.
func (w *weaving) track(to tracking) {
	if w.p.by == nil || w.now == to {
		return
	}
	w.close()
	switch {
	case w.now == deleted:
		w.out.WriteString(`</w:del>`)
	case w.now == inserted && !w.own():
		w.out.WriteString(`</w:ins>`)
		fallthrough
	case w.now == apart:
		for _, n := range w.broken {
			w.out.WriteString(w.again(n))
		}
		w.broken = nil
	}
	w.now, w.struck = to, to == deleted
	switch {
	case to == deleted:
		w.out.WriteString(w.p.by.tag("del"))
	case to != untouched && !w.own():
		if k := slices.IndexFunc(w.open, isInsertion); k >= 0 {
			w.broken = slices.Clone(w.open[k:])
			for _, n := range slices.Backward(w.broken) {
				w.out.WriteString(w.end(n))
			}
		}
		if to == inserted {
			w.out.WriteString(w.p.by.tag("ins"))
		}
	}
}

func isInsertion(n *parts.Node) bool { return n.Name == "ins" || n.Name == "moveTo" }

// own reports whether what is written stands in an insertion of the same person.
func (w *weaving) own() bool {
	for _, n := range slices.Backward(w.open) {
		if isInsertion(n) {
			return w.p.by.mine(n)
		}
	}
	return false
}

// again begins an element of the file a second time.
func (w *weaving) again(n *parts.Node) string {
	tag := w.tag(n)
	if w.p.by == nil || !isInsertion(n) {
		return tag
	}
	w.p.by.last++
	return regexp.MustCompile(`(:id=)(?:"[^"]*"|'[^']*')`).ReplaceAllString(tag, `$1"`+strconv.Itoa(w.p.by.last)+`"`)
}

// hollow are insertions of others without anything in them any more.
func hollow() *regexp.Regexp {
	return regexp.MustCompile(`<w:ins\s(?:[^>"]|"[^"]*")*></w:ins>`)
}

// stays reports whether a sign stays although the text around it is deleted: a comment is
// no part of the text.
func stays(k word.Kind) bool {
	return k == word.CommentStart || k == word.CommentEnd || k == word.BoxAnchor
}

// strike writes a unit that is gone as a deletion. What the same person has inserted goes
// for good.
func (w *weaving) strike(e event, k int) {
	t := e.units[k]
	switch {
	case stays(t.Kind):
		w.unit(e, t, t.Props)
	case w.own():
	case e.n.Name == "t":
		w.track(deleted)
		w.in(e.run, w.rpr(e.run))
		w.letter(t)
	case k < len(e.units)-1 || w.kept[e.n]:
	case e.run == nil:
		w.track(deleted)
		w.close()
		w.out.WriteString(struck(w.text.raw(w.part, e.n.Span)))
	default:
		w.track(deleted)
		w.in(e.run, w.rpr(e.run))
		w.element(struck(w.text.raw(w.part, e.n.Span)))
	}
}

// strikeAhead writes what new text replaces before that text.
func (w *weaving) strikeAhead() {
	for k, e := range w.events[min(w.at, len(w.events)):] { // what ends there, or stands there
		if e.kind == makes && k > 0 && w.skip == 0 && !w.keeps[e.first] && !w.hidden[e.first] && !stays(e.units[0].Kind) {
			for ; k > 0; k-- {
				w.step(w.events[w.at])
				w.at++
			}
		}
		if e.kind == makes || e.kind == opens && !isInsertion(e.n) {
			break
		}
	}
	for first := true; w.at < len(w.events); w.at, w.skip = w.at+1, 0 {
		e := w.events[w.at]
		if e.kind != makes {
			return
		}
		for ; w.skip < len(e.units); w.skip++ {
			u := e.first + w.skip
			if w.keeps[u] || w.hidden[u] || stays(e.units[w.skip].Kind) {
				return
			}
			if first && carriesProps(e.units[w.skip].Kind) && e.run != nil {
				first, w.near, w.props = false, e.run, e.units[w.skip].Props
			}
			w.strike(e, w.skip)
		}
	}
}

// restyled are the properties of text of the file whose look was changed.
func (w *weaving) restyled(run *parts.Node, was, is word.Props) []property {
	before := w.rpr(run)
	after := w.p.look.restyle(before, was, is)
	if was.Link = is.Link; w.p.by == nil || was == is || w.own() {
		return after
	}
	return w.changed(run, before, after, "rPr", runOrder, "ins", "del", "moveFrom", "moveTo")
}

// shape is what the look of a run was and is.
type shape struct {
	run     *parts.Node
	was, is string
}

// changed adds to properties those that they were before; kept are no part of the change.
func (w *weaving) changed(run *parts.Node, before, after []property, name string, rank func(string) int, kept ...string) []property {
	change := name + "Change"
	if slices.ContainsFunc(after, func(x property) bool { return x.name == change }) {
		return after // what was before all changes is there
	}
	old := cmp.Or(joined(name, without(before, kept...)), "<w:"+name+"/>")
	key := shape{run, old, joined(name, after)}
	if w.shapes[key] == "" { // the letters of a run are one change
		w.shapes[key] = w.p.by.tag(change) + old + "</w:" + change + ">"
	}
	return set(after, rank, change, w.shapes[key])
}

// trackParagraph are the properties of a paragraph that is written: the mark of one that is
// not the last of those that were one is inserted, the last one had other properties.
func (w *weaving) trackParagraph(ppr []property, last bool) []property {
	if w.p.by == nil {
		return ppr
	}
	mark := w.main.Kid("pPr").Kid("rPr")
	if !last {
		own := without(w.text.properties(w.part, mark), "ins", "del", "moveFrom", "moveTo", "rPrChange")
		own = slices.Insert(own, 0, property{"ins", w.p.by.mark("ins")})
		return set(without(ppr, "pPrChange"), paraOrder, "rPr", joined("rPr", own))
	}
	fixed := []string{"rPr", "sectPr", "pPrChange"}
	if joined("pPr", without(ppr, fixed...)) == joined("pPr", without(w.ppr, fixed...)) || w.p.by.mine(mark.Kid("ins")) {
		return ppr
	}
	return w.changed(nil, w.ppr, ppr, "pPr", paraOrder, fixed...)
}

// struck is the XML of something that is in a deletion from now on.
func struck(xml string) string {
	text := regexp.MustCompile(`<(/?)((?:\w+:)?)(t|instrText)([\s/>])`)
	return text.ReplaceAllStringFunc(xml, func(tag string) string {
		m := text.FindStringSubmatch(tag)
		return "<" + m[1] + m[2] + map[string]string{"t": "delText", "instrText": "delInstrText"}[m[3]] + m[4]
	})
}

// alignedWhole is aligned for people who read the difference: what was replaced is whole
// words, and what was only added or only removed is that.
func alignedWhole(a, b []token) []int {
	out := alignedWords(a, b, func(out []int, fa, ta, fb, tb int) {
		front, back := 0, 0
		for fa+front < ta && fb+front < tb && a[fa+front].key == b[fb+front].key {
			front++
		}
		for ta-back > fa+front && tb-back > fb+front && a[ta-back-1].key == b[tb-back-1].key {
			back++
		}
		if front+back < min(ta-fa, tb-fb) {
			return
		}
		for k := range front {
			out[fb+k] = fa + k
		}
		for k := range back {
			out[tb-1-k] = ta - 1 - k
		}
	})
	kept := make([]bool, len(a))
	for _, k := range out {
		if k >= 0 {
			kept[k] = true
		}
	}
	for i := 0; i < len(b); { // a space between words that were all replaced is replaced with them
		end := i + 1
		for ; end < len(b) && out[i] >= 0 && out[end] == out[end-1]+1; end++ {
		}
		if from := out[i]; from > 0 && i > 0 && end < len(b) && blankTokens(b[i:end]) {
			to := from + end - i
			before, after := out[i-1], out[end]
			if before < 0 && after < 0 && to < len(a) && !kept[from-1] && !kept[to] {
				for k := i; k < end; k++ {
					kept[out[k]], out[k] = false, -1
				}
			}
		}
		i = end
	}
	return out
}

func blankTokens(in []token) bool {
	return !slices.ContainsFunc(in, func(t token) bool { return t.Kind != word.Run || strings.TrimSpace(t.Text) != "" })
}

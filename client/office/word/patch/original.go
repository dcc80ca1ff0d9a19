package patch

import (
	"math"
	"slices"
	"strings"

	"aloft/client/office/word"
	"aloft/client/office/word/parts"
)

// original is what the file has where paragraphs are written: an element, or several
// that are read as one.
type original struct {
	at0    parts.Span
	main   *parts.Node // its last w:p: where the mark between two was deleted, that one counts
	first  *parts.Node
	joined bool // there are several
	ppr    []property
	was    word.Format
	events []event
	old    []token // as it was read
	hidden []bool  // units of the events that are not among old
	unitOf []int   // of old: the unit, -1 = none of the element's
}

// joint is the name of what is between two paragraphs that are read as one.
const joint = "joint"

// original reads an element that has become these items.
func (p *patcher) original(elem word.Source, were []flatBlock) original {
	part := elem.Part()
	o := original{at0: p.Trace.Blocks[elem]}
	var between []*parts.Node
	for _, n := range p.text.parse(part, o.at0, math.MaxInt) {
		if n.Name != "p" {
			between = append(between, n)
			continue
		}
		if o.main != nil && o.main.To > o.main.Open && n.To > n.Open { // the mark between the two was deleted
			from := n.Open
			if ppr := n.Kid("pPr"); ppr != nil {
				from = ppr.To
			}
			o.events = append(o.events, event{kind: stands, n: &parts.Node{Name: joint, Span: parts.Span{From: o.main.Close, To: from}}})
			o.joined = true
		} else {
			for _, b := range between {
				o.events = append(o.events, event{kind: stands, n: b})
			}
			o.first = n
		}
		o.main, between = n, nil
		o.events = p.events(part, n, o.events)
	}
	if o.main == nil {
		return o
	}
	o.ppr = p.text.properties(part, o.main.Kid("pPr"))
	for k, it := range were {
		q := it.Block.(*word.Paragraph)
		if k == 0 {
			o.was = q.Format
		} else {
			o.old = append(o.old, token{lineKey, word.Inline{Kind: word.LineBreak}})
		}
		o.old = append(o.old, p.sums.tokens(q.Inlines())...)
	}
	var units []token
	for k := range o.events {
		o.events[k].first = len(units)
		units = append(units, o.events[k].units...)
	}
	// From the file to what was read of it, and from there to what it is now.
	o.unitOf, o.hidden = aligned(units, o.old), slices.Repeat([]bool{true}, len(units))
	for _, u := range o.unitOf {
		if u >= 0 {
			o.hidden[u] = false
		}
	}
	return o
}

// object is the XML of the items that an element without a text of its own has become: it
// stays where its mark is, and what was written beside that are paragraphs.
func (p *patcher) object(xml string, is []flatBlock) string {
	var out strings.Builder
	marked := func(l word.Inline) bool { return l.Kind == word.AddOn }
	for _, b := range is {
		in, at := []word.Inline(nil), -1
		if q, ok := b.Block.(*word.Paragraph); ok {
			in, at = q.Inlines(), slices.IndexFunc(q.Inlines(), marked)
		}
		if at < 0 || xml == "" {
			out.WriteString(p.fresh([]flatBlock{b}, []int{0}))
			continue
		}
		for k, side := range [][]word.Inline{in[:at], in[at+1:]} {
			if len(side) > 0 {
				b.Block = word.NewParagraph(word.Format{}, side...)
				out.WriteString(p.fresh([]flatBlock{b}, []int{0}))
			}
			if k == 0 {
				out.WriteString(xml)
				xml = ""
			}
		}
	}
	if xml != "" {
		p.untracked("it would delete something that aloft cannot edit")
	}
	return out.String()
}

// beside is the XML where only empty paragraphs came beside the one of the file,
// which keeps its bytes.
func (w *weaving) beside(is []flatBlock, i, j int) (string, bool) {
	var out strings.Builder
	seen := false
	for k := i; k < j; k++ {
		q, ok := is[k].Block.(*word.Paragraph)
		switch {
		case !ok || q.Format.Source <= 0:
			out.WriteString(w.p.fresh(is, []int{k}))
		case !seen && q.Len() == len16(w.old) && sameFormat(q.Format, w.was):
			seen = true
			out.WriteString(w.text.raw(w.part, w.at0))
		case q.Len() > 1 || q.Task != word.NoTask || is[k].code:
			return "", false
		default:
			ppr := without(w.p.look.reformat(w.ppr, w.was, q.Format, is[k].num), "sectPr", "pageBreakBefore")
			out.WriteString(`<w:p>` + joined("pPr", ppr) + `</w:p>`)
		}
	}
	return out.String(), seen
}

package patch

import (
	"math"
	"strings"

	"aloft/client/office/word"
	"aloft/client/office/word/parts"
)

// joint is the name of what is between two paragraphs that are read as one.
const joint = "joint"

// paragraphs is the XML of the items from i to j, which have replaced those of one
// element.
func (p *patcher) paragraphs(elem word.Source, were, is []flatBlock, i, j int) string {
	part := elem.Part()
	w := weaving{p: p, part: part, at0: p.Trace.Blocks[elem]}
	var between []*parts.Node
	for _, n := range p.text.parse(part, w.at0, math.MaxInt) {
		if n.Name != "p" {
			between = append(between, n)
			continue
		}
		if w.main != nil && w.main.To > w.main.Open && n.To > n.Open { // the mark between the two was deleted
			from := n.Open
			if ppr := n.Kid("pPr"); ppr != nil {
				from = ppr.To
			}
			w.events = append(w.events, event{kind: stands, n: &parts.Node{Name: joint, Span: parts.Span{From: w.main.Close, To: from}}})
			w.joined = true
		} else {
			for _, b := range between {
				w.events = append(w.events, event{kind: stands, n: b})
			}
			w.first = n
		}
		w.main, between = n, nil
		w.events = p.events(part, n, w.events)
	}
	if w.main == nil {
		return p.text.raw(part, w.at0)
	}
	w.ppr = p.text.properties(part, w.main.Kid("pPr"))
	for k, it := range were {
		q := it.Block.(*word.Paragraph)
		if k == 0 {
			w.was = q.Format
		} else {
			w.old = append(w.old, token{lineKey, word.Inline{Kind: word.LineBreak}})
		}
		w.old = append(w.old, p.sums.tokens(q.Inlines())...)
	}
	var units []token
	for k := range w.events {
		w.events[k].first = len(units)
		units = append(units, w.events[k].units...)
	}
	// From the file to what was read of it, and from there to what it is now.
	read := aligned(units, w.old)
	w.hidden = make([]bool, len(units))
	for k := range w.hidden {
		w.hidden[k] = true
	}
	w.unitOf = map[int]int{}
	for o, u := range read {
		if u >= 0 {
			w.hidden[u] = false
			w.unitOf[o] = u
		}
	}
	w.units = units
	return w.weave(is, i, j)
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
			out.WriteString(w.p.text.raw(w.part, w.at0))
		case q.Len() > 1 || q.Task != word.NoTask || is[k].line:
			return "", false
		default:
			ppr := without(w.p.look.reformat(w.ppr, w.was, q.Format), "sectPr", "pageBreakBefore")
			out.WriteString(`<w:p>` + joined("pPr", ppr) + `</w:p>`)
		}
	}
	return out.String(), seen
}

package patch

import (
	"slices"

	"aloft/client/office/word"
	"aloft/client/office/word/parts"
)

// event is a step through the elements of a paragraph: one begins or ends, makes
// tokens, or stands between them.
type event struct {
	kind  eventKind
	n     *parts.Node
	run   *parts.Node // that it is in
	units []token
	first int // of its units among those of the paragraph
}

type eventKind uint8

const (
	opens eventKind = iota
	closes
	makes
	stands
)

// events go through a paragraph.
func (p *patcher) events(part word.Source, n *parts.Node, out []event) []event {
	for _, k := range n.Kids {
		if k.Name != "pPr" || n.Name != "p" {
			out = p.eventsOf(part, k, nil, out)
		}
	}
	return out
}

func (p *patcher) eventsOf(part word.Source, n, run *parts.Node, out []event) []event {
	switch units := p.Trace.Units[part+word.Source(n.From)]; {
	case len(units) > 0:
		return append(out, event{kind: makes, n: n, run: run, units: p.sums.tokens(word.NewParagraph(word.Format{}, units...).Inlines())})
	case n.Name == "r" && run == nil && len(n.Kids) > 0:
		for _, k := range n.Kids {
			if k.Name != "rPr" {
				out = p.eventsOf(part, k, n, out)
			}
		}
		return out
	case run == nil && p.hasUnits(part, n):
		out = append(out, event{kind: opens, n: n})
		for _, k := range n.Kids {
			out = p.eventsOf(part, k, nil, out)
		}
		return append(out, event{kind: closes, n: n})
	}
	return append(out, event{kind: stands, n: n, run: run})
}

// hasUnits reports whether an element or one in it makes tokens of the paragraph:
// the content of a text box does not.
func (p *patcher) hasUnits(part word.Source, n *parts.Node) bool {
	if len(p.Trace.Units[part+word.Source(n.From)]) > 0 {
		return true
	}
	return n.Name != "txbxContent" && slices.ContainsFunc(n.Kids, func(k *parts.Node) bool { return p.hasUnits(part, k) })
}

func carriesProps(k word.Kind) bool { return k == word.Run || k == word.Tab || k == word.LineBreak }

package patch

import (
	"cmp"
	"encoding/xml"
	"slices"

	"aloft/client/office/word"
	"aloft/client/office/word/parts"
	"aloft/client/office/word/read"
	"aloft/model/text"
)

// Alternate content has the same text several times, for programs that know more or less.
// An edit of the branch that was read would leave the old text in the others: a text box
// gets its new text in each; of text that is no box, the read branch alone is left.

// loosen finds the alternate content of a paragraph whose text was edited.
func (w *weaving) loosen(pieces []piece) {
	at := map[int]int{} // where units are now
	for k, x := range pieces {
		if u := w.unitAt(x); u >= 0 {
			at[u] = k
		}
	}
	same := func(from, to int, props bool) bool {
		last := -1
		for u := from; u < to; u++ {
			if w.hidden[u] {
				continue
			}
			k, ok := at[u]
			switch {
			case !ok, last >= 0 && k != last+1,
				props && !w.p.sums.sameInline(pieces[k].Inline, w.old[pieces[k].from].Inline),
				last >= 0 && !props && pieces[k].Props != pieces[last].Props:
				return false
			}
			last = k
		}
		return true
	}
	defer func() {
		for n, loose := range w.loose {
			switch {
			case loose && n.Name == "ruby":
				w.p.untracked("the text has a phonetic guide above it")
			case loose:
				w.p.untracked(standsTwice)
			}
		}
	}()
	for k, e := range w.events {
		switch {
		case e.kind == makes && len(e.units) > 1 && (e.n.Name == "AlternateContent" || e.n.Name == "ruby") && slices.ContainsFunc(e.units, func(t token) bool { return t.Kind == word.Run }):
			w.loose[e.n] = !same(e.first, e.first+len(e.units), false)
		case e.kind == opens && e.n.Name == "AlternateContent":
			end := k + slices.IndexFunc(w.events[k:], func(x event) bool { return x.kind == closes && x.n == e.n })
			if same(e.first, w.events[end].first, true) {
				continue
			}
			keep := slices.ContainsFunc(e.n.Kids, binds) || binds(e.n)
			w.loose[e.n] = !keep
			for _, branch := range e.n.Kids {
				w.loose[branch] = !keep || !w.p.hasUnits(w.part, branch)
			}
		}
	}
}

const standsTwice text.Text = "the file has a second copy of the text, for older programs"

// replaced is container, and leaves of alternate content around blocks that were edited the
// branch that was read.
func (p *patcher) replaced(part word.Source, in parts.Span, old, is []flatBlock) []cut {
	cuts := p.container(part, in, old, is)
	sorted := slices.Clone(cuts)
	slices.SortFunc(sorted, func(a, b cut) int { return cmp.Compare(a.From, b.From) })
	for _, a := range p.Trace.Twice {
		k, _ := slices.BinarySearchFunc(sorted, a.Read.From, func(c cut, from int64) int { return cmp.Compare(c.From, from) })
		if a.At.Part() == part && in.From <= a.Span.From && a.Span.To <= in.To && k < len(sorted) && sorted[k].To <= a.Read.To {
			p.untracked(standsTwice)
			cuts = append(cuts, p.without(a)...)
		}
	}
	return cuts
}

// without takes away all but the branch that was read: what is around that too, unless its
// content needs the namespaces bound there.
func (p *patcher) without(a read.Alternate) []cut {
	n := p.text.element(a.At)
	if n == nil {
		return nil
	}
	if !binds(n) && !slices.ContainsFunc(n.Kids, binds) {
		return []cut{{parts.Span{From: a.Span.From, To: a.Read.From}, ""}, {parts.Span{From: a.Read.To, To: a.Span.To}, ""}}
	}
	var out []cut
	for _, branch := range n.Kids {
		if branch.Inside() != a.Read {
			out = append(out, cut{branch.Span, ""})
		}
	}
	return out
}

// binds reports whether an element binds prefixes to namespaces.
func binds(n *parts.Node) bool {
	return slices.ContainsFunc(n.Attrs, func(a xml.Attr) bool { return a.Name.Space == "xmlns" || a.Name.Local == "xmlns" })
}

// box replaces the content of a text box, in all its copies.
func (p *patcher) box(was, is *word.Box) {
	n := p.text.element(word.SourceOf(is))
	if n == nil {
		return
	}
	part := word.SourceOf(is).Part()
	at := n.Inside()
	cuts := p.replaced(part, at, p.items(was.Blocks()), p.items(is.Blocks()))
	text := string(applied(p.text.data[part][at.From:at.To], at.From, cuts))
	p.text.inner[part] = append(p.text.inner[part], cut{at, text})
	for _, a := range p.Trace.Twice {
		if a.At.Part() == part && a.Read.From <= n.From && n.To <= a.Read.To {
			p.copies(a, n, text)
		}
	}
}

// copies replaces the content of a text box in the branches of alternate content that
// were not read. One with other boxes than the branch that was read goes away: nobody
// knows where in it the old text is.
func (p *patcher) copies(a read.Alternate, box *parts.Node, text string) {
	part := a.At.Part()
	all := p.text.element(a.At)
	if all == nil {
		return
	}
	var mine []*parts.Node
	choice := false
	for _, branch := range all.Kids {
		if branch.Inside() == a.Read {
			mine, choice = p.boxesIn(part, branch, nil), branch.Name == "Choice"
		}
	}
	k := slices.IndexFunc(mine, func(n *parts.Node) bool { return n.From == box.From })
	for _, branch := range all.Kids {
		if branch.Inside() == a.Read {
			continue
		}
		theirs := p.boxesIn(part, branch, nil)
		switch {
		case k >= 0 && len(theirs) == len(mine) && theirs[k].Open < theirs[k].To:
			p.text.inner[part] = append(p.text.inner[part], cut{theirs[k].Inside(), text})
		case choice:
			p.untracked(standsTwice)
			p.text.inner[part] = append(p.text.inner[part], cut{branch.Span, ""})
		default:
			p.untracked(standsTwice)
			p.text.inner[part] = append(p.text.inner[part], p.without(a)...)
			return
		}
	}
}

// boxesIn are the text boxes in an element; of alternate content those of the branch that
// was read, or of the first one.
func (p *patcher) boxesIn(part word.Source, n *parts.Node, out []*parts.Node) []*parts.Node {
	kids := n.Kids
	if n.Name == "AlternateContent" && len(kids) > 0 {
		k := slices.IndexFunc(kids, func(branch *parts.Node) bool {
			return slices.ContainsFunc(p.Trace.Twice, func(a read.Alternate) bool { return a.At == part+word.Source(n.From) && a.Read == branch.Inside() })
		})
		kids = kids[max(k, 0) : max(k, 0)+1]
	}
	for _, k := range kids {
		if k.Name == "txbxContent" {
			out = append(out, k)
		} else {
			out = p.boxesIn(part, k, out)
		}
	}
	return out
}

// twins are where a tracked change is in the branches of alternate content that were not
// read: those have as many of its author and time.
func (p *patcher) twins(v read.Revised) []int64 {
	var out []int64
	for _, a := range p.Trace.Twice {
		if a.At.Part() != v.At.Part() || v.At.At() < a.Read.From || v.At.At() >= a.Read.To {
			continue
		}
		n, one := p.text.element(a.At), p.text.element(v.At)
		if n == nil || one == nil {
			continue
		}
		alike := make([][]int64, len(n.Kids))
		k := -1
		for i, branch := range n.Kids {
			alike[i] = changesLike(one, branch, nil)
			if branch.Inside() == a.Read {
				k = slices.Index(alike[i], one.From)
				alike[i], alike[0] = alike[0], alike[i]
			}
		}
		for _, theirs := range alike[1:] {
			if k >= 0 && len(theirs) == len(alike[0]) {
				out = append(out, theirs[k])
			}
		}
	}
	return out
}

// changesLike are where the tracked changes in an element begin that are of the kind, the
// author and the time of one.
func changesLike(one, n *parts.Node, out []int64) []int64 {
	for _, k := range n.Kids {
		if k.Name == one.Name && k.Attr("author") == one.Attr("author") && k.Attr("date") == one.Attr("date") {
			out = append(out, k.From)
		}
		out = changesLike(one, k, out)
	}
	return out
}

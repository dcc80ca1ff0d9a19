package preview

import "image"

const (
	// beside is the least width for an outline beside the text.
	beside = 70
	// minOutline and maxOutline limit the outline's width beside the text.
	minOutline, maxOutline = 28, 56
	// minFacts is the least height for a line of facts.
	minFacts = 8
)

// layOut places the parts.
func (r *Reader) layOut() {
	side := r.env.Borders.Side()
	g := geometry{title: -1, facts: -1, rule: -1, divider: -1}
	top, bottom := 1, r.h-1
	inner := image.Rect(side, top, r.w-side, bottom)
	switch {
	case r.w < 4 || r.h < 3:
		r.geo = g
		return
	case r.full && r.w >= beside:
		ow := max(minOutline, min(r.w*2/5, maxOutline))
		g.rule = ow
		if r.h >= minFacts {
			g.facts = top
			top++
		}
		g.outline = image.Rect(side, top, ow, bottom)
		g.text = image.Rect(ow+1, 1, r.w-side, bottom)
	case r.full:
		if r.h >= minFacts {
			g.facts = top
			inner.Min.Y++
		}
		g.outline, g.text = inner, inner
	default:
		if r.h >= minFacts+4 {
			g.title, g.facts = top, top+1
			inner.Min.Y += 2
		}
		n := max(1, inner.Dy()*9/20)
		if r.doc != nil && r.doc.outline != nil {
			n = min(n, max(1, len(r.doc.heads)))
		}
		mid := min(inner.Min.Y+n, inner.Max.Y)
		g.outline = image.Rect(inner.Min.X, inner.Min.Y, inner.Max.X, mid)
		if mid+1 < inner.Max.Y {
			g.divider = mid
			g.text = image.Rect(inner.Min.X, mid+1, inner.Max.X, inner.Max.Y)
		}
	}
	r.geo = g
	r.contents.reveal()
}

package webhook

import (
	"strings"

	"aloft/themes"
	"aloft/ui/kit"
)

// bars draws the lines around and between the parts of a view.
type bars struct {
	env *Env
	p   *viewPaints
}

// viewPaints are the styles of the views, ready to be put around text.
type viewPaints struct {
	border, title, titleFocus, count kit.Paint
	match, row, rowNew, rowMeta      kit.Paint
	cursor, blurred                  kit.Paint
	looks                            [asAsks + 1]kit.Paint
}

func newViewPaints(st *themes.Styles) viewPaints {
	n := kit.NewPaint
	return viewPaints{
		border: n(st.PaneBorder), title: n(st.PaneTitle), titleFocus: n(st.PaneTitleFocus), count: n(st.PaneCount),
		match: n(st.RowMatch), row: n(st.RowText), rowNew: n(st.RowNew), rowMeta: n(st.RowMeta),
		cursor: n(st.RowCursor), blurred: n(st.RowCursorUnfocused),
		looks: [asAsks + 1]kit.Paint{
			asText: n(st.PreviewBody), asHead: n(st.PreviewHeading1), asMeta: n(st.RowMeta), asBad: n(st.JobFailed),
			asOK: n(st.HookOK), asAsks: n(st.StatusWarn),
		},
	}
}

// sides are the signs at the sides and between two columns.
func (b bars) sides() (left, right, mid string) {
	g := &b.env.Styles.Glyphs
	if b.env.Boxed && !b.env.Bare {
		left, right = b.p.border.On(g.Left), b.p.border.On(g.Right)
	}
	mid = b.p.border.On(g.Left)
	if b.env.Bare {
		mid = " "
	}
	return left, right, mid
}

// margin is how many cells the sides take each.
func (e *Env) margin() int {
	if e.Boxed && !e.Bare {
		return 1
	}
	return 0
}

// ends are the signs of the upper or the lower line.
func (b bars) ends(low bool) (lead, fill, cross, end string) {
	g := &b.env.Styles.Glyphs
	switch {
	case b.env.Bare:
		return " ", " ", " ", " "
	case low:
		lead, fill, cross, end = g.Bottom, g.Bottom, g.Bottom, g.Bottom
	default:
		lead, fill, cross, end = g.Top, g.Top, g.Top, g.Top
	}
	if g.Left == "│" && g.Top == "─" {
		if cross = "┬"; low {
			cross = "┴"
		}
	}
	if b.env.Boxed {
		lead, end = g.TopLeft, g.TopRight
		if low {
			lead, end = g.BottomLeft, g.BottomRight
		}
	}
	return lead, fill, cross, end
}

// rule draws a line of a width with words in it, at its left or at its right.
func (b bars) rule(width int, lead, fill, end, words string, paint kit.Paint, right bool) string {
	r, border := b.env.Ruler, b.p.border
	room := width - r.Width(lead) - r.Width(end)
	if words != "" {
		words = " " + r.TruncateEnd(words, max(0, room-3)) + " "
	}
	rest := strings.Repeat(fill, max(0, room-r.Width(words)))
	if right {
		return border.On(lead+rest) + paint.On(words) + border.On(end)
	}
	return border.On(lead) + paint.On(words) + border.On(rest+end)
}

// title is how a part's name is drawn.
func (b bars) title(focus bool) kit.Paint {
	if focus {
		return b.p.titleFocus
	}
	return b.p.title
}

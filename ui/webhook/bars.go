package webhook

import (
	"strings"

	"charm.land/lipgloss/v2"

	"aloft/ui/kit"
)

// bars draws the lines around and between the parts of a view.
type bars struct{ env *Env }

// sides are the signs at the sides and between two columns.
func (b bars) sides() (left, right, mid string) {
	g, st := &b.env.Styles.Glyphs, b.env.Styles
	if b.env.Boxed && !b.env.Bare {
		left, right = st.PaneBorder.Render(g.Left), st.PaneBorder.Render(g.Right)
	}
	mid = st.PaneBorder.Render(g.Left)
	if b.env.Bare {
		mid = " "
	}
	return left, right, mid
}

// margin is how many cells the sides take each.
func (b bars) margin() int {
	if b.env.Boxed && !b.env.Bare {
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
func (b bars) rule(width int, lead, fill, end, words string, style lipgloss.Style, right bool) string {
	r, border := b.env.Ruler, kit.NewPaint(b.env.Styles.PaneBorder)
	room := width - r.Width(lead) - r.Width(end)
	if words != "" {
		words = " " + r.TruncateEnd(words, max(0, room-3)) + " "
	}
	rest := strings.Repeat(fill, max(0, room-r.Width(words)))
	paint := kit.NewPaint(style)
	if right {
		return border.On(lead+rest) + paint.On(words) + border.On(end)
	}
	return border.On(lead) + paint.On(words) + border.On(rest+end)
}

// title is the style of a part's name.
func (b bars) title(focus bool) lipgloss.Style {
	if focus {
		return b.env.Styles.PaneTitleFocus
	}
	return b.env.Styles.PaneTitle
}

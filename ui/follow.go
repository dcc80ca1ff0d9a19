package ui

import (
	"image"

	tea "charm.land/bubbletea/v2"

	"aloft/ui/term"
)

// Screen readers, braille displays and magnifiers follow the terminal's cursor, so it stands on the current item. The
// theme marks the item, so there the cursor is invisible.

// under returns a cursor on an item.
func under(x, y int) *tea.Cursor {
	c := tea.NewCursor(max(0, x), max(0, y))
	c.Shape, c.Blink = term.Unseen, false
	return c
}

// itemOf returns the cursor on the item that the keys are on.
func itemOf(a *App) *tea.Cursor {
	part, at := a.Focused(), image.Rectangle{}
	switch {
	case a.Lower != nil && part == a.Lower.Panel:
		at = a.lay.Panel
	case a.PaneFocused():
		at = a.lay.Panes[a.Focus]
	case part == a.Reader && a.lay.Reader.Empty():
		at = a.lay.Info
	default:
		at = a.lay.Reader
	}
	if at.Empty() {
		return nil
	}
	it := part.Item()
	return under(min(at.Min.X+it.X, at.Max.X-1), min(at.Min.Y+it.Y, at.Max.Y-1))
}

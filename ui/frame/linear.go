package frame

import (
	tea "charm.land/bubbletea/v2"

	"aloft/model/lazy"
)

// A linear screen is written past the library, which has an empty view to draw: it handles keys, signals, the
// terminal's modes, and other programs.

// moves are the sequences by which the library would place and erase its view, hide the cursor while it does, and ask
// for keys in other forms. Consoles that do not know those underline what follows, or put the cursor elsewhere.
var moves = lazy.Regexp(`\x1b\[[0-9;]*[A-HJKd]|\x1b\[\?25l|\x1b\[[<>=?][0-9;]*[um]|[\r\n]`)

// speak writes what is new in a view, and returns the view for the library.
func (c *clock) speak(v tea.View) tea.View {
	out := c.script.Next(v)
	c.out.set(func() { c.out.put(out) })
	cursor := tea.NewCursor(0, 0)
	cursor.Blink = false
	return tea.View{Cursor: cursor}
}

// quiet leaves the terminal below what was written. The next view is said in full.
func (c *clock) quiet() {
	out := c.script.End()
	c.out.set(func() { c.out.put(out) })
}

//go:build unix

package term

import (
	"fmt"
	"strings"
	"testing"
	"time"

	tea "charm.land/bubbletea/v2"
)

// pointing is a list whose cursor is unseen on the current row. The key t shows it, as in a text field.
type pointing struct {
	sheet
	seen bool
}

func (p *pointing) View() tea.View {
	v := p.sheet.View()
	v.Cursor = tea.NewCursor(3, 2+p.keys%5)
	if v.Cursor.Shape = Unseen; p.seen {
		v.Cursor.Shape = tea.CursorBar
	}
	return v
}

func (p *pointing) Update(msg tea.Msg) (tea.Model, tea.Cmd) {
	if k, ok := msg.(tea.KeyPressMsg); ok && k.Code != 'x' {
		p.seen = k.Code == 't'
	}
	_, cmd := p.sheet.Update(msg)
	return p, cmd
}

// cursor waits for the terminal's cursor.
func (x *window) cursor(want string) {
	x.t.Helper()
	x.until("has the cursor "+want, func(string) bool {
		c := x.term.Cursor()
		return fmt.Sprint(c.X, c.Y, x.term.CursorVisible()) == want
	})
}

// A cursor is on its item even if nobody sees it, and is seen by another program and after the end.
func TestAnUnseenCursor(t *testing.T) {
	x := open(t, 40, 10, true, heldFor(&pointing{}, time.Second/60))
	x.cursor("3 2 false")
	x.types("j")
	x.cursor("3 3 false")
	x.types("t")
	x.cursor("3 4 true")
	x.types("jjjj")
	x.cursor("3 3 false")
	x.types("e")
	x.until("lends a terminal with a cursor", func(screen string) bool {
		return strings.Contains(screen, "on a terminal") && x.term.CursorVisible()
	})
	x.types("\r")
	x.cursor("3 5 false")
	x.types("q")
	_ = x.ends()
	x.until("shows the cursor at the end", func(string) bool { return x.term.CursorVisible() })
}

//go:build unix

package term

import (
	"context"
	"fmt"
	"os"
	"strings"
	"testing"
	"time"

	tea "charm.land/bubbletea/v2"
	"github.com/charmbracelet/colorprofile"

	"aloft/ui/kit"
)

// items is a model whose linear screen has a title and the current item.
type items struct {
	sheet
}

func (m *items) Update(msg tea.Msg) (tea.Model, tea.Cmd) {
	// This key changes nothing else, or a frame in between would depend on how fast the machine is.
	if k, ok := msg.(tea.KeyPressMsg); ok && k.Code == 'r' {
		return m, tea.ClearScreen
	}
	_, cmd := m.sheet.Update(msg)
	return m, cmd
}

func (m *items) View() tea.View {
	p := &LinearPage{Now: kit.Current{Text: fmt.Sprintf("item %d", m.keys)}}
	p.Say("a list")
	return p.View()
}

// wrote waits until exactly this was written since it was last asked. Showing the cursor, which is shown, is not
// compared: when the library does it again depends on how fast the machine is.
func (x *window) wrote(want string) {
	x.t.Helper()
	defer func() {
		if x.t.Failed() {
			x.t.Logf("but %q", x.last)
		}
	}()
	x.until(fmt.Sprintf("writes %q", want), func(string) bool { return strings.ReplaceAll(string(x.last), "\x1b[?25h", "") == want })
	x.mu.Lock()
	x.last = nil
	x.mu.Unlock()
}

// On a linear screen nothing is written after a key but what is new, on a real terminal. Another program gets the
// terminal below it, and the screen is said again after that, and on request.
func TestALinearScreen(t *testing.T) {
	x := open(t, 40, 10, true, func(ctx context.Context, in, out *os.File) error {
		return Run(ctx, &items{}, Own(in, out), Pace{Every: time.Second / 60, Linear: true}, nil, func(func(tea.Msg)) {},
			tea.WithEnvironment(environ), tea.WithColorProfile(colorprofile.ANSI256), tea.WithoutSignalHandler())
	})
	x.shows("item 0")
	x.until("has its cursor", func(string) bool { return strings.Contains(string(x.last), "\x1b[?25h") })
	x.rests()
	x.mu.Lock()
	for _, bad := range []string{"\x1b[2J", "\x1b[J", "\x1b[H", "\x1b[?1049h", "\x1b[?25l"} {
		if strings.Contains(string(x.last), bad) {
			t.Errorf("it begins with %q", x.last)
		}
	}
	x.last = nil
	x.mu.Unlock()
	x.types("j")
	x.wrote("\r\nitem 1\r")
	x.types("j")
	x.wrote("\r\nitem 2\r")
	x.types("r")
	x.wrote("\r\na list\r\nitem 2\r")
	x.cursor("0 5 true")
	x.types("e")
	x.shows("on a terminal")
	x.types("\r")
	x.shows("item 4")
	x.until("says all again", func(screen string) bool {
		_, after, _ := strings.Cut(screen, "on a terminal")
		return strings.Contains(after, "a list")
	})
	x.types("q")
	if err := x.ends(); err != nil {
		t.Error(err)
	}
	x.until("ends below", func(string) bool { c := x.term.Cursor(); return c.X == 0 && x.term.CursorVisible() })
}

//go:build unix

package term

import (
	"slices"
	"strings"
	"testing"
	"time"

	tea "charm.land/bubbletea/v2"
)

// typist is a model that shows which keys came.
type typist struct {
	keys []string
	up   chan struct{} // closed when the terminal is in raw mode
}

func (k *typist) Init() tea.Cmd { close(k.up); return nil }

func (k *typist) Update(msg tea.Msg) (tea.Model, tea.Cmd) {
	if key, ok := msg.(tea.KeyPressMsg); ok {
		if k.keys = append(k.keys, key.String()); key.String() == "q" {
			return k, tea.Quit
		}
	}
	return k, nil
}

func (k *typist) View() tea.View { return tea.NewView(strings.Join(k.keys, " ")) }

// What a terminal sends reaches the program as keys, whole and in order, and Esc without another
// key after it.
func TestKeysOfATerminal(t *testing.T) {
	k := &typist{up: make(chan struct{})}
	x := open(t, 60, 4, true, heldFor(k, time.Second/60))
	<-k.up
	x.types("\x1b[1082::114;5u\x1b[[A\x1b[?65;1;9c\x1b[[E\x1b]11;rgb:1e1e/1e1e/1e1e\x1b\\\x1b[23$\x1b[?65;1\x12")
	x.shows("ctrl+r f1 f5 shift+f11 ctrl+r")
	x.types("\x1b")
	x.shows("ctrl+r esc")
	x.types("jq")
	_ = x.ends()
	if want := []string{"ctrl+r", "f1", "f5", "shift+f11", "ctrl+r", "esc", "j", "q"}; !slices.Equal(k.keys, want) {
		t.Errorf("%q instead of %q", k.keys, want)
	}
}

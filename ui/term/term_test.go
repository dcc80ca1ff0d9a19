package term

import (
	"bytes"
	"errors"
	"io"
	"reflect"
	"strings"
	"testing"

	tea "charm.land/bubbletea/v2"
	"github.com/charmbracelet/colorprofile"
)

func TestNoColorWithAnyValue(t *testing.T) {
	base := []string{"TERM=xterm-256color", "COLORTERM=truecolor", "CLICOLOR_FORCE=1"}
	for _, c := range []struct {
		env   []string
		color Color
		want  colorprofile.Profile
	}{
		{nil, ColorAuto, colorprofile.TrueColor},
		{[]string{"NO_COLOR=yes"}, ColorAuto, colorprofile.ASCII},
		{[]string{"NO_COLOR=1"}, ColorAuto, colorprofile.ASCII},
		{[]string{"NO_COLOR=0"}, ColorAuto, colorprofile.ASCII},
		{[]string{"NO_COLOR="}, ColorAuto, colorprofile.TrueColor},
		{[]string{"NO_COLOR=yes"}, ColorAlways, colorprofile.TrueColor},
		{nil, ColorNever, colorprofile.ASCII},
		{[]string{"TERM=vt100", "COLORTERM=", "CLICOLOR_FORCE="}, ColorAuto, colorprofile.ASCII},
	} {
		env := append(append([]string(nil), base...), c.env...)
		if got := (Terminal{Out: io.Discard}).Profile(env, c.color); got != c.want {
			t.Errorf("%q, %q: %v instead of %v", c.env, c.color, got, c.want)
		}
	}
}

func TestTitleIsOneCleanLine(t *testing.T) {
	got := Title("aloft drive:/a\x1b]0;evil\x07\n" + strings.Repeat("x", 500))
	if strings.ContainsAny(got, "\x1b\x07\n") || len(got) > 200 {
		t.Errorf("%q", got)
	}
}

func TestUTF8(t *testing.T) {
	for env, want := range map[string]bool{"": true, "LANG=C.UTF-8": true, "LANG=de_DE.utf8": true, "LANG=C": false, "LC_ALL=POSIX": false} {
		if got := UTF8(Getenv([]string{env})); got != want {
			t.Errorf("%q: %v", env, got)
		}
	}
}

// fragile panics where it is told to.
type fragile struct{ at string }

const secret = "cookie=very-secret"

func (f fragile) Init() tea.Cmd {
	return func() tea.Msg { return nil }
}

func (f fragile) Update(tea.Msg) (tea.Model, tea.Cmd) {
	switch f.at {
	case "update":
		panic(errors.New(secret))
	case "index":
		return f, []tea.Cmd{}[len(f.at)]
	case "sequence":
		return f, tea.Sequence(func() tea.Msg { return nil }, func() tea.Msg { panic(secret) })
	case "cmd":
		return f, tea.Batch(func() tea.Msg { panic(secret) }, func() tea.Msg { return nil })
	}
	return f, nil
}

func (f fragile) View() tea.View {
	if f.at == "view" {
		panic(secret)
	}
	return tea.View{Content: "fine"}
}

// settle runs commands to their end, as the program does.
func settle(g *Guard, cmd tea.Cmd) (quit bool) {
	if cmd == nil {
		return false
	}
	switch m := cmd().(type) {
	case tea.QuitMsg:
		return true
	case tea.BatchMsg:
		for _, c := range m {
			quit = settle(g, c) || quit
		}
		return quit
	case nil:
		return false
	default:
		if v := reflect.ValueOf(m); v.Kind() == reflect.Slice { // a sequence
			for i := range v.Len() {
				quit = settle(g, v.Index(i).Interface().(tea.Cmd)) || quit
			}
			return quit
		}
		_, c := g.Update(m)
		return settle(g, c)
	}
}

func TestGuardEndsInOrderAndTellsNoSecret(t *testing.T) {
	for _, at := range []string{"update", "index", "cmd", "sequence", "view"} {
		g := NewGuard(fragile{at})
		settle(g, g.Init())
		_ = g.View()
		m, cmd := g.Update(tea.KeyPressMsg{Code: 'j'})
		if m == nil {
			t.Fatalf("%s: the program has no model any more", at)
		}
		if !settle(g, cmd) {
			t.Errorf("%s: the program goes on", at)
		}
		c := g.Crash()
		if c == nil {
			t.Errorf("%s: nothing is known of the crash", at)
			continue
		}
		if strings.Contains(c.Error(), "secret") {
			t.Errorf("%s: the crash tells %q", at, c.Error())
		}
		if !bytes.Contains(c.Stack, []byte("fragile")) || bytes.Contains(c.Stack, []byte("very-secret")) {
			t.Errorf("%s: the stack is %s", at, c.Stack)
		}
		_ = g.View()
	}
	g := NewGuard(fragile{})
	if _, cmd := g.Update(nil); cmd != nil || g.Crash() != nil || g.View().Content != "fine" {
		t.Error("a sound model is disturbed")
	}
}

// Nobody may press a key any more: a crash while drawing ends the program itself.
func TestACrashWhileDrawingIsSent(t *testing.T) {
	g := NewGuard(fragile{"view"})
	sent := make(chan tea.Msg, 1)
	g.Send = func(m tea.Msg) { sent <- m }
	_ = g.View()
	_, cmd := g.Update(<-sent)
	if !settle(g, cmd) {
		t.Error("the program goes on")
	}
}

package palette

import (
	"strings"
	"testing"

	tea "charm.land/bubbletea/v2"
	"github.com/charmbracelet/x/ansi"

	"aloft/themes"
	"aloft/ui/dialog"
	"aloft/ui/keys"
)

func env() *dialog.Env {
	return &dialog.Env{Keys: keys.Default(), Styles: &themes.Styles{Glyphs: themes.ASCIIGlyphs()}}
}

// draw shows a dialog on a screen of that size.
func draw(d dialog.Dialog, width, height int) dialog.Box {
	d.SetSize(width, height)
	return d.View()
}

func typing(d dialog.Dialog, s string) {
	for _, r := range s {
		d.Update(tea.KeyPressMsg{Code: r, Text: string(r)})
	}
}

func enter(d dialog.Dialog) (tea.Msg, bool) {
	cmd, open := d.Update(tea.KeyPressMsg{Code: tea.KeyEnter})
	if cmd == nil {
		return nil, open
	}
	return cmd(), open
}

func TestFindsActions(t *testing.T) {
	for _, c := range []struct {
		typed string
		want  keys.Action
	}{
		{"quit", keys.Quit},
		{"new fo", keys.NewFolder},
		{"rename", keys.Rename},
		{"bin", keys.GoBin},
		{"recycle", keys.GoBin},
		{"theme", keys.Theme},
		{"move other", keys.Move},
		{"delete", keys.Delete},
		{"slct all", keys.SelectAll},
		{"jobs", keys.FocusJobs},
		{"PANEL JOBS", keys.FocusJobs},
	} {
		p := New(env(), keys.InPane, nil)
		typing(p, c.typed)
		msg, open := enter(p)
		if got, ok := msg.(Chosen); open || !ok || got.Action != c.want || got.Context != keys.InPane {
			t.Errorf("%q: %#v, want %s", c.typed, msg, c.want)
		}
	}
}

func TestShowsEveryActionWithItsKey(t *testing.T) {
	e := env()
	p := New(e, keys.InPane, nil)
	b := draw(p, 80, 24)
	all := ansi.Strip(strings.Join(b.Lines, "\n"))
	for _, want := range []string{": ", "back to the folder before", "H", "1/"} {
		if !strings.Contains(all, want) {
			t.Errorf("%q is missing in\n%s", want, all)
		}
	}
	if b.Cursor == nil || b.Cursor.Y != 1 || b.Cursor.X != 4 {
		t.Errorf("cursor %v", b.Cursor)
	}
	for _, d := range e.Keys.Docs(keys.InPane) {
		if d.ID == keys.Palette {
			continue
		}
		p := New(e, keys.InPane, nil)
		typing(p, string(d.Title))
		if msg, _ := enter(p); msg.(Chosen).Action != d.ID && string(d.Title) != title(e, msg.(Chosen).Action) {
			t.Errorf("%q finds %v", d.Title, msg)
		}
	}
}

func title(e *dialog.Env, a keys.Action) string {
	d, _ := e.Keys.Doc(a)
	return string(d.Title)
}

func TestRefusedSaysWhy(t *testing.T) {
	p := New(env(), keys.InPane, func(a keys.Action) string {
		if a == keys.Move {
			return "nothing is\x1b[8m selected"
		}
		return ""
	})
	typing(p, "move to the other")
	if msg, open := enter(p); msg != nil || !open {
		t.Fatalf("%v %#v", open, msg)
	}
	all := strings.Join(draw(p, 80, 24).Lines, "\n")
	if !strings.Contains(all, "nothing is") || strings.Contains(all, "\x1b[8m") {
		t.Fatal(all)
	}
}

// Scattered letters of a title count only when no title has the word.
func TestWordsBeforeLetters(t *testing.T) {
	p := New(env(), keys.InPane, nil).(*palette)
	typing(p, "filter")
	if len(p.shown) != 1 || p.shown[0].msg.(Chosen).Action != keys.Filter {
		t.Fatal(p.shown)
	}
}

func TestNothingFound(t *testing.T) {
	p := New(env(), keys.InPane, nil)
	typing(p, "zzqqy")
	if msg, open := enter(p); msg != nil || !open {
		t.Fatal(msg)
	}
	if !strings.Contains(strings.Join(draw(p, 50, 16).Lines, "\n"), "Nothing matches.") {
		t.Fatal("it does not say so")
	}
	if _, open := p.Update(tea.KeyPressMsg{Code: tea.KeyEscape}); open {
		t.Fatal("Esc does not end it")
	}
}

func TestFitsEverywhere(t *testing.T) {
	p := New(env(), keys.InPane, nil)
	for w := 24; w < 110; w += 5 {
		for h := 5; h < 40; h += 3 {
			b := draw(p, w, h)
			if len(b.Lines) != b.Height || b.Height > h || b.Width > w {
				t.Fatalf("%dx%d on %dx%d", b.Width, b.Height, w, h)
			}
			for _, l := range b.Lines {
				if ansi.StringWidth(l) != b.Width {
					t.Fatalf("%dx%d: %q", w, h, l)
				}
			}
		}
	}
}

// The box is as tall as the screen lets it be, and what is typed does not change it.
func TestUsesTheHeightThereIs(t *testing.T) {
	all := len(keys.Default().Docs(keys.InPane)) - 1 // without the palette itself
	for _, c := range []struct{ h, want int }{{16, 16}, {24, 20}, {40, 36}, {200, all + 5}} {
		p := New(env(), keys.InPane, nil)
		if got := draw(p, 120, c.h).Height; got != c.want {
			t.Errorf("%d rows instead of %d on a screen of %d", got, c.want, c.h)
		}
		typing(p, "quit")
		if got := draw(p, 120, c.h).Height; got != c.want {
			t.Errorf("%d rows instead of %d once something is typed", got, c.want)
		}
	}
}

package dialog

import (
	"fmt"
	"strings"
	"testing"
	"unicode"

	tea "charm.land/bubbletea/v2"
	"github.com/charmbracelet/colorprofile"
	"github.com/charmbracelet/x/ansi"

	"aloft/model"
	"aloft/themes"
	"aloft/ui/input"
	"aloft/ui/keys"
	"aloft/ui/uitest/golden"
	"aloft/ui/uitest/loop"
	"aloft/ui/uitest/shipped"
)

func testEnv(t testing.TB) *Env {
	t.Helper()
	env := shipped.Env(t)
	env.Ruler, env.Text = model.Ruler{}, nil
	env.Styles = shipped.Theme(t).Styles(colorprofile.ASCII) // its goldens show the focus
	return env
}

// feed gives the dialog keys and returns what the last one answered.
func feed(d Dialog, ks ...string) (msg tea.Msg, open bool) {
	open = true
	for _, k := range ks {
		var cmd tea.Cmd
		cmd, open = d.Update(loop.Key(k))
		msg = nil
		if cmd != nil {
			msg = cmd()
		}
	}
	return msg, open
}

// draw shows a dialog on a screen of that size.
func draw(d Dialog, width, height int) Box {
	d.SetSize(width, height)
	return d.View()
}

// boxes shows all open dialogs on a screen of that size.
func boxes(s *Stack, width, height int) []Box {
	s.SetSize(width, height)
	return s.Boxes()
}

var sizes = [][2]int{{80, 24}, {50, 16}, {40, 10}}

func TestGoldens(t *testing.T) {
	env := testEnv(t)
	for _, s := range dialogs(env) {
		var out strings.Builder
		for _, size := range sizes {
			b := draw(s.make(), size[0], size[1])
			checkBox(t, s.name, b, size[0], size[1])
			fmt.Fprintf(&out, "%dx%d", size[0], size[1])
			if b.Cursor != nil {
				fmt.Fprintf(&out, " cursor %d,%d", b.Cursor.X, b.Cursor.Y)
			}
			out.WriteString("\n")
			for _, l := range b.Lines {
				out.WriteString(strings.TrimRight(ansi.Strip(l), " ") + "\n")
			}
		}
		golden.Check(t, s.name+".txt", out.String())
	}
}

// checkBox: the box fits, its lines are equally wide, and nothing in it can
// move the cursor or hide text.
func checkBox(t *testing.T, name string, b Box, w, h int) {
	t.Helper()
	if b.Width > w || b.Height > h || len(b.Lines) != b.Height {
		t.Errorf("%s: %dx%d with %d lines on %dx%d", name, b.Width, b.Height, len(b.Lines), w, h)
	}
	for i, l := range b.Lines {
		if got := ansi.StringWidth(l); got != b.Width {
			t.Errorf("%s: line %d is %d wide, not %d: %q", name, i, got, b.Width, ansi.Strip(l))
		}
		for _, r := range ansi.Strip(l) {
			if unicode.IsControl(r) || unicode.Is(unicode.Bidi_Control, r) {
				t.Errorf("%s: line %d has %U", name, i, r)
			}
		}
		l = strings.NewReplacer("\x1b]8;;"+scanLink+"\a", "", "\x1b]8;;\a", "").Replace(l) // our own
		if strings.Contains(l, "\x1b[8m") || strings.Contains(l, "\x1b]") {
			t.Errorf("%s: line %d passes on a foreign sequence: %q", name, i, l)
		}
	}
	if b.Cursor != nil && (b.Cursor.X < 1 || b.Cursor.X >= b.Width-1 || b.Cursor.Y < 1 || b.Cursor.Y >= b.Height-1) {
		t.Errorf("%s: cursor %v outside of %dx%d", name, *b.Cursor, b.Width, b.Height)
	}
}

// At every size from the smallest on, and before colours are known.
func TestAllSizes(t *testing.T) {
	env := testEnv(t)
	env.Styles = &themes.Styles{Glyphs: themes.ASCIIGlyphs()}
	for _, s := range dialogs(env) {
		for w := 24; w <= 100; w += 7 {
			for h := 5; h <= 30; h += 5 {
				checkBox(t, s.name, draw(s.make(), w, h), w, h)
			}
		}
	}
}

// Esc and ctrl+c end every dialog, without doing anything.
func TestEscAlwaysBacksOut(t *testing.T) {
	env := testEnv(t)
	for _, s := range dialogs(env) {
		for _, k := range []string{"esc", "ctrl+c"} {
			d := s.make()
			open := true
			var msg tea.Msg
			for range 4 { // out of a list of completions, of a field, of a question
				if msg, open = feed(d, k); !open {
					break
				}
			}
			if open {
				t.Errorf("%s: %s does not end it", s.name, k)
			}
			switch m := msg.(type) {
			case ConfirmAnswered[string]:
				if m.Yes {
					t.Errorf("%s: %s says yes", s.name, k)
				}
			case PlanAnswered:
				if m.Choice != ChoseNothing {
					t.Errorf("%s: %s says %s", s.name, k, m.Choice)
				}
			case PromptAnswered[string]:
				t.Errorf("%s: %s is taken as an answer", s.name, k)
			}
		}
	}
}

// Messages that are not for a dialog, such as the ticks of running jobs, change
// nothing in it.
func TestOtherMessagesChangeNothing(t *testing.T) {
	env := testEnv(t)
	for _, s := range dialogs(env) {
		d := s.make()
		before := strings.Join(draw(d, 80, 24).Lines, "\n")
		for _, msg := range []tea.Msg{struct{}{}, tea.WindowSizeMsg{Width: 10}, FolderListed{Dialog: 99}, input.Completed{ID: 99}} {
			if cmd, open := d.Update(msg); cmd != nil || !open {
				t.Errorf("%s: %T closes it", s.name, msg)
			}
		}
		if after := strings.Join(draw(d, 80, 24).Lines, "\n"); after != before {
			t.Errorf("%s: it changed:\n%s", s.name, ansi.Strip(after))
		}
	}
}

// A paste into a question that has no input does nothing.
func TestPasteRunsNoKeys(t *testing.T) {
	env := testEnv(t)
	for _, s := range dialogs(env) {
		if s.make().Context() == keys.InInput || s.name == "sign-in-refused" { // which takes it wherever the focus is
			continue
		}
		var st Stack
		st.Push(s.make())
		if cmd := st.Update(tea.PasteMsg{Content: "y\nd\nS"}); cmd != nil || st.Len() != 1 {
			t.Errorf("%s: a paste did something", s.name)
		}
	}
}

// A lone Esc takes every dialog one step back, and at last closes it.
func TestEscLeavesEveryDialog(t *testing.T) {
	for _, f := range dialogs(testEnv(t)) {
		t.Run(f.name, func(t *testing.T) {
			var s Stack
			s.Push(f.make())
			for range 3 { // a filter, a part that is open, the dialog
				s.Update(loop.Key("esc"))
			}
			if s.Len() > 0 {
				t.Errorf("it is still open:\n%s", strings.Join(boxes(&s, 80, 24)[0].Lines, "\n"))
			}
		})
	}
}

// Drawing changes nothing in a dialog: one that was never drawn handles keys like
// one that was.
func TestViewIsPure(t *testing.T) {
	env := testEnv(t)
	for _, s := range dialogs(env) {
		for _, size := range sizes {
			seen, unseen := s.make(), s.make()
			for _, d := range []Dialog{seen, unseen} {
				d.SetSize(size[0], size[1])
			}
			for _, k := range []string{"pgdown", "down", "pgdown", "down", "pgup"} {
				seen.View()
				_, open := seen.Update(loop.Key(k))
				if _, same := unseen.Update(loop.Key(k)); !open || !same {
					break
				}
			}
			if a, b := strings.Join(seen.View().Lines, "\n"), strings.Join(unseen.View().Lines, "\n"); a != b {
				t.Errorf("%s %v: drawn before\n%s\nnever drawn\n%s", s.name, size, ansi.Strip(a), ansi.Strip(b))
			}
		}
	}
}

package input

import (
	"errors"
	"slices"
	"strings"
	"testing"

	tea "charm.land/bubbletea/v2"
	"charm.land/lipgloss/v2"
	"github.com/charmbracelet/colorprofile"
	"github.com/charmbracelet/x/ansi"
	"pgregory.net/rapid"

	"aloft/model"
	"aloft/themes"
	"aloft/ui/keys"
	"aloft/ui/uitest/loop"
)

func env() *Env {
	return &Env{Keys: keys.Default(), Styles: &themes.Styles{Glyphs: themes.UnicodeGlyphs()}}
}

func do(m *Model, ks ...string) {
	for _, k := range ks {
		m.Update(loop.Key(k))
	}
}

func TestReadlineKeys(t *testing.T) {
	for _, c := range []struct {
		value string
		keys  string
		want  string // | is the cursor
	}{
		{"", "a b c", "abc|"},
		{"", "a space b", "a b|"},
		{"abc", "ctrl+a x", "x|abc"},
		{"abc", "home x end y", "xabcy|"},
		{"abc", "left left x", "ax|bc"},
		{"abc", "backspace", "ab|"},
		{"abc", "ctrl+a delete", "|bc"},
		{"abc", "ctrl+a right ctrl+d", "a|c"},
		{"one two  ", "ctrl+w", "one |"},
		{"one two.txt", "alt+b alt+b", "one |two.txt"},
		{"one two.txt", "ctrl+a alt+f x", "onex| two.txt"},
		{"one two.txt", "ctrl+a alt+d", "| two.txt"},
		{"one two", "alt+b ctrl+u", "|two"},
		{"one two", "alt+b ctrl+k", "one |"},
		{"one", "ctrl+left ctrl+right", "one|"},
		{"中文字", "left x", "中文x|字"},
		{"中文字", "backspace", "中文|"},
		{"e\u0301x", "left backspace", "|x"},
		{"👨‍👩‍👧!", "left left", "|👨‍👩‍👧!"},
		{"👨‍👩‍👧!", "left backspace", "|!"},
		{"🇩🇪🇫🇷", "left backspace", "|🇫🇷"},
		{"a\r\nb", "left backspace", "a|b"},
		{"中文 文件", "ctrl+w", "中文 |"},
	} {
		m := New(env(), 1, Options{Value: c.value, Cursor: -1, Width: 20})
		do(m, strings.Fields(c.keys)...)
		if got := m.Value()[:m.Cursor()] + "|" + m.Value()[m.Cursor():]; got != c.want {
			t.Errorf("%q after %q: %q, want %q", c.value, c.keys, got, c.want)
		}
	}
}

// The real cursor is in the column where the next character will appear, whatever
// is before it.
func TestCursorColumn(t *testing.T) {
	for _, c := range []struct {
		value   string
		columns []int // for the cursor before each cluster, and at the end
	}{
		{"abc", []int{2, 3, 4, 5}},
		{"中文ab", []int{2, 4, 6, 7, 8}},
		{"e\u0301中", []int{2, 3, 5}},
		{"👍🏽a", []int{2, 4, 5}},
		{"🇩🇪x", []int{2, 4, 5}},
		{"ｶﾞx", []int{2, 3, 4, 5}}, // halfwidth forms with a mark of their own
		{"a\x1bb", []int{2, 3, 4, 5}},
		{"\u0301a", []int{2, 3, 4}}, // a mark without a letter is still a place
		{"a\u202eb", []int{2, 3, 4, 5}},
	} {
		m := New(env(), 1, Options{Prompt: "> ", Value: c.value, Width: 30})
		at := starts(c.value)
		var got []int
		for _, i := range at {
			m.line.cursor = i
			m.follow()
			view, x := m.View()
			got = append(got, x)
			if w := ansi.StringWidth(view); w != 30 {
				t.Errorf("%q is drawn %d wide", c.value, w)
			}
			plain := ansi.Strip(view)
			if strings.ContainsAny(plain, "\x1b\n\u202e") {
				t.Errorf("%q is drawn as %q", c.value, plain)
			}
			// What is drawn before the column is what precedes the cursor.
			if w := ansi.StringWidth(ansi.Cut(plain, 0, x)); w != x {
				t.Errorf("%q: the cursor at %d is inside of a character", c.value, x)
			}
		}
		if c.value == "ｶﾞx" && len(got) == 3 { // one cluster in this Unicode version
			continue
		}
		if !slices.Equal(got, c.columns) {
			t.Errorf("%q: columns %v, want %v", c.value, got, c.columns)
		}
	}
}

func TestScrollsToTheCursor(t *testing.T) {
	m := New(env(), 1, Options{Prompt: "> ", Value: strings.Repeat("中", 30), Cursor: -1, Width: 10})
	view, x := m.View()
	if ansi.StringWidth(view) != 10 || x > 9 || x < 6 {
		t.Fatalf("%q cursor %d", view, x)
	}
	do(m, "home")
	if view, x = m.View(); x != 2 || !strings.HasPrefix(ansi.Strip(view), "> 中中中") {
		t.Fatalf("%q cursor %d", view, x)
	}
	do(m, "end", "ctrl+u")
	if view, x = m.View(); x != 2 || m.offset != 0 {
		t.Fatalf("%q cursor %d", view, x)
	}
	m.SetWidth(2) // no room at all
	if view, _ = m.View(); ansi.StringWidth(view) != 2 {
		t.Fatalf("%q", view)
	}
}

func TestPaste(t *testing.T) {
	for _, c := range []struct{ in, want string }{
		{"plain", "a plain|b"},
		{"two\nlines\r\n", "a two lines|b"},
		{"\x1b[31mred\x07", "a [31mred|b"},
		{"tab\tbed", "a tab bed|b"},
		{"中文\u2028行", "a 中文 行|b"},
		{"bad\xffbyte", "a badbyte|b"},
		{"\n\n", "a |b"},
		{"c1\u009bx", "a c1x|b"},
	} {
		m := New(env(), 1, Options{Value: "a b", Cursor: 2, Width: 20})
		did, _ := m.Update(tea.PasteMsg{Content: c.in})
		if got := m.Value()[:m.Cursor()] + "|" + m.Value()[m.Cursor():]; got != c.want {
			t.Errorf("%q: %q, want %q", c.in, got, c.want)
		}
		if want := c.in != "\n\n"; (did == Edited) != want {
			t.Errorf("%q did %v", c.in, did)
		}
	}
}

func TestKeysThatAreNotForAnInput(t *testing.T) {
	m := New(env(), 1, Options{Width: 20})
	for _, k := range []string{"f5", "ctrl+r", "alt+x", "up", "tab"} {
		if did, _ := m.Update(loop.Key(k)); did != Nothing {
			t.Errorf("%s did %v", k, did)
		}
	}
	if did, _ := m.Update(loop.Key("enter")); did != Accepted {
		t.Error(did)
	}
	if did, _ := m.Update(loop.Key("esc")); did != Canceled {
		t.Error(did)
	}
	if m.Value() != "" {
		t.Errorf("%q", m.Value())
	}
}

func TestHistory(t *testing.T) {
	m := New(env(), 1, Options{Width: 20, History: []string{"old", "new"}})
	do(m, "d", "up")
	if m.Value() != "new" {
		t.Fatal(m.Value())
	}
	do(m, "up", "up", "up")
	if m.Value() != "old" {
		t.Fatal(m.Value())
	}
	do(m, "down", "down")
	if m.Value() != "d" {
		t.Fatalf("the draft is lost: %q", m.Value())
	}
}

func TestCompletion(t *testing.T) {
	m := New(env(), 7, Options{Width: 30, Complete: true, Value: "drive:/中", Cursor: -1})
	ask := func() CompleteAsked {
		t.Helper()
		_, cmd := m.Update(loop.Key("tab"))
		if cmd == nil {
			t.Fatal("nothing was asked")
		}
		return cmd().(CompleteAsked)
	}
	a := ask()
	if a.ID != 7 || a.Text != "drive:/中" {
		t.Fatalf("%+v", a)
	}
	answer := Completed{ID: 7, Seq: a.Seq, From: 7, Items: []string{"中文/", "中文档/", "中文件/"}}
	old := answer
	old.Seq--
	m.Update(old)
	if m.Value() != "drive:/中" {
		t.Fatal("an old answer counted")
	}
	m.Update(answer)
	if m.Value() != "drive:/中文" {
		t.Fatal(m.Value())
	}
	if items, at := m.Completions(); len(items) != 3 || at != -1 {
		t.Fatal(items, at)
	}
	do(m, "tab")
	if m.Value() != "drive:/中文/" {
		t.Fatal(m.Value())
	}
	do(m, "tab", "tab", "tab")
	if m.Value() != "drive:/中文/" {
		t.Fatal(m.Value())
	}
	do(m, "esc")
	if m.Value() != "drive:/中文" {
		t.Fatal("Esc goes back to what was typed")
	}
	ask()
	m.Update(Completed{ID: 7, Seq: m.list.seq, From: 7, Items: answer.Items})
	do(m, "tab", "/") // goes on into the chosen folder
	if items, _ := m.Completions(); m.Value() != "drive:/中文/" || len(items) != 0 {
		t.Fatalf("%q %v", m.Value(), items)
	}
	m.SetValue("drive:/中文")
	a = ask()
	do(m, "x") // typing on makes the answer late
	m.Update(Completed{ID: 7, Seq: a.Seq, From: 0, Items: []string{"wrong"}})
	if m.Value() != "drive:/中文x" {
		t.Fatal(m.Value())
	}
}

// Where a field begins and ends is seen: by its ground, or else by a line under the rest, but not under the text.
func TestTheGroundOfAField(t *testing.T) {
	for id, want := range map[string]string{
		"catppuccin-mocha": "> \x1b[38;2;205;214;244;48;2;49;50;68m中_a     \x1b[m",
		"mono":             "> 中_a\x1b[4;4m     \x1b[m",
	} {
		th, err := themes.Load(id)
		if err != nil {
			t.Fatal(err)
		}
		e := env()
		e.Styles = th.Styles(colorprofile.TrueColor)
		e.Styles.InputPrompt = lipgloss.NewStyle()
		if got, x := New(e, 1, Options{Prompt: "> ", Value: "中_a", Cursor: -1, Width: 11}).View(); got != want || x != 6 {
			t.Errorf("%s: %q, cursor %d", id, got, x)
		}
		if got, _ := New(e, 1, Options{Prompt: "> ", Placeholder: "名", Width: 5}).View(); ansi.Strip(got) != "> 名 " {
			t.Errorf("%s: %q", id, got)
		}
	}
}

func TestTrouble(t *testing.T) {
	m := New(env(), 1, Options{Width: 20, Check: func(s string) error {
		if strings.Contains(s, "/") {
			return errors.New("no \x1b[8m slash")
		}
		return nil
	}})
	do(m, "a", "/")
	if got := m.Trouble(); strings.ContainsRune(got, '\x1b') || !strings.Contains(got, "slash") {
		t.Fatalf("%q", got)
	}
}

// A field takes what fits and says so. A long one is done only if the work does not grow with the square of the text.
func TestALargePaste(t *testing.T) {
	for _, long := range []bool{false, true} {
		m := New(env(), 1, Options{Width: 20, Value: "ab", Cursor: 1, Long: long})
		_, cmd := m.Update(tea.PasteMsg{Content: strings.Repeat("中", 400_000)})
		if want := 2 + 3*400_000; long && (len(m.Value()) != want || cmd != nil) {
			t.Errorf("%d bytes of %d", len(m.Value()), want)
		}
		if !long && (len(m.Value()) < Longest-3 || len(m.Value()) > Longest || !strings.HasSuffix(m.Value(), "中b") || cmd == nil || cmd() != Full{}) {
			t.Errorf("%d bytes, %v", len(m.Value()), cmd)
		}
		for _, key := range []string{"home", "end", "left", "ctrl+w"} {
			do(m, key)
			if _, x := m.View(); x > 19 {
				t.Errorf("%s: column %d", key, x)
			}
		}
	}
}

// Whatever is typed, pasted and pressed: the cursor is on a boundary, the view is
// as wide as it should be, and the cursor is within it and not within a character.
func TestEditingKeepsItsPromises(t *testing.T) {
	pieces := []string{
		"a", "中", "e", "\u0301", "👨", "\u200d", "👩", "🏽", "🇩", "🇪", " ", "\x1b", "\r", "\n", "\u202e", "ﾞ", "ก", "ำ", "क", "्", "ष", "한", "\u1100", "\u1161", "\ufe0f", "\xff", "❤",
	}
	all := strings.Fields("left right home end backspace delete ctrl+w ctrl+u ctrl+k alt+b alt+f alt+d up down")
	rapid.Check(t, func(t *rapid.T) {
		e := env()
		e.Ruler = model.Ruler{Wc: rapid.Bool().Draw(t, "wc")}
		width := rapid.IntRange(1, 20).Draw(t, "width")
		start := strings.Join(rapid.SliceOfN(rapid.SampledFrom(pieces), 0, 12).Draw(t, "start"), "")
		m := New(e, 1, Options{Prompt: "> ", Value: start, Cursor: rapid.IntRange(-1, len(start)).Draw(t, "cursor"), Width: width, History: []string{"中文", "x\u0301"}})
		for range rapid.IntRange(0, 30).Draw(t, "steps") {
			switch rapid.IntRange(0, 2).Draw(t, "what") {
			case 0:
				m.Update(loop.Key(rapid.SampledFrom(all).Draw(t, "key")))
			case 1:
				s := rapid.SampledFrom(pieces).Draw(t, "text")
				m.Update(tea.KeyPressMsg{Code: tea.KeyExtended, Text: s})
			case 2:
				m.Update(tea.PasteMsg{Content: strings.Join(rapid.SliceOfN(rapid.SampledFrom(pieces), 0, 5).Draw(t, "paste"), "")})
			}
			if !slices.Contains(starts(m.Value()), m.Cursor()) {
				t.Fatalf("the cursor %d of %q is inside of a character", m.Cursor(), m.Value())
			}
			view, x := m.View()
			if w := e.Ruler.Width(ansi.Strip(view)); w != width {
				t.Fatalf("%q is %d wide, not %d", view, w, width)
			}
			if x < 0 || x >= width {
				t.Fatalf("cursor in column %d of %d", x, width)
			}
			sum := 0
			for _, g := range m.glyphs(0, len(m.line.s)) {
				if g.width < 1 {
					t.Fatalf("%q has no width", g.text)
				}
				sum += g.width
			}
		}
	})
}

// A line of the history that does not fit is cut, and that is said.
func TestALongLineOfTheHistory(t *testing.T) {
	m := New(env(), 1, Options{Width: 20, History: []string{strings.Repeat("x", Longest+1)}})
	_, cmd := m.Update(tea.KeyPressMsg{Code: tea.KeyUp})
	if len(m.Value()) != Longest || cmd == nil || cmd() != (Full{}) {
		t.Errorf("%d bytes, %v", len(m.Value()), cmd)
	}
}

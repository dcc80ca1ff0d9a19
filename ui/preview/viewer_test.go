package preview

import (
	"context"
	"strings"
	"testing"
	"unicode"

	tea "charm.land/bubbletea/v2"
	"github.com/charmbracelet/x/ansi"

	"aloft/client"
	"aloft/model"
	"aloft/ui/keys"
	"aloft/ui/kit"
	"aloft/ui/uitest/shipped"
)

// given gives the same preview for every file.
type given struct {
	client.FilePreview
	dyed []string
}

func (g given) Refusal(model.Place, *model.Entry) error { return nil }
func (g given) Preview(context.Context, model.Place, model.Entry, bool) (client.FilePreview, error) {
	return g.FilePreview, nil
}
func (g given) End(context.Context, model.Place, model.Entry, bool) (client.FilePreview, error) {
	return g.FilePreview, nil
}
func (g given) Coloured(context.Context, model.Place, *client.FilePreview) ([]string, error) {
	return g.dyed, nil
}

// shows is a view of a file that was read, and coloured or rendered.
func shows(t testing.TB, g given, w, h int, wc bool) *Viewer {
	env := &Env{Env: shipped.Env(t)}
	env.Ruler = model.Ruler{Wc: wc}
	v := New(env, g, nil)
	v.SetFull(true)
	v.SetSize(w, h)
	v.Show(model.Place{Scheme: model.SchemeDisk}.Join("x"), model.Entry{Name: "x", Kind: model.KindFile})
	for cmd := v.Settle(); cmd != nil; cmd = v.Settle() {
		v.Update(first(cmd))
	}
	return v
}

// first runs a command; of several, the first: the other one is a timer.
func first(cmd tea.Cmd) tea.Msg {
	msg := cmd()
	if batch, ok := msg.(tea.BatchMsg); ok {
		return batch[0]()
	}
	return msg
}

// search searches, as the person types it.
func search(v *Viewer, what string) {
	v.Do(keys.FileFind)
	v.Prompt().SetValue(what)
	v.Type(tea.KeyPressMsg{Code: tea.KeyEnter})
}

// exact fails unless every line is as wide as the view, and holds nothing that controls
// a terminal but colours.
func exact(t *testing.T, v *Viewer, w, h int, wc bool) {
	t.Helper()
	width := ansi.StringWidth
	if wc {
		width = ansi.StringWidthWc
	}
	lines := v.View()
	if len(lines) != h {
		t.Fatalf("%d lines of %d", len(lines), h)
	}
	for _, line := range lines {
		plain := ansi.Strip(line)
		if n := width(line); n != w {
			t.Errorf("%d cells instead of %d: %q", n, w, line)
		}
		if strings.ContainsFunc(plain, unicode.IsControl) {
			t.Errorf("%q", line)
		}
		for rest := line; ; {
			at := strings.IndexByte(rest, 0x1b)
			if at < 0 {
				break
			}
			end := strings.IndexByte(rest[at:], 'm')
			if end < 0 || strings.Trim(rest[at+2:at+end], "0123456789;:") != "" {
				t.Fatalf("%q", line)
			}
			rest = rest[at+end:]
		}
	}
}

func FuzzView(f *testing.F) {
	f.Add("one\ttwo\n三四五六七八九十\r\n\x1b[2J e\u0301\u0301 👩\u200d👩\u200d👧 \u202e", "o", uint8(20), uint8(9), true)
	f.Add("\x1b[31mred\n\ton \x1b[1;38;5;8mgrey\x1b[48;2;1;2;3m 水水水水水水水水水\x1b[8mhidden\x1b[0m\x1b]52;c;eA==\x07\x1b[", "re", uint8(8), uint8(9), true)
	f.Add("# a\n\n| 水 | b |\n|-|-|\n| c | \x1b]0;x\x07 |", "水", uint8(13), uint8(30), false)
	f.Fuzz(func(t *testing.T, s, what string, w, h uint8, wc bool) {
		width, height := 4+int(w)%80, 3+int(h)%40
		s = strings.ToValidUTF8(s, "?")
		rows := [][]string{}
		for line := range strings.SplitSeq(s, "\n") {
			rows = append(rows, strings.Split(line, " "))
		}
		dyed := split(s)
		for i := range dyed {
			dyed[i] = "\x1b[31m" + kit.Spread(model.Ruler{Wc: wc}, dyed[i], tabStop) + "\x1b[m"
		}
		for _, g := range []given{
			{FilePreview: client.FilePreview{Form: client.FormText, Type: "text", Text: s}},
			{FilePreview: client.FilePreview{Form: client.FormText, Type: "text", Text: s}, dyed: dyed},
			{FilePreview: client.FilePreview{Form: client.FormMarkdown, Type: "text", Text: s}},
			{FilePreview: client.FilePreview{Form: client.FormTable, Type: "table", Rows: rows}},
			{FilePreview: client.FilePreview{Form: client.FormList, Type: "zip", Items: []client.PreviewItem{{Name: s, Size: 3}}}},
		} {
			v := shows(t, g, width, height, wc)
			exact(t, v, width, height, wc)
			if what != "" {
				search(v, what)
			}
			for _, a := range []keys.Action{keys.FileRight, keys.Down.In(keys.InFile), keys.Bottom.In(keys.InFile), keys.FileFindNext} {
				if v.Idle(a) == "" {
					v.Do(a)
				}
				exact(t, v, width, height, wc)
			}
		}
	})
}

func TestFoldedLinesKeepTheirColours(t *testing.T) {
	text := strings.Repeat("水a", 30)
	v := shows(t, given{client.FilePreview{Form: client.FormText, Type: "text", Text: text}, []string{"\x1b[31m" + text + "\x1b[m"}}, 30, 12, true)
	exact(t, v, 30, 12, true)
	var rows []string
	for _, line := range v.View() {
		if strings.Contains(line, "水") {
			rows = append(rows, strings.TrimSpace(ansi.Strip(line)))
			if !strings.Contains(line, "\x1b[31m") {
				t.Errorf("a row without colours: %q", line)
			}
		}
	}
	if got := strings.Join(rows, ""); got != text || len(rows) != 4 {
		t.Errorf("%d rows: %q", len(rows), got)
	}
}

// A log with colours of its own shows them, over its lines and where they are folded, with its tabs, and nothing else of
// its sequences; what is found is found in what one reads.
func TestATextShowsItsOwnColours(t *testing.T) {
	log := "\x1b[31mred\n\tstill\x1b[m \x1b[1mst\x1b[4mro\x1b[mng\x1b]0;title\x07\x1b[2J\n" + strings.Repeat("\x1b[32m水\x1b[35ma", 30) + "\nplain"
	v := shows(t, given{FilePreview: client.FilePreview{Form: client.FormText, Type: "text", Text: log}}, 30, 14, true)
	exact(t, v, 30, 14, true)
	screen := strings.Join(v.View(), "\n")
	for _, want := range []string{"\x1b[31mred\x1b[m", "\x1b[31m    still\x1b[m", "\x1b[1mst\x1b[4mro\x1b[mng", "\x1b[32m水\x1b[35ma"} {
		if !strings.Contains(screen, want) {
			t.Errorf("no %q: %q", want, screen)
		}
	}
	plain := ansi.Strip(screen)
	if !strings.Contains(plain, "    still strong") || strings.Contains(plain, "title") || strings.Count(plain, "水") != 30 {
		t.Errorf("%q", plain)
	}
	search(v, "strong")
	if len(v.file.find.at) != 1 || !strings.Contains(ansi.Strip(strings.Join(v.View(), "")), "match 1/1") {
		t.Errorf("%v", v.file.find)
	}
	exact(t, v, 30, 14, true)
	huge := strings.Repeat("\x1b[38;2;100;100;100m\x1b[48;2;100;100;100m\n", 1<<17)
	if l := linesOf(&client.FilePreview{Form: client.FormText, Text: huge}, v.file.env.Ruler); l.styled || len(l.all) != 1<<17 {
		t.Errorf("%d lines, styled %t", len(l.all), l.styled)
	}
	long := strings.Repeat("\x1b[31mab", longLine)
	l := linesOf(&client.FilePreview{Form: client.FormText, Text: long}, v.file.env.Ruler)
	var all strings.Builder
	for _, line := range l.all {
		all.WriteString(ansi.Strip(line))
	}
	if !l.styled || len(l.all) < 2 || all.String() != strings.Repeat("ab", longLine) {
		t.Errorf("%d lines, styled %t", len(l.all), l.styled)
	}
}

func TestTheMatchIsMarked(t *testing.T) {
	v := shows(t, given{FilePreview: client.FilePreview{Form: client.FormText, Type: "text", Text: "One\none ONE\n水水ones\nno\n"}}, 40, 10, true)
	search(v, "one")
	n := kit.NewPaint(v.file.env.Styles.RowMatch)
	lines := v.View()
	if v.file.find.at[0] != 0 || len(v.file.find.at) != 3 || !strings.Contains(lines[4], "水水"+n.On("one")) && !strings.Contains(ansi.Strip(lines[4]), "水水ones") {
		t.Errorf("%v %q", v.file.find, lines)
	}
	search(v, "ONE") // a capital letter is meant
	if len(v.file.find.at) != 1 || v.file.find.at[0] != 1 {
		t.Errorf("%v", v.file.find)
	}
}

func TestTabsStopAtFour(t *testing.T) {
	s := sheet{ruler: model.Ruler{Wc: true}}
	for in, want := range map[string]string{"\ta": "    a", "水\ta": "水  a", "1234\ta": "1234    a", "\x1b\ta": "�   a"} {
		if got := kit.Spread(s.ruler, in, tabStop); got != want {
			t.Errorf("%q: %q", in, got)
		}
	}
}

func TestOnlySomeFilesAreKept(t *testing.T) {
	v := shows(t, given{FilePreview: client.FilePreview{Form: client.FormText, Text: "x"}}, 40, 10, true)
	root := model.Place{Scheme: model.SchemeDisk}
	for range 3 {
		for _, n := range strings.Split("abcdefghijklmnopqrstuvwxyz", "") {
			v.Show(root.Join(n), model.Entry{Name: n, Kind: model.KindFile})
		}
	}
	if len(v.file.kept) != maxKept || !v.file.kept[maxKept-1].place.Equal(root.Join("z")) {
		t.Errorf("%d files are kept", len(v.file.kept))
	}
}

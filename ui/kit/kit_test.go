package kit

import (
	"strings"
	"testing"

	"charm.land/lipgloss/v2"
	"github.com/charmbracelet/x/ansi"

	"aloft/model"
	"aloft/themes"
)

func TestSpliceKeepsWidthAndStyles(t *testing.T) {
	bold := lipgloss.NewStyle().Bold(true)
	base := []string{
		bold.Render("0123456789"),
		"中文中文中文中文中文"[:15] + "plain",
		"0123456789",
	}
	for x := range 8 {
		got := Splice(base, []string{"[]", "[]"}, x, 0, 2, model.Ruler{})
		for i, line := range got {
			if w := ansi.StringWidth(line); w != ansi.StringWidth(base[i]) {
				t.Errorf("x=%d line %d is %d wide: %q", x, i, w, line)
			}
		}
		if p := ansi.Strip(got[1]); strings.Count(p, "[]") != 1 {
			t.Errorf("x=%d: %q", x, p)
		}
		if got[2] != base[2] {
			t.Errorf("a line below the box changed: %q", got[2])
		}
	}
	if base[2] != "0123456789" {
		t.Error("the base was changed")
	}
}

func TestSpliceOutsideIsLeftOut(t *testing.T) {
	got := Splice([]string{"ab"}, []string{"X", "Y", "Z"}, 0, -1, 1, model.Ruler{})
	if len(got) != 1 || got[0] != "Yb" {
		t.Errorf("%q", got)
	}
}

func TestPaintIsWhatLipglossDraws(t *testing.T) {
	for _, s := range []lipgloss.Style{
		lipgloss.NewStyle(),
		lipgloss.NewStyle().Bold(true).Foreground(lipgloss.Color("#ff0000")),
		lipgloss.NewStyle().Reverse(true).Underline(true),
	} {
		if got, want := NewPaint(s).On("w"), s.Render("w"); got != want {
			t.Errorf("%q instead of %q", got, want)
		}
	}
}

func TestRowsDrawOnce(t *testing.T) {
	var r Rows
	n := 0
	draw := func() string { n++; return "row" }
	r.Get(RowKey{Index: 1, Theme: 1}, draw)
	r.Get(RowKey{Index: 1, Theme: 1}, draw)
	if n != 1 {
		t.Fatalf("drawn %d times", n)
	}
	r.Get(RowKey{Index: 1, Theme: 2}, draw)
	r.Get(RowKey{Index: 1, Theme: 1, Mark: "*"}, draw)
	if n != 3 {
		t.Fatalf("a theme or a mark draws no new row: %d", n)
	}
	for i := range 2 * maxRows {
		r.Get(RowKey{Index: i}, draw)
	}
	if len(r.drawn) > maxRows {
		t.Fatalf("%d rows are kept", len(r.drawn))
	}
}

func TestSpliceKeepsTheRightPartOnTerminalsThatCountCodePoints(t *testing.T) {
	base := []string{"left side│ middle │right side"}
	for _, r := range []model.Ruler{{}, {Wc: true}} {
		got := Splice(base, []string{"[box]"}, 8, 0, 5, r)[0]
		if want := "left sid[box]ddle │right side"; got != want {
			t.Errorf("Wc %v: %q, want %q", r.Wc, got, want)
		}
	}
}

func TestCutCountsCodePoints(t *testing.T) {
	s := "a 👩\u200d👩\u200d👧 b" // 5 cells where clusters count, 9 where code points do
	if got := Cut(s, 0, 8, model.Ruler{Wc: true}); ansi.StringWidthWc(got) != 8 {
		t.Errorf("%q", got)
	}
	if got := Cut(s, 2, 5, model.Ruler{}); got != "👩\u200d👩\u200d👧 " {
		t.Errorf("%q", got)
	}
	if got := Cut("ab", 1, 9, model.Ruler{Wc: true}); got != "b" {
		t.Errorf("%q", got)
	}
}

// Cells that stay blank are not sent again, so the blanks behind a text have its style only if that can be seen.
func TestBlanksBehindATextHaveNoUnseenStyle(t *testing.T) {
	fg := lipgloss.NewStyle().Foreground(lipgloss.Color("2")).Bold(true)
	for _, s := range []lipgloss.Style{fg, fg.Underline(true), fg.Reverse(true), fg.Strikethrough(true), fg.Background(lipgloss.Color("4"))} {
		got, seen := NewPaint(s).On("a  "), s.GetUnderline() || s.GetReverse() || s.GetStrikethrough() || themes.Ground(s)
		if ansi.Strip(got) != "a  " || strings.HasSuffix(got, "  ") == seen {
			t.Errorf("%q", got)
		}
		if blanks := NewPaint(s).On("  "); (blanks == "  ") == seen {
			t.Errorf("%q", blanks)
		}
	}
}

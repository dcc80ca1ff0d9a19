package dialog

import (
	"slices"
	"testing"

	"charm.land/lipgloss/v2"
	"github.com/charmbracelet/colorprofile"
	"github.com/charmbracelet/x/ansi"

	"aloft/themes"
)

// Buttons are blocks of colour where there is one, else in brackets; they go on in the next row; and a click finds what
// is seen. A final choice never looks like another one.
func TestButtons(t *testing.T) {
	faces := []face{{label: "Cancel"}, {label: "删除 all", danger: true}, {label: "View"}}
	for _, c := range []struct {
		theme string
		width int
		want  []string
	}{
		{"terminal", 40, []string{"[ Cancel ]   [>删除 all<]   [ View ]    "}},
		{"terminal", 34, []string{"[ Cancel ] [>删除 all<] [ View ]  "}},
		{"terminal", 24, []string{"[ Cancel ] [>删除 all<] ", "[ View ]                "}},
		{"catppuccin-latte", 36, []string{"  Cancel     > 删除 all       View  "}},
	} {
		env := testEnv(t)
		th, err := themes.Load(c.theme)
		if err != nil {
			t.Fatal(err)
		}
		env.Styles = th.Styles(colorprofile.TrueColor)
		rows, cells := buttonRows(env, faces, 1, c.width)
		var got []string
		for _, r := range rows {
			got = append(got, ansi.Strip(r))
		}
		if !slices.Equal(got, c.want) {
			t.Errorf("%s, %d: %q, want %q", c.theme, c.width, got, c.want)
		}
		for i, at := range cells {
			if s := ansi.Strip(ansi.Cut(rows[at.Min.Y], at.Min.X, at.Max.X)); s != faces[i].drawn(env, i == 1) {
				t.Errorf("%s, %d: %q is at %v", c.theme, c.width, s, at)
			}
		}
		looks := map[string]bool{}
		for _, f := range []face{{label: "x"}, {label: "x", danger: true}} {
			for _, focus := range []int{-1, 0} {
				rows, _ := buttonRows(env, []face{f}, focus, 5)
				looks[rows[0]] = true
			}
		}
		if len(looks) != 4 {
			t.Errorf("%s: only %d looks", c.theme, len(looks))
		}
	}
}

// In a row of hints the keys are drawn as keys, and nothing else is.
func TestHintRow(t *testing.T) {
	env := testEnv(t)
	env.Styles = &themes.Styles{StatusKey: lipgloss.NewStyle().Bold(true)}
	for s, want := range map[string]string{
		"/ filter  Enter goes on  ? help": "\x1b[1m/\x1b[m filter  \x1b[1mEnter\x1b[m goes on  \x1b[1m?\x1b[m help",
		"F1":                              "\x1b[1mF1\x1b[m",
		"":                                "",
	} {
		if got := hintRow(env, s); got != want {
			t.Errorf("%q: %q", s, got)
		}
	}
}

package model

import (
	"slices"
	"strings"
	"testing"

	"github.com/charmbracelet/x/ansi"
)

func TestWrap(t *testing.T) {
	for _, c := range []struct {
		s     string
		width int
		want  []string
	}{
		{"one two three", 8, []string{"one two", "three"}},
		{"averylongword x", 6, []string{"averyl", "ongwor", "d x"}},
		{"无法读取设置文件，未作任何更改", 10, []string{"无法读取设", "置文件，未", "作任何更改"}},
		// No line begins with a comma, or ends with an opening bracket.
		{"无法读取文件，未作更改", 12, []string{"无法读取文", "件，未作更改"}},
		{"一二三四（五六）七", 10, []string{"一二三四", "（五六）七"}},
		{"运行 aloft jobs 可查看所有任务", 14, []string{"运行 aloft", "jobs 可查看所", "有任务"}},
		{"\x1b[1m无法\x1b[0m读取设置", 6, []string{"\x1b[1m无法\x1b[0m读", "取设置"}},
		{"kana: ひらがな", 6, []string{"kana:", "ひらが", "な"}},
		{"a\nb", 5, []string{"a", "b"}},
	} {
		if got := (Ruler{}).Wrap(c.s, c.width); !slices.Equal(got, c.want) {
			t.Errorf("%q in %d: %q, want %q", c.s, c.width, got, c.want)
		}
		for _, wc := range []bool{false, true} {
			r := Ruler{Wc: wc}
			for w := 4; w < 30; w++ {
				lines := r.Wrap(c.s, w)
				for _, l := range lines {
					if ansi.StringWidth(l) > w || strings.Contains(l, mayBreak) {
						t.Errorf("%q in %d: %q", c.s, w, lines)
					}
				}
				signs := func(s string) string { return strings.Join(strings.Fields(ansi.Strip(s)), "") }
				if got := signs(strings.Join(lines, "")); got != signs(c.s) {
					t.Errorf("%q in %d says %q", c.s, w, got)
				}
			}
		}
	}
}

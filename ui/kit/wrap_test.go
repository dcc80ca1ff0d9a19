package kit_test

import (
	"slices"
	"testing"

	"aloft/model"
	"aloft/ui/kit"
)

func TestWrap(t *testing.T) {
	for _, c := range []struct {
		s     string
		width int
		want  []string
	}{
		{"to be or not", 6, []string{"to be", "or not"}},
		{"abcdef", 6, []string{"abcdef"}},
		{"abcdefg", 6, []string{"abcdef", "g"}},
		{"abcdefghijklm n", 6, []string{"abcdef", "ghijkl", "m n"}},
		{"文件文件", 6, []string{"文件文", "件"}},
		{"文件文件", 5, []string{"文件", "文件"}},
		{"", 6, []string{""}},
	} {
		if got := kit.Wrap(model.Ruler{Wc: true}, c.s, c.width); !slices.Equal(got, c.want) {
			t.Errorf("%q in %d: %q", c.s, c.width, got)
		}
	}
}

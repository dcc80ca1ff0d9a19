package console

import (
	"slices"
	"testing"
)

func TestAligned(t *testing.T) {
	got := Aligned([][]string{{"1", "中文", "x"}, {"100", "a", ""}}, true)
	if want := []string{"  1  中文  x", "100  a"}; !slices.Equal(got, want) {
		t.Errorf("%q", got)
	}
}

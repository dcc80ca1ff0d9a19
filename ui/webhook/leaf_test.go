package webhook

import (
	"slices"
	"testing"

	"github.com/charmbracelet/x/ansi"

	"aloft/model"
	"aloft/ui/input"
)

// Each row of a coloured line has the colours that it needs and ends without any; tabs count
// from the line's beginning, and what is searched for is found across colours.
func TestTheColoursOfAProgram(t *testing.T) {
	s := newStream(&Env{Env: &input.Env{}}, "d1")
	s.data = "\x1b[31mabcdefghij\n\x1b[2Jk\x1b[0mok\x1b[32m\ty\x1b[8mz\nplain\x1b[m\nend"
	s.shape(8)
	var got []string
	for i := range s.leaf.lines {
		got = append(got, s.leaf.rows(i)...)
	}
	want := []string{
		"\x1b[31mabcdefgh\x1b[m", "\x1b[31mij\x1b[m", "\x1b[31mk\x1b[0mok\x1b[32m     \x1b[m", "\x1b[32myz\x1b[m", "\x1b[32mplain\x1b[m\x1b[m", "end",
	}
	if !slices.Equal(got, want) {
		t.Errorf("%q instead of %q", got, want)
	}
	for _, row := range got {
		if ansi.StringWidth(row) > 8 {
			t.Errorf("%q is too wide", row)
		}
	}
	if at := s.leaf.rowOf(1, newNeedle("kok")); at.Row != 0 || at.Line != 1 {
		t.Errorf("found at %v", at)
	}
	note := newLeaf([]leafLine{{text: "\x1b[31mfrom a person"}}, 40, model.Ruler{})
	if row := note.rows(0)[0]; row != "\ufffd[31mfrom a person" {
		t.Errorf("what no program has printed has colours: %q", row)
	}
}

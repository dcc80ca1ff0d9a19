package edits

import (
	"strings"
	"testing"

	"aloft/model"
)

// The text around a place is cut where the service counts, or not shown.
func TestCutAt(t *testing.T) {
	for _, c := range []struct {
		text          string
		at            int64
		before, after string
	}{
		{"Nobody", 2, "No", "body"}, {"a😀b", 3, "a😀", "b"}, {"中文", 1, "中", "文"}, {"short", 9, "", ""}, {"[Image] x", 3, "", ""}, {"", 1, "", ""},
	} {
		if b, a := cutAt(c.text, c.at); b != c.before || a != c.after {
			t.Errorf("%q at %d: %q, %q", c.text, c.at, b, a)
		}
	}
}

// A preview that is cut is not the text right before the place.
func TestTextAroundThatIsCut(t *testing.T) {
	long := "Move, copy, rename and share; put pages under pages in a space."
	b := newBench(t, "# Doc\n\n# Long\n\n"+long+"\n\n# Short\n\nTwo words.\n\n# Fifty\n\n"+strings.Repeat("x", 50)+"\n")
	for at, want := range map[string]model.Around{
		"end-of:Long":   {Before: long[:50], Gap: true, After: "Short"},
		"heading:Long":  {Before: "Long", After: long[:50], More: true},
		"end-of:Short":  {Before: "Two words.", After: "Fifty"},
		"heading:Fifty": {Before: "Fifty", After: strings.Repeat("x", 50)},
	} {
		p, err := b.plan(b.at(at, model.Edit{Kind: model.EditParagraph, Text: "x"}))
		if err != nil {
			t.Fatal(at, err)
		}
		if got := p.Steps[0].Around; got != want {
			t.Errorf("%s: %+v, want %+v", at, got, want)
		}
	}
}

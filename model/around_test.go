package model

import "testing"

// A context may hold the text several times; the distances to the neighbouring
// matches say which occurrence it is.
func TestAMatchIsToldFromItsNeighbours(t *testing.T) {
	m := Matches{Text: "the", All: []Match{
		{Range: Range{Begin: 518, End: 521}, Context: "Ask the city about the hedg"},
		{Range: Range{Begin: 533, End: 536}, Context: "Ask the city about the hedge"},
		{Range: Range{Begin: 600, End: 603}, Context: "😀 the 😀 the 😀 the end"},
		{Range: Range{Begin: 607, End: 610}, Context: "😀 the 😀 the 😀 the end"},
		{Range: Range{Begin: 614, End: 617}, Context: "😀 the 😀 the 😀 the end"},
		{Range: Range{Begin: 700, End: 703}, Context: "the same place told twice: the other way"}, // no neighbour: the middle
	}}
	m.Tell()
	for i, want := range []string{"Ask ", "Ask the city about ", "😀 ", "😀 the 😀 ", "😀 the 😀 the 😀 ", "the same place told twice: "} {
		if before, after := m.All[i].Around("the"); before != want || before+"the"+after != m.All[i].Context {
			t.Errorf("%d: %q | %q", i, before, after)
		}
	}
	if s := m.All[1].Line(Ruler{Ellipsis: "…"}, "the", 15); s != "…the hedge" {
		t.Errorf("%q", s)
	}
	if s := m.All[1].Line(Ruler{Ellipsis: "…"}, "the", 40); s != "Ask the city about the hedge" {
		t.Errorf("%q", s)
	}
	for context, want := range map[string]string{
		"hich becomes a Word document": "…becomes a Word document", "Which becomes a document": "Which becomes a document",
		"中文 document": "中文 document", "document": "document", "superdocument": "superdocument", "ly new document": "…new document",
	} {
		if s := (&Match{Context: context}).Line(Ruler{Ellipsis: "…"}, "document", 60); s != want {
			t.Errorf("%q is shown as %q", context, s)
		}
	}
	for _, c := range []string{"", "elsewhere", "the"} {
		one := Match{Context: c}
		if before, after := one.Around("the"); before+after != "" || one.Line(Ruler{}, "the", 9) != c {
			t.Errorf("%q: %q %q", c, before, after)
		}
	}
}

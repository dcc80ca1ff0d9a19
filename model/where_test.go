package model

import (
	"errors"
	"strings"
	"testing"
)

func TestParseWhere(t *testing.T) {
	for _, c := range []struct {
		in   string
		want Where
		bad  string // a part of the error
	}{
		{"title", Where{Kind: WhereTitle}, ""},
		{"start", Where{Kind: WhereStart}, ""},
		{"end", Where{Kind: WhereEnd}, ""},
		{"heading:Goals", Where{Kind: WhereHeading, Text: "Goals"}, ""},
		{"heading:a: b #2", Where{Kind: WhereHeading, Text: "a: b #2"}, ""},
		{"end-of:1.2 目标", Where{Kind: WhereEndOf, Text: "1.2 目标"}, ""},
		{"before:start", Where{Kind: WhereBefore, Text: "start"}, ""},
		{"match: ", Where{Kind: WhereMatch, Text: " "}, ""},
		{"after::", Where{Kind: WhereAfter, Text: ":"}, ""},
		{"cell:1,2,3", Where{Kind: WhereCell, Table: 1, Row: 2, Col: 3}, ""},
		{"cell: 1, 2 ,3", Where{Kind: WhereCell, Table: 1, Row: 2, Col: 3}, ""},
		{"box:2", Where{Kind: WhereBox, Table: 2}, ""},
		{"0", Where{Kind: WhereIndex}, ""},
		{"12345", Where{Kind: WhereIndex, Index: 12345}, ""},
		{"", Where{}, "not a place"},
		{"-1", Where{}, "not a place"},
		{"Goals", Where{}, "not a place"},
		{"Heading:x", Where{}, "not a place"},
		{"heading", Where{}, "heading needs text: heading:TEXT"},
		{"heading:", Where{}, "heading needs text"},
		{"heading:  ", Where{}, "heading needs text"},
		{"match:", Where{}, "match needs text"},
		{"end:x", Where{}, "takes no value"},
		{"cell:1,2", Where{}, "TABLE,ROW,COLUMN"},
		{"cell:0,1,1", Where{}, "from 1"},
		{"cell:1,2,x", Where{}, "TABLE"},
		{"box:", Where{}, "box:N"},
		{"99999999999999999999", Where{}, "too large"},
	} {
		got, err := ParseWhere(c.in)
		if c.bad != "" {
			if e, ok := errors.AsType[*WhereError](err); !ok || !strings.Contains(e.Error(), c.bad) {
				t.Errorf("%q: %+v, %v; want an error with %q", c.in, got, err, c.bad)
			}
			continue
		}
		if err != nil || got != c.want {
			t.Errorf("%q: %+v, %v", c.in, got, err)
		}
		if again, err := ParseWhere(got.String()); err != nil || again != got {
			t.Errorf("%q is written %q and read as %+v, %v", c.in, got.String(), again, err)
		}
	}
}

func FuzzParseWhere(f *testing.F) {
	f.Add("heading:x")
	f.Add("cell:1,2,3")
	f.Fuzz(func(t *testing.T, s string) {
		w, err := ParseWhere(s)
		if err != nil {
			if _, ok := errors.AsType[*WhereError](err); !ok {
				t.Fatal(err)
			}
			return
		}
		if again, err := ParseWhere(w.String()); err != nil || again != w {
			t.Fatalf("%q: %+v, then %+v, %v", s, w, again, err)
		}
	})
}

// sample has a title and two Notes, the first hollow, the other with a heading
// right under it.
func sample() Outline {
	n := func(title string, level int, p [4]int64, children ...*OutlineNode) *OutlineNode {
		return &OutlineNode{Title: title, Level: level, TitleStart: p[0], TitleEnd: p[1], ContentStart: p[2], ContentEnd: p[3], Children: children}
	}
	return Outline{Version: 3, Nodes: []*OutlineNode{
		n("Doc", LevelTitle, [4]int64{0, 3, 4, 90},
			n("Plan", 1, [4]int64{10, 14, 15, 40},
				n("Notes", 2, [4]int64{15, 20, 20, 20}),
				n("Detail", 2, [4]int64{21, 27, 28, 40})),
			n("Empty end", 1, [4]int64{41, 50, 51, 70},
				n("Notes", 2, [4]int64{60, 65, 65, 65}))),
	}}
}

func TestWhereInOutline(t *testing.T) {
	for _, c := range []struct {
		where  string
		nth    int
		index  int64
		under  string
		hollow bool
		front  bool
	}{
		{"title", 0, 0, "", false, true},
		{"start", 0, 4, "Doc", false, false},
		{"heading:Detail", 0, 28, "Detail", false, false},
		{"heading:detail ", 0, 28, "Detail", false, false},
		{"heading:Plan", 0, 15, "Plan", false, true}, // its first sub-heading begins there
		{"heading:Notes", 1, 20, "Notes", true, false},
		{"end-of:Notes", 2, 65, "Notes", true, false},
		{"end-of:Plan", 0, 40, "Detail", false, false},
		{"before:Detail", 0, 21, "Plan", false, true},
		{"before:Plan", 0, 10, "Doc", false, true},
	} {
		w, err := ParseWhere(c.where)
		if err != nil {
			t.Fatal(err)
		}
		w.Nth = c.nth
		s, err := w.InOutline(sample())
		under := ""
		if s.Node != nil {
			under = s.Node.Title
		}
		if err != nil || s.Index != c.index || under != c.under || s.Hollow != c.hollow || s.Front != c.front {
			t.Errorf("%s: %+v under %q, %v", c.where, s, under, err)
		}
	}
	// Text before the title does not make another start of the body.
	early := sample()
	early.Nodes = append([]*OutlineNode{{Level: LevelBody}}, early.Nodes...)
	for where, want := range map[WhereKind]Spot{
		WhereTitle: {Index: 0, Front: true, Around: Around{After: "Doc"}},
		WhereStart: {Index: 4, Node: early.Nodes[1], Around: Around{Before: "Doc"}},
	} {
		if s, err := (Where{Kind: where}).InOutline(early); err != nil || s.Index != want.Index || s.Front != want.Front || s.Node != want.Node || s.After != want.After {
			t.Errorf("%s: %+v, %v", where, s, err)
		}
	}
	find := func(where string, nth int) *WhereError {
		w, _ := ParseWhere(where)
		w.Nth = nth
		_, err := w.InOutline(sample())
		e, ok := errors.AsType[*WhereError](err)
		if !ok {
			t.Fatalf("%s: %v", where, err)
		}
		return e
	}
	e := find("heading:Notes", 0)
	if e.Missing || len(e.Found) != 2 || e.Found[1].Nth != 2 || e.Found[1].Position != 60 || e.Found[1].Level != 2 ||
		strings.Join(e.Found[1].Above, "/") != "Doc/Empty end" {
		t.Errorf("%+v", e)
	}
	if e := find("heading:Notes", 3); !e.Missing || len(e.Found) != 2 {
		t.Errorf("%+v", e)
	}
	if e := find("heading:Detial", 0); !e.Missing || len(e.Near) != 1 || e.Near[0] != "Detail" {
		t.Errorf("%+v", e)
	}
	if e := find("heading:empty", 0); len(e.Near) != 1 || e.Near[0] != "Empty end" {
		t.Errorf("%+v", e)
	}
	if e := find("before:of the body", 0); !strings.Contains(string(e.Hint), "match:TEXT") {
		t.Errorf("%+v", e)
	}
	if _, err := (Where{Kind: WhereStart}).InOutline(Outline{}); err == nil {
		t.Error("a place in nothing")
	}
}

func TestWhereInStructureAndMatches(t *testing.T) {
	s := Structure{Nodes: []StructureNode{
		{Kind: NodeParagraph, Start: 0, End: 5},
		{Kind: NodeTable, Start: 6, End: 20, Rows: []TableRow{{1, []TableCell{{1, 1, 7, 9, "a"}, {1, 2, 10, 12, "b"}}}, {2, []TableCell{{2, 1, 13, 20, "c"}}}}},
		{Kind: NodeTextBox, Start: 21, End: 30, Children: []StructureNode{{Kind: NodeParagraph, Start: 22, End: 24}, {Kind: NodeParagraph, Start: 25, End: 29, Preview: "last"}}},
		{Kind: NodeCode, Start: 31, End: 40},
	}}
	for where, want := range map[string]int64{"cell:1,1,2": 12, "cell:1,2,1": 20, "box:1": 29, "box:2": 40,
		"cell:2,1,1": -1, "cell:1,3,1": -1, "cell:1,2,2": -1, "box:3": -1} {
		w, err := ParseWhere(where)
		if err != nil {
			t.Fatal(err)
		}
		spot, err := w.InStructure(s)
		if want < 0 {
			if e, ok := errors.AsType[*WhereError](err); !ok {
				t.Errorf("%s: %+v %v", where, spot, e)
			}
		} else if err != nil || spot.Index != want {
			t.Errorf("%s: %+v, %v", where, spot, err)
		}
	}
	if n := s.Holding(23); n == nil || n.Start != 22 {
		t.Errorf("%+v", n)
	}
	m := Matches{Text: "cat", All: []Match{{Range: Range{4, 7}, Context: "the cat sat"}, {Range: Range{20, 23}, Context: "a cat"}}}
	w := Where{Kind: WhereAfter, Text: "cat", Nth: 1}
	if s, err := w.InMatches(m); err != nil || s.Index != 7 || s.Before != "the cat" || s.After != " sat" {
		t.Errorf("%+v, %v", s, err)
	}
	w.Nth = 0
	if _, err := w.InMatches(m); err == nil {
		t.Error("one of two was guessed")
	} else if e, _ := errors.AsType[*WhereError](err); len(e.Found) != 2 || e.Found[1].Position != 20 {
		t.Errorf("%+v", e)
	}
	if _, err := w.InMatches(Matches{}); err == nil {
		t.Error("found nothing, said nothing")
	}
}

func TestHeadings(t *testing.T) {
	o := sample()
	var got []string
	for _, h := range o.Headings() {
		got = append(got, h.Node.Title)
	}
	if s := strings.Join(got, "|"); s != "Doc|Plan|Notes|Detail|Empty end|Notes" {
		t.Error(s)
	}
	if h := o.Headings()[5]; h.Nth != 2 || h.Of != 2 || strings.Join(h.Path(), "/") != "Doc/Empty end" {
		t.Errorf("%+v", h)
	}
	for index, want := range map[int64]string{0: "Doc", 12: "Plan", 20: "Notes", 30: "Detail", 55: "Empty end", 65: "Notes"} {
		if n, _ := o.Under(index); n == nil || n.Title != want {
			t.Errorf("under %d: %+v, want %s", index, n, want)
		}
	}
	if n, _ := o.Under(99); n != nil {
		t.Errorf("%+v", n)
	}
	want := "# Doc\n\n- Plan\n  - Notes\n  - Detail\n- Empty end\n  - Notes\n"
	if got := o.Markdown(); got != want {
		t.Errorf("%q", got)
	}
	if s := EscapeMarkdown("120.00"); s != "120.00" {
		t.Error(s)
	}
	if s := EscapeMarkdown("1. a*b|c\n# <x>"); s != `1\. a\*b\|c # \<x\>` {
		t.Error(s)
	}
}

package markdown

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"aloft/model"
)

func changes(cs []model.OutlineChange) string {
	var out []string
	for _, c := range cs {
		n := c.New
		if n == nil {
			n = c.Old
		}
		s := string(c.Kind) + " " + n.Title
		if c.Kind == model.SectionRenamed {
			s = string(c.Kind) + " " + c.Old.Title + ">" + c.New.Title
		}
		out = append(out, s)
	}
	return strings.Join(out, ", ")
}

// withTexts gives each section the text for "title#n" or "title", else "text of
// title".
func withTexts(o model.Outline, texts map[string]string) Sections {
	var s Sections
	for _, h := range o.Headings() {
		key := h.Node.Title
		if t, ok := texts[fmt.Sprintf("%s#%d", key, h.Nth)]; ok {
			s.All = append(s.All, Section{Node: h.Node, Found: true, Markdown: t})
			continue
		}
		t, ok := texts[key]
		if !ok {
			t = "text of " + key
		}
		s.All = append(s.All, Section{Node: h.Node, Found: true, Markdown: t})
	}
	return s
}

func TestCompareOutlines(t *testing.T) {
	for _, c := range []struct {
		name     string
		old, now []string
		was, is  map[string]string // other texts than "text of TITLE"
		want     string
	}{
		{"nothing", []string{"T D", "1 A", "2 B"}, []string{"T D", "1 A", "2 B"}, nil, nil, ""},
		{"both empty", nil, nil, nil, nil, ""},
		{"added", []string{"1 A"}, []string{"1 A", "1 B"}, nil, nil, "added B"},
		{"gone", []string{"1 A", "1 B", "1 C"}, []string{"1 A", "1 C"}, nil, nil, "gone B"},
		{"all gone", []string{"1 A", "1 B"}, nil, nil, nil, "gone A, gone B"},
		{"changed", []string{"1 A", "1 B"}, []string{"1 A", "1 B"}, map[string]string{"B": "old"}, nil, "changed B"},
		{"the one that jumps has moved", []string{"1 A", "1 B", "1 C", "1 D"}, []string{"1 D", "1 A", "1 B", "1 C"}, nil, nil, "moved D"},
		{"to another heading", []string{"1 A", "2 X", "1 B"}, []string{"1 A", "1 B", "2 X"}, nil, nil, "moved X"},
		{"moved with its children", []string{"1 A", "2 X", "3 Y", "1 B"}, []string{"1 A", "1 B", "2 X", "3 Y"}, nil, nil, "moved X"},
		{"moved and changed", []string{"1 A", "1 B", "1 C"}, []string{"1 C", "1 A", "1 B"}, map[string]string{"C": "old"}, nil, "moved C, changed C"},
		{"renamed", []string{"1 A", "1 B", "1 C"}, []string{"1 A", "1 Bee", "1 C"}, nil, map[string]string{"Bee": "text of B"}, "renamed B>Bee"},
		{"renamed, its children stay", []string{"1 A", "2 X", "1 C"}, []string{"1 Aa", "2 X", "1 C"}, nil, map[string]string{"Aa": "text of A"}, "renamed A>Aa"},
		{"another text and another heading", []string{"1 A", "1 B"}, []string{"1 A", "1 Bee"}, nil, nil, "added Bee, gone B"},
		{"deeper", []string{"1 A", "1 B"}, []string{"1 A", "2 B"}, nil, nil, "moved B"},
		{"level alone", []string{"1 A", "2 B"}, []string{"1 A", "3 B"}, nil, nil, "changed B"},
		{"equal titles in several places", []string{"1 A", "2 Notes", "1 B", "2 Notes"}, []string{"1 A", "2 Notes", "1 B", "2 Notes"},
			map[string]string{"Notes#1": "a", "Notes#2": "b"}, map[string]string{"Notes#1": "a", "Notes#2": "changed"}, "changed Notes"},
		{"one of equal titles is gone", []string{"1 N", "1 N", "1 N"}, []string{"1 N", "1 N"},
			map[string]string{"N#1": "a", "N#2": "b", "N#3": "c"}, map[string]string{"N#1": "a", "N#2": "c"}, "gone N"},
		{"a title came", []string{"1 A", "2 B"}, []string{"T D", "1 A", "2 B"}, nil, nil, "added D"},
		{"another title", []string{"T D", "1 A"}, []string{"T E", "1 A"}, nil, map[string]string{"E": "text of D"}, "renamed D>E"},
		{"text before the headings", []string{"B ", "1 A"}, []string{"B ", "1 A"}, map[string]string{"": "x"}, map[string]string{"": "y"}, "changed "},
	} {
		old, now := tree(c.old...), tree(c.now...)
		got := CompareOutlines(old, now, SameText(withTexts(old, c.was), withTexts(now, c.is)))
		if changes(got) != c.want {
			t.Errorf("%s: %s, want %s", c.name, changes(got), c.want)
		}
	}
}

func TestCompareByLength(t *testing.T) {
	old, now := tree("1 A", "1 B"), tree("1 A", "1 B")
	now.Nodes[1].ContentEnd += 5
	if got := changes(CompareOutlines(old, now, nil)); got != "changed B" {
		t.Error(got)
	}
	old, now = tree("1 A", "1 B", "1 C"), tree("1 A", "1 X", "1 C")
	if got := changes(CompareOutlines(old, now, nil)); got != "renamed B>X" {
		t.Error(got)
	}
}

// Random changes: every section of both sides is accounted for once, and comparing
// the other way round gives the reverse.
func TestCompareProperty(t *testing.T) {
	r := rand.New(rand.NewPCG(7, 1))
	for range 500 {
		var a []string
		for range r.IntN(25) {
			a = append(a, fmt.Sprint(1+r.IntN(4), " ", string(rune('A'+r.IntN(12)))))
		}
		b := append([]string(nil), a...)
		for range r.IntN(5) {
			if len(b) == 0 {
				break
			}
			i, j := r.IntN(len(b)), r.IntN(len(b))
			switch r.IntN(3) {
			case 0:
				b = append(b[:i:i], b[i+1:]...)
			case 1:
				b[i], b[j] = b[j], b[i]
			default:
				b = append(b[:i:i], append([]string{"2 new"}, b[i:]...)...)
			}
		}
		old, now := tree(a...), tree(b...)
		same := SameText(withTexts(old, nil), withTexts(now, nil))
		cs := CompareOutlines(old, now, same)
		gone, added := 0, 0
		seen := map[string]bool{}
		for _, c := range cs {
			key := fmt.Sprintf("%s %p %p", c.Kind, c.Old, c.New)
			if seen[key] {
				t.Fatalf("told twice: %s", changes(cs))
			}
			seen[key] = true
			switch c.Kind {
			case model.SectionGone:
				gone++
			case model.SectionAdded:
				added++
			}
		}
		if len(a)-gone != len(b)-added {
			t.Fatalf("%v\n%v\n%s: %d stay of the old and %d of the new", a, b, changes(cs), len(a)-gone, len(b)-added)
		}
		if fmt.Sprint(a) == fmt.Sprint(b) && len(cs) > 0 {
			t.Fatalf("%v: %s", a, changes(cs))
		}
		back := CompareOutlines(now, old, SameText(withTexts(now, nil), withTexts(old, nil)))
		if kinds(back, model.SectionAdded) != gone || kinds(back, model.SectionGone) != added {
			t.Fatalf("%s, and back %s", changes(cs), changes(back))
		}
	}
}

func kinds(cs []model.OutlineChange, k model.ChangeKind) int {
	n := 0
	for _, c := range cs {
		if c.Kind == k {
			n++
		}
	}
	return n
}

// Thousands of headings, many with the same title.
func TestCompareLarge(t *testing.T) {
	var a, b []string
	for i := range 6000 {
		a = append(a, fmt.Sprint(1+i%3, " H", i%700))
		if i%500 != 0 {
			b = append(b, a[i])
		}
	}
	old, now := tree(a...), tree(b...)
	cs := CompareOutlines(old, now, nil)
	if len(cs) == 0 || len(cs) > 3000 {
		t.Errorf("%d changes", len(cs))
	}
}

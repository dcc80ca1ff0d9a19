package preview

import (
	"strings"
	"testing"

	"github.com/charmbracelet/colorprofile"
	"github.com/charmbracelet/x/ansi"
	"pgregory.net/rapid"

	"aloft/model"
	"aloft/themes"
	"aloft/ui/keys"
)

const tabled = `# Costs

| item | cost | note |
| :--- | ---: | --- |
| sink \| tap | 120 | **old** |
| lamp |  | |

` + "```\n| a | b |\n| --- | --- |\n```" + `

| a | b | c | d | e | f | g | h |
| - | - | - | - | - | - | - | - |
| 1 | 2 | 3 | 4 | 5 | 6 | 7 | 8 |
`

// A key shows all tables row by row, and back; one with too many columns for the window
// is shown so without it.
func TestTablesAsRecords(t *testing.T) {
	f := newFake()
	f.put("costs", tabled, 1)
	in(t, f, 100, 40, true, func(g *rig) {
		g.open("costs")
		g.has("sink | tap", "item ", "a: 1\n", "h: 8\n", "| a | b |")
		g.hasNot("item: ")
		g.do(keys.DocTables)
		g.has("item: sink | tap", "cost: 120", "note: old", "item: lamp", "a: 1\n", "| a | b |")
		g.hasNot("cost: \n")
		g.do(keys.DocTables)
		g.hasNot("item: ")
		g.r.SetSize(160, 40)
		g.Idle()
		g.hasNot("h: 8")
		g.open("other")
		g.said = nil
		g.do(keys.DocTables)
		if len(g.said) != 1 || g.said[0].Text != "the document has no tables" {
			t.Errorf("it said %v", g.said)
		}
	})
}

// The text is as wide as the setting says, and no wider than the window.
func TestWidthOfTheText(t *testing.T) {
	f := newFake()
	f.put("wide", "# Wide\n\n"+strings.Repeat("word ", 200)+"\n", 1)
	in(t, f, 160, 20, true, func(g *rig) {
		g.open("wide")
		for _, c := range []struct{ set, want int }{{0, 100}, {72, 72}, {5, 20}, {400, 100}} {
			g.r.SetWidth(c.set)
			g.Idle()
			got := len(g.textOnly()[2])
			if got > c.want || got < c.want-6 {
				t.Errorf("with %d a line has %d cells", c.set, got)
			}
		}
	})
}

// The section that is read, with those under it, as the service wrote it.
func TestSectionAsMarkdown(t *testing.T) {
	f := newFake()
	in(t, f, 100, 20, true, func(g *rig) {
		g.open("plan")
		g.do(down, down)
		md, whole := g.r.Section()
		from, to := strings.Index(plan, "## Scope"), strings.Index(plan, "## Timeline")
		if want := strings.TrimRight(plan[from:to], "\n") + "\n"; md != want || !whole {
			t.Errorf("%q, not %q", md, want)
		}
		g.do(top)
		if md, _ = g.r.Section(); !strings.HasPrefix(md, "# 2024 plan\n\nWhere we go") || !strings.HasSuffix(md, "again.\n") {
			t.Errorf("%q", md)
		}
	})
	f.cut = strings.Index(plan, "### Out of scope")
	in(t, f, 100, 20, true, func(g *rig) {
		g.open("plan")
		if _, whole := g.r.Section(); whole {
			t.Error("a part is taken for the whole")
		}
	})
}

// A document that others have changed says so and stays at its heading; one that the
// person has changed does not.
func TestAChangeOfOthersIsTold(t *testing.T) {
	f := newFake()
	in(t, f, 100, 20, true, func(g *rig) {
		g.open("plan")
		g.do(down, down, down)
		f.write("plan", strings.Replace(plan, "## Summary", "## Added\n\nNew.\n\n## Summary", 1))
		g.Run(g.r.Reload())
		g.Idle()
		if len(g.said) != 1 || g.said[0].Text != "plan was changed elsewhere; this is version 119" || g.node() != "In scope 1" {
			t.Errorf("it said %v, on %q", g.said, g.node())
		}
		g.Run(g.r.Reload())
		g.Idle()
		f.write("plan", plan)
		g.Run(g.r.ReloadFrom(nil))
		g.Idle()
		if len(g.said) != 1 || g.r.Outline().Version != 120 {
			t.Errorf("it said %v of version %d", g.said, g.r.Outline().Version)
		}
	})
}

// A number is not broken while a neighbour has room, a column gets its longest word first, and sides are kept.
func TestColumnsOfATable(t *testing.T) {
	theme, err := themes.Load(themes.Default)
	if err != nil {
		t.Fatal(err)
	}
	long := strings.Repeat("a note of many words ", 6)
	md := "| item | cost | note |\n| :--- | ---: | --- |\n| sink | 120000 | " + long + "|\n| **lamp** | 7 | [a page](https://x.example/long/address) |\n"
	for _, width := range []int{30, 40, 60, 100} {
		p, err := drawnPage(md, theme.Styles(colorprofile.TrueColor), model.Ruler{}, paper{width: width}, deletions{})
		if err != nil {
			t.Fatal(err)
		}
		screen := ansi.Strip(strings.Join(p.groups, "\n"))
		for _, want := range []string{"sink", "120000 ", "     7 ", "lamp", "x.example"} {
			if !strings.Contains(screen, want) {
				t.Errorf("at %d %q is not there:\n%s", width, want, screen)
			}
		}
		for _, l := range p.groups {
			if n := ansi.StringWidth(l); n > width {
				t.Errorf("at %d a line has %d cells: %q", width, n, ansi.Strip(l))
			}
		}
	}
}

func TestColumnWidths(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		n := rapid.IntRange(1, 8).Draw(t, "columns")
		room := rapid.IntRange(n, 120).Draw(t, "room")
		rows := make([][]string, rapid.IntRange(1, 5).Draw(t, "rows"))
		whole, words := make([]int, n), make([]int, n)
		for i := range rows {
			for c := range n {
				cell := strings.Join(rapid.SliceOfN(rapid.StringMatching(`[a-z0-9]{1,12}|[中文]{1,6}`), 0, 8).Draw(t, "cell"), " ")
				rows[i] = append(rows[i], cell)
				whole[c] = max(whole[c], ansi.StringWidth(cell))
				for w := range strings.FieldsSeq(cell) {
					words[c] = max(words[c], longestPiece(w))
				}
			}
		}
		got, sum, needed := columnWidths(rows, n, room), 0, 0
		for c, w := range got {
			sum += w
			needed += max(1, words[c])
			if w < 1 && whole[c] > 0 || w > max(whole[c], 1) {
				t.Fatalf("column %d is %d of %d wide", c, w, whole[c])
			}
		}
		if sum > room {
			t.Fatalf("%v take %d of %d", got, sum, room)
		}
		for c, w := range got {
			if needed <= room && w < words[c] {
				t.Fatalf("there is room for each word, and %d has %d of %d", c, w, words[c])
			}
		}
	})
}

package preview

import (
	"strings"
	"testing"

	"aloft/client/embedded/engine"
	"aloft/model"
	"aloft/ui/keys"
	"aloft/ui/kit"
)

// Text that was inserted is marked where it stands, and text that was deleted stands where it was, struck.
func TestTrackedChangesShowInTheText(t *testing.T) {
	f := remarkedFake(t)
	spot := func(words string, nth int) model.Range {
		m, err := engine.Find(f.docs["said"].Document, words)
		if err != nil || nth >= len(m.All) {
			t.Fatalf("%q: %v %v", words, m, err)
		}
		return m.All[nth].Range
	}
	in(t, f, 120, 40, true, func(g *rig) {
		g.open("said")
		garden, may, item, covers, cost := spot("garden", 0), spot("May", 0), spot("an item about water", 0), spot("covers", 0), spot("120", 0)
		f.revisions = []model.DocRevision{
			{Kind: "insertion", Author: "Ann", Text: "garden", Range: garden},
			{Kind: "deletion", Author: "Bob", Text: "June\x1b ", Range: model.Range{Begin: may.Begin, End: may.Begin}},
			{Kind: "deletion", Author: "Bob", Text: " really", Range: model.Range{Begin: covers.End, End: covers.End}},
			{Kind: "deletion", Author: "Bob", Text: strings.Repeat("long ", 30), Range: model.Range{Begin: garden.End, End: garden.End}},
			{Kind: "deletion", Author: "Bob", Text: "110", Range: model.Range{Begin: cost.Begin, End: cost.Begin}},
			{Kind: "deletion", Author: "Bob", Text: "gone", Range: model.Range{Begin: item.Begin, End: item.Begin}},
			{Kind: "paragraph-insertion", Author: "Ann", Range: item},
			{Kind: "format", Author: "Ann", Text: "water", Range: spot("water", 0)},
		}
		f.put("other", "# Other", 1)
		g.open("other")
		d := g.r.store.docs
		for _, one := range d {
			one.remarks = nil
		}
		g.open("said")
		g.has("6 tracked changes", "│• [-gone-]an item about water", "roof in [-June", "-] May", "first phase covers [-really-] the", "garden[-long long", "long-] ; the first", "[-110-]")
		shown := strings.Join(g.r.View(), "\n")
		if n := strings.Count(shown, g.r.paint.added.On("garden")); n != 1 {
			t.Errorf("%d of %d are marked", n, strings.Count(g.screen(), "garden"))
		}
		if !strings.Contains(shown, g.r.paint.gone.On("[-gone-]")) {
			t.Error(shown)
		}
		// It is no text: a search does not find it, and what is selected across it is what the document has.
		p := g.r.text.pageOf(0, 0)
		for i := range p.groups {
			if m := p.marks("long", kit.Spot{Line: i + len(p.title)}); len(m) > 0 {
				t.Errorf("deleted text is found in row %d: %v", i, m)
			}
			if m := p.marks("garden; the", kit.Spot{Line: i + len(p.title)}); len(m) > 0 {
				shown = ""
			}
		}
		if shown != "" {
			t.Error("text around deleted text is not found")
		}
		g.do(keys.DocSelect, keys.Bottom.In(keys.InDocument))
		got, err := g.r.Passage()()
		if err != nil || strings.Contains(got.Markdown, "long") || !strings.Contains(got.Markdown, "garden; the first") {
			t.Errorf("%q, %v", got.Markdown, err)
		}
	})
}

// A paragraph of which nothing is left stands where it was: an item in its own line, a paragraph between those beside it.
// Deleted words of a heading stand within it, also beside the panes.
func TestDeletedParagraphsShowWhereTheyWere(t *testing.T) {
	const left = "# Plan\n\nSome words.\n\nMore words.\n\n## Tools\n\n- first\n- \u200b\n- \u200b\n- fourth\n\nThe end.\n"
	f := newFake()
	f.put("left", left, 1)
	for _, full := range []bool{true, false} {
		in(t, f, 100, 50, full, func(g *rig) {
			blocks := leaves(nil, engine.Structure(f.docs["left"].Document).Nodes)
			var empty []int64
			at := map[string]int64{}
			for _, b := range blocks {
				if b.Preview == "" {
					empty = append(empty, b.Start)
				}
				at[b.Preview] = b.End
			}
			if len(empty) != 2 {
				t.Fatalf("%+v", blocks)
			}
			spot := func(p int64) model.Range { return model.Range{Begin: p, End: p} }
			f.revisions = []model.DocRevision{
				{Kind: "deletion", Text: "big ", Range: spot(at["Tools"] - 5)},
				{Kind: "deletion", Text: "second ", Range: spot(empty[0])},
				{Kind: "deletion", Text: "item", Range: spot(empty[0])},
				{Kind: "deletion", Text: "third", Range: spot(empty[1])},
				{Kind: "deletion", Text: " never", Range: spot(at["The end."])},
			}
			g.open("left")
			g.has("[-big-] Tools", "│• [-second item-]", "│• [-third-]", " • fourth", "The end. [-never-]")
		})
	}
}

package preview

import (
	"strings"
	"testing"

	"aloft/client/embedded/engine"
	"aloft/model"
)

// Text that was inserted is marked where it stands, text that was deleted at the end of its row, and no letter of the
// text moves for it.
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
		plain := strings.Split(g.screen(), "\n")
		garden, may, item := spot("garden", 0), spot("May", 0), spot("an item about water", 0)
		f.revisions = []model.DocRevision{
			{Kind: "insertion", Author: "Ann", Text: "garden", Range: garden},
			{Kind: "deletion", Author: "Bob", Text: "June\x1b", Range: model.Range{Begin: may.Begin, End: may.Begin}},
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
		g.has("3 tracked changes", "│• an item about water", "[-gone-]", "[-June")
		shown := strings.Join(g.r.View(), "\n")
		if n := strings.Count(shown, g.r.paint.added.On("garden")); n != 1 {
			t.Errorf("%d of %d are marked", n, strings.Count(g.screen(), "garden"))
		}
		if !strings.Contains(shown, g.r.paint.gone.On("[-gone-]")) {
			t.Error(shown)
		}
		bare := func(line string) string {
			line, _, _ = strings.Cut(line, " [-")
			return strings.TrimRight(strings.NewReplacer("│", " ", "»", " ").Replace(line), " ")
		}
		for i, line := range strings.Split(g.screen(), "\n") {
			if i > 1 && bare(line) != bare(plain[i]) {
				t.Errorf("%q became %q", plain[i], line)
			}
		}
	})
}

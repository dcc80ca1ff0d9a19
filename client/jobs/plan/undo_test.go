package plan

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"aloft/client"
	"aloft/model"
)

// Of several entries of a name in the recycle bin those are taken that the job has deleted, as
// far as the service says when and from where.
func TestFromTheBin(t *testing.T) {
	at := time.Date(2026, 5, 4, 12, 0, 0, 0, time.UTC)
	root := model.Place{Scheme: model.SchemeDrive}
	a, b := root.Join("a"), root.Join("b")
	entry := func(record string, size int64, from model.Place, deleted time.Duration) client.BinEntry {
		e := client.BinEntry{Record: record, Entry: model.Entry{Name: "x", Kind: model.KindFile, Size: size}, From: from}
		if deleted != 0 {
			e.Deleted = at.Add(deleted)
		}
		return e
	}
	ours := func(homes ...model.Place) (out []*deed) {
		for _, h := range homes {
			out = append(out, &deed{item: &model.Item{Print: model.Fingerprint{Name: "x", Kind: model.KindFile, Size: 5}}, name: "x", home: h, sent: at})
		}
		return out
	}
	var nowhere model.Place
	for name, c := range map[string]struct {
		deeds []*deed
		held  []client.BinEntry
		want  string // records, and what is left
	}{
		"the only one":           {ours(a), []client.BinEntry{entry("1", 5, nowhere, 0)}, "1"},
		"another size":           {ours(a), []client.BinEntry{entry("1", 6, nowhere, 0)}, "not in the recycle bin"},
		"nobody knows which":     {ours(a), []client.BinEntry{entry("1", 5, nowhere, 0), entry("2", 5, nowhere, 0)}, "several entries"},
		"by its folder":          {ours(a), []client.BinEntry{entry("1", 5, b, 0), entry("2", 5, a, 0)}, "2 in a"},
		"deleted before the job": {ours(a), []client.BinEntry{entry("1", 5, nowhere, -time.Hour)}, "not in the recycle bin"},
		"the nearest":            {ours(a), []client.BinEntry{entry("1", 5, nowhere, time.Hour), entry("2", 5, nowhere, time.Second)}, "2"},
		"two of ours":            {ours(a, b), []client.BinEntry{entry("1", 5, b, time.Second), entry("2", 5, a, time.Second)}, "2 in a, 1 in b"},
		"two without a folder":   {ours(a, b), []client.BinEntry{entry("1", 5, nowhere, time.Second), entry("2", 5, nowhere, time.Second)}, "1, 2"},
	} {
		p := &planner{root: root, plan: &model.Plan{}}
		p.fromBin(c.deeds, c.held)
		var got []string
		for _, it := range p.plan.Items {
			s := it.Record
			if strings.Contains(c.want, " in ") && !it.Former.IsZero() {
				s += " in " + it.Former.Base()
			}
			got = append(got, s)
		}
		for _, r := range p.plan.Refused {
			got = append(got, fmt.Sprint(r.Err))
		}
		if said := strings.Join(got, ", "); said != c.want && !(len(p.plan.Refused) == 1 && strings.Contains(said, c.want)) {
			t.Errorf("%s: %q, want %q", name, said, c.want)
		}
	}
}

package model

import (
	"slices"
	"testing"
)

func TestChangesOfAPlan(t *testing.T) {
	drive, docs, disk := Place{Scheme: SchemeDrive}, Place{Scheme: SchemeDocs}, Place{Scheme: SchemeDisk}
	a, b := drive.Join("a"), drive.Join("b")
	for _, c := range []struct {
		name string
		item Item
		want []string
	}{
		{"move", Item{Op: OpMove, Parent: a, Name: "x", Target: b}, []string{"drive:/a/x", "drive:/b/x"}},
		{"move under another name", Item{Op: OpMove, Parent: a, Name: "x", Target: b, NewName: "y"}, []string{"drive:/a/x", "drive:/b/y"}},
		{"rename", Item{Op: OpRename, Parent: a, Name: "x", NewName: "y"}, []string{"drive:/a/x", "drive:/a/y"}},
		{"delete", Item{Op: OpDelete, Parent: a, Name: "x"}, []string{"drive:/a/x"}},
		{"make", Item{Op: OpMakeFolder, Parent: a, Name: "x"}, []string{"drive:/a/x"}},
		{"share", Item{Op: OpShare, Parent: docs.Join("a"), Name: "x"}, []string{"docs:/a/x"}},
		{"copy", Item{Op: OpCopy, Parent: docs.Join("a"), Name: "x", Target: docs.Join("b")}, []string{"docs:/b/x"}},
		{"import", Item{Op: OpImport, Parent: disk.Join("a"), Name: "x", Target: docs.Join("b")}, []string{"docs:/b/x"}},
		{"export", Item{Op: OpExport, Parent: docs.Join("a"), Name: "x", Target: disk.Join("b")}, []string{"disk:/b/x"}},
		{"recover", Item{Op: OpRecover, Parent: drive, Name: "x", Binned: Binned{Record: "r", Former: a}}, []string{"drive:/a/x"}},
		{"purge of what was nobody knows where", Item{Op: OpPurge, Parent: drive, Name: "x", Binned: Binned{Record: "r"}}, []string{"drive:/"}},
		{"delete by id", Item{Op: OpDelete, Parent: docs, Name: "x", Pin: "1", Found: Found{Loose: true}}, []string{"docs:/"}},
		{"left out", Item{Op: OpDelete, Parent: a, Name: "x", Decision: DecideSkip}, nil},
	} {
		if c.item.Decision == "" {
			c.item.Decision = DecideGo
		}
		var got []string
		for p := range (&Plan{Op: c.item.Op, Items: []Item{c.item}}).Changes() {
			if !slices.Contains(got, p.String()) {
				got = append(got, p.String())
			}
		}
		if !slices.Equal(got, c.want) {
			t.Errorf("%s: %q, want %q", c.name, got, c.want)
		}
	}
}

func TestUnder(t *testing.T) {
	for _, c := range []struct {
		place, folder string
		want          bool
	}{
		{"drive:/a/x", "drive:/a", true}, {"drive:/a", "drive:/a", true}, {"drive:/ab", "drive:/a", false}, {"drive:/", "drive:/a", false},
		{"drive:/a", "drive:/", true}, {"docs:/a", "drive:/", false}, {"work/drive:/a", "drive:/", false},
		{`docs:/a\#1/x`, "docs:/a", true}, {`docs:/a\#1/x`, `docs:/a\#1`, true}, {`docs:/a\#2/x`, `docs:/a\#1`, false}, {"docs:/a/x", `docs:/a\#1`, false},
	} {
		p, err := ParsePlace(c.place, Place{})
		q, err2 := ParsePlace(c.folder, Place{})
		if err != nil || err2 != nil {
			t.Fatal(err, err2)
		}
		if p.Under(q) != c.want {
			t.Errorf("%s under %s: %v", c.place, c.folder, !c.want)
		}
	}
}

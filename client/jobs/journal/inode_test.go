package journal

import (
	"slices"
	"testing"

	"aloft/model"
)

// The names of a file are made after the first of them that goes, whatever lies between.
func TestNamesOfAFileComeAfterTheFirst(t *testing.T) {
	at := model.Place{Scheme: model.SchemeDisk, Path: model.Steps("d")}
	to := model.Place{Scheme: model.SchemeDisk, Path: model.Steps("e")}
	item := func(n int, name, inode string, d model.Decision) model.Item {
		return model.Item{ID: n, Op: model.OpTransfer, Parent: at, Name: name, Target: to, Carried: model.Carried{Inode: inode}, Decision: d}
	}
	steps := Of(&model.Plan{Op: model.OpTransfer, Items: []model.Item{
		item(1, "left", "1", model.DecideSkip), item(2, "a", "1", model.DecideGo), item(3, "other", "2", model.DecideGo),
		item(4, "b", "1", model.DecideGo), item(5, "alone", "", model.DecideGo), item(6, "c", "1", model.DecideGo),
	}})
	for i, want := range []struct {
		name  string
		first int
	}{{"a", -1}, {"other", -1}, {"b", 0}, {"alone", -1}, {"c", 0}} {
		s := &steps[i]
		if s.Name != want.name || s.First != want.first || slices.Contains(s.After, 0) != (want.first == 0) || len(s.Need) > 0 {
			t.Errorf("%s: first %d, after %v, needs %v; want %+v", s.Name, s.First, s.After, s.Need, want)
		}
	}
}

package dialog

import (
	"testing"
	"time"

	"aloft/model"
)

// roomyPlan has three taken names: of an older file, of a newer one, and of a folder.
func roomyPlan() *model.Plan {
	p := movePlan(3)
	for n, there := range []time.Duration{-time.Hour, time.Hour} {
		it := &p.Items[n*7]
		it.Print.Modified = model.Millis(moment)
		it.Taken.Modified = moment.Add(there)
		it.Room = &model.Item{Op: model.OpDelete, Mode: model.ModeBin, Parent: backup, Name: it.Name, Kind: model.KindFile, Decision: model.DecideGo}
	}
	for _, e := range []*model.Kind{&p.Items[14].Kind, &p.Items[14].Taken.Kind} {
		*e = model.KindFolder
	}
	return p
}

// A taken name is replaced by itself, with all others, or where it is older; what makes room comes right before.
func TestNamesAreReplaced(t *testing.T) {
	for _, row := range []struct {
		keys  []string
		bins  []string // what goes to the bin
		skips int
	}{
		{[]string{"O", "j", "j", "s"}, []string{"budget.xlsx", chinese}, 1},
		{[]string{"O", "s", "j", "j", "s"}, []string{chinese}, 2},
		{[]string{"N", "j", "j", "s"}, []string{"budget.xlsx"}, 2},
	} {
		d := NewPlan(testEnv(t), from, roomyPlan(), PlanOptions{}).(*plan)
		for i := range d.conflicts { // in the plan's order, not in that of the names
			d.conflicts[i] = i * 7
		}
		msg, open := feed(d, append(row.keys, "y")...)
		a, ok := msg.(PlanAnswered)
		if open || !ok || a.Choice != ChoseGo || len(a.Plan.Undecided()) > 0 {
			t.Fatalf("%q: %v %+v", row.keys, open, msg)
		}
		var gone []string
		skips, ids := 0, map[int]bool{}
		for i := range a.Plan.Items {
			it := &a.Plan.Items[i]
			ids[it.ID] = true
			switch {
			case it.Op == model.OpDelete:
				gone = append(gone, it.Name)
				if next := a.Plan.Items[i+1]; next.Name != it.Name || next.Decision != model.DecideGo {
					t.Errorf("%q: %s makes room for %+v", row.keys, it.Name, next)
				}
			case it.Decision == model.DecideSkip:
				skips++
			}
		}
		if len(gone) != len(row.bins) || gone[0] != row.bins[0] || skips != row.skips || len(ids) != len(a.Plan.Items) {
			t.Errorf("%q: %q go, want %q; %d are skipped, want %d", row.keys, gone, row.bins, skips, row.skips)
		}
	}
}

// So many that the brake stops it are typed; folders are merged by another plan.
func TestReplacementsAreBraked(t *testing.T) {
	o := PlanOptions{Brake: model.Brake{Count: 1}}
	d := NewPlan(testEnv(t), from, roomyPlan(), o)
	if _, open := feed(d, "S", "O", "y"); !open {
		t.Fatal("nothing was typed")
	}
	if msg, open := feed(d, "2", "enter"); open || msg.(PlanAnswered).Choice != ChoseGo {
		t.Errorf("%v %+v", open, msg)
	}
	if msg, open := feed(NewPlan(testEnv(t), from, roomyPlan(), o), "m"); open || msg.(PlanAnswered).Choice != ChoseMerge {
		t.Errorf("%v %+v", open, msg)
	}
	if _, open := feed(NewPlan(testEnv(t), from, movePlan(2), o), "m", "o", "O", "N"); !open {
		t.Error("a file was merged")
	}
	if msg, open := feed(NewConflict(testEnv(t), roomyPlan(), 14, 1, 1, nil), "m"); open || msg.(ConflictAnswered).Choice != ChoseMerge {
		t.Errorf("%v %+v", open, msg)
	}
	if msg, open := feed(NewConflict(testEnv(t), roomyPlan(), 0, 1, 1, nil), "o"); open || msg.(ConflictAnswered).Choice != ChoseReplace {
		t.Errorf("%v %+v", open, msg)
	}
}

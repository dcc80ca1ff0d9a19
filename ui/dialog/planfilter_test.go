package dialog

import (
	"strings"
	"testing"

	"aloft/model"
)

// The filter chooses among the rows of the full plan; the plan stays whole. Esc drops what
// is typed, then the filter, then the question.
func TestPlanFilter(t *testing.T) {
	env := testEnv(t)
	p := movePlan(7)
	d := NewPlan(env, from, p, PlanOptions{}).(*plan)
	d.SetSize(80, 24)
	shown := func(want string, rows int) {
		t.Helper()
		if box := strings.Join(d.View().Lines, "\n"); !strings.Contains(box, want) || d.rows == nil || d.rows.n != rows {
			t.Errorf("%q is not shown: %s", want, box)
		}
	}
	feed(d, "/", "0", "1")
	shown("11 of 120 shown", 11)
	feed(d, "enter")
	shown("11 of 120 shown", 11)
	if d.line != nil {
		t.Error("still typing")
	}
	feed(d, "/", "esc")
	shown("lines 1-", 120)
	feed(d, "/", "x", "q", "z", "enter")
	shown("0 of 120 shown", 0)
	if _, open := feed(d, "esc"); !open || !d.filter.Empty() {
		t.Fatal("the first Esc does more than to clear the filter")
	}
	feed(d, "/", "0", "1", "enter", "S")
	msg, open := feed(d, "y")
	if a, ok := msg.(PlanAnswered); open || !ok || len(a.Plan.Items) != len(p.Items) {
		t.Error("the plan has lost items")
	}
}

// A full plan of many items takes the rows that the screen has, and gives them back.
func TestAFullPlanIsAsTallAsTheScreen(t *testing.T) {
	d := NewPlan(testEnv(t), from, movePlan(7), PlanOptions{}).(*plan)
	d.SetSize(120, 40)
	brief := len(d.View().Lines)
	feed(d, "p")
	if full := len(d.View().Lines); full != 40 {
		t.Errorf("%d rows of 40", full)
	}
	feed(d, "p")
	if now := len(d.View().Lines); now != brief {
		t.Errorf("%d rows, %d before", now, brief)
	}
}

// An entry of the recycle bin is named by the place where it was.
func TestAPlanNamesWhereAnEntryOfTheBinWas(t *testing.T) {
	p := movePlan(1)
	it := model.Item{Op: model.OpRecover, Parent: from.Place.Root(), Name: "lost.txt", Binned: model.Binned{Record: "1", Former: from.Place.Root().Join("Was")}, Decision: model.DecideGo}
	p.Items[0] = it
	d := NewPlan(testEnv(t), from, p, PlanOptions{}).(*plan)
	d.SetSize(80, 24)
	feed(d, "p")
	if box := strings.Join(d.View().Lines, "\n"); !strings.Contains(box, "lost.txt  in drive:/Was") {
		t.Error(box)
	}
	if got := whereItem(testEnv(t), it); got != "drive:/Was/lost.txt" {
		t.Error(got)
	}
}

// Esc in the full plan, and in the whole list of conflicts, goes back to the short plan, which
// is still there.
func TestEscInTheFullPlan(t *testing.T) {
	d := NewPlan(testEnv(t), from, movePlan(7), PlanOptions{}).(*plan)
	d.SetSize(80, 24)
	for _, key := range []string{"p", "v"} {
		feed(d, key)
		if _, open := feed(d, "esc"); !open || d.full || d.all {
			t.Fatalf("Esc after %s leaves the plan, or stays in it", key)
		}
	}
	if _, open := feed(d, "esc"); open {
		t.Error("Esc does not leave the short plan")
	}
}

// Of a large plan only those rows are made that show.
func TestPlanMakesTheRowsThatShow(t *testing.T) {
	p := &model.Plan{Op: model.OpMove, Scheme: model.SchemeDrive}
	for range 50_000 {
		p.Items = append(p.Items, model.Item{Op: model.OpMove, Name: "x", Decision: model.DecideGo})
	}
	d := NewPlan(testEnv(t), from, p, PlanOptions{}).(*plan)
	made := 0
	d.twin = func(model.Item) string { made++; return "" }
	d.SetSize(80, 24)
	feed(d, "p", "G", "pgup")
	d.View()
	if made == 0 || made > 24 {
		t.Errorf("%d rows", made)
	}
}

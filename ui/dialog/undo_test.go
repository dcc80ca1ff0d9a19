package dialog

import (
	"strings"
	"testing"
	"time"

	"github.com/charmbracelet/x/ansi"

	"aloft/model"
)

// The undo of one entry is one sentence that names what was done, also where the plan does
// the opposite.
func TestUndoOfOneEntryNamesTheJob(t *testing.T) {
	env, root := testEnv(t), model.Place{Scheme: model.SchemeDrive}
	a, here := root.Join("A"), Origin{Place: root.Join("A")}
	go1 := func(it model.Item) model.Item { it.Decision = model.DecideGo; return it }
	rename := go1(model.Item{Op: model.OpRename, Parent: a, Name: "new", NewName: "old"})
	move := go1(model.Item{Op: model.OpMove, Parent: root.Join("B"), Name: "x", NewName: "y", Target: a})
	binned := go1(model.Item{Op: model.OpRecover, Parent: root, Name: "x", Binned: model.Binned{Record: "7", Former: a}})
	lost, loose, skipped := binned, rename, rename
	lost.Former, loose.Loose, skipped.Decision = model.Place{}, true, model.DecideSkip
	for _, c := range []struct {
		what  string
		was   model.Op
		again bool
		items []model.Item
		want  string
	}{
		{"rename", model.OpRename, false, []model.Item{rename}, "renamed old to new"},
		{"rename again", model.OpRename, true, []model.Item{rename}, "renamed new to old"},
		{"move", model.OpMove, false, []model.Item{move}, "moved y to drive:/B"},
		{"move again", model.OpMove, true, []model.Item{move}, "moved x to drive:/A"},
		{"delete", model.OpDelete, false, []model.Item{binned}, "deleted x"},
		{"make", model.OpMakeFolder, false, []model.Item{go1(model.Item{Op: model.OpDelete, Parent: root, Name: "x"})}, "made x in drive:/"},
		{"make again", model.OpMakeFolder, true, []model.Item{binned}, "made x"},
		{"copy", model.OpCopy, false, []model.Item{go1(model.Item{Op: model.OpDelete, Parent: a, Name: "x"})}, "copied x to drive:/A"},
		{"nobody knows where it was", model.OpDelete, false, []model.Item{lost}, ""},
		{"somewhere", model.OpRename, false, []model.Item{loose}, ""},
		{"skipped", model.OpRename, false, []model.Item{skipped}, ""},
		{"a permission", model.OpShare, false, []model.Item{go1(model.Item{Op: model.OpShare, Parent: a, Name: "x"})}, ""},
		{"several", model.OpRename, false, []model.Item{rename, rename}, ""},
		{"a job that is not known", "", false, []model.Item{rename}, ""},
	} {
		if got := deedWords(env, here, &model.Plan{Items: c.items, Again: c.again}, c.was); got != c.want {
			t.Errorf("%s: %q, want %q", c.what, got, c.want)
		}
	}
	refused := &model.Plan{Items: []model.Item{rename}, Refused: []model.Refusal{{}}}
	if got := deedWords(env, here, refused, model.OpRename); got != "" {
		t.Errorf("what is left out is not named: %q", got)
	}
}

// The plan of an undo says where the entries are, which is seldom where the person is.
func TestPlanOfEntriesElsewhere(t *testing.T) {
	env, root := testEnv(t), model.Place{Scheme: model.SchemeDrive}
	p := &model.Plan{Op: model.OpMove, Scheme: model.SchemeDrive, Undo: "yes", Undoes: "1", Estimate: model.Estimate{Time: 604 * time.Millisecond}}
	for _, name := range []string{"a", "b"} {
		p.Items = append(p.Items, model.Item{Op: model.OpMove, Parent: root.Join("There"), Name: name, Target: root.Join("Here"), Decision: model.DecideGo})
	}
	said := func(p *model.Plan) string {
		b := draw(NewUndo(env, Origin{Place: root.Join("Here")}, p, PlanOptions{Undoes: "move 2 -> drive:/There"}), 80, 24)
		return ansi.Strip(strings.Join(b.Lines, "\n"))
	}
	if s := said(p); !strings.Contains(s, "from    drive:/There ") || strings.Contains(s, "elsewhere") || !strings.Contains(s, "0 listings) ") {
		t.Error(s)
	}
	p.Items[1].Parent, p.Estimate.Time = root, 12345600*time.Millisecond
	if s := said(p); !strings.Contains(s, "(0 here, 2 elsewhere)") || !strings.Contains(s, "about 206 min") {
		t.Error(s)
	}
}

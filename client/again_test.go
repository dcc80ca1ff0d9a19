package client

import (
	"reflect"
	"testing"

	"aloft/model"
)

func at(t *testing.T, s string) model.Place {
	t.Helper()
	p, err := model.ParsePlace(s, model.Place{})
	if err != nil {
		t.Fatal(err)
	}
	return p
}

func bad(it model.Item) model.ItemReport {
	return model.ItemReport{Item: &it, State: model.ItemFailed, Error: model.Say("no")}
}

func TestAgainAsksForWhatHasFailed(t *testing.T) {
	a, b, c, d := at(t, "drive:/A"), at(t, "drive:/B"), at(t, "docs:/C"), at(t, "disk:/d")
	x, y := a.Join("x"), a.Join("y")
	for name, test := range map[string]struct {
		job   model.JobSnapshot
		items []model.ItemReport
		want  []Request
		left  int
	}{
		"what is done, skipped or planned stays out": {items: []model.ItemReport{
			{State: model.ItemDone}, {State: model.ItemSkipped}, {State: model.ItemPlanned},
		}},
		"a move, each to its own folder and name": {
			items: []model.ItemReport{
				bad(model.Item{Op: model.OpMove, Parent: a, Name: "x", Target: b, NewName: "z"}),
				{Item: &model.Item{Op: model.OpMove, Parent: a, Name: "done", Target: b}, State: model.ItemDone},
				{Item: &model.Item{Op: model.OpMove, Parent: a, Name: "y", Target: a.Join("sub")}, State: model.ItemMissing},
			},
			want: []Request{{Op: model.OpMove, Items: []model.Place{x, y}, Targets: []model.Place{b, a.Join("sub")}, NewNames: []string{"z", ""}}},
		},
		"an import goes to the folders of its items, which are made first": {
			items: []model.ItemReport{
				bad(model.Item{Op: model.OpMakeFolder, Parent: c, Name: "sub", Mode: model.ModeReuse}),
				bad(model.Item{Op: model.OpImport, Parent: d, Name: "x.md", Target: c.Join("sub"), NewName: "x"}),
				bad(model.Item{Op: model.OpImport, Parent: d, Name: "y.md", Target: c, NewName: "y"}),
			},
			want: []Request{
				{Op: model.OpMakeFolder, Items: []model.Place{c.Join("sub")}, Parents: true},
				{Op: model.OpImport, Items: []model.Place{d.Join("x.md")}, Target: c.Join("sub"), NewNames: []string{"x"}},
				{Op: model.OpImport, Items: []model.Place{d.Join("y.md")}, Target: c, NewNames: []string{"y"}},
			},
		},
		"what may have been made is left": {
			items: []model.ItemReport{{Item: &model.Item{Op: model.OpCopy, Parent: c, Name: "x", Target: c}, State: model.ItemUnknown}},
			left:  1,
		},
		"a deletion in its mode": {
			items: []model.ItemReport{{Item: &model.Item{Op: model.OpDelete, Parent: a, Name: "x", Mode: string(DeleteToBin)}, State: model.ItemUnknown}},
			want:  []Request{{Op: model.OpDelete, Items: []model.Place{x}, Mode: DeleteToBin}},
		},
		"an entry of the recycle bin by its record": {
			items: []model.ItemReport{bad(model.Item{Op: model.OpPurge, Parent: a.Root(), Name: "x", Binned: model.Binned{Record: "7"}})},
			want:  []Request{{Op: model.OpPurge, Target: a.Root(), Bin: []BinEntry{{Record: "7", Entry: model.Entry{Name: "x"}}}}},
		},
		"a permission": {
			items: []model.ItemReport{bad(model.Item{Op: model.OpShare, Parent: c, Name: "x", Pin: "id", Sharing: model.Sharing{Policy: "read"}})},
			want:  []Request{{Op: model.OpShare, Items: []model.Place{c.JoinPin("x", "id")}, Policies: []model.Policy{"read"}}},
		},
	} {
		for i := range test.want {
			test.want[i].Rule, test.want[i].Partial = model.ConflictAsk, true
		}
		got, left := Again(&test.job, test.items)
		if !reflect.DeepEqual(got, test.want) || left != test.left {
			t.Errorf("%s:\n%+v, %d left\n%+v", name, got, left, test.want)
		}
	}
	got, _ := Again(&model.JobSnapshot{Undoes: "7"}, []model.ItemReport{bad(model.Item{Op: model.OpMove, Parent: a, Name: "x"})})
	if want := []Request{{Undo: "7", Rule: model.ConflictAsk}}; !reflect.DeepEqual(got, want) {
		t.Errorf("an undo: %+v", got)
	}
}

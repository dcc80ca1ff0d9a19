package journal

import (
	"slices"
	"testing"

	"aloft/model"
)

// What comes out of the bin waits for what has its name to go.
func TestWhatComesBackNeedsItsPlace(t *testing.T) {
	root := model.Place{Account: "t", Scheme: model.SchemeDrive}
	to := root.Join("to")
	items := []model.Item{
		{Op: model.OpDelete, Parent: to, Name: "f", Decision: model.DecideGo},
		{Op: model.OpDelete, Parent: to, Name: "g", Decision: model.DecideGo},
		{Op: model.OpRecover, Parent: root, Name: "f", Binned: model.Binned{Record: "1", Former: to}, Decision: model.DecideGo},
		{Op: model.OpRecover, Parent: root, Name: "h", Binned: model.Binned{Record: "2"}, Decision: model.DecideGo},
	}
	all := Of(&model.Plan{Items: items})
	for i, want := range [][]int{nil, nil, {0}, nil} {
		if !slices.Equal(all[i].Need, want) {
			t.Errorf("%s %s needs %v, want %v", all[i].Op, all[i].Name, all[i].Need, want)
		}
	}
}

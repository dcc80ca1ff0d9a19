package editing

import (
	"testing"

	"aloft/model"
	"aloft/ui/preview"
)

// Which of equal texts is selected is known by its section and its number there; where the service has another number
// of them, the person is asked.
func TestWhichMatchIsSelected(t *testing.T) {
	a := &model.OutlineNode{Title: "a", Level: 1, TitleEnd: 1, ContentStart: 2, ContentEnd: 49}
	b := &model.OutlineNode{Title: "b", Level: 1, TitleStart: 50, TitleEnd: 51, ContentStart: 52, ContentEnd: 99}
	o := &model.Outline{Nodes: []*model.OutlineNode{a, b}}
	at := func(all ...int64) *model.Matches {
		m := &model.Matches{}
		for _, n := range all {
			m.All = append(m.All, model.Match{Range: model.Range{Begin: n, End: n + 2}})
		}
		return m
	}
	for _, c := range []struct {
		m       *model.Matches
		in      *model.OutlineNode
		nth, of int
		want    int
		sure    bool
	}{
		{at(10, 60, 70), b, 2, 2, 2, true},
		{at(10, 60, 70), b, 1, 2, 1, true},
		{at(10, 60, 70), a, 1, 1, 0, true},
		{at(10, 60, 70), b, 2, 3, 2, false}, // the service has one less
		{at(10, 60, 70), a, 1, 2, 0, false},
		{at(10), b, 2, 3, 0, true}, // there is no other
	} {
		p := preview.Piece{Node: c.in, Nth: c.nth, Of: c.of}
		if n, sure := which(c.m, &p, o); n != c.want || sure != c.sure {
			t.Errorf("%+v: %d %v", c, n, sure)
		}
	}
}

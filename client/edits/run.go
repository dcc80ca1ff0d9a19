package edits

import (
	"context"
	"errors"
	"slices"

	"aloft/client"
	"aloft/model"
)

// run is a plan being applied.
type run struct {
	e    *Engine
	d    *doc
	now  *reading // of the version that the next step is based on, nil = nothing is read of it yet
	p    *model.EditPlan
	j    *journal
	id   string
	last []model.EditStep // the steps as sent
	res  model.EditResult
	at   int64 // version that the next step is based on
	// others: the newest version may hold edits of others, so that positions prove nothing.
	others bool
	// journalErr: the journal does not have the last step.
	journalErr error
}

// reading is what is read of the version that the last step has made.
func (r *run) reading(ctx context.Context) *reading {
	if r.now == nil || r.now.asked != r.at {
		r.now = read(ctx, r.d, r.at, client.Interactive)
	}
	return r.now
}

// inPlace: nothing before a step has moved in its version, so the positions of the
// rest are still valid. Positions are fetched again after a comment ("States and
// transitions" in the specification of the doc tools) and where the version may
// hold edits of others.
func (r *run) inPlace(ctx context.Context, s model.EditStep, others bool) bool {
	if !others && (!kinds[s.Edit.Kind].moves || s.Edit.Reply != "") {
		return true
	}
	now := r.reading(ctx)
	o, err := now.Outline()
	if err != nil || !slices.Equal(titlesBefore(r.p.Outline, s.Edit), titlesBefore(o, s.Edit)) {
		return false
	}
	if !others {
		return true
	}
	found, err := now.look(markOf(s), true)
	return err == nil && found == there
}

type title struct {
	text       string
	start, end int64
}

func titlesBefore(o model.Outline, e model.Edit) (out []title) {
	at := e.At
	if len(e.Ranges) > 0 {
		at = e.Ranges[0].Begin
	}
	o.Walk(func(n *model.OutlineNode, _ []*model.OutlineNode) bool {
		if n.TitleEnd < at {
			out = append(out, title{n.Title, n.TitleStart, n.TitleEnd})
		}
		return n.TitleEnd < at
	})
	return out
}

// into finds the empty paragraph that the step before has made, in that step's
// version: positions come from the service only.
func (r *run) into(ctx context.Context, s model.EditStep) (int64, error) {
	if !s.Behind {
		return s.Edit.At, nil // what was there was pushed behind it
	}
	now := r.reading(ctx)
	lost := r.d.fail(client.KindConflict, "the paragraph that was added could not be found again")
	o, err := now.Outline()
	if err != nil {
		return 0, movedTo(err, lost)
	}
	found := int64(-1)
	o.Walk(func(n *model.OutlineNode, _ []*model.OutlineNode) bool {
		if n.TitleEnd == s.Edit.At && n.Level != model.LevelBody {
			if !n.Hollow() {
				found = n.ContentStart
			}
			return false
		}
		return true
	})
	if found >= 0 {
		return found, nil
	}
	st, err := now.Structure()
	if err != nil {
		return 0, movedTo(err, lost)
	}
	if at, ok := behind(st.Nodes, s.Edit.At); ok {
		return at, nil
	}
	return 0, lost
}

func movedTo(err error, lost *client.Error) error {
	if errors.Is(err, errMoved) {
		return lost
	}
	return err
}

// behind is where the next block begins; in a cell, whose blocks are not listed,
// its end.
func behind(in []model.StructureNode, end int64) (int64, bool) {
	for i, n := range in {
		if len(n.Children) > 0 && n.Start <= end && end <= n.End {
			if at, ok := behind(n.Children, end); ok {
				return at, true
			}
		}
		for _, row := range n.Rows {
			for _, c := range row.Cells {
				if c.Start <= end && end < c.End {
					return c.End, true
				}
			}
		}
		if n.End == end && i+1 < len(in) {
			return in[i+1].End, in[i+1].Start == in[i+1].End
		}
	}
	return 0, false
}

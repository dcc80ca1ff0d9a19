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
	e        *Engine
	d        *doc
	p        *model.EditPlan
	j        *journal
	id       string
	last     []model.EditStep // the steps as sent
	res      model.EditResult
	at       int64              // version that the next step is based on
	made     []int64            // the version of each step
	versions map[int64]*reading // what is read of each
	// others: the newest version may hold edits of others, so that positions prove nothing.
	others bool
	// wrong: the version shows that a step made something else than asked.
	wrong bool
	// journalErr: the journal does not have the last step.
	journalErr error
}

// newest reads the newest version.
func (r *run) newest(ctx context.Context) *reading {
	now := read(ctx, r.d, 0, client.Interactive)
	now.was = &r.p.Outline
	return now
}

// version is what is read of a version: of that of the plan some is known.
func (r *run) version(ctx context.Context, v int64) *reading {
	if r.versions[v] == nil {
		now := r.newest(ctx)
		now.asked, now.version = v, v
		if m := r.p.Matches; v == r.p.Version {
			now.outline = now.was
			if old := r.last[0].Edit.Old; m.Version == v && !m.Part && old != "" && len(r.last) == 1 {
				now.finds[old] = m
			}
		}
		if r.versions == nil {
			r.versions = map[int64]*reading{}
		}
		r.versions[v] = now
	}
	return r.versions[v]
}

// reading is what is read of the version that the last step has made.
func (r *run) reading(ctx context.Context) *reading {
	if r.at == r.p.Version {
		delete(r.versions, r.at)
	}
	return r.after(r.version(ctx, r.at), len(r.made)-1)
}

// after is a reading that knows what was there before a step.
func (r *run) after(now *reading, step int) *reading {
	base := r.p.Version
	if step > 0 {
		base = r.made[step-1]
	}
	now.was, now.before = &r.p.Outline, r.version(now.ctx, base)
	return now
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

// into is the place in the empty paragraph that the step before has made: the one that has its level,
// since the specification does not say whether that is the new one or the one before its mark.
func (r *run) into(ctx context.Context, made, s model.EditStep) (int64, error) {
	at, err := r.added(ctx, s)
	if level := made.Edit.Paragraph.Level; err == nil && level != 0 {
		now := r.reading(ctx)
		st, err := now.Structure()
		if err != nil {
			return at, nil
		}
		empty := func(at int64) *model.StructureNode {
			if n := st.Holding(at); n != nil && n.Start == at && n.End == at {
				return n
			}
			return nil
		}
		other := at + 1
		if s.Behind {
			other = at - 1
		}
		if n := empty(at); n != nil && now.leveled(st, n, level) == wrong {
			if n = empty(other); n == nil || now.leveled(st, n, level) != there {
				return 0, errOther
			}
			return other, nil
		}
	}
	return at, err
}

// takeBack: the service has made something else, which does not stay where the service can revert it.
func (r *run) takeBack(ctx context.Context) error {
	was, now := r.version(ctx, r.p.Version), r.newest(ctx)
	out := &client.Error{Kind: client.KindServer, Op: opEdit, Place: r.d.place, Changed: client.ChangedNothing,
		What: "the service says that the edit was made, but the document is as it was before"}
	r.res.Verified, r.res.Missing = false, nil
	r.res.Outcome, r.res.Done = model.EditFailed, 0
	same, sure := now.same(was)
	if same = same && sure && now.version == r.at; same {
		return out
	}
	out.What = "the service did not make the edit as asked; the edit was undone"
	if r.d.ed.CanEdit(r.d.entry.Kind, model.EditRevert) == nil {
		for _, v := range slices.Backward(r.made) {
			if v <= r.p.Version {
				break
			}
			got, err := r.d.ed.Edit(ctx, r.d.ref, r.at, model.Edit{Kind: model.EditRevert, Version: v}, client.Interactive)
			if err != nil || got.New <= r.at {
				break
			}
			r.at, r.res.Version = got.New, got.New
		}
		now = r.newest(ctx)
		if same, _ = now.same(was); same && now.version == r.at {
			return out
		}
	}
	r.res.Outcome, r.res.Done = model.EditPartly, len(r.made)
	out.What, out.Args = "the service did not make the edit as asked, and the edit could not be undone: there is now %s", []any{now.stands(was)}
	out.Hint, out.Changed = "change the document by hand", client.ChangedSome
	return out
}

// added finds the empty paragraph that the step before has made, in that step's
// version: positions come from the service only.
func (r *run) added(ctx context.Context, s model.EditStep) (int64, error) {
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

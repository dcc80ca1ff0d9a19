package run

import (
	"context"

	"aloft/client"
	"aloft/client/jobs/journal"
	"aloft/client/jobs/listing"
	"aloft/client/jobs/lookup"
	"aloft/client/jobs/step"
	"aloft/client/jobs/verify"
	"aloft/model"
	"aloft/model/text"
)

// originals are the entries that a relocation has copied, by their PlaceKey.
type originals struct {
	files   map[string]*model.Item
	folders map[string]bool
}

func (j *job) originals() *originals {
	if j.copied != nil {
		return j.copied
	}
	o := &originals{map[string]*model.Item{}, map[string]bool{}}
	for i := range j.Plan.Items {
		it := &j.Plan.Items[i]
		switch {
		case it.Op.Row().Folder && !it.Like.IsZero():
			o.folders[step.PlaceKey(it.Like.Unpinned())] = true
		case (it.Op.Transfers() || it.Op == model.OpCopy) && it.Goes():
			o.files[o.key(it.Place(), it.Pin)] = it
		}
	}
	j.copied = o
	return o
}

func (o *originals) key(at model.Place, id string) string {
	return step.PlaceKey(at.Unpinned()) + step.IDKey(id)
}

const textMore text.Text = "%s still contains entries that were not copied, so it is kept"

// keepChanged takes the folders out of a batch that hold something which the job has not
// copied. They were whole when it was planned, and somebody has added to them since.
func (w *worker) keepChanged(j *job, b *lookup.Batch, found *lookup.Found) error {
	if j.Plan.Op != model.OpRelocate || j.Plan.Undoes != "" || !b.Op.Row().Deletes {
		return nil
	}
	refs, steps := found.Refs[:0:0], found.Steps[:0:0]
	for i, n := range found.Steps {
		s := &j.Steps[n]
		walk := w.walkAt(j, s.Parent, true)
		whole, err := j.originals().hold(w.reads, walk, s.Source(), step.Steady(walk.Src))
		w.spent(j, walk)
		switch {
		case err != nil:
			return &lookup.FolderError{Place: s.Source(), Err: err}
		case !whole:
			found.Bad[n] = verify.Verdict{Out: journal.OutConflict, Kind: client.KindConflict, Text: textMore, Args: []any{s.Name}}
		default:
			refs, steps = append(refs, found.Refs[i]), append(steps, n)
		}
	}
	found.Refs, found.Steps = refs, steps
	return nil
}

// hold reports whether all that is in the folder, at any depth, was copied as it is.
func (o *originals) hold(ctx context.Context, walk *listing.Walker, at model.Place, steady bool) (bool, error) {
	if !o.folders[step.PlaceKey(at.Unpinned())] {
		return true, nil // a file, which the lookup has compared
	}
	l, err := walk.All(ctx, at)
	if err != nil || !l.Complete {
		return false, err
	}
	l.Steady = steady
	twins := l.Twins()
	for i := range l.Entries {
		e := &l.Entries[i]
		in, id := at.JoinEntry(e, twins), ""
		if steady {
			id = e.ID
		}
		it := o.files[o.key(in, id)]
		switch {
		case !e.Kind.Container() && (it == nil || !step.LooksAs(*e, it.Print, true)):
			return false, nil
		case !e.Enterable():
			continue
		case !o.folders[step.PlaceKey(in.Unpinned())]:
			return false, nil
		}
		if whole, err := o.hold(ctx, walk, in, steady); err != nil || !whole {
			return whole, err
		}
	}
	return true, nil
}

package edits

import (
	"context"
	"slices"
	"time"

	"aloft/client"
	"aloft/model"
)

// History returns the edits made from this machine, the newest first. For those
// without an end it checks the outcome, as far as that can be proved.
func (e *Engine) History(ctx context.Context, item model.Place) ([]client.EditDone, error) {
	d, err := e.open(ctx, item, client.Interactive)
	if err != nil {
		return nil, err
	}
	all, err := e.edits(ctx, d)
	if err != nil {
		return nil, err
	}
	var out []client.EditDone
	for _, h := range slices.Backward(all) {
		out = append(out, h.told())
	}
	return out, nil
}

// edits reads the journal and settles the edits without an end.
func (e *Engine) edits(ctx context.Context, d *doc) ([]*history, error) {
	j := e.journal(d)
	all, err := j.read()
	if err != nil {
		return nil, err
	}
	settled := false
	for _, h := range all {
		if h.out != model.EditUnknown {
			continue
		}
		out, version := e.settleLater(ctx, d, j, h)
		if out == model.EditUnknown {
			continue
		}
		if err := h.in.append(record{T: recEnd, ID: h.id, Out: out, Version: version}); err != nil {
			return nil, err
		}
		settled = true
	}
	if settled {
		return j.read()
	}
	return all, nil
}

// settleLater finds the outcome of an edit that has no end in the journal: its
// process died, or nobody answered. While it may still take effect only a proof
// that it was made ends it.
func (e *Engine) settleLater(ctx context.Context, d *doc, j *journal, h *history) (model.EditOutcome, int64) {
	done, base := h.steps(), h.base
	if done > 0 {
		base = h.version
	}
	if done == len(h.marks) {
		return model.EditDone, h.version
	}
	r := &run{e: e, d: d, j: j, id: h.id}
	version, made, err := r.proof(ctx, h.marks[done], base)
	if err != nil {
		return model.EditUnknown, 0
	}
	if made {
		if h.in.append(record{T: recMade, ID: h.id, Step: done, Version: version}) != nil {
			return model.EditUnknown, 0
		}
		if done+1 == len(h.marks) {
			return model.EditDone, version
		}
		return model.EditPartly, version
	}
	unchanged := version == base
	if e.young(h) || !unchanged && !e.surelyNot(ctx, d, h.marks[done]) {
		return model.EditUnknown, 0
	}
	if done > 0 {
		return model.EditPartly, h.version
	}
	if unchanged {
		return model.EditFailed, version
	}
	return model.EditConflict, version
}

// young: the edit may still take effect. The journal counts in seconds.
func (e *Engine) young(h *history) bool { return e.o.Now().Sub(h.at) <= e.o.Settle+time.Second }

// surelyNot: the step is nowhere in the current document.
func (e *Engine) surelyNot(ctx context.Context, d *doc, m mark) bool {
	s, err := read(ctx, d, 0, client.Interactive).look(m, false)
	return err == nil && s == missing
}

func (h *history) told() client.EditDone {
	out := client.EditDone{ID: h.id, At: h.at.UTC().Format(time.RFC3339), Where: h.marks[0].Where, Outcome: h.out, Base: h.base,
		Version: h.version, Undo: h.undo, Undone: h.undone, Undoes: h.undoes}
	for _, m := range h.marks {
		out.Suggested = out.Suggested || m.Suggest
		if !m.Into && !slices.Contains(out.Kinds, m.Kind) {
			out.Kinds = append(out.Kinds, m.Kind)
		}
	}
	for i := range h.marks { // the paragraph was made only for its content
		if h.marks[i].Into && len(out.Kinds) > 0 && h.marks[i].Kind != model.EditText {
			out.Kinds = []model.EditKind{h.marks[i].Kind}
		}
	}
	return out
}

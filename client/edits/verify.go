package edits

import (
	"cmp"
	"context"
	"errors"
	"reflect"
	"strings"

	"aloft/client"
	"aloft/model"
)

// verify checks whether the steps that the service reports as made are there: in the newest
// version, or, where nobody looks at that one, in the version that they have made.
func (r *run) verify(ctx context.Context) error {
	if !r.p.Unseen || errors.Is(r.looks(r.reading(ctx), true), errMoved) {
		now := r.after(read(ctx, r.d, 0, client.Interactive))
		o, err := now.Outline()
		if err != nil {
			return nil // it was made; it only could not be checked
		}
		r.res.Outline = &o
		_ = r.looks(now, o.Version == r.at) // the result tells
	}
	if r.wrong {
		return r.takeBack(ctx)
	}
	if len(r.res.Missing) == 0 {
		return nil
	}
	r.res.Outcome = model.EditUnknown
	return &client.Error{Kind: client.KindUnknown, Op: opEdit, Place: r.d.place,
		What: "the service says that the edit was made, but the document does not show it",
		Hint: "look at the document; others may have changed it at the same time", Changed: client.ChangedMaybe}
}

// looks for each step, and returns the last reason why one could not be looked for. exact: the
// version is the one that the last step has made.
func (r *run) looks(now *reading, exact bool) (failed error) {
	r.res.Missing = nil
	r.res.Verified = r.at > r.p.Version || about(r.p.Steps[0].Edit) == model.EditAtAll
	alone, last := exact && !r.others, len(r.last)-1
	r.wrong = alone && now.kept(r.last) == wrong
	for i, s := range r.last {
		style, err := now.style(r.last, i, alone && (i == last || i+1 == last && r.last[last].Into))
		m, found := markOf(s), there
		// Of a paragraph that is filled the content shows that it is there.
		if i == last || !r.last[i+1].Into {
			var why error
			found, why = now.look(m, alone && i == last)
			err = cmp.Or(why, err)
		}
		if found == missing && r.altered(now, i) {
			found = hidden
		}
		if found == there && m.long() {
			found, err = now.lookText(tail(m.Text), m.At, slack+model.Units(m.Text), alone && i == last)
		}
		if found == there && r.others && !confirm(now, s, m, r.res.Merged) && (r.res.Merged || !s.Gap && s.Before != "" || s.After != "") {
			found = hidden
		}
		failed = cmp.Or(err, failed)
		switch s := max(found, style); {
		case err == nil && s == missing:
			r.res.Missing = append(r.res.Missing, m.name())
			fallthrough
		case err != nil || s != there:
			r.res.Verified = false
			r.wrong = r.wrong || s == wrong && alone && err == nil
		}
	}
	r.res.Verified = r.res.Verified && !r.wrong
	return failed
}

// altered: the version that a step is said to have made differs from the one before, and only the
// step can have done that, whatever hides its text from the search.
func (r *run) altered(now *reading, step int) bool {
	if r.others {
		return false
	}
	base := r.p.Version + int64(step)
	was, err := read(now.ctx, r.d, base, client.Interactive).Structure()
	if err == nil {
		is, err := read(now.ctx, r.d, base+1, client.Interactive).Structure()
		return err == nil && !reflect.DeepEqual(was.Nodes, is.Nodes)
	}
	if len(r.last) > 1 {
		return false
	}
	o, err := now.Outline()
	return err == nil && o.Version == r.at && !reflect.DeepEqual(r.p.Outline.Nodes, o.Nodes)
}

// confirm checks whether a text is next to what it was inserted beside: where
// others may have written meanwhile, its position alone says little.
func confirm(r *reading, s model.EditStep, m mark, merged bool) bool {
	if !kinds[m.Kind].beside || s.Into {
		return !merged // blocks are identified by more than their position
	}
	f, err := r.Find(m.piece())
	if err != nil {
		return false
	}
	for _, hit := range f.All {
		before, after := hit.Around(m.piece())
		if len(m.Text) > len(m.piece()) {
			after = ""
		}
		if !s.Gap && beside(before, s.Before, strings.HasSuffix) || beside(after, s.After, strings.HasPrefix) {
			return true
		}
	}
	return false
}

func beside(a, b string, ends func(s, end string) bool) bool {
	if len(a) > len(b) {
		a, b = b, a
	}
	return a != "" && ends(b, a)
}

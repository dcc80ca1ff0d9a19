package edits

import (
	"cmp"
	"context"
	"errors"
	"reflect"
	"slices"
	"strings"

	"aloft/client"
	"aloft/model"
	"aloft/model/lazy"
)

// verify checks whether the steps that the service reports as made are there: in the newest
// version, or, where nobody looks at that one, in the version that they have made.
func (r *run) verify(ctx context.Context) error {
	now := r.reading(ctx)
	if !r.p.Unseen || errors.Is(r.looks(now, true), errMoved) {
		now = r.after(read(ctx, r.d, 0, client.Interactive), len(r.made)-1)
		o, err := now.Outline()
		if err != nil {
			return nil // it was made; it only could not be checked
		}
		r.res.Outline = &o
		_ = r.looks(now, o.Version == r.at) // the result tells
	}
	if r.others && !r.res.Merged && !r.res.Verified && now.version == r.at {
		// A service whose versions jump: nothing but the edit has changed.
		if from, to, all := span(r.last); !all {
			if _, s, err := now.moved(r.version(ctx, r.p.Version), from, to); err == nil && s == there {
				r.others = false
				_ = r.looks(now, true)
			}
		}
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
		Hint: "check what has changed, then try again on the newest version", Changed: client.ChangedMaybe}
}

// looks for each step, and returns the last reason why one could not be looked for. exact: the
// version is the one that the last step has made. Those before it are looked for in their own.
func (r *run) looks(now *reading, exact bool) (failed error) {
	r.res.Missing = nil
	r.res.Verified = r.at > r.p.Version || about(r.p.Steps[0].Edit) == model.EditAtAll
	alone, last := exact && !r.others, len(r.last)-1
	r.wrong = alone && now.kept(r.last) == wrong
	back := hidden
	if alone && r.p.Back > 0 {
		back = now.returned(r.version(now.ctx, r.p.Back), r.p)
	}
	own := alone && len(r.made) == len(r.last)
	for i := range r.last {
		end := i // of a paragraph that is filled the content shows that it is there
		if i < last && r.last[i+1].Into {
			end++
		}
		s, err := seen(there), errMoved
		if own && end < last {
			at := r.after(r.version(now.ctx, r.made[end]), end)
			if r.last[i].Edit.Kind == model.EditMarkdown { // whose headings are counted
				if o, no := at.before.Outline(); no == nil {
					at.was = &o
				}
			}
			s, err = r.sees(at, i, end, true)
			own = !errors.Is(err, errMoved)
		}
		switch {
		case back != hidden:
			s, err = back, nil
		case errors.Is(err, errMoved):
			s, err = r.sees(now, i, end, alone && end == last)
		}
		failed = cmp.Or(err, failed)
		switch {
		case err == nil && s == missing:
			r.res.Missing = append(r.res.Missing, markOf(r.last[i]).name())
			fallthrough
		case err != nil || s != there:
			r.res.Verified = false
			r.wrong = r.wrong || s == wrong && alone && err == nil
		}
	}
	r.res.Verified = r.res.Verified && !r.wrong
	return failed
}

// sees looks for a step and its style, where it is filled (end is the next one) for the style only.
func (r *run) sees(now *reading, i, end int, exact bool) (seen, error) {
	s := r.last[i]
	style, err := now.style(r.last, i, exact)
	m, found := markOf(s), there
	if end == i {
		var why error
		found, why = now.look(m, exact)
		if found == there && m.long() {
			found, why = now.lookText(tail(m.Text), m.At, slack+model.Units(m.Text), exact)
		}
		err = cmp.Or(why, err)
	}
	switch out := max(found, style); {
	case out == missing && err == nil:
		return r.lacks(now, m, exact), nil
	case found == there && r.others && !confirm(now, s, m, r.res.Merged) && (r.res.Merged || !s.Gap && s.Before != "" || s.After != ""):
		found = hidden
	}
	return max(found, style), err
}

// lacks says what a step is that a version does not show. Wrong: it is the version that the step has made, and
// what the service shows of it is not what was asked for. Hidden: only the step can have made the version another
// one than that before it, whatever hides its text from the search.
func (r *run) lacks(now *reading, m mark, exact bool) seen {
	if r.others {
		return missing
	}
	is, err := now.Structure()
	was, no := model.Structure{}, errMoved
	if now.before != nil {
		was, no = now.before.Structure()
	}
	known := err == nil && no == nil
	altered := known && !reflect.DeepEqual(was.Nodes, is.Nodes)
	if no != nil && len(r.last) == 1 {
		o, err := now.Outline()
		altered = err == nil && !reflect.DeepEqual(r.p.Outline.Nodes, o.Nodes)
	}
	switch k := kinds[m.Kind]; {
	case exact && (k.listed || known && !altered && m.grows() || k.blocks && known && was.Body(m.At)),
		exact && !k.blocks && now.plain(m) && now.searches(is):
		return wrong
	case altered:
		return hidden
	}
	return missing
}

// plain: no service writes the text of a step in another way, or it shows no word of it.
func (r *reading) plain(m mark) bool {
	p, word := m.piece(), ""
	if plainText().MatchString(p) && (!m.long() || plainText().MatchString("x"+tail(m.Text))) {
		return true
	}
	for _, w := range words().FindAllString(p, -1) {
		if len(w) > len(word) {
			word = w
		}
	}
	f, err := r.Find(word)
	return word != "" && err == nil && len(f.All) == 0
}

var words = lazy.Regexp(`[\pL\pN]+`)

// searches: the service's search finds what the structure of the version shows.
func (r *reading) searches(st model.Structure) bool {
	for _, n := range st.Nodes {
		if s, _ := n.Begins(); plainText().MatchString(s) {
			f, err := r.Find(s)
			return err == nil && len(f.All) > 0
		}
	}
	return false
}

// parts are what a service shows of two versions. Not known: it shows it of none, or of one.
var parts = []func(r, was *reading) (same, known bool){
	part((*reading).blocks, func(a, b model.Structure) bool { return reflect.DeepEqual(a.Nodes, b.Nodes) }),
	part((*reading).Outline, func(a, b model.Outline) bool { return reflect.DeepEqual(a.Nodes, b.Nodes) }),
	part((*reading).Comments, func(a, b model.DocComments) bool { return reflect.DeepEqual(a.All, b.All) }),
	func(r, was *reading) (same, known bool) {
		a, err := r.shown()
		b, no := was.shown()
		return r.markdown == was.markdown, err == nil && no == nil && a != nil && b != nil
	},
	part((*reading).Images, func(a, b model.DocImages) bool {
		return slices.EqualFunc(a.All, b.All, func(x, y model.DocImage) bool { return x.Position == y.Position && sameImage(x, y) })
	}),
}

// tracked compares the tracked changes; each version may name and place them anew.
var tracked = part((*reading).Revisions, func(a, b model.DocRevisions) bool {
	return slices.EqualFunc(a.All, b.All, func(x, y model.DocRevision) bool { return x.Kind == y.Kind && x.Author == y.Author && x.Text == y.Text })
})

// blocks is the structure of a small document.
func (r *reading) blocks() (model.Structure, error) {
	if !r.small() {
		return model.Structure{}, errMoved
	}
	return r.Structure()
}

func part[T any](get func(*reading) (T, error), equal func(a, b T) bool) func(r, was *reading) (same, known bool) {
	return func(r, was *reading) (same, known bool) {
		a, err := get(r)
		b, no := get(was)
		return equal(a, b), err == nil && no == nil
	}
}

// same looks whether two versions are the same, as far as the service shows. Not sure: it does not show the blocks.
func (r *reading) same(was *reading) (same, sure bool) {
	for i, part := range parts {
		same, known := part(r, was)
		switch {
		case known && !same:
			return false, true
		case i == 0:
			sure = known
		}
	}
	return true, sure
}

// returned looks whether an undo has made what was there before the edit, of the first part that the edit has changed:
// the blocks, where it grew.
func (r *reading) returned(was *reading, p *model.EditPlan) seen {
	if p.Decided {
		if same, known := tracked(r, was); known {
			return either(same)
		}
	}
	for i, part := range parts {
		changed := p.Grew && i == 0
		if !changed {
			same, known := part(r.before, was)
			changed = known && !same
		}
		if changed {
			if same, known := part(r, was); known {
				return either(same)
			}
		}
	}
	return hidden
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

// stands names what a version has and the one before it has not.
func (r *reading) stands(was *reading) model.Sentence {
	c, err := r.Comments()
	old, no := was.Comments()
	for _, c := range c.All {
		if cmp.Or(err, no) == nil && !slices.ContainsFunc(old.All, func(o model.DocComment) bool { return o.ID == c.ID && o.Text == c.Text && o.Done == c.Done }) {
			return model.Say("the comment “%s”", head(model.OneLine(c.Text)))
		}
	}
	st, err := r.Structure()
	before, no := was.Structure()
	for _, n := range st.Find(func(n *model.StructureNode) bool {
		return err == nil && no == nil && !slices.ContainsFunc(before.Find(func(o *model.StructureNode) bool { return o.End-o.Start == n.End-n.Start }), func(o *model.StructureNode) bool {
			return o.Kind == n.Kind && o.Level == n.Level && o.Preview == n.Preview
		})
	}) {
		switch {
		case n.Kind == model.NodeTable && len(n.Rows) > 0:
			return model.Say("a table of %d {row|rows} and %d {column|columns}", len(n.Rows), len(n.Rows[0].Cells))
		case n.Level > 0:
			return model.Say("the heading “%s” (level %d)", n.Preview, n.Level)
		case n.Preview != "":
			return model.Say("the text “%s”", n.Preview)
		}
	}
	return model.Say("version %d of the document", r.version)
}

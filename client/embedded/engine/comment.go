package engine

import (
	"slices"

	"aloft/client/office/word"
	"aloft/model"
	"aloft/model/text"
)

// InsertComment starts a thread on a range or at a point, or adds a reply. A new thread takes two positions, a reply
// none. An end after a paragraph's mark moves before the mark.
func InsertComment(d *word.Document, r model.Range, c Remark) (*word.Document, error) {
	for _, s := range []*string{&c.ID, &c.Author, &c.Initials, &c.Text} {
		*s = word.Storable(*s)
	}
	if c.Text == "" {
		return nil, empty(text.EngineEmptyText)
	}
	if err := valid(d, r); err != nil {
		return nil, err
	}
	find := func(id string) int {
		return slices.IndexFunc(d.Comments(), func(o word.Comment) bool { return o.ID == id })
	}
	if find(c.ID) >= 0 || c.ID == "" {
		return nil, &Error{KindComment, "there is a comment %q already", []any{c.ID}, ""}
	}
	n := word.Comment{ID: c.ID, Author: c.Author, Initials: c.Initials, When: c.When, Text: c.Text}
	if c.Reply != "" {
		to := find(c.Reply)
		if to < 0 {
			return nil, noComment(c.Reply)
		}
		if n.Parent = d.Comments()[to].Parent; n.Parent == "" {
			n.Parent = c.Reply
		}
		return d.Splice(d.Version+1, nil, commented(d, n)), nil
	}
	if r.Begin >= int64(d.Len()) {
		return nil, outside(r.Begin, d.Len())
	}
	begin, end := int(r.Begin), int(r.End)
	if end > begin && (end == d.Len() || isMark(d, end-1)) {
		end--
	}
	start, stop := word.Inline{Kind: word.CommentStart, Name: c.ID}, word.Inline{Kind: word.CommentEnd, Name: c.ID}
	if begin == end {
		out, err := insertInlines(d, r.Begin, func(_, _ []word.Inline) []word.Inline { return []word.Inline{start, stop} })
		if err != nil {
			return nil, err
		}
		return out.Splice(d.Version+1, nil, commented(d, n)), nil
	}
	if story(d, begin) != story(d, end) {
		return nil, &Error{KindStory, "range %d to %d goes from one text into another: a box is a text of its own", []any{r.Begin, r.End}, text.EngineRangeHint}
	}
	out, err := insertObject(d, int64(end), stop)
	if err == nil {
		out, err = insertObject(out, int64(begin), start)
	}
	if err != nil {
		return nil, err
	}
	return out.Splice(d.Version+1, nil, commented(d, n)), nil
}

// ResolveComments sets the state of threads, by the ids of their comments; the same document where that changes
// nothing.
func ResolveComments(d *word.Document, ids []string, done bool) (*word.Document, error) {
	all := slices.Clone(d.Comments())
	changed := false
	for _, id := range ids {
		i := slices.IndexFunc(all, func(c word.Comment) bool { return c.ID == id })
		if i < 0 {
			return nil, noComment(id)
		}
		if all[i].Parent != "" {
			id = all[i].Parent
		}
		for k, c := range all {
			if (c.ID == id || c.Parent == id) && c.Done != done {
				all[k].Done, changed = done, true
			}
		}
	}
	if !changed {
		return d, nil
	}
	return d.Splice(d.Version+1, nil, all), nil
}

func noComment(id string) error {
	return &Error{KindComment, "there is no comment %q", []any{id}, "fetch the comments again"}
}

// commented is the list with one more.
func commented(d *word.Document, c word.Comment) []word.Comment {
	return append(slices.Clip(d.Comments()), c)
}

func isMark(d *word.Document, at int) bool {
	p, start := paragraphAt(d, at)
	return p != nil && at == start+p.Len()-1
}

// Comments returns the threads by position with the replies after their comment. A range is between the two marks; it
// is empty for a point.
func Comments(d *word.Document) model.DocComments {
	out := model.DocComments{Version: d.Version}
	if len(d.Comments()) == 0 {
		return out
	}
	first := map[string]int{}
	replies := map[string][]int{}
	for i, c := range d.Comments() {
		if c.Parent == "" {
			first[c.ID] = i
		} else {
			replies[c.Parent] = append(replies[c.Parent], i)
		}
	}
	ends := map[string]int{}
	var order []model.DocComment
	add := func(i int, r model.Range) {
		c := d.Comments()[i]
		o := model.DocComment{ID: c.ID, Parent: c.Parent, Range: r, Author: c.Author, Text: c.Text, Done: c.Done}
		if !c.When.IsZero() {
			o.Date = c.When.UTC().Format("2006-01-02T15:04:05Z")
		}
		order = append(order, o)
	}
	each(d, func(p *word.Paragraph, at int) {
		if !slices.ContainsFunc(p.Inlines(), commentMark) {
			return
		}
		for _, l := range p.Inlines() {
			switch i, known := first[l.Name]; {
			case l.Kind == word.CommentEnd:
				ends[l.Name] = at
			case l.Kind == word.CommentStart && known:
				add(i, model.Range{Begin: int64(at) + 1})
				delete(first, l.Name)
			}
			at += l.Len()
		}
	})
	for _, o := range order {
		o.Range.End = max(int64(ends[o.ID]), o.Range.Begin)
		out.All = append(out.All, o)
		order = nil
		for _, i := range replies[o.ID] {
			add(i, o.Range)
		}
		out.All = append(out.All, order...)
	}
	return out
}

package edits

import (
	"cmp"
	"errors"
	"slices"
	"strings"

	"aloft/client"
	"aloft/client/office/word"
	"aloft/model"
)

// errOther: the service gave the level of a new paragraph to another one.
var errOther = errors.New("another paragraph has the level")

// leveled looks whether a block has the level of a paragraph. Outlines list no titles in boxes, and
// nothing lists subtitles.
func (r *reading) leveled(st model.Structure, n *model.StructureNode, level int) seen {
	switch {
	case level == 0:
		return there
	case level == model.LevelSubtitle:
		return hidden
	case level <= 9:
		return either(n.Level == level)
	}
	o, err := r.Outline()
	if err != nil {
		return hidden
	}
	title := slices.ContainsFunc(o.Headings(), func(h model.Heading) bool {
		return h.Node.Level == model.LevelTitle && h.Node.TitleStart == n.Start
	})
	if !title && level == model.LevelTitle && !slices.ContainsFunc(st.Nodes, func(m model.StructureNode) bool { return m.Start == n.Start && len(m.Children) == 0 }) {
		return hidden
	}
	return either(n.Level == 0 && title == (level == model.LevelTitle))
}

func either(right bool) seen {
	if right {
		return there
	}
	return wrong
}

// ranked looks whether the new paragraph of a step has its level; exact: it is where m says.
func (r *reading) ranked(l line, m mark, exact bool) (seen, error) {
	f, err := r.Find(head(l.text))
	if err != nil || l.level == 0 || len(f.All) == 0 {
		return there, err // whether the text is there is looked for elsewhere
	}
	st, err := r.Structure()
	if err != nil {
		return hidden, err
	}
	out := hidden
	for _, hit := range f.All {
		n := st.Holding(hit.Range.Begin)
		if exact && (hit.Range.Begin < m.At || hit.Range.Begin > m.At+slack) || n == nil || len(n.Rows) > 0 {
			continue
		}
		if s := r.leveled(st, n, l.level); out == hidden || s == there {
			out = s
		}
	}
	return out, nil
}

// headed looks whether a paragraph of inserted Markdown, one of all, is a heading of its level, or none.
func (r *reading) headed(l line, all []line, m mark, exact bool) (seen, error) {
	_, err := r.Outline()
	if err != nil || r.was == nil {
		return hidden, err
	}
	count := func(o *model.Outline, level int) (n int) {
		for _, is := range r.levels(o)[l.text] {
			if is == level || level == 0 && is != model.LevelBody || level == 1 && is == model.LevelTitle {
				n++
			}
		}
		return n
	}
	more := count(r.outline, 0) > count(r.was, 0)
	switch {
	case l.level == model.LevelBody:
		asked := 0 // an item of a list of contents has the words of a heading
		for _, o := range all {
			if o.IsHeading() && o.text == l.text {
				asked++
			}
		}
		return either(!l.body || count(r.outline, 0) <= count(r.was, 0)+asked), nil
	case count(r.outline, l.level) > count(r.was, l.level):
		return there, nil
	case more:
		return wrong, nil
	case !l.body || !r.small():
		return hidden, nil
	}
	st, err := r.Structure()
	out := hidden // in a cell
	for _, n := range st.Find(func(n *model.StructureNode) bool {
		p, more := n.Begins()
		return model.OneLine(p) == l.text || more && strings.HasPrefix(l.text, model.OneLine(p))
	}) {
		switch top := slices.ContainsFunc(st.Nodes, func(m model.StructureNode) bool { return m.Start == n.Start }); {
		case n.Level == l.level:
			return there, err
		case exact && top && n.Start >= m.At && n.Start <= m.At+slack+int64(len(m.Text)):
			out = wrong
		}
	}
	return out, err
}

// levels are those of an outline's headings, by title. A long text is looked up in it line by line.
func (r *reading) levels(o *model.Outline) map[string][]int {
	if r.titles[o] == nil {
		of := map[string][]int{}
		for _, h := range o.Headings() {
			of[model.OneLine(h.Node.Title)] = append(of[model.OneLine(h.Node.Title)], h.Node.Level)
		}
		r.titles[o] = of
	}
	return r.titles[o]
}

// tracked looks whether a suggestion is one: tracked changes of its author.
func (r *reading) tracked(s model.EditStep) (seen, error) {
	if !r.small() {
		return hidden, nil // a service may look through the whole file for them
	}
	all, err := r.d.ed.Revisions(r.ctx, r.d.ref, r.asked, r.opt)
	if err != nil || all.Version != r.version {
		if client.Is(err, client.KindUnsupported) {
			err = nil
		}
		return hidden, err
	}
	out, piece := wrong, markOf(s).piece()
	for _, c := range all.All {
		said := piece
		if model.Removes(c.Kind) || piece == "" {
			said = s.Edit.Old
		}
		is := said == "" || strings.Contains(c.Text, said) || c.Text != "" && strings.Contains(said, c.Text)
		switch mine := model.Clean(c.Author) == model.Clean(s.Edit.Suggest); {
		case is && mine:
			return there, nil
		case is || mine:
			out = hidden
		}
	}
	return out, nil
}

// edge is where a block begins or ends, with its level.
type edge struct {
	at    int64
	level int
}

// apart compares what is before and behind a part of a document: outside of it nothing changes, and what is
// behind it moves by as much.
func apart(was, now []edge, from, to int64) (moved int64, same bool) {
	front := func(all []edge) []edge {
		return slices.DeleteFunc(slices.Clone(all), func(e edge) bool { return e.at >= from })
	}
	behind := slices.DeleteFunc(slices.Clone(was), func(e edge) bool { return e.at <= to })
	if len(now) < len(behind) || !slices.Equal(front(was), front(now)) {
		return 0, false
	}
	now = now[len(now)-len(behind):]
	for i, e := range behind {
		if moved = now[i].at - e.at; moved != now[0].at-behind[0].at || now[i].level != e.level {
			return 0, false
		}
	}
	return moved, true
}

// span is the part of a document that steps are about; all = it may be any.
func span(steps []model.EditStep) (from, to int64, all bool) {
	from, to = 1<<62, -1
	for _, s := range steps {
		switch a := about(s.Edit); {
		case s.Into:
		case len(s.Edit.Ranges) > 0:
			from, to = min(from, s.Edit.Ranges[0].Begin), max(to, s.Edit.Ranges[len(s.Edit.Ranges)-1].End)
		case a == model.EditAtPlace || a == model.EditAtImage:
			from, to = min(from, s.Edit.At), max(to, s.Edit.At)
		default:
			all = true
		}
	}
	return from, to, all
}

// kept looks whether the headings beside the places of the steps are what they were, as far as the outline
// is known.
func (r *reading) kept(steps []model.EditStep) seen {
	from, to, all := span(steps)
	if r.was == nil || r.outline == nil || all {
		return there
	}
	heads := func(o model.Outline) (out []edge) {
		for _, h := range o.Headings() {
			if h.Node.Level != model.LevelBody {
				out = append(out, edge{h.Node.TitleStart, h.Node.Level})
			}
		}
		return out
	}
	_, same := apart(heads(*r.was), heads(*r.outline), from, to)
	return either(same)
}

// edges are where the blocks and cells of a version begin and end, and last its end.
func (r *reading) edges() (out []edge, err error) {
	st, err := r.Structure()
	end := int64(0)
	st.Find(func(n *model.StructureNode) bool {
		out, end = append(out, edge{n.Start, n.Level}, edge{n.End, n.Level}), max(end, n.End)
		for _, row := range n.Rows {
			for _, c := range row.Cells {
				out = append(out, edge{c.Start, 0}, edge{c.End, 0})
			}
		}
		return false
	})
	slices.SortStableFunc(out, func(a, b edge) int { return cmp.Compare(a.at, b.at) })
	return append(out, edge{end + 1, 0}), err
}

// moved looks by how much a part of a document has grown, and whether nothing else has changed. Hidden: an
// older version cannot be read, which not every service has.
func (r *reading) moved(was *reading, from, to int64) (by int64, s seen, err error) {
	if was == nil || !r.small() {
		return 0, hidden, nil
	}
	now, err := r.edges()
	if err != nil {
		return 0, hidden, err
	}
	old, err := was.edges()
	if err != nil {
		return 0, hidden, nil
	}
	by, same := apart(old, now, from, to)
	return by, either(same), nil
}

// grown looks whether there is something more at a position, and nothing else.
func (r *reading) grown(at int64) (seen, error) {
	by, s, err := r.moved(r.before, at, at)
	if s == there && by < 1 {
		s = missing
	}
	return s, err
}

// style looks whether what a step has made is as it was asked for beside its text.
func (r *reading) style(steps []model.EditStep, i int, exact bool) (out seen, err error) {
	out = there
	e, m := steps[i].Edit, markOf(steps[i])
	see := func(s seen, why error) { out, err = max(out, s), cmp.Or(err, why) }
	switch e.Kind {
	case model.EditFormat:
		see(r.formatted(e, exact))
	case model.EditPageBreak:
		if see(hidden, nil); exact {
			out, err = r.grown(m.At)
		}
	case model.EditParagraph, model.EditTask, model.EditMarkdown:
		if i+1 < len(steps) && steps[i+1].Into {
			m.At = steps[i+1].Edit.At
		}
		all, blocks := asks(steps, i)
		for _, l := range all {
			switch e.Kind {
			case model.EditParagraph:
				see(r.ranked(l, m, exact))
			case model.EditMarkdown:
				see(r.headed(l, all, m, exact))
			}
		}
		if see(r.listed(all, m, exact)); e.Paragraph.Indent > 0 {
			see(hidden, nil)
		}
		for _, b := range blocks {
			if t, ok := b.(*word.Table); ok {
				see(r.tabled(t, m, exact))
			}
		}
	}
	if e.Suggest != "" {
		see(r.tracked(steps[i]))
	}
	return out, err
}

// tabled looks for a table of inserted Markdown.
func (r *reading) tabled(t *word.Table, m mark, exact bool) (seen, error) {
	if !r.small() {
		return hidden, nil
	}
	var cells [][]string
	for _, row := range t.Rows() {
		var all []string
		for _, c := range row {
			s := ""
			for _, l := range linesOf(c.Blocks()) {
				s += " " + l.text
			}
			all = append(all, strings.TrimSpace(s))
		}
		cells = append(cells, all)
	}
	s, err := r.lookCells(cells, m.At, slack+int64(len(m.Text)), exact)
	if s == missing {
		s = hidden // as text, in a cell perhaps
	}
	return s, err
}

package edits

import (
	"cmp"
	"slices"
	"strings"

	"aloft/client"
	"aloft/model"
	"aloft/model/markdown"
)

// seen is the result of a check for a step.
type seen int

const (
	there   seen = iota
	hidden       // it cannot be read back
	missing      // the version does not have it
	wrong        // it is there, and not as it was asked for
)

// slack is how many positions behind the position of a block its text may begin:
// marks of a paragraph, tokens of a table.
const slack = 8

func (r *reading) lookText(s string, at, slack int64, exact bool) (seen, error) {
	if strings.TrimSpace(s) == "" {
		return hidden, nil
	}
	m, err := r.Find(s)
	if err != nil {
		return hidden, err
	}
	for _, hit := range m.All {
		// A search goes from left to right without overlap, so a text that repeats
		// itself may be found a little before its position.
		if x := hit.Range; !exact || x.Begin >= at && x.Begin <= at+slack || x.Begin < at && x.End > at {
			return there, nil
		}
	}
	return r.lookPreviews(s, at, slack, exact)
}

// lookPreviews looks into cells and boxes, where the search of some services does not.
func (r *reading) lookPreviews(s string, at, slack int64, exact bool) (seen, error) {
	st, err := r.Structure()
	if client.Is(err, client.KindUnsupported) {
		return missing, nil
	}
	out := missing
	see := func(start, end int64, preview string) {
		switch {
		case exact && (end < at || start > at+slack), out == there:
		case strings.Contains(preview, strings.TrimSpace(s)):
			out = there
		case end-start > model.Units(preview): // it goes on
			out = hidden
		}
	}
	var within func([]model.StructureNode, bool)
	within = func(all []model.StructureNode, inner bool) {
		for _, n := range all {
			if (inner || n.Kind != model.NodeParagraph && n.Kind != model.NodeHeading) && len(n.Rows)+len(n.Children) == 0 {
				see(n.Start, n.End, n.Preview)
			}
			for _, row := range n.Rows {
				for _, c := range row.Cells {
					see(c.Start, c.End, c.Preview)
				}
			}
			within(n.Children, true)
		}
	}
	within(st.Nodes, false)
	if err != nil {
		out = hidden
	}
	return out, err
}

// within looks for the first line of the text, at most so far behind its position.
func within(slack int64) func(*reading, mark, bool) (seen, error) {
	return func(r *reading, m mark, exact bool) (seen, error) { return r.lookText(m.piece(), m.At, slack, exact) }
}

// lookReplaced: where a range held ends of comments, the text may begin behind those that stay. The other
// matches are left as they were.
func (r *reading) lookReplaced(m mark, exact bool) (seen, error) {
	switch {
	case m.Text != "" && !exact:
		return r.lookText(m.piece(), m.At, 0, false)
	case m.Old == "" && m.Text == "" || !exact || m.Part:
		return hidden, nil
	}
	if len(m.ranges) == 0 { // of a journal
		m.ranges = []model.Range{{Begin: m.At, End: m.End}}
	}
	moved, slack, starts := int64(0), int64(0), []int64{}
	for _, x := range m.ranges {
		at := x.Begin + moved
		slack += max(0, x.End-x.Begin-model.Units(m.Old))
		if moved += model.Units(m.Text) - x.End + x.Begin; m.Text != "" {
			if s, err := r.lookText(m.piece(), at, slack, true); s != there || err != nil {
				return s, err
			}
		}
		starts = append(starts, at)
	}
	if m.Old == "" {
		return there, nil
	}
	now, err := r.Find(m.Old)
	old, sure := r.more(m.Old)
	if new, _ := r.more(m.Text); err != nil || sure && (old < -len(m.ranges) && (len(now.All) == 0 || !joins(m.Old, m.Old)) ||
		strings.Contains(m.Text, m.Old) && !joins(m.Text, m.Text) && new > len(m.ranges)) {
		return wrong, err
	}
	if m.Text != "" {
		return there, nil
	}
	at := func(all model.Matches, at int64) bool {
		return slices.ContainsFunc(all.All, func(h model.Match) bool { return h.Range.Begin == at })
	}
	for i, begin := range starts {
		switch {
		case !at(now, begin):
		case !sure || at(r.before.finds[m.Old], m.ranges[i].End): // it may be the text that was behind it
			return hidden, nil
		default:
			return wrong, nil
		}
	}
	if !sure {
		return there, nil
	}
	end, err := r.Last()
	was, no := r.before.Last()
	if by := end.Position - was.Position; err == nil && no == nil && (by < moved || by > moved+slack) {
		return wrong, nil
	}
	return there, err
}

// more is how often a text is there more than in the version before.
func (r *reading) more(s string) (n int, sure bool) {
	if r.before == nil || s == "" {
		return 0, false
	}
	now, err := r.Find(s)
	was, no := r.before.Find(s)
	return len(now.All) - len(was.All), err == nil && no == nil
}

// joins: the end of a text is the beginning of another one, so that the two can make one where they meet.
func joins(a, b string) bool {
	for i := 1; i < min(len(a), len(b)); i++ {
		if strings.HasSuffix(a, b[:i]) {
			return true
		}
	}
	return false
}

// lookReplacedAll: no match is left, but where the new text has the old one, or makes it with what is beside it: of
// aaa with a for aa, aa is left.
func (r *reading) lookReplacedAll(m mark, exact bool) (s seen, err error) {
	left, err := r.Find(m.Old)
	if err == nil && m.Text != "" {
		s, err = r.lookText(m.Text, 0, 0, false)
	}
	has := strings.Contains(m.Text, m.Old)
	if m.Part || err != nil {
		return hidden, err
	}
	if len(left.All) == 0 || !exact && has {
		return s, nil
	}
	more, sure := r.more(m.Old)
	switch sure = sure && exact; {
	case has && sure && s == there && !joins(m.Text, m.Text):
		now, err := r.Find(m.Text)
		return either(len(now.All) >= len(left.All)-more), err // as many as there were matches
	case has:
	case sure && (more == 0 || m.Text != "" && !strings.Contains(m.Old, m.Text) && !joins(m.Text, m.Old) && !joins(m.Old, m.Text)):
		return wrong, nil
	case m.Text != "" && s == there:
		return hidden, nil
	default:
		return missing, nil
	}
	return s, nil
}

// lookGone: a reverted text that is still found may belong to others. It may be Markdown.
func (r *reading) lookGone(m mark, _ bool) (seen, error) {
	piece, _ := markdown.FirstWords(m.Old)
	if piece = head(piece); piece == "" {
		return hidden, nil
	}
	f, err := r.Find(piece)
	if err != nil || len(f.All) > 0 {
		return hidden, err
	}
	return there, nil
}

func (r *reading) lookParagraph(m mark, exact bool) (seen, error) {
	if m.Text != "" {
		return r.lookText(m.piece(), m.At, slack, exact)
	}
	if !exact || !r.small() {
		return hidden, nil
	}
	s, err := r.grown(m.At)
	st, no := r.Structure()
	if err = cmp.Or(err, no); err != nil || s == missing {
		return s, err
	}
	near := st.Find(func(n *model.StructureNode) bool {
		return n.Start >= m.At && n.Start <= m.At+1 && len(n.Rows)+len(n.Children) == 0
	})
	if leveled := m.Level >= 1 && m.Level <= 9; leveled && len(near) > 0 {
		return either(slices.ContainsFunc(near, func(n *model.StructureNode) bool { // where it splits a paragraph, what is behind it has the level
			return n.Level == m.Level && (s != wrong || n.Start == m.At+1 && n.End > n.Start)
		})), nil
	}
	if s == wrong {
		return s, nil
	}
	if slices.ContainsFunc(near, func(n *model.StructureNode) bool { return n.Start == n.End }) || len(st.Find(func(n *model.StructureNode) bool { return lastOfCell(n, m.At) })) > 0 {
		return there, nil
	}
	return s, nil // where nothing shows what was before, it may have split a paragraph
}

// lastOfCell: a cell, whose paragraphs are not listed, ends with what was put behind the position.
func lastOfCell(n *model.StructureNode, at int64) bool {
	return slices.ContainsFunc(n.Rows, func(r model.TableRow) bool {
		return slices.ContainsFunc(r.Cells, func(c model.TableCell) bool { return c.Start <= at && at+1 == c.End })
	})
}

// lookMarkdown looks for the first plain text of the Markdown. A heading in its place needs no
// search; one in a cell or box is in no outline, and what is none to the service is there as text.
func (r *reading) lookMarkdown(m mark, exact bool) (seen, error) {
	_, heading := markdown.FirstWords(m.Text)
	piece := m.piece()
	switch {
	case piece == "":
		return hidden, nil
	case heading && r.heads(piece, m, exact):
		return there, nil
	}
	return r.lookText(piece, m.At, slack+int64(len(m.Text)), exact)
}

// heads: the outline has a heading with the text, at exactly the place where it was put.
func (r *reading) heads(piece string, m mark, exact bool) (found bool) {
	o, err := r.Outline()
	if err != nil || !exact {
		return false
	}
	o.Walk(func(n *model.OutlineNode, _ []*model.OutlineNode) bool {
		found = found || n.TitleStart >= m.At && n.TitleStart <= m.At+slack && strings.Contains(n.Title, piece)
		return !found
	})
	return found
}

// lookTable looks for an empty table.
func (r *reading) lookTable(m mark, exact bool) (seen, error) {
	cells := make([][]string, max(0, min(m.Rows, maxMarks)))
	for i := range cells {
		cells[i] = make([]string, max(0, min(m.Cols, maxMarks)))
	}
	return r.lookCells(cells, m.At, slack, exact)
}

// lookCells looks for a table by what its cells begin with. A service may list one without them.
func (r *reading) lookCells(cells [][]string, at, slack int64, exact bool) (seen, error) {
	st, err := r.Structure()
	if err != nil {
		return hidden, err
	}
	out := missing
	for _, n := range st.Find(func(n *model.StructureNode) bool {
		return n.Kind == model.NodeTable && (!exact || n.Start >= at && n.Start <= at+slack)
	}) {
		has := slices.EqualFunc(n.Rows, cells, func(is model.TableRow, row []string) bool {
			return slices.EqualFunc(is.Cells, row, func(c model.TableCell, s string) bool {
				p := strings.TrimSpace(c.Preview)
				return p == "" && s == "" || p != "" && (strings.HasPrefix(s, p) || !plainText().MatchString(s) && s != "" || strings.Contains(p, "["))
			})
		})
		switch {
		case has, exact && len(n.Rows) == 0:
			return there, nil
		case exact:
			out = wrong
		}
	}
	return out, nil
}

func (r *reading) lookComment(m mark, exact bool) (seen, error) {
	all, err := r.Comments()
	if client.Is(err, client.KindUnsupported) {
		return hidden, nil
	}
	if err != nil {
		return hidden, err
	}
	out, within := missing, func(a, b int64) bool { return a-b <= slack && b-a <= slack }
	for _, c := range all.All {
		near := !exact || m.Reply != "" || c.Range == (model.Range{}) || within(c.Range.Begin, m.At) && within(c.Range.End, m.End)
		said, asked := model.OneLine(c.Text), model.OneLine(m.Text)
		switch is := near && (said == asked || m.Part && strings.HasPrefix(said, asked)); {
		case is && c.Parent == m.Reply:
			return there, nil
		case is && all.Flat:
			out = hidden
		}
	}
	return out, nil
}

// lookSettled looks whether the comments are resolved, or open again.
func (r *reading) lookSettled(m mark, _ bool) (seen, error) {
	all, err := r.Comments()
	if client.Is(err, client.KindUnsupported) || m.verdict == nil {
		return hidden, nil
	}
	if err != nil {
		return hidden, err
	}
	for _, id := range m.verdict.IDs {
		if !slices.ContainsFunc(all.All, func(c model.DocComment) bool { return c.ID == id && c.Done != m.verdict.Reject }) {
			return missing, nil
		}
	}
	return there, nil
}

// lookResolved looks whether the tracked changes are none any more.
func (r *reading) lookResolved(m mark, exact bool) (seen, error) {
	if m.verdict == nil {
		return hidden, nil
	}
	all, err := r.d.ed.Revisions(r.ctx, r.d.ref, 0, r.opt)
	if client.Is(err, client.KindUnsupported) || err == nil && !exact && all.Version != r.version {
		return hidden, nil
	}
	if err != nil {
		return hidden, err
	}
	if slices.ContainsFunc(all.All, m.verdict.Covers) {
		return missing, nil
	}
	return there, nil
}

// lookImage looks for one image more, at the position; those before it are where they were, and those behind have
// moved by as much.
func (r *reading) lookImage(m mark, exact bool) (seen, error) {
	s, err := r.lookImages(m, exact, func(model.DocImage) bool { return true })
	if s == there && exact && r.before != nil {
		if was, err := r.before.Images(); err == nil {
			i := slices.IndexFunc(append(slices.Clone(was.All), model.DocImage{Position: 1 << 62}), func(im model.DocImage) bool { return im.Position >= m.At })
			at := func(all []model.DocImage) (out []edge) {
				for _, im := range all {
					out = append(out, edge{at: im.Position})
				}
				return out
			}
			now := r.images.All
			if len(now) != len(was.All)+1 || now[i].Position > m.At+1 {
				return missing, nil
			}
			rest := slices.Delete(slices.Clone(now), i, i+1)
			if _, same := apart(at(was.All), at(rest), m.At, m.At-1); !same || !slices.EqualFunc(was.All, rest, sameImage) {
				return missing, nil
			}
		}
	}
	return s, err
}

// lookReplacedImage looks for another image at the position of the old one. A
// journal does not say which one.
func (r *reading) lookReplacedImage(m mark, exact bool) (seen, error) {
	s, err := r.lookImages(m, exact, func(im model.DocImage) bool { return m.old != nil && !sameImage(im, *m.old) })
	if s == missing && m.old == nil {
		s = hidden
	}
	return s, err
}

func (r *reading) lookImages(m mark, exact bool, fits func(model.DocImage) bool) (seen, error) {
	all, err := r.Images()
	if err != nil {
		return hidden, err
	}
	for _, im := range all.All {
		if (!exact || im.Position >= m.At && im.Position <= m.At+1) && fits(im) {
			return there, nil
		}
	}
	return missing, nil
}

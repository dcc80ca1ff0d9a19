package edits

import (
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
		if !exact || hit.Range.Begin >= at && hit.Range.Begin <= at+slack {
			return there, nil
		}
	}
	if len(m.All) > 0 && exact {
		// A search goes from left to right without overlap, so a text that repeats
		// itself may be found a little before its position.
		for _, hit := range m.All {
			if hit.Range.Begin < at && hit.Range.End > at {
				return there, nil
			}
		}
	}
	if len(m.All) == 0 {
		return r.lookPreviews(s, at, slack, exact)
	}
	return missing, nil
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

func (r *reading) lookInserted(m mark, exact bool) (seen, error) {
	return r.lookText(m.piece(), m.At, 0, exact)
}

func (r *reading) lookTask(m mark, exact bool) (seen, error) {
	return r.lookText(m.piece(), m.At, slack, exact)
}

// lookReplaced: where the range held ends of comments, the text may begin behind those that stay.
func (r *reading) lookReplaced(m mark, exact bool) (seen, error) {
	if m.Text != "" {
		return r.lookText(m.piece(), m.At, max(0, m.End-m.At-model.Units(m.Old)), exact)
	}
	if m.Old == "" || !exact || m.Part {
		return hidden, nil
	}
	f, err := r.Find(m.Old)
	if err != nil {
		return hidden, err
	}
	for _, hit := range f.All {
		if hit.Range.Begin <= m.At && m.At < hit.Range.End {
			return hidden, nil // it may be the text that was behind it
		}
	}
	return there, nil
}

func (r *reading) lookReplacedAll(m mark, _ bool) (seen, error) {
	if m.Part {
		return hidden, nil
	}
	if strings.Contains(m.Text, m.Old) {
		return r.lookText(m.Text, 0, 0, false)
	}
	f, err := r.Find(m.Old)
	switch {
	case err != nil:
		return hidden, err
	case len(f.All) == 0:
		return there, nil
	}
	// Of aaa with a for aa, aa is left. The new text shows then that there was a replacement.
	s, err := r.lookText(m.Text, 0, 0, false)
	if s == there {
		s = hidden
	}
	if m.Text == "" {
		s = missing
	}
	return s, err
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
	st, err := r.Structure()
	if err != nil {
		return hidden, err
	}
	near := st.Find(func(n *model.StructureNode) bool {
		return n.Start >= m.At && n.Start <= m.At+1 && len(n.Rows)+len(n.Children) == 0
	})
	if leveled := m.Level >= 1 && m.Level <= 9; leveled && len(near) > 0 {
		return either(slices.ContainsFunc(near, func(n *model.StructureNode) bool { return n.Level == m.Level })), nil
	}
	if slices.ContainsFunc(near, func(n *model.StructureNode) bool { return n.Start == n.End }) || len(st.Find(func(n *model.StructureNode) bool { return lastOfCell(n, m.At) })) > 0 {
		return there, nil
	}
	return hidden, nil // it may have split a paragraph
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

// lookTable: a service may list a table without its cells.
func (r *reading) lookTable(m mark, exact bool) (seen, error) {
	st, err := r.Structure()
	if err != nil {
		return hidden, err
	}
	tables := st.Find(func(n *model.StructureNode) bool {
		fits := len(n.Rows) == m.Rows && m.Rows > 0 && len(n.Rows[0].Cells) == m.Cols
		return n.Kind == model.NodeTable && (fits || exact && len(n.Rows) == 0) && (!exact || n.Start >= m.At && n.Start <= m.At+slack)
	})
	if len(tables) > 0 {
		return there, nil
	}
	return missing, nil
}

func (r *reading) lookComment(m mark, exact bool) (seen, error) {
	all, err := r.Comments()
	if client.Is(err, client.KindUnsupported) {
		return hidden, nil
	}
	if err != nil {
		return hidden, err
	}
	for _, c := range all.All {
		near := !exact || m.Reply != "" || c.Range == (model.Range{}) || c.Range.Begin <= m.At+slack && c.Range.End+slack >= m.End
		if c.Parent == m.Reply && near && (c.Text == m.Text || m.Part && strings.HasPrefix(c.Text, m.Text)) {
			return there, nil
		}
	}
	return missing, nil
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

// lookImage looks for one image more, at the position.
func (r *reading) lookImage(m mark, exact bool) (seen, error) {
	s, err := r.lookImages(m, exact, func(model.DocImage) bool { return true })
	if s == there && exact && r.before != nil {
		if was, err := r.before.Images(); err == nil && len(was.All) >= len(r.images.All) {
			return missing, nil
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

package edits

import (
	"errors"
	"slices"
	"strings"

	"aloft/client"
	"aloft/client/office/word"
	"aloft/client/office/word/md"
	"aloft/model"
)

// errOther: the service gave the level of a new paragraph to another one.
var errOther = errors.New("another paragraph has the level")

// leveled reports whether a block has the level of a paragraph, as far as structure and outline tell.
func (r *reading) leveled(n *model.StructureNode, level int) bool {
	switch {
	case level == 0 || level == model.LevelSubtitle:
		return true
	case level <= 9:
		return n.Kind == model.NodeHeading && n.Level == level
	}
	o, err := r.Outline()
	if err != nil {
		return true
	}
	title := slices.ContainsFunc(o.Headings(), func(h model.Heading) bool {
		return h.Node.Level == model.LevelTitle && h.Node.TitleStart == n.Start
	})
	return n.Level == 0 && title == (level == model.LevelTitle)
}

// styled looks whether the new paragraph of a step has its level and its list.
func (r *reading) styled(steps []model.EditStep, i int) (seen, error) {
	style, m := steps[i].Edit.Paragraph, markOf(steps[i])
	if i+1 < len(steps) && steps[i+1].Into {
		m = markOf(steps[i+1])
	}
	piece := m.piece()
	if style == (model.ParagraphStyle{}) || strings.TrimSpace(piece) == "" {
		return there, nil
	}
	f, err := r.Find(piece)
	if err != nil || len(f.All) == 0 {
		return there, err // whether the text is there is looked for elsewhere
	}
	if style.Level != 0 {
		st, err := r.Structure()
		if err != nil {
			return hidden, err
		}
		known, right := false, false
		for _, hit := range f.All {
			if n := st.Holding(hit.Range.Begin); n != nil && len(n.Rows) == 0 {
				known, right = true, right || r.leveled(n, style.Level)
			}
		}
		if known && !right {
			return wrong, nil
		}
	}
	if style.List == 0 {
		return there, nil
	}
	return r.shows(piece, func(p *word.Paragraph) bool { return int(p.List) == style.List },
		func(p *word.Paragraph) bool { return p.List != word.NoList })
}

// shows looks for a paragraph with a text in the service's Markdown. A service whose Markdown has nothing of
// the kind anywhere tells nothing.
func (r *reading) shows(piece string, fits, kind func(*word.Paragraph) bool) (seen, error) {
	if !r.small() {
		return hidden, nil
	}
	c, err := r.d.ed.Content(r.ctx, r.d.ref, r.version, r.opt)
	if err != nil || c.Cut || c.Version != 0 && c.Version != r.version {
		if client.Is(err, client.KindUnsupported) {
			err = nil
		}
		return hidden, err
	}
	d, _, err := md.Read([]byte(c.Markdown), md.Options{})
	if err != nil {
		return hidden, nil
	}
	out := hidden
	word.EachParagraph(d.Blocks(), func(p *word.Paragraph) {
		switch {
		case out != there && strings.Contains(word.Flat(p.Inlines()), piece) && fits(p):
			out = there
		case out == hidden && kind(p):
			out = wrong
		}
	})
	return out, nil
}

// lookFormat looks for text with its properties: those that Markdown has.
func (r *reading) lookFormat(m mark, _ bool) (seen, error) {
	if m.props == nil || m.Part {
		return hidden, nil
	}
	p, rest := *m.props, *m.props
	rest.Bold, rest.Italic, rest.Strike = nil, nil, nil
	has := func(p *word.Paragraph, fits func(word.Inline) bool) bool {
		return slices.ContainsFunc(p.Inlines(), fits)
	}
	is := func(want *bool, got bool) bool { return want == nil || *want == got }
	shown := func(want *bool, got bool) bool { return want != nil && got }
	s, err := r.shows(m.Old, func(q *word.Paragraph) bool {
		return has(q, func(i word.Inline) bool {
			return i.Text != "" && (strings.Contains(m.Old, i.Text) || strings.Contains(i.Text, m.Old)) &&
				is(p.Bold, i.Props.Bold) && is(p.Italic, i.Props.Italic) && is(p.Strike, i.Props.Strike)
		})
	}, func(q *word.Paragraph) bool {
		return !q.IsHeading() && has(q, func(i word.Inline) bool {
			return shown(p.Bold, i.Props.Bold) || shown(p.Italic, i.Props.Italic) || shown(p.Strike, i.Props.Strike)
		})
	})
	if s == there && !rest.Empty() || p.Bold == nil && p.Italic == nil && p.Strike == nil {
		s = hidden
	}
	return s, err
}

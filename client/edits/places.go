package edits

import (
	"cmp"
	"slices"
	"strings"
	"unicode/utf16"

	"aloft/client"
	"aloft/model"
	"aloft/model/text"
)

// placed makes the first part of an insertion: its spot and step; around: with the text there.
func (p *planner) placed(a client.EditAt, around bool) (model.Spot, model.EditStep, error) {
	if a.At.IsZero() {
		return model.Spot{}, model.EditStep{}, p.d.fail(client.KindInvalid, "no place was given; nothing was changed")
	}
	if (a.At.Kind == model.WhereMatch || a.At.Kind == model.WhereAfter) && a.At.Nth == 0 && len(a.Pick) == 1 {
		a.At.Nth = a.Pick[0]
	}
	s, err := p.spot(a.At)
	if err == nil && around {
		err = p.surround(&s)
	}
	step := model.EditStep{Edit: a.Edit, Around: s.Around}
	step.Edit.At, step.Edit.Ranges = s.Index, nil
	if s.Node != nil {
		step.Where = s.Node.Title
	}
	return s, step, err
}

// spot finds a place in the version, with the text around it.
func (p *planner) spot(w model.Where) (model.Spot, error) {
	o, err := p.Outline()
	if err != nil {
		return model.Spot{}, err
	}
	var s model.Spot
	switch w.Kind {
	case model.WhereCell, model.WhereBox:
		var st model.Structure
		if st, err = p.Structure(); err == nil {
			s, err = w.InStructure(st)
		}
	case model.WhereMatch, model.WhereAfter:
		var m model.Matches
		if m, err = p.Find(w.Text); err == nil {
			p.plan.Matches = m
			s, err = w.InMatches(m)
		}
	case model.WhereEnd, model.WhereIndex:
		s, err = p.position(w, o)
	default:
		if w.Kind == model.WhereStart && len(o.Nodes) == 0 {
			return p.position(model.Where{Kind: model.WhereEnd}, o)
		}
		s, err = w.InOutline(o)
	}
	if err != nil {
		return s, err
	}
	if s.Node == nil && !s.Front {
		s.Node, s.Above = o.Under(s.Index)
	}
	return s, nil
}

func (p *planner) position(w model.Where, o model.Outline) (model.Spot, error) {
	s := model.Spot{Index: o.End()}
	if !p.alone || w.Kind == model.WhereIndex || s.Index == 0 {
		last, err := p.Last()
		if err != nil {
			return s, err
		}
		s = model.Spot{Index: last.Position, Around: model.Around{Before: last.Preceding}}
	}
	if w.Kind == model.WhereIndex {
		if w.Index < 0 || w.Index > s.Index {
			return s, p.d.fail(client.KindInvalid, text.EditsOutside, w.Index, s.Index)
		}
		return model.Spot{Index: w.Index}, nil
	}
	s.Node, s.Above = o.Under(s.Index)
	s.Hollow = s.Node != nil && s.Node.Level != model.LevelBody && s.Index == s.Node.TitleEnd
	return s, nil
}

// surround adds the text around a place, where that costs little.
func (p *planner) surround(s *model.Spot) error {
	if !p.small() || s.Before != "" && s.After != "" {
		return nil
	}
	st, err := p.Structure()
	if err != nil {
		if client.Is(err, client.KindUnsupported) {
			return nil
		}
		return err
	}
	n := st.Holding(s.Index)
	if n == nil {
		return nil
	}
	var behind, ahead *model.StructureNode // its neighbours
	flat := st.Find(func(n *model.StructureNode) bool { return len(n.Children) == 0 })
	if i := slices.Index(flat, n); i >= 0 {
		if i > 0 {
			behind = flat[i-1]
		}
		if i+1 < len(flat) {
			ahead = flat[i+1]
		}
	}
	var a model.Around
	switch s.Index {
	case n.End:
		if n.Start < n.End {
			behind = n
		}
		a.Before, a.Gap = behind.Begins()
		a.After, a.More = ahead.Begins()
	case n.Start:
		a.Before, a.Gap = behind.Begins()
		a.After, a.More = n.Begins()
	default:
		a.Before, a.After = cutAt(n.Preview, s.Index-n.Start)
		_, a.More = n.Begins()
	}
	if s.Before == "" {
		s.Before, s.Gap = a.Before, a.Gap
	}
	if s.After == "" {
		s.After, s.More = a.After, a.More
	}
	return nil
}

// cutAt splits the beginning of a paragraph's text at a position in it, for display
// only. Where it does not reach so far, or contains a placeholder of an object, it
// returns nothing.
func cutAt(preview string, at int64) (before, after string) {
	u := utf16.Encode([]rune(preview))
	if at >= int64(len(u)) || strings.Contains(preview, "[") {
		return "", ""
	}
	return string(utf16.Decode(u[:at])), string(utf16.Decode(u[at:]))
}

// line inserts something into a line of text, block a block of its own.
func (p *planner) line(a client.EditAt) ([]chunk, error)  { return p.inserted(a, false) }
func (p *planner) block(a client.EditAt) ([]chunk, error) { return p.inserted(a, true) }

// inserted makes the steps of an insertion at a place. Text and inline objects
// would become part of a heading at the end of an empty one or at the beginning of
// any: there an empty paragraph is made for them first.
func (p *planner) inserted(a client.EditAt, block bool) ([]chunk, error) {
	s, step, err := p.placed(a, !p.unseen || !block)
	if err != nil {
		return nil, err
	}
	if err := p.noteSplit(a.At, s, block); err != nil {
		return nil, err
	}
	token := false
	if !block {
		if token, err = p.token(s.Index); err != nil {
			return nil, err
		}
	}
	switch {
	case token: // a table or box has no text at its beginning
		p.note("A paragraph is added first, before the table or box that begins there.")
	case !s.Hollow && (!s.Front || block):
		return one(step), nil
	default:
		p.note("A paragraph is added first, so that it does not become part of the heading.")
	}
	first := step
	first.Edit = model.Edit{Kind: model.EditParagraph, At: s.Index, Paragraph: model.ParagraphStyle{Level: model.LevelBody}, Suggest: step.Edit.Suggest}
	if step.Edit.Kind == model.EditText {
		first.Edit.Text = step.Edit.Text
		return p.filled(first, s.Hollow), nil
	}
	step.Into, step.Behind = true, s.Hollow
	return one(first, step), nil
}

// token: a table or box begins there, as far as can be seen without the whole
// structure.
func (p *planner) token(at int64) (bool, error) {
	if !p.small() {
		return false, nil
	}
	st, err := p.Structure()
	if client.Is(err, client.KindUnsupported) {
		return false, nil
	}
	n := st.Holding(at)
	return err == nil && n != nil && n.Start == at && n.Kind != model.NodeParagraph && n.Kind != model.NodeHeading, err
}

// noteSplit adds a note when a block splits a paragraph in two.
func (p *planner) noteSplit(w model.Where, s model.Spot, block bool) error {
	if p.unseen || !block || w.Kind != model.WhereMatch && w.Kind != model.WhereAfter && w.Kind != model.WhereIndex || !p.small() {
		return nil
	}
	st, err := p.Structure()
	if err != nil {
		return err
	}
	if n := st.Holding(s.Index); n != nil && n.Kind != model.NodeTable && n.Start < s.Index && s.Index < n.End {
		p.note("The paragraph there is split in two.")
	}
	return nil
}

func (p *planner) paragraph(a client.EditAt) ([]chunk, error) {
	s, step, err := p.placed(a, !p.unseen)
	if err != nil {
		return nil, err
	}
	// What is neither text nor has a level of its own would continue the heading.
	if (s.Hollow || s.Front) && step.Edit.Paragraph.Level == 0 {
		step.Edit.Paragraph.Level = model.LevelBody
	}
	if step.Edit.Text == "" {
		return one(step), nil
	}
	behind := s.Hollow // the place is the end of a block
	switch a.At.Kind {
	case model.WhereStart, model.WhereHeading:
		if s.Node != nil && s.Node.Level != model.LevelBody && p.d.ed.TextParagraph(step.Edit.Paragraph) {
			step.Edit.At = s.Node.TitleEnd
			step.Edit.Paragraph.Level = cmp.Or(step.Edit.Paragraph.Level, model.LevelBody)
			return one(step), nil
		}
	case model.WhereEnd, model.WhereEndOf, model.WhereCell, model.WhereBox:
		behind = true
	case model.WhereMatch, model.WhereAfter, model.WhereIndex:
		st, err := p.Structure()
		if err != nil {
			return nil, err
		}
		n := st.Holding(s.Index)
		switch {
		case n == nil || n.Kind == model.NodeTable: // the paragraphs of its cells are not listed
			behind = true
		case a.At.Kind == model.WhereMatch || a.At.Kind == model.WhereIndex && s.Index == n.Start && n.Start < n.End:
			step.Edit.At, behind = n.Start, false
		default:
			if s.Index != n.End {
				p.note("The new paragraph follows the paragraph at that place.")
			}
			step.Edit.At, behind = n.End, true
		}
		if n != nil && n.Kind == model.NodeHeading && step.Edit.Paragraph.Level == 0 {
			step.Edit.Paragraph.Level = model.LevelBody
		}
	}
	if a.At.Kind == model.WhereStart || a.At.Kind == model.WhereHeading {
		// The place may be the first of a text, or an empty paragraph.
		if !s.Hollow && !s.Front {
			st, err := p.Structure()
			if err != nil {
				return nil, err
			}
			n := st.Holding(s.Index)
			behind = n != nil && n.Start == n.End
		}
	}
	return p.filled(step, behind), nil
}

package edits

import (
	"cmp"
	"slices"
	"strings"

	"aloft/client"
	"aloft/model"
	"aloft/model/text"
)

// matched makes the steps of an edit of existing text: the matches of a text, all
// or those that were picked, in the document or under one heading.
func (p *planner) matched(a client.EditAt) ([]chunk, error) {
	e := a.Edit
	if e.Reply != "" && e.Old == "" && a.At.IsZero() && len(e.Ranges) == 0 {
		return p.reply(e)
	}
	if len(e.Ranges) > 0 {
		return p.given(e)
	}
	ms, err := p.choose(&e, a)
	if err != nil {
		return nil, err
	}
	if single(e) && len(ms) > 1 {
		_, err := model.Where{Kind: model.WhereMatch, Text: e.Old}.InMatches(p.plan.Matches)
		fail, _ := p.d.where(err).(*client.Error)
		fail.What, fail.Args, fail.Hint = text.EditsOneMatch, []any{len(ms), e.Old}, text.EditsPickHint
		return nil, fail
	}
	return p.ranged(e, ms), nil
}

// single: the edit has one range, which may be empty.
func single(e model.Edit) bool {
	s, _ := e.Kind.Spec()
	return s.One
}

func (p *planner) choose(e *model.Edit, a client.EditAt) ([]model.Match, error) {
	pick := a.Pick
	var under *model.OutlineNode
	switch a.At.Kind {
	case "":
	case model.WhereMatch, model.WhereAfter:
		e.Old = cmp.Or(e.Old, a.At.Text)
		if a.At.Nth > 0 {
			pick = []int{a.At.Nth}
		}
	case model.WhereHeading, model.WhereEndOf:
		s, err := p.spot(a.At)
		if err != nil {
			return nil, err
		}
		if under = s.Node; len(s.Above) > 0 && a.At.Kind == model.WhereEndOf {
			s, err = p.spot(model.Where{Kind: model.WhereHeading, Text: a.At.Text, Nth: a.At.Nth})
			under = s.Node
			if err != nil {
				return nil, err
			}
		}
	default:
		return nil, p.d.fail(client.KindInvalid, "give a text, or a heading to search under, instead of %s", a.At.String())
	}
	if e.Old == "" {
		return nil, p.d.fail(client.KindInvalid, text.EditsNoOld)
	}
	m, err := p.Find(e.Old)
	if err != nil {
		return nil, err
	}
	if under != nil {
		m.All = slices.DeleteFunc(slices.Clone(m.All), func(x model.Match) bool {
			return x.Range.Begin < under.TitleStart || x.Range.End > max(under.ContentEnd, under.TitleEnd)
		})
		m.Part = true
		if len(m.All) == 0 {
			return nil, p.d.fail(client.KindNotFound, "the text %q is not under the heading %q", e.Old, under.Title)
		}
	}
	p.plan.Matches = m
	if len(m.All) == 0 {
		return nil, p.nothing(e.Old)
	}
	if pick == nil {
		return m.All, nil
	}
	pick = slices.Compact(slices.Sorted(slices.Values(pick)))
	out := make([]model.Match, len(pick))
	for i, n := range pick {
		if n < 1 || n > len(m.All) {
			return nil, p.d.fail(client.KindNotFound, "there is no match %d (matches found: %d); nothing was changed", n, len(m.All))
		}
		out[i] = m.All[n-1]
	}
	return out, nil
}

// nothing says why a text was not found, as far as the whole text shows.
func (p *planner) nothing(old string) error {
	_, err := model.Where{Kind: model.WhereMatch, Text: old}.InMatches(model.Matches{})
	fail, _ := p.d.where(err).(*client.Error)
	if c, err := p.d.ed.Content(p.ctx, p.d.ref, p.version, p.opt); err == nil {
		bare := func(s string) string { return strings.ToLower(model.OneLine(s)) }
		switch {
		case plainText().MatchString(old) && strings.Contains(c.Markdown, old):
			fail.Hint, fail.HintArgs = "the text is there, perhaps in a table or box, where the service cannot find it", nil
		case strings.Contains(bare(c.Markdown), bare(old)):
			fail.Hint, fail.HintArgs = "found with other capitals or spaces; the search is case-sensitive", nil
		}
	}
	return fail
}

func (p *planner) given(e model.Edit) ([]chunk, error) {
	last, err := p.Last()
	if err != nil {
		return nil, err
	}
	ms := make([]model.Match, len(e.Ranges))
	for i, r := range e.Ranges {
		if r.Begin > r.End || r.Begin == r.End && !single(e) {
			return nil, p.d.fail(client.KindInvalid, "the range %d to %d is reversed or empty; nothing was changed", r.Begin, r.End)
		}
		for _, at := range []int64{r.Begin, r.End} {
			if at < 0 || at > last.Position {
				return nil, p.d.fail(client.KindInvalid, text.EditsOutside, at, last.Position)
			}
		}
		ms[i].Range = r
	}
	slices.SortFunc(ms, func(a, b model.Match) int { return cmp.Compare(a.Range.Begin, b.Range.Begin) })
	if single(e) && len(ms) > 1 {
		return nil, p.d.fail(client.KindInvalid, text.EditsOneMatch, len(ms), e.Old)
	}
	for i := 1; i < len(ms); i++ {
		if a, b := ms[i-1].Range, ms[i].Range; touch(a, b) {
			return nil, p.d.fail(client.KindInvalid, text.EditsOverlap, b.Begin, min(a.End, b.End))
		}
	}
	return p.ranged(e, ms), nil
}

// ranged makes one step of all ranges or, beside other edits, one of each.
func (p *planner) ranged(e model.Edit, ms []model.Match) []chunk {
	groups := [][]model.Match{ms}
	if p.many {
		groups = nil
		for _, m := range ms {
			groups = append(groups, []model.Match{m})
		}
	}
	var out []chunk
	for _, g := range groups {
		step := model.EditStep{Edit: e}
		step.Edit.At, step.Edit.Ranges = 0, nil
		step.Before, step.After = g[0].Around(e.Old)
		if n, _ := p.plan.Outline.Under(g[0].Range.Begin); n != nil {
			step.Where = n.Title
		}
		for _, m := range g {
			step.Edit.Ranges = append(step.Edit.Ranges, m.Range)
		}
		whole := model.Range{Begin: g[0].Range.Begin, End: g[len(g)-1].Range.End}
		out = append(out, chunk{at: whole.Begin, text: whole, steps: []model.EditStep{step}})
	}
	return out
}

// reply uses the range of the comment that it answers.
func (p *planner) reply(e model.Edit) ([]chunk, error) {
	all, err := p.Comments()
	if client.Is(err, client.KindUnsupported) {
		return nil, p.d.fail(client.KindUnsupported, "the service does not list comments; give the text that the comment is on")
	}
	if err != nil {
		return nil, err
	}
	for _, c := range all.All {
		if c.ID == e.Reply {
			return p.ranged(e, []model.Match{{Range: c.Range}}), nil
		}
	}
	return nil, p.d.fail(client.KindNotFound, "there is no comment %s", e.Reply)
}

// replaceAll is a single call of the service; the matches are shown before.
func (p *planner) replaceAll(a client.EditAt) ([]chunk, error) {
	e := a.Edit
	m, err := p.Find(e.Old)
	if err != nil {
		return nil, err
	}
	p.plan.Matches = m
	if len(m.All) == 0 {
		return nil, p.nothing(e.Old)
	}
	step := model.EditStep{Edit: e}
	step.Before, step.After = m.All[0].Around(e.Old)
	if n, _ := p.plan.Outline.Under(m.All[0].Range.Begin); n != nil {
		step.Where = n.Title
	}
	return one(step), nil
}

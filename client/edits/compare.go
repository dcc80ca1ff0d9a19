package edits

import (
	"context"
	"strings"

	"aloft/client"
	"aloft/model"
	"aloft/model/markdown"
)

type side struct {
	d       *doc
	outline model.Outline
	body    *markdown.Sections // nil = it could not be read whole
}

// Compare returns how two documents, or two versions of one, differ: by their text
// where the service returns it whole, otherwise by lengths and previews.
func (e *Engine) Compare(ctx context.Context, a, b client.DocVersion, opt client.Options) (client.Comparison, error) {
	old, err := e.side(ctx, a, opt)
	if err != nil {
		return client.Comparison{}, err
	}
	now, err := e.side(ctx, b, opt)
	if err != nil {
		return client.Comparison{}, err
	}
	c := client.Comparison{A: a, B: b, OldOutline: old.outline, NewOutline: now.outline}
	c.A.Version, c.B.Version = old.outline.Version, now.outline.Version
	var same func(a, b *model.OutlineNode) bool // nil = by lengths
	var was, is markdown.Sections
	if old.body != nil && now.body != nil {
		was, is = *old.body, *now.body
		same = markdown.SameText(was, is)
	} else {
		for i, s := range []side{old, now} {
			if s.outline.Loose { // there are no lengths either
				p := []client.DocVersion{a, b}[i].Place
				return client.Comparison{}, client.Errorf(client.KindUnsupported, opEdit, p, "the whole text of %s cannot be read, so it cannot be compared", p.String())
			}
		}
		c.ByLength = true
		if same, err = e.byPreviews(ctx, old, now, opt); err != nil {
			return client.Comparison{}, err
		}
	}
	c.Changes = markdown.CompareOutlines(old.outline, now.outline, same)
	c.Lines, c.At = asMarkdown(e.o.Language, c, was, is)
	return c, nil
}

// side reads the outline and the text of one version.
func (e *Engine) side(ctx context.Context, v client.DocVersion, opt client.Options) (side, error) {
	d, err := e.open(ctx, v.Place, opt.Class)
	if err != nil {
		return side{}, err
	}
	s := side{d: d}
	if err := d.ed.Readable(d.entry.Kind); err != nil {
		return side{}, err
	}
	for range tries {
		s.outline, err = d.ed.Outline(ctx, d.ref, v.Version, opt)
		if err != nil {
			return side{}, err
		}
		c, err := d.ed.Content(ctx, d.ref, s.outline.Version, opt)
		if err != nil {
			return s, nil // lengths are enough
		}
		if c.Version != s.outline.Version && c.Version != 0 {
			continue
		}
		if c.Version == 0 && v.Version != 0 {
			return s, nil // the version of the text is unknown
		}
		sections := markdown.SplitSections(s.outline, c.Markdown)
		if !c.Cut && !sections.Cut {
			s.body = &sections
		}
		return s, nil
	}
	return s, nil
}

// byPreviews compares sections by length and by the previews of their blocks;
// without a structure by length alone.
func (e *Engine) byPreviews(ctx context.Context, old, now side, opt client.Options) (func(a, b *model.OutlineNode) bool, error) {
	previews := map[*model.OutlineNode]string{}
	for _, s := range []side{old, now} {
		st, err := s.d.ed.Structure(ctx, s.d.ref, s.outline.Version, opt)
		if client.Is(err, client.KindUnsupported) || err == nil && st.Version != s.outline.Version {
			return nil, nil
		}
		if err != nil {
			return nil, err
		}
		gather(previews, s.outline, st)
	}
	return func(a, b *model.OutlineNode) bool {
		return a.Own().Len() == b.Own().Len() && previews[a] == previews[b]
	}, nil
}

// gather joins the previews of what is directly under each heading.
func gather(into map[*model.OutlineNode]string, o model.Outline, st model.Structure) {
	all := o.Headings()
	next := 0
	var b strings.Builder
	flush := func() {
		if next > 0 {
			into[all[next-1].Node] += b.String()
		}
		b.Reset()
	}
	for _, n := range st.Find(func(n *model.StructureNode) bool { return n.Kind != model.NodeHeading && len(n.Children) == 0 }) {
		for next < len(all) && all[next].Node.TitleStart <= n.Start {
			flush()
			next++
		}
		b.WriteString(string(n.Kind) + "\x00" + n.Preview + "\x00")
		for _, row := range n.Rows {
			for _, c := range row.Cells {
				b.WriteString(c.Preview + "\x00")
			}
		}
	}
	flush()
}

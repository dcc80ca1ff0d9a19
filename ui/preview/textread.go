package preview

import (
	"context"
	"strings"

	"aloft/client"
	"aloft/model"
	"aloft/model/markdown"
)

// textRead reads the text for an outline. It shares no mutable state with the reader.
type textRead struct {
	ed      client.Editor
	ref     model.Ref
	outline *model.Outline
	heads   []heading
	full    bool
}

func (t *textRead) run(ctx context.Context) textMsg {
	opt := reading()
	opt.Unchecked = true // the text shows first; checkEnd follows
	c, err := t.ed.Content(ctx, t.ref, t.outline.Version, opt)
	if client.Is(err, client.KindUnsupported) && !t.outline.Loose {
		return t.previews(ctx)
	}
	if err != nil {
		return textMsg{err: err}
	}
	if c.Version != 0 && c.Version != t.outline.Version {
		return textMsg{moved: true}
	}
	m := textMsg{content: &c}
	m.heads, m.body = bodyOf(t.outline, t.heads, &c)
	if m.body.cut && t.full && !t.outline.Loose && len(t.heads) > 0 {
		t.fill(ctx, &m)
	}
	return m
}

// previews reads the beginnings of the paragraphs if the service returns no text.
func (t *textRead) previews(ctx context.Context) textMsg {
	s, err := t.ed.Structure(ctx, t.ref, t.outline.Version, reading())
	if err != nil {
		return textMsg{err: err}
	}
	if len(t.heads) == 0 {
		t.heads = withLead(nil)
	}
	m := textMsg{heads: t.heads, body: bodyOfStructure(t.heads, &s)}
	if t.full {
		if images, err := t.ed.Images(ctx, t.ref, t.outline.Version, reading()); err == nil {
			m.body.images = len(images.All)
		}
	}
	return m
}

// fill appends the beginnings of paragraphs where the text ended.
func (t *textRead) fill(ctx context.Context, m *textMsg) {
	s, err := t.ed.Structure(ctx, t.ref, t.outline.Version, reading())
	if err != nil {
		return // the text says itself that it is cut
	}
	lead := len(m.heads) - len(t.heads)
	short := bodyOfStructure(t.heads, &s)
	for i := range short.texts {
		if at := &m.body.texts[i+lead]; at.cut && strings.TrimSpace(at.parts[0]) == "" {
			at.parts = short.texts[i].parts
		}
	}
	m.body.tables = s.Tables
}

// readSmart reads a smart document. Its text comes in pages and is read once for outline and text.
func (m *outlineMsg) readSmart(ctx context.Context, ed client.Editor, ref model.Ref) {
	c, err := ed.Content(ctx, ref, 0, reading())
	if err != nil {
		m.err = err
		return
	}
	m.outline, m.content = markdown.Outline(c.Markdown), &c
	m.heads, m.body = bodyOf(&m.outline, headings(&m.outline), &c)
	m.body.measure(m.heads)
}

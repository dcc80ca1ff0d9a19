package preview

import (
	"context"
	"time"

	tea "charm.land/bubbletea/v2"

	"aloft/client"
	"aloft/model"
)

const (
	// slowAfter is when "reading" appears.
	slowAfter = 100 * time.Millisecond
	// freshFor is how long a document is shown without checking for changes.
	freshFor = 20 * time.Second
	// maxFollowed is the length in positions up to which moving the cursor to a document reads its text.
	maxFollowed = 200_000
)

// loader reads outlines and texts in commands.
type loader struct{ env *Env }

// ref returns the document's ref for its service.
func (d *doc) ref() model.Ref {
	return model.Ref{Place: d.place, ID: d.entry.ID, Kind: d.entry.Kind, Space: d.entry.Facts().Space}
}

// Readable reports whether the reader can show an entry: its source must read documents of this kind.
func (l *loader) Readable(at model.Place, e *model.Entry) bool { return l.Refusal(at, e) == nil }

// Refusal returns why an entry cannot be shown, or nil.
func (l *loader) Refusal(at model.Place, e *model.Entry) error {
	ed, err := l.editor(at)
	if err != nil {
		return err
	}
	return ed.Readable(e.Kind)
}

// editor returns the reader of a place's documents.
func (l *loader) editor(at model.Place) (client.Editor, error) {
	src, err := l.env.Sources.For(at)
	if err != nil {
		return nil, err
	}
	if ed, ok := src.(client.Editor); ok {
		return ed, nil
	}
	return nil, client.Errorf(client.KindUnsupported, "read", at, "%s: has no documents that could be read here.", model.Clean(string(at.Scheme)))
}

// settle starts reading the missing parts of a document.
func (l *loader) settle(d *doc, full bool) tea.Cmd {
	switch {
	case !d.done():
		return nil
	case d.outline == nil && d.err == nil || d.stale:
		return l.readOutline(d, nil)
	case d.outline != nil && d.body == nil && d.textErr == nil:
		if d.load.long = !full && d.length() > maxFollowed; !d.load.long {
			return l.readText(d, full)
		}
	case d.body != nil && !d.body.checked && !d.body.previews:
		return l.checkEnd(d)
	case full && d.body != nil && d.remarks == nil && !d.load.remarks:
		return l.readRemarks(d)
	}
	return nil
}

func (l *loader) begin(d *doc) context.Context {
	if d.load.cancel != nil {
		d.load.cancel() // done; otherwise its context would live as long as the program
	}
	d.load.seq++
	ctx, cancel := context.WithCancel(l.env.Ctx)
	d.load.cancel, d.load.slow, d.load.long = cancel, false, false
	return ctx
}

func (l *loader) sayWhenSlow(d *doc) tea.Cmd {
	m := slowMsg{d.key, d.load.seq}
	return tea.Tick(slowAfter, func(time.Time) tea.Msg { return m })
}

// readOutline requests the outline unless it is known.
func (l *loader) readOutline(d *doc, known *model.Outline) tea.Cmd {
	d.stale, d.err = false, nil
	ed, err := l.editor(d.place)
	if err != nil {
		d.err = err
		return nil
	}
	ctx := l.begin(d)
	d.load.outline = true
	key, seq, ref, now := d.key, d.load.seq, d.ref(), l.env.Now
	return tea.Batch(func() tea.Msg {
		m := outlineMsg{key: key, seq: seq}
		if known != nil {
			m.outline = *known
			m.heads = headings(&m.outline)
		} else if ref.Kind == model.KindSmartCanvas {
			m.readSmart(ctx, ed, ref)
		} else if m.outline, m.err = ed.Outline(ctx, ref, 0, reading()); m.err == nil {
			m.heads = headings(&m.outline)
		}
		m.at = now()
		return m
	}, l.sayWhenSlow(d))
}

func (l *loader) readText(d *doc, full bool) tea.Cmd {
	ed, err := l.editor(d.place)
	if err != nil {
		d.textErr = err
		return nil
	}
	ctx := l.begin(d)
	d.load.text = true
	t := textRead{ed: ed, ref: d.ref(), outline: d.outline, heads: d.heads, full: full}
	key, seq := d.key, d.load.seq
	return tea.Batch(func() tea.Msg {
		m := t.run(ctx)
		if m.body != nil {
			m.body.measure(m.heads)
		}
		m.key, m.seq = key, seq
		return m
	}, l.sayWhenSlow(d))
}

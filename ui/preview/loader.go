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

// editor returns the reader of a place's documents.
func (l *loader) editor(at model.Place) (client.Editor, error) {
	src, err := l.env.Sources.For(at)
	if err != nil {
		return nil, err
	}
	if ed, ok := src.(client.Editor); ok {
		return ed, nil
	}
	return nil, client.Errorf(client.KindUnsupported, "read", at, "%s: has no documents that can be read here.", model.Clean(string(at.Scheme)))
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
	case d.body != nil && d.remarks == nil && !d.load.remarks:
		return l.readRemarks(d, full)
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

// checkEnd checks that the service has returned the whole text, after showing it: reading need not wait for that.
func (l *loader) checkEnd(d *doc) tea.Cmd {
	d.body.checked = true
	ed, err := l.editor(d.place)
	if err != nil || d.content == nil || d.body.cut || d.outline.Loose {
		return nil
	}
	ctx, m, ref, md := l.env.Ctx, endMsg{key: d.key, version: d.outline.Version}, d.ref(), d.content.Markdown
	return func() tea.Msg {
		m.early = client.EndsEarly(ctx, ed, ref, m.version, client.Options{Class: client.Interactive, Lane: "reader-end"}, md)
		return m
	}
}

// readRemarks requests the comments of the current version once its text is there, and then the blocks that contain
// them.
func (l *loader) readRemarks(d *doc, full bool) tea.Cmd {
	ed, err := l.editor(d.place)
	if err != nil || d.outline.Loose {
		return nil
	}
	d.load.remarks = true
	opt := client.Options{Class: client.Interactive, Lane: "reader-comments"}
	if !full {
		opt.Class = client.Bulk // after everything that the user waits for
	}
	ctx, key, ref, o, heads, b := l.env.Ctx, d.key, d.ref(), d.outline, d.heads, d.body
	return func() tea.Msg {
		m := remarksMsg{key: key, version: o.Version, remarks: remarks{at: -1}}
		m.remarks.DocComments, m.remarks.err = comments(ctx, ed, ref, o.Version, opt)
		revs := revisions(ctx, ed, ref, o.Version, opt)
		if m.remarks.err == nil && len(m.remarks.All) > 0 || len(revs) > 0 {
			s, err := ed.Structure(ctx, ref, o.Version, opt)
			if err != nil || s.Version != o.Version {
				s = model.Structure{}
			}
			f := newFinder(m.remarks.All, &s, heads, b)
			m.remarks.threads, m.remarks.changes = f.threads(), f.changes(revs)
		}
		return m
	}
}

// revisions returns the tracked changes of a version, none where nothing lists them.
func revisions(ctx context.Context, ed client.Editor, ref model.Ref, version int64, opt client.Options) []model.DocRevision {
	all, err := ed.Revisions(ctx, ref, version, opt)
	if err != nil || all.Version != version {
		return nil
	}
	return all.All
}

// comments returns the comments of a version; another version has other positions.
func comments(ctx context.Context, ed client.Editor, ref model.Ref, version int64, opt client.Options) (model.DocComments, error) {
	all, err := ed.Comments(ctx, ref, version, opt)
	if err == nil && all.Version != version {
		return model.DocComments{}, client.Errorf(client.KindConflict, "read", ref.Place, "the comments belong to another version of the document.")
	}
	return all, err
}

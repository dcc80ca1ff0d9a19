package docs

import (
	"context"

	"aloft/client"
	"aloft/client/docs/tool"
	"aloft/model"
	"aloft/model/markdown"
	"aloft/model/text"
)

// Outline of a smart document is made from its text and has no positions.
func (v *texts) Outline(ctx context.Context, item model.Ref, version int64, opt client.Options) (model.Outline, error) {
	if item.Kind == model.KindSmartCanvas {
		content, err := v.smart(ctx, opOutline, item, opt)
		if err != nil {
			return model.Outline{}, err
		}
		return markdown.Outline(content.Markdown), nil
	}
	c := v.query(opOutline, tool.Outline, item, version, opt)
	var w wireOutline
	if err := v.asks(ctx, item, c, &w, func() bool { return w.Nodes != nil || w.version() > 0 }); err != nil {
		return model.Outline{}, err
	}
	tree, ok := nodes(w.Nodes, 1)
	if !ok {
		return model.Outline{}, c.Nonsense()
	}
	hollow(tree)
	return model.Outline{Nodes: tree, Version: w.version()}, nil
}

// previewLength is that of the specification.
const previewLength = 50

// maxReadings is how often the structure is read again when it changes between
// pages.
const maxReadings = 3

// pageLimit is the page size where everything at once is too much: each page waits
// for a slot of the gate.
const pageLimit = 1000

// Structure asks for all blocks at once, otherwise page by page: newer services return 150
// top-level blocks when no limit is named.
func (v *texts) Structure(ctx context.Context, item model.Ref, version int64, opt client.Options) (model.Structure, error) {
	limits := []int64{0, pageLimit, -1}
	for range maxReadings {
		s, err := v.readStructure(ctx, item, version, opt, limits[0])
		for len(limits) > 1 && refusesLimit(err) {
			limits = limits[1:]
			s, err = v.readStructure(ctx, item, version, opt, limits[0])
		}
		if err != nil {
			return model.Structure{}, err
		}
		if s != nil {
			return *s, nil
		}
	}
	e := client.Errorf(client.KindConflict, opStructure, item.Place, "the document changed again and again while it was read")
	e.Hint, e.Retry = text.DocsTryAgain, true
	return model.Structure{}, e
}

// refusesLimit: the service does not return everything at once.
func refusesLimit(err error) bool {
	e, ok := err.(*client.Error)
	return ok && (e.What == text.GateTooLarge || e.What == text.DocsPart ||
		e.Kind == client.KindInvalid && (e.What == text.DocsRefused || e.What == text.DocsRefusedCode || e.What == text.DocsRefusedStatus))
}

// readStructure reads all pages once, with a limit (0 = none, below 0 = the
// service's); nil when the version changed meanwhile.
func (v *texts) readStructure(ctx context.Context, item model.Ref, version int64, opt client.Options, limit int64) (*model.Structure, error) {
	var out *model.Structure
	for {
		offset := 0
		if out != nil {
			offset = len(out.Nodes)
		}
		c := v.query(opStructure, tool.Structure, item, version, opt,
			// Without it some answer tables without cells, boxes without paragraphs, and a few letters of a text.
			tool.Arg{Name: "mode", Value: "full", Known: true, Or: []tool.Arg{
				tool.Is("include_table_cells", true), tool.Is("include_textbox_children", true), tool.Is("text_preview_length", int64(previewLength)),
			}},
			tool.Arg{Name: "offset", Value: int64(offset), Needless: offset == 0, Known: true})
		if limit >= 0 {
			c.Args = append(c.Args, tool.Arg{Name: "limit", Value: limit, Known: true})
		}
		var w wireStructure
		if err := v.asks(ctx, item, c, &w, func() bool { return w.Nodes != nil || w.version() > 0 }); err != nil {
			return nil, err
		}
		page, ok := blocks(w.Nodes, 1)
		if !ok {
			return nil, c.Nonsense()
		}
		if out == nil {
			out = &model.Structure{Version: w.version(), Paragraphs: w.Paragraphs.small(), Headings: w.Headings.small(), Tables: w.Tables.small()}
		} else if w.version() != out.Version {
			return nil, nil
		}
		if repeats(out.Nodes, page) {
			page = nil // it has no offset
		}
		for i := range page {
			if offset > 0 { // perhaps counted from the page's start
				page[i].Index = offset + i + 1
			}
		}
		out.Nodes = append(out.Nodes, page...)
		switch {
		case w.Page == nil || len(out.Nodes) >= w.Page.Total.small():
			return out, nil
		case len(page) == 0:
			return nil, client.Errorf(client.KindServer, opStructure, item.Place, text.DocsPart, len(out.Nodes), w.Page.Total.small())
		}
	}
}

// repeats: the page starts at or before the start of the last one.
func repeats(have, page []model.StructureNode) bool {
	return len(have) > 0 && len(page) > 0 && page[0].Start <= have[len(have)-1].Start
}

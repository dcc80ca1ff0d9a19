package docs

import (
	"context"

	"aloft/client"
	"aloft/client/docs/tool"
	"aloft/model"
	"aloft/model/markdown"
	"aloft/model/text"
)

// The operations of the doc tools, as errors name them.
const (
	opOutline   = "outline"
	opStructure = "structure"
	opFind      = "find"
	opImages    = "images"
	opComments  = "comments"
	opRead      = "read"
	opEdit      = "edit"
	opImage     = "image"
	opRecent    = "edits"
)

// Readable says why a document of the kind has no outline or text that could be
// read. A kind that is not known yet is left to the service.
func (v *texts) Readable(kind model.Kind) error {
	switch kind {
	case model.KindDoc, model.KindOther, "":
		if !v.offers(tool.Outline) {
			return v.without(opRead, tool.Outline)
		}
		return nil
	case model.KindSmartCanvas:
		if !v.offers(tool.SmartRead) {
			return v.without(opRead, tool.SmartRead)
		}
		return nil
	}
	return client.Errorf(client.KindUnsupported, opRead, v.Root(), "a %s has no outline or text that can be read here: the tools are for Word documents and smart documents.", kindName(kind))
}

// kindName is the word for a kind in a sentence, behind "a".
func kindName(k model.Kind) text.Text {
	switch k {
	case model.KindDoc:
		return "Word document"
	case model.KindSheet:
		return "spreadsheet"
	case model.KindSlide:
		return "slide document"
	case model.KindMind:
		return "mind map"
	case model.KindSmartCanvas:
		return "smart document"
	case model.KindSmartSheet:
		return "smart sheet"
	case model.KindOther, "":
		return "document of another kind"
	}
	return text.Text(k) // folder, file, form, flowchart, space, link
}

// offers: the tool is there, as far as is known.
func (v *view) offers(t tool.Tool) bool { return v.s.conn.Known().Has(t) }

func (v *view) without(op string, t tool.Tool) error {
	return client.Errorf(client.KindUnsupported, op, v.Root(), text.DocsNoTool, t.Name())
}

// word checks that a Ref names a Word document that can be asked about.
func (v *view) word(op string, item model.Ref) error {
	if err := v.entry(op, item); err != nil {
		return err
	}
	switch item.Kind {
	case model.KindDoc, model.KindOther, "":
		return nil
	}
	return client.Errorf(client.KindUnsupported, op, item.Place, "that is for Word documents only; this is a %s. Nothing was sent.", kindName(item.Kind))
}

// query is a call that reads a document, at a version or, with 0, the newest.
func (v *texts) query(op string, t tool.Tool, item model.Ref, version int64, opt client.Options, args ...tool.Arg) *tool.Call {
	c := tool.For(op, item.Place, opt).Read(t, append([]tool.Arg{v.document(item)}, args...)...)
	if c.Base = version; version != 0 {
		c.Args = append(c.Args, based(version))
	}
	return c
}

// document names it by its id, or by its link where the live schema has no id.
func (v *view) document(item model.Ref) tool.Arg {
	a := tool.Is("file_id", item.ID)
	if v.s.o.DocURLBase != "" {
		link := tool.Is("file_url", v.s.o.DocURLBase+"/doc/"+item.ID) // "Document identification"
		a.Or = &link
	}
	return a
}

// based is the version that a call works on ("version_info" in the specification
// of the doc tools). The latest one, whatever it is, is never asked for by name.
func based(version int64) tool.Arg {
	a := tool.Is("version_info", tool.Fields{"base_version": version})
	flat := tool.Is("base_version", version)
	a.Or = &flat
	return a
}

// asks sends the query and reads its answer; some is whether it holds anything.
func (v *texts) asks(ctx context.Context, c *tool.Call, into any, some func() bool) error {
	r, err := v.s.conn.Read(ctx, c, into)
	if err == nil && !some() {
		err = r.NoData()
	}
	return err
}

// Outline is the tree of headings; that of a smart document is made of its text
// and has no positions.
func (v *texts) Outline(ctx context.Context, item model.Ref, version int64, opt client.Options) (model.Outline, error) {
	if item.Kind == model.KindSmartCanvas {
		content, err := v.smart(ctx, opOutline, item, opt)
		if err != nil {
			return model.Outline{}, err
		}
		return markdown.Outline(content.Markdown), nil
	}
	if err := v.word(opOutline, item); err != nil {
		return model.Outline{}, err
	}
	c := v.query(opOutline, tool.Outline, item, version, opt)
	var w wireOutline
	if err := v.asks(ctx, c, &w, func() bool { return w.Nodes != nil || w.version() > 0 }); err != nil {
		return model.Outline{}, err
	}
	tree, ok := nodes(w.Nodes, 1)
	if !ok {
		return model.Outline{}, c.Nonsense()
	}
	hollow(tree)
	return model.Outline{Nodes: tree, Version: w.version()}, nil
}

// mostReadings is how often the structure is read from its start when the
// document changes between its pages.
const mostReadings = 3

// pageLimit is the size of a page where all at once is too much: each page waits
// for its turn at the gate.
const pageLimit = 1000

// Structure is all blocks. Services that give it in pages are asked for all at
// once, else page by page (facts/documents.md "doc.*").
func (v *texts) Structure(ctx context.Context, item model.Ref, version int64, opt client.Options) (model.Structure, error) {
	if err := v.word(opStructure, item); err != nil {
		return model.Structure{}, err
	}
	limits := []int64{0, pageLimit, -1}
	for range mostReadings {
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
	e := client.Errorf(client.KindConflict, opStructure, item.Place, "the document changed again and again while it was read.")
	e.Hint, e.Retry = text.DocsTryAgain, true
	return model.Structure{}, e
}

// refusesLimit: the service, or what stands before it, gives no answer of any
// size at once.
func refusesLimit(err error) bool {
	e, ok := err.(*client.Error)
	return ok && (e.What == text.GateTooLarge || e.What == text.DocsPart ||
		e.Kind == client.KindInvalid && (e.What == text.DocsRefused || e.What == text.DocsRefusedCode || e.What == text.DocsRefusedStatus))
}

// readStructure reads all pages once, with a limit (0 = none, below = that of the
// service); nil when the version was another between.
func (v *texts) readStructure(ctx context.Context, item model.Ref, version int64, opt client.Options, limit int64) (*model.Structure, error) {
	var out *model.Structure
	for {
		offset := 0
		if out != nil {
			offset = len(out.Nodes)
		}
		c := v.query(opStructure, tool.Structure, item, version, opt,
			tool.Arg{Name: "offset", Value: int64(offset), Needless: offset == 0, Known: true})
		if limit >= 0 {
			c.Args = append(c.Args, tool.Arg{Name: "limit", Value: limit, Known: true})
		}
		var w wireStructure
		if err := v.asks(ctx, c, &w, func() bool { return w.Nodes != nil || w.version() > 0 }); err != nil {
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
			page = nil // it takes no offset
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

// repeats: the page begins where the last one has begun, or before.
func repeats(have, page []model.StructureNode) bool {
	return len(have) > 0 && len(page) > 0 && page[0].Start <= have[len(have)-1].Start
}

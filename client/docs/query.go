package docs

import (
	"context"

	"aloft/client"
	"aloft/client/docs/tool"
	"aloft/model"
	"aloft/model/text"
)

// The operations of the doc tools, as errors name them.
const (
	opOutline   = "outline"
	opStructure = "structure"
	opFind      = "find"
	opImages    = "images"
	opComments  = "comments"
	opRevisions = "revisions"
	opRead      = "read"
	opEdit      = "edit"
	opImage     = "image"
	opRecent    = "edits"
)

// Readable: a kind that is not known yet is left to the service.
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
	return client.Errorf(client.KindUnsupported, opRead, v.Root(), "a %s cannot be read here", kindName(kind))
}

// kindName is the word for a kind in a sentence, after "a".
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

// offers: the tool exists, as far as is known.
func (v *view) offers(t tool.Tool) bool { return v.s.conn.Known().Has(t) }

func (v *view) without(op string, t tool.Tool) error {
	return client.Errorf(client.KindUnsupported, op, v.Root(), text.DocsNoTool, t.Name())
}

// word refuses what is not a Word document.
func (v *view) word(op string, item model.Ref) error {
	if err := v.entry(op, item); err != nil {
		return err
	}
	switch item.Kind {
	case model.KindDoc, model.KindOther, "":
		return nil
	}
	return client.Errorf(client.KindUnsupported, op, item.Place, "a %s cannot be edited here", kindName(item.Kind))
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
		a.Or = []tool.Arg{tool.Is("file_url", v.s.o.DocURLBase+"/doc/"+item.ID)} // "Document identification"
	}
	return a
}

// based is the version of a call. The latest is never requested explicitly.
func based(version int64) tool.Arg {
	a := tool.Is("version_info", tool.Fields{"base_version": version})
	a.Or = []tool.Arg{tool.Is("base_version", version)}
	return a
}

// asks sends the query and decodes its answer; some reports whether that contains
// anything.
func (v *texts) asks(ctx context.Context, item model.Ref, c *tool.Call, into any, some func() bool) error {
	if err := v.word(c.Op, item); err != nil {
		return err
	}
	_, err := v.s.conn.Read(ctx, c, into, some)
	return err
}

package docs

import (
	"context"

	"aloft/client"
	"aloft/client/docs/tool"
	"aloft/model"
	"aloft/model/text"
)

func (v *texts) CanEdit(kind model.Kind, edit model.EditKind) error {
	switch kind {
	case model.KindDoc, model.KindOther, "":
	default:
		return client.Errorf(client.KindUnsupported, opEdit, v.Root(), "a %s cannot be edited here", kindName(kind))
	}
	c, ok := editCalls[edit]
	switch {
	case !ok:
		return client.Errorf(client.KindUnsupported, opEdit, v.Root(), text.BadCall, "docs", string(edit))
	case c.filled != 0 && v.s.conn.Known().Lists(c.filled):
		return nil
	case !v.offers(c.tool):
		return v.without(opEdit, c.tool)
	}
	return nil
}

func (v *texts) CanSuggest(e model.Edit) error {
	t, _ := editArgs(e)
	if takes := v.s.conn.Known().Takes; !takes(t, suggestArg) || e.Try && !takes(t, tryArg) {
		return client.Errorf(client.KindUnsupported, opEdit, v.Root(), "this document service cannot suggest edits: its %s makes no tracked changes; nothing was changed", t.Name()).
			Hinted("a plain edit takes effect at once")
	}
	return nil
}

// TextParagraph: only newer services have the tool, so its list must have it. It makes body text,
// headings and items of lists; others are left to the specification's tool.
func (v *Source) TextParagraph(s model.ParagraphStyle) bool {
	return v.s.conn.Known().Lists(tool.InsertParagraphText) && s.Level <= model.LevelBody && (s.Indent == 0 || s.List != 0) &&
		v.Fits(model.Ref{Place: v.Root()}, model.Edit{Kind: model.EditParagraph, Text: "x", Paragraph: s}) == nil
}

// Fits shapes the call as if it were sent. An image that is not loaded yet may come as bytes or by
// an upload.
func (v *Source) Fits(item model.Ref, e model.Edit) error {
	offered := v.s.conn.Known()
	if offered == nil {
		return nil
	}
	_, _, fail := offered.Shape(v.editCall(item, 1, e, client.Interactive))
	if fail != nil && !e.Image.File.IsZero() && e.Image.ID == "" {
		e.Image.ID = "x"
		_, _, fail = offered.Shape(v.editCall(item, 1, e, client.Interactive))
	}
	if fail != nil {
		return fail
	}
	return nil
}

func (v *Source) Edit(ctx context.Context, item model.Ref, base int64, e model.Edit, class client.Class) (model.Edited, error) {
	if err := v.word(opEdit, item); err != nil {
		return model.Edited{}, err
	}
	w := checkEdit(e)
	if base <= 0 {
		w = bad(text.BadCall, "docs", "no version")
	}
	if w != nil {
		return model.Edited{}, client.Errorf(client.KindInvalid, opEdit, item.Place, w.What, w.Args...).Hinted(w.Hint)
	}
	if e.Suggest != "" {
		if err := v.CanSuggest(e); err != nil {
			return model.Edited{}, err
		}
	}
	c := v.editCall(item, base, e, class)
	if c.Tool == tool.InsertParagraphText && !v.s.conn.Known().Lists(c.Tool) {
		return model.Edited{}, c.Missing()
	}
	return v.s.edited(ctx, c)
}

// editCall: all edits pass their base version; a revert names the version to
// revert.
func (v *texts) editCall(item model.Ref, base int64, e model.Edit, class client.Class) *tool.Call {
	t, args := editArgs(e)
	version := based(base)
	version.Known, version.Guard = t == tool.Revert, true
	args = append([]tool.Arg{v.document(item)}, append(args, version)...)
	c := tool.Purpose{Op: opEdit, Place: item.Place, Class: class}.Write(t, args...)
	c.Base, c.Strict, c.Changes = base, true, !e.Try
	return c
}

func (s *Service) edited(ctx context.Context, c *tool.Call) (model.Edited, error) {
	var w wireEdited
	if _, err := s.conn.Read(ctx, c, &w, nil); err != nil {
		return model.Edited{}, err
	}
	out := model.Edited{Base: c.Base, Trace: string(w.Trace)}
	if w.Base != nil && *w.Base > 0 {
		out.Base = int64(*w.Base)
	}
	if w.New == nil || *w.New == 0 || int64(*w.New) < out.Base {
		return model.Edited{}, c.Unclear(text.DocsIncomplete)
	}
	out.New = int64(*w.New)
	return out, nil
}

package docs

import (
	"cmp"
	"context"

	"aloft/client"
	"aloft/client/docs/tool"
	"aloft/model"
)

// Content is the whole text in Markdown. Live services may break a long one off
// without a word (facts/documents.md "doc.*").
func (v *texts) Content(ctx context.Context, item model.Ref, version int64, opt client.Options) (model.DocContent, error) {
	if item.Kind == model.KindSmartCanvas {
		return v.smart(ctx, opRead, item, opt)
	}
	if err := v.word(opRead, item); err != nil {
		return model.DocContent{}, err
	}
	c := v.query(opRead, tool.Content, item, 0, opt)
	if version != 0 {
		// Only some generations take a version, and only those tell which one it is.
		a := based(version)
		a.Known = true
		c.Args, c.Base = append(c.Args, a), version
	}
	var w wireContent
	if err := v.asks(ctx, c, &w, func() bool { return w.Content != nil }); err != nil {
		return model.DocContent{}, err
	}
	out := model.DocContent{
		Markdown: string(*w.Content), Version: w.version(),
		Cut: w.Truncated.V || w.Cut.V || w.More.V || w.Next != "",
	}
	out.Cut = out.Cut || v.endsEarly(ctx, item, cmp.Or(version, out.Version), opt, out.Markdown)
	return out, nil
}

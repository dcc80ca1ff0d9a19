package docs

import (
	"cmp"
	"context"

	"aloft/client"
	"aloft/client/docs/tool"
	"aloft/model"
)

// Content may be cut silently by live services, which stop after about 5 s.
func (v *texts) Content(ctx context.Context, item model.Ref, version int64, opt client.Options) (model.DocContent, error) {
	if item.Kind == model.KindSmartCanvas {
		return v.smart(ctx, opRead, item, opt)
	}
	c := v.query(opRead, tool.Content, item, 0, opt)
	if version != 0 {
		// Only some generations have the argument version, and only those return
		// the version.
		a := based(version)
		a.Known = true
		c.Args, c.Base = append(c.Args, a), version
	}
	var w wireContent
	if err := v.asks(ctx, item, c, &w, func() bool { return w.Content != nil }); err != nil {
		return model.DocContent{}, err
	}
	out := model.DocContent{
		Markdown: string(*w.Content), Version: w.version(),
		Cut: w.Truncated.V || w.Cut.V || w.More.V || w.Next != "",
	}
	out.Cut = out.Cut || !opt.Unchecked && client.EndsEarly(ctx, v, item, cmp.Or(version, out.Version), opt, out.Markdown)
	return out, nil
}

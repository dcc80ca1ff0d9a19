package docs

import (
	"context"
	"strings"

	"aloft/client"
	"aloft/client/docs/tool"
	"aloft/model"
)

// A smart document is returned in pages of 20 blocks.
const (
	maxSmartPages = 1000
	maxSmartBytes = 16 << 20
)

// smart reads a smart document, which has no versions.
func (v *texts) smart(ctx context.Context, op string, item model.Ref, opt client.Options) (model.DocContent, error) {
	if err := v.entry(op, item); err != nil {
		return model.DocContent{}, err
	}
	var b strings.Builder
	next := ""
	seen := map[string]bool{}
	for range maxSmartPages {
		c := tool.For(op, item.Place, opt).Read(tool.SmartRead, v.document(item), tool.May("next_token", next))
		var w wireContent
		if _, err := v.s.conn.Read(ctx, c, &w, func() bool { return w.Content != nil || b.Len() > 0 }); err != nil {
			return model.DocContent{}, err
		}
		if w.Content != nil {
			part := string(*w.Content)
			if b.Len() > 0 && part != "" { // a page has whole blocks
				b.WriteString("\n\n")
			}
			b.WriteString(strings.Trim(part, "\n"))
		}
		next = string(w.Next)
		switch {
		case next == "":
			return model.DocContent{Markdown: b.String(), Cut: w.Truncated.V || w.Cut.V}, nil
		case seen[next], b.Len() > maxSmartBytes:
			return model.DocContent{Markdown: b.String(), Cut: true}, nil
		}
		seen[next] = true
	}
	return model.DocContent{Markdown: b.String(), Cut: true}, nil
}

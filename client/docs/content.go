package docs

import (
	"cmp"
	"context"
	"regexp"
	"strings"
	"unicode"
	"unicode/utf8"

	"aloft/client"
	"aloft/client/docs/tool"
	"aloft/model"
)

// Content may be cut silently by live services (facts/documents.md "doc.*").
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
	out.Cut = out.Cut || v.endsEarly(ctx, item, cmp.Or(version, out.Version), opt, out.Markdown)
	return out, nil
}

// surelyWhole is how many characters are certainly complete: a text past 10,000 may
// be cut (facts/documents.md "doc.*").
const surelyWhole = 9_500

// tail is how far before the end of a text its last words may be: markup follows
// them.
const tail = 600

// endsEarly looks for the end of the document in a long text: its last words, or
// else its last heading.
func (v *texts) endsEarly(ctx context.Context, item model.Ref, version int64, opt client.Options, md string) bool {
	if utf8.RuneCountInString(md) < surelyWhole {
		return false
	}
	l, err := v.LastPosition(ctx, item, version, opt)
	if err != nil {
		return false
	}
	if words := bareWords(l.Preceding); len(words) > 2 {
		return !strings.Contains(bareWords(lastText(md)), words)
	}
	o, err := v.Outline(ctx, item, version, opt)
	if err != nil {
		return false
	}
	last := ""
	o.Walk(func(n *model.OutlineNode, _ []*model.OutlineNode) bool {
		last = n.Title
		return true
	})
	return !strings.Contains(bareWords(md), bareWords(last))
}

// lastText is the end of Markdown without images, URLs and tags: they are not text
// of the document, and may be longer than tail.
func lastText(md string) string {
	const enough = 64 << 10
	md = md[max(0, len(md)-enough):]
	md = regexp.MustCompile(`!\[[^\]\n]*\]\([^)\n]*\)|\]\([^)\n]*\)|</?[a-zA-Z!][^>\n]*>`).ReplaceAllString(md, "")
	return md[max(0, len(md)-tail):]
}

// bareWords are the letters and digits alone: Markdown adds markup between them.
func bareWords(s string) string {
	return strings.Map(func(r rune) rune {
		if unicode.IsLetter(r) || unicode.IsDigit(r) {
			return r
		}
		return -1
	}, s)
}

package client

import (
	"context"
	"strings"
	"unicode"
	"unicode/utf8"

	"aloft/model"
	"aloft/model/lazy"
)

// surelyWhole is how many characters are certainly complete. Live services may cut a text past
// 10,000.
const surelyWhole = 9_500

// tail is how far before the end of a text its last words may be: markup follows
// them.
const tail = 600

// Ends are what tells where a document ends; an Editor is one.
type Ends interface {
	Outline(ctx context.Context, item model.Ref, version int64, opt Options) (model.Outline, error)
	LastPosition(ctx context.Context, item model.Ref, version int64, opt Options) (model.LastPosition, error)
}

// EndsEarly looks for the end of the document in a text of a version, in a long one by
// a request: its last words, or else its last heading.
func EndsEarly(ctx context.Context, v Ends, item model.Ref, version int64, opt Options, md string) bool {
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
	md = noText().ReplaceAllString(md, "")
	return md[max(0, len(md)-tail):]
}

var noText = lazy.Regexp(`!\[[^\]\n]*\]\([^)\n]*\)|\]\([^)\n]*\)|</?[a-zA-Z!][^>\n]*>`)

// bareWords are the letters and digits alone: Markdown adds markup between them.
func bareWords(s string) string {
	return strings.Map(func(r rune) rune {
		if unicode.IsLetter(r) || unicode.IsDigit(r) {
			return r
		}
		return -1
	}, s)
}

package md

import (
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/yuin/goldmark/ast"

	"aloft/client/office/word"
	"aloft/client/office/word/loss"

	extast "github.com/yuin/goldmark/extension/ast"
	"github.com/yuin/goldmark/util"
)

func (m *reading) inlines(n ast.Node, p word.Props) []word.Inline { return m.under(n, p, nil) }

// under adds the inlines below a node.
func (m *reading) under(n ast.Node, p word.Props, out []word.Inline) []word.Inline {
	for c := n.FirstChild(); c != nil; c = c.NextSibling() {
		out = m.inline(c, p, out)
	}
	return out
}

func (m *reading) inline(n ast.Node, p word.Props, out []word.Inline) []word.Inline {
	switch n := n.(type) {
	case *ast.Text:
		s := string(n.Segment.Value(m.src))
		if !n.IsRaw() {
			s = strings.NewReplacer("\n", " ", "\r", " ").Replace(unescapeText(s)) // from entities
		}
		out = append(out, word.Styled(s, p))
		switch {
		case n.HardLineBreak(), n.SoftLineBreak() && len(out) < 5 && alertLen(word.Flat(out)+"\n") > 0:
			out = append(out, word.Inline{Kind: word.LineBreak, Props: p})
		case n.SoftLineBreak() && !m.wideBreak(n, s):
			out = append(out, word.Styled(" ", p))
		}
	case *ast.String:
		out = append(out, word.Styled(string(n.Value), p))
	case *ast.CodeSpan:
		p.Code = true
		var b strings.Builder
		for c := n.FirstChild(); c != nil; c = c.NextSibling() {
			if t, ok := c.(*ast.Text); ok {
				b.WriteString(strings.ReplaceAll(string(t.Segment.Value(m.src)), "\n", " "))
			} else if s, ok := c.(*ast.String); ok {
				b.Write(s.Value)
			}
		}
		out = append(out, word.Styled(b.String(), p))
	case *ast.Emphasis:
		if n.Level > 1 {
			p.Bold = true
		} else {
			p.Italic = true
		}
		out = m.under(n, p, out)
	case *extast.Strikethrough:
		p.Strike = true
		out = m.under(n, p, out)
	case *ast.Link:
		m.refers(n.Reference)
		if p.Link == "" {
			p.Link, p.Title = unescapeText(string(n.Destination)), unescapeText(string(n.Title))
		}
		was := len(out)
		if out = m.under(n, p, out); len(n.Destination) == 0 || !slices.ContainsFunc(out[was:], func(i word.Inline) bool { return i.Len() > 0 }) {
			m.lost[loss.NoLink]++
		}
	case *extast.FootnoteLink:
		out = append(out, word.Styled(word.Reference(n.Index), word.Props{Note: n.Index}))
	case *ast.AutoLink:
		label := string(n.Label(m.src))
		if p.Link == "" {
			p.Link = inAddress.Replace(string(n.URL(m.src)))
			if n.AutoLinkType == ast.AutoLinkEmail && !strings.HasPrefix(strings.ToLower(p.Link), "mailto:") {
				p.Link = "mailto:" + p.Link
			}
		}
		out = append(out, word.Styled(label, p))
	case *ast.Image:
		m.refers(n.Reference)
		out = append(out, word.Inline{Kind: word.Image, Picture: m.picture(n), Props: p})
	case *ast.RawHTML:
		var b strings.Builder
		for i := range n.Segments.Len() {
			s := n.Segments.At(i)
			b.Write(s.Value(m.src))
		}
		switch strings.ToLower(strings.ReplaceAll(b.String(), " ", "")) {
		case "<br>", "<br/>":
			return append(out, word.Inline{Kind: word.LineBreak, Props: p})
		}
		m.lost[loss.HTML]++
		out = append(out, word.Styled(strings.ReplaceAll(b.String(), "\n", " "), p))
	case *extast.TaskCheckBox, *extast.FootnoteBacklink:
	default:
		out = m.under(n, p, out)
	}
	return out
}

// refers notes that a definition is used.
func (m *reading) refers(r *ast.ReferenceLink) {
	if r != nil {
		m.used[util.ToLinkReference(r.Value)] = true
	}
}

// wideBreak reports a line end in text of a script without spaces between words.
func (m *reading) wideBreak(n *ast.Text, s string) bool {
	before, _ := utf8.DecodeLastRuneInString(s)
	next, ok := n.NextSibling().(*ast.Text)
	if !ok {
		return false
	}
	after, _ := utf8.DecodeRune(next.Segment.Value(m.src))
	return util.IsEastAsianWideRune(before) && util.IsEastAsianWideRune(after) && !hangul(before) && !hangul(after)
}

// hangul is written with spaces between the words.
func hangul(r rune) bool { return r >= 0xac00 && r <= 0xd7a3 || r >= 0x1100 && r <= 0x11ff }

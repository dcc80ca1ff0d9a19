package read

import (
	"cmp"
	"slices"
	"strconv"
	"strings"

	"aloft/client/office/word"
	"aloft/client/office/word/parts"
)

// style is one entry of the styles part.
type style struct {
	id, name, based string
	outline         int // 1 to 9, 10 = body, 0 = not set
	num, level      string
	indent          string
	run             *parts.Node // its rPr
	isDefault       bool
}

// Styles are the entries of the styles part by their id.
type Styles map[string]*style

func readStyles(p *parts.Package, part string) (Styles, error) {
	out := Styles{}
	return out, p.Each(part, func(n *parts.Node) error {
		if n.Name != "style" || n.Attr("styleId") == "" {
			return nil
		}
		ppr := n.Kid("pPr")
		s := &style{
			id: n.Attr("styleId"), name: strings.ToLower(strings.TrimSpace(n.Val("name"))), based: n.Val("basedOn"),
			outline: outline(ppr), run: n.Kid("rPr"), indent: indentOf(ppr),
			num: ppr.Path("numPr").Val("numId"), level: ppr.Path("numPr").Val("ilvl"),
		}
		if d := n.Attr("default"); d == "1" || d == "true" || d == "on" {
			s.isDefault = true
		}
		// Names identify paragraph styles of the same kind in every language;
		// several types share an id only in broken files: the first wins.
		out[s.id] = cmp.Or(out[s.id], s)
		return nil
	})
}

// outline reads an outline level: 1 to 9, 10 = body, 0 = not set.
func outline(ppr *parts.Node) int {
	v := ppr.Val("outlineLvl")
	if v == "" {
		return 0
	}
	n, err := strconv.Atoi(v)
	if err != nil || n < 0 || n > 8 {
		return 10
	}
	return n + 1
}

func indentOf(ppr *parts.Node) string {
	ind := ppr.Kid("ind")
	return cmp.Or(ind.Attr("left"), ind.Attr("start"))
}

// chain returns a style and those that it is based on.
func (s Styles) chain(id string) []*style {
	var out []*style
	for id != "" && len(out) < 32 {
		st := s[id]
		if st == nil || slices.Contains(out, st) {
			break
		}
		out = append(out, st)
		id = st.based
	}
	return out
}

// Level is the level of a paragraph by its style. Word writes the English name of a
// built-in style in every language.
func (s Styles) Level(id string) int {
	for _, st := range s.chain(id) {
		if l := nameLevel(st.name); l > 0 {
			return l
		}
		if st.outline == 10 {
			return word.Body
		}
		if st.outline > 0 {
			return st.outline
		}
	}
	if len(s) == 0 || s[id] == nil { // files without styles use the built-in ids
		return nameLevel(strings.ToLower(id))
	}
	return word.Body
}

func nameLevel(name string) int {
	switch name {
	case "title":
		return word.Title
	case "subtitle":
		return word.Subtitle
	}
	if rest, ok := strings.CutPrefix(name, "heading"); ok {
		rest = strings.TrimSpace(rest)
		if len(rest) == 1 && rest[0] >= '1' && rest[0] <= '9' {
			return int(rest[0] - '0')
		}
	}
	return 0
}

// is reports whether the style, or one that it is based on, has one of the names.
func (s Styles) is(id string, names ...string) bool {
	return slices.ContainsFunc(s.chain(id), func(st *style) bool { return slices.Contains(names, st.name) })
}

// Named is the id of the style of a name, "" = none; for code in a line also the name
// that LibreOffice gives it.
func (s Styles) Named(name string) string {
	best := ""
	for id, st := range s {
		if (st.name == name || name == "verbatim char" && st.name == "source text") && (best == "" || id < best) {
			best = id
		}
	}
	return best
}

// Normal is the id of the default style of paragraphs, "" = none.
func (s Styles) Normal() string {
	for id, st := range s {
		if st.isDefault && st.name == "normal" {
			return id
		}
	}
	return ""
}

func (s Styles) isCode(id string) bool {
	return s.is(id, "source code", "html preformatted", "preformatted text", "code block", "macro", "macro text")
}

func (s Styles) isQuote(id string) bool {
	return s.is(id, "quote", "intense quote", "block text", "quotations")
}

func (s Styles) isCodeText(id string) bool {
	return s.is(id, "verbatim char", "html code", "source text", "html keyboard", "html sample", "inline code", "code char", "html typewriter")
}

func (s Styles) isLink(id string) bool {
	return s.is(id, "hyperlink", "internet link", "followedhyperlink", "visited internet link")
}

// under adds the properties of a style below those of a run. The style of headings
// and the default one are the look of all text, not of this.
func (s Styles) under(id string, p *word.Props) {
	chain := s.chain(id)
	slices.Reverse(chain)
	for _, st := range chain {
		if !st.isDefault {
			Apply(st.run, p)
		}
	}
}

// Apply overrides p by the run properties.
func Apply(rpr *parts.Node, p *word.Props) {
	if rpr == nil {
		return
	}
	set := func(b *bool, name string) {
		if on, told := rpr.On(name); told {
			*b = on
		}
	}
	set(&p.Bold, "b")
	set(&p.Italic, "i")
	set(&p.Underline, "u")
	set(&p.SmallCaps, "smallCaps")
	set(&p.Strike, "strike")
	if on, _ := rpr.On("dstrike"); on {
		p.Strike = true
	}
	if c := rpr.Kid("color"); c != nil {
		p.Color = word.Hex(c.Attr("val"))
	}
	if c := rpr.Kid("shd"); c != nil {
		p.Background = word.Hex(c.Attr("fill"))
	}
	if c := rpr.Kid("highlight"); c != nil {
		p.Background = highlights[c.Attr("val")]
	}
}

// highlights are the colours of the highlighter.
var highlights = map[string]string{
	"yellow": "FFFF00", "green": "00FF00", "cyan": "00FFFF", "magenta": "FF00FF",
	"blue": "0000FF", "red": "FF0000", "darkBlue": "000080", "darkCyan": "008080",
	"darkGreen": "008000", "darkMagenta": "800080", "darkRed": "800000", "darkYellow": "808000",
	"darkGray": "808080", "lightGray": "C0C0C0", "black": "000000", "white": "FFFFFF",
}

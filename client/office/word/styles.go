package word

import (
	"slices"
	"strconv"
	"strings"
)

// style is one entry of the styles part.
type style struct {
	id, name, based string
	outline         int // 1 to 9, 10 = body, 0 = not set
	num, level      string
	indent          string
	run             *node // its rPr
	isDefault       bool
}

type styles map[string]*style

func readStyles(p *pack, part string) (styles, error) {
	out := styles{}
	if part == "" {
		return out, nil
	}
	_, err := p.each(part, func(n *node) error {
		if n.name != "style" || n.attr("styleId") == "" {
			return nil
		}
		ppr := n.kid("pPr")
		s := &style{
			id: n.attr("styleId"), name: strings.ToLower(strings.TrimSpace(n.val("name"))), based: n.val("basedOn"),
			outline: outline(ppr), run: n.kid("rPr"), indent: indentOf(ppr),
			num: ppr.path("numPr").val("numId"), level: ppr.path("numPr").val("ilvl"),
		}
		if d := n.attr("default"); d == "1" || d == "true" || d == "on" {
			s.isDefault = true
		}
		// Names identify paragraph styles of the same kind in every language;
		// several types share an id only in broken files: the first wins.
		if out[s.id] == nil {
			out[s.id] = s
		}
		return nil
	})
	if err == errNoPart {
		err = nil
	}
	return out, err
}

// outline reads an outline level: 1 to 9, 10 = body, 0 = not set.
func outline(ppr *node) int {
	v := ppr.val("outlineLvl")
	if v == "" {
		return 0
	}
	n, err := strconv.Atoi(v)
	if err != nil || n < 0 || n > 8 {
		return 10
	}
	return n + 1
}

func indentOf(ppr *node) string {
	ind := ppr.kid("ind")
	if s := ind.attr("left"); s != "" {
		return s
	}
	return ind.attr("start")
}

// chain returns a style and those that it is based on.
func (s styles) chain(id string) []*style {
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

// level is the level of a paragraph by its style. Word writes the English name of a
// built-in style in every language.
func (s styles) level(id string) int {
	for _, st := range s.chain(id) {
		if l := nameLevel(st.name); l > 0 {
			return l
		}
		if st.outline == 10 {
			return Body
		}
		if st.outline > 0 {
			return st.outline
		}
	}
	if len(s) == 0 || s[id] == nil { // files without styles use the built-in ids
		return nameLevel(strings.ToLower(id))
	}
	return Body
}

func nameLevel(name string) int {
	switch name {
	case "title":
		return Title
	case "subtitle":
		return Subtitle
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
func (s styles) is(id string, names ...string) bool {
	for _, st := range s.chain(id) {
		if slices.Contains(names, st.name) {
			return true
		}
	}
	return false
}

// named is the id of the style of a name, "" = none; for code in a line also the name
// that LibreOffice gives it.
func (s styles) named(name string) string {
	best := ""
	for id, st := range s {
		if (st.name == name || name == "verbatim char" && st.name == "source text") && (best == "" || id < best) {
			best = id
		}
	}
	return best
}

// normal is the id of the default style of paragraphs, "" = none.
func (s styles) normal() string {
	for id, st := range s {
		if st.isDefault && st.name == "normal" {
			return id
		}
	}
	return ""
}

func (s styles) isCode(id string) bool {
	return s.is(id, "source code", "html preformatted", "preformatted text", "code block", "macro", "macro text")
}

func (s styles) isCodeText(id string) bool {
	return s.is(id, "verbatim char", "html code", "source text", "html keyboard", "html sample", "inline code", "code char", "html typewriter")
}

func (s styles) isLink(id string) bool {
	return s.is(id, "hyperlink", "internet link", "followedhyperlink", "visited internet link")
}

// under adds the properties of a style below those of a run. The style of headings
// and the default one are the look of all text, not of this.
func (s styles) under(id string, p *Props) {
	chain := s.chain(id)
	slices.Reverse(chain)
	for _, st := range chain {
		if !st.isDefault {
			apply(st.run, p)
		}
	}
}

// apply overrides p by the run properties.
func apply(rpr *node, p *Props) {
	if rpr == nil {
		return
	}
	set := func(b *bool, name string) {
		if on, told := rpr.on(name); told {
			*b = on
		}
	}
	set(&p.Bold, "b")
	set(&p.Italic, "i")
	set(&p.Underline, "u")
	set(&p.SmallCaps, "smallCaps")
	set(&p.Strike, "strike")
	if on, _ := rpr.on("dstrike"); on {
		p.Strike = true
	}
	if c := rpr.kid("color"); c != nil {
		p.Color = hex(c.attr("val"))
	}
	if c := rpr.kid("shd"); c != nil {
		p.Background = hex(c.attr("fill"))
	}
	if c := rpr.kid("highlight"); c != nil {
		p.Background = highlights[c.attr("val")]
	}
}

// highlights are the colours of the highlighter.
var highlights = map[string]string{
	"yellow": "FFFF00", "green": "00FF00", "cyan": "00FFFF", "magenta": "FF00FF",
	"blue": "0000FF", "red": "FF0000", "darkBlue": "000080", "darkCyan": "008080",
	"darkGreen": "008000", "darkMagenta": "800080", "darkRed": "800000", "darkYellow": "808000",
	"darkGray": "808080", "lightGray": "C0C0C0", "black": "000000", "white": "FFFFFF",
}

package preview

import (
	"cmp"
	"html"
	"slices"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/yuin/goldmark/ast"
	extast "github.com/yuin/goldmark/extension/ast"
	mdtext "github.com/yuin/goldmark/text"

	"aloft/model"
)

// inlines reads what a block or an inline holds; raw = without escapes.
func (d *drawing) inlines(n ast.Node, l look, raw bool) {
	for c := n.FirstChild(); c != nil; c = c.NextSibling() {
		from, drawn := len(d.units), len(d.out)
		switch n := c.(type) {
		case *ast.Text:
			d.put(n.Segment, l, raw)
			switch at := d.last(); {
			case n.HardLineBreak():
				d.newline(at, at, "\n")
			case n.SoftLineBreak():
				d.newline(at, at, " ")
			}
		case *ast.CodeSpan:
			d.inlines(n, l&^role|inCode, true)
			d.marked(from, 0, "`")
		case *ast.Emphasis:
			k := italic
			if n.Level > 1 {
				k = bold
			}
			d.inlines(n, l|k, raw)
			d.marked(from, n.Level, "*_")
		case *extast.Strikethrough:
			d.inlines(n, l|struck, raw)
			d.pair(from, "~~", "~~")
		case *ast.Link:
			d.inlines(n, l|bold, raw)
			to := string(n.Destination)
			d.address(drawn, to, l)
			if strings.ContainsAny(to, " ()") {
				to = "<" + to + ">"
			}
			d.pair(from, "[", "]("+to+")")
		case *ast.AutoLink:
			d.autoLink(n, l)
		case *ast.Image:
			d.image(n, l)
		case *ast.RawHTML:
			if s := n.Segments.At(0); strings.HasPrefix(strings.ToLower(d.md[s.Start:s.Stop]), "<br") {
				d.newline(s.Start, s.Stop, "\n")
			}
		default:
			d.inlines(n, l, raw)
		}
	}
}

// newline ends a drawn line, which means a line end in the text, or a space.
func (d *drawing) newline(at, end int, means string) {
	d.add(at, end, means)
	d.out = append(d.out, char{text: "\n", unit: around})
}

// put reads the characters of a text.
func (d *drawing) put(s mdtext.Segment, l look, raw bool) {
	// Neither this nor cleaning changes the number of characters.
	shown := model.Clean(strings.Map(func(r rune) rune {
		if r == '\t' || r == '\n' {
			return ' '
		}
		return r
	}, d.md[s.Start:s.Stop]))
	for at := s.Start; shown != ""; {
		c, wide := firstChar(shown, d.ruler)
		end, rest, times := at, shown[len(c):], 1
		if strings.HasPrefix(d.md[at:], "\u200b") { // of no width: it is all that an empty item has
			times = 0
		}
		for range c {
			_, n := utf8.DecodeRuneInString(d.md[end:])
			end += n
		}
		means := c
		switch {
		case d.md[at] == '\t':
			times = 4
		case raw, times == 0:
		case c == `\` && rest != "" && strings.IndexByte("!\"#$%&'()*+,-./:;<=>?@[\\]^_`{|}~", rest[0]) >= 0:
			c, means, rest, end = rest[:1], rest[:1], rest[1:], end+1
		case c == "&":
			n := strings.IndexByte(shown, ';') + 1
			if s := html.UnescapeString(shown[:n]); s != shown[:n] && utf8.RuneCountInString(s) <= 2 { // a reference, and it alone
				c, means, rest, end = model.Clean(s), s, shown[n:], at+n
				wide = d.ruler.Width(c)
			}
		}
		for range times {
			d.out = append(d.out, char{c, len(d.units), wide, l})
		}
		d.add(at, end, means)
		at, shown = end, rest
	}
}

// autoLink draws an address of the text as it is written; in a table there is room only for the name of its host.
func (d *drawing) autoLink(n *ast.AutoLink, l look) {
	label := n.Label(d.src)
	at, drawn := cap(d.src)-cap(label), len(d.out) // the label is a part of src, and the node does not tell which
	d.put(mdtext.NewSegment(at, at+len(label)), l&^role|inAddress, true)
	if d.table && n.AutoLinkType == ast.AutoLinkURL {
		to := string(n.URL(d.src))
		_, host, _ := strings.Cut(to, "://")
		host, _, _ = strings.Cut(host, "/")
		d.out = d.out[:drawn]
		d.around(model.Clean(host), l|bold)
		d.address(drawn, to, l)
	}
}

// address shows the address of a link behind it, or below its table. One within the document is not shown.
func (d *drawing) address(drawn int, to string, l look) {
	switch {
	case to == "" || to[0] == '#':
	case d.table:
		n := note{textOf(d.out[drawn:]), to}
		i := slices.Index(d.notes, n)
		if i < 0 {
			i = len(d.notes)
			d.notes = append(d.notes, n)
		}
		d.around("["+strconv.Itoa(i+1)+"]", l|bold)
	default:
		d.around(" ", l)
		d.around(model.Clean(to), l&^role|inAddress)
	}
}

// image draws an image as words. An address is useless here and may be long and secret.
func (d *drawing) image(n *ast.Image, l look) {
	alt := cmp.Or(strings.TrimSpace(model.OneLine(d.altOf(n))), fileName(string(n.Destination)))
	drawn := len(d.out)
	d.around(model.Clean("!["+alt+"]"), l)
	for i := range d.out[drawn:] {
		d.out[drawn+i].unit = len(d.units)
	}
	at := d.last() + max(0, strings.Index(d.md[d.last():], "!["))
	rest := d.md[at:]
	end := strings.IndexByte(rest, ']') + 1
	if n := strings.IndexAny(rest[end:], ")]"); n > 0 && strings.IndexByte("([", rest[end]) >= 0 {
		end += n + 1
	}
	d.add(at, at+end, object)
}

func (d *drawing) altOf(n ast.Node) string {
	var b strings.Builder
	for c := n.FirstChild(); c != nil; c = c.NextSibling() {
		if t, ok := c.(*ast.Text); ok {
			b.Write(t.Segment.Value(d.src))
		}
		b.WriteString(d.altOf(c))
	}
	return b.String()
}

// fileName returns the name of an image without a description: the end of its address, if that is a plain name.
func fileName(address string) string {
	address, _, _ = strings.Cut(strings.Trim(address, "<> "), " ")
	address, _, _ = strings.Cut(address, "?")
	name := address[strings.LastIndexByte(address, '/')+1:]
	odd := func(r rune) bool {
		return !unicode.IsLetter(r) && !unicode.IsDigit(r) && !strings.ContainsRune("-_.", r)
	}
	if name == "" || strings.ContainsFunc(name, odd) {
		return "image"
	}
	return name
}

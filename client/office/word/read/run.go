package read

import (
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"aloft/client/office/word"
	"aloft/client/office/word/loss"
	"aloft/client/office/word/parts"
)

// run reads a run of text and what is in it.
func (x *reader) run(n *parts.Node, over word.Props, p *paragraph) error {
	// For each piece it is checked whether it is in the code of a field.
	if err := x.Package.Limits.Budget.Work(len(n.Kids) * len(x.fields)); err != nil {
		return err
	}
	rpr := n.Kid("rPr")
	props := p.base
	if s := rpr.Val("rStyle"); s != "" {
		switch {
		case x.Styles.isLink(s): // its look comes from being a link
		case x.Styles.isCodeText(s):
			props.Code = true
		default:
			x.Styles.under(s, &props)
		}
	}
	Apply(rpr, &props)
	if over.Link != "" {
		props.Link, props.Title = over.Link, over.Title
	}
	if f := x.fieldLink(); f != nil {
		props.Link, props.Title = f.link, f.tip
	}
	before := len(p.in)
	for _, k := range n.Kids {
		was := len(p.in)
		if err := x.runPart(k, props, p); err != nil {
			return err
		}
		x.traceUnits(k, p, was)
	}
	if k := rpr.Kid("rPrChange"); k != nil {
		x.traceRevision(k, FormChanged, p, before)
	}
	if len(p.in) > before {
		switch rpr.Val("vertAlign") {
		case "superscript", "subscript":
			x.lost[loss.Raised]++
		}
		if on, _ := rpr.On("vanish"); on {
			x.lost[loss.Hidden]++
		}
	}
	return nil
}

func (x *reader) runPart(k *parts.Node, props word.Props, p *paragraph) error {
	put := func(kind word.Kind, s string) {
		if !x.inCode() {
			p.put(word.Inline{Kind: kind, Text: s, Props: props})
		}
	}
	switch k.Name {
	case "t":
		if s := k.Text; s != "" {
			put(word.Run, strings.Map(noControl, s))
		}
	case "tab", "ptab":
		put(word.Tab, "")
	case "br":
		if k.Attr("type") == "page" {
			put(word.PageBreak, "")
		} else {
			put(word.LineBreak, "")
		}
	case "cr":
		put(word.LineBreak, "")
	case "noBreakHyphen":
		put(word.Run, "\u2011")
	case "softHyphen":
		put(word.Run, "\u00ad")
	case "sym":
		if c, err := strconv.ParseUint(k.Attr("char"), 16, 32); err == nil {
			put(word.Run, string(symbol(k.Attr("font"), rune(c))))
		}
	case "fldChar":
		x.fieldChar(k, props, p)
	case "instrText":
		if f := x.field(); f != nil && !f.sep {
			f.code.WriteString(k.Text)
		}
	case "footnoteReference", "endnoteReference":
		x.notes = append(x.notes, noteRef{k.Name == "endnoteReference", k.Attr("id")})
		props.Note = len(x.notes)
		put(word.Run, word.Reference(props.Note))
	case "commentReference":
		x.reference(k, p)
	case "drawing":
		return x.drawing(k, props, p)
	case "pict":
		return x.vml(k, props, p)
	case "object":
		x.lost[loss.Embedded]++
		return x.vml(k, props, p)
	case "ruby":
		if err := x.inlines(k.Kid("rubyBase"), props, p); err != nil {
			return err
		}
		if k.Path("rt").First("t") != nil {
			put(word.Run, "(")
			if err := x.inlines(k.Kid("rt"), props, p); err != nil {
				return err
			}
			put(word.Run, ")")
		}
	case "AlternateContent":
		if n := x.choose(k); n != nil {
			for _, c := range n.Kids {
				if err := x.runPart(c, props, p); err != nil {
					return err
				}
			}
		}
	}
	return nil
}

// noControl replaces line ends, which XML allows in a text, by spaces.
func noControl(r rune) rune {
	if r == '\n' || r == '\r' {
		return ' '
	}
	return r
}

// symbol converts a character of a symbol font: those that people use for boxes and
// dots have a character of their own.
func symbol(font string, c rune) rune {
	if font == "Wingdings" {
		switch c & 0xff {
		case 0xa8, 0x6f, 0x71:
			return '☐'
		case 0xfe:
			return '☑'
		case 0xfd, 0x78:
			return '☒'
		case 0xfc:
			return '✓'
		case 0xe0:
			return '→'
		}
	}
	if c >= 0xf020 && c < 0xf07f { // the private copy of ASCII
		c &= 0xff
	}
	if !utf8.ValidRune(c) {
		return utf8.RuneError
	}
	return c
}

// fieldLink is the innermost field that is a link.
func (x *reader) fieldLink() *field {
	for i := len(x.fields) - 1; i >= 0; i-- {
		f := x.fields[i]
		if f.sep && f.link == "" {
			f.link, f.tip = linkOf(f.code.String())
		}
		if f.link != "" && f.link != "-" {
			return f
		}
	}
	return nil
}

func (x *reader) fieldChar(n *parts.Node, props word.Props, p *paragraph) {
	switch n.Attr("fldCharType") {
	case "begin":
		f := &field{}
		if box := n.Path("ffData", "checkBox"); box != nil {
			f.box = "☐"
			on, told := box.On("checked")
			if !told {
				on, _ = box.On("default")
			}
			if on {
				f.box = "☒"
			}
		}
		x.fields = append(x.fields, f)
	case "separate":
		if f := x.field(); f != nil {
			f.sep = true
		}
	case "end":
		box := ""
		if f := x.field(); f != nil {
			box = f.box
		}
		x.endField()
		if box != "" && !x.inCode() {
			p.put(word.Styled(box, props))
		}
	}
}

// endField closes the innermost field. Only the outermost is counted: a table of
// contents is one thing.
func (x *reader) endField() {
	f := x.field()
	if f == nil {
		return
	}
	x.fields = x.fields[:len(x.fields)-1]
	if to, _ := linkOf(f.code.String()); len(x.fields) == 0 && to == "-" && f.box == "" {
		x.lost[loss.Field]++
	}
}

// endCodes drops fields whose code never ended: the rest of the text is text.
func (x *reader) endCodes() {
	x.fields = slices.DeleteFunc(x.fields, func(f *field) bool { return !f.sep })
}

// linkOf reads the code of a link field, and the title; "-" is any other field.
func linkOf(code string) (link, title string) {
	words := fieldWords(code)
	if len(words) < 2 || !strings.EqualFold(words[0], "HYPERLINK") {
		return "-", ""
	}
	to, anchor := "", ""
	for i := 1; i < len(words); i++ {
		switch w := words[i]; {
		case w == `\l` && i+1 < len(words):
			i++
			anchor = "#" + words[i]
		case w == `\o` && i+1 < len(words):
			i++
			title = words[i]
		case w == `\t` && i+1 < len(words):
			i++
		case strings.HasPrefix(w, `\`):
		case to == "":
			to = w
		}
	}
	if to+anchor == "" {
		return "-", ""
	}
	return to + anchor, title
}

// fieldWords splits a code; words in quotes are one.
func fieldWords(code string) []string {
	var out []string
	for {
		code = strings.TrimLeft(code, " \t\u00a0")
		if code == "" {
			return out
		}
		if q, ok := strings.CutPrefix(code, `"`); ok {
			end := strings.IndexByte(q, '"')
			if end < 0 {
				return append(out, q)
			}
			out, code = append(out, q[:end]), q[end+1:]
			continue
		}
		end := strings.IndexAny(code, " \t\u00a0")
		if end < 0 {
			return append(out, code)
		}
		out, code = append(out, code[:end]), code[end:]
	}
}

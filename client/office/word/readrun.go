package word

import (
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"
)

// run reads a run of text and what is in it.
func (x *reader) run(n *node, over Props, p *paragraph) error {
	// For each piece it is checked whether it is in the code of a field.
	if err := x.pk.lim.Budget.Work(len(n.kids) * len(x.fields)); err != nil {
		return err
	}
	rpr := n.kid("rPr")
	props := p.base
	if s := rpr.val("rStyle"); s != "" {
		switch {
		case x.styles.isLink(s): // its look comes from being a link
		case x.styles.isCodeText(s):
			props.Code = true
		default:
			x.styles.under(s, &props)
		}
	}
	apply(rpr, &props)
	if over.Link != "" {
		props.Link = over.Link
	}
	if l := x.fieldLink(); l != "" {
		props.Link = l
	}
	before := len(p.in)
	for _, k := range n.kids {
		was := len(p.in)
		if err := x.runPart(k, props, p); err != nil {
			return err
		}
		x.traceUnits(k, p, was)
	}
	if k := rpr.kid("rPrChange"); k != nil {
		x.traceRevision(k, FormChanged, p, before)
	}
	if len(p.in) > before {
		switch rpr.val("vertAlign") {
		case "superscript", "subscript":
			x.lost[LossRaised]++
		}
		if on, _ := rpr.on("vanish"); on {
			x.lost[LossHidden]++
		}
	}
	return nil
}

func (x *reader) runPart(k *node, props Props, p *paragraph) error {
	put := func(kind Kind, s string) {
		if !x.inCode() {
			p.put(Inline{Kind: kind, Text: s, Props: props})
		}
	}
	switch k.name {
	case "t":
		if s := k.text; s != "" {
			put(Run, strings.Map(noControl, s))
		}
	case "tab", "ptab":
		put(Tab, "")
	case "br":
		if k.attr("type") == "page" {
			put(PageBreak, "")
		} else {
			put(LineBreak, "")
		}
	case "cr":
		put(LineBreak, "")
	case "noBreakHyphen":
		put(Run, "\u2011")
	case "softHyphen":
		put(Run, "\u00ad")
	case "sym":
		if c, err := strconv.ParseUint(k.attr("char"), 16, 32); err == nil {
			put(Run, string(symbol(k.attr("font"), rune(c))))
		}
	case "fldChar":
		x.fieldChar(k, props, p)
	case "instrText":
		if f := x.field(); f != nil && !f.sep {
			f.code.WriteString(k.text)
		}
	case "footnoteReference", "endnoteReference":
		x.notes = append(x.notes, noteRef{k.name == "endnoteReference", k.attr("id")})
		put(Run, "["+strconv.Itoa(len(x.notes))+"]")
	case "commentReference":
		x.reference(k, p)
	case "drawing":
		return x.drawing(k, props, p)
	case "pict":
		return x.vml(k, props, p)
	case "object":
		x.lost[LossEmbedded]++
		return x.vml(k, props, p)
	case "ruby":
		if err := x.inlines(k.kid("rubyBase"), props, p); err != nil {
			return err
		}
		if k.path("rt").first("t") != nil {
			put(Run, "(")
			if err := x.inlines(k.kid("rt"), props, p); err != nil {
				return err
			}
			put(Run, ")")
		}
	case "AlternateContent":
		if n := x.choose(k); n != nil {
			for _, c := range n.kids {
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

// field is a field that has begun: its code, then what it shows.
type field struct {
	code strings.Builder
	sep  bool   // the code is complete
	link string // its target, if it is a link
	box  string // a check box of a form
}

func (x *reader) field() *field {
	if len(x.fields) == 0 {
		return nil
	}
	return x.fields[len(x.fields)-1]
}

// inCode reports whether what follows is code, not text.
func (x *reader) inCode() bool {
	return slices.ContainsFunc(x.fields, func(f *field) bool { return !f.sep })
}

func (x *reader) fieldLink() string {
	for i := len(x.fields) - 1; i >= 0; i-- {
		f := x.fields[i]
		if f.sep && f.link == "" {
			f.link = linkOf(f.code.String())
		}
		if f.link != "" && f.link != "-" {
			return f.link
		}
	}
	return ""
}

func (x *reader) fieldChar(n *node, props Props, p *paragraph) {
	switch n.attr("fldCharType") {
	case "begin":
		f := &field{}
		if box := n.path("ffData", "checkBox"); box != nil {
			f.box = "☐"
			on, told := box.on("checked")
			if !told {
				on, _ = box.on("default")
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
		x.endField(p)
		if box != "" && !x.inCode() {
			p.put(Styled(box, props))
		}
	}
}

// endField closes the innermost field. Only the outermost is counted: a table of
// contents is one thing.
func (x *reader) endField(*paragraph) {
	f := x.field()
	if f == nil {
		return
	}
	x.fields = x.fields[:len(x.fields)-1]
	if len(x.fields) == 0 && linkOf(f.code.String()) == "-" && f.box == "" {
		x.lost[LossField]++
	}
}

// endCodes drops fields whose code never ended: the rest of the text is text.
func (x *reader) endCodes() {
	x.fields = slices.DeleteFunc(x.fields, func(f *field) bool { return !f.sep })
}

// linkOf reads the code of a link field; "-" is any other field.
func linkOf(code string) string {
	words := fieldWords(code)
	if len(words) < 2 || !strings.EqualFold(words[0], "HYPERLINK") {
		return "-"
	}
	to, anchor := "", ""
	for i := 1; i < len(words); i++ {
		switch w := words[i]; {
		case w == `\l` && i+1 < len(words):
			i++
			anchor = "#" + words[i]
		case (w == `\o` || w == `\t`) && i+1 < len(words):
			i++
		case strings.HasPrefix(w, `\`):
		case to == "":
			to = w
		}
	}
	if to+anchor == "" {
		return "-"
	}
	return to + anchor
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

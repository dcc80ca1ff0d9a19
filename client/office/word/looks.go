package word

import (
	"encoding/xml"
	"strconv"
	"strings"
	"sync"
)

// form is the look of a paragraph and its text, as far as an edit loses it; "" =
// not set.
type form struct {
	font, size            string
	align                 string
	before, after, line   string
	first, hanging, right string
}

// over overrides a by what b sets.
func (a form) over(b form) form {
	for _, p := range []struct{ to, from *string }{
		{&a.font, &b.font}, {&a.size, &b.size}, {&a.align, &b.align}, {&a.before, &b.before}, {&a.after, &b.after},
		{&a.line, &b.line}, {&a.first, &b.first}, {&a.hanging, &b.hanging}, {&a.right, &b.right},
	} {
		if *p.from != "" {
			*p.to = *p.from
		}
	}
	return a
}

// looks are those of the styles.
type looks struct {
	base    form // of all text
	own     map[string]form
	based   map[string]string
	usual   string            // the style of a paragraph without one
	theme   map[string]string // fonts of the theme by use
	settled map[string]form
}

func newLooks() *looks {
	return &looks{own: map[string]form{}, based: map[string]string{}, theme: map[string]string{}, settled: map[string]form{}}
}

// add reads an element of the styles part.
func (l *looks) add(n *node) {
	switch n.name {
	case "docDefaults":
		l.base = l.of(n.path("pPrDefault", "pPr"), n.path("rPrDefault", "rPr"))
	case "style":
		id := n.attr("styleId")
		l.own[id], l.based[id] = l.of(n.kid("pPr"), n.kid("rPr")), n.val("basedOn")
		if d := n.attr("default"); n.attr("type") == "paragraph" && (d == "1" || d == "true") {
			l.usual = id
		}
	}
}

// of reads the look of properties.
func (l *looks) of(ppr, rpr *node) form {
	f, sp, ind := rpr.kid("rFonts"), ppr.kid("spacing"), ppr.kid("ind")
	out := form{font: f.attr("ascii"), size: rpr.val("sz"), before: sp.attr("before"), after: sp.attr("after"), line: sp.attr("line"),
		first: ind.attr("firstLine"), hanging: ind.attr("hanging"), right: ind.attr("right")}
	if t := l.theme[strings.TrimSuffix(strings.TrimSuffix(f.attr("asciiTheme"), "HAnsi"), "Ascii")]; t != "" {
		out.font = t
	}
	if out.right == "" {
		out.right = ind.attr("end")
	}
	switch out.align = ppr.val("jc"); out.align {
	case "start":
		out.align = "left"
	case "end":
		out.align = "right"
	}
	return out
}

// style is the look of a style with all that it is based on; "" is the default one.
func (l *looks) style(id string) form {
	if id == "" || l.based[id] == "" && l.own[id] == (form{}) {
		id = l.usual
	}
	out, known := l.settled[id]
	if known {
		return out
	}
	var chain []form
	for at := id; at != "" && len(chain) < 32; at = l.based[at] {
		chain = append(chain, l.own[at])
	}
	out = l.base
	for i := len(chain) - 1; i >= 0; i-- {
		out = out.over(chain[i])
	}
	l.settled[id] = out
	return out
}

// differs: a look is set, and another one is written.
func differs(has, written, untold string) bool {
	if written == "" {
		written = untold
	}
	return has != "" && has != written
}

// fonts reads the two fonts of the theme.
func (l *looks) fonts(p *pack, part string) {
	if part == "" {
		return
	}
	// A theme that cannot be read is no reason to refuse the text.
	_, _ = p.each(part, func(n *node) error {
		for name, use := range map[string]string{"minorFont": "minor", "majorFont": "major"} {
			if t := n.first(name).kid("latin").attr("typeface"); t != "" {
				l.theme[use] = t
			}
		}
		return nil
	})
}

// written are the looks of the styles that the writer uses, by their ids.
var written = sync.OnceValue(func() map[string]form {
	var all *node
	p, err := newPuller(strings.NewReader(stylesPart()), Limits{}.filled())
	if err == nil {
		var root xml.StartElement
		if root, err = p.root(); err == nil {
			all, err = p.block(root)
		}
	}
	if err != nil {
		panic(err) // it was written by this program
	}
	l, out := newLooks(), map[string]form{}
	for _, n := range all.kids {
		l.add(n)
	}
	for id := range l.own {
		out[id] = l.style(id)
	}
	return out
})

// styleOf is the style that the writer uses for a paragraph of a level.
func styleOf(level int) string {
	switch {
	case level == Title:
		return "Title"
	case level == Subtitle:
		return "Subtitle"
	case level >= 1 && level <= 9:
		return "Heading" + strconv.Itoa(level)
	}
	return "Normal"
}

// text notes which part of its look a run loses.
func (x *reader) text(rpr *node, p *paragraph) {
	has := p.look.over(x.looks.own[rpr.val("rStyle")]).over(x.looks.of(nil, rpr))
	p.font = p.font || differs(has.font, p.want.font, "")
	p.size = p.size || differs(has.size, p.want.size, "")
}

// losesLook counts which part of its look a paragraph loses when the file is
// rewritten.
func (x *reader) losesLook(ppr *node, f Format, p *paragraph) {
	has := p.look.over(x.looks.of(ppr, nil))
	left, _ := strconv.Atoi(indentOf(ppr))
	for kind, lost := range map[LossKind]bool{
		LossFont:  p.font,
		LossSize:  p.size,
		LossAlign: differs(has.align, p.want.align, "left"),
		LossSpace: differs(has.before, p.want.before, "0") || differs(has.after, p.want.after, "0") || differs(has.line, p.want.line, "240"),
		LossIndent: f.List == NoList && (differs(has.first, "", "0") || differs(has.hanging, "", "0") || left != 0 && left != 720*f.Indent) ||
			differs(has.right, "", "0"),
	} {
		if lost {
			x.lost[kind]++
		}
	}
}

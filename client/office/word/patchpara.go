package word

import (
	"slices"
	"strconv"
	"strings"
	"unicode"

	"aloft/model/diff"
)

// token is one character or object of a paragraph.
type token struct {
	key string // equal for equal ones, but for the properties
	Inline
}

// tokens are those of inlines.
func (p *patcher) tokens(in []Inline) []token {
	var out []token
	for _, l := range in {
		if l.Kind == Run {
			for _, r := range l.Text {
				out = append(out, token{string(r), Styled(string(r), l.Props)})
			}
			continue
		}
		key := "\x00" + strconv.Itoa(int(l.Kind)) + "\x00" + l.Name + "\x00" + l.Text
		if g := l.Picture; g != nil {
			key += g.URL + "\x00" + g.Name + "\x00" + g.Alt + "\x00" + strconv.Itoa(g.Width) + "x" + strconv.Itoa(g.Height)
			if g.Data != nil {
				sum := p.sum(g.Data)
				key += string(sum[:])
			}
		}
		out = append(out, token{key, l})
	}
	return out
}

// aligned is for each token of b the one of a that it was, -1 for a new one: first by
// whole words, then what is between those by characters.
func aligned(a, b []token) []int {
	out := make([]int, len(b))
	for i := range out {
		out[i] = -1
	}
	wa, wb := wordsOf(a), wordsOf(b)
	fa, fb := 0, 0
	between := func(ta, tb int) {
		for _, m := range diff.Common(keys(a[fa:ta]), keys(b[fb:tb])) {
			out[fb+m[1]] = fa + m[0]
		}
	}
	for _, m := range diff.Common(texts(a, wa), texts(b, wb)) {
		x, y := wa[m[0]], wb[m[1]]
		between(x[0], y[0])
		for k := range x[1] - x[0] {
			out[y[0]+k] = x[0] + k
		}
		fa, fb = x[1], y[1]
	}
	between(len(a), len(b))
	return out
}

// wordsOf splits tokens into words and single others.
func wordsOf(in []token) [][2]int {
	var out [][2]int
	inWord := false
	for i, t := range in {
		r := []rune(t.key)
		letter := t.Kind == Run && (unicode.IsLetter(r[0]) || unicode.IsDigit(r[0])) && !unicode.Is(unicode.Han, r[0])
		if letter && inWord {
			out[len(out)-1][1] = i + 1
		} else {
			out = append(out, [2]int{i, i + 1})
		}
		inWord = letter
	}
	return out
}

func keys(in []token) []string {
	out := make([]string, len(in))
	for i, t := range in {
		out[i] = t.key
	}
	return out
}

func texts(in []token, at [][2]int) []string {
	out := make([]string, len(at))
	for i, w := range at {
		out[i] = strings.Join(keys(in[w[0]:w[1]]), "")
	}
	return out
}

// event is a step through the elements of a paragraph: one begins or ends, makes
// tokens, or stands between them.
type event struct {
	kind  eventKind
	n     *node
	run   *node // that it is in
	units []token
	first int // of its units among those of the paragraph
}

type eventKind uint8

const (
	opens eventKind = iota
	closes
	makes
	stands
)

// events go through a paragraph.
func (p *patcher) events(part Source, n *node, out []event) []event {
	for _, k := range n.kids {
		if k.name != "pPr" || n.name != "p" {
			out = p.eventsOf(part, k, nil, out)
		}
	}
	return out
}

func (p *patcher) eventsOf(part Source, n, run *node, out []event) []event {
	switch units := p.trace.units[part+Source(n.from)]; {
	case len(units) > 0:
		return append(out, event{kind: makes, n: n, run: run, units: p.tokens(NewParagraph(Format{}, units...).Inlines())})
	case n.name == "r" && run == nil && len(n.kids) > 0:
		for _, k := range n.kids {
			if k.name != "rPr" {
				out = p.eventsOf(part, k, n, out)
			}
		}
		return out
	case run == nil && p.hasUnits(part, n):
		out = append(out, event{kind: opens, n: n})
		for _, k := range n.kids {
			out = p.eventsOf(part, k, nil, out)
		}
		return append(out, event{kind: closes, n: n})
	}
	return append(out, event{kind: stands, n: n, run: run})
}

// hasUnits reports whether an element or one in it makes tokens of the paragraph:
// the content of a text box does not.
func (p *patcher) hasUnits(part Source, n *node) bool {
	if len(p.trace.units[part+Source(n.from)]) > 0 {
		return true
	}
	return n.name != "txbxContent" && slices.ContainsFunc(n.kids, func(k *node) bool { return p.hasUnits(part, k) })
}

// paragraphs is the XML of the items from i to j, which have replaced those of one
// element.
func (p *patcher) paragraphs(elem Source, were, is []flatBlock, i, j int) string {
	part := elem.part()
	w := weaving{p: p, part: part, at0: p.trace.blocks[elem]}
	var between []*node
	for _, n := range p.parse(part, w.at0) {
		if n.name != "p" {
			between = append(between, n)
			continue
		}
		if w.main != nil && w.main.to > w.main.open && n.to > n.open { // the mark between the two was deleted
			from := n.open
			if ppr := n.kid("pPr"); ppr != nil {
				from = ppr.to
			}
			w.events = append(w.events, event{kind: stands, n: &node{name: joint, from: w.main.close, to: from}})
			w.joined = true
		} else {
			for _, b := range between {
				w.events = append(w.events, event{kind: stands, n: b})
			}
			w.first = n
		}
		w.main, between = n, nil
		w.events = p.events(part, n, w.events)
	}
	if w.main == nil {
		return p.raw(part, w.at0)
	}
	w.ppr = p.properties(part, w.main.kid("pPr"))
	for k, it := range were {
		q := it.Block.(*Paragraph)
		if k == 0 {
			w.was = q.Format
		} else {
			w.old = append(w.old, token{lineKey, Inline{Kind: LineBreak}})
		}
		w.old = append(w.old, p.tokens(q.Inlines())...)
	}
	var units []token
	for k := range w.events {
		w.events[k].first = len(units)
		units = append(units, w.events[k].units...)
	}
	// From the file to what was read of it, and from there to what it is now.
	read := aligned(units, w.old)
	w.hidden = make([]bool, len(units))
	for k := range w.hidden {
		w.hidden[k] = true
	}
	w.unitOf = map[int]int{}
	for o, u := range read {
		if u >= 0 {
			w.hidden[u] = false
			w.unitOf[o] = u
		}
	}
	w.units = units
	return w.weave(is, i, j)
}

// joint is the name of what is between two paragraphs that are read as one.
const joint = "joint"

const lineKey = "\x003\x00\x00" // of a LineBreak

// beside is the XML where only empty paragraphs came beside the one of the file,
// which keeps its bytes.
func (w *weaving) beside(is []flatBlock, i, j int) (string, bool) {
	var out strings.Builder
	seen := false
	for k := i; k < j; k++ {
		q, ok := is[k].Block.(*Paragraph)
		switch {
		case !ok || q.Format.Source <= 0:
			out.WriteString(w.p.fresh(is, []int{k}))
		case !seen && q.Len() == len16(w.old) && sameFormat(q.Format, w.was):
			seen = true
			out.WriteString(w.p.raw(w.part, w.at0))
		case q.Len() > 1 || q.Task != NoTask || is[k].line:
			return "", false
		default:
			ppr := without(w.p.reformat(w.ppr, w.was, q.Format), "sectPr", "pageBreakBefore")
			out.WriteString(`<w:p>` + joined("pPr", ppr) + `</w:p>`)
		}
	}
	return out.String(), seen
}

// len16 is the length of a paragraph of these tokens.
func len16(in []token) int {
	n := 1
	for _, t := range in {
		n += t.Len()
	}
	return n
}

// property is an element of pPr or rPr.
type property struct{ name, xml string }

// paraOrder and runOrder are the elements of pPr and rPr in the order of the schema
// (ECMA-376 part 1, 17.3.1.26 and 17.3.2.28).
var (
	paraOrder = order("pStyle keepNext keepLines pageBreakBefore framePr widowControl numPr suppressLineNumbers pBdr shd tabs suppressAutoHyphens kinsoku wordWrap overflowPunct topLinePunct autoSpaceDE autoSpaceDN bidi adjustRightInd snapToGrid spacing ind contextualSpacing mirrorIndents suppressOverlap jc textDirection textAlignment textboxTightWrap outlineLvl divId cnfStyle rPr sectPr pPrChange")
	runOrder  = order("ins del moveFrom moveTo rStyle rFonts b bCs i iCs caps smallCaps strike dstrike outline shadow emboss imprint noProof snapToGrid vanish webHidden color spacing w kern position sz szCs highlight u effect bdr shd fitText vertAlign rtl cs em lang eastAsianLayout specVanish oMath rPrChange")
)

func order(s string) func(string) int {
	names := strings.Fields(s)
	return func(name string) int { return slices.Index(names, name) }
}

// properties are the children of a pPr or rPr, nil = none.
func (p *patcher) properties(part Source, n *node) []property {
	var out []property
	for _, k := range kidsOf(n) {
		out = append(out, property{k.name, p.raw(part, span{k.from, k.to})})
	}
	return out
}

// set replaces properties of a name, or removes them with "".
func set(in []property, rank func(string) int, name, xml string) []property {
	out := slices.DeleteFunc(slices.Clone(in), func(x property) bool { return x.name == name })
	if xml == "" {
		return out
	}
	at := slices.IndexFunc(out, func(x property) bool { return rank(x.name) > rank(name) })
	if at < 0 {
		at = len(out)
	}
	return slices.Insert(out, at, property{name, xml})
}

func without(in []property, names ...string) []property {
	return slices.DeleteFunc(slices.Clone(in), func(x property) bool { return slices.Contains(names, x.name) })
}

// only are the properties of these names.
func only(in []property, names ...string) []property {
	return slices.DeleteFunc(slices.Clone(in), func(x property) bool { return !slices.Contains(names, x.name) })
}

func joined(tag string, in []property) string {
	if len(in) == 0 {
		return ""
	}
	var b strings.Builder
	b.WriteString("<w:" + tag + ">")
	for _, x := range in {
		b.WriteString(x.xml)
	}
	b.WriteString("</w:" + tag + ">")
	return b.String()
}

// restyle changes run properties where the model's differ.
func (p *patcher) restyle(in []property, was, is Props) []property {
	flip := func(names []string, was, is bool) {
		if was == is {
			return
		}
		for _, name := range names {
			in = set(in, runOrder, name, "")
		}
		xml := "<w:" + names[0] + "/>"
		if !is {
			xml = "<w:" + names[0] + ` w:val="0"/>`
		}
		in = set(in, runOrder, names[0], xml)
	}
	flip([]string{"b"}, was.Bold, is.Bold)
	flip([]string{"i"}, was.Italic, is.Italic)
	flip([]string{"smallCaps"}, was.SmallCaps, is.SmallCaps)
	flip([]string{"strike", "dstrike"}, was.Strike, is.Strike)
	if was.Underline != is.Underline {
		in = set(in, runOrder, "u", map[bool]string{true: `<w:u w:val="single"/>`, false: `<w:u w:val="none"/>`}[is.Underline])
	}
	if was.Color != is.Color {
		xml := ""
		if is.Color != "" {
			xml = `<w:color w:val="` + is.Color + `"/>`
		}
		in = set(in, runOrder, "color", xml)
	}
	if was.Background != is.Background {
		xml := ""
		if is.Background != "" {
			xml = `<w:shd w:val="clear" w:color="auto" w:fill="` + is.Background + `"/>`
		}
		in = set(set(in, runOrder, "highlight", ""), runOrder, "shd", xml)
	}
	if was.Code != is.Code {
		xml := ""
		if is.Code {
			xml = `<w:rStyle w:val="` + p.style("VerbatimChar") + `"/>`
		}
		in = set(in, runOrder, "rStyle", xml)
	}
	return in
}

// letters are the properties of a run that text beside it gets: the look of its
// letters as far as the model does not have it.
func letters(in []property) []property {
	return only(in, "rFonts", "spacing", "w", "kern", "position", "sz", "szCs", "rtl", "cs", "lang", "noProof", "snapToGrid")
}

// reformat are the properties of a paragraph of the file with another format.
func (p *patcher) reformat(in []property, was, is Format) []property {
	if sameFormat(was, is) {
		return in
	}
	if was.Indent != is.Indent {
		in = set(in, paraOrder, "ind", `<w:ind w:left="`+strconv.Itoa(720*is.Indent)+`"/>`)
		was.Indent = is.Indent
	}
	if was.Task = is.Task; sameFormat(was, is) {
		return in
	}
	in = without(in, "pStyle", "numPr", "outlineLvl")
	switch {
	case is.List != NoList:
		in = without(in, "ind")
		in = set(in, paraOrder, "numPr", p.numPr(is.ListLevel, p.w.instance(is)))
	case is.IsHeading(), is.Level == Title, is.Level == Subtitle:
		in = set(without(in, "ind"), paraOrder, "pStyle", `<w:pStyle w:val="`+p.style(styleOf(is.Level))+`"/>`)
	}
	return in
}

func (p *patcher) numPr(level, id int) string {
	return `<w:numPr><w:ilvl w:val="` + strconv.Itoa(level-1) + `"/><w:numId w:val="` + strconv.Itoa(id) + `"/></w:numPr>`
}

// styleOf is the style of ours for a heading, a title or a subtitle.
func styleOf(level int) string {
	switch level {
	case Title:
		return "Title"
	case Subtitle:
		return "Subtitle"
	}
	return "Heading" + strconv.Itoa(level)
}

package patch

import (
	"bytes"
	"io"
	"strconv"
	"strings"

	"aloft/client/office/word"
	"aloft/client/office/word/parts"
	"aloft/client/office/word/read"
	"aloft/client/office/word/write"
)

// patcher writes an edited document into the file that it was read from.
type patcher struct {
	*read.File
	d, old  *word.Document
	w       *write.Pieces          // of what is new
	data    map[word.Source][]byte // parts with text, as UTF-8, by their range
	inner   map[word.Source][]cut  // replacements inside of blocks
	strict  bool
	parts   map[string][]byte // changed and new parts by their name
	names   []string          // of the new ones
	ours    map[string]string // styles of ours by id, as they are called in the file
	define  []string          // definitions of styles to add
	sums    sums
	formats map[word.Source]word.Format // of the paragraphs as they were read
	rels    []parts.Rel                 // to new parts
	types   []string                    // content types to add

	boxes map[word.Source]*word.Box // of the old document
	notes []flatBlock               // what the document has of notes
	fails error
}

func (p *patcher) fail(err error) {
	if p.fails == nil {
		p.fails = err
	}
}

// raw is a range of a part with what was replaced in it: the content of boxes, the
// signs of comments.
func (p *patcher) raw(part word.Source, in parts.Span) string {
	var cuts []cut
	for _, c := range p.inner[part] {
		if c.From >= in.From && c.To <= in.To {
			cuts = append(cuts, c)
		}
	}
	return string(applied(p.data[part][in.From:in.To], in.From, cuts))
}

// parse reads the elements of a range of a part.
func (p *patcher) parse(part word.Source, in parts.Span) []*parts.Node {
	u, err := parts.NewPuller(bytes.NewReader(p.data[part][in.From:in.To]), p.Package.Limits)
	if err != nil {
		p.fail(err)
		return nil
	}
	var out []*parts.Node
	for {
		s, ok, err := u.Child()
		if err == io.EOF || err == nil && !ok {
			return out
		}
		var n *parts.Node
		if err == nil {
			n, err = u.Block(s)
		}
		if err != nil {
			p.fail(err)
			return out
		}
		u.Free()
		n.Shift(in.From)
		out = append(out, n)
	}
}

// element reads the one element that begins at an offset.
func (p *patcher) element(s word.Source) *parts.Node {
	data := p.data[s.Part()]
	if s.At() < 0 || s.At() >= int64(len(data)) {
		return nil
	}
	u, err := parts.NewPuller(bytes.NewReader(data[s.At():]), p.Package.Limits)
	if err == nil {
		if start, e := u.Root(); e == nil {
			if n, e := u.Block(start); e == nil {
				u.Free()
				n.Shift(s.At())
				return n
			}
		}
	}
	return nil
}

// local gives the first element of new XML the namespaces that the root does not
// declare.
func (p *patcher) local(s string) string {
	at := strings.IndexAny(s, " />")
	if at < 0 {
		return s
	}
	add := ""
	for _, prefix := range []string{"a", "m", "mc", "pic", "r", "v", "w14", "wp", "wps"} {
		ns := parts.Namespace(prefix)
		if p.strict {
			ns = parts.Strictly(ns)
		}
		if p.Bound[prefix] != ns && (strings.Contains(s, "<"+prefix+":") || strings.Contains(s, " "+prefix+":")) {
			add += ` xmlns:` + prefix + `="` + ns + `"`
		}
	}
	return s[:at] + add + s[at:]
}

// eachLocal gives namespaces to each element of a run of new ones.
func (p *patcher) eachLocal(xml string) string {
	var out strings.Builder
	depth, from := 0, 0
	eachTag([]byte(xml), func(end, step int) {
		if depth += step; depth == 0 {
			out.WriteString(p.local(xml[from:end]))
			from = end
		}
	})
	return out.String() + xml[from:]
}

// properties are the children of a pPr or rPr, nil = none.
func (p *patcher) properties(part word.Source, n *parts.Node) []property {
	var out []property
	for _, k := range parts.Kids(n) {
		out = append(out, property{k.Name, p.raw(part, k.Span)})
	}
	return out
}

// styleNames are the names of our styles, by which files of other programs have
// theirs.
var styleNames = map[string]string{
	"Title": "title", "Subtitle": "subtitle", "ListParagraph": "list paragraph", "SourceCode": "source code", "CommentText": "annotation text",
	"VerbatimChar": "verbatim char", "Hyperlink": "hyperlink", "CommentReference": "annotation reference", "TableGrid": "table grid",
}

// style is what a style of ours is called in the file; one that is missing is added.
func (p *patcher) style(id string) string {
	if got := p.ours[id]; got != "" {
		return got
	}
	name := styleNames[id]
	if level, ok := strings.CutPrefix(id, "Heading"); ok {
		name = "heading " + level
	}
	switch found := p.Styles.Named(name); {
	case found != "":
		p.ours[id] = found
		return found
	case p.Refs.Of("styles") == "":
		p.ours[id] = id
		return id
	}
	as := id
	for p.Styles[as] != nil {
		as += "0"
	}
	p.ours[id] = as
	xml := write.Style(id)
	xml = strings.Replace(xml, `w:styleId="`+id+`"`, `w:styleId="`+as+`"`, 1)
	xml = strings.ReplaceAll(xml, `<w:next w:val="Normal"/>`, "")
	base := ""
	if has := p.Styles.Normal(); has != "" {
		base = `<w:basedOn w:val="` + parts.EscapeXML(has) + `"/>`
	}
	xml = strings.ReplaceAll(xml, `<w:basedOn w:val="Normal"/>`, base)
	p.define = append(p.define, strings.ReplaceAll(xml, `<w:basedOn w:val="TableNormal"/>`, ""))
	return as
}

// restyle changes run properties where the model's differ.
func (p *patcher) restyle(in []property, was, is word.Props) []property {
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

// reformat are the properties of a paragraph of the file with another format.
func (p *patcher) reformat(in []property, was, is word.Format) []property {
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
	case is.List != word.NoList:
		in = without(in, "ind")
		in = set(in, paraOrder, "numPr", p.numPr(is.ListLevel, p.w.Instance(is)))
	case is.IsHeading(), is.Level == word.Title, is.Level == word.Subtitle:
		in = set(without(in, "ind"), paraOrder, "pStyle", `<w:pStyle w:val="`+p.style(styleOf(is.Level))+`"/>`)
	}
	return in
}

func (p *patcher) numPr(level, id int) string {
	return `<w:numPr><w:ilvl w:val="` + strconv.Itoa(level-1) + `"/><w:numId w:val="` + strconv.Itoa(id) + `"/></w:numPr>`
}

func (p *patcher) office() string {
	if p.strict {
		return parts.Strictly(parts.RelOffice)
	}
	return parts.RelOffice
}

func (p *patcher) nsW() string { return `xmlns:w="` + p.Bound["w"] + `"` }

// flatBlock is a block in a run of blocks, with boxes of code and highlights replaced by
// what is in them, as it is in a file.
type flatBlock struct {
	word.Block
	line bool // it is in such a box
	tie  int  // new, in a box that is in the file: 1 behind, 2 before what is next to it there
}

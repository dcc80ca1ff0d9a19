package write

import (
	"cmp"
	"fmt"
	"hash/fnv"
	"strconv"
	"strings"
	"unicode/utf8"

	"aloft/client/office/word"
	"aloft/client/office/word/parts"
)

// paragraph writes one; num is its numbering instance, extra the properties set by
// its box.
func (x *writer) paragraph(p *word.Paragraph, num int, extra string) {
	style, own := "", strings.HasPrefix(extra, "<w:pStyle")
	switch {
	case p.IsHeading():
		style = "Heading" + strconv.Itoa(p.Level)
	case p.Level == word.Title:
		style = "Title"
	case p.Level == word.Subtitle:
		style = "Subtitle"
	case own:
	case p.List != word.NoList:
		style = "ListParagraph"
	}
	x.s(`<w:p>`)
	indent := p.Indent
	if num == 0 && !p.IsHeading() {
		indent += x.base
	}
	if style != "" || num > 0 || indent > 0 || extra != "" || x.align != word.NoAlign {
		// The order is the schema's: style, list, shade, indent, alignment.
		x.s(`<w:pPr>`)
		if style != "" {
			x.s(`<w:pStyle w:val="`, x.style(style), `"/>`)
		}
		if own && style == "" {
			x.s(extra)
		}
		if num > 0 {
			x.s(`<w:numPr><w:ilvl w:val="`, strconv.Itoa(p.ListLevel-1), `"/><w:numId w:val="`, strconv.Itoa(num), `"/></w:numPr>`)
		}
		if !own {
			x.s(extra)
		}
		if indent > 0 {
			x.s(`<w:ind w:left="`, strconv.Itoa(parts.Step*indent), `"/>`)
		}
		if x.align != word.NoAlign {
			x.s(`<w:jc w:val="`, [...]string{word.Left: "start", word.Center: "center", word.Right: "right"}[x.align], `"/>`)
		}
		x.s(`</w:pPr>`)
	}
	if p.Task != word.NoTask {
		x.task(p.Task)
	}
	x.s(x.sign)
	x.sign = ""
	end := ""
	if p.IsHeading() {
		end = x.bookmark(p)
	}
	x.inlines(p.Inlines())
	x.s(end, `</w:p>`)
}

func (x *writer) task(t word.Task) {
	on, sign := "0", "☐"
	if t == word.Done {
		on, sign = "1", "☒"
	}
	x.s(`<w:sdt><w:sdtPr><w14:checkbox><w14:checked w14:val="`, on, `"/><w14:checkedState w14:val="2612" w14:font="MS Gothic"/><w14:uncheckedState w14:val="2610" w14:font="MS Gothic"/></w14:checkbox></w:sdtPr><w:sdtContent><w:r><w:t>`, sign, `</w:t></w:r></w:sdtContent></w:sdt><w:r><w:t xml:space="preserve"> </w:t></w:r>`)
}

// bookmark marks a heading that links refer to; it returns the end of the mark.
func (x *writer) bookmark(p *word.Paragraph) string {
	if x.shadow {
		return ""
	}
	s := x.slug.Next(p)
	if !x.mark[s] {
		return ""
	}
	x.left++
	id := strconv.Itoa(x.left)
	x.s(`<w:bookmarkStart w:id="`, id, `" w:name="`, parts.EscapeXML(bookmarkName(s)), `"/>`)
	return `<w:bookmarkEnd w:id="` + id + `"/>`
}

func (x *writer) inlines(in []word.Inline) {
	link, title := "", ""
	for _, i := range in {
		if i.Props.Link != link || i.Props.Title != title {
			if link != "" {
				x.s(`</w:hyperlink>`)
			}
			if link, title = i.Props.Link, i.Props.Title; link != "" {
				x.link(link, title)
			}
		}
		x.inline(i)
	}
	if link != "" {
		x.s(`</w:hyperlink>`)
	}
}

func (x *writer) link(to, title string) {
	if title != "" {
		title = ` w:tooltip="` + parts.EscapeXML(title) + `"`
	}
	if a, ok := strings.CutPrefix(to, "#"); ok {
		x.s(`<w:hyperlink w:anchor="`, parts.EscapeXML(bookmarkName(a)), `"`, title, `>`)
		return
	}
	x.s(`<w:hyperlink r:id="rId`, strconv.Itoa(x.external(to, "hyperlink")), `"`, title, `>`)
}

// external returns the relationship of something outside the file.
func (x *writer) external(to, kind string) int {
	key := kind + " " + to
	id := x.urls[key]
	if id == 0 {
		x.Refs = append(x.Refs, parts.Rel{Kind: kind, Target: address(to), External: true})
		id = x.First + len(x.Refs) - 1
		x.urls[key] = id
	}
	return id
}

// address escapes what a URL must not have: word processors call such a file
// damaged.
func address(s string) string {
	var b strings.Builder
	for i := 0; i < len(s); i++ {
		c := s[i]
		switch {
		case c == '%' && (i+2 >= len(s) || !isHex(s[i+1]) || !isHex(s[i+2])),
			c <= ' ' || c == 0x7f || strings.IndexByte("\"<>\\^`{|}[]", c) >= 0:
			fmt.Fprintf(&b, "%%%02X", c)
		default:
			b.WriteByte(c)
		}
	}
	return b.String()
}

func isHex(c byte) bool {
	return c >= '0' && c <= '9' || c >= 'a' && c <= 'f' || c >= 'A' && c <= 'F'
}

func (x *writer) inline(i word.Inline) {
	switch i.Kind {
	case word.Run:
		if x.noted[i.Props.Note] {
			x.note(i)
			return
		}
		x.s(`<w:r>`)
		x.props(i.Props)
		x.s(`<w:t xml:space="preserve">`, parts.EscapeXML(i.Text), `</w:t></w:r>`)
	case word.Tab, word.LineBreak:
		x.s(`<w:r>`)
		x.props(i.Props)
		x.s(map[word.Kind]string{word.Tab: `<w:tab/></w:r>`, word.LineBreak: `<w:br/></w:r>`}[i.Kind])
	case word.PageBreak:
		x.s(`<w:r><w:br w:type="page"/></w:r>`)
	case word.Rule:
		x.s(`<w:r><w:pict><v:rect style="width:0;height:1.5pt" o:hralign="center" o:hrstd="t" o:hr="t" fillcolor="#a0a0a0" stroked="f"/></w:pict></w:r>`)
	case word.Equation:
		x.s(`<m:oMath><m:r><m:t xml:space="preserve">`, parts.EscapeXML(i.Text), `</m:t></m:r></m:oMath>`)
	case word.Drawing:
		x.stand("drawing", i)
	case word.AddOn:
		x.stand("addon", i)
	case word.Image:
		x.image(i.Picture)
	case word.BoxAnchor, word.CommentStart, word.CommentEnd:
		if !x.shadow {
			x.anchored(i)
		}
	}
}

// anchored writes what has a unique number in the file.
func (x *writer) anchored(i word.Inline) {
	switch i.Kind {
	case word.BoxAnchor:
		x.left++
		id := strconv.Itoa(x.left)
		x.s(`<w:bookmarkStart w:id="`, id, `" w:name="`, parts.AnchorPrefix, parts.EscapeXML(i.Name), `"/><w:bookmarkEnd w:id="`, id, `"/>`)
	case word.CommentStart:
		for _, id := range x.thread(i.Name) {
			x.s(`<w:commentRangeStart w:id="`, id, `"/>`)
		}
	case word.CommentEnd:
		ids := x.thread(i.Name)
		for _, id := range ids {
			x.s(`<w:commentRangeEnd w:id="`, id, `"/>`)
		}
		for _, id := range ids {
			x.s(`<w:r><w:rPr><w:rStyle w:val="`, x.style("CommentReference"), `"/></w:rPr><w:commentReference w:id="`, id, `"/></w:r>`)
		}
	}
}

// thread returns the numbers of a comment and of its replies.
func (x *writer) thread(id string) []string {
	n, ok := x.IDs[id]
	if !ok {
		return nil
	}
	out := []string{strconv.Itoa(n)}
	for _, r := range x.Replies[id] {
		out = append(out, strconv.Itoa(r))
	}
	return out
}

// stand writes the placeholder of what our Word files do not contain.
func (x *writer) stand(tag string, i word.Inline) {
	s := cmp.Or(i.Text, word.Placeholder(i.Kind))
	x.s(`<w:sdt><w:sdtPr><w:tag w:val="`, parts.TagPrefix, tag, `"/></w:sdtPr><w:sdtContent><w:r><w:t xml:space="preserve">[`, parts.EscapeXML(s), `]</w:t></w:r></w:sdtContent></w:sdt>`)
}

// props writes run properties in the order of the schema.
func (x *writer) props(p word.Props) {
	if p == (word.Props{}) {
		return
	}
	x.s(`<w:rPr>`)
	switch {
	case p.Code:
		x.s(`<w:rStyle w:val="`, x.style("VerbatimChar"), `"/>`)
	case p.Link != "":
		x.s(`<w:rStyle w:val="`, x.style("Hyperlink"), `"/>`)
	}
	for _, on := range []struct {
		is  bool
		xml string
	}{{p.Bold, `<w:b/>`}, {p.Italic, `<w:i/>`}, {p.SmallCaps, `<w:smallCaps/>`}, {p.Strike, `<w:strike/>`}} {
		if on.is {
			x.s(on.xml)
		}
	}
	if p.Color != "" {
		x.s(`<w:color w:val="`, p.Color, `"/>`)
	}
	if p.Underline {
		x.s(`<w:u w:val="single"/>`)
	}
	if p.Background != "" {
		x.s(`<w:shd w:val="clear" w:color="auto" w:fill="`, p.Background, `"/>`)
	}
	x.s(`</w:rPr>`)
}

// image writes a picture in the line: embedded, linked, or its alternative text.
func (x *writer) image(p *word.Picture) {
	m := x.pics.of(p)
	blip := ""
	switch {
	case m != nil:
		if m.id == 0 {
			x.Refs = append(x.Refs, parts.Rel{Kind: "image", Target: "media/" + m.name})
			m.id = x.First + len(x.Refs) - 1
		}
		blip = `r:embed="rId` + strconv.Itoa(m.id)
	case p.URL != "":
		blip = `r:link="rId` + strconv.Itoa(x.external(p.URL, "image"))
	default:
		x.stand("drawing", word.Inline{Kind: word.Drawing, Text: p.Alt})
		return
	}
	w, h := p.Width, p.Height
	if w <= 0 || h <= 0 {
		w, h = 400, 300
		if m != nil && m.width > 0 {
			w, h = parts.Fit(m.width, m.height)
		}
	}
	x.objs++
	id, name := strconv.Itoa(x.objs), p.Name
	name = cmp.Or(name, "Image "+id)
	alt, title := p.Alt, ""
	if p.Title != "" {
		title = `" title="` + parts.EscapeXML(p.Title)
		if alt == "" { // else the title is taken for it
			alt = " "
		}
	}
	size := `cx="` + strconv.Itoa(w*parts.Pixel) + `" cy="` + strconv.Itoa(h*parts.Pixel) + `"/>`
	x.s(`<w:r><w:drawing><wp:inline distT="0" distB="0" distL="0" distR="0"><wp:extent `, size, `<wp:docPr id="`, id, `" name="Image `, id, `" descr="`, parts.EscapeXML(alt), title, `"/><wp:cNvGraphicFramePr><a:graphicFrameLocks noChangeAspect="1"/></wp:cNvGraphicFramePr><a:graphic><a:graphicData uri="http://schemas.openxmlformats.org/drawingml/2006/picture"><pic:pic><pic:nvPicPr><pic:cNvPr id="`, id, `" name="`, parts.EscapeXML(word.OneLine(name)), `"/><pic:cNvPicPr/></pic:nvPicPr><pic:blipFill><a:blip `, blip, `"/><a:stretch><a:fillRect/></a:stretch></pic:blipFill><pic:spPr><a:xfrm><a:off x="0" y="0"/><a:ext `, size, `</a:xfrm><a:prstGeom prst="rect"><a:avLst/></a:prstGeom></pic:spPr></pic:pic></a:graphicData></a:graphic></wp:inline></w:drawing></w:r>`)
}

// bookmarkName is a slug cut to the limit of word processors: 40 characters.
func bookmarkName(s string) string {
	if utf8.RuneCountInString(s) <= 40 {
		return s
	}
	h := fnv.New64a()
	_, _ = h.Write([]byte(s))
	return fmt.Sprintf("h_%016x", h.Sum64())
}

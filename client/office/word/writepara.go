package word

import (
	"fmt"
	"hash/fnv"
	"strconv"
	"strings"
	"unicode/utf8"
)

// paragraph writes one; num is its numbering instance, extra the properties set by
// its box.
func (x *writer) paragraph(p *Paragraph, num int, extra string) {
	style, own := "", strings.HasPrefix(extra, "<w:pStyle")
	switch {
	case p.IsHeading():
		style = "Heading" + strconv.Itoa(p.Level)
	case p.Level == Title:
		style = "Title"
	case p.Level == Subtitle:
		style = "Subtitle"
	case own:
	case p.List != NoList:
		style = "ListParagraph"
	}
	x.s(`<w:p>`)
	if style != "" || num > 0 || p.Indent > 0 || extra != "" {
		// The order is the schema's: style, list, shade, indent.
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
		if p.Indent > 0 {
			x.s(`<w:ind w:left="`, strconv.Itoa(720*p.Indent), `"/>`)
		}
		x.s(`</w:pPr>`)
	}
	if p.Task != NoTask {
		x.task(p.Task)
	}
	end := ""
	if p.IsHeading() {
		end = x.bookmark(p)
	}
	x.inlines(p.Inlines())
	x.s(end, `</w:p>`)
}

func (x *writer) task(t Task) {
	on, sign := "0", "☐"
	if t == Done {
		on, sign = "1", "☒"
	}
	x.s(`<w:sdt><w:sdtPr><w14:checkbox><w14:checked w14:val="`, on, `"/><w14:checkedState w14:val="2612" w14:font="MS Gothic"/><w14:uncheckedState w14:val="2610" w14:font="MS Gothic"/></w14:checkbox></w:sdtPr><w:sdtContent><w:r><w:t>`, sign, `</w:t></w:r></w:sdtContent></w:sdt><w:r><w:t xml:space="preserve"> </w:t></w:r>`)
}

// bookmark marks a heading that links refer to; it returns the end of the mark.
func (x *writer) bookmark(p *Paragraph) string {
	if x.shadow {
		return ""
	}
	s := x.slug.next(p)
	if !x.mark[s] {
		return ""
	}
	x.left++
	id := strconv.Itoa(x.left)
	x.s(`<w:bookmarkStart w:id="`, id, `" w:name="`, esc(bookmarkName(s)), `"/>`)
	return `<w:bookmarkEnd w:id="` + id + `"/>`
}

func (x *writer) inlines(in []Inline) {
	link := ""
	for _, i := range in {
		if i.Props.Link != link {
			if link != "" {
				x.s(`</w:hyperlink>`)
			}
			if link = i.Props.Link; link != "" {
				x.link(link)
			}
		}
		x.inline(i)
	}
	if link != "" {
		x.s(`</w:hyperlink>`)
	}
}

func (x *writer) link(to string) {
	if a, ok := strings.CutPrefix(to, "#"); ok {
		x.s(`<w:hyperlink w:anchor="`, esc(bookmarkName(a)), `">`)
		return
	}
	x.s(`<w:hyperlink r:id="rId`, strconv.Itoa(x.external(to, "hyperlink")), `">`)
}

// external returns the relationship of something outside the file.
func (x *writer) external(to, kind string) int {
	key := kind + " " + to
	id := x.urls[key]
	if id == 0 {
		x.refs = append(x.refs, rel{kind: kind, target: address(to), external: true})
		id = x.rel0 + len(x.refs) - 1
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
			const digits = "0123456789ABCDEF"
			b.WriteByte('%')
			b.WriteByte(digits[c>>4])
			b.WriteByte(digits[c&15])
		default:
			b.WriteByte(c)
		}
	}
	return b.String()
}

func isHex(c byte) bool {
	return c >= '0' && c <= '9' || c >= 'a' && c <= 'f' || c >= 'A' && c <= 'F'
}

func (x *writer) inline(i Inline) {
	switch i.Kind {
	case Run:
		x.s(`<w:r>`)
		x.props(i.Props)
		x.s(`<w:t xml:space="preserve">`, esc(i.Text), `</w:t></w:r>`)
	case Tab, LineBreak:
		x.s(`<w:r>`)
		x.props(i.Props)
		x.s(map[Kind]string{Tab: `<w:tab/></w:r>`, LineBreak: `<w:br/></w:r>`}[i.Kind])
	case PageBreak:
		x.s(`<w:r><w:br w:type="page"/></w:r>`)
	case Equation:
		x.s(`<m:oMath><m:r><m:t xml:space="preserve">`, esc(i.Text), `</m:t></m:r></m:oMath>`)
	case Drawing:
		x.stand("drawing", i)
	case AddOn:
		x.stand("addon", i)
	case Image:
		x.image(i.Picture)
	case BoxAnchor, CommentStart, CommentEnd:
		if !x.shadow {
			x.anchored(i)
		}
	}
}

// anchored writes what has a unique number in the file.
func (x *writer) anchored(i Inline) {
	switch i.Kind {
	case BoxAnchor:
		x.left++
		id := strconv.Itoa(x.left)
		x.s(`<w:bookmarkStart w:id="`, id, `" w:name="`, anchorPrefix, esc(i.Name), `"/><w:bookmarkEnd w:id="`, id, `"/>`)
	case CommentStart:
		for _, id := range x.thread(i.Name) {
			x.s(`<w:commentRangeStart w:id="`, id, `"/>`)
		}
	case CommentEnd:
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
	n, ok := x.ids[id]
	if !ok {
		return nil
	}
	out := []string{strconv.Itoa(n)}
	for _, r := range x.replies[id] {
		out = append(out, strconv.Itoa(r))
	}
	return out
}

// stand writes the placeholder of what our Word files do not contain.
func (x *writer) stand(tag string, i Inline) {
	s := i.Text
	if s == "" {
		s = placeholder(i.Kind)
	}
	x.s(`<w:sdt><w:sdtPr><w:tag w:val="`, tagPrefix, tag, `"/></w:sdtPr><w:sdtContent><w:r><w:t xml:space="preserve">[`, esc(s), `]</w:t></w:r></w:sdtContent></w:sdt>`)
}

// props writes run properties in the order of the schema.
func (x *writer) props(p Props) {
	if p == (Props{}) {
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
func (x *writer) image(p *Picture) {
	m := x.pics.of(p)
	blip := ""
	switch {
	case m != nil:
		if m.id == 0 {
			x.refs = append(x.refs, rel{kind: "image", target: "media/" + m.name})
			m.id = x.rel0 + len(x.refs) - 1
		}
		blip = `r:embed="rId` + strconv.Itoa(m.id)
	case p.URL != "":
		blip = `r:link="rId` + strconv.Itoa(x.external(p.URL, "image"))
	default:
		x.stand("drawing", Inline{Kind: Drawing, Text: p.Alt})
		return
	}
	w, h := p.Width, p.Height
	if w <= 0 || h <= 0 {
		w, h = 400, 300
		if m != nil && m.width > 0 {
			w, h = fit(m.width, m.height)
		}
	}
	x.objs++
	id, name := strconv.Itoa(x.objs), p.Name
	if name == "" {
		name = "Image " + id
	}
	size := `cx="` + strconv.Itoa(w*pixel) + `" cy="` + strconv.Itoa(h*pixel) + `"/>`
	x.s(`<w:r><w:drawing><wp:inline distT="0" distB="0" distL="0" distR="0"><wp:extent `, size, `<wp:docPr id="`, id, `" name="Image `, id, `" descr="`, esc(p.Alt), `"/><wp:cNvGraphicFramePr><a:graphicFrameLocks noChangeAspect="1"/></wp:cNvGraphicFramePr><a:graphic><a:graphicData uri="http://schemas.openxmlformats.org/drawingml/2006/picture"><pic:pic><pic:nvPicPr><pic:cNvPr id="`, id, `" name="`, esc(oneLine(name)), `"/><pic:cNvPicPr/></pic:nvPicPr><pic:blipFill><a:blip `, blip, `"/><a:stretch><a:fillRect/></a:stretch></pic:blipFill><pic:spPr><a:xfrm><a:off x="0" y="0"/><a:ext `, size, `</a:xfrm><a:prstGeom prst="rect"><a:avLst/></a:prstGeom></pic:spPr></pic:pic></a:graphicData></a:graphic></wp:inline></w:drawing></w:r>`)
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

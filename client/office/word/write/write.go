// Package write writes Word files (docx), and pieces of XML for a file that there is.
package write

import (
	"archive/zip"
	"bufio"
	"cmp"
	"fmt"
	"io"
	"path"
	"slices"
	"strconv"
	"strings"

	"aloft/client/office/word"
	"aloft/client/office/word/parts"
)

// Docx writes a Word file. The same document gives the same bytes. Errors are
// those of w and of opening pictures.
func Docx(w io.Writer, d *word.Document) error {
	x := &writer{
		z: zip.NewWriter(w), urls: map[string]int{}, nums: []override{{}}, IDs: map[string]int{}, Replies: map[string][]int{},
		mark: map[string]bool{}, cited: map[int]bool{}, slug: word.Slugs{}, dir: "word", First: relFree, style: func(id string) string { return id },
	}
	x.z.RegisterCompressor(zip.Deflate, parts.Fastest())
	x.survey(d)
	steps := []func() error{
		func() error { return x.part("[Content_Types].xml", x.contentTypes(d)) },
		func() error {
			return x.part("_rels/.rels", parts.Relations(parts.Rel{Kind: "officeDocument", Target: "word/document.xml"}, parts.Rel{Kind: parts.RelCore, Target: "docProps/core.xml"}))
		},
		func() error { return x.part("docProps/core.xml", core(d)) },
		func() error { return x.document(d) },
		func() error { return x.footnotes(d) },
		func() error { return x.part("word/styles.xml", stylesPart()) },
		func() error { return x.part("word/settings.xml", settingsPart) },
		func() error { return x.part("word/numbering.xml", x.numberingPart()) },
		func() error { return x.commentParts(d) },
		func() error { return x.part("word/_rels/document.xml.rels", x.relsPart(d)) },
		x.media,
		x.z.Close,
	}
	for _, step := range steps {
		if err := step(); err != nil {
			return err
		}
	}
	return nil
}

// survey collects from the document what must be known before writing.
func (x *writer) survey(d *word.Document) {
	x.pics = &pictures{byKey: map[any]*media{}, stem: "image"}
	x.noted = word.Notes(d)
	for i, c := range d.Comments() {
		x.IDs[c.ID] = i
	}
	for i, c := range d.Comments() {
		if _, ok := x.IDs[c.Parent]; ok && c.Parent != "" {
			x.Replies[c.Parent] = append(x.Replies[c.Parent], i)
		}
	}
	word.EachParagraph(d.Blocks(), func(p *word.Paragraph) {
		x.adopt(p.Inlines())
		for _, i := range p.Inlines() {
			if a, ok := strings.CutPrefix(i.Props.Link, "#"); ok {
				x.mark[a] = true
			}
		}
	})
}

func (x *writer) document(d *word.Document) error {
	w, err := x.create("word/document.xml", zip.Deflate)
	if err != nil {
		return err
	}
	x.b = bufio.NewWriterSize(w, 64<<10)
	x.s(parts.XMLHead, `<w:document `, parts.NSMain, `><w:body>`)
	x.blocks(slices.DeleteFunc(slices.Clone(d.Blocks()), func(b word.Block) bool { // footnotes have a part of their own
		return x.noted[word.NoteOf(b)]
	}), nil, "")
	x.s(`<w:sectPr><w:pgSz w:w="11906" w:h="16838"/><w:pgMar w:top="1440" w:right="1440" w:bottom="1440" w:left="1440" w:header="708" w:footer="708" w:gutter="0"/></w:sectPr></w:body></w:document>`)
	return x.b.Flush()
}

// blocks writes a run of blocks; extra are paragraph properties for each, nums the numbering instances of its items, nil = new ones.
func (x *writer) blocks(in []word.Block, nums []int, extra string) {
	var c word.Counter
	lists := &[10]int{}
	for i, b := range in {
		switch b := b.(type) {
		case *word.Paragraph:
			id := 0
			switch {
			case nums != nil:
				id = nums[i]
			case b.List != word.NoList:
				id = x.Instance(&c, lists, b.Format)
			}
			x.paragraph(b, id, extra)
		case *word.Table:
			if i > 0 {
				if _, ok := in[i-1].(*word.Table); ok { // two adjacent tables would become one
					x.s(`<w:sdt><w:sdtPr><w:tag w:val="`, parts.TagPrefix, `gap"/></w:sdtPr><w:sdtContent><w:p><w:pPr><w:spacing w:before="0" w:after="0" w:line="20" w:lineRule="exact"/></w:pPr></w:p></w:sdtContent></w:sdt>`)
				}
			}
			x.inList(b, func() { x.table(b, extra) })
		case *word.Box:
			x.inList(b, func() { x.box(b) })
		}
		c.Pass(b)
	}
}

// inList writes a block that may be in a list: its own ones do not count on that.
func (x *writer) inList(b word.Block, f func()) {
	if word.Depth(b) == 0 {
		f()
		return
	}
	x.nested++
	x.most = max(x.most, x.nested)
	f()
	x.nested--
}

// Instance counts an item, and returns its numbering instance; lists has those of the items before it, by level.
// It is a new one where a list starts, except that a list inside a numbered one is restarted by its items, and that
// bullets need one only to begin a list behind another.
func (x *writer) Instance(c *word.Counter, lists *[10]int, f word.Format) int {
	n, _, fresh := c.Next(f)
	switch l := f.ListLevel; {
	case !fresh:
	case f.List == word.Bullet && f.Start == 0:
		lists[l] = x.num0 + 1
	case f.List == word.Number && n == 1 && f.Start == 0 && l > 1 && c.Kind[l-1] == word.Number:
		lists[l] = lists[l-1]
	default:
		kind := 1
		if f.List == word.Number {
			kind = 2 + x.nested
		}
		x.nums = append(x.nums, override{l - 1, n, kind})
		lists[l] = x.num0 + len(x.nums)
	}
	return lists[f.ListLevel]
}

func (x *writer) table(t *word.Table, extra string) {
	cols := len(t.Rows()[0])
	width := strconv.Itoa(9026 / cols)
	head, look := "0", "0480"
	if boldRow(t.Rows()[0]) {
		head, look = "1", "04A0"
	}
	x.s(`<w:tbl><w:tblPr><w:tblStyle w:val="`, x.style("TableGrid"), `"/><w:tblW w:w="0" w:type="auto"/>`)
	if n := t.Indent + x.base; n > 0 {
		x.s(`<w:tblInd w:w="`, strconv.Itoa(parts.Step*n), `" w:type="dxa"/>`)
	}
	x.s(`<w:tblLook w:val="`, look, `" w:firstRow="`, head, `" w:lastRow="0" w:firstColumn="0" w:lastColumn="0" w:noHBand="0" w:noVBand="1"/></w:tblPr><w:tblGrid>`)
	for range cols {
		x.s(`<w:gridCol w:w="`, width, `"/>`)
	}
	x.s(`</w:tblGrid>`)
	base, align := x.base, x.align
	x.base = 0
	for i, r := range t.Rows() {
		x.s(`<w:tr>`)
		if i == 0 && head == "1" {
			x.s(`<w:trPr><w:tblHeader/></w:trPr>`)
		}
		for k, c := range r {
			x.s(`<w:tc><w:tcPr><w:tcW w:w="`, width, `" w:type="dxa"/></w:tcPr>`)
			if x.align = word.NoAlign; k < len(t.Align) {
				x.align = t.Align[k]
			}
			x.blocks(c.Blocks(), nil, extra)
			x.s(`</w:tc>`)
		}
		x.s(`</w:tr>`)
	}
	x.base, x.align = base, align
	x.s(`</w:tbl>`)
}

// boldRow reports a header: all its text is bold, and there is some.
func boldRow(row []word.Cell) bool {
	some, all := false, true
	for _, c := range row {
		word.EachParagraph(c.Blocks(), func(p *word.Paragraph) {
			for _, i := range p.Inlines() {
				if i.Kind == word.Run && strings.TrimSpace(i.Text) != "" {
					some = true
					all = all && i.Props.Bold
				}
			}
		})
	}
	return some && all
}

func (x *writer) box(b *word.Box) {
	if b.Kind == word.TextBox {
		x.textBox(b)
		return
	}
	tag, style := "highlight", "Quote"
	if b.Kind == word.CodeBlock {
		tag, style = "code:"+b.Language, "SourceCode"
	}
	if b.Indent > 0 {
		kind, rest, _ := strings.Cut(tag, ":")
		tag = kind + "+" + strconv.Itoa(b.Indent) + ":" + rest
	}
	base, boxed := x.base, x.boxed
	x.base, x.boxed = parts.Inside(base, b.Indent, boxed), true
	x.s(`<w:sdt><w:sdtPr>`)
	if b.Name != "" {
		x.s(`<w:alias w:val="`, parts.TagPrefix, parts.EscapeXML(b.Name), `"/>`)
	}
	x.s(`<w:tag w:val="`, parts.TagPrefix, parts.EscapeXML(tag), `"/></w:sdtPr><w:sdtContent>`)
	x.blocks(b.Blocks(), nil, `<w:pStyle w:val="`+x.style(style)+`"/>`)
	x.s(`</w:sdtContent></w:sdt>`)
	x.base, x.boxed = base, boxed
}

func (x *writer) textBox(b *word.Box) {
	defer func(base int, boxed bool) { x.base, x.boxed = base, boxed }(x.base, x.boxed)
	x.base, x.boxed = 0, false
	x.objs++
	name := fmt.Sprintf("Text Box %d", x.objs)
	if b.Name != "" {
		name = parts.TagPrefix + b.Name
	}
	id := strconv.Itoa(x.objs)
	x.s(`<w:p><w:r><mc:AlternateContent><mc:Choice Requires="wps"><w:drawing><wp:inline distT="0" distB="0" distL="0" distR="0"><wp:extent cx="5486400" cy="914400"/><wp:docPr id="`, id, `" name="`, parts.EscapeXML(name), `"/><wp:cNvGraphicFramePr/><a:graphic><a:graphicData uri="http://schemas.microsoft.com/office/word/2010/wordprocessingShape"><wps:wsp><wps:cNvSpPr txBox="1"/><wps:spPr><a:xfrm><a:off x="0" y="0"/><a:ext cx="5486400" cy="914400"/></a:xfrm><a:prstGeom prst="rect"><a:avLst/></a:prstGeom><a:solidFill><a:srgbClr val="FFFFFF"/></a:solidFill><a:ln w="9525"><a:solidFill><a:srgbClr val="808080"/></a:solidFill></a:ln></wps:spPr><wps:txbx><w:txbxContent>`)
	x.blocks(b.Blocks(), nil, "")
	x.s(`</w:txbxContent></wps:txbx><wps:bodyPr wrap="square" lIns="91440" tIns="45720" rIns="91440" bIns="45720"><a:spAutoFit/></wps:bodyPr></wps:wsp></a:graphicData></a:graphic></wp:inline></w:drawing></mc:Choice><mc:Fallback><w:pict><v:rect style="width:432pt;height:72pt"><v:textbox><w:txbxContent>`)
	x.shadow = true
	x.blocks(b.Blocks(), nil, "")
	x.shadow = false
	x.s(`</w:txbxContent></v:textbox></v:rect></w:pict></mc:Fallback></mc:AlternateContent></w:r></w:p>`)
}

// media copies the bytes of the pictures, one after the other.
func (x *writer) media() error {
	for _, m := range x.pics.all {
		if m.id == 0 {
			continue // nothing refers to it
		}
		method := zip.Store
		if f := m.format; f == "bmp" || f == "svg" || f == "emf" || f == "wmf" {
			method = zip.Deflate
		}
		w, err := x.create(path.Join(x.dir, "media", m.name), method)
		if err != nil {
			return err
		}
		rc, err := m.data.Open()
		if err != nil {
			return err
		}
		_, err = io.Copy(w, rc)
		if err := cmp.Or(err, rc.Close()); err != nil {
			return err
		}
	}
	return nil
}

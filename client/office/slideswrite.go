package office

import (
	"archive/zip"
	"fmt"
	"io"
	"strings"

	"aloft/client/office/word/parts"
)

// The size of a slide, 16 to 9, in EMU.
const (
	slideWidth  = 12192000
	slideHeight = 6858000
)

// WriteSlides writes a presentation: a title and bullets on each slide, one
// master, one layout, one theme. Tables become lines.
func WriteSlides(w io.Writer, title string, slides []Slide) error {
	z := zip.NewWriter(w)
	types := [][2]string{
		{"ppt/presentation.xml", typeSlide + "presentation.main+xml"},
		{"ppt/slideMasters/slideMaster1.xml", typeSlide + "slideMaster+xml"},
		{"ppt/slideLayouts/slideLayout1.xml", typeSlide + "slideLayout+xml"},
		{"ppt/theme/theme1.xml", "application/vnd.openxmlformats-officedocument.theme+xml"},
	}
	rels := []parts.Rel{{Kind: "slideMaster", Target: "slideMasters/slideMaster1.xml"}, {Kind: "theme", Target: "theme/theme1.xml"}}
	var ids strings.Builder
	for i := range slides {
		types = append(types, [2]string{fmt.Sprintf("ppt/slides/slide%d.xml", i+1), typeSlide + "slide+xml"})
		rels = append(rels, parts.Rel{Kind: "slide", Target: fmt.Sprintf("slides/slide%d.xml", i+1)})
		fmt.Fprintf(&ids, `<p:sldId id="%d" r:id="rId%d"/>`, 256+i, i+3)
	}
	list := ""
	if len(slides) > 0 {
		list = `<p:sldIdLst>` + ids.String() + `</p:sldIdLst>`
	}
	fixed := []part{
		{"[Content_Types].xml", parts.ContentTypes(nil, types)},
		{"_rels/.rels", parts.Relations(parts.Rel{Kind: "officeDocument", Target: "ppt/presentation.xml"}, parts.Rel{Kind: parts.RelCore, Target: "docProps/core.xml"})},
		{"docProps/core.xml", parts.Core(title)},
		{"ppt/presentation.xml", parts.XMLHead + `<p:presentation ` + slideSpaces + `>` +
			`<p:sldMasterIdLst><p:sldMasterId id="2147483648" r:id="rId1"/></p:sldMasterIdLst>` + list +
			fmt.Sprintf(`<p:sldSz cx="%d" cy="%d"/><p:notesSz cx="%d" cy="%d"/></p:presentation>`, slideWidth, slideHeight, slideHeight, slideWidth)},
		{"ppt/_rels/presentation.xml.rels", parts.Relations(rels...)},
		{"ppt/slideMasters/slideMaster1.xml", master()},
		{"ppt/slideMasters/_rels/slideMaster1.xml.rels", parts.Relations(parts.Rel{Kind: "slideLayout", Target: "../slideLayouts/slideLayout1.xml"}, parts.Rel{Kind: "theme", Target: "../theme/theme1.xml"})},
		{"ppt/slideLayouts/slideLayout1.xml", parts.XMLHead + `<p:sldLayout ` + slideSpaces + ` type="obj" preserve="1"><p:cSld name="Title and content">` +
			shapeTree(shape(2, "title", "", "", nil), shape(3, "body", "", ` idx="1"`, nil)) + `</p:cSld><p:clrMapOvr><a:masterClrMapping/></p:clrMapOvr></p:sldLayout>`},
		{"ppt/slideLayouts/_rels/slideLayout1.xml.rels", parts.Relations(parts.Rel{Kind: "slideMaster", Target: "../slideMasters/slideMaster1.xml"})},
		{"ppt/theme/theme1.xml", theme()},
	}
	for _, p := range fixed {
		if err := addPart(z, p.name, p.data); err != nil {
			return err
		}
	}
	for i, s := range slides {
		hidden := ""
		if s.Hidden {
			hidden = ` show="0"`
		}
		body := parts.XMLHead + `<p:sld ` + slideSpaces + hidden + `><p:cSld>` +
			shapeTree(shape(2, "title", "", "", []Line{{Text: s.Title}}), shape(3, "body", "", ` idx="1"`, s.Lines)) +
			`</p:cSld><p:clrMapOvr><a:masterClrMapping/></p:clrMapOvr></p:sld>`
		if err := addPart(z, fmt.Sprintf("ppt/slides/slide%d.xml", i+1), body); err != nil {
			return err
		}
		if err := addPart(z, fmt.Sprintf("ppt/slides/_rels/slide%d.xml.rels", i+1), parts.Relations(parts.Rel{Kind: "slideLayout", Target: "../slideLayouts/slideLayout1.xml"})); err != nil {
			return err
		}
	}
	return z.Close()
}

const slideSpaces = `xmlns:a="` + nsDraw + `" xmlns:r="` + nsOffice + `" xmlns:p="` + nsSlide + `"`

func shapeTree(shapes ...string) string {
	return `<p:spTree><p:nvGrpSpPr><p:cNvPr id="1" name=""/><p:cNvGrpSpPr/><p:nvPr/></p:nvGrpSpPr>` +
		`<p:grpSpPr><a:xfrm><a:off x="0" y="0"/><a:ext cx="0" cy="0"/><a:chOff x="0" y="0"/><a:chExt cx="0" cy="0"/></a:xfrm></p:grpSpPr>` +
		strings.Join(shapes, "") + `</p:spTree>`
}

// shape writes a placeholder with its text; place is its position, "" = as in the
// layout.
func shape(id int, kind, place, index string, lines []Line) string {
	var b strings.Builder
	fmt.Fprintf(&b, `<p:sp><p:nvSpPr><p:cNvPr id="%d" name="%s"/><p:cNvSpPr><a:spLocks noGrp="1"/></p:cNvSpPr><p:nvPr><p:ph type="%s"%s/></p:nvPr></p:nvSpPr>`, id, kind, kind, index)
	b.WriteString(`<p:spPr>` + place + `</p:spPr><p:txBody><a:bodyPr/><a:lstStyle/>`)
	written := false
	for _, l := range lines {
		texts := []string{l.Text}
		if l.Table != nil {
			texts = nil
			for _, row := range l.Table {
				texts = append(texts, strings.Join(row, " \u00b7 "))
			}
		}
		for _, t := range texts {
			paragraph(&b, Line{Level: l.Level, Plain: l.Plain, Text: t})
			written = true
		}
	}
	if !written {
		b.WriteString(`<a:p/>`)
	}
	b.WriteString(`</p:txBody></p:sp>`)
	return b.String()
}

func paragraph(b *strings.Builder, l Line) {
	b.WriteString(`<a:p>`)
	if level := min(max(l.Level, 0), 8); level > 0 || l.Plain {
		plain := `/>`
		if l.Plain {
			plain = ` marL="0" indent="0"><a:buNone/></a:pPr>`
		}
		fmt.Fprintf(b, `<a:pPr lvl="%d"%s`, level, plain)
	}
	for i, part := range strings.Split(l.Text, "\n") {
		if i > 0 {
			b.WriteString(`<a:br/>`)
		}
		if part != "" {
			b.WriteString(`<a:r><a:rPr/><a:t>` + parts.EscapeXML(part) + `</a:t></a:r>`)
		}
	}
	b.WriteString(`</a:p>`)
}

// master is the single master: the position of title and text, and the look of the
// nine levels of bullets.
func master() string {
	place := func(y, h int) string {
		return fmt.Sprintf(`<a:xfrm><a:off x="838200" y="%d"/><a:ext cx="10515600" cy="%d"/></a:xfrm><a:prstGeom prst="rect"><a:avLst/></a:prstGeom>`, y, h)
	}
	var levels strings.Builder
	for i := 1; i <= 9; i++ {
		fmt.Fprintf(&levels, `<a:lvl%dpPr marL="%d" indent="-228600" algn="l"><a:spcBef><a:spcPts val="500"/></a:spcBef><a:buFont typeface="Arial"/><a:buChar char="&#8226;"/>`+
			`<a:defRPr sz="%d"><a:solidFill><a:schemeClr val="tx1"/></a:solidFill><a:latin typeface="+mn-lt"/><a:ea typeface="+mn-ea"/></a:defRPr></a:lvl%dpPr>`,
			i, 228600+457200*(i-1), max(2800-400*(i-1), 1800), i)
	}
	return parts.XMLHead + `<p:sldMaster ` + slideSpaces + `><p:cSld><p:bg><p:bgRef idx="1001"><a:schemeClr val="bg1"/></p:bgRef></p:bg>` +
		shapeTree(shape(2, "title", place(365125, 1325563), "", nil), shape(3, "body", place(1825625, 4351338), ` idx="1"`, nil)) + `</p:cSld>` +
		`<p:clrMap bg1="lt1" tx1="dk1" bg2="lt2" tx2="dk2" accent1="accent1" accent2="accent2" accent3="accent3" accent4="accent4" accent5="accent5" accent6="accent6" hlink="hlink" folHlink="folHlink"/>` +
		`<p:sldLayoutIdLst><p:sldLayoutId id="2147483649" r:id="rId1"/></p:sldLayoutIdLst>` +
		`<p:txStyles><p:titleStyle><a:lvl1pPr algn="l"><a:buNone/><a:defRPr sz="4400"><a:solidFill><a:schemeClr val="tx1"/></a:solidFill><a:latin typeface="+mj-lt"/><a:ea typeface="+mj-ea"/></a:defRPr></a:lvl1pPr></p:titleStyle>` +
		`<p:bodyStyle>` + levels.String() + `</p:bodyStyle><p:otherStyle/></p:txStyles></p:sldMaster>`
}

// theme has the parts that the schema requires: twelve colours, two fonts, three of
// each fill, line and effect.
func theme() string {
	colour := func(name, value string) string {
		return `<a:` + name + `><a:srgbClr val="` + value + `"/></a:` + name + `>`
	}
	fonts := func(name string) string {
		return `<a:` + name + `><a:latin typeface="Calibri"/><a:ea typeface=""/><a:cs typeface=""/></a:` + name + `>`
	}
	fill := `<a:solidFill><a:schemeClr val="phClr"/></a:solidFill>`
	line := `<a:ln w="6350">` + fill + `</a:ln>`
	effect := `<a:effectStyle><a:effectLst/></a:effectStyle>`
	return parts.XMLHead + `<a:theme xmlns:a="` + nsDraw + `" name="Plain"><a:themeElements><a:clrScheme name="Plain">` +
		colour("dk1", "000000") + colour("lt1", "FFFFFF") + colour("dk2", "44546A") + colour("lt2", "E7E6E6") +
		colour("accent1", "4472C4") + colour("accent2", "ED7D31") + colour("accent3", "A5A5A5") + colour("accent4", "FFC000") +
		colour("accent5", "5B9BD5") + colour("accent6", "70AD47") + colour("hlink", "0563C1") + colour("folHlink", "954F72") +
		`</a:clrScheme><a:fontScheme name="Plain">` + fonts("majorFont") + fonts("minorFont") + `</a:fontScheme>` +
		`<a:fmtScheme name="Plain"><a:fillStyleLst>` + strings.Repeat(fill, 3) + `</a:fillStyleLst><a:lnStyleLst>` + strings.Repeat(line, 3) +
		`</a:lnStyleLst><a:effectStyleLst>` + strings.Repeat(effect, 3) + `</a:effectStyleLst><a:bgFillStyleLst>` + strings.Repeat(fill, 3) +
		`</a:bgFillStyleLst></a:fmtScheme></a:themeElements></a:theme>`
}

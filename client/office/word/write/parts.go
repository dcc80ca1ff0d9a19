package write

import (
	"archive/zip"
	"bufio"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"sync"
	"time"

	"aloft/client/office/word"
	"aloft/client/office/word/parts"
)

const settingsPart = parts.XMLHead + `<w:settings ` + parts.NSW + `><w:zoom w:percent="100"/><w:defaultTabStop w:val="720"/><w:compat><w:compatSetting w:name="compatibilityMode" w:uri="http://schemas.microsoft.com/office/word" w:val="15"/></w:compat></w:settings>`

func (x *writer) contentTypes(d *word.Document) string {
	var extensions [][2]string
	for _, m := range x.pics.all {
		if e := [2]string{parts.Ext(m.name), parts.MIME(parts.Ext(m.name))}; !slices.Contains(extensions, e) {
			extensions = append(extensions, e)
		}
	}
	types := [][2]string{{"word/document.xml", parts.TypeWord + "document.main+xml"}}
	names := []string{"styles", "settings", "numbering"}
	if len(d.Comments()) > 0 {
		names = append(names, "comments", "commentsExtended")
	}
	if len(x.noted) > 0 {
		names = append(names, "footnotes")
	}
	for _, name := range names {
		types = append(types, [2]string{"word/" + name + ".xml", parts.TypeWord + name + "+xml"})
	}
	return parts.ContentTypes(extensions, types)
}

func core(d *word.Document) string {
	title := ""
	if p, ok := d.Blocks()[0].(*word.Paragraph); ok && p.Level == word.Title {
		title = strings.TrimSpace(word.OneLine(word.Flat(p.Inlines())))
	}
	return parts.Core(title)
}

// relsPart has the relationships that the main part always has, and those that its
// text refers to.
func (x *writer) relsPart(d *word.Document) string {
	list := []parts.Rel{{Kind: "styles", Target: "styles.xml"}, {Kind: "settings", Target: "settings.xml"}, {Kind: "numbering", Target: "numbering.xml"}, {}, {}, {}}
	if len(d.Comments()) > 0 {
		list[3] = parts.Rel{Kind: "comments", Target: "comments.xml"}
		list[4] = parts.Rel{Kind: parts.RelExtended, Target: "commentsExtended.xml"}
	}
	if len(x.noted) > 0 {
		list[5] = parts.Rel{Kind: "footnotes", Target: "footnotes.xml"}
	}
	return parts.Relations(append(list, x.Refs...)...)
}

// numberingPart has the definitions, of bullets and of numbers, and an instance with a
// start of its own for each numbered list.
func (x *writer) numberingPart() string {
	definitions, instances := x.Lists(0)
	return parts.XMLHead + `<w:numbering ` + parts.NSW + `>` + definitions + instances + `</w:numbering>`
}

// Lists are the definitions, with numbers after base, and the instances of them.
func (x *writer) Lists(base int) (definitions, instances string) {
	var b, nums strings.Builder
	for id := range 2 + x.most {
		bullet := id == 0
		fmt.Fprintf(&b, `<w:abstractNum w:abstractNumId="%d"><w:multiLevelType w:val="hybridMultilevel"/>`, base+id+1)
		for i := range 9 {
			format, sign := "decimal", "%"+strconv.Itoa(i+1)+"."
			if bullet {
				format, sign = "bullet", []string{"•", "◦", "▪"}[i%3]
			}
			fmt.Fprintf(&b, `<w:lvl w:ilvl="%d"><w:start w:val="1"/><w:numFmt w:val="%s"/><w:lvlText w:val="%s"/><w:lvlJc w:val="left"/><w:pPr><w:ind w:left="%d" w:hanging="360"/></w:pPr></w:lvl>`, i, format, sign, 720*(i+1))
		}
		b.WriteString(`</w:abstractNum>`)
	}
	fmt.Fprintf(&nums, `<w:num w:numId="%d"><w:abstractNumId w:val="%d"/></w:num>`, x.num0+1, base+1)
	for i, n := range x.nums[1:] {
		fmt.Fprintf(&nums, `<w:num w:numId="%d"><w:abstractNumId w:val="%d"/><w:lvlOverride w:ilvl="%d"><w:startOverride w:val="%d"/></w:lvlOverride></w:num>`, x.num0+i+2, base+n.kind, n.level, n.start)
	}
	return b.String(), nums.String()
}

// commentParts write the comments, and which replies to which.
func (x *writer) commentParts(d *word.Document) error {
	if len(d.Comments()) == 0 {
		return nil
	}
	w, err := x.create("word/comments.xml", zip.Deflate)
	if err != nil {
		return err
	}
	x.b = bufio.NewWriter(w)
	x.s(parts.XMLHead, `<w:comments `, parts.NSMain, `>`)
	for i, c := range d.Comments() {
		x.comment(i, c, paraID(i))
	}
	x.s(`</w:comments>`)
	if err := x.b.Flush(); err != nil {
		return err
	}
	var b strings.Builder
	b.WriteString(parts.XMLHead + `<w15:commentsEx xmlns:w15="http://schemas.microsoft.com/office/word/2012/wordml">`)
	for i, c := range d.Comments() {
		parent, done := "", "0"
		if p, ok := x.IDs[c.Parent]; ok && c.Parent != "" {
			parent = ` w15:paraIdParent="` + paraID(p) + `"`
		}
		if c.Done {
			done = "1"
		}
		fmt.Fprintf(&b, `<w15:commentEx w15:paraId="%s"%s w15:done="%s"/>`, paraID(i), parent, done)
	}
	b.WriteString(`</w15:commentsEx>`)
	return x.part("word/commentsExtended.xml", b.String())
}

// comment writes a comment: its number in the file, and the id of its paragraph by
// which replies refer to it.
func (x *writer) comment(i int, c word.Comment, para string) {
	x.s(`<w:comment w:id="`, strconv.Itoa(i), `" w:author="`, parts.EscapeXML(word.OneLine(c.Author)), `"`)
	if c.Initials != "" {
		x.s(` w:initials="`, parts.EscapeXML(word.OneLine(c.Initials)), `"`)
	}
	if !c.When.IsZero() {
		x.s(` w:date="`, c.When.UTC().Format(time.RFC3339), `"`)
	}
	x.s(`>`)
	lines := strings.Split(strings.TrimRight(c.Text, "\n"), "\n")
	for j, l := range lines {
		id := ""
		if j == len(lines)-1 {
			id = ` w14:paraId="` + para + `"`
		}
		x.s(`<w:p`, id, `><w:pPr><w:pStyle w:val="`, x.style("CommentText"), `"/></w:pPr>`)
		x.inlines(word.NewParagraph(word.Format{}, word.Text(l)).Inlines())
		x.s(`</w:p>`)
	}
	x.s(`</w:comment>`)
}

func paraID(i int) string { return fmt.Sprintf("%08X", 0x10000000+i) }

// stylesPart has the styles under the names that every program knows.
var stylesPart = sync.OnceValue(func() string {
	var b strings.Builder
	b.WriteString(parts.XMLHead + `<w:styles ` + parts.NSW + `><w:docDefaults><w:rPrDefault><w:rPr><w:rFonts w:ascii="Calibri" w:eastAsia="Microsoft YaHei" w:hAnsi="Calibri" w:cs="Calibri"/><w:sz w:val="22"/><w:szCs w:val="22"/></w:rPr></w:rPrDefault><w:pPrDefault><w:pPr><w:spacing w:after="120" w:line="264" w:lineRule="auto"/></w:pPr></w:pPrDefault></w:docDefaults>`)
	para := func(id, name, ppr, rpr string) {
		fmt.Fprintf(&b, `<w:style w:type="paragraph" w:styleId="%s"><w:name w:val="%s"/><w:basedOn w:val="Normal"/><w:next w:val="Normal"/><w:qFormat/><w:pPr>%s</w:pPr><w:rPr>%s</w:rPr></w:style>`, id, name, ppr, rpr)
	}
	b.WriteString(`<w:style w:type="paragraph" w:default="1" w:styleId="Normal"><w:name w:val="Normal"/><w:qFormat/></w:style><w:style w:type="character" w:default="1" w:styleId="DefaultParagraphFont"><w:name w:val="Default Paragraph Font"/><w:semiHidden/></w:style><w:style w:type="table" w:default="1" w:styleId="TableNormal"><w:name w:val="Normal Table"/><w:semiHidden/><w:tblPr><w:tblInd w:w="0" w:type="dxa"/><w:tblCellMar><w:top w:w="0" w:type="dxa"/><w:left w:w="108" w:type="dxa"/><w:bottom w:w="0" w:type="dxa"/><w:right w:w="108" w:type="dxa"/></w:tblCellMar></w:tblPr></w:style>`)
	para("Title", "Title", `<w:spacing w:after="200"/>`, `<w:sz w:val="52"/><w:szCs w:val="52"/>`)
	para("Subtitle", "Subtitle", `<w:spacing w:after="200"/>`, `<w:color w:val="595959"/><w:sz w:val="28"/><w:szCs w:val="28"/>`)
	for i, size := range []int{36, 30, 26, 24, 22, 22, 22, 22, 22} {
		para(fmt.Sprintf("Heading%d", i+1), fmt.Sprintf("heading %d", i+1), fmt.Sprintf(`<w:keepNext/><w:spacing w:before="240" w:after="80"/><w:outlineLvl w:val="%d"/>`, i), fmt.Sprintf(`<w:b/><w:sz w:val="%d"/><w:szCs w:val="%d"/>`, size, size))
	}
	para("ListParagraph", "List Paragraph", `<w:contextualSpacing/>`, ``)
	para("SourceCode", "Source Code", `<w:shd w:val="clear" w:color="auto" w:fill="F2F2F2"/><w:spacing w:after="0"/>`, `<w:rFonts w:ascii="Consolas" w:hAnsi="Consolas" w:cs="Consolas"/><w:sz w:val="20"/>`)
	para("Quote", "Quote", `<w:shd w:val="clear" w:color="auto" w:fill="FFF6DD"/>`, ``)
	para("FootnoteText", "footnote text", ``, `<w:sz w:val="20"/>`)
	para("CommentText", "annotation text", ``, `<w:sz w:val="20"/>`)
	b.WriteString(`<w:style w:type="character" w:styleId="VerbatimChar"><w:name w:val="Verbatim Char"/><w:rPr><w:rFonts w:ascii="Consolas" w:hAnsi="Consolas" w:cs="Consolas"/></w:rPr></w:style><w:style w:type="character" w:styleId="Hyperlink"><w:name w:val="Hyperlink"/><w:rPr><w:color w:val="0563C1"/><w:u w:val="single"/></w:rPr></w:style><w:style w:type="character" w:styleId="CommentReference"><w:name w:val="annotation reference"/><w:rPr><w:sz w:val="16"/></w:rPr></w:style><w:style w:type="character" w:styleId="FootnoteReference"><w:name w:val="footnote reference"/><w:rPr><w:vertAlign w:val="superscript"/></w:rPr></w:style><w:style w:type="table" w:styleId="TableGrid"><w:name w:val="Table Grid"/><w:basedOn w:val="TableNormal"/><w:tblPr><w:tblBorders>`)
	for _, side := range []string{"top", "left", "bottom", "right", "insideH", "insideV"} {
		fmt.Fprintf(&b, `<w:%s w:val="single" w:sz="4" w:space="0" w:color="808080"/>`, side)
	}
	b.WriteString(`</w:tblBorders></w:tblPr></w:style></w:styles>`)
	return b.String()
})

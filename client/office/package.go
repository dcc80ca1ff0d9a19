package office

import (
	"archive/zip"
	"fmt"
	"strings"
)

const (
	xmlHead  = `<?xml version="1.0" encoding="UTF-8" standalone="yes"?>` + "\n"
	nsSheet  = "http://schemas.openxmlformats.org/spreadsheetml/2006/main"
	nsOffice = "http://schemas.openxmlformats.org/officeDocument/2006/relationships"
	nsRels   = "http://schemas.openxmlformats.org/package/2006/relationships"
	nsTypes  = "http://schemas.openxmlformats.org/package/2006/content-types"
	nsDraw   = "http://schemas.openxmlformats.org/drawingml/2006/main"
	nsSlide  = "http://schemas.openxmlformats.org/presentationml/2006/main"

	typeCore  = "application/vnd.openxmlformats-package.core-properties+xml"
	typeSheet = "application/vnd.openxmlformats-officedocument.spreadsheetml."
	typeSlide = "application/vnd.openxmlformats-officedocument.presentationml."
	relCore   = "http://schemas.openxmlformats.org/package/2006/relationships/metadata/core-properties"
)

// part is one file of a package.
type part struct{ name, data string }

func addPart(z *zip.Writer, name, data string) error {
	f, err := z.Create(name)
	if err != nil {
		return err
	}
	_, err = f.Write([]byte(data))
	return err
}

// relation is a line of a relationship part.
type relation struct{ kind, target string }

// relations writes a relationship part; the ids are rId1, rId2, …
func relations(list ...relation) string {
	var b strings.Builder
	b.WriteString(xmlHead + `<Relationships xmlns="` + nsRels + `">`)
	for i, r := range list {
		kind := r.kind
		if !strings.Contains(kind, "/") {
			kind = nsOffice + "/" + kind
		}
		fmt.Fprintf(&b, `<Relationship Id="rId%d" Type="%s" Target="%s"/>`, i+1, kind, r.target)
	}
	b.WriteString(`</Relationships>`)
	return b.String()
}

// contentTypes writes the part with the type of each part.
func contentTypes(parts ...part) string {
	var b strings.Builder
	b.WriteString(xmlHead + `<Types xmlns="` + nsTypes + `">` +
		`<Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/>` +
		`<Default Extension="xml" ContentType="application/xml"/>`)
	for _, p := range parts {
		fmt.Fprintf(&b, `<Override PartName="/%s" ContentType="%s"/>`, p.name, p.data)
	}
	b.WriteString(`</Types>`)
	return b.String()
}

// coreProperties writes the part with the title of a file.
func coreProperties(title string) string {
	return xmlHead + `<cp:coreProperties xmlns:cp="http://schemas.openxmlformats.org/package/2006/metadata/core-properties"` +
		` xmlns:dc="http://purl.org/dc/elements/1.1/"><dc:title>` + escape(title) + `</dc:title></cp:coreProperties>`
}

// escape writes text as XML and replaces what XML does not allow by a visible sign.
func escape(s string) string {
	b, _ := appendXML(nil, []byte(s), false)
	return string(b)
}

// bookParts are the parts of a workbook beside its sheets.
func bookParts(sheets int, title string) []part {
	types := []part{{"xl/workbook.xml", typeSheet + "sheet.main+xml"}, {"xl/styles.xml", typeSheet + "styles+xml"}, {"docProps/core.xml", typeCore}}
	rels := []relation{}
	book := xmlHead + `<workbook xmlns="` + nsSheet + `" xmlns:r="` + nsOffice + `"><sheets>`
	for i := 1; i <= sheets; i++ {
		types = append(types, part{fmt.Sprintf("xl/worksheets/sheet%d.xml", i), typeSheet + "worksheet+xml"})
		rels = append(rels, relation{"worksheet", fmt.Sprintf("worksheets/sheet%d.xml", i)})
		book += fmt.Sprintf(`<sheet name="Sheet%d" sheetId="%d" r:id="rId%d"/>`, i, i, i)
	}
	book += `</sheets></workbook>`
	rels = append(rels, relation{"styles", "styles.xml"})
	return []part{
		{"xl/workbook.xml", book},
		{"xl/_rels/workbook.xml.rels", relations(rels...)},
		{"xl/styles.xml", styles()},
		{"docProps/core.xml", coreProperties(title)},
		{"_rels/.rels", relations(relation{"officeDocument", "xl/workbook.xml"}, relation{relCore, "docProps/core.xml"})},
		{"[Content_Types].xml", contentTypes(types...)},
	}
}

// styles are the plain style and those with one or more decimals.
func styles() string {
	var formats, cells strings.Builder
	for d := 1; d <= decimals; d++ {
		fmt.Fprintf(&formats, `<numFmt numFmtId="%d" formatCode="0.%s"/>`, 163+d, strings.Repeat("0", d))
		fmt.Fprintf(&cells, `<xf numFmtId="%d" fontId="0" fillId="0" borderId="0" xfId="0" applyNumberFormat="1"/>`, 163+d)
	}
	return xmlHead + `<styleSheet xmlns="` + nsSheet + `">` +
		fmt.Sprintf(`<numFmts count="%d">%s</numFmts>`, decimals, formats.String()) +
		`<fonts count="1"><font><sz val="11"/><name val="Calibri"/></font></fonts>` +
		`<fills count="2"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill></fills>` +
		`<borders count="1"><border><left/><right/><top/><bottom/><diagonal/></border></borders>` +
		`<cellStyleXfs count="1"><xf numFmtId="0" fontId="0" fillId="0" borderId="0"/></cellStyleXfs>` +
		fmt.Sprintf(`<cellXfs count="%d"><xf numFmtId="0" fontId="0" fillId="0" borderId="0" xfId="0"/>%s</cellXfs>`, decimals+1, cells.String()) +
		`<cellStyles count="1"><cellStyle name="Normal" xfId="0" builtinId="0"/></cellStyles></styleSheet>`
}

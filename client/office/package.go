package office

import (
	"archive/zip"
	"fmt"
	"strings"

	"aloft/client/office/word/parts"
)

const (
	nsSheet  = "http://schemas.openxmlformats.org/spreadsheetml/2006/main"
	nsOffice = "http://schemas.openxmlformats.org/officeDocument/2006/relationships"
	nsDraw   = "http://schemas.openxmlformats.org/drawingml/2006/main"
	nsSlide  = "http://schemas.openxmlformats.org/presentationml/2006/main"

	typeSheet = "application/vnd.openxmlformats-officedocument.spreadsheetml."
	typeSlide = "application/vnd.openxmlformats-officedocument.presentationml."
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

// bookParts are the parts of a workbook beside its sheets.
func bookParts(sheets int, title string) []part {
	types := [][2]string{{"xl/workbook.xml", typeSheet + "sheet.main+xml"}, {"xl/styles.xml", typeSheet + "styles+xml"}}
	var rels []parts.Rel
	book := parts.XMLHead + `<workbook xmlns="` + nsSheet + `" xmlns:r="` + nsOffice + `"><sheets>`
	for i := 1; i <= sheets; i++ {
		types = append(types, [2]string{fmt.Sprintf("xl/worksheets/sheet%d.xml", i), typeSheet + "worksheet+xml"})
		rels = append(rels, parts.Rel{Kind: "worksheet", Target: fmt.Sprintf("worksheets/sheet%d.xml", i)})
		book += fmt.Sprintf(`<sheet name="Sheet%d" sheetId="%d" r:id="rId%d"/>`, i, i, i)
	}
	book += `</sheets></workbook>`
	rels = append(rels, parts.Rel{Kind: "styles", Target: "styles.xml"})
	return []part{
		{"xl/workbook.xml", book},
		{"xl/_rels/workbook.xml.rels", parts.Relations(rels...)},
		{"xl/styles.xml", styles()},
		{"docProps/core.xml", parts.Core(title)},
		{"_rels/.rels", parts.Relations(parts.Rel{Kind: "officeDocument", Target: "xl/workbook.xml"}, parts.Rel{Kind: parts.RelCore, Target: "docProps/core.xml"})},
		{"[Content_Types].xml", parts.ContentTypes(nil, types)},
	}
}

// styles are the plain style and those with one or more decimals.
func styles() string {
	var formats, cells strings.Builder
	for d := 1; d <= decimals; d++ {
		fmt.Fprintf(&formats, `<numFmt numFmtId="%d" formatCode="0.%s"/>`, 163+d, strings.Repeat("0", d))
		fmt.Fprintf(&cells, `<xf numFmtId="%d" fontId="0" fillId="0" borderId="0" xfId="0" applyNumberFormat="1"/>`, 163+d)
	}
	return parts.XMLHead + `<styleSheet xmlns="` + nsSheet + `">` +
		fmt.Sprintf(`<numFmts count="%d">%s</numFmts>`, decimals, formats.String()) +
		`<fonts count="1"><font><sz val="11"/><name val="Calibri"/></font></fonts>` +
		`<fills count="2"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill></fills>` +
		`<borders count="1"><border><left/><right/><top/><bottom/><diagonal/></border></borders>` +
		`<cellStyleXfs count="1"><xf numFmtId="0" fontId="0" fillId="0" borderId="0"/></cellStyleXfs>` +
		fmt.Sprintf(`<cellXfs count="%d"><xf numFmtId="0" fontId="0" fillId="0" borderId="0" xfId="0"/>%s</cellXfs>`, decimals+1, cells.String()) +
		`<cellStyles count="1"><cellStyle name="Normal" xfId="0" builtinId="0"/></cellStyles></styleSheet>`
}

// decimals is the number of number formats that show as many decimals as were
// written: cell style 1 has one, and so on.
const decimals = 9

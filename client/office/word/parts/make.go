package parts

import (
	"fmt"
	"strings"
)

// Namespaces and types of the parts that every package has.
const (
	TypesNS   = "http://schemas.openxmlformats.org/package/2006/content-types"
	RelsNS    = "http://schemas.openxmlformats.org/package/2006/relationships"
	RelOffice = "http://schemas.openxmlformats.org/officeDocument/2006/relationships/"
	// RelExtended is the kind of the part that says which comments answer which.
	RelExtended = "http://schemas.microsoft.com/office/2011/relationships/commentsExtended"
	RelCore     = "http://schemas.openxmlformats.org/package/2006/relationships/metadata/core-properties"
)

// XMLHead begins a part that we write.
const XMLHead = `<?xml version="1.0" encoding="UTF-8" standalone="yes"?>` + "\n"

// Core is the part with the title of a file.
func Core(title string) string {
	return XMLHead + `<cp:coreProperties xmlns:cp="http://schemas.openxmlformats.org/package/2006/metadata/core-properties" xmlns:dc="http://purl.org/dc/elements/1.1/"><dc:title>` + EscapeXML(title) + `</dc:title></cp:coreProperties>`
}

// Relations is a part of relationships: their ids are rId1, rId2, …; one without a kind
// is left out.
func Relations(list ...Rel) string {
	var b strings.Builder
	b.WriteString(XMLHead + `<Relationships xmlns="` + RelsNS + `">`)
	for i, r := range list {
		if r.Kind != "" {
			b.WriteString(r.XML(i+1, "", RelOffice))
		}
	}
	return b.String() + `</Relationships>`
}

// XML is a relationship of a number, with more attributes; under is what a kind is in
// that is no whole type.
func (r Rel) XML(number int, attrs, under string) string {
	if strings.Contains(r.Kind, "/") {
		under = ""
	}
	mode := ""
	if r.External {
		mode = ` TargetMode="External"`
	}
	return fmt.Sprintf(`<Relationship%s Id="rId%d" Type="%s" Target="%s"%s/>`, attrs, number, under+r.Kind, EscapeXML(r.Target), mode)
}

// ContentTypes is the part with the types of extensions and of parts.
func ContentTypes(extensions, parts [][2]string) string {
	var b strings.Builder
	b.WriteString(XMLHead + `<Types xmlns="` + TypesNS + `">`)
	for _, e := range append([][2]string{{"rels", "application/vnd.openxmlformats-package.relationships+xml"}, {"xml", "application/xml"}}, extensions...) {
		fmt.Fprintf(&b, `<Default Extension="%s" ContentType="%s"/>`, e[0], e[1])
	}
	for _, p := range append(parts, [2]string{"docProps/core.xml", "application/vnd.openxmlformats-package.core-properties+xml"}) {
		fmt.Fprintf(&b, `<Override PartName="/%s" ContentType="%s"/>`, p[0], p[1])
	}
	return b.String() + `</Types>`
}

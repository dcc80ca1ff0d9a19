package write

import (
	"archive/zip"
	"bufio"
	"strconv"

	"aloft/client/office/word"
	"aloft/client/office/word/parts"
)

// note writes a reference to a footnote. Word has one for each: a second one is its number.
func (x *writer) note(i word.Inline) {
	n, id := strconv.Itoa(i.Props.Note), strconv.Itoa(x.notes0+i.Props.Note)
	if x.cited[i.Props.Note] || x.shadow {
		x.s(`<w:sdt><w:sdtPr><w:tag w:val="`, parts.TagPrefix, `note:`, id, `"/></w:sdtPr><w:sdtContent><w:r><w:t>[`, n, `]</w:t></w:r></w:sdtContent></w:sdt>`)
		return
	}
	x.cited[i.Props.Note] = true
	x.s(`<w:r><w:rPr><w:rStyle w:val="`, x.style("FootnoteReference"), `"/></w:rPr><w:footnoteReference w:id="`, id, `"/></w:r>`)
}

// Separators are the lines that stand above footnotes.
const Separators = `<w:footnote w:type="separator" w:id="-1"><w:p><w:r><w:separator/></w:r></w:p></w:footnote><w:footnote w:type="continuationSeparator" w:id="0"><w:p><w:r><w:continuationSeparator/></w:r></w:p></w:footnote>`

// footnotes writes the part of the footnotes, with the two lines that stand above them.
func (x *writer) footnotes(d *word.Document) error {
	if len(x.noted) == 0 {
		return nil
	}
	w, err := x.create("word/footnotes.xml", zip.Deflate)
	if err != nil {
		return err
	}
	x.b = bufio.NewWriter(w)
	x.s(parts.XMLHead, `<w:footnotes `, parts.NSMain, `>`, Separators)
	refs := x.InPart(1, func() {
		for _, n := range word.NotesOf(d.Blocks()) {
			if x.noted[n.Number] {
				x.footnote(n)
			}
		}
	})
	x.s(`</w:footnotes>`)
	if err := x.b.Flush(); err != nil || len(refs) == 0 {
		return err
	}
	return x.part("word/_rels/footnotes.xml.rels", parts.Relations(refs...))
}

// footnote writes a footnote: the sign of its first paragraph is a number of the file's.
func (x *writer) footnote(n word.Note) {
	x.s(`<w:footnote w:id="`, strconv.Itoa(x.notes0+n.Number), `">`)
	x.sign = `<w:r><w:rPr><w:rStyle w:val="` + x.style("FootnoteReference") + `"/></w:rPr><w:footnoteRef/></w:r><w:r><w:t xml:space="preserve"> </w:t></w:r>`
	x.blocks(n.Blocks, nil, `<w:pStyle w:val="`+x.style("FootnoteText")+`"/>`)
	x.s(`</w:footnote>`)
}

// InPart makes what f writes refer to relationships of another part, with numbers from
// first on, and returns those.
func (x *writer) InPart(first int, f func()) []parts.Rel {
	refs, urls, rel0 := x.Refs, x.urls, x.First
	ids := map[*media]int{}
	for _, m := range x.pics.all {
		ids[m], m.id = m.id, 0
	}
	x.Refs, x.urls, x.First = nil, map[string]int{}, first
	f()
	out := x.Refs
	x.Refs, x.urls, x.First = refs, urls, rel0
	for _, m := range x.pics.all {
		if ids[m] > 0 {
			m.id = ids[m]
		}
	}
	return out
}

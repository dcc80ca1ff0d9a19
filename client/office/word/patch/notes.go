package patch

import (
	"strings"

	"aloft/client/office/word"
	"aloft/client/office/word/parts"
	"aloft/client/office/word/write"
)

// newNotes are the footnotes that the file does not have.
func (p *patcher) newNotes() []word.Note {
	has := map[int]bool{}
	for _, b := range p.d.Blocks() {
		if sourced(b) {
			has[word.NoteOf(b)] = true
		}
	}
	var fresh []word.Note
	noted, known := map[int]bool{}, word.Notes(p.d)
	for _, n := range word.NotesOf(p.d.Blocks()) {
		if known[n.Number] && !has[n.Number] {
			fresh, noted[n.Number] = append(fresh, n), true
		}
	}
	last := highest(p.text.data[word.SourceFootnotes], "footnote")
	p.w.Footnotes(noted, last)
	return fresh
}

// addNotes adds footnotes to their part, which a file may not have.
func (p *patcher) addNotes(fresh []word.Note) {
	if len(fresh) == 0 {
		return
	}
	name := p.out.has("footnotes")
	if name == "" {
		name = p.out.create("footnotes", parts.XMLHead+`<w:footnotes `+p.out.nsW()+`>`+write.Separators+`</w:footnotes>`)
	}
	p.ofPart(name, func() {
		var xml strings.Builder
		for _, n := range fresh {
			xml.WriteString(p.w.Footnote(n))
		}
		p.out.add(name, p.out.declared(name, p.out.within(xml.String(), nil)))
	})
}

package patch

import (
	"slices"
	"strings"

	"aloft/client/office/word"
	"aloft/client/office/word/parts"
)

// runs writes runs of text, as parts of those of the file or as new ones.
type runs struct {
	text   *fileText
	part   word.Source
	out    strings.Builder
	run    string      // beginning of the run that is open, "" = none
	of     *parts.Node // that it is a part of, nil = new
	has    []property  // its properties
	inText bool        // its w:t is open
	struck bool        // what is written is in a deletion
}

func (r *runs) tag(n *parts.Node) string { return r.text.raw(r.part, n.Tag()) }

// close ends the run.
func (r *runs) close() {
	r.endText()
	if r.run != "" {
		r.out.WriteString(`</w:r>`)
	}
	r.run, r.of = "", nil
}

// textTag is the element of text.
func (r *runs) textTag() string {
	if r.struck {
		return "w:delText"
	}
	return "w:t"
}

func (r *runs) endText() {
	if r.inText {
		r.out.WriteString(`</` + r.textTag() + `>`)
		r.inText = false
	}
}

// in makes a run with these properties the open one: a part of a run of the file, or
// nil for a new one.
func (r *runs) in(run *parts.Node, rpr []property) {
	if r.run != "" && r.of == run && slices.Equal(r.has, rpr) {
		return // as for most letters
	}
	tag, props := `<w:r>`, joined("rPr", rpr)
	if run != nil {
		tag = r.tag(run)
		if props == "" && run.Kid("rPr") != nil {
			props = `<w:rPr/>`
		}
	}
	key := tag + props
	if r.run == key && r.of == run {
		return
	}
	r.close()
	r.run, r.of, r.has = key, run, rpr
	r.out.WriteString(key)
}

// element writes into the open run.
func (r *runs) element(xml string) {
	r.endText()
	r.out.WriteString(xml)
}

// letter writes a character or a tab into the open run.
func (r *runs) letter(t token) {
	switch t.Kind {
	case word.Tab:
		r.element(`<w:tab/>`)
	case word.LineBreak:
		r.element(`<w:br/>`)
	default:
		if !r.inText {
			r.out.WriteString(`<` + r.textTag() + ` xml:space="preserve">`)
			r.inText = true
		}
		r.out.WriteString(parts.EscapeXML(t.Text))
	}
}

package word

import (
	"strconv"
	"strings"
)

// Note is a footnote: its text, without the number that the first paragraph begins with.
type Note struct {
	Number int
	Blocks []Block
}

// Reference is the text of a reference to a footnote.
func Reference(number int) string { return "[" + strconv.Itoa(number) + "]" }

// NoteSign is what the text of a footnote begins with.
func NoteSign(number int) string { return Reference(number) + " " }

// NotesOf are the footnotes of a run of blocks, each in one piece.
func NotesOf(in []Block) []Note {
	var out []Note
	at := map[int]int{}
	for _, b := range in {
		p, ok := b.(*Paragraph)
		if !ok || p.Note == 0 {
			continue
		}
		i, known := at[p.Note]
		if !known {
			i, at[p.Note] = len(out), len(out)
			out = append(out, Note{Number: p.Note})
			p = unsigned(p)
		}
		out[i].Blocks = append(out[i].Blocks, p)
	}
	return out
}

// unsigned is the first paragraph of a footnote without its number.
func unsigned(p *Paragraph) *Paragraph {
	if len(p.Inlines()) == 0 || p.Inlines()[0].Kind != Run {
		return p
	}
	first := p.Inlines()[0]
	rest, signed := strings.CutPrefix(first.Text, NoteSign(p.Note))
	if !signed {
		return p
	}
	first.Text = rest
	return NewParagraph(p.Format, append([]Inline{first}, p.Inlines()[1:]...)...)
}

// Notes are the footnotes that have a reference in the document, and a text.
func Notes(d *Document) map[int]bool {
	out := map[int]bool{}
	texts := map[int]bool{}
	for _, b := range d.blocks {
		if p, ok := b.(*Paragraph); ok && p.Note > 0 {
			texts[p.Note] = true
		}
	}
	if len(texts) == 0 {
		return nil
	}
	refer := func(p *Paragraph) {
		for _, i := range p.Inlines() {
			if n := i.Props.Note; texts[n] && n != p.Note {
				out[n] = true
			}
		}
	}
	var walk func([]Block)
	walk = func(in []Block) {
		for _, b := range in {
			box, ok := b.(*Box)
			switch {
			case !ok:
				EachParagraph([]Block{b}, refer)
			case box.Kind != CodeBlock: // in code it is text
				walk(box.blocks)
			}
		}
	}
	walk(d.blocks)
	return out
}

// Renumbered are blocks whose footnotes have numbers that are larger by more.
func Renumbered(in []Block, more int) []Block {
	return MapParagraphs(in, func(p *Paragraph) *Paragraph {
		f, inlines := p.Format, append([]Inline(nil), p.Inlines()...)
		for i, l := range inlines {
			if n := l.Props.Note; n > 0 {
				inlines[i].Props.Note, inlines[i].Text = n+more, Reference(n+more)
			}
		}
		if f.Note > 0 {
			if len(inlines) > 0 && inlines[0].Kind == Run {
				if rest, signed := strings.CutPrefix(inlines[0].Text, NoteSign(f.Note)); signed {
					inlines[0].Text = NoteSign(f.Note+more) + rest
				}
			}
			f.Note += more
		}
		return NewParagraph(f, inlines...)
	})
}

// LastNote is the highest number of a footnote.
func LastNote(in []Block) int {
	last := 0
	EachParagraph(in, func(p *Paragraph) {
		last = max(last, p.Note)
		for _, i := range p.Inlines() {
			last = max(last, i.Props.Note)
		}
	})
	return last
}

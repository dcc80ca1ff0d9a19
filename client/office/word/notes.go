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
		n := NoteOf(b)
		if n == 0 {
			continue
		}
		i, known := at[n]
		if !known {
			i, at[n] = len(out), len(out)
			out = append(out, Note{Number: n})
			if p, ok := b.(*Paragraph); ok {
				b = unsigned(p)
			}
		}
		out[i].Blocks = append(out[i].Blocks, b)
	}
	return out
}

// NoteOf is the footnote that a block is of, 0 = none.
func NoteOf(b Block) int {
	_, note, _ := b.place()
	return note
}

// InNote returns a block as one of a footnote, 0 = of none.
func InNote(b Block, number int) Block {
	if NoteOf(b) == number {
		return b
	}
	switch b := b.(type) {
	case *Paragraph:
		f := b.Format
		f.Note = number
		return NewParagraph(f, b.Inlines()...)
	case *Table:
		n := *b
		n.Note = number
		return &n
	case *Box:
		n := *b
		n.Note = number
		return &n
	}
	return b
}

// Noted are the blocks of a footnote in a document: its text begins with the number, and
// its last block is a paragraph.
func Noted(number int, in []Block) []Block {
	signed := NewParagraph(Format{}, Text(NoteSign(number)))
	if len(in) > 0 {
		if p, ok := in[0].(*Paragraph); ok {
			signed, in = NewParagraph(p.Format, append([]Inline{Text(NoteSign(number))}, p.Inlines()...)...), in[1:]
		}
	}
	out := append([]Block{signed}, in...)
	if _, ok := out[len(out)-1].(*Paragraph); !ok {
		out = append(out, NewParagraph(Format{}))
	}
	for i, b := range out {
		out[i] = InNote(b, number)
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
		if n := NoteOf(b); n > 0 {
			texts[n] = true
		}
	}
	if len(texts) == 0 {
		return nil
	}
	var walk func([]Block, int)
	walk = func(in []Block, of int) {
		for _, b := range in {
			of := max(of, NoteOf(b))
			if box, ok := b.(*Box); !ok {
				EachParagraph([]Block{b}, func(p *Paragraph) {
					for _, i := range p.Inlines() {
						if n := i.Props.Note; texts[n] && n != of {
							out[n] = true
						}
					}
				})
			} else if box.Kind != CodeBlock { // in code it is text
				walk(box.blocks, of)
			}
		}
	}
	walk(d.blocks, 0)
	return out
}

// Renumbered are blocks whose footnotes have numbers that are larger by more.
func Renumbered(in []Block, more int) []Block {
	out := MapParagraphs(in, func(p *Paragraph) *Paragraph {
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
		}
		return NewParagraph(f, inlines...)
	})
	for i, b := range out {
		if n := NoteOf(b); n > 0 {
			out[i] = InNote(b, n+more)
		}
	}
	return out
}

// LastNote is the highest number of a footnote.
func LastNote(in []Block) int {
	last := 0
	EachParagraph(in, func(p *Paragraph) {
		for _, i := range p.Inlines() {
			last = max(last, i.Props.Note)
		}
	})
	for _, b := range in {
		last = max(last, NoteOf(b))
	}
	return last
}

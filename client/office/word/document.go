// Package word has the document model, and writes it as plain text. The packages in it
// have its other formats: read, write and patch Word files (docx), md Markdown.
//
// A Document is a slice of immutable blocks; a change builds new blocks and a new
// Document. Positions count UTF-16 code units (Units); the length of a block is
// computed when it is built.
package word

import (
	"sort"
	"time"
)

// Levels of a paragraph; 1 to 9 are headings.
const (
	Body     = 0
	Title    = 11
	Subtitle = 12
)

// List is the kind of a list.
type List uint8

const (
	NoList List = iota
	Bullet
	Number
)

// Task is the state of a task paragraph.
type Task uint8

const (
	NoTask Task = iota
	ToDo
	Done
)

// Format is the format of a paragraph.
type Format struct {
	Level     int // Body, 1 to 9, Title, Subtitle
	List      List
	Task      Task
	ListLevel int    // 1 to 9 in a list, otherwise 0
	Start     int    // of a Number: counts from here; of a Bullet: a list begins; 0 = continues
	Indent    int    // 0 to 9; the paragraphs of an item behind its first have its level
	Note      int    // the footnote that it is of, 0 = none
	Source    Source // of its paragraph in the file that it comes from
}

// FromZero is the Start of a list that counts from 0.
const FromZero = -1

// StartAt is the Start of a list that counts from n.
func StartAt(n int) int {
	if n == 0 {
		return FromZero
	}
	return n
}

// IsHeading reports whether it is in the outline.
func (f Format) IsHeading() bool { return f.Level >= 1 && f.Level <= 9 }

// tidy removes what does not go together.
func (f Format) tidy() Format {
	if f.Level != Title && f.Level != Subtitle && !f.IsHeading() {
		f.Level = Body
	}
	if f.Level != Body || f.List > Number || f.Task != NoTask {
		f.List = NoList
	}
	if f.Level != Body || f.Task > Done {
		f.Task = NoTask
	}
	if f.List == NoList {
		f.ListLevel = 0
	} else {
		f.ListLevel = min(max(f.ListLevel, 1), 9)
		f.Indent = 0
	}
	if f.Level != Body {
		f.Indent = 0
	}
	switch {
	case f.List == NoList || f.Start < FromZero || f.Start > 1<<30:
		f.Start = 0
	case f.List == Bullet && f.Start != 0:
		f.Start = 1
	}
	f.Indent, f.Note = min(max(f.Indent, 0), 9), max(f.Note, 0)
	return f
}

// Block is a *Paragraph, *Table or *Box.
type Block interface {
	Len() int                              // in positions
	place() (depth, note int, from Source) // see Depth, NoteOf, SourceOf
}

// Paragraph is inlines and one mark at their end.
type Paragraph struct {
	Format
	text    string   // of one that is one run without properties: most are,
	inlines []Inline // and these are seven times as large
	length  int
}

// NewParagraph builds a paragraph in its normal form.
func NewParagraph(f Format, inlines ...Inline) *Paragraph {
	p := &Paragraph{Format: f.tidy(), length: 1}
	if len(inlines) == 1 && inlines[0].plain() {
		p.text = inlines[0].Text
		p.length += Units(p.text)
		return p
	}
	p.inlines = tidy(inlines)
	for _, i := range p.inlines {
		p.length += i.Len()
	}
	if len(p.inlines) == 1 && p.inlines[0].plain() {
		p.text, p.inlines = p.inlines[0].Text, nil
	}
	return p
}

// Len counts the inlines and the mark.
func (p *Paragraph) Len() int                  { return p.length }
func (p *Paragraph) place() (int, int, Source) { return max(p.ListLevel, p.Indent), p.Note, p.Source }

// Inlines are shared and must not be changed.
//
// They are made for each call where the paragraph is plain.
func (p *Paragraph) Inlines() []Inline {
	if p.text != "" {
		return []Inline{{Text: p.text}}
	}
	return p.inlines
}

// Plain is the text of a paragraph that is nothing but one run without properties.
func (p *Paragraph) Plain() (text string, plain bool) { return p.text, p.text != "" }

// Align is how the text of a column stands.
type Align uint8

const (
	NoAlign Align = iota
	Left
	Center
	Right
)

// Cell holds paragraphs and tables, at least one paragraph last.
type Cell struct {
	Source Source // only of a cell that was read: a place in the table finds it
	blocks []Block
	length int
}

// NewCell builds a cell. A box in it is replaced by its content: a cell cannot hold
// one.
func NewCell(blocks ...Block) Cell {
	var c Cell
	c.blocks, c.length = contents(false, blocks)
	return c
}

// Blocks are shared and must not be changed.
func (c Cell) Blocks() []Block { return c.blocks }

// Len is the length of the contents; a cell has no token of its own.
func (c Cell) Len() int { return c.length }

// Table is rows of cells, the same number in each row.
type Table struct {
	Align  []Align // by column, nil = none is set
	Indent int     // the level of the list item that it is in, 0 = none
	Note   int     // the footnote that it is of, 0 = none
	rows   [][]Cell
	length int
	source Source
}

// NewTable builds a table; short rows are filled with empty cells.
func NewTable(rows ...[]Cell) *Table {
	width := 1
	for _, r := range rows {
		width = max(width, len(r))
	}
	if len(rows) == 0 {
		rows = [][]Cell{nil}
	}
	t := &Table{length: 1}
	for _, r := range rows {
		full := make([]Cell, width)
		for i := range full {
			if i < len(r) {
				full[i] = r[i]
			}
			if len(full[i].blocks) == 0 {
				full[i] = NewCell()
			}
			t.length += full[i].length
		}
		t.rows = append(t.rows, full)
	}
	return t
}

// Len counts an open token and the contents.
func (t *Table) Len() int                  { return t.length }
func (t *Table) place() (int, int, Source) { return t.Indent, t.Note, t.source }

// Rows are shared and must not be changed.
func (t *Table) Rows() [][]Cell { return t.rows }

// BoxKind is the kind of a box.
type BoxKind uint8

const (
	TextBox BoxKind = iota
	CodeBlock
	HighlightBlock
)

// Box is a block of its own in the body; its contents are as a cell's. A highlight may
// hold code and highlights.
type Box struct {
	Kind     BoxKind
	Indent   int    // the level of the list item that it is in, 0 = none
	Note     int    // the footnote that it is of, 0 = none
	Language string // of a CodeBlock
	Name     string // name by which an anchor refers to it, usually ""
	blocks   []Block
	length   int
	source   Source // of a text box: of its content
}

// NewBox builds a box.
func NewBox(kind BoxKind, language, name string, blocks ...Block) *Box {
	b := &Box{Kind: kind, Name: name}
	if kind == CodeBlock {
		b.Language = language
	}
	b.blocks, b.length = contents(kind == HighlightBlock, blocks)
	b.length++
	return b
}

// Len counts an open token and the contents.
func (b *Box) Len() int                  { return b.length }
func (b *Box) place() (int, int, Source) { return b.Indent, b.Note, b.source }

// Blocks are shared and must not be changed.
func (b *Box) Blocks() []Block { return b.blocks }

// contents is the normal form of the content of a cell or box: no boxes but those
// that a highlight holds, and a paragraph last.
func contents(holds bool, blocks []Block) ([]Block, int) {
	var out []Block
	for _, b := range blocks {
		switch box, ok := b.(*Box); {
		case !ok, holds && box.Kind != TextBox:
			out = append(out, b)
		case holds:
			out = append(out, box.blocks...)
		default:
			in, _ := contents(false, box.blocks)
			out = append(out, in...)
		}
	}
	if len(out) == 0 {
		out = append(out, NewParagraph(Format{}))
	} else if _, ok := out[len(out)-1].(*Paragraph); !ok {
		out = append(out, NewParagraph(Format{}))
	}
	n := 0
	for _, b := range out {
		n += b.Len()
	}
	return out, n
}

// Comment is one comment; its thread is the comments that have it as Parent. The
// first of a thread has two marks in the text, a reply none.
type Comment struct {
	ID       string
	Parent   string // "" = the first of its thread
	Author   string
	Initials string
	When     time.Time // zero = unknown
	Text     string    // paragraphs separated by line feeds
	Done     bool      // the thread is resolved
}

// Document is a version of a text. It is immutable.
type Document struct {
	Version int64
	// Base is the key of the file that its sources are in; "" = the one that it was at first.
	Base     string
	blocks   []Block
	comments []Comment
	starts   []int // positions of the blocks
	length   int
}

// NewDocument builds a document in its normal form: a table or a box is never
// directly followed by a heading, a title or the end, so that every section of the
// outline ends with a paragraph.
func NewDocument(version int64, blocks []Block, comments []Comment) *Document {
	d := &Document{Version: version, comments: comments, blocks: make([]Block, 0, len(blocks)+1), starts: make([]int, 0, len(blocks)+1)}
	for _, b := range blocks {
		d.put(b)
	}
	d.end()
	return d
}

func (d *Document) add(b Block) {
	d.starts = append(d.starts, d.length)
	d.blocks = append(d.blocks, b)
	d.length += b.Len()
}

// rest adds an empty paragraph behind a table or box.
func (d *Document) rest() {
	if n := len(d.blocks); n > 0 {
		if _, ok := d.blocks[n-1].(*Paragraph); !ok {
			d.add(NewParagraph(Format{}))
		}
	}
}

// New is a new document: its title, and an empty paragraph to write in.
func New(title string) *Document {
	return NewDocument(0, []Block{NewParagraph(Format{Level: Title}, Text(title)), NewParagraph(Format{})}, nil)
}

// Len is the length in positions.
func (d *Document) Len() int { return d.length }

// Blocks are shared and must not be changed.
func (d *Document) Blocks() []Block { return d.blocks }

// Comments are shared and must not be changed.
func (d *Document) Comments() []Comment { return d.comments }

// Source is where in an imported file a block comes from: the offset of its element
// in the part, as UTF-8; 0 for what is new. It belongs to the content of a block and
// is no part of its look: an edit leaves it, so that an export finds the properties
// that the model does not have.
type Source int64

// The parts have ranges of their own; none is that long.
const (
	SourceMain Source = iota << 40
	SourceFootnotes
	SourceEndnotes

	sourceRange = SourceFootnotes
)

// Part is the range of a source's part.
func (s Source) Part() Source { return s - s%sourceRange }

// At is the offset in the part.
func (s Source) At() int64 { return int64(s % sourceRange) }

// SourceOf is the source of any block.
func SourceOf(b Block) Source {
	_, _, s := b.place()
	return s
}

// From returns the table with a source.
func (t *Table) From(s Source) *Table {
	n := *t
	n.source = s
	return &n
}

// With returns the table with other cells, and all else that it has.
func (t *Table) With(rows ...[]Cell) *Table {
	n := NewTable(rows...)
	n.Align, n.Indent, n.Note, n.source = t.Align, t.Indent, t.Note, t.source
	return n
}

// From returns the box with a source.
func (b *Box) From(s Source) *Box {
	n := *b
	n.source = s
	return &n
}

// With returns the box with other content, and all else that it has.
func (b *Box) With(blocks ...Block) *Box {
	n := NewBox(b.Kind, b.Language, b.Name, blocks...)
	n.Indent, n.Note, n.source = b.Indent, b.Note, b.source
	return n
}

// Depth is the level of the list item that a block is or belongs to, 0 = none.
func Depth(b Block) int {
	depth, _, _ := b.place()
	return depth
}

// Plain reports whether it is the format of body text, wherever it comes from.
func (f Format) Plain() bool {
	f.Source = 0
	return f == Format{}
}

// Splice replaces Del blocks from At on by Blocks.
type Splice struct {
	At, Del int
	Blocks  []Block
}

// Splice returns the document changed by the splices: in order, without overlap,
// with block indexes of this document. Comments are those of the new one. Untouched
// blocks are shared.
func (d *Document) Splice(version int64, cuts []Splice, comments []Comment) *Document {
	n := &Document{Version: version, Base: d.Base, comments: comments}
	more := 0
	for _, c := range cuts {
		more += len(c.Blocks) + 1
	}
	n.blocks = make([]Block, 0, len(d.blocks)+more)
	n.starts = make([]int, 0, len(d.blocks)+more)
	from := 0
	for _, c := range cuts {
		n.keep(d, from, c.At)
		for _, b := range c.Blocks {
			n.put(b)
		}
		from = c.At + c.Del
	}
	n.keep(d, from, len(d.blocks))
	n.end()
	return n
}

// keep copies blocks that are in their normal form already, among themselves.
func (d *Document) keep(old *Document, from, to int) {
	if from >= to {
		return
	}
	d.put(old.blocks[from])
	if from++; from == to {
		return
	}
	shift := d.length - old.starts[from]
	d.blocks = append(d.blocks, old.blocks[from:to]...)
	for _, s := range old.starts[from:to] {
		d.starts = append(d.starts, s+shift)
	}
	d.length = d.starts[len(d.starts)-1] + d.blocks[len(d.blocks)-1].Len()
}

// put adds a block, and before a heading the paragraph that separates it from a
// table or box.
func (d *Document) put(b Block) {
	if p, ok := b.(*Paragraph); ok && (p.IsHeading() || p.Level == Title) {
		d.rest()
	}
	d.add(b)
}

// end makes the last block a paragraph.
func (d *Document) end() {
	if d.rest(); len(d.blocks) == 0 {
		d.add(NewParagraph(Format{}))
	}
}

// Start is the position of a block.
func (d *Document) Start(block int) int { return d.starts[block] }

// At is the block at a position of the document.
func (d *Document) At(position int) int {
	return sort.Search(len(d.starts), func(i int) bool { return d.starts[i] > position }) - 1
}

package second

import (
	"fmt"
	"strings"
	"unicode/utf16"
)

type sort byte

const (
	unit    sort = iota // one UTF-16 unit of text
	thing               // something in a line that is no text
	mark                // a paragraph ends
	open                // a table or box begins
	noteOn              // a comment begins
	noteOff             // a comment ends
)

// Things in a line.
const (
	thingImage = "Image"
	thingPage  = "PageBreak"
)

// Kinds of blocks, as the specification names them.
const (
	Paragraph = "Paragraph"
	Heading   = "Heading"
	Table     = "Table"
	TextBox   = "TextBox"
	CodeBlock = "CodeBlock"
	Highlight = "HighlightBlock"
)

// Look is how text looks.
type Look struct {
	Bold, Italic, Underline, Strike, SmallCaps, Code bool
	Color, Background, Link                          string
}

// Par is the format of a paragraph.
type Par struct {
	Level  int // 0 body, 1 to 9 headings, 11 title, 12 subtitle
	List   int // 0 none, 1 bullets, 2 numbers
	Depth  int // of the list, from 1
	Indent int
	Task   int // 0 none, 1 to do, 2 done
}

// heads: the outline has it.
func (p Par) heads() bool { return p.Level >= 1 && p.Level <= 9 || p.Level == 11 }

// Image is an image in the text.
type Image struct {
	URL        string // without its query
	Attachment string
	Width      int
	Height     int
	Alt        string
}

type tok struct {
	sort  sort
	unit  uint16
	name  string // of a thing, and of what opens
	look  Look
	par   Par    // of a mark
	ends  string // of a mark: what ends behind it, the inner first: c(ell), r(ow), t(able), b(ox)
	image Image
	note  int64
}

// Note is a comment, or a reply to one.
type Note struct {
	ID     int64
	To     int64 // 0 = it begins a thread
	Text   string
	Date   string
	Author string
	Point  bool // made on a point
}

// Flat is a document. It never changes: an edit returns another one.
type Flat struct {
	toks  []tok
	notes []Note
}

// Refused is the error of an edit that was not made.
type Refused struct {
	Where bool // because of its position
	Words string
}

func (r *Refused) Error() string { return r.Words }

func outside(format string, args ...any) error { return &Refused{true, fmt.Sprintf(format, args...)} }
func wrong(format string, args ...any) error   { return &Refused{false, fmt.Sprintf(format, args...)} }

// NewFlat is the document that a service creates: its title, and an empty paragraph.
func NewFlat(title string) Flat {
	return Flat{toks: append(paragraph(title, Par{Level: 11}), tok{sort: mark})}
}

// units are the tokens of a text.
func units(text string, look Look) []tok {
	var out []tok
	for _, u := range utf16.Encode([]rune(text)) {
		out = append(out, tok{sort: unit, unit: u, look: look})
	}
	return out
}

func paragraph(text string, p Par) []tok { return append(units(text, Look{}), tok{sort: mark, par: p}) }

// said is the text of tokens, things as their names.
func said(toks []tok, things map[string]string) string {
	var b strings.Builder
	var run []uint16
	flush := func() { b.WriteString(string(utf16.Decode(run))); run = nil }
	for _, t := range toks {
		switch t.sort {
		case unit:
			run = append(run, t.unit)
		case thing:
			flush()
			b.WriteString(things[t.name])
		}
	}
	flush()
	return b.String()
}

// Len is the number of positions.
func (d Flat) Len() int64 { return int64(len(d.toks)) }

// Text is all text, a line for each paragraph.
func (d Flat) Text() string {
	var b strings.Builder
	for from := 0; from < len(d.toks); from++ {
		to := from
		for d.toks[to].sort != mark && d.toks[to].sort != open {
			to++
		}
		b.WriteString(said(d.toks[from:to], nil))
		if d.toks[to].sort == mark {
			b.WriteByte('\n')
		}
		from = to
	}
	return b.String()
}

// span is a paragraph: from its first token to its mark.
type span struct{ from, to int }

func (s span) empty() bool { return s.from == s.to }

// around is the paragraph at a position; there is none at an opening token.
func (d Flat) around(at int) span {
	s := span{at, at}
	for d.toks[s.to].sort != mark {
		s.to++
	}
	for s.from > 0 && d.toks[s.from-1].sort != mark && d.toks[s.from-1].sort != open {
		s.from--
	}
	return s
}

// spans are all paragraphs, including those in cells and boxes.
func (d Flat) spans() []span {
	var out []span
	from := 0
	for i, t := range d.toks {
		switch t.sort {
		case open:
			from = i + 1
		case mark:
			out = append(out, span{from, i})
			from = i + 1
		}
	}
	return out
}

// stories returns for each token what it belongs to: 0 for the body, otherwise the
// position where its cell or box begins. An opening token is outside.
func (d Flat) stories() []int {
	out := make([]int, len(d.toks))
	stack := []int{0}
	for i, t := range d.toks {
		out[i] = stack[len(stack)-1]
		if t.sort == open {
			stack = append(stack, i+1)
		}
		if t.ends == "" {
			continue
		}
		if strings.ContainsAny(t.ends, "tb") {
			stack = stack[:len(stack)-1]
		} else {
			stack[len(stack)-1] = i + 1
		}
	}
	return out
}

// box returns the box of a position; 0 is the body with its tables.
func (d Flat) box(at int) int {
	in := 0
	for i, t := range d.toks[:at+1] {
		switch {
		case t.sort == open && t.name != Table && i < at:
			in = i + 1
		case t.ends == "b" && i < at:
			in = 0
		}
	}
	return in
}

// Block is a block of the document, or of a cell or box.
type Block struct {
	Kind     string
	From, To int
	Par      Par
	Rows     [][]Cell
	Children []Block
}

// Cell is a cell of a table.
type Cell struct {
	From, To int
	Blocks   []Block
}

// Blocks are the blocks of the body.
func (d Flat) Blocks() []Block {
	out, _, _ := d.parse(0)
	return out
}

// parse reads blocks up to the end of their container.
func (d Flat) parse(i int) (out []Block, next int, ends string) {
	for i < len(d.toks) {
		if d.toks[i].sort != open {
			s := d.around(i)
			out = append(out, Block{Kind: Paragraph, From: s.from, To: s.to, Par: d.toks[s.to].par})
			i = s.to + 1
			if e := d.toks[s.to].ends; e != "" {
				return out, i, e
			}
			continue
		}
		b := Block{Kind: d.toks[i].name, From: i}
		i++
		if b.Kind != Table {
			b.Children, i, _ = d.parse(i)
			b.To = i - 1
			out = append(out, b)
			continue
		}
		for ends := ""; !strings.Contains(ends, "t"); {
			var row []Cell
			for ends = ""; !strings.Contains(ends, "r"); {
				c := Cell{From: i}
				c.Blocks, i, ends = d.parse(i)
				c.To = i - 1
				row = append(row, c)
			}
			b.Rows = append(b.Rows, row)
		}
		b.To = i - 1
		out = append(out, b)
	}
	return out, i, ""
}

// spliced is the document with some tokens replaced by others.
func (d Flat) spliced(from, to int, by ...tok) Flat {
	out := make([]tok, 0, len(d.toks)-(to-from)+len(by))
	out = append(append(append(out, d.toks[:from]...), by...), d.toks[to:]...)
	return Flat{out, d.notes}
}

// low: a position in the middle of a surrogate pair.
func (d Flat) low(at int) bool {
	return at < len(d.toks) && d.toks[at].sort == unit && utf16.IsSurrogate(rune(d.toks[at].unit)) && d.toks[at].unit >= 0xDC00 &&
		at > 0 && d.toks[at-1].sort == unit && d.toks[at-1].unit >= 0xD800 && d.toks[at-1].unit < 0xDC00
}

// index is a position where something can be inserted.
func (d Flat) index(at int64) (int, error) {
	if at < 0 || at >= d.Len() {
		return 0, outside("index %d is out of the document of %d", at, d.Len())
	}
	if d.low(int(at)) {
		return 0, outside("index %d is within a character", at)
	}
	return int(at), nil
}

package second

import (
	"cmp"
	"strings"
)

// Insert inserts text into a paragraph.
func (d Flat) Insert(at int64, text string) (Flat, error) {
	if strings.ContainsAny(text, "\r\n") {
		return d, wrong("text has a newline")
	}
	if text == "" {
		return d, wrong("text is empty")
	}
	i, err := d.inline(at)
	if err != nil {
		return d, err
	}
	return d.spliced(i, i, units(text, d.lookAt(i))...), nil
}

// lookAt is the look of the character before a position of its paragraph.
func (d Flat) lookAt(i int) Look {
	for s := d.around(i); i > s.from; i-- {
		if d.toks[i-1].sort == unit {
			return d.toks[i-1].look
		}
	}
	return Look{}
}

func (d Flat) inline(at int64) (int, error) {
	i, err := d.index(at)
	if err == nil && d.toks[i].sort == open {
		err = outside("index %d is where a %s begins", at, d.toks[i].name)
	}
	return i, err
}

// InsertImage inserts an image into a paragraph.
func (d Flat) InsertImage(at int64, m Image) (Flat, error) {
	i, err := d.inline(at)
	if err != nil {
		return d, err
	}
	return d.spliced(i, i, tok{sort: thing, name: thingImage, image: m}), nil
}

// InsertPageBreak inserts a page break into a paragraph.
func (d Flat) InsertPageBreak(at int64) (Flat, error) {
	i, err := d.inline(at)
	if err != nil {
		return d, err
	}
	return d.spliced(i, i, tok{sort: thing, name: thingPage}), nil
}

// Style changes a paragraph; nil changes nothing.
type Style struct {
	Level  int // 0 leaves it, 10 is body text
	List   *int
	Depth  *int
	Indent *int
	Task   int // 1 to do
}

func (s Style) on(p Par) Par {
	p.Task = s.Task
	switch {
	case s.Level == 10:
		p.Level = 0
	case s.Level != 0:
		p.Level = s.Level
	}
	if s.List != nil {
		if p.List = *s.List; p.List == 0 {
			p.Depth = 0
		} else if p.Depth == 0 {
			p.Depth = 1
		}
	}
	if s.Depth != nil && p.List != 0 {
		p.Depth = *s.Depth
	}
	if s.Indent != nil {
		p.Indent = *s.Indent
	}
	return p
}

// InsertParagraph inserts one mark at the index. The style applies to the part
// after it; at the start of a paragraph with text, and of any heading, to the new
// empty one before it.
func (d Flat) InsertParagraph(at int64, s Style) (Flat, error) {
	i, err := d.index(at)
	if err != nil {
		return d, err
	}
	if d.toks[i].sort == open {
		return d.spliced(i, i, tok{sort: mark, par: s.on(Par{})}).normal(), nil
	}
	p := d.around(i)
	old := d.toks[p.to]
	if i == p.from && (!p.empty() || old.par.heads()) {
		return d.spliced(i, i, tok{sort: mark, par: s.on(old.par)}).normal(), nil
	}
	out := d.spliced(i, i, tok{sort: mark, par: old.par})
	out.toks[p.to+1].par = s.on(old.par)
	return out.normal(), nil
}

// InsertMark is the other reading of the specification: the mark that is inserted has the style, so
// the paragraph that it ends has it.
func (d Flat) InsertMark(at int64, s Style) (Flat, error) {
	i, err := d.index(at)
	if err != nil || d.toks[i].sort == open {
		return d, cmp.Or(err, outside("index %d is where a %s begins", at, d.toks[max(0, i)].name))
	}
	return d.spliced(i, i, tok{sort: mark, par: s.on(d.toks[d.around(i).to].par)}).normal(), nil
}

// AppendParagraph inserts a paragraph with text behind the one that ends at the
// index.
func (d Flat) AppendParagraph(at int64, text string, s Style) (Flat, error) {
	i, err := d.index(at)
	if err != nil {
		return d, err
	}
	if d.toks[i].sort != mark {
		return d, outside("index %d is no end of a paragraph", at)
	}
	if strings.ContainsAny(text, "\r\n") {
		return d, wrong("text has a newline")
	}
	return d.behind(i, paragraph(text, s.on(Par{}))).normal(), nil
}

// Todo is a task to insert.
type Todo struct {
	State int
	Text  string
}

// InsertTasks inserts tasks, each a paragraph.
func (d Flat) InsertTasks(at int64, all []Todo) (Flat, error) {
	if len(all) == 0 {
		return d, wrong("there are no tasks")
	}
	var in []tok
	for _, t := range all {
		if t.State != 1 && t.State != 2 {
			return d, wrong("a task of state %d", t.State)
		}
		if strings.ContainsAny(t.Text, "\r\n") {
			return d, wrong("a task has a newline")
		}
		in = append(in, paragraph(t.Text, Par{Task: t.State})...)
	}
	return d.blocks(at, in)
}

// InsertTable inserts an empty table.
func (d Flat) InsertTable(at, rows, cols int64) (Flat, error) {
	if rows < 1 || cols < 1 || rows > 1000 || cols > 1000 || rows*cols > 10_000 {
		return d, wrong("a table of %d rows and %d columns", rows, cols)
	}
	grid := make([][][]tok, rows)
	for i := range grid {
		grid[i] = make([][]tok, cols)
	}
	return d.blocks(at, flatTable(grid))
}

// flatTable makes a table from the texts of its cells.
func flatTable(grid [][][]tok) []tok {
	out := []tok{{sort: open, name: Table}}
	for r, row := range grid {
		for c, text := range row {
			end := tok{sort: mark, ends: "c"}
			if c == len(row)-1 {
				end.ends = "cr"
				if r == len(grid)-1 {
					end.ends = "crt"
				}
			}
			out = append(append(out, text...), end)
		}
	}
	return out
}

// InsertMarkdown inserts Markdown.
func (d Flat) InsertMarkdown(at int64, md string) (Flat, error) {
	in := Markdown(md)
	if len(in) == 0 {
		return d, wrong("there is nothing in the Markdown")
	}
	return d.blocks(at, in)
}

// blocks inserts whole blocks: the third column of the position rules.
func (d Flat) blocks(at int64, in []tok) (Flat, error) {
	i, err := d.index(at)
	if err != nil {
		return d, err
	}
	if d.toks[i].sort != open {
		p := d.around(i)
		switch {
		case i == p.from: // before it, empty or not
		case i == p.to:
			return d.behind(i, in).normal(), nil
		default:
			left := d.toks[p.to]
			left.ends = ""
			in = append([]tok{left}, in...)
		}
	}
	if d.nested(i) {
		in = plain(in)
	}
	return d.spliced(i, i, in...).normal(), nil
}

// behind inserts blocks after the paragraph of a mark.
func (d Flat) behind(i int, in []tok) Flat {
	if d.nested(i) {
		in = plain(in)
	}
	ends := d.toks[i].ends
	if ends != "" && in[len(in)-1].ends != "" { // a cell ends with a paragraph
		in = append(in, tok{sort: mark})
	}
	out := d.spliced(i+1, i+1, in...)
	if ends != "" {
		out.toks[i].ends = ""
		out.toks[i+len(in)].ends = ends
	}
	return out
}

// nested: the position is in a cell or box.
func (d Flat) nested(i int) bool { return d.stories()[i] != 0 }

// plain removes the boxes around paragraphs: a cell or box cannot contain any.
func plain(in []tok) []tok {
	out := make([]tok, 0, len(in))
	for _, t := range in {
		if t.sort == open && t.name != Table {
			continue
		}
		if t.ends == "b" {
			t.ends = ""
		}
		out = append(out, t)
	}
	return out
}

// normal adds an empty paragraph between a table or box and a heading or the end
// behind it.
func (d Flat) normal() Flat {
	stories := d.stories()
	out := make([]tok, 0, len(d.toks))
	for i, t := range d.toks {
		out = append(out, t)
		if !strings.ContainsAny(t.ends, "tb") {
			continue
		}
		next := i + 1
		if next == len(d.toks) || d.toks[next].sort != open && stories[next] == 0 && d.toks[d.around(next).to].par.heads() {
			out = append(out, tok{sort: mark})
		}
	}
	return Flat{out, d.notes}
}

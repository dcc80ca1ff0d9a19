package write

import (
	"archive/zip"
	"bufio"
	"bytes"
	"strconv"
	"strings"

	"aloft/client/office/word"
	"aloft/client/office/word/parts"
)

// Pieces writes XML of what is new in a file that there is already.
type Pieces struct {
	writer
}

// Numbers are the highest ones of a file: those of what is new are above them.
type Numbers struct{ Rel, List, Object, Bookmark int }

// NewPieces writes for a file: stem begins the names of new pictures, style is what a
// style of ours is called in the file.
func NewPieces(n Numbers, stem string, style func(string) string) *Pieces {
	return &Pieces{writer{urls: map[string]int{}, nums: []override{{}}, IDs: map[string]int{}, Replies: map[string][]int{}, mark: map[string]bool{}, cited: map[int]bool{}, slug: word.Slugs{}, style: style,
		pics: &pictures{byKey: map[any]*media{}, stem: stem}, First: n.Rel + 1, num0: n.List, objs: n.Object, left: n.Bookmark}}
}

// make is the XML that f writes.
func (p *Pieces) make(f func()) string {
	var b bytes.Buffer
	p.b = bufio.NewWriter(&b)
	f()
	_ = p.b.Flush() // into memory
	return b.String()
}

// Blocks is the XML of new blocks, whose items have these numbering instances.
func (p *Pieces) Blocks(in []word.Block, nums []int) string {
	word.EachParagraph(in, func(q *word.Paragraph) { p.adopt(q.Inlines()) })
	return p.make(func() { p.blocks(in, nums, "") })
}

// Inlines is the XML of new inlines.
func (p *Pieces) Inlines(in []word.Inline) string {
	p.adopt(in)
	return p.make(func() { p.inlines(in) })
}

// Task is the box of a task.
func (p *Pieces) Task(t word.Task) string { return p.make(func() { p.task(t) }) }

// Footnotes makes references to these footnotes those of the file, which has ids up to last.
func (p *Pieces) Footnotes(notes map[int]bool, last int) { p.noted, p.notes0 = notes, last }

// IsFootnote reports whether text refers to one of them.
func (p *Pieces) IsFootnote(i word.Inline) bool { return p.noted[i.Props.Note] }

// Footnote is the XML of one, "" = nothing refers to it.
func (p *Pieces) Footnote(n word.Note) string {
	if !p.cited[n.Number] {
		return ""
	}
	return p.make(func() { p.footnote(n) })
}

// Comment is the XML of a comment: its number in the file, and the id of its
// paragraph by which replies refer to it.
func (p *Pieces) Comment(i int, c word.Comment, para string) string {
	return p.make(func() { p.comment(i, c, para) })
}

// ListsIn reports whether XML refers to an instance of ours.
func (p *Pieces) ListsIn(xml []byte) bool {
	for i := range len(p.nums) {
		if bytes.Contains(xml, []byte(`<w:numId w:val="`+strconv.Itoa(p.num0+i+1)+`"/>`)) {
			return true
		}
	}
	return false
}

// Extensions are those of the new pictures that something refers to.
func (p *Pieces) Extensions() []string {
	var out []string
	for _, m := range p.pics.all {
		if m.id > 0 {
			out = append(out, parts.Ext(m.name))
		}
	}
	return out
}

// Save copies the pictures into the file, beside its main part.
func (p *Pieces) Save(z *zip.Writer, dir string) error {
	p.z, p.dir = z, dir
	return p.media()
}

// Style is the definition of a style of ours.
func Style(id string) string {
	all := stylesPart()
	from := strings.Index(all, `w:styleId="`+id+`"`)
	from = strings.LastIndex(all[:from], "<w:style ")
	return all[from : from+strings.Index(all[from:], "</w:style>")+len("</w:style>")]
}

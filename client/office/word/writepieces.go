package word

import (
	"archive/zip"
	"bufio"
	"bytes"
	"cmp"
	"io"
	"strconv"
	"strings"
)

// pieces writes XML of what is new in a file that there is already.
type pieces struct {
	writer
}

// numbers are the highest ones of a file: those of what is new are above them.
type numbers struct{ rel, list, object, bookmark int }

// newPieces writes for a file: stem begins the names of new pictures, style is what a
// style of ours is called in the file.
func newPieces(n numbers, stem string, style func(string) string) *pieces {
	return &pieces{writer{urls: map[string]int{}, nums: []override{{}}, ids: map[string]int{}, replies: map[string][]int{}, mark: map[string]bool{}, slug: slugs{}, style: style,
		pics: &pictures{byKey: map[any]*media{}, stem: stem}, rel0: n.rel + 1, num0: n.list, objs: n.object, left: n.bookmark}}
}

// make is the XML that f writes.
func (p *pieces) make(f func()) string {
	var b bytes.Buffer
	p.b = bufio.NewWriter(&b)
	f()
	_ = p.b.Flush() // into memory
	return b.String()
}

// blocksXML is the XML of new blocks.
func (p *pieces) blocksXML(in []Block) string {
	eachParagraph(in, func(q *Paragraph) { p.adopt(q.Inlines()) })
	return p.make(func() { p.blocks(in, "") })
}

// inlinesXML is the XML of new inlines.
func (p *pieces) inlinesXML(in []Inline) string {
	p.adopt(in)
	return p.make(func() { p.inlines(in) })
}

func (p *pieces) adopt(in []Inline) {
	for _, i := range in {
		if i.Kind == Image {
			p.pics.add(i.Picture)
		}
	}
}

// taskXML is the box of a task.
func (p *pieces) taskXML(t Task) string { return p.make(func() { p.task(t) }) }

// commentXML is the XML of a comment: its number in the file, and the id of its
// paragraph by which replies refer to it.
func (p *pieces) commentXML(i int, c Comment, para string) string {
	return p.make(func() { p.comment(i, c, para) })
}

// listXML are the definitions and instances of the lists, for a file with as many
// definitions.
func (p *pieces) listXML(base int) (definitions, instances string) {
	var d, i strings.Builder
	p.definitions(&d, base)
	p.instances(&i, base)
	return d.String(), i.String()
}

// instance is a numbering instance for an item that begins a list.
func (p *pieces) instance(f Format) int {
	var c counter
	return p.num0 + p.list(&c, &[10]int{}, f)
}

// listsIn reports whether XML refers to an instance of ours.
func (p *pieces) listsIn(xml []byte) bool {
	for i := range len(p.nums) {
		if bytes.Contains(xml, []byte(`<w:numId w:val="`+strconv.Itoa(p.num0+i+1)+`"/>`)) {
			return true
		}
	}
	return false
}

// inPart makes what f writes refer to relationships of another part, with numbers from
// first on, and returns those.
func (p *pieces) inPart(first int, f func()) []rel {
	refs, urls, rel0 := p.refs, p.urls, p.rel0
	ids := map[*media]int{}
	for _, m := range p.pics.all {
		ids[m], m.id = m.id, 0
	}
	p.refs, p.urls, p.rel0 = nil, map[string]int{}, first
	f()
	out := p.refs
	p.refs, p.urls, p.rel0 = refs, urls, rel0
	for _, m := range p.pics.all {
		if ids[m] > 0 {
			m.id = ids[m]
		}
	}
	return out
}

// extensions are those of the new pictures that something refers to.
func (p *pieces) extensions() []string {
	var out []string
	for _, m := range p.pics.all {
		if m.id > 0 {
			out = append(out, ext(m.name))
		}
	}
	return out
}

// save copies the pictures into the file, beside its main part.
func (p *pieces) save(z *zip.Writer, dir string) error {
	p.z, p.dir = z, dir
	return p.media()
}

// styleXML is the definition of a style of ours.
func styleXML(id string) string {
	all := stylesPart()
	from := strings.Index(all, `w:styleId="`+id+`"`)
	from = strings.LastIndex(all[:from], "<w:style ")
	return all[from : from+strings.Index(all[from:], "</w:style>")+len("</w:style>")]
}

// media is the bytes of one or several pictures.
type media struct {
	data          Bytes
	name, format  string
	width, height int
	id            int // its relationship, 0 = none yet
}

// pictures are the bytes that a document has, each once.
type pictures struct {
	byKey map[any]*media
	all   []*media
	stem  string // of their names in the file
}

// key identifies the bytes of a picture without reading them.
func key(p *Picture) any {
	return cmp.Or[any](entry(p.Data), p)
}

func (s *pictures) of(p *Picture) *media {
	if p.Data == nil {
		return nil
	}
	return s.byKey[key(p)]
}

// add reads the first bytes of a picture. One that cannot be opened is written as
// its alternative text.
func (s *pictures) add(p *Picture) {
	if p.Data == nil || s.of(p) != nil {
		return
	}
	m := &media{data: p.Data}
	rc, err := p.Data.Open()
	if err != nil {
		return
	}
	head := make([]byte, 64<<10)
	n, err := io.ReadFull(rc, head)
	rc.Close()
	if err != nil && err != io.EOF && err != io.ErrUnexpectedEOF {
		return
	}
	m.format, m.width, m.height = sniff(head[:n])
	e := ext(p.Name)
	if formatOf(e) != m.format || m.format == "" {
		if e = m.format; e == "" {
			e = "bin"
		}
		if f := formatOf(ext(p.Name)); m.format == "" && f != "" {
			e = ext(p.Name)
		}
	}
	s.all = append(s.all, m)
	m.name = s.stem + strconv.Itoa(len(s.all)) + "." + e
	s.byKey[key(p)] = m
}

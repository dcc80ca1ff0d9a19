package word

import (
	"archive/zip"
	"bytes"
	"cmp"
	"crypto/sha256"
	"errors"
	"io"
	"maps"
	"path"
	"slices"
	"strings"
	"time"
)

// patcher writes an edited document into the file that it was read from.
type patcher struct {
	*file
	d, old  *Document
	w       *pieces           // of what is new
	data    map[Source][]byte // parts with text, as UTF-8, by their range
	inner   map[Source][]cut  // replacements inside of blocks
	strict  bool
	parts   map[string][]byte // changed and new parts by their name
	names   []string          // of the new ones
	ours    map[string]string // styles of ours by id, as they are called in the file
	define  []string          // definitions of styles to add
	sums    map[any][32]byte
	formats map[Source]Format // of the paragraphs as they were read
	rels    []rel             // to new parts
	types   []string          // content types to add

	boxes map[Source]*Box // of the old document
	notes []flatBlock     // what the document has of notes
	fails error
}

// cut replaces a range of a part.
type cut struct {
	span
	xml string
}

// WriteInto writes a document that ReadDocx has read from r, and that was edited
// since, into a copy of that file: what the edits did not touch keeps its bytes, and
// what they did the properties of its place. A document that knows nothing of the
// file, and one of a file that an export cannot go into, is written as WriteDocx does.
// Errors are those of w and of opening pictures.
func WriteInto(w io.Writer, d *Document, r io.ReaderAt, size int64, limits Limits) error {
	p, err := openPatcher(d, r, size, limits)
	if err != nil {
		return err
	}
	if p == nil {
		return WriteDocx(w, d)
	}
	if err := p.patch(); err != nil {
		return err
	}
	return p.save(w)
}

// openPatcher reads the file that a document goes into; nil where it cannot.
func openPatcher(d *Document, r io.ReaderAt, size int64, limits Limits) (*patcher, error) {
	f, old, err := readTraced(r, size, limits)
	var bad *Error
	if errors.As(err, &bad) {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	if slices.ContainsFunc(old.Blocks(), sourced) && !slices.ContainsFunc(d.Blocks(), sourced) {
		return nil, nil // it was edited before blocks had sources
	}
	p := &patcher{file: f, d: d, old: old, data: map[Source][]byte{}, inner: map[Source][]cut{}, parts: map[string][]byte{},
		ours: map[string]string{}, sums: map[any][32]byte{}, boxes: map[Source]*Box{}}
	if err := p.load(); err != nil {
		return nil, err
	}
	if p.bound["w"] == "" {
		return nil, nil // its elements have names that ours cannot stand beside
	}
	return p, nil
}

// sourced reports whether there is something of a file in a block.
func sourced(b Block) bool {
	if SourceOf(b) > 0 {
		return true
	}
	box, ok := b.(*Box)
	return ok && slices.ContainsFunc(box.Blocks(), sourced)
}

// load reads the parts with text, and makes the writer of what is new: its numbers
// begin behind those of the file.
func (p *patcher) load() error {
	parts := map[Source]string{sourceMain: p.main, sourceFootnotes: p.refs.of("footnotes"), sourceEndnotes: p.refs.of("endnotes")}
	for part, name := range parts {
		if name == "" || p.pk.parts[partName(name)] == nil {
			continue
		}
		var err error
		if p.data[part], err = p.pk.text(name); err != nil {
			return err
		}
		p.parts[name] = nil
	}
	p.strict = p.bound["w"] == strictly(namespaces()["w"])
	stem := "aloft"
	for strings.Contains(strings.Join(slices.Collect(maps.Keys(p.pk.parts)), "\n"), "/"+stem) {
		stem += "x"
	}
	text := p.data[sourceMain]
	n := numbers{rel: p.refs.last(), object: highest(text, "docPr "), bookmark: highest(text, "bookmarkStart ")}
	n.list, _ = p.nums.last()
	p.w = newPieces(n, stem, p.style)
	for _, b := range p.old.Blocks() {
		if box, ok := b.(*Box); ok && SourceOf(box) > 0 {
			p.boxes[SourceOf(box)] = box
		}
	}
	return nil
}

// highest is the largest id attribute of elements of a name.
func highest(text []byte, name string) int {
	most := 0
	for rest := text; ; {
		i := bytes.Index(rest, []byte(name))
		if i < 0 {
			return most
		}
		rest = rest[i+len(name):]
		end := bytes.IndexByte(rest, '>')
		tag := rest[:max(end, 0)]
		if k := bytes.Index(tag, []byte(`id="`)); k >= 0 {
			n := 0
			for _, c := range tag[k+4:] {
				if c < '0' || c > '9' || n > 1<<28 {
					break
				}
				n = 10*n + int(c-'0')
			}
			most = max(most, n)
		}
	}
}

// local gives the first element of new XML the namespaces that the root does not
// declare.
func (p *patcher) local(s string) string {
	at := strings.IndexAny(s, " />")
	if at < 0 {
		return s
	}
	add := ""
	for _, prefix := range []string{"a", "m", "mc", "pic", "r", "v", "w14", "wp", "wps"} {
		ns := namespaces()[prefix]
		if p.strict {
			ns = strictly(ns)
		}
		if p.bound[prefix] != ns && (strings.Contains(s, "<"+prefix+":") || strings.Contains(s, " "+prefix+":")) {
			add += ` xmlns:` + prefix + `="` + ns + `"`
		}
	}
	return s[:at] + add + s[at:]
}

func (p *patcher) fail(err error) {
	if p.fails == nil {
		p.fails = err
	}
}

// raw is a range of a part with what was replaced in it: the content of boxes, the
// signs of comments.
func (p *patcher) raw(part Source, in span) string {
	var cuts []cut
	for _, c := range p.inner[part] {
		if c.from >= in.from && c.to <= in.to {
			cuts = append(cuts, c)
		}
	}
	return string(applied(p.data[part][in.from:in.to], in.from, cuts))
}

// applied replaces ranges of data, which begins at an offset. Of ranges in each
// other the outer one counts: its text has the inner one's already.
func applied(data []byte, offset int64, cuts []cut) []byte {
	if len(cuts) == 0 {
		return data
	}
	cuts = slices.Clone(cuts)
	slices.SortStableFunc(cuts, func(a, b cut) int { return cmp.Or(cmp.Compare(a.from, b.from), cmp.Compare(b.to, a.to)) })
	// What is put at one place stands before what is replaced from there on.
	slices.SortStableFunc(cuts, func(a, b cut) int {
		if a.from == b.from && (a.from == a.to) != (b.from == b.to) {
			if a.from == a.to {
				return -1
			}
			return 1
		}
		return cmp.Compare(a.from, b.from)
	})
	var out bytes.Buffer
	at := offset
	for _, c := range cuts {
		if c.from < at {
			continue
		}
		out.Write(data[at-offset : c.from-offset])
		out.WriteString(c.xml)
		at = c.to
	}
	out.Write(data[at-offset:])
	return out.Bytes()
}

// parse reads the elements of a range of a part.
func (p *patcher) parse(part Source, in span) []*node {
	u, err := newPuller(bytes.NewReader(p.data[part][in.from:in.to]), p.pk.lim)
	if err != nil {
		p.fail(err)
		return nil
	}
	var out []*node
	for {
		s, ok, err := u.child()
		if err == io.EOF || err == nil && !ok {
			return out
		}
		var n *node
		if err == nil {
			n, err = u.block(s)
		}
		if err != nil {
			p.fail(err)
			return out
		}
		u.free()
		n.shift(in.from)
		out = append(out, n)
	}
}

// element reads the one element that begins at an offset.
func (p *patcher) element(s Source) *node {
	data := p.data[s.part()]
	if s.at() < 0 || s.at() >= int64(len(data)) {
		return nil
	}
	u, err := newPuller(bytes.NewReader(data[s.at():]), p.pk.lim)
	if err == nil {
		if start, e := u.root(); e == nil {
			if n, e := u.block(start); e == nil {
				u.free()
				n.shift(s.at())
				return n
			}
		}
	}
	return nil
}

// save writes the file: changed parts anew, new ones at the end, all others byte for
// byte as they were packed.
func (p *patcher) save(w io.Writer) error {
	z := zip.NewWriter(w)
	z.RegisterCompressor(zip.Deflate, Fastest())
	changed := map[string][]byte{}
	for name, data := range p.parts {
		if data != nil {
			changed[partName(name)] = asUTF8(data)
		}
	}
	put := func(name string, data []byte, modified time.Time) error {
		e, err := z.CreateHeader(&zip.FileHeader{Name: name, Method: zip.Deflate, Modified: modified})
		if err == nil {
			_, err = e.Write(data)
		}
		return err
	}
	for _, f := range p.pk.files {
		key := partName(f.Name)
		if data := changed[key]; data != nil && p.pk.parts[key] == f {
			if err := put(f.Name, data, f.Modified); err != nil {
				return err
			}
			delete(changed, key)
			continue
		}
		head := f.FileHeader
		e, err := z.CreateRaw(&head)
		if err != nil {
			return err
		}
		src, err := f.OpenRaw()
		if err != nil {
			return err
		}
		if _, err := io.Copy(e, src); err != nil {
			return err
		}
	}
	for _, name := range p.names {
		if err := put(name, changed[partName(name)], time.Date(1980, 1, 1, 0, 0, 0, 0, time.UTC)); err != nil {
			return err
		}
	}
	if err := p.w.save(z, path.Dir(p.main)); err != nil {
		return err
	}
	return z.Close()
}

// sum identifies the bytes of a picture.
func (p *patcher) sum(b Bytes) [32]byte {
	if held, ok := b.(Held); ok {
		return sha256.Sum256(held)
	}
	key := cmp.Or[any](entry(b), b)
	if s, known := p.sums[key]; known {
		return s
	}
	h := sha256.New()
	rc, err := b.Open()
	if err == nil {
		_, err = io.Copy(h, rc)
		rc.Close()
	}
	s := [32]byte(h.Sum(nil))
	if err != nil {
		s = [32]byte{1} // unreadable on both sides, it stays what it is
	}
	p.sums[key] = s
	return s
}

// styleNames are the names of our styles, by which files of other programs have
// theirs.
var styleNames = map[string]string{
	"Title": "title", "Subtitle": "subtitle", "ListParagraph": "list paragraph", "SourceCode": "source code", "CommentText": "annotation text",
	"VerbatimChar": "verbatim char", "Hyperlink": "hyperlink", "CommentReference": "annotation reference", "TableGrid": "table grid",
}

// style is what a style of ours is called in the file; one that is missing is added.
func (p *patcher) style(id string) string {
	if got := p.ours[id]; got != "" {
		return got
	}
	name := styleNames[id]
	if level, ok := strings.CutPrefix(id, "Heading"); ok {
		name = "heading " + level
	}
	switch found := p.styles.named(name); {
	case found != "":
		p.ours[id] = found
		return found
	case p.refs.of("styles") == "":
		p.ours[id] = id
		return id
	}
	as := id
	for p.styles[as] != nil {
		as += "0"
	}
	p.ours[id] = as
	xml := styleXML(id)
	xml = strings.Replace(xml, `w:styleId="`+id+`"`, `w:styleId="`+as+`"`, 1)
	xml = strings.ReplaceAll(xml, `<w:next w:val="Normal"/>`, "")
	base := ""
	if has := p.styles.normal(); has != "" {
		base = `<w:basedOn w:val="` + esc(has) + `"/>`
	}
	xml = strings.ReplaceAll(xml, `<w:basedOn w:val="Normal"/>`, base)
	p.define = append(p.define, strings.ReplaceAll(xml, `<w:basedOn w:val="TableNormal"/>`, ""))
	return as
}

// outermost is the first offset in a piece of XML where the fewest elements are
// open.
func outermost(xml []byte) int64 {
	depth, least, best := 0, 0, 0
	eachTag(xml, func(end int, step int) {
		if depth += step; depth < least {
			least, best = depth, end
		}
	})
	return int64(best)
}

// eachTag calls f behind each tag of a piece of XML: step is 1 for one that opens an
// element, -1 for one that closes it, 0 for any other.
func eachTag(xml []byte, f func(end, step int)) {
	for at := 0; ; {
		i := bytes.IndexByte(xml[at:], '<')
		if i < 0 {
			return
		}
		at += i
		rest := xml[at:]
		size := 0
		for _, q := range [][2]string{{"<!--", "-->"}, {"<?", "?>"}, {"<![CDATA[", "]]>"}} {
			if bytes.HasPrefix(rest, []byte(q[0])) {
				if size = bytes.Index(rest, []byte(q[1])) + len(q[1]); size < len(q[1]) {
					return
				}
			}
		}
		if size > 0 {
			at += size
			continue
		}
		var quote byte
		for k := 1; k < len(rest); k++ {
			switch c := rest[k]; {
			case quote != 0:
				if c == quote {
					quote = 0
				}
				continue
			case c == '"' || c == '\'':
				quote = c
				continue
			case c != '>':
				continue
			}
			size = k + 1
			break
		}
		if size == 0 {
			return
		}
		at += size
		switch {
		case rest[1] == '/':
			f(at, -1)
		case rest[size-2] == '/':
			f(at, 0)
		default:
			f(at, 1)
		}
	}
}

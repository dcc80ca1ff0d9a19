// Package parts opens a Word file: the archive, its parts and how they refer to each
// other, their XML as elements, the formats of pictures.
package parts

import (
	"archive/zip"
	"bytes"
	"errors"
	"io"
	"path"
	"strconv"
	"strings"

	"golang.org/x/text/encoding/charmap"

	"aloft/client/office/word"
	"aloft/model"
	"aloft/model/text"
)

// Package is an opened file: its parts and their relationships.
type Package struct {
	Parts  map[string]*zip.File // by name in lower case: part names ignore case
	Files  []*zip.File
	Limits word.Limits
	left   int64 // bytes that may still be unpacked
}

// Rel is a relationship: a reference from one part to another.
type Rel struct {
	Kind     string // the end of its type, the same in strict files
	Target   string // a part, or the URL of an external one
	External bool
}

// Rels are the relationships of a part by their ids.
type Rels map[string]Rel

// Last is the highest number at the end of an id.
func (in Rels) Last() int {
	most := 0
	for id := range in {
		most = max(most, Trailing(id))
	}
	return most
}

// Open opens a Word file.
func Open(r io.ReaderAt, size int64, lim word.Limits) (*Package, error) {
	lim = lim.Filled()
	if err := notZip(r, size); err != nil {
		return nil, err
	}
	z, err := OpenZip(r, size, lim.Parts)
	if err != nil {
		return nil, err
	}
	p := &Package{Parts: map[string]*zip.File{}, Files: z.File, Limits: lim, left: lim.Unpacked}
	for _, f := range z.File {
		name := Name(f.Name)
		if _, twice := p.Parts[name]; !twice && name != "" && !strings.HasSuffix(f.Name, "/") {
			p.Parts[name] = f
		}
	}
	return p, nil
}

// Name is the key of a part in Parts.
func Name(s string) string {
	return strings.ToLower(strings.TrimPrefix(path.Clean("/"+strings.ReplaceAll(s, `\`, "/")), "/"))
}

// notZip returns the error for a file that is not an archive.
func notZip(r io.ReaderAt, size int64) error {
	if size <= 0 {
		return &word.Error{What: "the file is empty", Hint: text.WordDamagedHint, Why: word.ErrDamaged}
	}
	head := make([]byte, min(size, 4096))
	if n, err := r.ReadAt(head, 0); n < len(head) && err != io.EOF {
		return err
	}
	begins := func(s string) bool { return bytes.HasPrefix(head, []byte(s)) }
	what := text.OfficeIsUnknown
	if begins("PK") {
		return nil
	}
	switch low := strings.ToLower(string(head)); {
	case begins("\xd0\xcf\x11\xe0"):
		return compound(r, size)
	case begins("%PDF"):
		what = text.Typed(text.OfficeIsPDF)
	case begins(`{\rtf`):
		what = text.Typed("rtf")
	case strings.Contains(low, "<html") || strings.Contains(low, "<!doctype html"):
		what = text.Typed(text.OfficeIsHTML)
	}
	return &word.Error{What: "this is not a Word file (docx): it is %s", Args: []any{what}, Hint: text.WordSaveHint, Why: word.ErrNotWord}
}

// compound tells the two kinds of files in the old container apart by the names in
// its directory, wherever that is.
func compound(r io.ReaderAt, size int64) error {
	mark := []byte("E\x00n\x00c\x00r\x00y\x00p\x00t\x00e\x00d\x00P\x00a\x00c\x00k\x00a\x00g\x00e\x00")
	const step = 1 << 20
	b := make([]byte, step+len(mark))
	for at := int64(0); at < size; at += step {
		n, err := r.ReadAt(b, at)
		if bytes.Contains(b[:n], mark) {
			return &word.Error{What: text.WordEncrypted, Hint: text.WordEncryptedHint, Why: word.ErrEncrypted}
		}
		if err != nil {
			break
		}
	}
	return &word.Error{What: "this is a Word file in the old format (doc)", Hint: text.WordSaveHint, Why: word.ErrNotWord}
}

// Open unpacks a part, within the limits, whatever its header says.
func (p *Package) Open(name string) (io.ReadCloser, error) {
	f := p.Parts[Name(name)]
	if f == nil {
		return nil, errNoPart
	}
	if f.Flags&1 != 0 {
		return nil, &word.Error{What: text.WordEncrypted, Hint: text.WordEncryptedHint, Why: word.ErrEncrypted}
	}
	if int64(f.UncompressedSize64) > p.Limits.Part || int64(f.UncompressedSize64) < 0 {
		return nil, tooLarge(p.Limits.Part)
	}
	rc, err := f.Open()
	if err != nil {
		return nil, err
	}
	return &measured{rc, p, p.Limits.Part}, nil
}

var errNoPart = errors.New("no such part")

func tooLarge(n int64) error {
	return &word.Error{What: "the file is refused: it unpacks to more than %s", Args: []any{sizeWord(n)}, Why: word.ErrTooLarge}
}

// sizeWord writes a limit.
func sizeWord(n int64) model.Sentence {
	if n >= 1<<20 {
		return model.Say(text.Typed("%d MiB"), n>>20)
	}
	return model.Say("%d {byte|bytes}", n)
}

// measured fails when a part, or all together, exceed the limit.
type measured struct {
	io.ReadCloser
	p    *Package
	left int64
}

func (m *measured) Read(b []byte) (int, error) {
	n, err := m.ReadCloser.Read(b)
	m.left -= int64(n)
	m.p.left -= int64(n)
	if b := m.p.Limits.Budget; b != nil {
		if err := b.Work(2 * n); err != nil {
			return 0, err
		}
	}
	if m.left < 0 {
		return 0, tooLarge(m.p.Limits.Part)
	}
	if m.p.left < 0 {
		return 0, tooLarge(m.p.Limits.Unpacked)
	}
	return n, err
}

// Each reads the children of a part's root, one after the other. A part that is not there has none.
func (p *Package) Each(name string, do func(*Node) error) error {
	rc, err := p.Open(name)
	if errors.Is(err, errNoPart) {
		return nil
	}
	if err != nil {
		return err
	}
	defer rc.Close()
	x, err := NewPuller(rc, p.Limits)
	if err != nil {
		return word.Damaged(name, err)
	}
	if _, err := x.Root(); err != nil {
		return word.Damaged(name, err)
	}
	return p.Children(x, name, func(n *Node) error {
		if err := do(n); err != nil {
			return err
		}
		return p.Limits.Budget.Hold(sizeKept)
	})
}

// sizeKept is what is kept of an element of a part that lists things, in bytes.
const sizeKept = 100

// Children reads the children of the element that x is in, one after the other.
func (p *Package) Children(x *Puller, name string, do func(*Node) error) error {
	for {
		s, ok, err := x.Child()
		if err != nil {
			return word.Damaged(name, err)
		}
		if !ok {
			return nil
		}
		n, err := x.Block(s)
		if err != nil {
			return word.Damaged(name, err)
		}
		if err := do(n); err != nil {
			return err
		}
		x.Free()
	}
}

// Rels reads the relationships of a part; "" are those of the file. A part without
// any is usual.
func (p *Package) Rels(part string) (Rels, error) {
	dir, base := path.Split(part)
	out := Rels{}
	return out, p.Each(dir+"_rels/"+base+".rels", func(n *Node) error {
		out.Add(n, dir)
		return nil
	})
}

// Add adds what an element says of a part in a folder.
func (in Rels) Add(n *Node, dir string) {
	id, kind := n.Attr("Id"), n.Attr("Type")
	if n.Name != "Relationship" || id == "" {
		return
	}
	r := Rel{Kind: kind[strings.LastIndexByte(kind, '/')+1:], Target: n.Attr("Target"), External: strings.EqualFold(n.Attr("TargetMode"), "External")}
	if !r.External && !strings.HasPrefix(r.Target, "#") { // a place in the part itself
		t := UnescapeURL(strings.ReplaceAll(r.Target, `\`, "/"))
		if !strings.HasPrefix(t, "/") {
			t = "/" + dir + t
		}
		r.Target = strings.TrimPrefix(path.Clean(t), "/")
	}
	in[id] = r
}

// Of returns the target of the first relationship of a kind, "" when there is none.
func (in Rels) Of(kind string) string {
	best := ""
	for _, r := range in {
		if r.Kind == kind && !r.External && (best == "" || r.Target < best) {
			best = r.Target
		}
	}
	return best
}

// Picture returns the bytes of a part, unread; nil when it does not exist.
func (p *Package) Picture(name string) word.Bytes {
	f := p.Parts[Name(name)]
	if f == nil || f.Flags&1 != 0 {
		return nil
	}
	return &partBytes{f, p.Limits.Picture}
}

// partBytes are a picture inside the file.
type partBytes struct {
	f   *zip.File
	max int64
}

// Entry is the part that bytes are of, nil for any others.
func Entry(b word.Bytes) any {
	if part, ok := b.(*partBytes); ok {
		return part.f
	}
	return nil
}

func (b *partBytes) Size() int64 { return int64(b.f.UncompressedSize64) }

func (b *partBytes) Open() (io.ReadCloser, error) {
	if n := b.Size(); n < 0 || n > b.max {
		return nil, tooLarge(b.max)
	}
	rc, err := b.f.Open()
	if err != nil {
		return nil, err
	}
	return &measured{rc, &Package{Limits: word.Limits{Part: b.max, Unpacked: b.max}, left: b.max}, b.max}, nil
}

// UnescapeURL decodes %20 and the like.
func UnescapeURL(s string) string {
	if !strings.Contains(s, "%") {
		return s
	}
	var b strings.Builder
	for i := 0; i < len(s); i++ {
		if s[i] == '%' && i+2 < len(s) {
			if c, err := strconv.ParseUint(s[i+1:i+3], 16, 8); err == nil {
				b.WriteByte(byte(c))
				i += 2
				continue
			}
		}
		b.WriteByte(s[i])
	}
	return b.String()
}

// Text is a part as UTF-8, with the offsets of the reader.
func (p *Package) Text(name string) ([]byte, error) {
	rc, err := p.Open(name)
	if err != nil {
		return nil, err
	}
	defer rc.Close()
	r, err := utf8Reader(rc)
	if err != nil {
		return nil, err
	}
	var whole bytes.Buffer // of its size from the start: a book is too long to be copied as it grows
	if f := p.Parts[Name(name)]; f != nil && f.UncompressedSize64 < uint64(p.Limits.Part) {
		whole.Grow(int(f.UncompressedSize64) + bytes.MinRead)
	}
	if _, err := whole.ReadFrom(r); err != nil {
		return nil, word.Damaged(name, err)
	}
	data := whole.Bytes()
	end := bytes.Index(data, []byte("?>"))
	if !bytes.HasPrefix(data, []byte("<?xml")) || end < 0 {
		return data, nil
	}
	end += 2
	head := strings.ToLower(string(data[:end]))
	if strings.Contains(head, "iso-8859-1") || strings.Contains(head, "latin1") || strings.Contains(head, "windows-1252") {
		rest, err := charmap.ISO8859_1.NewDecoder().Bytes(data[end:])
		return append(data[:end:end], rest...), err
	}
	return data, nil
}

// IsWord checks the kind of the archive.
func (p *Package) IsWord(main string) error {
	what := text.Text("")
	switch {
	case strings.HasPrefix(main, "xl/"):
		what = text.Typed(text.OfficeIsSheet)
	case strings.HasPrefix(main, "ppt/"):
		what = text.Typed(text.OfficeIsSlides)
	case p.Parts[Name(main)] != nil:
		return nil
	case p.Parts["mimetype"] != nil && p.Parts["content.xml"] != nil:
		what = text.Typed("OpenDocument")
	case p.Parts["[content_types].xml"] == nil:
		what = text.Typed(text.OfficeIsZip)
	default:
		return &word.Error{What: text.WordNoText, Hint: text.WordDamagedHint, Why: word.ErrDamaged}
	}
	return &word.Error{What: "this is not a Word file (docx): it is %s", Args: []any{what}, Hint: text.WordSaveHint, Why: word.ErrNotWord}
}

// Trailing is the number at the end of a name, 0 without one.
func Trailing(s string) int {
	i := len(s)
	for i > 0 && len(s)-i < 9 && s[i-1] >= '0' && s[i-1] <= '9' {
		i--
	}
	n, _ := strconv.Atoi(s[i:])
	return n
}

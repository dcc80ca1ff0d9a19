package word

import (
	"archive/zip"
	"bufio"
	"bytes"
	"errors"
	"io"
	"path"
	"strconv"
	"strings"

	"aloft/model/text"
)

// pack is an opened file: its parts and their relationships.
type pack struct {
	parts map[string]*zip.File // by name in lower case: part names ignore case
	files []*zip.File
	lim   Limits
	left  int64 // bytes that may still be unpacked
}

// rel is a relationship: a reference from one part to another.
type rel struct {
	kind     string // the end of its type, the same in strict files
	target   string // a part, or the URL of an external one
	external bool
}

// rels are the relationships of a part by their ids.
type rels map[string]rel

// last is the highest number at the end of an id.
func (in rels) last() int {
	most := 0
	for id := range in {
		most = max(most, trailing(id))
	}
	return most
}

func openPack(r io.ReaderAt, size int64, lim Limits) (*pack, error) {
	lim = lim.filled()
	if err := notZip(r, size); err != nil {
		return nil, err
	}
	z, err := OpenZip(r, size, lim.Parts)
	if err != nil {
		return nil, err
	}
	p := &pack{parts: map[string]*zip.File{}, files: z.File, lim: lim, left: lim.Unpacked}
	for _, f := range z.File {
		name := partName(f.Name)
		if _, twice := p.parts[name]; !twice && name != "" && !strings.HasSuffix(f.Name, "/") {
			p.parts[name] = f
		}
	}
	return p, nil
}

func partName(s string) string {
	return strings.ToLower(strings.TrimPrefix(path.Clean("/"+strings.ReplaceAll(s, `\`, "/")), "/"))
}

// notZip returns the error for a file that is not an archive.
func notZip(r io.ReaderAt, size int64) error {
	if size <= 0 {
		return &Error{What: "the file is empty", Hint: text.WordDamagedHint, Why: ErrDamaged}
	}
	head := make([]byte, min(size, 4096))
	if n, err := r.ReadAt(head, 0); n < len(head) && err != io.EOF {
		return err
	}
	begins := func(s string) bool { return bytes.HasPrefix(head, []byte(s)) }
	what := text.Text("text or other data")
	if begins("PK") {
		return nil
	}
	switch low := strings.ToLower(string(head)); {
	case begins("\xd0\xcf\x11\xe0"):
		return compound(r, size)
	case begins("%PDF"):
		what = "a PDF"
	case begins(`{\rtf`):
		what = "an RTF file"
	case strings.Contains(low, "<html") || strings.Contains(low, "<!doctype html"):
		what = "a web page"
	}
	return &Error{What: "this is not a Word file (docx): it begins like %s", Args: []any{what}, Hint: text.WordSaveHint, Why: ErrNotWord}
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
			return &Error{What: text.WordEncrypted, Hint: text.WordEncryptedHint, Why: ErrEncrypted}
		}
		if err != nil {
			break
		}
	}
	return &Error{What: "this is a Word file of the old format (doc)", Hint: text.WordSaveHint, Why: ErrNotWord}
}

// open unpacks a part, within the limits, whatever its header says.
func (p *pack) open(name string) (io.ReadCloser, error) {
	f := p.parts[partName(name)]
	if f == nil {
		return nil, errNoPart
	}
	if f.Flags&1 != 0 {
		return nil, &Error{What: text.WordEncrypted, Hint: text.WordEncryptedHint, Why: ErrEncrypted}
	}
	if int64(f.UncompressedSize64) > p.lim.Part || int64(f.UncompressedSize64) < 0 {
		return nil, tooLarge(p.lim.Part)
	}
	rc, err := f.Open()
	if err != nil {
		return nil, err
	}
	return &measured{rc, p, p.lim.Part}, nil
}

var errNoPart = errors.New("no such part")

func tooLarge(n int64) error {
	return &Error{What: "the file is refused: it unpacks to more than %s", Args: []any{sizeWord(n)}, Why: ErrTooLarge}
}

// sizeWord writes a limit.
func sizeWord(n int64) string {
	if n >= 1<<20 {
		return (&text.Catalogue{}).Say("%d MiB", n>>20)
	}
	return (&text.Catalogue{}).Say("%d {byte|bytes}", n)
}

// measured fails when a part, or all together, exceed the limit.
type measured struct {
	io.ReadCloser
	p    *pack
	left int64
}

func (m *measured) Read(b []byte) (int, error) {
	n, err := m.ReadCloser.Read(b)
	m.left -= int64(n)
	m.p.left -= int64(n)
	if b := m.p.lim.Budget; b != nil {
		if err := b.Work(2 * n); err != nil {
			return 0, err
		}
	}
	if m.left < 0 {
		return 0, tooLarge(m.p.lim.Part)
	}
	if m.p.left < 0 {
		return 0, tooLarge(m.p.lim.Unpacked)
	}
	return n, err
}

// each reads the children of a part's root, one after the other.
func (p *pack) each(name string, do func(*node) error) (root string, err error) {
	rc, err := p.open(name)
	if err != nil {
		return "", err
	}
	defer rc.Close()
	x, err := newPuller(rc, p.lim)
	if err != nil {
		return "", damaged(name, err)
	}
	s, err := x.root()
	if err != nil {
		return "", damaged(name, err)
	}
	return s.Name.Local, p.children(x, name, func(n *node) error {
		if err := do(n); err != nil {
			return err
		}
		return p.lim.Budget.Hold(sizeKept)
	})
}

// sizeKept is what is kept of an element of a part that lists things, in bytes.
const sizeKept = 100

func (p *pack) children(x *puller, name string, do func(*node) error) error {
	for {
		s, ok, err := x.child()
		if err != nil {
			return damaged(name, err)
		}
		if !ok {
			return nil
		}
		n, err := x.block(s)
		if err != nil {
			return damaged(name, err)
		}
		if err := do(n); err != nil {
			return err
		}
		x.free()
	}
}

// rels reads the relationships of a part; "" are those of the file. A part without
// any is usual.
func (p *pack) rels(part string) (rels, error) {
	dir, base := path.Split(part)
	out := rels{}
	_, err := p.each(dir+"_rels/"+base+".rels", func(n *node) error {
		if n.name != "Relationship" {
			return nil
		}
		kind := n.attr("Type")
		r := rel{kind: kind[strings.LastIndexByte(kind, '/')+1:], target: n.attr("Target"), external: strings.EqualFold(n.attr("TargetMode"), "External")}
		if !r.external && !strings.HasPrefix(r.target, "#") { // a place in the part itself
			t := strings.ReplaceAll(r.target, `\`, "/")
			t = unescape(t)
			if !strings.HasPrefix(t, "/") {
				t = "/" + dir + t
			}
			r.target = strings.TrimPrefix(path.Clean(t), "/")
		}
		if id := n.attr("Id"); id != "" {
			out[id] = r
		}
		return nil
	})
	if errors.Is(err, errNoPart) {
		err = nil
	}
	return out, err
}

// of returns the target of the first relationship of a kind, "" when there is none.
func (in rels) of(kind string) string {
	best := ""
	for _, r := range in {
		if r.kind == kind && !r.external && (best == "" || r.target < best) {
			best = r.target
		}
	}
	return best
}

// picture returns the bytes of a part, unread; nil when it does not exist.
func (p *pack) picture(name string) Bytes {
	f := p.parts[partName(name)]
	if f == nil || f.Flags&1 != 0 {
		return nil
	}
	return &partBytes{f, p.lim.Picture}
}

// partBytes are a picture inside the file.
type partBytes struct {
	f   *zip.File
	max int64
}

// entry is the part that bytes are of, nil for any others.
func entry(b Bytes) any {
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
	return &measured{rc, &pack{lim: Limits{Part: b.max, Unpacked: b.max}, left: b.max}, b.max}, nil
}

// unescape decodes %20 and the like.
func unescape(s string) string {
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

// text is a part as UTF-8, with the offsets of the reader.
func (p *pack) text(name string) ([]byte, error) {
	rc, err := p.open(name)
	if err != nil {
		return nil, err
	}
	defer rc.Close()
	r, err := utf8Reader(rc)
	if err != nil {
		return nil, err
	}
	data, err := io.ReadAll(r)
	if err != nil {
		return nil, damaged(name, err)
	}
	end := bytes.Index(data, []byte("?>"))
	if !bytes.HasPrefix(data, []byte("<?xml")) || end < 0 {
		return data, nil
	}
	end += 2
	head := strings.ToLower(string(data[:end]))
	if strings.Contains(head, "iso-8859-1") || strings.Contains(head, "latin1") || strings.Contains(head, "windows-1252") {
		rest, err := io.ReadAll(&latin{bufio.NewReader(bytes.NewReader(data[end:]))})
		return append(data[:end:end], rest...), err
	}
	return data, nil
}

// isWord checks the kind of the archive.
func (p *pack) isWord(main string) error {
	what := text.Text("")
	switch {
	case strings.HasPrefix(main, "xl/"):
		what = "a spreadsheet"
	case strings.HasPrefix(main, "ppt/"):
		what = "a presentation"
	case p.parts[partName(main)] != nil:
		return nil
	case p.parts["mimetype"] != nil && p.parts["content.xml"] != nil:
		what = "an OpenDocument file"
	case p.parts["[content_types].xml"] == nil:
		what = "another kind of archive"
	default:
		return &Error{What: text.WordNoText, Hint: text.WordDamagedHint, Why: ErrDamaged}
	}
	return &Error{What: "this is not a Word file: it is %s with another name", Args: []any{what}, Hint: text.WordSaveHint, Why: ErrNotWord}
}

// trailing is the number at the end of a name, 0 without one.
func trailing(s string) int {
	i := len(s)
	for i > 0 && len(s)-i < 9 && s[i-1] >= '0' && s[i-1] <= '9' {
		i--
	}
	n, _ := strconv.Atoi(s[i:])
	return n
}

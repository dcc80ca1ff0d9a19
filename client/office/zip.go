package office

import (
	"archive/zip"
	"bytes"
	"cmp"
	"context"
	"encoding/binary"
	"errors"
	"io"
	"math"
	"path"
	"slices"
	"strings"
	"unicode/utf16"

	"aloft/client/office/word"
	"aloft/client/office/word/parts"
	"aloft/model"
	"aloft/model/budget"
	"aloft/model/text"
)

// Limits of a package. A part is unpacked only within them, whatever it says about its own size.
const (
	maxParts  = 20000
	maxPart   = 64 << 20 // bytes of one XML part
	maxUnpack = 4 << 30  // bytes of all parts as declared
)

// archive is an opened package of parts (docx, xlsx, pptx, xmind).
type archive struct {
	name  string // of the file
	files map[string]*zip.File
	total uint64
	b     *budget.Budget
	main  string // the part with the content
	typ   string // its content type
}

// headOf reads the first bytes of a file.
func headOf(r io.ReaderAt, size int64) ([]byte, error) {
	b := make([]byte, min(size, 4096))
	n, err := r.ReadAt(b, 0)
	if err != nil && err != io.EOF {
		return nil, err
	}
	return b[:n], nil
}

// openArchive opens a package and finds its main part, when it has one.
func openArchive(ctx context.Context, name string, r io.ReaderAt, size int64) (*archive, error) {
	z, err := parts.OpenZip(r, size, maxParts)
	if errors.Is(err, word.ErrTooLarge) {
		return nil, ofWord(name, err)
	}
	if err := gone(ctx); err != nil {
		return nil, err
	}
	if err != nil {
		return nil, refuse(Broken, err, text.OfficeBroken, name, string(text.OfficeNoEnd)).hint(text.OfficeBrokenHint)
	}
	a := &archive{name: name, files: map[string]*zip.File{}, b: usual(ctx)}
	for _, f := range z.File {
		a.total = plus(a.total, f.UncompressedSize64)
		a.files[strings.ToLower(strings.TrimPrefix(strings.ReplaceAll(f.Name, `\`, "/"), "/"))] = f
	}
	if a.total > maxUnpack {
		return nil, refuse(TooLarge, nil, text.OfficeParts, name, len(z.File), int64(a.total>>20))
	}
	for _, f := range z.File {
		if f.Flags&1 != 0 {
			return nil, refuse(Encrypted, nil, text.OfficeEncrypted, name).hint(text.OfficeEncryptedHint)
		}
	}
	return a, a.findMain()
}

// plus adds untrusted sizes: a sum that overflows stays at the maximum.
func plus(a, b uint64) uint64 {
	if a > math.MaxInt64-min(b, math.MaxInt64) {
		return math.MaxInt64
	}
	return a + b
}

// part unpacks a part; ok false: it does not exist.
func (a *archive) part(name string) (data []byte, ok bool, err error) {
	f := a.files[strings.ToLower(name)]
	if f == nil {
		return nil, false, nil
	}
	if f.UncompressedSize64 > maxPart {
		return nil, true, refuse(TooLarge, nil, text.OfficeParts, a.name, len(a.files), int64(f.UncompressedSize64>>20))
	}
	r, err := f.Open()
	if err != nil {
		return nil, true, a.bad(name, err)
	}
	defer r.Close()
	data, err = io.ReadAll(io.LimitReader(r, maxPart+1))
	if err != nil {
		return nil, true, a.bad(name, err)
	}
	if err := a.b.Work(4 * len(data)); err != nil { // XML is slow to parse
		return nil, true, err
	}
	if len(data) > maxPart {
		return nil, true, refuse(TooLarge, nil, text.OfficeParts, a.name, len(a.files), maxPart>>20)
	}
	return data, true, nil
}

func (a *archive) bad(part string, err error) error {
	return refuse(Broken, err, text.OfficeBroken, a.name, model.Say("a part of it cannot be read (%s)", part)).hint(text.OfficeBrokenHint)
}

// tree unpacks and parses an XML part; nil when it does not exist.
func (a *archive) tree(name string) (*parts.Node, error) {
	data, ok, err := a.part(name)
	if err != nil || !ok {
		return nil, err
	}
	held := a.b.Held()
	n, err := parseXML(data, a.b)
	_ = a.b.Hold(held - a.b.Held()) // only a few are used at a time
	if a.b.Err() != nil {
		return nil, a.b.Err()
	}
	if err != nil {
		return nil, a.bad(name, err)
	}
	return n, nil
}

// relations returns the relationships of a part; "" = of the package.
func (a *archive) relations(of string) (parts.Rels, error) {
	dir, base := path.Split(of)
	root, err := a.tree(dir + "_rels/" + base + ".rels")
	if err != nil || root == nil {
		return nil, err
	}
	out := parts.Rels{}
	each(root, func(n *parts.Node) bool {
		out.Add(n, dir)
		return true
	})
	return out, nil
}

// findMain finds the main part of an office file by the relationships of the
// package, and its type.
func (a *archive) findMain() error {
	rels, err := a.relations("")
	if err != nil {
		return err
	}
	a.main = rels.Of("officeDocument")
	types, err := a.tree("[Content_Types].xml")
	if err != nil || types == nil || a.main == "" {
		return err
	}
	byDefault := ""
	each(types, func(n *parts.Node) bool {
		switch {
		case n.Name == "Override" && strings.EqualFold(strings.TrimPrefix(n.Attr("PartName"), "/"), a.main):
			a.typ = n.Attr("ContentType")
		case n.Name == "Default" && strings.EqualFold("."+n.Attr("Extension"), path.Ext(a.main)):
			byDefault = n.Attr("ContentType")
		}
		return true
	})
	a.typ = cmp.Or(a.typ, byDefault)
	if a.files[strings.ToLower(a.main)] == nil {
		a.main = ""
	}
	return nil
}

// is names the format of the package.
func (a *archive) is() text.Text {
	t := strings.ToLower(a.typ)
	has := func(name string) bool { return a.files[name] != nil }
	switch {
	case strings.Contains(t, "wordprocessingml") || strings.Contains(t, "ms-word"):
		return text.Typed(text.OfficeIsWord)
	case strings.Contains(t, "spreadsheetml") || strings.Contains(t, "ms-excel"):
		return text.Typed(text.OfficeIsSheet)
	case strings.Contains(t, "presentationml") || strings.Contains(t, "ms-powerpoint"):
		return text.Typed(text.OfficeIsSlides)
	case has("content.json") || has("content.xml") && has("meta-inf/manifest.xml") && !has("mimetype"):
		return text.Typed(text.OfficeIsXmind)
	}
	return text.Typed(text.OfficeIsZip)
}

// streamsOLE returns the names in the directory of a file of the older format
// ([MS-CFB]: the header at 0, the directory a chain of sectors).
func streamsOLE(r io.ReaderAt, size int64) ([]string, error) {
	h := make([]byte, 512)
	if _, err := r.ReadAt(h, 0); err != nil {
		return nil, err
	}
	shift := binary.LittleEndian.Uint16(h[30:])
	if shift != 9 && shift != 12 {
		return nil, errBadOLE
	}
	sector := int64(1) << shift
	at := func(n uint32) int64 { return (int64(n) + 1) * sector }
	buf := make([]byte, sector)
	load := func(n uint32) error {
		if at(n)+128 > size {
			return errBadOLE
		}
		clear(buf)
		_, err := r.ReadAt(buf, at(n))
		if errors.Is(err, io.EOF) {
			err = nil
		}
		return err
	}
	var names []string
	per := uint32(sector / 4)
	for dir, steps := binary.LittleEndian.Uint32(h[48:]), 0; dir < 0xfffffffa && steps < 1024; steps++ {
		if err := load(dir); err != nil {
			return nil, err
		}
		for e := buf; len(e) >= 128; e = e[128:] {
			n := int(binary.LittleEndian.Uint16(e[64:]))
			if n < 4 || n > 64 || e[66] == 0 {
				continue
			}
			u := make([]uint16, n/2-1)
			for i := range u {
				u[i] = binary.LittleEndian.Uint16(e[2*i:])
			}
			names = append(names, string(utf16.Decode(u)))
		}
		// The header lists the first 109 sectors of the sector table: enough for a
		// directory in the first 7 MB.
		fat := dir / per
		if fat >= 109 {
			break
		}
		next := dir % per
		if err := load(binary.LittleEndian.Uint32(h[76+4*fat:])); err != nil {
			return nil, err
		}
		dir = binary.LittleEndian.Uint32(buf[4*next:])
	}
	return names, nil
}

// Errors in files of others; never shown alone.
var (
	errBadOLE   = errors.New("no directory")
	errBadSheet = errors.New("a sheet that cannot be read")
)

// looksHTML reports whether a file begins like a web page.
func looksHTML(head []byte) bool {
	low := bytes.ToLower(bytes.TrimLeft(bytes.TrimPrefix(head, []byte{0xef, 0xbb, 0xbf}), " \t\r\n"))
	return bytes.HasPrefix(low, []byte("<!doctype html")) || bytes.HasPrefix(low, []byte("<html"))
}

// open opens the package of that suffix, and refuses anything else.
func open(ctx context.Context, name, suffix string, r io.ReaderAt, size int64) (*archive, error) {
	if size <= 0 {
		return nil, refuse(Empty, nil, text.OfficeEmpty, name)
	}
	head, err := headOf(r, size)
	if err != nil {
		return nil, err
	}
	if bytes.HasPrefix(head, markOLE) {
		if names, err := streamsOLE(r, size); err == nil && slices.Contains(names, "EncryptedPackage") {
			return nil, refuse(Encrypted, nil, text.OfficeEncrypted, name).hint(text.OfficeEncryptedHint)
		}
		return nil, mismatch(name, text.OfficeIsOLE)
	}
	if !bytes.HasPrefix(head, markZip) {
		return nil, mismatch(name, is(head))
	}
	a, err := openArchive(ctx, name, r, size)
	if err != nil {
		return nil, err
	}
	want := wanted(suffix)
	found := a.is()
	if found == want && (a.main != "" || want == text.Typed(text.OfficeIsXmind)) {
		return a, nil
	}
	if found == want || found == text.Typed(text.OfficeIsZip) && a.files["[content_types].xml"] != nil {
		return nil, refuse(Broken, nil, text.OfficeBroken, name, string(text.OfficeNoMain)).hint(text.OfficeBrokenHint)
	}
	return nil, mismatch(name, found)
}

// wanted names the format of a suffix.
func wanted(suffix string) text.Text {
	switch suffix {
	case "docx":
		return text.Typed(text.OfficeIsWord)
	case "xlsx":
		return text.Typed(text.OfficeIsSheet)
	case "pptx":
		return text.Typed(text.OfficeIsSlides)
	}
	return text.Typed(text.OfficeIsXmind)
}

func mismatch(name string, is text.Text) error {
	return refuse(Mismatch, nil, "%q has the wrong suffix for its content (%s)", name, is).hint("correct the suffix, or save the file as %s", Suffix(name))
}

// is names the format of a file that is not a package, by its first bytes.
func is(head []byte) text.Text {
	switch {
	case bytes.HasPrefix(head, markZip):
		return text.Typed(text.OfficeIsZip)
	case bytes.HasPrefix(head, markOLE):
		return text.OfficeIsOLE
	case bytes.HasPrefix(head, []byte("%PDF-")):
		return text.Typed(text.OfficeIsPDF)
	case bytes.HasPrefix(head, []byte(`{\rtf`)):
		return text.Typed("rtf")
	case looksHTML(head):
		return text.Typed(text.OfficeIsHTML)
	}
	if c, _ := guess(head, false); len(head) > 0 && c != codingBinary && !c.doubtful() {
		return text.OfficeIsText
	}
	return text.OfficeIsUnknown
}

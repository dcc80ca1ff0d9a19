package drive

import (
	"archive/zip"
	"bytes"
	"encoding/binary"
	"fmt"
	"hash/fnv"
	"image"
	"image/color"
	"image/jpeg"
	"image/png"
	"io"
	"math"
	"strconv"
	"strings"
)

// made are bytes generated from a recipe, a kind and a size: a head and a tail that identify the kind, and lines or
// noise between them. They can be read at any offset.
type made struct {
	size       int64
	head, tail []byte
	seed       uint64
	lines      bool
}

// ReadMe is the recipe of the text that explains the sample.
const ReadMe = "readme"

func newMade(recipe, mime string, size int64) *made {
	h := fnv.New64a()
	h.Write([]byte(recipe))
	m := &made{size: size, seed: h.Sum64(), lines: strings.HasPrefix(mime, "text/") || mime == "application/json"}
	for i := range sampleFiles {
		if f := &sampleFiles[i]; f.name == recipe {
			m.head = []byte(f.text)
		}
	}
	switch {
	case m.head != nil:
	case recipe == ReadMe:
		m.head = []byte(readMe)
	case mime == "audio/wav":
		m.head = song(size)
	case mime == "image/png":
		m.head = picture(m.seed, png.Encode)
	case mime == "image/jpeg":
		m.head = picture(m.seed, func(w io.Writer, i image.Image) error { return jpeg.Encode(w, i, nil) })
	case mime == "application/pdf":
		m.head, m.tail = []byte("%PDF-1.4\n%"), pdfTail(size)
	case mime == "application/zip":
		m.head = zipHead()
		m.tail = zipTail(size, [][2]string{{"Read me.txt", "This archive was made when it was read.\n"}, {"folder/numbers.csv", "1,2,3\n4,5,6\n"}})
	case strings.HasPrefix(mime, "application/vnd.openxmlformats-officedocument."):
		m.head, m.tail = zipHead(), zipTail(size, office(mime))
	}
	if int64(len(m.head)+len(m.tail)) > size {
		m.head, m.tail = m.head[:min(int64(len(m.head)), size)], nil
	}
	return m
}

// ReadAt implements io.ReaderAt.
func (m *made) ReadAt(b []byte, off int64) (n int, err error) {
	if rest := m.size - off; int64(len(b)) > rest {
		b, err = b[:max(rest, 0)], io.EOF
	}
	for n < len(b) {
		at := off + int64(n)
		switch foot := m.size - int64(len(m.tail)); {
		case at < int64(len(m.head)):
			n += copy(b[n:], m.head[at:])
		case at >= foot:
			n += copy(b[n:], m.tail[at-foot:])
		default:
			part := b[n:min(int64(len(b)), foot-off)]
			if m.lines {
				m.fillLines(part, at)
			} else {
				m.fillNoise(part, at)
			}
			n += len(part)
		}
	}
	return n, err
}

// Close implements io.Closer.
func (m *made) Close() error { return nil }

// word returns the random number of an index.
func (m *made) word(i int64) uint64 {
	x := m.seed + uint64(i)*0x9e3779b97f4a7c15
	x = (x ^ x>>30) * 0xbf58476d1ce4e5b9
	x = (x ^ x>>27) * 0x94d049bb133111eb
	return x ^ x>>31
}

func (m *made) fillNoise(b []byte, at int64) {
	i := at / 8
	if skip := at % 8; skip > 0 {
		var w [8]byte
		binary.LittleEndian.PutUint64(w[:], m.word(i))
		b, i = b[copy(b, w[skip:]):], i+1
	}
	for ; len(b) >= 8; b, i = b[8:], i+1 {
		binary.LittleEndian.PutUint64(b, m.word(i))
	}
	if len(b) > 0 {
		var w [8]byte
		binary.LittleEndian.PutUint64(w[:], m.word(i))
		copy(b, w[:])
	}
}

// width of a line of made text, with its end.
const width = 64

func (m *made) fillLines(b []byte, at int64) {
	for i := at / width; len(b) > 0; i++ {
		line := m.line(i)
		n := copy(b, line[at%width:])
		b, at = b[n:], at+int64(n)
	}
}

// line is a line of text: its number and some words.
func (m *made) line(i int64) (line [width]byte) {
	words := [...]string{"bean", "hedge", "pump", "water", "seed", "plot", "rain", "shade", "spade", "kale", "pear", "path", "bell", "gate", "wool", "fern"}
	n := len(strconv.AppendInt(line[:0], i+1, 10))
	for w := m.word(i); n < width; w >>= 4 {
		line[n] = ' '
		n++
		n += copy(line[n:], words[w&15])
	}
	line[width-1] = '\n'
	return line
}

// picture is a small image in the colour of the seed. Programs ignore bytes after its end.
func picture(seed uint64, encode func(io.Writer, image.Image) error) []byte {
	img := image.NewPaletted(image.Rect(0, 0, 160, 120), color.Palette{
		color.RGBA{uint8(seed), uint8(seed >> 8), uint8(seed >> 16), 0xff}, color.White})
	for x := range 160 {
		img.SetColorIndex(x, x*120/160, 1)
	}
	var b bytes.Buffer
	_ = encode(&b, img) // into memory
	return b.Bytes()
}

// song is a sound of that size: a note that rises and falls again, 8000 bytes a second.
func song(size int64) []byte {
	const header, rate = 44, 8000
	n := max(0, size-header)
	b := append(make([]byte, 0, header+n), "RIFF"...)
	b = binary.LittleEndian.AppendUint32(b, uint32(header-8+n))
	b = append(b, "WAVEfmt \x10\x00\x00\x00\x01\x00\x01\x00"...) // one channel of numbers
	b = binary.LittleEndian.AppendUint32(b, rate)
	b = binary.LittleEndian.AppendUint32(b, rate)
	b = append(b, "\x01\x00\x08\x00data"...)
	b = binary.LittleEndian.AppendUint32(b, uint32(n))
	for i := range n {
		t := float64(i) / rate
		b = append(b, byte(128+40*math.Sin(t*9000+30*math.Sin(t*25))))
	}
	return b
}

// zipHead starts a member that no directory lists, so that the filling is skipped.
func zipHead() []byte {
	return append([]byte("PK\x03\x04\x14"), make([]byte, 25)...)
}

// zipTail ends a file of that size with an archive of those members.
func zipTail(size int64, members [][2]string) []byte {
	at := int64(0)
	for {
		var b bytes.Buffer
		w := zip.NewWriter(&b)
		w.SetOffset(at)
		for _, m := range members {
			f, err := w.CreateHeader(&zip.FileHeader{Name: m[0], Method: zip.Store})
			if err == nil {
				_, _ = io.WriteString(f, m[1]) // into memory
			}
		}
		_ = w.Close()
		if n := int64(b.Len()); at+n == size || n >= size {
			return b.Bytes()
		}
		at = size - int64(b.Len()) // its length does not depend on the place
	}
}

// office returns the parts of an Office file with one sentence.
func office(mime string) [][2]string {
	const (
		head = `<?xml version="1.0" encoding="UTF-8" standalone="yes"?>` + "\n"
		rel  = "http://schemas.openxmlformats.org/officeDocument/2006/relationships"
		said = "These bytes were made when they were read."
	)
	name, kind, body := "word/document.xml", "wordprocessingml.document.main",
		`<w:document xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"><w:body><w:p><w:r><w:t>`+said+`</w:t></w:r></w:p></w:body></w:document>`
	more, parts := "", [][2]string{}
	switch {
	case strings.Contains(mime, "spreadsheetml"):
		name, kind = "xl/workbook.xml", "spreadsheetml.sheet.main"
		body = `<workbook xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main" xmlns:r="` + rel + `"><sheets><sheet name="Sheet1" sheetId="1" r:id="rId1"/></sheets></workbook>`
		more = `<Override PartName="/xl/worksheets/sheet1.xml" ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.worksheet+xml"/>`
		parts = [][2]string{
			{"xl/_rels/workbook.xml.rels", head + `<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="rId1" Type="` + rel + `/worksheet" Target="worksheets/sheet1.xml"/></Relationships>`},
			{"xl/worksheets/sheet1.xml", head + `<worksheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"><sheetData><row r="1"><c r="A1" t="inlineStr"><is><t>` + said + `</t></is></c></row></sheetData></worksheet>`},
		}
	case strings.Contains(mime, "presentationml"):
		name, kind = "ppt/presentation.xml", "presentationml.presentation.main"
		body = `<p:presentation xmlns:p="http://schemas.openxmlformats.org/presentationml/2006/main"/>`
	}
	return append([][2]string{
		{"[Content_Types].xml", head + `<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Override PartName="/` + name + `" ContentType="application/vnd.openxmlformats-officedocument.` + kind + `+xml"/>` + more + `</Types>`},
		{"_rels/.rels", head + `<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="rId1" Type="` + rel + `/officeDocument" Target="` + name + `"/></Relationships>`},
		{name, head + body},
	}, parts...)
}

// pdfTail ends a file of that size with a page. Everything before it is a comment.
func pdfTail(size int64) []byte {
	page := "BT /F1 14 Tf 72 760 Td (These bytes were made when they were read.) Tj ET\n"
	objects := []string{
		"<< /Type /Catalog /Pages 2 0 R >>",
		"<< /Type /Pages /Kids [3 0 R] /Count 1 >>",
		"<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Contents 4 0 R /Resources << /Font << /F1 5 0 R >> >> >>",
		fmt.Sprintf("<< /Length %d >>\nstream\n%sendstream", len(page), page),
		"<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>",
	}
	for at := int64(0); ; {
		b := bytes.NewBufferString("\n")
		var starts []int64
		for i, o := range objects {
			starts = append(starts, at+int64(b.Len()))
			fmt.Fprintf(b, "%d 0 obj\n%s\nendobj\n", i+1, o)
		}
		table := at + int64(b.Len())
		fmt.Fprintf(b, "xref\n0 %d\n0000000000 65535 f \n", len(objects)+1)
		for _, s := range starts {
			fmt.Fprintf(b, "%010d 00000 n \n", s)
		}
		fmt.Fprintf(b, "trailer\n<< /Size %d /Root 1 0 R >>\nstartxref\n%012d\n%%%%EOF\n", len(objects)+1, table)
		if n := int64(b.Len()); at+n == size || n >= size {
			return b.Bytes()
		}
		at = size - int64(b.Len())
	}
}

// readMe starts the text of the sample's first file.
const readMe = `Read me first
=============

This is the drive of the local service: it lives in one folder on this
machine, and nothing of it leaves.

What you can do here
--------------------

- Look around: folders of photos, music and documents, with names in
  several scripts, long ones, and a few that are hard to type.
- Copy files of yours into it, and out of it again. What you put here is
  kept byte for byte.
- Move, rename and delete. Deleted entries go to the recycle bin.

The files of the sample have the size that the listing shows. Their bytes
are made when they are read, so that the sample costs no disk: texts have
lines, pictures have a picture, archives can be opened, and the rest is
noise. A download of one of them is the same each time.

"aloft account reset local" brings the sample back as it was on the first
day.

What follows fills this file up to the size in the listing.

`

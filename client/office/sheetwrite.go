package office

import (
	"archive/zip"
	"bufio"
	"bytes"
	"fmt"
	"io"
	"strconv"
	"unicode/utf8"

	"aloft/client/office/word/parts"
	"aloft/model/text"
)

// sheetWriter writes a workbook row by row into a stream and stores none of it. Text is in the cells (inline
// strings).
type sheetWriter struct {
	zip    *zip.Writer
	out    *bufio.Writer // the sheet being written
	sheets int
	rows   int // in this sheet
	title  string
	odd    int // characters that are not allowed in a workbook
	limit  int // rows of a sheet
	buf    []byte
}

func newSheetWriter(w io.Writer, title string) *sheetWriter {
	z := zip.NewWriter(w)
	// Rows are similar: the fastest level takes a third of the time and makes files
	// a tenth larger.
	z.RegisterCompressor(zip.Deflate, parts.Fastest())
	return &sheetWriter{zip: z, title: title, limit: maxRows}
}

func (s *sheetWriter) open() error {
	s.sheets++
	s.rows = 0
	f, err := s.zip.Create(fmt.Sprintf("xl/worksheets/sheet%d.xml", s.sheets))
	if err != nil {
		return err
	}
	s.out = bufio.NewWriterSize(f, 32<<10)
	_, err = s.out.WriteString(parts.XMLHead + `<worksheet xmlns="` + nsSheet + `"><sheetData>`)
	return err
}

func (s *sheetWriter) shut() error {
	if s.out == nil {
		return nil
	}
	if _, err := s.out.WriteString(`</sheetData></worksheet>`); err != nil {
		return err
	}
	err := s.out.Flush()
	s.out = nil
	return err
}

// row writes a row, into another sheet when this one is full. For a row without
// cells an empty row is counted.
func (s *sheetWriter) row(cells [][]byte) error {
	if s.out != nil && s.rows >= s.limit {
		if err := s.shut(); err != nil {
			return err
		}
	}
	if s.out == nil {
		if err := s.open(); err != nil {
			return err
		}
	}
	s.rows++
	if len(cells) == 0 {
		return nil
	}
	b := append(s.buf[:0], `<row r="`...)
	b = strconv.AppendInt(b, int64(s.rows), 10)
	b = append(b, `">`...)
	for i, c := range cells {
		if len(c) == 0 {
			continue
		}
		b = append(b, `<c r="`...)
		b = appendColumn(b, i)
		b = strconv.AppendInt(b, int64(s.rows), 10)
		if d, ok := number(c); ok {
			if d > 0 {
				b = append(b, `" s="`...)
				b = strconv.AppendInt(b, int64(d), 10)
			}
			b = append(b, `"><v>`...)
			b = append(b, c...)
			b = append(b, `</v></c>`...)
			continue
		}
		b = append(b, `" t="inlineStr"><is><t xml:space="preserve">`...)
		var odd int
		b, odd = appendXML(b, c)
		s.odd += odd
		b = append(b, `</t></is></c>`...)
	}
	b = append(b, `</row>`...)
	s.buf = b
	_, err := s.out.Write(b)
	return err
}

// close writes the parts that describe the sheets.
func (s *sheetWriter) close() error {
	if s.sheets == 0 {
		if err := s.open(); err != nil {
			return err
		}
	}
	if err := s.shut(); err != nil {
		return err
	}
	for _, p := range bookParts(s.sheets, s.title) {
		if err := addPart(s.zip, p.name, p.data); err != nil {
			return err
		}
	}
	return s.zip.Close()
}

// number reports whether a text is a number that a workbook returns as it is
// written, and its decimals: no leading zero or plus, no exponent, at most 15
// digits.
func number(c []byte) (int, bool) {
	if len(c) > 0 && c[0] == '-' {
		if c = c[1:]; len(bytes.Trim(c, "0.")) == 0 {
			return 0, false // a workbook does not keep the sign of a zero
		}
	}
	dot, digits := -1, 0
	for i, b := range c {
		switch {
		case b >= '0' && b <= '9':
			digits++
		case b == '.' && dot < 0 && i > 0 && i < len(c)-1:
			dot = i
		default:
			return 0, false
		}
	}
	if digits == 0 || digits > 15 || c[0] == '0' && len(c) > 1 && dot != 1 {
		return 0, false
	}
	if dot < 0 {
		return 0, true
	}
	d := len(c) - dot - 1
	return d, d <= decimals
}

// appendColumn writes the letters of a column, counted from 0.
func appendColumn(b []byte, i int) []byte {
	var l [4]byte
	n := len(l)
	for i++; i > 0; i = (i - 1) / 26 {
		n--
		l[n] = byte('A' + (i-1)%26)
	}
	return append(b, l[n:]...)
}

// appendXML appends the text of a cell as XML. What XML does not allow becomes a visible
// sign and is counted; what a workbook would read as an escaped character (_x0041_) is
// escaped.
func appendXML(b, t []byte) (out []byte, odd int) {
	for i := 0; i < len(t); {
		r, n := utf8.DecodeRune(t[i:])
		switch {
		case r == '<':
			b = append(b, "&lt;"...)
		case r == '>':
			b = append(b, "&gt;"...)
		case r == '&':
			b = append(b, "&amp;"...)
		case r == '"':
			b = append(b, "&quot;"...)
		case r == '\r':
			b = append(b, "&#13;"...)
		case r == '_' && escapeLike(t[i:]):
			b = append(b, "_x005F_"...)
		case r == utf8.RuneError && n == 1, !xmlChar(r):
			odd++
			b = append(b, "\uFFFD"...)
		default:
			b = append(b, t[i:i+n]...)
		}
		i += n
	}
	return b, odd
}

// escapeLike reports whether a text begins like _x0041_.
func escapeLike(t []byte) bool {
	return len(t) >= 7 && t[1] == 'x' && t[6] == '_' && len(bytes.Trim(t[2:6], "0123456789abcdefABCDEF")) == 0
}

// xmlChar reports whether XML 1.0 allows the character.
func xmlChar(r rune) bool {
	return r == '\t' || r == '\n' || r == '\r' || r >= 0x20 && r < 0xd800 || r >= 0xe000 && r < 0xfffe || r >= 0x10000
}

func csvRows(r io.Reader, s *sheetWriter) (Result, error) {
	dec := newTextReader(r)
	if dec.binary() {
		return Result{}, refuse(Mismatch, nil, text.OfficeNoText)
	}
	in := newCSVReader(dec)
	for {
		row, err := in.next()
		if err == io.EOF {
			break
		}
		if err != nil {
			return Result{}, err
		}
		if err := s.row(row); err != nil {
			return Result{}, err
		}
	}
	if err := s.close(); err != nil {
		return Result{}, err
	}
	var n notes
	if s.sheets > 1 {
		n.add("a sheet holds at most %d {row|rows}; the rest is in further sheets (%d in all)", s.limit, s.sheets)
	}
	n.csv(in, s.odd, dec)
	return n.result(), nil
}

func (n *notes) csv(in *csvReader, odd int, dec *textReader) {
	n.count(in.cut, "{%[1]d cell was longer than %[2]d characters and was|%[1]d cells were longer than %[2]d characters and were} cut", cellMax)
	n.count(in.over, "{%[1]d cell was beyond column %[2]d and was|%[1]d cells were beyond column %[2]d and were} left out", maxCols)
	n.count(odd, "%d {character|characters} that no office file can hold {was|were} replaced")
	n.guessed(dec.seen)
}

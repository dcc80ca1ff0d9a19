package office

import (
	"bufio"
	"bytes"
	"io"
	"strings"
	"unicode/utf16"
	"unicode/utf8"
)

// cellMax is how many characters (UTF-16 units) a cell of a workbook holds.
const cellMax = 32767

// rowMax is how many bytes of a row are read.
const rowMax = 8 << 20

// csvReader reads separated values of any size and quality: it never fails on the
// text itself. encoding/csv is not used because one stray quote makes it read the
// whole rest into memory; here a cell is cut at the size of a cell of a workbook.
type csvReader struct {
	r     *bufio.Reader
	comma byte
	row   [][]byte
	buf   []byte // the cells of the row, one after the other
	ends  []int
	cut   int // cells that were longer than cellMax
	over  int // cells beyond the last column
	begun bool
}

func newCSVReader(r io.Reader) *csvReader {
	return &csvReader{r: bufio.NewReaderSize(r, sample), comma: ','}
}

// sniff finds the separator from the first lines: Excel's own "sep=" line, or the
// one of comma, semicolon, tab and bar that most lines have equally often.
func (c *csvReader) sniff() {
	head, _ := c.r.Peek(16 << 10)
	line, _, _ := bytes.Cut(head, []byte{'\n'})
	if low := bytes.TrimRight(line, "\r"); len(low) == 5 && strings.EqualFold(string(low[:4]), "sep=") {
		c.comma = low[4]
		_, _ = c.r.Discard(min(len(line)+1, len(head)))
		return
	}
	best := 0
	for _, sep := range []byte{',', ';', '\t', '|'} {
		if s := agree(head, sep); s > best {
			best, c.comma = s, sep
		}
	}
}

// agree scores a separator: how many lines have as many of it as the first one.
func agree(head []byte, sep byte) int {
	first, same, n, lines := 0, 0, 0, 0
	quoted := false
	for _, b := range head {
		switch {
		case b == '"':
			quoted = !quoted
		case quoted:
		case b == sep:
			n++
		case b == '\n':
			if lines == 0 {
				first = n
			}
			if lines++; n == first && n > 0 {
				same++
			}
			n = 0
		}
		if lines >= 50 {
			break
		}
	}
	if lines == 0 {
		return n
	}
	if first == 0 {
		return 0
	}
	return same*100 + min(first, 99)
}

// next reads a row; the cells are valid until the next call. Empty lines are rows
// without cells.
func (c *csvReader) next() ([][]byte, error) {
	if !c.begun {
		c.begun = true
		c.sniff()
	}
	if _, err := c.r.Peek(1); err != nil {
		return nil, err
	}
	c.buf, c.ends = c.buf[:0], c.ends[:0]
	for {
		more, err := c.cell()
		if err != nil {
			return nil, err
		}
		if !more {
			break
		}
	}
	c.row = c.row[:0]
	start := 0
	for _, end := range c.ends {
		c.row = append(c.row, c.buf[start:end:end])
		start = end
	}
	if len(c.row) == 1 && len(c.row[0]) == 0 {
		c.row = c.row[:0]
	}
	return c.row, nil
}

// cell reads one cell and its end; more says that another one follows in the row. A quote at the start of a cell
// protects separators and line ends up to the next single quote; elsewhere it is an ordinary character.
func (c *csvReader) cell() (more bool, err error) {
	start, units, quoted, first, long := len(c.buf), 0, false, true, false
	done := func(more bool, err error) (bool, error) {
		if long {
			c.cut++
		}
		if len(c.ends) >= maxCols {
			if len(c.buf) > start || more {
				c.over++
			}
			c.buf = c.buf[:start]
			return more, err
		}
		c.ends = append(c.ends, len(c.buf))
		return more, err
	}
	for {
		r, n, err := c.r.ReadRune()
		if err == io.EOF {
			return done(false, nil)
		}
		if err != nil {
			return false, err
		}
		switch {
		case quoted && r == '"':
			if p, _ := c.r.Peek(1); len(p) == 1 && p[0] == '"' {
				_, _ = c.r.Discard(1)
				break // two mean one
			}
			quoted = false
			continue
		case quoted:
		case first && r == '"':
			quoted, first = true, false
			continue
		case n == 1 && r == rune(c.comma):
			return done(true, nil)
		case r == '\n':
			return done(false, nil)
		case r == '\r':
			if p, _ := c.r.Peek(1); len(p) == 1 && p[0] == '\n' {
				_, _ = c.r.Discard(1)
			}
			return done(false, nil)
		}
		first = false
		if units += utf16.RuneLen(r); units > cellMax || len(c.buf) >= rowMax {
			long = true
			continue
		}
		c.buf = utf8.AppendRune(c.buf, r)
	}
}

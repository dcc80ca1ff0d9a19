package pages

import (
	"bytes"
	"strconv"
	"strings"
	"unicode/utf8"
)

// Object is a JSON object being built.
type Object = map[string]any

// Stamp is a time in milliseconds of the Unix clock; answers have it in seconds
// (specification, "Resources and their fields").
type Stamp int64

// WireJSON encodes JSON with 64-bit numbers as strings or not, as the switches say. Live services
// send both.
type WireJSON func(quoted bool) RawJSON

// RawJSON is added to an answer unchanged. It is in pieces: one block of memory for the
// text of a book would be copied each time that it becomes too small.
type RawJSON [][]byte

// Size in bytes.
func (r RawJSON) Size() (n int) {
	for _, piece := range r {
		n += len(piece)
	}
	return n
}

// MarshalJSON returns the bytes.
func (r RawJSON) MarshalJSON() ([]byte, error) { return bytes.Join(r, nil), nil }

// pieceSize is the size from which on a piece is full, in bytes.
const pieceSize = 256 << 10

// Encoder writes JSON.
type Encoder struct {
	B      []byte // the piece being written
	Quoted bool   // an int64 is a string

	full RawJSON
}

// JSON is what was written.
func (p *Encoder) JSON() RawJSON { return append(p.full, p.B) }

// Join writes what another one wrote, without a copy.
func (p *Encoder) Join(r RawJSON) {
	p.full = append(append(p.full, p.B), r...)
	p.B = nil
}

// fill begins a new piece when this one is full.
func (p *Encoder) fill() {
	if len(p.B) >= pieceSize {
		p.full = append(p.full, p.B)
		p.B = make([]byte, 0, pieceSize+pieceSize/16)
	}
}

// Write writes a part of a string.
func (p *Encoder) Write(b []byte) (int, error) {
	p.fill()
	p.B = escaped(p.B, b)
	return len(b), nil
}

// Raw writes JSON unchanged, and returns p for the value behind it.
func (p *Encoder) Raw(s string) *Encoder {
	p.B = append(p.B, s...)
	return p
}

// Int writes a number.
func (p *Encoder) Int(n int64) { p.B = strconv.AppendInt(p.B, n, 10) }

// Long writes an int64.
func (p *Encoder) Long(n int64) {
	if p.Quoted {
		p.B = append(p.B, '"')
	}
	p.Int(n)
	if p.Quoted {
		p.B = append(p.B, '"')
	}
}

const hexDigits = "0123456789abcdef"

// Text writes a string.
func (p *Encoder) Text(s string) {
	p.fill()
	p.B = append(p.B, '"')
	p.B = escaped(p.B, strings.ToValidUTF8(s, string(utf8.RuneError)))
	p.B = append(p.B, '"')
}

func escaped[T string | []byte](to []byte, s T) []byte {
	from := 0
	for i := 0; i < len(s); i++ {
		c := s[i]
		if c >= ' ' && c != '"' && c != '\\' {
			continue
		}
		to = append(to, s[from:i]...)
		if c == '"' || c == '\\' {
			to = append(to, '\\', c)
		} else {
			to = append(to, `\u00`...)
			to = append(to, hexDigits[c>>4], hexDigits[c&15])
		}
		from = i + 1
	}
	return append(to, s[from:]...)
}

// Comma writes a comma before all but the first of a list.
func (p *Encoder) Comma(i int) {
	if i > 0 {
		p.B = append(p.B, ',')
	}
}

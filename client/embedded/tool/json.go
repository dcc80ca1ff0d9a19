package tool

import (
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

// RawJSON is added to an answer unchanged.
type RawJSON []byte

// MarshalJSON returns the bytes.
func (r RawJSON) MarshalJSON() ([]byte, error) { return r, nil }

// Encoder writes JSON.
type Encoder struct {
	B      []byte // written so far
	Quoted bool   // an int64 is a string
}

// Raw writes JSON unchanged.
func (p *Encoder) Raw(s string) { p.B = append(p.B, s...) }

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
	p.B = append(p.B, '"')
	p.Escaped(strings.ToValidUTF8(s, string(utf8.RuneError)))
	p.B = append(p.B, '"')
}

// Escaped writes a part of a string of valid UTF-8.
func (p *Encoder) Escaped(s string) {
	from := 0
	for i := 0; i < len(s); i++ {
		c := s[i]
		if c >= ' ' && c != '"' && c != '\\' {
			continue
		}
		p.B = append(p.B, s[from:i]...)
		if c == '"' || c == '\\' {
			p.B = append(p.B, '\\', c)
		} else {
			p.B = append(p.B, `\u00`...)
			p.B = append(p.B, hexDigits[c>>4], hexDigits[c&15])
		}
		from = i + 1
	}
	p.B = append(p.B, s[from:]...)
}

// Comma writes a comma before all but the first of a list.
func (p *Encoder) Comma(i int) {
	if i > 0 {
		p.B = append(p.B, ',')
	}
}

package embedded

import (
	"strconv"
	"strings"
	"unicode/utf8"
)

// object is a JSON object under construction.
type object = map[string]any

// stamp is a time in milliseconds of the Unix clock; answers have it in seconds
// (specification, "Resources and their fields").
type stamp int64

// wireJSON is JSON that knows how 64-bit numbers are to be written: as strings,
// when the switches want it (facts/documents.md "Transport").
type wireJSON func(quoted bool) rawJSON

// rawJSON goes into an answer as it is.
type rawJSON []byte

// MarshalJSON gives the bytes.
func (r rawJSON) MarshalJSON() ([]byte, error) { return r, nil }

// pen writes JSON.
type pen struct {
	b      []byte
	quoted bool
}

func (p *pen) raw(s string) { p.b = append(p.b, s...) }

func (p *pen) int(n int64) { p.b = strconv.AppendInt(p.b, n, 10) }

// long writes an int64.
func (p *pen) long(n int64) {
	if p.quoted {
		p.b = append(p.b, '"')
	}
	p.int(n)
	if p.quoted {
		p.b = append(p.b, '"')
	}
}

const hexDigits = "0123456789abcdef"

// text writes a string.
func (p *pen) text(s string) {
	s = strings.ToValidUTF8(s, string(utf8.RuneError))
	p.b = append(p.b, '"')
	from := 0
	for i := 0; i < len(s); i++ {
		c := s[i]
		if c >= ' ' && c != '"' && c != '\\' {
			continue
		}
		p.b = append(p.b, s[from:i]...)
		if c == '"' || c == '\\' {
			p.b = append(p.b, '\\', c)
		} else {
			p.b = append(p.b, `\u00`...)
			p.b = append(p.b, hexDigits[c>>4], hexDigits[c&15])
		}
		from = i + 1
	}
	p.b = append(append(p.b, s[from:]...), '"')
}

// comma stands before all but the first of a list.
func (p *pen) comma(i int) {
	if i > 0 {
		p.b = append(p.b, ',')
	}
}

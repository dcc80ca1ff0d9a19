package text

import (
	"bytes"
	"fmt"
	"unicode"
	"unicode/utf16"
	"unicode/utf8"
)

// EscapeJSON escapes what a terminal could interpret in compact JSON, with the same
// meaning. Line ends stay.
func EscapeJSON(raw []byte) []byte {
	acts := func(r rune) bool { return r >= 0x7f && (unicode.IsControl(r) || unicode.Is(unicode.Cf, r)) }
	var b bytes.Buffer
	for at := 0; at < len(raw); {
		next := bytes.IndexFunc(raw[at:], acts)
		if next < 0 {
			if at == 0 {
				return raw
			}
			b.Write(raw[at:])
			break
		}
		b.Write(raw[at : at+next])
		r, n := utf8.DecodeRune(raw[at+next:])
		for _, u := range utf16.Encode([]rune{r}) {
			fmt.Fprintf(&b, `\u%04x`, u)
		}
		at += next + n
	}
	return b.Bytes()
}

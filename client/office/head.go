package office

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// HeadText decodes the beginning of a text of any usual encoding; whole: it is all
// of the text. ok is false for bytes that are no text.
func HeadText(head []byte, whole bool) (text, guessed string, ok bool) {
	c, mark := guess(head, whole)
	if c == codingBinary {
		return "", "", false
	}
	head = head[mark:]
	if !whole && c != codingUTF16LE && c != codingUTF16BE {
		head = cutRune(head)
	}
	out, err := c.encoding().NewDecoder().Bytes(head)
	if err != nil {
		return "", "", false
	}
	text = strings.ToValidUTF8(string(out), string(utf8.RuneError))
	if endsInCR(head) {
		text = strings.ReplaceAll(text, "\r", "\n")
	}
	return text, c.guessed(), !strange(text)
}

// strange reports whether too many characters of a text are none that texts have: a
// binary file may happen to be valid in some encoding.
func strange(s string) bool {
	odd, all := 0, 0
	for _, r := range s {
		all++
		if r == utf8.RuneError || unicode.IsControl(r) && !strings.ContainsRune("\t\n\r\f\b\x1b", r) {
			odd++
		}
	}
	return odd > 4 && odd*10 > all
}

package word

import (
	"fmt"
	"hash/fnv"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"
)

// slugs makes the names by which links refer to headings, as in Markdown: lower
// case, hyphens for spaces, a number from the second of the same name on.
type slugs map[string]int

func (s slugs) next(p *Paragraph) string {
	var b strings.Builder
	for _, r := range strings.ToLower(strings.TrimSpace(flat(p.inlines))) {
		switch {
		case unicode.IsLetter(r), unicode.IsDigit(r), unicode.Is(unicode.Mn, r), r == '_', r == '-':
			b.WriteRune(r)
		case r == ' ', r == '\t', r == '\n':
			b.WriteByte('-')
		}
	}
	name := b.String()
	n := s[name]
	s[name]++
	if n > 0 {
		name += "-" + strconv.Itoa(n)
	}
	return name
}

// bookmarkName is a slug cut to the limit of word processors: 40 characters.
func bookmarkName(s string) string {
	if utf8.RuneCountInString(s) <= 40 {
		return s
	}
	h := fnv.New64a()
	_, _ = h.Write([]byte(s))
	return fmt.Sprintf("h_%016x", h.Sum64())
}

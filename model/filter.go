package model

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"
)

// Filter chooses names. With * or ? in it a text is a glob over the whole name
// (* any text, ? one character, [a-z] [!a-z] one of a set); any other text is
// looked for anywhere in the name. Case counts only when the text has a capital
// letter. The zero Filter lets everything through.
type Filter struct {
	text  string
	exact bool      // case counts
	find  string    // folded text, "" for a glob
	plain string    // normalised text, to look at case
	glob  []segment // parts between the stars
}

// NewFilter reads what a person typed.
func NewFilter(s string) Filter {
	f := Filter{text: s, exact: strings.ContainsFunc(s, unicode.IsUpper)}
	if strings.ContainsAny(s, "*?") {
		f.glob = compileGlob(f.prepare(s))
		return f
	}
	f.find = noNUL(fold(s))
	f.plain = norm.NFC.String(s)
	return f
}

// prepare brings a text into the form in which this filter compares.
func (f Filter) prepare(s string) string {
	if f.exact {
		return norm.NFC.String(s)
	}
	return fold(s)
}

func noNUL(s string) string { return strings.ReplaceAll(s, "\x00", "\x01") }

// String is the text as it was typed.
func (f Filter) String() string { return f.text }

// Empty reports whether the filter lets everything through.
func (f Filter) Empty() bool { return f.text == "" }

// Match reports whether the filter lets the name through.
func (f Filter) Match(name string) bool {
	switch {
	case f.text == "":
		return true
	case f.glob != nil:
		return matchGlob(f.glob, f.prepare(name))
	case f.exact:
		return strings.Contains(norm.NFC.String(name), f.plain)
	}
	return strings.Contains(noNUL(fold(name)), f.find)
}

// Match lists the rows that the filter lets through, in order. nil stands for
// all of them.
func (s *Sorted) Match(f Filter) []int32 {
	if f.Empty() {
		return nil
	}
	out := make([]int32, 0, 64)
	if f.glob != nil {
		for row := range s.order {
			var ok bool
			if f.exact {
				ok = f.Match(s.At(row).Name)
			} else {
				ok = matchGlob(f.glob, s.folded[s.starts[row]:s.starts[row+1]-1])
			}
			if ok {
				out = append(out, int32(row))
			}
		}
		return out
	}
	// One search through all names at once: rows without a match cost nothing.
	for row, pos := 0, 0; ; {
		i := strings.Index(s.folded[pos:], f.find)
		if i < 0 {
			return out
		}
		pos += i
		row = s.rowAt(row, pos)
		if !f.exact || f.Match(s.At(row).Name) {
			out = append(out, int32(row))
		}
		row++
		pos = int(s.starts[row])
		if row == len(s.order) {
			return out
		}
	}
}

// rowAt finds the row, not before from, whose folded name holds the offset.
func (s *Sorted) rowAt(from, offset int) int {
	for range 16 { // mostly it is near
		if int(s.starts[from+1]) > offset {
			return from
		}
		from++
	}
	i, found := slices.BinarySearch(s.starts[from:], int32(offset))
	if !found {
		i--
	}
	return from + i
}

// segment is a part of a glob between stars: a literal text, or single
// characters and sets.
type segment struct {
	text  string
	parts []globPart // nil for a literal
}

// globPart matches one character.
type globPart struct {
	any    bool
	not    bool
	ranges []rune // pairs: from, to
}

func (p globPart) match(r rune) bool {
	if p.any {
		return true
	}
	for i := 0; i < len(p.ranges); i += 2 {
		if p.ranges[i] <= r && r <= p.ranges[i+1] {
			return !p.not
		}
	}
	return p.not
}

// compileGlob cuts a pattern at its stars.
func compileGlob(pattern string) []segment {
	var out []segment
	var cur segment
	add := func(p globPart, text string) {
		if cur.parts == nil && text != "" {
			cur.text += text
			return
		}
		if cur.parts == nil {
			cur.parts = []globPart{}
			for _, r := range cur.text {
				cur.parts = append(cur.parts, globPart{ranges: []rune{r, r}})
			}
		}
		cur.parts = append(cur.parts, p)
	}
	for i := 0; i < len(pattern); {
		r, n := utf8.DecodeRuneInString(pattern[i:])
		switch r {
		case '*':
			out = append(out, cur)
			cur = segment{}
		case '?':
			add(globPart{any: true}, "")
		case '[':
			if p, size := globSet(pattern[i:]); size > 0 {
				add(p, "")
				n = size
				break
			}
			fallthrough
		default:
			add(globPart{ranges: []rune{r, r}}, pattern[i:i+n])
		}
		i += n
	}
	return append(out, cur)
}

// globSet reads [abc], [a-z] or [!a-z]; size 0: it is none.
func globSet(s string) (p globPart, size int) {
	end := strings.IndexByte(s, ']')
	if end < 0 {
		return p, 0
	}
	body := s[1:end]
	if rest, not := strings.CutPrefix(body, "!"); not {
		p.not, body = true, rest
	}
	rs := []rune(body)
	if len(rs) == 0 {
		return p, 0
	}
	for i := 0; i < len(rs); i++ {
		if i+2 < len(rs) && rs[i+1] == '-' {
			p.ranges = append(p.ranges, rs[i], rs[i+2])
			i += 2
			continue
		}
		p.ranges = append(p.ranges, rs[i], rs[i])
	}
	return p, end + 1
}

// at matches the segment at the start of s and gives its length, or -1.
func (g segment) at(s string) int {
	if g.parts == nil {
		if strings.HasPrefix(s, g.text) {
			return len(g.text)
		}
		return -1
	}
	pos := 0
	for _, p := range g.parts {
		if pos == len(s) {
			return -1
		}
		r, n := utf8.DecodeRuneInString(s[pos:])
		if !p.match(r) {
			return -1
		}
		pos += n
	}
	return pos
}

// end reports whether the segment matches at the end of s.
func (g segment) end(s string) bool {
	if g.parts == nil {
		return strings.HasSuffix(s, g.text)
	}
	pos := len(s)
	for range g.parts {
		_, n := utf8.DecodeLastRuneInString(s[:pos])
		if n == 0 {
			return false
		}
		pos -= n
	}
	return g.at(s[pos:]) == len(s)-pos
}

// find gives the offset after the segment's first match in s, or -1.
func (g segment) find(s string) int {
	if g.parts == nil {
		if i := strings.Index(s, g.text); i >= 0 {
			return i + len(g.text)
		}
		return -1
	}
	for i := range s {
		if n := g.at(s[i:]); n >= 0 {
			return i + n
		}
	}
	return -1
}

func matchGlob(glob []segment, s string) bool {
	n := glob[0].at(s)
	if n < 0 {
		return false
	}
	s = s[n:]
	last := len(glob) - 1
	if last == 0 {
		return s == ""
	}
	for _, g := range glob[1:last] {
		if n = g.find(s); n < 0 {
			return false
		}
		s = s[n:]
	}
	return glob[last].end(s)
}

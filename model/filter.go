package model

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"
)

// Filter chooses names. With * or ? in it a text is a glob over the whole name
// (* any text, ? one character, [a-z] [!a-z] one of a set); any other text is
// looked for anywhere in the name. Case counts only when the text has a capital
// letter. The zero Filter lets everything through.
type Filter struct {
	text  string
	exact bool      // case counts
	find  string    // the text as it is compared
	fuzzy bool      // where no name has the text, its letters in this order are enough
	glob  []segment // parts between the stars; nil: no glob

	// Dotless hides names that begin with a dot, but this one.
	Dotless bool
	But     string
}

// NewFilter reads what a person typed.
func NewFilter(s string) Filter {
	f := Filter{text: s, exact: strings.ContainsFunc(s, unicode.IsUpper)}
	f.find = f.prepare(s)
	if strings.ContainsAny(s, "*?") {
		f.glob = compileGlob(f.find)
	}
	return f
}

// Fuzzy is the filter that is content with the letters of its text in their order, where
// no name has the text itself. A glob is not changed.
func (f Filter) Fuzzy() Filter {
	f.fuzzy = f.glob == nil && utf8.RuneCountInString(f.text) > 1
	return f
}

// Scattered reports whether the name has the letters of a fuzzy filter's text in their
// order.
func (f Filter) Scattered(name string) bool { return f.fuzzy && scattered(f.find, f.prepare(name)) }

// Hides reports whether the name is hidden for its dot.
func (f Filter) Hides(name string) bool {
	return f.Dotless && strings.HasPrefix(name, ".") && name != f.But
}

// Narrow returns the places that have all typed words, first those with the last word in their name.
func Narrow(all []Place, typed string) []Place {
	lacks := func(in string) func(string) bool { return func(w string) bool { return !NewFilter(w).Match(in) } }
	words := strings.Fields(typed)
	all = slices.DeleteFunc(slices.Clone(all), func(at Place) bool { return slices.ContainsFunc(words, lacks(at.String())) })
	below := func(at Place) int {
		if n := len(words); n > 0 && lacks(at.Base())(words[n-1]) {
			return 1
		}
		return 0
	}
	slices.SortStableFunc(all, func(a, b Place) int { return below(a) - below(b) })
	return all
}

func scattered(want, name string) bool {
	for _, r := range want {
		i := strings.IndexRune(name, r)
		if i < 0 {
			return false
		}
		name = name[i+utf8.RuneLen(r):]
	}
	return true
}

// prepare normalises a text to the form in which this filter compares.
func (f Filter) prepare(s string) string {
	if f.exact {
		return noNUL(nfc(s))
	}
	return fold(s)
}

func noNUL(s string) string { return strings.ReplaceAll(s, "\x00", "\x01") }

// String is the text as it was typed.
func (f Filter) String() string { return f.text }

// Empty reports whether nothing was typed.
func (f Filter) Empty() bool { return f.text == "" }

// Match reports whether the filter lets the name through.
func (f Filter) Match(name string) bool {
	return !f.Hides(name) && (f.text == "" || f.matchPrepared(f.prepare(name)))
}

func (f Filter) matchPrepared(name string) bool {
	if f.glob != nil {
		return matchGlob(f.glob, name)
	}
	return strings.Contains(name, f.find)
}

// column is the names as the filter compares them.
func (s *Sorted) column(f Filter) column {
	made := &s.folded
	switch {
	case f.Empty(), f.exact && s.plain:
		return s.names
	case f.exact:
		made = &s.exact
	}
	if made.starts == nil {
		*made = newColumn(s.len(), len(s.names.text), func(row int) string { return f.prepare(s.names.at(row)) })
	}
	return *made
}

// matchRow is Match of a row, with what was prepared for it.
func (s *Sorted) matchRow(f Filter, row int) bool {
	return f.text == "" || f.matchPrepared(s.column(f).at(row))
}

// Match lists the rows that the filter lets through, in order. nil stands for
// all of them.
func (s *Sorted) Match(f Filter) []int32 {
	if f.Empty() && !f.Dotless {
		return nil
	}
	out := make([]int32, 0, 64)
	add := func(row int) {
		if !f.Hides(s.Name(row)) {
			out = append(out, int32(row))
		}
	}
	col := s.column(f)
	if f.glob != nil {
		for row := range s.Len() {
			if matchGlob(f.glob, col.at(row)) {
				add(row)
			}
		}
		return out
	}
	// One search through all names at once: rows without a match cost nothing.
	for row, pos := 0, 0; row < s.Len(); row++ {
		i := strings.Index(col.text[pos:], f.find)
		if i < 0 {
			break
		}
		row = col.rowAt(row, pos+i)
		add(row)
		pos = int(col.starts[row+1])
	}
	if len(out) == 0 && f.fuzzy {
		for row := range s.Len() {
			if scattered(f.find, col.at(row)) {
				add(row)
			}
		}
	}
	return out
}

// rowAt finds the row, not before from, whose text holds the offset.
func (c column) rowAt(from, offset int) int {
	for range 16 { // usually it is near
		if int(c.starts[from+1]) > offset {
			return from
		}
		from++
	}
	i, found := slices.BinarySearch(c.starts[from:], int32(offset))
	if !found {
		i--
	}
	return from + i
}

// segment is a part of a glob between stars: literal text, and after it single
// characters, sets and further text.
type segment struct {
	text  string
	parts []globPart
}

// globPart matches one character: one of a set, or one outside it.
type globPart struct {
	not    bool
	ascii  [2]uint64 // the ASCII characters that match, negation already applied
	ranges []rune    // pairs: from, to
}

func newGlobPart(not bool, ranges ...rune) globPart {
	p := globPart{not: not, ranges: ranges}
	for r := range rune(utf8.RuneSelf) {
		if p.slow(r) {
			p.ascii[r>>6] |= 1 << (r & 63)
		}
	}
	return p
}

func (p *globPart) slow(r rune) bool {
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
	for i := 0; i < len(pattern); {
		r, n := utf8.DecodeRuneInString(pattern[i:])
		set, size := globSet(pattern[i:])
		switch {
		case r == '*':
			out = append(out, cur)
			cur = segment{}
		case r == '?':
			cur.parts = append(cur.parts, newGlobPart(true))
		case size > 0:
			cur.parts = append(cur.parts, set)
			n = size
		case len(cur.parts) == 0:
			cur.text += pattern[i : i+n]
		default:
			cur.parts = append(cur.parts, newGlobPart(false, r, r))
		}
		i += n
	}
	return append(out, cur)
}

// globSet reads [abc], [a-z] or [!a-z]; size 0: it is no set.
func globSet(s string) (p globPart, size int) {
	end := strings.IndexByte(s, ']')
	if s[0] != '[' || end < 0 {
		return p, 0
	}
	body, not := strings.CutPrefix(s[1:end], "!")
	rs := []rune(body)
	if len(rs) == 0 {
		return p, 0
	}
	var ranges []rune
	for i := 0; i < len(rs); i++ {
		from, to := rs[i], rs[i]
		if i+2 < len(rs) && rs[i+1] == '-' {
			to = rs[i+2]
			i += 2
		}
		ranges = append(ranges, from, to)
	}
	return newGlobPart(not, ranges...), end + 1
}

// at matches the segment at the start of s and gives its length, or -1.
func (g *segment) at(s string) int {
	if !strings.HasPrefix(s, g.text) {
		return -1
	}
	pos := len(g.text)
	for i := range g.parts {
		p := &g.parts[i]
		if pos == len(s) {
			return -1
		}
		if c := s[pos]; c < utf8.RuneSelf {
			if p.ascii[c>>6]>>(c&63)&1 == 0 {
				return -1
			}
			pos++
			continue
		}
		r, n := utf8.DecodeRuneInString(s[pos:])
		if !p.slow(r) {
			return -1
		}
		pos += n
	}
	return pos
}

// end reports whether the segment matches at the end of s.
func (g *segment) end(s string) bool {
	if len(g.parts) == 0 {
		return strings.HasSuffix(s, g.text)
	}
	pos := len(s)
	for range g.parts {
		_, n := utf8.DecodeLastRuneInString(s[:pos])
		pos -= n
	}
	pos -= len(g.text)
	return pos >= 0 && g.at(s[pos:]) == len(s)-pos
}

// find gives the offset after the segment's first match in s, or -1.
func (g *segment) find(s string) int {
	for i := 0; i <= len(s); i++ {
		if g.text != "" {
			skip := strings.Index(s[i:], g.text)
			if skip < 0 {
				return -1
			}
			i += skip
		} else if i < len(s) && len(g.parts) > 0 {
			// Most characters cannot begin it: skip them without a call.
			c := s[i]
			if c < utf8.RuneSelf && g.parts[0].ascii[c>>6]>>(c&63)&1 == 0 || !utf8.RuneStart(c) {
				continue
			}
		}
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
	for i := 1; i < last; i++ {
		if n = glob[i].find(s); n < 0 {
			return false
		}
		s = s[n:]
	}
	return glob[last].end(s)
}

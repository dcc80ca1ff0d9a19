package model

import (
	"sort"
	"strings"
	"unicode"
	"unicode/utf16"
	"unicode/utf8"
)

// Tell finds out which occurrence of the text in its context each match is, where
// the context has several: the others there are matches themselves, at distances
// that their positions give.
func (m *Matches) Tell() {
	for i := range m.All {
		h := &m.All[i]
		at := occurrences(h.Context, m.Text)
		if len(at) < 2 {
			continue
		}
		best, least := 0, int64(-1)
		for k := range at {
			off := m.offBy(i, at, k)
			// Of equals the one nearest to the middle.
			off = off*int64(len(h.Context)+1) + int64(abs(2*at[k]+len(m.Text)-len(h.Context)))
			if least < 0 || off < least {
				best, least = k, off
			}
		}
		h.at = at[best]
	}
}

// maxOff is the error counted for a missing match.
const maxOff = 16

// offBy is how far the other matches are from where they would be if the i-th match
// were the k-th occurrence in its context.
func (m *Matches) offBy(i int, at []int, k int) (sum int64) {
	h := &m.All[i]
	for j := range at {
		if j == k {
			continue
		}
		var want int64
		if at[j] < at[k] {
			want = h.Range.Begin - Units(h.Context[at[j]:at[k]])
		} else {
			want = h.Range.Begin + Units(h.Context[at[k]:at[j]])
		}
		sum += m.nearest(want, i)
	}
	return sum
}

// nearest is the distance from a position to the nearest match other than the i-th;
// matches are in the order of the document.
func (m *Matches) nearest(want int64, i int) int64 {
	off := int64(maxOff)
	after := sort.Search(len(m.All), func(n int) bool { return m.All[n].Range.Begin >= want })
	for n := max(after-2, 0); n < min(after+2, len(m.All)); n++ {
		if d := m.All[n].Range.Begin - want; n != i {
			off = min(off, max(d, -d))
		}
	}
	return off
}

func occurrences(s, what string) (at []int) {
	for from := 0; what != ""; {
		i := strings.Index(s[from:], what)
		if i < 0 {
			break
		}
		at = append(at, from+i)
		from += i + len(what)
	}
	return at
}

func abs(n int) int { return max(n, -n) }

// Units is the length of a text in positions, which are UTF-16 code units.
func Units(s string) (n int64) {
	for _, r := range s {
		n += int64(utf16.RuneLen(r))
	}
	return n
}

// Around cuts the match's context at its text.
func (m Match) Around(match string) (before, after string) {
	if m.at > 0 && m.at <= len(m.Context) && strings.HasPrefix(m.Context[m.at:], match) {
		return m.Context[:m.at], m.Context[m.at+len(match):]
	}
	before, after, ok := strings.Cut(m.Context, match)
	if !ok {
		return "", ""
	}
	return before, after
}

// Line is the match with the text around it in one line of that width, clean. It begins at a word:
// services cut what they send anywhere.
func (m *Match) Line(r Ruler, match string, width int) string {
	s := Clean(OneLine(m.Context))
	before, _ := m.Around(match)
	at := min(len(Clean(OneLine(before+"|")))-1, len(s))
	most := at
	if r.Width(s) > width {
		most = max(4, width/3)
	}
	return r.TruncateEnd(r.FromWord(s[:at], most)+s[at:], max(0, width))
}

// FromWord is the end of a text in that width, from the beginning of a word if it has one. A small
// letter may be the middle of a word.
func (r Ruler) FromWord(s string, width int) string {
	first, _ := utf8.DecodeRuneInString(s)
	rest, cut := s, unicode.IsLower(first)
	for cut || r.Width(rest) > width {
		i := strings.IndexByte(rest, ' ')
		if i < 0 {
			return r.TruncateStart(s, width)
		}
		if rest = rest[i+1:]; r.Width(rest) < width {
			return r.Ellipsis + rest
		}
	}
	return s
}

package preview

import (
	"slices"
	"strings"
)

// object stands in a text for what is no text in the document. A search does not go across it.
const object = "\uFFFC"

// unit is a character of the text.
type unit struct {
	at, end int    // in the Markdown
	text    string // as the document has it
	block   int
}

// pair is what opens before a character and closes after another: an emphasis, a link.
type pair struct {
	from, to    int // units
	open, close string
}

// source is the text of Markdown, in blocks: a paragraph, an item, a cell, a line of code.
type source struct {
	md    string
	units []unit
	pairs []pair
	count int          // of the blocks
	code  map[int]bool // blocks that are lines of code
}

func (s *source) add(at, end int, means string) {
	s.units = append(s.units, unit{at, end, means, s.count})
}

// last is where the last character ends.
func (s *source) last() int {
	if n := len(s.units); n > 0 {
		return s.units[n-1].end
	}
	return 0
}

// pair encloses the characters from one on.
func (s *source) pair(from int, open, shut string) {
	if from < len(s.units) {
		s.pairs = append(s.pairs, pair{from, len(s.units) - 1, open, shut})
	}
}

// marked encloses the characters from one on in the marks that stand before it: a number of one sign, such as *.
func (s *source) marked(from, most int, signs string) {
	if from < len(s.units) {
		before := s.md[:s.units[from].at]
		sign := signs[:1]
		if before != "" && strings.Contains(signs, before[len(before)-1:]) {
			sign = before[len(before)-1:]
		}
		n := len(before) - len(strings.TrimRight(before, sign))
		if most > 0 {
			n = most
		}
		s.pair(from, strings.Repeat(sign, max(1, n)), strings.Repeat(sign, max(1, n)))
	}
}

// block returns the text of a block, from one character to before another.
func (s *source) block(from, to int) string {
	var b strings.Builder
	for _, u := range s.units[from:to] {
		b.WriteString(u.text)
	}
	return b.String()
}

// slice returns the Markdown from one character to another, with the marks that are open at its ends. With signs, a
// block that it begins or ends with keeps its line.
func (s *source) slice(first, last int, signs bool) string {
	at, end := s.units[first].at, s.units[last].end
	open, shut := "", ""
	if signs && (first == 0 || s.units[first-1].block != s.units[first].block) {
		at = strings.LastIndexByte(s.md[:at], '\n') + 1
	} else {
		for _, p := range slices.Backward(s.pairs) {
			if p.from <= first && first <= p.to {
				open += p.open
			}
		}
	}
	if signs && (last == len(s.units)-1 || s.units[last+1].block != s.units[last].block) {
		if n := strings.IndexByte(s.md[end:], '\n'); n >= 0 {
			end += n
		} else {
			end = len(s.md)
		}
	} else {
		for _, p := range s.pairs {
			if p.from <= last && last <= p.to {
				shut += p.close
			}
		}
	}
	if signs && s.code[s.units[first].block] {
		open = "```\n"
	}
	if signs && s.code[s.units[last].block] {
		shut = "\n```"
	}
	return open + s.md[at:end] + shut
}

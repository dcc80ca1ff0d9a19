package engine

import (
	"bytes"
	"strings"
	"unicode/utf8"

	"aloft/client/office/word"
	"aloft/model"
	"aloft/model/text"
)

// around is how many characters of context a match has on each side.
const around = 20

// Find returns the occurrences of a text: in each paragraph from left to right
// without overlap, case-sensitive. Marks of comments are invisible but belong to
// the range; other objects interrupt a match.
func Find(d *word.Document, s string) (model.Matches, error) {
	m := model.Matches{Text: s, Version: d.Version}
	if s == "" {
		return m, empty(text.EngineEmptyText)
	}
	search(d, s, func(begin, end int, in []byte, from, to int) {
		for n := around; n > 0 && from > 0; n-- {
			_, w := utf8.DecodeLastRune(in[:from])
			from -= w
		}
		for n := around; n > 0 && to < len(in); n-- {
			_, w := utf8.DecodeRune(in[to:])
			to += w
		}
		m.All = append(m.All, model.Match{Range: model.Range{Begin: int64(begin), End: int64(end)}, Context: string(in[from:to])})
	})
	return m, nil
}

// hit is called for a match, with its range, and with the text that contains it and
// its offsets there, in bytes. The slice is valid during the call only.
type hit func(begin, end int, in []byte, from, to int)

// search calls f for each match.
func search(d *word.Document, s string, f hit) {
	s = strings.ToValidUTF8(s, string(utf8.RuneError))
	x := searcher{text: s, s: []byte(s), f: f}
	each(d, x.paragraph)
}

// searcher searches the text between two objects. Positions are counted only where
// something was found.
type searcher struct {
	text string
	s    []byte // of text
	f    hit
	in   []word.Inline
	next int // inline whose position is at
	at   int
	runs []int // of the text being collected
	buf  []byte
	lent []stretch
}

func (x *searcher) paragraph(p *word.Paragraph, at int) {
	if text, plain := p.Plain(); plain && !strings.Contains(text, x.text) {
		return
	}
	x.in, x.next, x.at = p.Inlines(), 0, at
	for i, l := range x.in {
		switch {
		case l.Kind == word.Run:
			x.runs = append(x.runs, i)
		case !commentMark(l):
			x.look()
		}
	}
	x.look()
}

// look finds the matches in the collected text.
func (x *searcher) look() {
	if len(x.runs) == 0 {
		return
	}
	x.buf = x.buf[:0]
	for _, i := range x.runs {
		x.buf = append(x.buf, x.in[i].Text...)
	}
	var w walker
	for from := 0; ; {
		i := bytes.Index(x.buf[from:], x.s)
		if i < 0 {
			break
		}
		if w.runs == nil {
			w.runs = x.stretches()
		}
		begin, end := from+i, from+i+len(x.s)
		x.f(w.to(begin, true), w.to(end, false), x.buf, begin, end)
		from = end
	}
	x.runs = x.runs[:0]
}

// stretch is a run with its position.
type stretch struct {
	text  string
	begin int
}

// stretches counts positions up to the collected text.
func (x *searcher) stretches() []stretch {
	x.lent = x.lent[:0]
	for _, i := range x.runs {
		for ; x.next < i; x.next++ {
			x.at += x.in[x.next].Len()
		}
		x.lent = append(x.lent, stretch{x.in[i].Text, x.at})
	}
	return x.lent
}

// walker turns byte offsets in the text of several runs into positions. It moves
// forward only.
type walker struct {
	runs  []stretch
	first int // offset of the first run in the text
	byte  int // bytes read of that run
	units int
}

// to returns the position of an offset; between two runs, where marks of comments
// may be, that behind the marks, or that before them.
func (w *walker) to(place int, behind bool) int {
	for len(w.runs) > 1 {
		end := w.first + len(w.runs[0].text)
		if place < end || place == end && !behind {
			break
		}
		w.first, w.byte, w.units = end, 0, 0
		w.runs = w.runs[1:]
	}
	r := w.runs[0]
	w.units += word.Units(r.text[w.byte : place-w.first])
	w.byte = place - w.first
	return r.begin + w.units
}

func firstRunes(s string, n int) string {
	for i := range s {
		if n == 0 {
			return s[:i]
		}
		n--
	}
	return s
}

func lastRunes(s string, n int) string {
	i := len(s)
	for ; n > 0 && i > 0; n-- {
		_, w := utf8.DecodeLastRuneInString(s[:i])
		i -= w
	}
	return s[i:]
}

package preview

import (
	"slices"
	"unicode"
	"unicode/utf8"

	"github.com/charmbracelet/x/ansi"

	"aloft/model"
	"aloft/ui/kit"
)

// caret is a character of the flowed text: its row and the cell where it begins.
type caret struct {
	flowAt
	col int
}

func (a caret) before(b caret) bool {
	return a.flowAt.before(b.flowAt) || !b.flowAt.before(a.flowAt) && a.col < b.col
}

// cell is a drawn character with its cells in the row.
type cell struct {
	text     string
	from, to int
}

// cellsOf returns the characters of a drawn row.
func cellsOf(row string, ruler model.Ruler) (out []cell) {
	for s, col := ansi.Strip(row), 0; len(s) > 0; {
		c, w := firstChar(s, ruler)
		s = s[len(c):]
		out = append(out, cell{c, col, col + w})
		col += w
	}
	return out
}

// cells returns the characters of a row from the first to the last one that is not blank. Deleted text is no text of
// the document.
func (t *textView) cells(at flowAt) []cell {
	p := t.pageOf(at.head, at.part)
	all, ok := p.cells[at.spot]
	if ok {
		return all
	}
	all = slices.DeleteFunc(t.row(at), func(c cell) bool { return p.gone(at.spot.Line-len(p.title), c.from) })
	for len(all) > 0 && classOf(all[len(all)-1].text) == blank {
		all = all[:len(all)-1]
	}
	for len(all) > 0 && classOf(all[0].text) == blank {
		all = all[1:]
	}
	kit.Keep(&p.cells, maxKeptGroups, at.spot, all)
	return all
}

// aside reports whether a row shows only what is not in the document.
func (t *textView) aside(at flowAt) bool {
	return len(t.cells(at)) == 0 && slices.ContainsFunc(t.row(at), func(c cell) bool { return classOf(c.text) != blank })
}

// row returns all characters of a row.
func (t *textView) row(at flowAt) []cell {
	return cellsOf(t.pageOf(at.head, at.part).lines(at.spot.Line)[at.spot.Row], t.env.Ruler)
}

// class is the kind of a character: a word is a run of one kind.
type class int

const (
	blank class = iota // also what is drawn around a text: bullets, bars, lines of tables
	sign
	letter
	han
	kana
)

func classOf(s string) class {
	switch r, n := utf8.DecodeRuneInString(s); {
	case n == 0:
		return sign
	case unicode.IsSpace(r), r == '•', r >= 0x2500 && r <= 0x257f:
		return blank
	case unicode.Is(unicode.Han, r):
		return han
	case unicode.In(r, unicode.Hiragana, unicode.Katakana):
		return kana
	case unicode.IsLetter(r), unicode.IsDigit(r), r == '_':
		return letter
	}
	return sign
}

// here returns the index of the caret's character in its row; a row without text has none.
func here(c caret, all []cell) int {
	i := 0
	for i < len(all)-1 && all[i].to <= c.col {
		i++
	}
	return i
}

// snapped returns the caret at the character of its column, or at the last one before it.
func (t *textView) snapped(c caret) caret {
	c.flowAt = t.clamp(c.flowAt)
	c.share = c.on.share(c.spot)
	if all := t.cells(c.flowAt); len(all) > 0 {
		c.col = all[here(c, all)].from
	} else {
		c.col = 0
	}
	return c
}

// next returns the next or the previous character. Rows without text are passed over; across says that it is in
// another row, ok is false at both ends of the document.
func (t *textView) next(c caret, sign int) (to caret, across, ok bool) {
	all := t.cells(c.flowAt)
	if i := here(c, all) + sign; i >= 0 && i < len(all) {
		c.col = all[i].from
		return c, false, true
	}
	for at := c.flowAt; ; {
		row := t.step(at, sign)
		if !row.before(at) && !at.before(row) {
			return c, false, false
		}
		if all := t.cells(row); len(all) > 0 {
			i := 0
			if sign < 0 {
				i = len(all) - 1
			}
			return caret{row, all[i].from}, true, true
		}
		at = row
	}
}

func (t *textView) class(c caret) class {
	all := t.cells(c.flowAt)
	if len(all) == 0 {
		return blank
	}
	return classOf(all[here(c, all)].text)
}

// word returns the beginning of the next word.
func (t *textView) word(c caret) caret {
	was := t.class(c)
	for {
		to, across, ok := t.next(c, 1)
		if !ok {
			return c
		}
		now := t.class(to)
		if now != blank && (across || now != was) {
			return to
		}
		c, was = to, now
	}
}

// wordEdge returns the end of the word, or of the next one; with -1 the beginning of it, or of the one before.
func (t *textView) wordEdge(c caret, sign int) caret {
	to, _, ok := t.next(c, sign)
	for ok && t.class(to) == blank {
		c = to
		to, _, ok = t.next(c, sign)
	}
	if !ok {
		return c
	}
	for of := t.class(to); ; {
		c = to
		var across bool
		if to, across, ok = t.next(c, sign); !ok || across || t.class(to) != of {
			return c
		}
	}
}

// lineEdge returns the last character of the row, or with -1 the first one.
func (t *textView) lineEdge(c caret, sign int) caret {
	if all := t.cells(c.flowAt); len(all) > 0 {
		c.col = all[0].from
		if sign > 0 {
			c.col = all[len(all)-1].from
		}
	}
	return c
}

// textEdge returns the first or the last character of the document.
func (t *textView) textEdge(sign int) caret {
	if sign < 0 {
		return t.lineEdge(t.snapped(caret{}), -1)
	}
	head := len(t.doc.heads) - 1
	at := t.clamp(flowAt{head, within{part: len(t.doc.parts(head)) - 1}})
	at.spot = t.pageOf(at.head, at.part).folded().Last(1)
	c := t.snapped(caret{flowAt: at})
	if len(t.cells(c.flowAt)) == 0 {
		c, _, _ = t.next(c, -1)
	}
	return t.lineEdge(c, 1)
}

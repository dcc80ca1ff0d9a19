package preview

import (
	"strings"

	"aloft/ui/kit"
)

// wholeMatch is the width of a match with what is around it.
const wholeMatch = 200

// Now returns the current row of the outline in words.
func (r *Reader) Now() kit.Current {
	if r.doc == nil || r.contents.cursor >= len(r.contents.rows) {
		return kit.Current{}
	}
	v, c, on := viewOf(r), r.env.Text, r.contents.rows[r.contents.cursor]
	if on.match >= 0 {
		return kit.Current{Text: v.matchText(on.match, wholeMatch)}
	}
	said := []string{v.text.label(&r.doc.heads[on.head])}
	if r.doc.hasChildren(on.head) && r.contents.filter.Empty() && r.doc.folded[on.head] {
		said = append(said, c.Say("folded"))
	}
	if n := v.contents.find.per[on.head]; n > 0 {
		said = append(said, c.Say("%d {match|matches}", n))
	}
	said = append(said, c.Say("%d of %d", r.contents.cursor+1, len(r.contents.rows)))
	return kit.Current{Text: strings.Join(said, "  ")}
}

// Hit returns the current match of a search in the text with its number, or "".
func (r *Reader) Hit() (said string, number int) {
	if r.doc == nil || len(r.contents.find.spots) == 0 {
		return "", 0
	}
	at := r.contents.find.at
	return r.env.Text.Say("match %d/%d", at+1, len(r.contents.find.spots)) + "  " + viewOf(r).matchText(at, wholeMatch), at
}

// Drawing reports whether visible text is being rendered: what is written of it now will look otherwise in a moment.
func (r *Reader) Drawing() bool {
	t := &r.text
	if !t.drawing || r.doc == nil || !r.onText || t.page() == nil {
		return false
	}
	at := t.first()
	for range t.geo.text.Dy() {
		if p := t.pageOf(at.head, at.part); !p.drawn && !p.final {
			return true
		}
		next := t.step(at, 1)
		if next == at {
			break
		}
		at = next
	}
	return false
}

// Selected says that text is selected, with a number for where the selection begins, or "".
func (r *Reader) Selected() (said string, number int) {
	if !r.text.Selecting() {
		return "", 0
	}
	c := r.text.pick.from
	for _, n := range []int{c.head, c.part, c.spot.Line, c.spot.Row, c.col} {
		number = number*1009 + n
	}
	return r.env.Text.Say("text is selected"), number
}

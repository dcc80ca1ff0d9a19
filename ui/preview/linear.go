package preview

import (
	"strings"

	"aloft/ui/kit"
)

// wholeMatch is the width of a match with what is around it.
const wholeMatch = 200

// Now returns the current row of the outline in words.
func (r *Reader) Now() kit.Current {
	if r.doc == nil || r.cursor >= len(r.rows) {
		return kit.Current{}
	}
	v, c, on := r.view(), r.env.Text, r.rows[r.cursor]
	if on.match >= 0 {
		return kit.Current{Text: v.matchText(on.match, wholeMatch)}
	}
	said := []string{v.label(&r.doc.heads[on.head])}
	if r.doc.hasChildren(on.head) && r.filter.Empty() && r.doc.folded[on.head] {
		said = append(said, c.Say("folded"))
	}
	if n := v.find.per[on.head]; n > 0 {
		said = append(said, c.Say("%d {match|matches}", n))
	}
	said = append(said, c.Say("%d of %d", r.cursor+1, len(r.rows)))
	return kit.Current{Text: strings.Join(said, "  ")}
}

package preview

import (
	"strings"

	"aloft/model"
	"aloft/ui/keys"
)

// found is the searched text and its matches.
type found struct {
	seq     int
	text    string
	asking  bool
	before  int // how many were shown before they are searched again, so that their absence needs no message
	matches model.Matches
	spots   []spot
	per     map[int]int // matches of each heading
	at      int         // index of the current one
	near    bool        // the cursor is before it: it was searched again after an edit, which the reader stays at
}

// spot is the place of a match: a heading, and the index within its text, or -1 in the heading itself.
type spot struct{ head, ord int }

// foundMsg carries the matches of a text.
type foundMsg struct {
	doc     string
	seq     int
	matches model.Matches
	spots   []spot // found in the text itself if the service cannot search
	err     error
}

// findLocal searches the loaded text.
func findLocal(heads []heading, b *body, what string) (model.Matches, []spot) {
	m := model.Matches{Text: what}
	var spots []spot
	add := func(head, ord int, in string, at int) {
		from := max(0, at-60)
		to := min(len(in), at+len(what)+60)
		m.All = append(m.All, model.Match{Context: strings.ToValidUTF8(in[from:to], "")})
		spots = append(spots, spot{head, ord})
	}
	for i := range heads {
		for at := range indexes(heads[i].title, what) {
			add(i, -1, heads[i].title, at)
		}
		if i >= len(b.texts) {
			continue
		}
		n := 0
		for _, part := range b.texts[i].parts {
			for line := range strings.SplitSeq(part, "\n") {
				for at := range indexes(line, what) {
					add(i, n, line, at)
					n++
				}
			}
		}
	}
	return m, spots
}

// indexes returns the offsets of a text in another, without overlaps.
func indexes(s, what string) func(func(int) bool) {
	return func(yield func(int) bool) {
		for from := 0; ; {
			i := strings.Index(s[from:], what)
			if i < 0 || !yield(from+i) {
				return
			}
			from += i + len(what)
		}
	}
}

// findKey is shown if there is no search.
const findKey = keys.DocFind

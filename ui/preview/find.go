package preview

import (
	"strings"

	tea "charm.land/bubbletea/v2"

	"aloft/client"
	"aloft/model"
)

// found is the text being searched for, with its matches.
type found struct {
	seq     int
	text    string
	asking  bool
	quiet   bool // its matches were shown before: when they are gone, that needs no message
	matches model.Matches
	spots   []spot
	per     map[int]int // matches of each heading
	at      int         // index of the current one
}

// spot is where a match is: under a heading, and which of those in its text, from
// 0; -1 in the heading itself.
type spot struct{ head, ord int }

// foundMsg: the matches of a text.
type foundMsg struct {
	doc     string
	seq     int
	matches model.Matches
	spots   []spot // found in the text itself, where the service cannot search
	err     error
}

// Told is a sentence for the message line, or an error.
type Told struct {
	Text string
	Err  error
}

func told(s string) tea.Cmd { return func() tea.Msg { return Told{Text: s} } }

// search requests the matches of a text in the version that is shown.
func (r *Reader) search(what string) tea.Cmd {
	d := r.doc
	r.find = found{seq: r.find.seq + 1, text: what}
	if what == "" || d.outline == nil {
		r.rebuild()
		return nil
	}
	ed, err := r.editor(d.place)
	if err != nil {
		return func() tea.Msg { return Told{Err: err} }
	}
	r.find.asking = true
	r.rebuild()
	ctx, key, seq, ref, version, loose := r.env.Ctx, d.key, r.find.seq, d.ref(), d.outline.Version, d.outline.Loose
	heads, b := d.heads, d.body
	return func() tea.Msg {
		// In a lane of its own: it must not drop a waiting read of the text.
		m := foundMsg{doc: key, seq: seq}
		if !loose {
			m.matches, m.err = ed.Find(ctx, ref, what, version, client.Options{Class: client.Interactive, Lane: "reader-find"})
		}
		if b != nil && (loose || client.Is(m.err, client.KindUnsupported)) {
			m.err = nil
			m.matches, m.spots = findLocal(heads, b, what)
			m.matches.Version = version
		}
		m.matches.Text = what
		return m
	}
}

// findLocal searches the text that was read.
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
		for line := range strings.SplitSeq(b.texts[i].markdown, "\n") {
			for at := range indexes(line, what) {
				add(i, n, line, at)
				n++
			}
		}
	}
	return m, spots
}

// indexes are the offsets of a text in another, without overlaps.
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

func (r *Reader) foundText(m foundMsg) tea.Cmd {
	if r.doc == nil || r.doc.key != m.doc || m.seq != r.find.seq {
		return nil
	}
	r.find.asking = false
	switch {
	case m.err != nil:
		r.find.text = ""
		err := m.err
		return func() tea.Msg { return Told{Err: err} }
	case len(m.matches.All) == 0:
		what := model.Clean(m.matches.Text)
		r.find.text = ""
		r.rebuild()
		if r.find.quiet {
			return nil
		}
		return told(r.env.Text.Say("%s does not occur in the document", what))
	case m.matches.Version != r.doc.outline.Version && m.matches.Version != 0:
		return r.Reload() // searches again when it is there
	}
	if m.spots != nil {
		r.take(m.matches, m.spots)
		return nil
	}
	r.SetMatches(m.matches)
	return nil
}

// Next goes to the next match, Prev to the one before; both wrap around.
func (r *Reader) Next() tea.Cmd { return r.stepMatch(1) }

// Prev goes to the match before.
func (r *Reader) Prev() tea.Cmd { return r.stepMatch(-1) }

package preview

import (
	"errors"
	"strings"

	tea "charm.land/bubbletea/v2"

	"aloft/client"
	"aloft/model"
	"aloft/model/text"
)

// found is the text that is looked for, with its places.
type found struct {
	seq     int
	text    string
	asking  bool
	quiet   bool // its places were shown before: when they are gone by now, nobody asked
	matches model.Matches
	spots   []spot
	per     map[int]int // matches of each heading
	at      int         // which one is stood on
}

// spot is where a match is: under a heading, and which of its text there, from
// 0; -1 in the heading itself.
type spot struct{ head, ord int }

// foundMsg: the places of a text.
type foundMsg struct {
	doc     string
	seq     int
	matches model.Matches
	spots   []spot // found in the text itself, where the service finds nothing
	err     error
}

// Told is a sentence for the line of messages, or an error.
type Told struct {
	Text string
	Err  error
}

func told(s string) tea.Cmd { return func() tea.Msg { return Told{Text: s} } }

// search asks for the places of a text in the version that shows.
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
		// In a lane of its own: it must not drop a reading of the text that waits.
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

// findLocal looks in the text that was read.
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

// indexes are the places of a text in another, one behind the other.
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
		return r.Reload() // finds again when it is there
	}
	if m.spots != nil {
		r.take(m.matches, m.spots)
		return nil
	}
	r.SetMatches(m.matches)
	return nil
}

// SetMatches shows the places of a text and stands on the first one at or behind
// the cursor. Those of another version than the outline's are not shown.
func (r *Reader) SetMatches(m model.Matches) {
	d := r.doc
	if d == nil || d.outline == nil || m.Version != 0 && m.Version != d.outline.Version || len(m.All) == 0 {
		r.find = found{seq: r.find.seq + 1}
		r.rebuild()
		return
	}
	if len(d.heads) == 0 {
		// Without headings there is nothing to list them under before the text is
		// there, and then they are looked for again.
		r.find = found{seq: r.find.seq + 1, text: m.Text, matches: m}
		return
	}
	spots := make([]spot, len(m.All))
	last, ord := -2, 0
	for i := range m.All {
		at := m.All[i].Range.Begin
		h := d.headAt(at)
		if h != last {
			last, ord = h, 0
		}
		spots[i] = spot{h, ord}
		if h >= 0 {
			if n := d.heads[h].node; n != nil && at < n.TitleEnd && n.Level != model.LevelBody {
				spots[i].ord = -1
				continue
			}
		}
		ord++
	}
	r.take(m, spots)
}

func (r *Reader) take(m model.Matches, spots []spot) {
	d := r.doc
	r.find = found{seq: r.find.seq + 1, text: m.Text, matches: m, spots: spots, per: map[int]int{}}
	r.filter = model.Filter{}
	for i := len(spots) - 1; i >= 0; i-- {
		r.find.per[spots[i].head]++
		if spots[i].head >= d.at {
			r.find.at = i
		}
	}
	r.gen++
	r.rebuild()
	r.toMatch()
}

// Match is the one that is stood on, i counting from 0.
func (r *Reader) Match() (i int, m model.Match, ok bool) {
	if r.find.at >= len(r.find.spots) {
		return 0, model.Match{}, false
	}
	return r.find.at, r.find.matches.All[r.find.at], true
}

// Next goes to the next match, Prev to the one before; both go round.
func (r *Reader) Next() tea.Cmd { return r.stepMatch(1) }

// Prev goes to the match before.
func (r *Reader) Prev() tea.Cmd { return r.stepMatch(-1) }

func (r *Reader) stepMatch(by int) tea.Cmd {
	n := len(r.find.spots)
	if n == 0 {
		return told(r.env.Text.Say(text.ReaderFindFirst, r.key(findKey)))
	}
	r.find.at = (r.find.at + by + n) % n
	r.toMatch()
	return nil
}

// toMatch stands on the match.
func (r *Reader) toMatch() {
	head := max(0, r.find.spots[r.find.at].head)
	if r.doc.folded[head] {
		r.doc.folded[head] = false
		r.rebuild()
	}
	for i := range r.rows {
		if r.rows[i].match == r.find.at {
			r.gen++
			r.stand(i)
			return
		}
	}
}

// showMatch scrolls the text to the match that is stood on.
func (r *Reader) showMatch() {
	p := r.page()
	if p == nil || r.find.at >= len(r.find.spots) {
		return
	}
	s := r.find.spots[r.find.at]
	if s.head != r.doc.at || s.ord < 0 {
		return
	}
	p.look(r.find.text)
	at, ok := p.placeOf(s.ord)
	if !ok {
		return
	}
	n := r.geo.text.Dy()
	top := p.clamp(r.doc.scroll, n)
	end, _ := p.step(top, n-1)
	if at.before(top) || end.before(at) {
		at, _ = p.step(at, -n/3)
		r.doc.scroll = p.clamp(at, n)
	}
}

// dropFind ends finding.
func (r *Reader) dropFind() bool {
	if r.find.text == "" && len(r.find.spots) == 0 {
		return false
	}
	r.find = found{seq: r.find.seq + 1}
	r.gen++
	r.rebuild()
	return true
}

// sentence of an error, clean.
func (r *Reader) sentence(err error) string {
	var e *client.Error
	if errors.As(err, &e) {
		return e.Say(r.env.Text)
	}
	return model.Clean(err.Error())
}

package preview

import (
	tea "charm.land/bubbletea/v2"

	"aloft/client"
	"aloft/model"
	"aloft/ui/input"
)

// search requests the matches of a text in the current version.
func (r *Reader) search(what string) tea.Cmd {
	d := r.doc
	r.contents.find = found{seq: r.contents.find.seq + 1, text: what}
	if what == "" || d.outline == nil {
		r.contents.rebuild()
		return nil
	}
	ed, err := r.loader.editor(d.place)
	if err != nil {
		return input.Fail(err)
	}
	r.contents.find.asking = true
	r.contents.rebuild()
	ctx, key, seq, ref, version, loose := r.env.Ctx, d.key, r.contents.find.seq, d.ref(), d.outline.Version, d.outline.Loose
	heads, b := d.heads, d.body
	return func() tea.Msg {
		// It has its own lane, so that it does not drop a waiting read of the text.
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

func foundText(r *Reader, m foundMsg) tea.Cmd {
	if r.doc == nil || r.doc.key != m.doc || m.seq != r.contents.find.seq {
		return nil
	}
	r.contents.find.asking = false
	switch {
	case m.err != nil:
		r.contents.find.text = ""
		return input.Fail(m.err)
	case len(m.matches.All) == 0:
		what := model.Clean(m.matches.Text)
		r.contents.find.text = ""
		r.contents.rebuild()
		if r.contents.find.before > 0 {
			return nil
		}
		return input.Tell(r.env.Text.Say("%q does not occur in the document", what))
	case m.matches.Version != r.doc.outline.Version && m.matches.Version != 0:
		return r.Reload() // searches again once it is read
	}
	if m.spots != nil {
		r.contents.take(m.matches, m.spots)
		return nil
	}
	r.SetMatches(m.matches)
	return nil
}

// Next goes to the next match, from the last one to the first.
func (r *Reader) Next() tea.Cmd { return r.contents.stepMatch(1) }

// SetMatches shows the matches of a text and goes to the first one from the cursor on. It ignores matches of another
// version than the outline's.
func (r *Reader) SetMatches(m model.Matches) {
	c, d := &r.contents, r.doc
	if d == nil || d.outline == nil || m.Version != 0 && m.Version != d.outline.Version || len(m.All) == 0 {
		c.find = found{seq: c.find.seq + 1}
		c.rebuild()
		return
	}
	if len(d.heads) == 0 {
		// Without headings the matches cannot be listed until the text is there, and then it is searched again.
		c.find = found{seq: c.find.seq + 1, text: m.Text, matches: m}
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
	c.take(m, spots)
}

func (c *contents) take(m model.Matches, spots []spot) {
	d, was := c.doc, c.find
	c.find = found{seq: was.seq + 1, text: m.Text, matches: m, spots: spots, per: map[int]int{}}
	c.filter = model.Filter{}
	for i := len(spots) - 1; i >= 0; i-- {
		c.find.per[spots[i].head]++
		if spots[i].head >= d.at {
			c.find.at = i
		}
	}
	c.gen++
	c.rebuild()
	if was.before > 0 {
		c.find.at, c.find.near = was.at%len(spots), was.before != len(spots)
		c.cursor = c.rowOf(d.at)
		for i, r := range c.rows {
			if r.match == c.find.at && r.head == d.at && !c.find.near {
				c.cursor = i
			}
		}
		c.reveal()
		return
	}
	c.toMatch()
}

// Match returns the current match, counting from 0.
func (r *Reader) Match() (i int, m model.Match, ok bool) {
	c := &r.contents
	if c.find.near || c.find.at >= len(c.find.spots) {
		return 0, model.Match{}, false
	}
	return c.find.at, c.find.matches.All[c.find.at], true
}

func (c *contents) stepMatch(by int) tea.Cmd {
	n := len(c.find.spots)
	if n == 0 {
		return input.Tell(c.env.Text.Say("no search yet; %s finds text", c.env.Keys.Key(findKey)))
	}
	if c.find.near && by > 0 {
		by--
	}
	c.find.at = (c.find.at + by + n) % n
	c.toMatch()
	return nil
}

// toMatch goes to the current match.
func (c *contents) toMatch() {
	c.find.near = false
	head := max(0, c.find.spots[c.find.at].head)
	if c.doc.folded[head] {
		c.doc.folded[head] = false
		c.rebuild()
	}
	for i := range c.rows {
		if c.rows[i].match == c.find.at {
			c.gen++
			c.stand(i)
			return
		}
	}
}

// dropFind ends the search.
func (c *contents) dropFind() bool {
	if c.find.text == "" && len(c.find.spots) == 0 {
		return false
	}
	c.find = found{seq: c.find.seq + 1}
	c.gen++
	c.rebuild()
	return true
}

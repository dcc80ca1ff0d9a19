package preview

import (
	"cmp"
	"slices"
	"strings"

	"aloft/client"
	"aloft/model"
	"aloft/model/text"
	"aloft/ui/kit"
)

// Passage is selected text as the document has it.
type Passage struct {
	Markdown string
	Pieces   []Piece // in the order of the document, at least one
	Column   bool    // they are cells of a column: what is between them is not selected
}

// Piece is the part of a passage in one block: a paragraph, an item, a cell, a heading.
type Piece struct {
	Text string
	Node *model.OutlineNode // the heading above it, nil = none
	// Nth is which of the equal texts of the section it is, from 1, of Of, as a search counts them; 0 if a search finds
	// none exactly there. Both are known of the first and the last piece.
	Nth, Of int
}

// Passage returns a function that finds the selected text in the document, or nil if nothing is selected. It takes
// milliseconds, so it must not run on the update loop.
func (r *Reader) Passage() func() (Passage, error) {
	if !r.text.Selecting() {
		return nil
	}
	d := r.doc
	picked := r.text.selected()
	first, last := picked.first, picked.last
	l := &locator{column: picked.column(), place: d.place, body: d.body, heads: d.heads, ruler: r.env.Ruler}
	for head, part, ok := first.head, first.part, true; ok; head, part, ok = d.beside(head, part, 1) {
		s := leaf{head: head, part: part, whole: true}
		begins, ends := head == first.head && part == first.part, head == last.head && part == last.part
		if begins || ends {
			p := r.text.pageOf(head, part)
			s = leaf{head: head, part: part, page: *p, picked: picked}
		}
		l.sheets = append(l.sheets, s)
		if ends {
			break
		}
	}
	return l.passage
}

// leaf is a page with selected text: all of it, or from one character to another.
type leaf struct {
	head, part int
	whole      bool
	page       page
	picked     selection
}

// has reports whether a character of a drawn line is selected.
func (s *leaf) has(line int, all []cell, c cell) bool {
	from, to, ok := s.picked.cells(s.at(line), all)
	return ok && from <= c.from && c.to <= to
}

// at is a line of the page as a row of the text.
func (s *leaf) at(line int) flowAt {
	return flowAt{s.head, within{part: s.part, spot: kit.Spot{Line: line}}}
}

// locator finds drawn text in the document. It shares no mutable state with the reader.
type locator struct {
	place  model.Place
	body   *body
	heads  []heading
	ruler  model.Ruler
	sheets []leaf
	column bool
}

// run is the selected part of a block, from one character to another.
type run struct {
	*source
	from, to int
	sheet    *leaf
	title    bool
}

func (l *locator) fail(t text.Text) error {
	return client.Errorf(client.KindInvalid, "select", l.place, t)
}

func (l *locator) passage() (Passage, error) {
	var out Passage
	if l.body.previews {
		return out, l.fail("the service gave only the beginnings of the paragraphs, so nothing can be selected")
	}
	var runs []run
	for i := range l.sheets {
		more, err := l.runs(&l.sheets[i])
		if err != nil {
			return out, err
		}
		runs = append(runs, more...)
	}
	if len(runs) == 0 {
		return out, l.fail("no text of the document is selected")
	}
	var md []string
	out.Column = l.column && len(runs) > 1
	for i := 0; i < len(runs); {
		j := i + 1
		for !out.Column && j < len(runs) && runs[j].source == runs[i].source {
			j++
		}
		md = append(md, l.markdown(runs[i:j], len(runs) > 1 && !out.Column))
		i = j
	}
	between := "\n\n"
	if out.Column {
		between = "\n"
	}
	out.Markdown = strings.Join(md, between)
	for i, r := range runs {
		p := Piece{Text: r.block(r.from, r.to+1), Node: l.heads[r.sheet.head].node}
		if i == 0 || i == len(runs)-1 {
			var err error
			if p.Nth, p.Of, err = l.count(p.Text, r); err != nil {
				return out, err
			}
		}
		out.Pieces = append(out.Pieces, p)
	}
	return out, nil
}

// runs returns the selected parts of a page.
func (l *locator) runs(s *leaf) ([]run, error) {
	title := l.title(s.head, s.part)
	var out []run
	pick := func(t *source, isTitle bool, unit int) {
		u := t.units[unit]
		for i := len(out) - 1; i >= 0; i-- {
			if r := &out[i]; r.source == t && t.units[r.from].block == u.block {
				r.from, r.to = min(r.from, unit), max(r.to, unit)
				return
			}
		}
		out = append(out, run{t, unit, unit, s, isTitle})
	}
	if s.whole {
		t, err := read(l.md(s.head, s.part))
		if err != nil {
			return nil, err
		}
		for _, t := range []*source{title, t} {
			for i, u := range t.units {
				if strings.TrimSpace(u.text) != "" {
					pick(t, t == title, i)
				}
			}
		}
		return out, nil
	}
	// Of the lines above the text, the last ones end with the title.
	n := len(title.units)
	for i := len(s.page.title) - 1; i >= 0; i-- {
		all := cellsOf(s.page.title[i], l.ruler)
		for _, c := range slices.Backward(all) {
			if strings.TrimSpace(c.text) == "" {
				continue
			}
			for n--; n >= 0 && strings.TrimSpace(title.units[n].text) == ""; n-- {
			}
			if n >= 0 && title.units[n].text == c.text && s.has(i, all, c) {
				pick(title, true, n)
			}
		}
	}
	if len(s.page.groups) > 0 && !s.picked.last.flowAt.before(s.at(len(s.page.title))) {
		if !s.page.drawn {
			return nil, l.fail("select less: part of the selection is Markdown source and cannot be found in the document")
		}
		t, err := read(l.md(s.head, s.part))
		if err != nil {
			return nil, err
		}
		for i, row := range s.page.groups {
			all := cellsOf(row, l.ruler)
			for _, c := range all {
				if unit := s.page.unit(i, c.from); unit >= 0 && strings.TrimSpace(c.text) != "" && s.has(i+len(s.page.title), all, c) {
					pick(t, false, unit)
				}
			}
		}
	}
	slices.SortStableFunc(out, func(a, b run) int {
		if a.title != b.title {
			return map[bool]int{true: -1, false: 1}[a.title]
		}
		return cmp.Compare(a.from, b.from)
	})
	return out, nil
}

// md returns the Markdown that a page is drawn from.
func (l *locator) md(head, part int) string {
	d := doc{body: l.body}
	return d.parts(head)[part]
}

// title returns the characters of the heading that a page begins with.
func (l *locator) title(head, part int) *source {
	h := &l.heads[head]
	t := &source{}
	if part > 0 || h.node == nil || level(h.node) == model.LevelBody {
		return t
	}
	t.md = h.title
	for _, c := range cellsOf(h.title, l.ruler) {
		t.add(t.last(), t.last()+len(c.text), c.text)
	}
	return t
}

// markdown returns the Markdown of the runs of a page. Of several blocks, those that are whole keep their signs.
func (l *locator) markdown(runs []run, several bool) string {
	first, last := runs[0], runs[len(runs)-1]
	if !first.title {
		return first.slice(first.from, last.to, several)
	}
	s := first.block(first.from, first.to+1)
	if several && first.from == 0 {
		s = marks(l.heads[first.sheet.head].node) + " " + s
	}
	return s
}

// count finds a run among the equal texts of its section, as a search of the service does: in each block from left to
// right, without overlaps.
func (l *locator) count(what string, of run) (nth, n int, err error) {
	if strings.ContainsAny(what, object+"\n") { // a search goes across neither
		return 0, 0, nil
	}
	d := doc{body: l.body}
	head := of.sheet.head
	for part := range d.parts(head) {
		t, err := read(l.md(head, part))
		if err != nil {
			return 0, 0, err
		}
		for i, t := range []*source{l.title(head, part), t} {
			same := part == of.sheet.part && (i == 0) == of.title
			for from := 0; from < len(t.units); {
				to := from
				for to < len(t.units) && t.units[to].block == t.units[from].block {
					to++
				}
				whole := t.block(from, to)
				for i := range indexes(whole, what) {
					n++
					if same && of.from >= from && of.from < to && i == len(t.block(from, of.from)) {
						nth = n
					}
				}
				from = to
			}
		}
	}
	return nth, n, nil
}

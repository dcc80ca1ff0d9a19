package edits

import (
	"cmp"
	"slices"
	"strings"

	"aloft/client"
	"aloft/client/office/word"
	"aloft/client/office/word/md"
	"aloft/model"
)

// line is a paragraph that an edit asks for, or that the service's Markdown shows.
type line struct {
	*word.Paragraph
	text string // on one line
	// level, depth: as model.ParagraphStyle has them, 0 = not asked for.
	level, depth int
	body         bool // it is in no table and no box, whose paragraphs services write in many ways
}

// linesOf are the paragraphs of blocks with text.
func linesOf(blocks []word.Block) (out []line) {
	for _, b := range blocks {
		p, body := b.(*word.Paragraph)
		word.EachParagraph([]word.Block{b}, func(q *word.Paragraph) {
			l := line{Paragraph: q, text: model.OneLine(word.Flat(q.Inlines())), level: q.Level, depth: q.ListLevel, body: body && p.Note == 0}
			if l.level == word.Body {
				l.level = model.LevelBody
			}
			if l.text != "" {
				out = append(out, l)
			}
		})
	}
	return out
}

// asks are the paragraphs that a step asks for; with more than text: styled.
func asks(steps []model.EditStep, i int) (out []line, blocks []word.Block) {
	e := steps[i].Edit
	switch e.Kind {
	case model.EditTask:
		for _, t := range e.Tasks {
			f := word.Format{Task: word.ToDo}
			if t.Done {
				f.Task = word.Done
			}
			blocks = append(blocks, word.NewParagraph(f, word.Text(t.Text)))
		}
	case model.EditMarkdown:
		if d, _, err := md.Read([]byte(e.Text), md.Options{}); err == nil {
			blocks = d.Blocks()
		}
	case model.EditParagraph:
		if i+1 < len(steps) && steps[i+1].Into {
			e.Text = steps[i+1].Edit.Text
		}
		s := e.Paragraph
		blocks = []word.Block{word.NewParagraph(word.Format{List: word.List(s.List), ListLevel: s.ListLevel}, word.Text(e.Text))}
		out = linesOf(blocks)
		for i := range out {
			out[i].level, out[i].depth = s.Level, s.ListLevel
		}
		return out, nil
	}
	return linesOf(blocks), blocks
}

// shown are the paragraphs of the service's Markdown, nil = it has none that can be relied on.
func (r *reading) shown() ([]line, error) {
	if r.lines != nil || !r.small() {
		return r.lines, nil
	}
	c, err := r.d.ed.Content(r.ctx, r.d.ref, r.version, r.opt)
	if err != nil || c.Cut || c.Version != 0 && c.Version != r.version {
		if client.Is(err, client.KindUnsupported) {
			err = nil
		}
		return nil, err
	}
	if d, _, err := md.Read([]byte(c.Markdown), md.Options{}); err == nil {
		r.lines, r.markdown = linesOf(d.Blocks()), c.Markdown
	}
	return r.lines, nil
}

// like looks whether a paragraph of the service's Markdown, the i-th, has list, task and formats of one that
// was asked for. A service whose Markdown has nothing of the kind anywhere tells nothing.
func like(l line, shown []line, i int) seen {
	p, out := shown[i], there
	need := func(right bool, tells func(line) bool) {
		switch {
		case right:
		case p.body && slices.ContainsFunc(shown, tells):
			out = wrong
		default:
			out = max(out, hidden)
		}
	}
	need(l.List == word.NoList || p.List == l.List, func(q line) bool { return q.List != word.NoList })
	need(l.Task == word.NoTask || p.Task == l.Task, func(q line) bool { return q.Task != word.NoTask })
	if out == there && l.List != word.NoList && l.depth > 0 {
		above := 0
		if i > 0 {
			above = shown[i-1].ListLevel
		}
		// Markdown has no item that is two levels below the one above it.
		need(p.ListLevel == l.depth || p.ListLevel == min(l.depth, above+1), func(q line) bool { return q.List == l.List && q.ListLevel > 1 })
	}
	for _, has := range formats {
		ask, got := l.chars(has), p.chars(has)
		lacks := false
		for i := range ask {
			lacks = lacks || len(ask) == len(got) && ask[i] && !got[i]
		}
		need(!lacks || !l.body || l.IsHeading(), func(q line) bool { return q.shows(has) })
	}
	return out
}

// formats are the properties of text that Markdown has.
var formats = []func(word.Props) bool{
	func(p word.Props) bool { return p.Bold }, func(p word.Props) bool { return p.Italic }, func(p word.Props) bool { return p.Strike },
}

// chars says of each byte of a paragraph's text, but spaces, whether it has a property.
func (l line) chars(has func(word.Props) bool) (out []bool) {
	for _, i := range l.Inlines() {
		for _, c := range []byte(word.Flat([]word.Inline{i})) {
			out = append(out, has(i.Props) && c > ' ')
		}
	}
	return out
}

// shows: the paragraph has the property. A service that writes it there can write it anywhere.
func (l line) shows(has func(word.Props) bool) bool {
	return l.body && !l.IsHeading() && slices.Contains(l.chars(has), true)
}

// spot is where a paragraph of the service's Markdown has a text.
type spot struct{ line, at int }

// spots are where the Markdown has those matches of a text that are within. Not sure: it has more or fewer
// matches than the search, and these are all of them.
func (r *reading) spots(s string, shown []line, within func(model.Range) bool) (out []spot, sure bool, err error) {
	f, err := r.Find(s)
	if err != nil || s == "" {
		return nil, false, err
	}
	notes := false
	for i, l := range shown {
		flat := word.Flat(l.Inlines())
		for at := 0; strings.Contains(flat[at:], s); at += len(s) {
			at += strings.Index(flat[at:], s)
			out = append(out, spot{i, at})
		}
		notes = notes || l.Note > 0
	}
	if len(out) != len(f.All) || notes {
		return out, false, nil
	}
	var in []spot
	for i, hit := range f.All {
		if within(hit.Range) {
			in = append(in, out[i])
		}
	}
	return in, true, nil
}

// listed looks for paragraphs one behind the other in the service's Markdown, or for each by itself where it
// writes something between them in another way.
func (r *reading) listed(all []line, m mark, exact bool) (seen, error) {
	styled := func(l line) bool {
		return l.List != word.NoList || l.Task != word.NoTask || slices.ContainsFunc(formats, l.shows)
	}
	if len(all) == 0 || !slices.ContainsFunc(all, styled) && (m.Kind != model.EditMarkdown || len(all) < 2 && len(m.Text) < maxSought) {
		return there, nil
	}
	shown, err := r.shown()
	if err != nil {
		return hidden, err
	}
	// best is how well the best of n places fits; of those that are mine, if there are any.
	fit := func(all []line, mine []spot) (best seen, n int) {
		best = wrong
		for i := range max(0, len(shown)-len(all)+1) {
			other := len(mine) > 0 && !slices.ContainsFunc(mine, func(s spot) bool { return s.line == i })
			if other || !slices.EqualFunc(all, shown[i:i+len(all)], func(a, b line) bool { return a.text == b.text }) {
				continue
			}
			out := there
			for k, l := range all {
				out = max(out, like(l, shown, i+k))
			}
			best, n = min(best, out), n+1
		}
		return best, n
	}
	best, n := fit(all, nil)
	if n > 1 && exact && best == there {
		at, sure, err := r.spots(head(all[0].text), shown, func(x model.Range) bool { return x.Begin >= m.At && x.Begin <= m.At+slack })
		if mine, n := fit(all, at); sure && n > 0 {
			best = mine
		}
		return best, err
	}
	if n > 0 {
		return best, nil
	}
	out, last := there, ""
	for _, l := range all {
		best, n := fit([]line{l}, nil)
		switch {
		case n > 0:
			out = max(out, best)
			continue
		case styled(l):
			out = max(out, hidden)
		}
		if l.body && plainText().MatchString(l.text) {
			last = l.text
		}
	}
	if m.Kind != model.EditMarkdown || last == "" {
		return out, nil
	}
	s, err := r.lookText(tail(last), 0, 0, false)
	return max(out, s), err
}

// formatted looks for text with its properties: those that Markdown has.
func (r *reading) formatted(e model.Edit, exact bool) (seen, error) {
	want, rest := []*bool{e.Props.Bold, e.Props.Italic, e.Props.Strike}, e.Props
	rest.Bold, rest.Italic, rest.Strike = nil, nil, nil
	if e.Props == rest {
		return hidden, nil
	}
	shown, err := r.shown()
	if err != nil || shown == nil {
		return hidden, err
	}
	at, sure, err := r.spots(e.Old, shown, func(x model.Range) bool { return !exact || slices.Contains(e.Ranges, x) })
	if sure = sure && exact; err != nil {
		return hidden, err
	}
	var all []seen
	for _, s := range at {
		l, is := shown[s.line], there
		flat := word.Flat(l.Inlines())
		for k, has := range formats {
			got := l.chars(has)
			for i := s.at; i < s.at+len(e.Old) && want[k] != nil; i++ {
				if flat[i] <= ' ' || got[i] == *want[k] {
					continue
				}
				if is = max(is, hidden); l.body && !l.IsHeading() && (got[i] || slices.ContainsFunc(shown, func(q line) bool { return q.shows(has) })) {
					is = wrong
				}
			}
		}
		all = append(all, is)
	}
	slices.Sort(all)
	out := there
	if others := func(x model.Range) bool { return !slices.Contains(e.Ranges, x) }; sure && r.before != nil && len(r.finds[e.Old].All) > len(e.Ranges) {
		// The other matches are as they were.
		was, no := r.before.shown()
		old, known, why := r.before.spots(e.Old, was, others)
		now, _, _ := r.spots(e.Old, shown, others)
		for i := range min(len(old), len(now)) {
			for k, has := range formats {
				a, b := was[old[i].line].chars(has), shown[now[i].line].chars(has)
				if known && cmp.Or(no, why) == nil && want[k] != nil && !slices.Equal(a[old[i].at:old[i].at+len(e.Old)], b[now[i].at:now[i].at+len(e.Old)]) {
					return wrong, nil
				}
			}
		}
	}
	switch n := len(e.Ranges); {
	case len(all) < n || !rest.Empty():
		out = hidden
	}
	if len(all) > 0 && (sure || all[0] == wrong) {
		return max(out, all[len(all)-1]), nil
	}
	if out == there && all[len(e.Ranges)-1] != there {
		out = hidden
	}
	return out, nil
}

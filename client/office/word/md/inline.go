package md

import (
	"cmp"
	"slices"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"aloft/client/office/word"
	"aloft/client/office/word/loss"
	"aloft/model/markdown"
)

// paragraphText is the Markdown of a paragraph's inlines.
func paragraphText(a *again, p *word.Paragraph, at spot) string {
	return inlineText(a, visible(p.Inlines(), false, a.notes), at)
}

// visible keeps what Markdown can show: runs with its properties, line breaks and
// pictures. Emphasis of a space at an edge is removed: Markdown has none there.
func visible(in []word.Inline, head bool, notes map[int]bool) []word.Inline {
	var runs []word.Inline
	for _, i := range in {
		props := word.Props{Bold: i.Props.Bold && !head, Italic: i.Props.Italic, Strike: i.Props.Strike, Code: i.Props.Code, Link: i.Props.Link, Title: i.Props.Title}
		switch i.Kind {
		case word.Run:
			if notes[i.Props.Note] {
				props = word.Props{Note: i.Props.Note}
			}
			runs = append(runs, word.Styled(i.Text, props))
		case word.Tab:
			runs = append(runs, word.Styled("\t", props))
		case word.LineBreak:
			runs = append(runs, word.Inline{Kind: word.LineBreak})
		case word.Image:
			runs = append(runs, i)
		case word.Rule, word.Equation, word.Drawing, word.AddOn:
			runs = append(runs, word.Text(word.Shown(i)))
		}
	}
	runs = trimBreaks(word.Glue(runs))
	var out []word.Inline
	for i, r := range runs {
		if r.Kind != word.Run || r.Props.Code {
			out = append(out, r)
			continue
		}
		out = append(out, loosen(r, runs, i)...)
	}
	return word.Glue(out)
}

// trimBreaks removes line breaks at both ends.
func trimBreaks(in []word.Inline) []word.Inline {
	for len(in) > 0 && in[0].Kind == word.LineBreak {
		in = in[1:]
	}
	for len(in) > 0 && in[len(in)-1].Kind == word.LineBreak {
		in = in[:len(in)-1]
	}
	return in
}

// loosen removes emphasis from the spaces at a run's ends where the neighbour does
// not have the same.
func loosen(r word.Inline, runs []word.Inline, at int) []word.Inline {
	p := r.Props
	if !p.Bold && !p.Italic && !p.Strike {
		return []word.Inline{r}
	}
	plain := func(other int) word.Props {
		q := word.Props{Link: p.Link, Title: p.Title}
		if other >= 0 && other < len(runs) && runs[other].Kind == word.Run && !runs[other].Props.Code {
			o := runs[other].Props
			if strings.TrimFunc(runs[other].Text, unicode.IsSpace) != "" {
				q.Bold, q.Italic, q.Strike = p.Bold && o.Bold, p.Italic && o.Italic, p.Strike && o.Strike
			}
		}
		return q
	}
	s := strings.TrimLeftFunc(r.Text, unicode.IsSpace)
	lead := r.Text[:len(r.Text)-len(s)]
	core := strings.TrimRightFunc(s, unicode.IsSpace)
	tail := s[len(core):]
	if core == "" {
		a, b := plain(at-1), plain(at+1)
		a.Bold, a.Italic, a.Strike = a.Bold && b.Bold, a.Italic && b.Italic, a.Strike && b.Strike
		return []word.Inline{word.Styled(r.Text, a)}
	}
	var out []word.Inline
	if lead != "" {
		out = append(out, word.Styled(lead, plain(at-1)))
	}
	out = append(out, word.Styled(core, p))
	if tail != "" {
		out = append(out, word.Styled(tail, plain(at+1)))
	}
	return out
}

// inlineText writes the inlines and, where emphasis makes it doubtful, reads them
// again: what is not read as it was is written with stars alone, then without emphasis.
func inlineText(a *again, in []word.Inline, at spot) string {
	s := ""
	for k, less := range []func(*word.Props){
		func(p *word.Props) {},
		func(p *word.Props) { p.Strike = false },
		func(p *word.Props) { p.Strike, p.Italic = false, false },
		func(p *word.Props) { p.Strike, p.Italic, p.Bold = false, false, false },
		func(p *word.Props) { p.Strike, p.Italic, p.Bold, p.Code = false, false, false, false },
	} {
		rest := slices.Clone(in)
		for i := range rest {
			less(&rest[i].Props)
		}
		if k == 1 {
			a.lost[loss.Emphasis]++
		}
		for _, e := range []*emitter{{light: true}, {}, {stars: true}} {
			e.at, e.again = at, a
			put := rest
			if e.light {
				put = unlinked(rest, func(i word.Inline, _ int) bool { return bare(i) })
			}
			put = word.Glue(put)
			if e.light && noteAfterAddress(put) {
				continue
			}
			e.starts, e.spans = asIs(a.b, put, e.light, at)
			s = e.text(put)
			if k == 0 && !e.doubt || sameInlines(a, s, word.Glue(rest), at) {
				return s
			}
		}
	}
	return s
}

// sameInlines reads s as a paragraph and compares.
func sameInlines(a *again, s string, want []word.Inline, at spot) bool {
	switch at {
	case inCell:
		s = "| x |\n|---|\n| " + s + " |"
	case inHeading:
		s = "# " + s
	}
	blocks := a.read(s)
	if len(blocks) != 1 {
		return false
	}
	p, ok := blocks[0].(*word.Paragraph)
	if t, table := blocks[0].(*word.Table); table && len(t.Rows()) == 2 {
		p, ok = t.Rows()[1][0].Blocks()[0].(*word.Paragraph)
	}
	if !ok || p.Format != (word.Format{}) && (at != inHeading || p.Level != 1) {
		return false
	}
	got := word.Glue(unlinked(visible(p.Inlines(), false, nil), func(i word.Inline, from int) bool { return bare(i) && !linkedAt(want, from) }))
	want = slices.Clone(want)
	for i, l := range want {
		if l.Props.Note > 0 { // alone it is text
			want[i] = word.Text(a.mark(l.Props.Note))
		}
	}
	return slices.EqualFunc(got, word.Glue(want), func(a, b word.Inline) bool {
		if a.Kind == word.Image && b.Kind == word.Image {
			return a.Props.Link == b.Props.Link && a.Props.Title == b.Props.Title
		}
		return a.Kind == b.Kind && a.Text == b.Text && a.Props == b.Props
	})
}

func (e *emitter) text(in []word.Inline) string {
	for k, i := range in {
		if e.again.b.Work(16) != nil {
			break
		}
		e.to(i, in[k:])
		e.flat = e.starts[k]
		switch i.Kind {
		case word.Run:
			if i.Props.Note > 0 {
				e.code = false
				e.doubt = e.doubt || e.shut
				e.raw(e.again.mark(i.Props.Note))
				break
			}
			if i.Props.Code {
				e.codeSpan(i.Text)
				break
			}
			image := k+1 < len(in) && (in[k+1].Kind == word.Image || in[k+1].Props.Note > 0 || in[k+1].Props.Link != i.Props.Link)
			e.words(i.Text, k == len(in)-1, image)
		case word.LineBreak:
			e.doubt = true
			if e.asIs() {
				e.raw("\n")
				e.last = 0
				break
			}
			if e.at == inHeading || e.at == inCell || e.last == 0 || e.last == '\\' {
				e.raw("<br>")
				break
			}
			e.raw("\\\n")
			e.last = 0
		case word.Image:
			e.image(i.Picture)
		}
	}
	e.closeTo(0)
	return e.b.String()
}

// to closes and opens marks so that the next inline has its properties.
func (e *emitter) to(i word.Inline, rest []word.Inline) {
	if i.Kind == word.LineBreak { // allowed inside anything open
		return
	}
	want := wanted(i)
	keep := 0
	for keep < len(e.open) && slices.ContainsFunc(want, func(m mark) bool {
		return m.kind == e.open[keep].kind && m.link == e.open[keep].link && m.title == e.open[keep].title
	}) {
		keep++
	}
	e.closeTo(keep)
	for _, o := range e.open {
		want = slices.DeleteFunc(want, func(m mark) bool { return m.kind == o.kind })
	}
	// The one that lasts longest is opened first.
	slices.SortStableFunc(want, func(a, b mark) int { return e.lasts(b, rest) - e.lasts(a, rest) })
	for _, m := range want {
		e.openMark(m, i, rest)
	}
}

func wanted(i word.Inline) []mark {
	var out []mark
	if i.Props.Link != "" {
		out = append(out, mark{kind: 'l', link: i.Props.Link, title: i.Props.Title})
	}
	if i.Kind != word.Run {
		return out
	}
	if i.Props.Strike {
		out = append(out, mark{kind: 's'})
	}
	if i.Props.Bold {
		out = append(out, mark{kind: 'b'})
	}
	if i.Props.Italic {
		out = append(out, mark{kind: 'i'})
	}
	return out
}

// lasts is for how many inlines a mark stays open; a link is always outermost.
func (e *emitter) lasts(m mark, rest []word.Inline) int {
	if m.kind == 'l' {
		return len(rest) + 1
	}
	n := 0
	for _, i := range rest {
		if i.Kind != word.LineBreak && !slices.ContainsFunc(wanted(i), func(w mark) bool { return w.kind == m.kind }) {
			break
		}
		n++
	}
	_ = e.again.b.Work(16 * n)
	return n
}

func (e *emitter) openMark(m mark, i word.Inline, rest []word.Inline) {
	switch m.kind {
	case 'l':
		m.sign = "](" + destination(m.link, e.at) + title(m.title, e.at) + ")"
		e.raw("[")
		e.open = append(e.open, m)
		return
	case 's':
		m.sign = "~~"
	case 'b':
		m.sign = "**"
	case 'i':
		m.sign = "*"
		if !e.stars && !letter(e.last) && !letter(e.after(i, rest)) {
			m.sign = "_"
		}
	}
	first := firstRune(i)
	if !letter(first) || e.last != 0 && e.last != ' ' || len(e.open) > 0 {
		e.doubt = true
	}
	if letter(e.last) && (!letter(first) || m.sign == "_") {
		e.entityLast()
	}
	e.raw(m.sign)
	e.open = append(e.open, m)
}

// after is the first character behind the emphasis of i.
func (e *emitter) after(i word.Inline, rest []word.Inline) rune {
	for k, r := range rest {
		_ = e.again.b.Work(16)
		if r.Kind != word.Run || !r.Props.Italic || r.Props.Link != i.Props.Link {
			if k == 0 {
				return 0
			}
			if r.Kind != word.Run || r.Props.Bold != rest[k-1].Props.Bold || r.Props.Strike != rest[k-1].Props.Strike {
				return 0
			}
			return firstRune(r)
		}
	}
	return 0
}

func firstRune(i word.Inline) rune {
	if i.Kind != word.Run || i.Props.Code {
		return '`'
	}
	r, _ := utf8.DecodeRuneInString(i.Text)
	return r
}

// entityLast rewrites the last letter as an entity, which ends in a punctuation
// character: then emphasis may begin behind it.
func (e *emitter) entityLast() {
	r, n := utf8.DecodeLastRune(e.b.Bytes())
	e.b.Truncate(e.b.Len() - n)
	e.raw("&#" + strconv.Itoa(int(r)) + ";")
}

func (e *emitter) closeTo(n int) {
	for len(e.open) > n {
		m := e.open[len(e.open)-1]
		e.open = e.open[:len(e.open)-1]
		if m.kind != 'l' {
			e.doubt = e.doubt || !letter(e.last)
			e.shut = true
		}
		if m.kind != 'l' && (!letter(e.last) || m.sign == "_") {
			e.code = true
		}
		e.raw(m.sign)
		if m.kind == 'l' {
			e.code = false
		}
	}
}

func (e *emitter) codeSpan(s string) {
	e.code = false
	e.doubt = e.doubt || len(e.open) > 0 || e.shut || strings.ContainsAny(s, "@:.") // a URL may extend over the sign
	if e.at == inCell {
		s = strings.ReplaceAll(s, "|", `\|`)
	}
	fence := strings.Repeat("`", markdown.LongestRow(s, '`')+1)
	if markdown.LongestRow(s, '`') == 0 {
		fence = "`"
	}
	if s[0] == '`' || s[len(s)-1] == '`' || s[0] == ' ' && s[len(s)-1] == ' ' && strings.Trim(s, " ") != "" {
		s = " " + s + " "
	}
	e.raw(fence + s + fence)
}

func (e *emitter) image(p *word.Picture) {
	dest := cmp.Or(p.URL, p.Name)
	if p.Data != nil && e.again.picture != nil {
		var err error
		dest, err = e.again.picture(p)
		e.again.err = cmp.Or(e.again.err, err)
	}
	e.code, e.doubt = false, true
	e.raw("![")
	alt := &emitter{at: e.at, last: '[', again: e.again}
	alt.words(p.Alt, false, false)
	e.raw(alt.b.String() + "](" + destination(dest, e.at) + title(p.Title, e.at) + ")")
}

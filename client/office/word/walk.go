package word

import (
	"slices"
	"strconv"
	"strings"
	"unicode"
)

// EachParagraph visits all paragraphs in order.
func EachParagraph(in []Block, do func(*Paragraph)) {
	for _, b := range in {
		switch b := b.(type) {
		case *Paragraph:
			do(b)
		case *Table:
			for _, r := range b.rows {
				for _, c := range r {
					EachParagraph(c.blocks, do)
				}
			}
		case *Box:
			EachParagraph(b.blocks, do)
		}
	}
}

// MapParagraphs rebuilds the blocks in which a paragraph changed.
func MapParagraphs(in []Block, f func(*Paragraph) *Paragraph) []Block {
	out := make([]Block, len(in))
	for i, b := range in {
		switch b := b.(type) {
		case *Paragraph:
			out[i] = f(b)
		case *Table:
			rows := make([][]Cell, len(b.rows))
			same := true
			for j, r := range b.rows {
				for _, c := range r {
					blocks := MapParagraphs(c.blocks, f)
					same = same && slices.Equal(blocks, c.blocks)
					n := NewCell(blocks...)
					n.Source = c.Source
					rows[j] = append(rows[j], n)
				}
			}
			if out[i] = b; !same {
				out[i] = b.With(rows...)
			}
		case *Box:
			blocks := MapParagraphs(b.blocks, f)
			if out[i] = b; !slices.Equal(blocks, b.blocks) {
				out[i] = b.With(blocks...)
			}
		}
	}
	return out
}

// Lines is the text of blocks, a line for each paragraph.
func Lines(in []Block) string {
	var out []string
	EachParagraph(in, func(p *Paragraph) { out = append(out, Flat(p.Inlines())) })
	return strings.TrimRight(strings.Join(out, "\n"), "\n")
}

// Rebased is a version of a document, read again from the file of a key that was made from
// the one with these comments: they keep their ids.
func (d *Document) Rebased(version int64, key string, was []Comment) *Document {
	d = d.Renamed(was)
	n := NewDocument(version, d.blocks, d.comments)
	n.Base = key
	return n
}

// Renamed gives the comments the ids that the same ones have among others.
func (d *Document) Renamed(was []Comment) *Document {
	if len(d.comments) == 0 {
		return d
	}
	ids, taken := map[string]string{}, map[string]bool{}
	for _, c := range d.comments {
		ids[c.ID] = "-" + c.ID // one that nobody had
		for _, o := range was {
			if !taken[o.ID] && o.Author == c.Author && o.Text == c.Text && (o.Parent == "") == (c.Parent == "") {
				ids[c.ID], taken[o.ID] = o.ID, true
				break
			}
		}
	}
	comments := slices.Clone(d.comments)
	for i, c := range comments {
		comments[i].ID, comments[i].Parent = ids[c.ID], ids[c.Parent]
	}
	n := NewDocument(d.Version, MapParagraphs(d.blocks, func(p *Paragraph) *Paragraph {
		if !slices.ContainsFunc(p.Inlines(), commentSign) {
			return p
		}
		in := slices.Clone(p.Inlines())
		for i, l := range in {
			if commentSign(l) {
				in[i].Name = ids[l.Name]
			}
		}
		return NewParagraph(p.Format, in...)
	}), comments)
	n.Base = d.Base
	return n
}

func commentSign(l Inline) bool { return l.Kind == CommentStart || l.Kind == CommentEnd }

// Slugs makes the names by which links refer to headings, as in Markdown: lower
// case, hyphens for spaces, a number from the second of the same name on.
type Slugs map[string]int

// Next is the name of the next heading.
func (s Slugs) Next(p *Paragraph) string {
	var b strings.Builder
	for _, r := range strings.ToLower(strings.TrimSpace(Flat(p.Inlines()))) {
		switch {
		case unicode.IsLetter(r), unicode.IsDigit(r), unicode.Is(unicode.Mn, r), r == '_', r == '-':
			b.WriteRune(r)
		case r == ' ', r == '\t', r == '\n':
			b.WriteByte('-')
		}
	}
	name := b.String()
	n := s[name]
	s[name]++
	if n > 0 {
		name += "-" + strconv.Itoa(n)
	}
	return name
}

// Anchor gives every thread its two marks: both in the body or both in the same
// box, the first before the second, and something between them where the paragraph
// has something. A comment whose marks break a rule gets the whole paragraph where
// it begins; one without any mark is dropped, with its replies.
func Anchor(blocks []Block, comments []Comment) ([]Block, []Comment) {
	if len(comments) == 0 {
		return blocks, nil
	}
	type place struct{ story, para, at int }
	starts, ends := map[string][]place{}, map[string][]place{}
	var paras []*Paragraph
	for i, b := range blocks {
		story := 0
		if _, ok := b.(*Box); ok {
			story = i + 1
		}
		EachParagraph([]Block{b}, func(p *Paragraph) {
			for at, l := range p.Inlines() {
				switch l.Kind {
				case CommentStart:
					starts[l.Name] = append(starts[l.Name], place{story, len(paras), at})
				case CommentEnd:
					ends[l.Name] = append(ends[l.Name], place{story, len(paras), at})
				}
			}
			paras = append(paras, p)
		})
	}
	whole := map[int][]string{} // paragraph → comments that get all of it
	drop := map[string]bool{}   // comments to remove
	clear := map[string]bool{}  // comments whose marks are removed
	for _, c := range comments {
		s, e := starts[c.ID], ends[c.ID]
		switch {
		case c.Parent != "":
			clear[c.ID] = len(s)+len(e) > 0
			continue
		case len(s)+len(e) == 0:
			drop[c.ID] = true
			continue
		case len(s) == 1 && len(e) == 1 && s[0].story == e[0].story:
			a, b := s[0], e[0]
			if a.para < b.para || a.para == b.para && a.at < b.at && (marksOnly(paras[a.para].Inlines()) || !marksOnly(paras[a.para].Inlines()[a.at+1:b.at])) {
				continue
			}
		}
		clear[c.ID] = true
		at := append(s, e...)[0].para
		whole[at] = append(whole[at], c.ID)
	}
	kept := slices.DeleteFunc(slices.Clone(comments), func(c Comment) bool { return drop[c.ID] || drop[c.Parent] })
	known := map[string]bool{}
	for _, c := range kept {
		known[c.ID] = true
	}
	n := -1
	out := MapParagraphs(blocks, func(p *Paragraph) *Paragraph {
		n++
		bad := slices.ContainsFunc(p.Inlines(), func(l Inline) bool {
			return (l.Kind == CommentStart || l.Kind == CommentEnd) && (clear[l.Name] || !known[l.Name])
		})
		if !bad && len(whole[n]) == 0 {
			return p
		}
		var in []Inline
		for _, id := range whole[n] {
			in = append(in, Inline{Kind: CommentStart, Name: id})
		}
		for _, l := range p.Inlines() {
			if l.Kind != CommentStart && l.Kind != CommentEnd || !clear[l.Name] && known[l.Name] {
				in = append(in, l)
			}
		}
		for _, id := range whole[n] {
			in = append(in, Inline{Kind: CommentEnd, Name: id})
		}
		return NewParagraph(p.Format, in...)
	})
	return out, kept
}

func marksOnly(in []Inline) bool {
	return !slices.ContainsFunc(in, func(l Inline) bool { return l.Kind != CommentStart && l.Kind != CommentEnd })
}

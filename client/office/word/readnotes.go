package word

import (
	"errors"
	"slices"
	"strconv"
	"strings"
	"time"

	"aloft/model/budget"
)

// noteRef is a footnote or endnote that the text refers to.
type noteRef struct {
	end bool
	id  string
}

// addNotes adds the notes behind the text, each under its number.
func (x *reader) addNotes(s *sink) error {
	if len(x.notes) == 0 {
		return nil
	}
	texts, named := map[noteRef][]Block{}, map[noteRef]bool{}
	told := 0 // of x.notes; a note may refer to others
	for _, end := range []bool{false, true} {
		kind := "footnotes"
		if end {
			kind = "endnotes"
		}
		part := x.refs.of(kind)
		if part == "" {
			continue
		}
		var err error
		if x.rels, err = x.pk.rels(part); err != nil {
			return err
		}
		if x.part = sourceFootnotes; end {
			x.part = sourceEndnotes
		}
		_, err = x.pk.each(part, func(n *node) error {
			ref := noteRef{end, n.attr("id")}
			for ; told < len(x.notes); told++ {
				named[x.notes[told]] = true
			}
			if !named[ref] {
				return nil
			}
			in, err := x.contents(n.kids, s)
			texts[ref] = in
			return err
		})
		x.rels, x.part = x.refs, sourceMain
		if err != nil && !errors.Is(err, errNoPart) {
			return err
		}
	}
	s.end(x)
	for i := 0; i < len(x.notes); i++ {
		x.lost[LossNote]++
		sign := Text("[" + strconv.Itoa(i+1) + "] ")
		in := texts[x.notes[i]]
		if p, ok := first(in); ok {
			l := p.Inlines()
			if len(l) > 0 && l[0].Kind == Run { // the space behind the sign
				l = slices.Clone(l)
				l[0].Text = strings.TrimLeft(l[0].Text, " ")
			}
			in = append([]Block{NewParagraph(p.Format, append([]Inline{sign}, l...)...)}, in[1:]...)
		} else {
			in = append([]Block{NewParagraph(Format{}, sign)}, in...)
		}
		for _, b := range in {
			s.add(b)
		}
	}
	return nil
}

func first(in []Block) (*Paragraph, bool) {
	if len(in) == 0 {
		return nil, false
	}
	p, ok := in[0].(*Paragraph)
	return p, ok
}

// readComments reads the texts of the comments and which replies to which.
func (x *reader) readComments(part, extended string) error {
	if part == "" {
		return nil
	}
	var err error
	if x.rels, err = x.pk.rels(part); err != nil {
		return err
	}
	x.part = sourceNone
	defer func() { x.rels, x.part = x.refs, sourceMain }()
	byPara := map[string]string{} // the last paragraph's id → the comment's
	x.ids = map[string]string{}
	_, err = x.pk.each(part, func(n *node) error {
		id := n.attr("id")
		if n.name != "comment" || id == "" || x.ids[id] != "" {
			return nil
		}
		x.ids[id] = strconv.Itoa(len(x.comments))
		id = x.ids[id]
		in, err := x.contents(n.kids, nil)
		if err != nil {
			return err
		}
		for _, p := range n.find("p") {
			if v := p.attr("paraId"); v != "" {
				byPara[strings.ToUpper(v)] = id
			}
		}
		when, _ := time.Parse(time.RFC3339, n.attr("date"))
		if when.IsZero() {
			when, _ = time.Parse("2006-01-02T15:04:05", n.attr("date"))
		}
		if err := x.pk.lim.Budget.Hold(sizeBlock); err != nil {
			return err
		}
		x.comments = append(x.comments, Comment{ID: id, Author: oneLine(n.attr("author")), Initials: oneLine(n.attr("initials")), When: when.UTC(), Text: lines(in)})
		return nil
	})
	if err != nil && !errors.Is(err, errNoPart) {
		return err
	}
	x.fields, x.notes, x.marks = nil, nil, nil
	if extended == "" {
		return nil
	}
	_, err = x.pk.each(extended, func(n *node) error {
		id := byPara[strings.ToUpper(n.attr("paraId"))]
		parent := byPara[strings.ToUpper(n.attr("paraIdParent"))]
		if i, err := strconv.Atoi(id); err == nil { // ours are the indexes in the list
			c := &x.comments[i]
			c.Done = n.attr("done") == "1" || n.attr("done") == "true"
			if parent != id {
				c.Parent = parent
			}
		}
		return nil
	})
	if err != nil && !errors.Is(err, errNoPart) {
		return err
	}
	if x.comments, err = threads(x.comments, x.pk.lim.Budget); err != nil {
		return err
	}
	for _, c := range x.comments {
		if c.Parent != "" {
			x.replies[c.ID] = true
		}
	}
	return nil
}

// threads makes every reply refer to the first of its thread.
func threads(in []Comment, b *budget.Budget) ([]Comment, error) {
	byID := map[string]int{}
	for i, c := range in {
		byID[c.ID] = i
	}
	for i := range in {
		at := i
		for range len(in) {
			if err := b.Work(16); err != nil {
				return nil, err
			}
			p, ok := byID[in[at].Parent]
			if in[at].Parent == "" || !ok {
				break
			}
			at = p
		}
		_, ok := byID[in[at].Parent]
		switch {
		case at == i && !ok:
			in[i].Parent = ""
		case ok && in[at].Parent != "": // they form a cycle
			in[i].Parent = ""
		default:
			in[i].Parent = in[at].ID
		}
	}
	return in, nil
}

// mark reads an end of a comment's range. Replies have none in the document.
func (x *reader) mark(n *node, to *[]Inline) {
	x.traceMark(n)
	id, ok := x.ids[n.attr("id")]
	if !ok || x.replies[id] {
		return
	}
	kind := CommentEnd
	if n.name == "commentRangeStart" {
		kind = CommentStart
		x.seen[id] = true
	}
	*to = append(*to, Inline{Kind: kind, Name: id})
}

// reference is the sign of a comment; one without a range gets one from anchor.
func (x *reader) reference(n *node, p *paragraph) {
	x.traceMark(n)
	if id := x.ids[n.attr("id")]; !x.seen[id] {
		start := &node{name: "commentRangeStart", attrs: n.attrs}
		x.mark(start, &p.in)
		x.mark(&node{name: "commentRangeEnd", attrs: n.attrs}, &p.in)
	}
}

// anchor gives every thread its two marks: both in the body or both in the same
// box, the first before the second, and something between them where the paragraph
// has something. A comment whose marks break a rule gets the whole paragraph where
// it begins; one without any mark is dropped, with its replies.
func anchor(blocks []Block, comments []Comment) ([]Block, []Comment) {
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
		eachParagraph([]Block{b}, func(p *Paragraph) {
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
	out := mapParagraphs(blocks, func(p *Paragraph) *Paragraph {
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

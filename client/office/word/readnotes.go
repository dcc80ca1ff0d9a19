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

package read

import (
	"slices"
	"strconv"
	"strings"
	"time"

	"aloft/client/office/word"
	"aloft/client/office/word/loss"
	"aloft/client/office/word/parts"
	"aloft/model/budget"
)

// addNotes adds the notes behind the text, each under its number.
func (x *reader) addNotes(s *sink) error {
	if len(x.notes) == 0 {
		return nil
	}
	texts, named := map[noteRef][]word.Block{}, map[noteRef]bool{}
	told := 0 // of x.notes; a note may refer to others
	for _, end := range []bool{false, true} {
		kind := "footnotes"
		if end {
			kind = "endnotes"
		}
		part := x.Refs.Of(kind)
		if part == "" {
			continue
		}
		var err error
		if x.rels, err = x.Package.Rels(part); err != nil {
			return err
		}
		if x.part = word.SourceFootnotes; end {
			x.part = word.SourceEndnotes
		}
		err = x.Package.Each(part, func(n *parts.Node) error {
			ref := noteRef{end, n.Attr("id")}
			for ; told < len(x.notes); told++ {
				named[x.notes[told]] = true
			}
			if !named[ref] {
				return nil
			}
			in, err := x.run1(n.Kids, &sink{body: true}, nil)
			texts[ref] = in
			return err
		})
		x.rels, x.part = x.Refs, word.SourceMain
		if err != nil {
			return err
		}
	}
	s.end(x)
	for i := 0; i < len(x.notes); i++ {
		x.lost[loss.Note]++
		in := texts[x.notes[i]]
		if len(in) > 0 {
			if p, ok := in[0].(*word.Paragraph); ok && len(p.Inlines()) > 0 && p.Inlines()[0].Kind == word.Run { // the space behind the sign
				l := slices.Clone(p.Inlines())
				l[0].Text = strings.TrimLeft(l[0].Text, " ")
				in[0] = word.NewParagraph(p.Format, l...)
			}
		}
		for _, b := range word.Noted(i+1, in) {
			s.add(b)
		}
	}
	return nil
}

// readComments reads the texts of the comments and which replies to which.
func (x *reader) readComments(part, extended string) error {
	if part == "" {
		return nil
	}
	var err error
	if x.rels, err = x.Package.Rels(part); err != nil {
		return err
	}
	x.part = sourceNone
	defer func() { x.rels, x.part = x.Refs, word.SourceMain }()
	byPara := map[string]string{} // the last paragraph's id → the comment's
	x.Comments = map[string]string{}
	err = x.Package.Each(part, func(n *parts.Node) error {
		id := n.Attr("id")
		if n.Name != "comment" || id == "" || x.Comments[id] != "" {
			return nil
		}
		x.Comments[id] = strconv.Itoa(len(x.comments))
		id = x.Comments[id]
		in, err := x.contents(n.Kids, nil)
		if err != nil {
			return err
		}
		for _, p := range n.Find("p") {
			if v := p.Attr("paraId"); v != "" {
				byPara[strings.ToUpper(v)] = id
			}
		}
		when, _ := time.Parse(time.RFC3339, n.Attr("date"))
		if when.IsZero() {
			when, _ = time.Parse("2006-01-02T15:04:05", n.Attr("date"))
		}
		if err := x.Package.Limits.Budget.Hold(word.SizeBlock); err != nil {
			return err
		}
		x.comments = append(x.comments, word.Comment{ID: id, Author: word.OneLine(n.Attr("author")), Initials: word.OneLine(n.Attr("initials")), When: when.UTC(), Text: word.Lines(in)})
		return nil
	})
	if err != nil {
		return err
	}
	x.fields, x.notes, x.marks = nil, nil, nil
	if extended == "" {
		return nil
	}
	err = x.Package.Each(extended, func(n *parts.Node) error {
		id := byPara[strings.ToUpper(n.Attr("paraId"))]
		parent := byPara[strings.ToUpper(n.Attr("paraIdParent"))]
		if i, err := strconv.Atoi(id); err == nil { // ours are the indexes in the list
			c := &x.comments[i]
			c.Done = n.Attr("done") == "1" || n.Attr("done") == "true"
			if parent != id {
				c.Parent = parent
			}
		}
		return nil
	})
	if err != nil {
		return err
	}
	if x.comments, err = threads(x.comments, x.Package.Limits.Budget); err != nil {
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
func threads(in []word.Comment, b *budget.Budget) ([]word.Comment, error) {
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

// reference is the sign of a comment; one without a range gets one from anchor.
func (x *reader) reference(n *parts.Node, p *paragraph) {
	x.traceMark(n)
	if id := x.Comments[n.Attr("id")]; !x.seen[id] {
		start := &parts.Node{Name: "commentRangeStart", Attrs: n.Attrs}
		x.mark(start, &p.in)
		x.mark(&parts.Node{Name: "commentRangeEnd", Attrs: n.Attrs}, &p.in)
	}
}

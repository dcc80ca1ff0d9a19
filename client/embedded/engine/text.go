package engine

import (
	"slices"
	"strings"

	"aloft/client/office/word"
	"aloft/model"
	"aloft/model/text"
)

// oneLine refuses text that would not stay in its paragraph.
func oneLine(s string) error {
	if strings.ContainsAny(s, "\n\r\v\f") {
		return &Error{Kind: KindNewline, What: "the text has a line end", Hint: "insert a paragraph instead, or Markdown"}
	}
	return nil
}

// InsertText inserts text into a paragraph, in the format of the character before.
func InsertText(d *word.Document, at int64, s string) (*word.Document, error) {
	if s == "" {
		return nil, empty(text.EngineEmptyText)
	}
	if err := oneLine(s); err != nil {
		return nil, err
	}
	return insertInlines(d, at, func(a, b []word.Inline) []word.Inline {
		return []word.Inline{word.Styled(s, propsAfter(a, b))}
	})
}

// insertInlines inserts into a paragraph what f returns for the position between a
// and b.
func insertInlines(d *word.Document, at int64, f func(a, b []word.Inline) []word.Inline) (*word.Document, error) {
	return swap(d, at, func(b word.Block, off int, _ bool) ([]word.Block, error) {
		p, ok := b.(*word.Paragraph)
		if !ok {
			return nil, errAtToken
		}
		before, after, err := cut(p.Inlines(), off)
		if err != nil {
			return nil, err
		}
		in := slices.Concat(before, f(before, after), after)
		return []word.Block{word.NewParagraph(p.Format, in...)}, nil
	})
}

// ReplaceText replaces every range by text; "" deletes. The text gets the format of
// the first character that it replaces. Marks of comments survive: beginnings
// before the text, ends behind it.
func ReplaceText(d *word.Document, ranges []model.Range, s string) (*word.Document, error) {
	if err := oneLine(s); err != nil {
		return nil, err
	}
	in, err := spans(d, ranges)
	if err != nil {
		return nil, err
	}
	for i := 1; i < len(in); i++ {
		if a, b := in[i-1], in[i]; b.begin < a.end {
			return nil, &Error{KindOverlap, "ranges %d to %d and %d to %d overlap", []any{a.begin, a.end, b.begin, b.end}, text.EngineRangeHint}
		}
	}
	return replace(d, in, s)
}

// FindAndReplace replaces every match of old and returns their number. Without a
// match it returns the same document.
func FindAndReplace(d *word.Document, old, s string) (*word.Document, int, error) {
	if old == "" {
		return nil, 0, empty(text.EngineEmptyText)
	}
	if err := oneLine(s); err != nil {
		return nil, 0, err
	}
	var in []span
	search(d, old, func(begin, end int, _ []byte, _, _ int) {
		in = append(in, span{begin, end})
	})
	if len(in) == 0 {
		return d, 0, nil
	}
	n, err := replace(d, in, s)
	return n, len(in), err
}

func replace(d *word.Document, in []span, s string) (*word.Document, error) {
	var gone []string
	sw := sweep{spans: in, whole: true, touch: func(p *word.Paragraph, in []span) (*word.Paragraph, error) {
		out, err := replaced(p, in, s)
		if err != nil {
			return nil, err
		}
		if s == "" {
			var drop []string
			if out, drop = dropHollow(p.Inlines(), out); drop != nil {
				gone = append(gone, drop...)
			}
		}
		return word.NewParagraph(p.Format, out...), nil
	}}
	cuts, err := sw.run(d)
	if err != nil {
		return nil, err
	}
	return d.Splice(d.Version+1, cuts, without(d.Comments(), gone)), nil
}

// replaced returns a paragraph's inlines with the spans replaced by text.
func replaced(p *word.Paragraph, in []span, s string) ([]word.Inline, error) {
	var w weaver
	var props word.Props
	var known bool
	var ends []word.Inline
	err := pieces(p, in, func(l word.Inline, k int, last bool) {
		switch {
		case k < 0 && l.Kind == word.Run:
			w.run(l.Text, l.Props)
			return
		case k < 0 || l.Kind == word.CommentStart:
			w.object(l)
		case l.Kind == word.CommentEnd:
			ends = append(ends, l)
		case carries(l) && !known:
			props, known = l.Props, true
		}
		if last {
			w.run(s, props)
			for _, e := range ends {
				w.object(e)
			}
			props, known, ends = word.Props{}, false, nil
		}
	})
	return w.done(), err
}

// dropHollow removes the marks of comments that had something between them and have
// nothing any more, and returns the ids of those comments.
func dropHollow(old, in []word.Inline) (out []word.Inline, gone []string) {
	if !slices.ContainsFunc(in, commentMark) {
		return in, nil
	}
	were := hollow(old)
	for id := range hollow(in) {
		if !were[id] {
			gone = append(gone, id)
		}
	}
	if gone == nil {
		return in, nil
	}
	return slices.DeleteFunc(in, func(l word.Inline) bool {
		return commentMark(l) && slices.Contains(gone, l.Name)
	}), gone
}

// hollow are the comments with nothing but marks between their own.
func hollow(in []word.Inline) map[string]bool {
	out, open := map[string]bool{}, map[string]bool{}
	for _, l := range in {
		switch {
		case l.Kind == word.CommentStart:
			open[l.Name] = true
		case l.Kind == word.CommentEnd:
			if open[l.Name] {
				out[l.Name] = true
			}
		default:
			clear(open)
		}
	}
	return out
}

// without leaves out comments, with their replies.
func without(in []word.Comment, gone []string) []word.Comment {
	if len(gone) == 0 {
		return in
	}
	return slices.DeleteFunc(slices.Clone(in), func(c word.Comment) bool {
		return slices.Contains(gone, c.ID) || c.Parent != "" && slices.Contains(gone, c.Parent)
	})
}

package engine

import (
	"aloft/client/office/word"
	"aloft/model"
)

// check refuses a style with invalid numbers, or one that no paragraph can have
// ("Parameter rules" in the specification of the doc tools).
func check(st Style) error {
	bad := func(what string, args ...any) error { return &Error{Kind: KindStyle, What: what, Args: args} }
	switch {
	case st.Level < 0 || st.Level > model.LevelSubtitle:
		return bad("level %d does not exist: 0 keeps, 1 to 9 are headings, 10 is body text, 11 the title, 12 the subtitle", st.Level)
	case st.List < 0 || st.List > 2:
		return bad("numbering type %d does not exist: 0 is none, 1 bullets, 2 numbers", st.List)
	case st.ListLevel < 0 || st.ListLevel > 9:
		return bad("numbering level %d does not exist: 1 to 9", st.ListLevel)
	case st.Indent < 0 || st.Indent > 9:
		return bad("indent %d does not exist: 0 to 9", st.Indent)
	case st.List > 0 && st.Level > 0 && st.Level != model.LevelBody:
		return bad("a heading or title cannot be a list item")
	}
	return nil
}

// restyled is a format changed by a style. A given level makes a plain paragraph
// first, and so does a list where there was none. Its source stays.
func restyled(f word.Format, st Style) word.Format {
	f.Start = 0
	from := f.Source
	switch {
	case st.Level == model.LevelBody:
		f = word.Format{}
	case st.Level > 0:
		f = word.Format{Level: st.Level}
	}
	if st.List > 0 {
		list := word.Bullet
		if st.List == 2 {
			list = word.Number
		}
		f = word.Format{List: list, ListLevel: max(f.ListLevel, 1)}
	}
	if st.ListLevel > 0 && f.List != word.NoList {
		f.ListLevel = st.ListLevel
	}
	if st.Indent > 0 {
		f.Indent = st.Indent
	}
	f.Source = from
	return f
}

// outlined reports whether the outline has a paragraph of this format.
func outlined(f word.Format) bool { return f.IsHeading() || f.Level == word.Title }

// InsertParagraph inserts one mark at the position. The style applies to the part
// behind it; at the start of a non-empty paragraph or of any heading to the new
// empty one in front. Level 0 keeps the format, 10 makes body text.
func InsertParagraph(d *word.Document, at int64, st Style) (*word.Document, error) {
	if err := check(st); err != nil {
		return nil, err
	}
	return swap(d, at, func(b word.Block, off int, _ bool) ([]word.Block, error) {
		p, ok := b.(*word.Paragraph)
		if !ok {
			return []word.Block{word.NewParagraph(restyled(word.Format{}, st)), b}, nil
		}
		if off == 0 && (p.Len() > 1 || outlined(p.Format)) {
			return []word.Block{word.NewParagraph(restyled(p.Format, st)), p}, nil
		}
		before, after, err := cut(p.Inlines(), off)
		if err != nil {
			return nil, err
		}
		return []word.Block{word.NewParagraph(p.Format, before...), word.NewParagraph(restyled(p.Format, st), after...)}, nil
	})
}

// InsertParagraphWithText adds a paragraph: at a paragraph's mark behind it,
// whether it is empty or not, otherwise as blocks are inserted. It is body text
// when no level is given.
func InsertParagraphWithText(d *word.Document, at int64, s string, st Style) (*word.Document, error) {
	if err := check(st); err != nil {
		return nil, err
	}
	if err := oneLine(s); err != nil {
		return nil, err
	}
	n := word.NewParagraph(restyled(word.Format{}, st), word.Text(s))
	return swap(d, at, func(b word.Block, off int, inner bool) ([]word.Block, error) {
		if p, ok := b.(*word.Paragraph); ok && off == p.Len()-1 {
			return []word.Block{b, n}, nil
		}
		return among(b, off, []word.Block{n})
	})
}

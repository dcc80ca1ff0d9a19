package model

import (
	"strconv"
	"strings"

	"aloft/model/text"
)

// ParseWhere reads a place as a person writes it: title, start, end,
// heading:TEXT, end-of:TEXT, before:TEXT, match:TEXT, after:TEXT,
// cell:TABLE,ROW,COL, box:N, or a position. TEXT is everything behind the first
// colon. The error is a *WhereError.
func ParseWhere(s string) (Where, error) {
	word, rest, has := strings.Cut(s, ":")
	w := Where{Kind: WhereKind(word), Text: rest}
	switch w.Kind {
	case WhereTitle, WhereStart, WhereEnd:
		if has {
			return Where{}, whereError("%s takes no value", word)
		}
		return w, nil
	case WhereHeading, WhereEndOf, WhereBefore, WhereMatch, WhereAfter:
		switch {
		case !has, strings.TrimSpace(rest) == "" && (rest == "" || w.ofHeading()):
			return Where{}, whereError("%s needs text: %[1]s:TEXT", word)
		}
		return w, nil
	case WhereCell:
		n, ok := counts(rest, 3)
		if !ok {
			return Where{}, whereError("in cell:TABLE,ROW,COLUMN, all three must be numbers from 1, not %q", rest)
		}
		return Where{Kind: WhereCell, Table: n[0], Row: n[1], Col: n[2]}, nil
	case WhereBox:
		n, ok := counts(rest, 1)
		if !ok {
			return Where{}, whereError("in box:N, N must be a number from 1, not %q", rest)
		}
		return Where{Kind: WhereBox, Table: n[0]}, nil
	}
	if digits(s) {
		at, err := strconv.ParseInt(s, 10, 64)
		if err != nil {
			return Where{}, whereError("the position %s is too large", s)
		}
		return Where{Kind: WhereIndex, Index: at}, nil
	}
	err := whereError("%q is not a place in a document", s)
	err.Hint = "write title, start, end, heading:TEXT, end-of:TEXT, before:TEXT, match:TEXT, after:TEXT, cell:TABLE,ROW,COLUMN, box:N or a position"
	return Where{}, err
}

// counts reads n numbers from 1, with commas between them.
func counts(s string, n int) ([]int, bool) {
	parts := strings.Split(s, ",")
	if len(parts) != n {
		return nil, false
	}
	out := make([]int, n)
	for i, p := range parts {
		v, err := strconv.ParseUint(strings.TrimSpace(p), 10, 31)
		if err != nil || v == 0 {
			return nil, false
		}
		out[i] = int(v)
	}
	return out, true
}

// String is the written form, without Nth.
func (w Where) String() string {
	switch w.Kind {
	case WhereHeading, WhereEndOf, WhereBefore, WhereMatch, WhereAfter:
		return string(w.Kind) + ":" + w.Text
	case WhereCell:
		return string(w.Kind) + ":" + strconv.Itoa(w.Table) + "," + strconv.Itoa(w.Row) + "," + strconv.Itoa(w.Col)
	case WhereBox:
		return string(w.Kind) + ":" + strconv.Itoa(w.Table)
	case WhereIndex:
		return strconv.FormatInt(w.Index, 10)
	}
	return string(w.Kind)
}

// IsZero reports whether no place is named.
func (w Where) IsZero() bool { return w == Where{} }

func (w Where) ofHeading() bool {
	return w.Kind == WhereHeading || w.Kind == WhereEndOf || w.Kind == WhereBefore
}

// InOutline finds a place that needs the outline only: title, start, heading,
// end-of, before. The error is a *WhereError.
func (w Where) InOutline(o Outline) (Spot, error) {
	if len(o.Nodes) == 0 {
		return Spot{}, &WhereError{What: "the document has no headings and no text", Missing: true}
	}
	first := o.Nodes[0]
	if first.Level == LevelBody && len(o.Nodes) > 1 && o.Nodes[1].Level == LevelTitle { // text stands before the title
		first = o.Nodes[1]
	}
	switch w.Kind {
	case WhereTitle:
		return before(Heading{Node: first}), nil
	case WhereStart:
		if first.Level == LevelTitle {
			return bodyOf(Heading{Node: first}), nil
		}
		return before(Heading{Node: first}), nil
	case WhereHeading, WhereEndOf, WhereBefore:
	default:
		return Spot{}, whereError(text.WhereNotThere, w.String())
	}
	h, err := w.heading(o)
	if err != nil {
		return Spot{}, err
	}
	switch w.Kind {
	case WhereBefore:
		return before(h), nil
	case WhereEndOf:
		return endOf(h), nil
	}
	return bodyOf(h), nil
}

// before is the place before a heading, or at the start of a text without one.
func before(h Heading) Spot {
	s := Spot{Index: h.Node.TitleStart, Front: true, Around: Around{After: h.Node.Title}}
	if h.Node.Level == LevelBody {
		return Spot{Index: h.Node.ContentStart, Node: h.Node, Above: h.Above}
	}
	if len(h.Above) > 0 { // it is the end of what stands before, under the same heading
		s.Node, s.Above = h.Above[len(h.Above)-1], h.Above[:len(h.Above)-1]
	}
	return s
}

// bodyOf is the start of the text under a heading.
func bodyOf(h Heading) Spot {
	n := h.Node
	s := Spot{Index: n.ContentStart, Node: n, Above: h.Above, Around: Around{Before: n.Title}, Hollow: n.Hollow()}
	if !s.Hollow && len(n.Children) > 0 && n.Children[0].Level != LevelBody && n.Children[0].TitleStart == n.ContentStart {
		s.Front, s.After = true, n.Children[0].Title
	}
	return s
}

// endOf is the end of the text under a heading, sub-headings included.
func endOf(h Heading) Spot {
	n, above := h.Node, h.Above
	s := Spot{Index: n.ContentEnd}
	for len(n.Children) > 0 {
		above = append(above[:len(above):len(above)], n)
		n = n.Children[len(n.Children)-1]
	}
	s.Node, s.Above = n, above
	if n.Level != LevelBody && s.Index == n.TitleEnd {
		s.Hollow, s.Before = true, n.Title
	}
	return s
}

// heading finds the heading by its exact text, else regardless of case and spaces.
func (w Where) heading(o Outline) (Heading, error) {
	all := o.Headings()
	var found []Heading
	for _, same := range []func(a, b string) bool{
		func(a, b string) bool { return a == b },
		func(a, b string) bool { return strings.EqualFold(OneLine(a), OneLine(b)) },
	} {
		for _, h := range all {
			if h.Node.Level != LevelBody && same(h.Node.Title, w.Text) {
				found = append(found, h)
			}
		}
		if len(found) > 0 {
			break
		}
	}
	switch {
	case len(found) == 0:
		return Heading{}, w.noHeading(all)
	case w.Nth > len(found) || w.Nth < 0:
		err := whereError("there is no heading %d called %[3]q; there are %[2]d", w.Nth, len(found), w.Text)
		err.Found, err.Missing, err.Hint = listHeadings(found), true, text.WhereLookOutline
		return Heading{}, err
	case w.Nth == 0 && len(found) > 1:
		err := whereError("%d {heading is|headings are} called %q", len(found), w.Text)
		err.Found, err.Hint = listHeadings(found), text.WherePickNth
		return Heading{}, err
	}
	return found[max(w.Nth, 1)-1], nil
}

func (w Where) noHeading(all []Heading) *WhereError {
	err := whereError("no heading is called %q", w.Text)
	err.Missing, err.Hint = true, text.WhereLookOutline
	var names []string
	for _, h := range all {
		t := h.Node.Title
		if t != "" && w.Text != "" && strings.Contains(strings.ToLower(t), strings.ToLower(OneLine(w.Text))) {
			err.Near = append(err.Near, t)
		}
		names = append(names, t)
	}
	if t := Nearest(w.Text, names); len(err.Near) == 0 && t != "" {
		err.Near = []string{t}
	}
	if w.Kind == WhereBefore && len(err.Near) == 0 {
		err.Hint = "before: takes a heading; for other text use match:TEXT"
	}
	if len(err.Near) > 0 {
		err.Near = err.Near[:min(len(err.Near), nearTitles)]
		err.Hint, err.HintArgs = "similar: %q", []any{err.Near[0]}
	}
	return err
}

// nearTitles is how many similar titles an error names.
const nearTitles = 5

func listHeadings(hs []Heading) []WhereFound {
	out := make([]WhereFound, len(hs))
	for i, h := range hs {
		out[i] = WhereFound{Nth: i + 1, Level: h.Node.Level, Position: h.Node.TitleStart, Above: h.Path(), Context: h.Node.Title}
	}
	return out
}

// InMatches finds the place before or behind a text. The error is a *WhereError.
func (w Where) InMatches(m Matches) (Spot, error) {
	n := len(m.All)
	switch {
	case n == 0:
		err := whereError("%q does not occur in the document", w.Text)
		err.Missing, err.Hint = true, text.WhereMatchHint
		return Spot{}, err
	case w.Nth > n || w.Nth < 0:
		err := whereError("there is no match %d of %[3]q; there are %[2]d", w.Nth, n, w.Text)
		err.Found, err.Missing = listMatches(m), true
		return Spot{}, err
	case w.Nth == 0 && n > 1:
		err := whereError("the text %[2]q is in %[1]d {place|places}", n, w.Text)
		err.Found, err.Hint = listMatches(m), text.WherePickNth
		return Spot{}, err
	}
	hit := m.All[max(w.Nth, 1)-1]
	s := Spot{Index: hit.Range.Begin}
	s.Before, s.After = hit.Around(w.Text)
	if w.Kind == WhereAfter {
		s.Index = hit.Range.End
		s.Before += w.Text
	} else {
		s.After = w.Text + s.After
	}
	return s, nil
}

func listMatches(m Matches) []WhereFound {
	out := make([]WhereFound, len(m.All))
	for i, hit := range m.All {
		out[i] = WhereFound{Nth: i + 1, Position: hit.Range.Begin, Context: hit.Context}
	}
	return out
}

func whereError(t text.Text, args ...any) *WhereError { return &WhereError{What: t, Args: args} }

// Error gives the English sentence.
func (e *WhereError) Error() string { return e.Say(nil) }

// Say gives the sentence in the language of the catalogue.
func (e *WhereError) Say(c *text.Catalogue) string { return Clean(c.Say(e.What, e.Args...)) }

package engine

import (
	"errors"
	"slices"
	"strings"

	"aloft/client/office/word"
)

// errInPair and errAtToken are refusals in a function that does not know its position;
// located adds it.
var errInPair, errAtToken = errors.New("inside a pair"), errors.New("at a token")

func located(err error, at int) error {
	switch err {
	case errInPair:
		return insidePair(at)
	case errAtToken:
		return openToken(at)
	}
	return err
}

// cut splits inlines at an offset. The parts are new slices.
func cut(in []word.Inline, off int) (a, b []word.Inline, err error) {
	for i, l := range in {
		n := l.Len()
		switch {
		case off == 0:
			return slices.Clone(in[:i]), slices.Clone(in[i:]), nil
		case off >= n:
			off -= n
			continue
		}
		at, units := word.CutUnits(l.Text, off)
		if units != off {
			return nil, nil, errInPair
		}
		left, right := l, l
		left.Text, right.Text = l.Text[:at], l.Text[at:]
		return append(slices.Clone(in[:i]), left), append([]word.Inline{right}, in[i+1:]...), nil
	}
	return slices.Clone(in), nil, nil
}

func commentMark(i word.Inline) bool {
	return i.Kind == word.CommentStart || i.Kind == word.CommentEnd
}

// carries reports whether an inline has properties of text.
func carries(i word.Inline) bool {
	return i.Kind == word.Run || i.Kind == word.Tab || i.Kind == word.LineBreak
}

// propsAfter is the format of text inserted between a and b: that of the character
// before. A link continues only where both sides are in it.
func propsAfter(a, b []word.Inline) word.Props {
	for _, l := range slices.Backward(a) {
		if commentMark(l) {
			continue
		}
		if !carries(l) {
			return word.Props{}
		}
		p := l.Props
		p.Note = 0
		if p.Link != "" {
			next := slices.IndexFunc(b, func(l word.Inline) bool { return !commentMark(l) })
			if next < 0 || b[next].Props.Link != p.Link {
				p.Link = ""
			}
		}
		return p
	}
	return word.Props{}
}

// weaver joins inlines; text of equal properties is collected, so that many small
// pieces cost no more than one large.
type weaver struct {
	out   []word.Inline
	text  strings.Builder
	props word.Props
}

func (w *weaver) run(s string, p word.Props) {
	if p != w.props {
		w.flush()
		w.props = p
	}
	w.text.WriteString(s)
}

func (w *weaver) object(l word.Inline) {
	w.flush()
	w.out = append(w.out, l)
}

func (w *weaver) flush() {
	if w.text.Len() > 0 {
		w.out = append(w.out, word.Styled(w.text.String(), w.props))
		w.text.Reset()
	}
}

func (w *weaver) done() []word.Inline {
	w.flush()
	return w.out
}

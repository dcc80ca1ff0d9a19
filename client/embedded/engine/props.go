package engine

import (
	"slices"
	"strings"

	"aloft/client/office/word"
	"aloft/model"
)

// UpdateTextProperty sets properties; ranges may cross anything, also each other.
// No length changes.
func UpdateTextProperty(d *word.Document, ranges []model.Range, set model.TextProps) (*word.Document, error) {
	if set.Empty() {
		return nil, empty("no property is given")
	}
	for _, c := range []string{set.Color, set.Background} {
		if c != "" && !model.IsColor(c) {
			return nil, &Error{KindProperty, "%q is not a colour", []any{c}, "six hexadecimal digits, as in FF8800"}
		}
	}
	in, err := spans(d, ranges)
	if err != nil {
		return nil, err
	}
	sw := sweep{spans: parts(in), touch: func(p *word.Paragraph, in []span) (*word.Paragraph, error) {
		var w weaver
		err := pieces(p, in, func(l word.Inline, k int, _ bool) {
			if k >= 0 && carries(l) {
				l.Props = with(l.Props, set)
			}
			if l.Kind == word.Run {
				w.run(l.Text, l.Props)
			} else {
				w.object(l)
			}
		})
		if err != nil {
			return nil, err
		}
		n := word.NewParagraph(p.Format, w.done()...)
		if slices.Equal(n.Inlines(), p.Inlines()) {
			return p, nil
		}
		return n, nil
	}}
	cuts, err := sw.run(d)
	if err != nil {
		return nil, err
	}
	return d.Splice(d.Version+1, cuts, d.Comments()), nil
}

func with(p word.Props, set model.TextProps) word.Props {
	for _, s := range []struct {
		to *bool
		is *bool
	}{{&p.Bold, set.Bold}, {&p.Italic, set.Italic}, {&p.Underline, set.Underline}, {&p.Strike, set.Strike}, {&p.SmallCaps, set.SmallCaps}} {
		if s.is != nil {
			*s.to = *s.is
		}
	}
	if set.Color != "" {
		p.Color = strings.ToUpper(set.Color)
	}
	if set.Background != "" {
		p.Background = strings.ToUpper(set.Background)
	}
	return p
}

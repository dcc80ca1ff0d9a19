package engine

import (
	"fmt"
	"strings"
	"testing"
	"unicode/utf16"

	"aloft/client/office/word"
)

// flat is a document as a list of tokens, one for each position. It uses only the
// model's blocks: no lengths, no units.
func flat(d *word.Document) []string { return flatten(nil, d.Blocks()) }

func flatten(out []string, in []word.Block) []string {
	for _, b := range in {
		switch b := b.(type) {
		case *word.Paragraph:
			for _, i := range b.Inlines() {
				if i.Kind == word.Run {
					out = append(out, units(i.Text)...)
					continue
				}
				out = append(out, fmt.Sprintf("<%d %s>", i.Kind, i.Name))
			}
			out = append(out, "¶")
		case *word.Table:
			out = append(out, "T")
			for _, r := range b.Rows() {
				for _, c := range r {
					out = flatten(out, c.Blocks())
				}
			}
		case *word.Box:
			out = flatten(append(out, "B"), b.Blocks())
		}
	}
	return out
}

// units are tokens of text: one for each UTF-16 unit.
func units(s string) []string {
	var out []string
	for _, u := range utf16.Encode([]rune(s)) {
		out = append(out, fmt.Sprintf("%04x", u))
	}
	return out
}

// show draws a document on one line: formats in front, objects in angle brackets,
// props behind a run.
func show(d *word.Document) string { return showAll(d.Blocks()) }

func showAll(in []word.Block) string {
	var out []string
	for _, b := range in {
		switch b := b.(type) {
		case *word.Paragraph:
			out = append(out, showFormat(b.Format)+showInlines(b.Inlines()))
		case *word.Table:
			var rows []string
			for _, r := range b.Rows() {
				var cells []string
				for _, c := range r {
					cells = append(cells, showAll(c.Blocks()))
				}
				rows = append(rows, strings.Join(cells, ","))
			}
			out = append(out, "T("+strings.Join(rows, ";")+")")
		case *word.Box:
			out = append(out, [...]string{"Box", "Code", "Note"}[b.Kind]+b.Language+"("+showAll(b.Blocks())+")")
		}
	}
	return strings.Join(out, "|")
}

func showFormat(f word.Format) string {
	s := ""
	switch {
	case f.Level == word.Title:
		s = "T:"
	case f.Level == word.Subtitle:
		s = "S:"
	case f.Level > 0:
		s = fmt.Sprintf("H%d:", f.Level)
	}
	switch {
	case f.List == word.Bullet:
		s += strings.Repeat("*", f.ListLevel)
	case f.List == word.Number:
		s += strings.Repeat("#", f.ListLevel)
	}
	if f.Start > 0 {
		s += fmt.Sprint(f.Start, ".")
	}
	if f.Task > 0 {
		s += [...]string{"", "[ ]", "[x]"}[f.Task]
	}
	return s + strings.Repeat(">", f.Indent)
}

func showInlines(in []word.Inline) string {
	var b strings.Builder
	for _, i := range in {
		switch i.Kind {
		case word.Run:
			p := i.Props
			var m string
			for _, x := range []struct {
				on bool
				s  string
			}{{p.Bold, "b"}, {p.Italic, "i"}, {p.Underline, "u"}, {p.Strike, "s"}, {p.SmallCaps, "m"}, {p.Code, "c"}, {p.Link != "", "l"}, {p.Color != "", p.Color}, {p.Background != "", "/" + p.Background}} {
				if x.on {
					m += x.s
				}
			}
			b.WriteString(i.Text)
			if m != "" {
				b.WriteString("{" + m + "}")
			}
		case word.CommentStart:
			b.WriteString("<" + i.Name + "+>")
		case word.CommentEnd:
			b.WriteString("<" + i.Name + "->")
		default:
			b.WriteString("<" + [...]string{"", "image", "page", "line", "tab", "math", "drawing", "addon", "anchor", word.Rule: "rule"}[i.Kind] + ">")
		}
	}
	return b.String()
}

// para makes a body paragraph.
func para(in ...word.Inline) *word.Paragraph { return word.NewParagraph(word.Format{}, in...) }

func body(s string) *word.Paragraph { return para(word.Text(s)) }

func heading(level int, s string) *word.Paragraph {
	return word.NewParagraph(word.Format{Level: level}, word.Text(s))
}

func cell(s string) word.Cell { return word.NewCell(body(s)) }

func doc(blocks ...word.Block) *word.Document { return word.NewDocument(1, blocks, nil) }

func mark(id string, kind word.Kind) word.Inline { return word.Inline{Kind: kind, Name: id} }

// must returns a document or ends the test.
func must(t *testing.T) func(d *word.Document, err error) *word.Document {
	return func(d *word.Document, err error) *word.Document {
		t.Helper()
		if err != nil {
			t.Fatal(err)
		}
		return d
	}
}

// kindOf is the kind of an error, 0 for none or another.
func kindOf(err error) Kind {
	if e, ok := err.(*Error); ok {
		return e.Kind
	}
	return 0
}

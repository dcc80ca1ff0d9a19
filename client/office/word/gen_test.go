package word_test

import (
	"bytes"
	"fmt"
	"io"
	"strings"
	"time"

	"pgregory.net/rapid"

	"aloft/client/office/word"
	"aloft/client/office/word/loss"
	"aloft/client/office/word/md"
	"aloft/client/office/word/read"
	"aloft/client/office/word/write"
)

// tinyPNG is an image of one pixel.
func tinyPNG() word.Held {
	return word.Held("\x89PNG\r\n\x1a\n\x00\x00\x00\rIHDR\x00\x00\x00\x01\x00\x00\x00\x01\x08\x02\x00\x00\x00\x90wS\xde\x00\x00\x00\x0cIDATx\x9cc\xf8\xcf\xc0\x00\x00\x03\x01\x01\x00\xc9\xfe\x92\xef\x00\x00\x00\x00IEND\xaeB`\x82")
}

// genText makes text that may be taken for markup.
func genText() *rapid.Generator[string] {
	piece := rapid.SampledFrom([]string{
		"a", "b", "word", " ", "  ", "中文", "，", "“", "”", "😀", "é", "*", "_", "**", "`", "``", "[", "]", "(", ")", "<", ">", "&", "&amp;", "#", "-", "+", "=",
		"1.", "2)", "|", "\\", "~", "!", "\t", "\n", "http://x.y", "www.x.y", "a@b.cd", ":", "\"", "'", "———", "<br>", "&#35;", "\u00a0", "\u200b", "한국",
	})
	return rapid.Custom(func(t *rapid.T) string {
		return strings.Join(rapid.SliceOfN(piece, 0, 6).Draw(t, "text"), "")
	})
}

func genProps(t *rapid.T) word.Props {
	if rapid.IntRange(0, 2).Draw(t, "plain") == 0 {
		return word.Props{}
	}
	b := func(s string) bool { return rapid.IntRange(0, 3).Draw(t, s) == 0 }
	p := word.Props{Bold: b("b"), Italic: b("i"), Underline: b("u"), Strike: b("s"), SmallCaps: b("sc"), Code: b("code")}
	if b("colour") {
		p.Color = "FF8000"
	}
	if b("background") {
		p.Background = "FFFF00"
	}
	if b("link") {
		p.Link = rapid.SampledFrom([]string{"https://example.com/?a=1&b=2", "#top", "mailto:a@b.c", "x(y)"}).Draw(t, "to")
		p.Title = rapid.SampledFrom([]string{"", "", `a "title" & | \\more`}).Draw(t, "title")
	}
	return p
}

func genInlines(t *rapid.T) []word.Inline {
	var out []word.Inline
	for range rapid.IntRange(0, 5).Draw(t, "inlines") {
		i := word.Styled(genText().Draw(t, "run"), genProps(t))
		switch rapid.IntRange(0, 16).Draw(t, "kind") {
		case 0:
			i.Kind = word.LineBreak
		case 1:
			i.Kind = word.Tab
		case 2:
			i.Kind = word.PageBreak
		case 3:
			i.Kind = word.Equation
		case 4:
			i.Kind = word.Drawing
		case 5:
			i.Kind, i.Picture = word.Image, &word.Picture{Data: tinyPNG(), Name: "dot.png", Alt: strings.TrimSpace(word.OneLine(genText().Draw(t, "alt"))), Width: 20, Height: 10}
		case 6:
			i.Kind, i.Picture = word.Image, &word.Picture{URL: "https://example.com/a.png", Alt: "far", Width: 4, Height: 3}
		case 7:
			i.Kind, i.Name = word.BoxAnchor, "n1"
		case 8:
			i.Kind = word.Rule
		case 9:
			i.Kind, i.Picture = word.Image, &word.Picture{URL: "b.png", Alt: rapid.SampledFrom([]string{"", "x"}).Draw(t, "alt"), Title: `the "title"`, Width: 4, Height: 3}
		}
		out = append(out, i)
	}
	return out
}

func genFormat(t *rapid.T) word.Format {
	switch rapid.IntRange(0, 6).Draw(t, "format") {
	case 0:
		return word.Format{Level: rapid.SampledFrom([]int{1, 2, 3, 6, 7, 9, word.Title, word.Subtitle}).Draw(t, "level")}
	case 1, 2:
		return word.Format{List: word.Bullet, ListLevel: rapid.IntRange(1, 4).Draw(t, "ll"), Start: rapid.SampledFrom([]int{0, 0, 0, 1}).Draw(t, "start")}
	case 3:
		return word.Format{List: word.Number, ListLevel: rapid.IntRange(1, 4).Draw(t, "ll"), Start: rapid.SampledFrom([]int{0, 0, 0, 1, 7, word.FromZero}).Draw(t, "start")}
	case 4:
		return word.Format{Task: rapid.SampledFrom([]word.Task{word.ToDo, word.Done}).Draw(t, "task"), Indent: rapid.IntRange(0, 2).Draw(t, "in")}
	case 5:
		return word.Format{Indent: rapid.IntRange(0, 3).Draw(t, "in")}
	}
	return word.Format{}
}

func genBlocks(t *rapid.T, depth, most int) []word.Block {
	var out []word.Block
	for range rapid.IntRange(1, most).Draw(t, "blocks") {
		k := rapid.IntRange(0, 9).Draw(t, "block")
		switch {
		case k == 0 && depth > 0:
			rows := make([][]word.Cell, rapid.IntRange(1, 3).Draw(t, "rows"))
			for i := range rows {
				for range rapid.IntRange(1, 3).Draw(t, "cols") {
					rows[i] = append(rows[i], word.NewCell(genBlocks(t, depth-1, 2)...))
				}
			}
			table := word.NewTable(rows...)
			table.Indent = rapid.IntRange(0, 2).Draw(t, "under")
			if rapid.Bool().Draw(t, "aligned") {
				table.Align = make([]word.Align, len(table.Rows()[0]))
				for i := range table.Align {
					table.Align[i] = word.Align(rapid.IntRange(0, 3).Draw(t, "align"))
				}
				table.Align[0] = word.Right
			}
			out = append(out, table)
		case k == 1 && depth > 1:
			kind := rapid.SampledFrom([]word.BoxKind{word.TextBox, word.CodeBlock, word.HighlightBlock}).Draw(t, "boxkind")
			in := genBlocks(t, 1, 3)
			if kind == word.HighlightBlock {
				in = genBlocks(t, depth, 3)
			}
			if kind == word.CodeBlock {
				in = nil
				for range rapid.IntRange(1, 3).Draw(t, "lines") {
					in = append(in, word.NewParagraph(word.Format{}, word.Text(strings.ReplaceAll(genText().Draw(t, "code"), "\n", " "))))
				}
			}
			box := word.NewBox(kind, rapid.SampledFrom([]string{"", "go", "c++"}).Draw(t, "lang"), rapid.SampledFrom([]string{"", "n1"}).Draw(t, "name"), in...)
			if kind != word.TextBox {
				box.Indent = rapid.IntRange(0, 2).Draw(t, "under")
			}
			out = append(out, box)
		default:
			out = append(out, word.NewParagraph(genFormat(t), genInlines(t)...))
		}
	}
	return out
}

// genDocument makes a document with every construct, comments in place.
func genDocument() *rapid.Generator[*word.Document] {
	return rapid.Custom(func(t *rapid.T) *word.Document {
		blocks := genBlocks(t, 2, 6)
		var comments []word.Comment
		for n := range rapid.IntRange(0, 3).Draw(t, "comments") {
			at := rapid.IntRange(0, len(blocks)-1).Draw(t, "where")
			p, ok := blocks[at].(*word.Paragraph)
			if !ok || len(p.Inlines()) == 0 {
				continue
			}
			id := fmt.Sprint(len(comments))
			a := rapid.IntRange(0, len(p.Inlines())-1).Draw(t, "from")
			in := append([]word.Inline{}, p.Inlines()[:a]...)
			in = append(in, word.Inline{Kind: word.CommentStart, Name: id}, p.Inlines()[a])
			in = append(in, word.Inline{Kind: word.CommentEnd, Name: id})
			blocks[at] = word.NewParagraph(p.Format, append(in, p.Inlines()[a+1:]...)...)
			comments = append(comments, word.Comment{ID: id, Author: "A & B", Initials: "AB", Text: "one <two>\nthree", When: time.Date(2026, 1, 2, 3, 4, n, 0, time.UTC), Done: n == 1})
			if n == 2 {
				comments = append(comments, word.Comment{ID: fmt.Sprint(len(comments)), Parent: id, Author: "C", Text: "reply"})
			}
		}
		blocks = genNotes(t, blocks)
		blocks, comments = word.Anchor(blocks, comments)
		return word.NewDocument(0, blocks, comments)
	})
}

// genNotes refers to footnotes from some paragraphs, and adds their texts.
func genNotes(t *rapid.T, blocks []word.Block) []word.Block {
	n, code := 0, map[*word.Paragraph]bool{}
	var find func([]word.Block)
	find = func(in []word.Block) {
		for _, b := range in {
			if box, ok := b.(*word.Box); ok && box.Kind == word.CodeBlock {
				word.EachParagraph(box.Blocks(), func(p *word.Paragraph) { code[p] = true })
			} else if ok {
				find(box.Blocks())
			}
		}
	}
	find(blocks)
	out := word.MapParagraphs(blocks, func(p *word.Paragraph) *word.Paragraph {
		if p.Level != word.Body || code[p] || rapid.IntRange(0, 5).Draw(t, "noted") > 0 {
			return p
		}
		n++
		return word.NewParagraph(p.Format, append(append([]word.Inline{}, p.Inlines()...), word.Styled(word.Reference(n), word.Props{Note: n}))...)
	})
	for k := 1; k <= n; k++ {
		in := []word.Block{word.NewParagraph(word.Format{}, word.Text("said"))}
		if rapid.Bool().Draw(t, "second") {
			in = append(in, word.NewParagraph(word.Format{List: word.Bullet, ListLevel: 1}, word.Text("more")))
		}
		switch more := word.NewParagraph(word.Format{}, word.Text("in a block")); rapid.IntRange(0, 8).Draw(t, "block of a note") {
		case 0:
			in = append(in, word.NewTable([]word.Cell{word.NewCell(more)}))
		case 1:
			in = append(in, word.NewBox(word.CodeBlock, "go", "", more))
		case 2:
			in = append(in, word.NewBox(word.HighlightBlock, "", "", more), more)
		}
		out = append(out, word.Noted(k, in)...)
	}
	return out
}

// dump shows everything of a document; two with the same dump are equal. It also
// counts the tokens of an independent flat form.
func dump(d *word.Document) (s string, tokens int) {
	var b strings.Builder
	var walk func(in []word.Block, pad string)
	walk = func(in []word.Block, pad string) {
		for _, x := range in {
			switch x := x.(type) {
			case *word.Paragraph:
				f := x.Format
				f.Source = 0 // of its own file
				fmt.Fprintf(&b, "%sP %+v\n", pad, f)
				for _, i := range x.Inlines() {
					pic := ""
					if i.Picture != nil {
						pic = fmt.Sprintf("%q %q %q %q %dx%d %s", i.Picture.Name, i.Picture.Alt, i.Picture.Title, i.Picture.URL, i.Picture.Width, i.Picture.Height, bytesOf(i.Picture.Data))
					}
					fmt.Fprintf(&b, "%s  %d %q %+v %q %s\n", pad, i.Kind, i.Text, i.Props, i.Name, pic)
					if i.Kind == word.Run {
						for _, r := range i.Text {
							tokens++
							if r >= 0x10000 {
								tokens++
							}
						}
					} else {
						tokens++
					}
				}
				tokens++
			case *word.Table:
				tokens++
				fmt.Fprintf(&b, "%sT %v %d %d\n", pad, x.Align, x.Indent, x.Note)
				for _, r := range x.Rows() {
					fmt.Fprintf(&b, "%s R\n", pad)
					for _, c := range r {
						fmt.Fprintf(&b, "%s  C\n", pad)
						walk(c.Blocks(), pad+"    ")
					}
				}
			case *word.Box:
				tokens++
				fmt.Fprintf(&b, "%sB %d %q %q %d %d\n", pad, x.Kind, x.Language, x.Name, x.Indent, x.Note)
				walk(x.Blocks(), pad+"  ")
			}
		}
	}
	walk(d.Blocks(), "")
	for _, c := range d.Comments() {
		fmt.Fprintf(&b, "comment %+v\n", c)
	}
	return b.String(), tokens
}

func bytesOf(b word.Bytes) string {
	if b == nil {
		return "-"
	}
	rc, err := b.Open()
	if err != nil {
		return err.Error()
	}
	defer rc.Close()
	data, err := io.ReadAll(rc)
	return fmt.Sprintf("%d bytes %v %v", len(data), bytes.Equal(data, tinyPNG()), err)
}

// flatText is all text of a document in order.
func flatText(d *word.Document) string {
	var b strings.Builder
	word.EachParagraph(d.Blocks(), func(p *word.Paragraph) { b.WriteString(word.Flat(p.Inlines()) + "\n") })
	return b.String()
}

type failer interface {
	Helper()
	Fatalf(string, ...any)
}

func docxOf(t failer, d *word.Document) []byte {
	t.Helper()
	var b bytes.Buffer
	if err := write.Docx(&b, d); err != nil {
		t.Fatalf("write: %v", err)
	}
	return b.Bytes()
}

func fromDocx(t failer, b []byte) (*word.Document, loss.List) {
	t.Helper()
	d, l, err := read.Docx(bytes.NewReader(b), int64(len(b)), word.Limits{})
	if err != nil {
		t.Fatalf("read: %v", err)
	}
	return d, l
}

func markdownOf(t failer, d *word.Document) string {
	t.Helper()
	var b strings.Builder
	if _, err := md.Write(&b, d, md.Output{}); err != nil {
		t.Fatalf("markdown: %v", err)
	}
	return b.String()
}

func fromMarkdown(t failer, s string) *word.Document {
	t.Helper()
	d, _, err := md.Read([]byte(s), md.Options{})
	if err != nil {
		t.Fatalf("from markdown: %v", err)
	}
	return d
}

// differ shows where two texts start to differ.
func differ(t failer, what, a, b string) {
	t.Helper()
	if a == b {
		return
	}
	x, y := strings.Split(a, "\n"), strings.Split(b, "\n")
	for i := range x {
		if i >= len(y) || x[i] != y[i] {
			lo := max(i-3, 0)
			t.Fatalf("%s: line %d\n--- first\n%s\n--- second\n%s", what, i, strings.Join(x[lo:min(i+4, len(x))], "\n"), strings.Join(y[min(lo, len(y)):min(i+4, len(y))], "\n"))
		}
	}
	t.Fatalf("%s: the second goes on\n%s", what, strings.Join(y[len(x):], "\n"))
}

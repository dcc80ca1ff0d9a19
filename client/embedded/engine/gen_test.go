package engine

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"time"

	"aloft/client/office/word"
	"aloft/model"
)

// dice makes random documents and edits by a seed.
type dice struct {
	*rand.Rand
	n int // counter for unique texts
}

func roll(seed uint64) *dice { return &dice{Rand: rand.New(rand.NewPCG(seed, 4))} }

func (r *dice) pick(in ...string) string { return in[r.IntN(len(in))] }

func (r *dice) words() string {
	var out []string
	for range r.IntN(4) {
		out = append(out, r.pick("a", "ab", "word", "中文", "😀", "é", "👨‍👩‍👧", "*", "|", "<b>", "&amp;", "x y", "\t", "#", "한국", "“"))
	}
	return strings.Join(out, r.pick("", " "))
}

func (r *dice) props() word.Props {
	b := func() bool { return r.IntN(4) == 0 }
	p := word.Props{Bold: b(), Italic: b(), Underline: b(), Strike: b(), SmallCaps: b()}
	if b() {
		p.Color = "FF8000"
	}
	if b() {
		p.Link, p.Title = "https://example.com/?a=1&b=2", r.pick("", "a title")
	}
	return p
}

func (r *dice) picture() *word.Picture {
	if r.IntN(2) == 0 {
		return &word.Picture{URL: "https://example.com/a.png", Alt: r.pick("far", "f\x03\"<>&"), Title: r.pick("", "t"), Width: 4, Height: 3}
	}
	return &word.Picture{Data: word.Held(fmt.Sprint("\x89PNG ", r.IntN(3))), Name: "p.png", Width: 2, Height: 2}
}

func (r *dice) inlines() []word.Inline {
	var out []word.Inline
	for range r.IntN(4) {
		i := word.Styled(r.words(), r.props())
		switch r.IntN(16) {
		case 0:
			i = word.Inline{Kind: word.Image, Picture: r.picture()}
		case 1:
			i = word.Inline{Kind: []word.Kind{word.PageBreak, word.LineBreak, word.Tab, word.Rule}[r.IntN(4)]}
		case 2:
			i = word.Inline{Kind: []word.Kind{word.Equation, word.Drawing, word.AddOn}[r.IntN(3)], Text: r.pick("", "e=mc")}
		case 3:
			i = word.Inline{Kind: word.BoxAnchor, Name: "n"}
		}
		out = append(out, i)
	}
	return out
}

func (r *dice) format() word.Format {
	switch r.IntN(10) {
	case 0, 1, 2:
		return word.Format{Level: 1 + r.IntN(9)}
	case 3:
		return word.Format{Level: word.Title + r.IntN(2)}
	case 4:
		return word.Format{List: word.Bullet, ListLevel: 1 + r.IntN(9), Start: r.IntN(2)}
	case 5:
		return word.Format{List: word.Number, ListLevel: 1 + r.IntN(3), Start: []int{0, 0, 3, word.FromZero}[r.IntN(4)]}
	case 6:
		return word.Format{Task: word.ToDo + word.Task(r.IntN(2)), Indent: r.IntN(2)}
	}
	return word.Format{}
}

func (r *dice) blocks(depth, most int) []word.Block {
	var out []word.Block
	for range 1 + r.IntN(most) {
		switch k := r.IntN(8); {
		case k == 0 && depth > 0:
			rows := make([][]word.Cell, 1+r.IntN(3))
			for i := range rows {
				for range 1 + r.IntN(3) {
					rows[i] = append(rows[i], word.NewCell(r.blocks(depth-1, 2)...))
				}
			}
			t := word.NewTable(rows...)
			if t.Indent = r.IntN(3); t.Indent > 0 {
				t.Align = make([]word.Align, len(t.Rows()[0]))
				t.Align[0] = word.Align(1 + r.IntN(3))
			}
			out = append(out, t)
		case k == 1 && depth > 1:
			kind := word.BoxKind(r.IntN(3))
			in := r.blocks(1, 3)
			switch kind {
			case word.HighlightBlock:
				in = r.blocks(depth, 2)
			case word.CodeBlock:
				in = []word.Block{body(r.pick("x", "y z")), body("")}
			}
			box := word.NewBox(kind, r.pick("", "go"), "", in...)
			if kind != word.TextBox {
				box.Indent = r.IntN(3)
			}
			out = append(out, box)
		default:
			out = append(out, word.NewParagraph(r.format(), r.inlines()...))
		}
	}
	return out
}

// document makes one to start a history with, of at most most blocks.
func (r *dice) document(most int) *word.Document {
	if r.IntN(4) == 0 {
		return word.New(r.words())
	}
	return word.NewDocument(int64(r.IntN(1000)), r.blocks(2, most), nil)
}

// position is usually a valid one.
func (r *dice) position(d *word.Document) int64 {
	if r.IntN(12) == 0 {
		return []int64{-1, int64(d.Len()), int64(d.Len()) + 5, 1 << 40}[r.IntN(4)]
	}
	return int64(r.IntN(d.Len()))
}

func (r *dice) span(d *word.Document) model.Range {
	a := r.position(d)
	if r.IntN(8) == 0 {
		return model.Range{Begin: a, End: r.position(d)}
	}
	return model.Range{Begin: a, End: min(a+int64(r.IntN(6)), int64(d.Len()))}
}

func (r *dice) spans(d *word.Document) []model.Range {
	var out []model.Range
	for range 1 + r.IntN(3) {
		out = append(out, r.span(d))
	}
	return out
}

// unique is text that occurs nowhere else.
func (r *dice) unique() string {
	r.n++
	return fmt.Sprintf("¤%d😀¤", r.n)
}

// edit makes a random edit.
func (r *dice) edit(d *word.Document) (model.Edit, Extra) {
	var x Extra
	e := model.Edit{At: r.position(d)}
	switch r.IntN(13) {
	case 0, 1:
		e.Kind, e.Text = model.EditText, r.unique()
	case 2, 3:
		e.Kind = model.EditParagraph
		e.Paragraph = Style{Level: r.IntN(13), List: max(r.IntN(5)-2, 0), ListLevel: r.IntN(10), Indent: r.IntN(3)}
	case 4:
		e.Kind, e.Text, e.Paragraph = model.EditParagraph, r.unique(), Style{Level: r.IntN(13)}
	case 5:
		e.Kind, e.Ranges, e.Text = model.EditReplace, r.spans(d), r.pick("", "x", r.words(), r.unique())
	case 6:
		e.Kind, e.Old, e.Text = model.EditReplaceAll, r.pick("a", "中", "¤", "x y", "zz"), r.pick("", "a", "b中", "😀")
	case 7:
		e.Kind, e.Ranges = model.EditFormat, r.spans(d)
		on := r.IntN(2) == 0
		e.Props = model.TextProps{Bold: &on, Color: r.pick("", "00ff00")}
	case 8:
		e.Kind = model.EditTask
		for range 1 + r.IntN(2) {
			e.Tasks = append(e.Tasks, model.DocTask{Done: r.IntN(2) == 0, Text: r.unique()})
		}
	case 9:
		e.Kind = model.EditPageBreak
		if r.IntN(2) == 0 {
			e.Kind, x.Picture = model.EditImage, r.picture()
		}
	case 10:
		e.Kind, e.Rows, e.Cols = model.EditTable, 1+r.IntN(3), 1+r.IntN(3)
	case 11:
		e.Kind, e.Ranges, e.Text = model.EditComment, []model.Range{r.span(d)}, r.pick("remark", "a\x01b\ntwo <x> & \"y\"", "\xff\t“c”", "]]>")
		r.n++
		x.Remark = Remark{ID: fmt.Sprint(r.n), Author: r.pick("A", "B\x02\n<"), When: time.Unix(int64(r.n), 0)}
		if c := d.Comments(); len(c) > 0 && r.IntN(3) == 0 {
			e.Reply = c[r.IntN(len(c))].ID
		}
	case 12:
		e.Kind = model.EditMarkdown
		e.Text = r.pick("# H "+r.unique(), "1. a\n2. b\n", "| a | b |\n|---|---|\n| c | d |\n", "```go\nx\n```\n", "> quote\n\n# H", "- [ ] t\n- *i* **b**")
	}
	return e, x
}

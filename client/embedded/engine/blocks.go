package engine

import (
	"errors"

	"aloft/client/office/word"
	"aloft/client/office/word/md"
	"aloft/model/budget"
)

// Cells is the largest number of cells of a new table.
const Cells = 10_000

// among inserts blocks at a position of b: within text they split the paragraph; at its first position, at an empty
// one and at an open token they come before it, at its mark after it.
func among(b word.Block, off int, in []word.Block) ([]word.Block, error) {
	p, ok := b.(*word.Paragraph)
	switch {
	case !ok || off == 0:
		return append(in[:len(in):len(in)], b), nil
	case off == p.Len()-1:
		return append([]word.Block{b}, in...), nil
	}
	before, after, err := cut(p.Inlines(), off)
	if err != nil {
		return nil, err
	}
	f := p.Format
	f.Start = 0
	out := append([]word.Block{word.NewParagraph(p.Format, before...)}, in...)
	return append(out, word.NewParagraph(f, after...)), nil
}

func insertBlocks(d *word.Document, at int64, in ...word.Block) (*word.Document, error) {
	return swap(d, at, func(b word.Block, off int, inner bool) ([]word.Block, error) {
		if inner {
			in = unboxed(in)
		}
		return among(b, off, in)
	})
}

// unboxed replaces boxes by their content for a place that cannot hold boxes; code stays code. Without a section end,
// the paragraph that separates a table or box from a heading is not needed.
func unboxed(in []word.Block) []word.Block {
	var out []word.Block
	for i, b := range in {
		b = word.InNote(b, 0) // the text of a footnote is in the body
		if i > 0 && bare(b) {
			if _, ok := in[i-1].(*word.Paragraph); !ok {
				continue
			}
		}
		box, ok := b.(*word.Box)
		if !ok {
			out = append(out, b)
			continue
		}
		for _, c := range unboxed(box.Blocks()) {
			if p, ok := c.(*word.Paragraph); ok && box.Kind == word.CodeBlock {
				lines := append([]word.Inline(nil), p.Inlines()...)
				for i := range lines {
					lines[i].Props.Code = carries(lines[i])
				}
				c = word.NewParagraph(p.Format, lines...)
			}
			out = append(out, c)
		}
	}
	return out
}

// InsertTable inserts an empty table.
func InsertTable(d *word.Document, at int64, rows, cols int) (*word.Document, error) {
	if rows < 1 || cols < 1 || rows > Cells || cols > Cells || rows*cols > Cells {
		return nil, &Error{Kind: KindTable, What: "a table cannot have %d {row|rows} and %d {column|columns}: it needs at least 1 of each and at most %d {cell|cells}",
			Args: []any{rows, cols, Cells}}
	}
	all := make([][]word.Cell, rows)
	for i := range all {
		all[i] = make([]word.Cell, cols)
	}
	return insertBlocks(d, at, word.NewTable(all...))
}

// InsertTask inserts task paragraphs ("Task" in the specification of the doc tools).
func InsertTask(d *word.Document, at int64, tasks []Task) (*word.Document, error) {
	if len(tasks) == 0 {
		return nil, empty("no task is given")
	}
	var in []word.Block
	for i, t := range tasks {
		f := word.Format{Task: word.ToDo}
		switch t.State {
		case 1:
		case 2:
			f.Task = word.Done
		default:
			return nil, &Error{KindTask, "task %d has state %d, which is not allowed", []any{i + 1, t.State}, "1 to do, 2 done"}
		}
		if err := oneLine(t.Text); err != nil {
			return nil, err
		}
		in = append(in, word.NewParagraph(f, word.Text(t.Text)))
	}
	return insertBlocks(d, at, in...)
}

// InsertMarkdown inserts the blocks of a Markdown text, with new numbers for a list
// in it. In a cell or box its boxes are replaced by their content. Parsing uses the
// budget, nil = the default one.
func InsertMarkdown(d *word.Document, at int64, src []byte, b *budget.Budget) (*word.Document, error) {
	read, _, err := md.Read(src, md.Options{Budget: b})
	if err != nil {
		var w *word.Error
		if errors.Is(err, word.ErrNotUTF8) && errors.As(err, &w) {
			return nil, &Error{KindUTF8, "the Markdown is not UTF-8: byte %d does not belong", w.Args, "save it as UTF-8"}
		}
		return nil, err
	}
	in := word.Renumbered(read.Blocks(), word.LastNote(d.Blocks()))
	if n := len(in); bare(in[n-1]) {
		in = in[:n-1] // an empty block, or one that only separated a table or box from the end
	}
	if len(in) == 0 {
		return nil, empty("the Markdown has no content")
	}
	if p, ok := in[0].(*word.Paragraph); ok && p.List == word.Number && p.Start == 0 {
		f := p.Format
		f.Start = 1 // it does not continue a list before it
		in = append([]word.Block{word.NewParagraph(f, p.Inlines()...)}, in[1:]...)
	}
	return insertBlocks(d, at, in...)
}

// bare reports whether a block is an empty plain paragraph.
func bare(b word.Block) bool {
	p, ok := b.(*word.Paragraph)
	return ok && p.Len() == 1 && p.Format.Plain()
}

package engine

import (
	"strings"

	"aloft/client/office/word"
	"aloft/model"
)

// The length of previews in characters ("Limits" in the specification of the doc
// tools).
const (
	previewNode = 50
	previewCell = 30
)

// Structure returns all blocks. Ends are the last position of a node; cells cover a
// table behind its first position without gaps, children a box. The counts are of
// the body itself.
func Structure(d *word.Document) model.Structure {
	out := model.Structure{Version: d.Version, Nodes: nodes(d.Blocks(), 0)}
	for _, n := range out.Nodes {
		switch n.Kind {
		case model.NodeParagraph:
			out.Paragraphs++
		case model.NodeHeading:
			out.Headings++
		case model.NodeTable:
			out.Tables++
		}
	}
	return out
}

func nodes(in []word.Block, at int) []model.StructureNode {
	out := make([]model.StructureNode, len(in))
	for i, b := range in {
		n := &out[i]
		n.Start, n.End, n.Index = int64(at), int64(at+b.Len()-1), i+1
		switch b := b.(type) {
		case *word.Paragraph:
			n.Kind = model.NodeParagraph
			if b.IsHeading() {
				n.Kind, n.Level = model.NodeHeading, b.Level
			}
			n.Preview = preview(previewNode, b)
		case *word.Table:
			n.Kind, n.Rows = model.NodeTable, rows(b, at+1)
		case *word.Box:
			n.Kind = boxKind(b.Kind)
			n.Children = nodes(b.Blocks(), at+1)
		}
		at += b.Len()
	}
	return out
}

func boxKind(k word.BoxKind) model.NodeKind {
	switch k {
	case word.CodeBlock:
		return model.NodeCode
	case word.HighlightBlock:
		return model.NodeHighlight
	}
	return model.NodeTextBox
}

func rows(t *word.Table, at int) []model.TableRow {
	out := make([]model.TableRow, len(t.Rows()))
	for r, row := range t.Rows() {
		out[r] = model.TableRow{Row: r + 1, Cells: make([]model.TableCell, len(row))}
		for c, cell := range row {
			out[r].Cells[c] = model.TableCell{
				Row: r + 1, Col: c + 1, Start: int64(at), End: int64(at + cell.Len() - 1), Preview: preview(previewCell, cell.Blocks()...),
			}
			at += cell.Len()
		}
	}
	return out
}

// preview returns the beginning of the text of blocks, at most limit characters. A placeholder is whole or left out.
func preview(limit int, in ...word.Block) string {
	w := previewer{left: limit}
	for i, b := range in {
		if i > 0 {
			w.add(" ", false)
		}
		w.block(b)
		if w.left == 0 {
			break
		}
	}
	return strings.TrimRight(w.String(), " ")
}

// previewer stops adding when its characters are used up.
type previewer struct {
	strings.Builder
	left int
}

// add adds as much of s as there is room for; with whole all or nothing, and then
// nothing more.
func (w *previewer) add(s string, whole bool) {
	n := len(s)
	if cut := firstRunes(s, w.left); len(cut) < n {
		if !whole {
			w.WriteString(cut)
		}
		w.left = 0
		return
	}
	w.left -= len([]rune(s))
	w.WriteString(s)
}

func (w *previewer) block(b word.Block) {
	switch b := b.(type) {
	case *word.Paragraph:
		link := ""
		for _, l := range b.Inlines() {
			if w.left == 0 {
				return
			}
			if l.Props.Link != link && l.Props.Link != "" {
				w.add("[Hyperlink]", true)
			}
			if !commentMark(l) {
				link = l.Props.Link
			}
			w.inline(l)
		}
	case *word.Table:
		for i, row := range b.Rows() {
			for j, c := range row {
				for k, in := range c.Blocks() {
					if i+j+k > 0 {
						w.add(" ", false)
					}
					if w.left == 0 {
						return
					}
					w.block(in)
				}
			}
		}
	}
}

// inline adds text, or the placeholder of an object ("Structure node" in the
// specification of the doc tools).
func (w *previewer) inline(l word.Inline) {
	switch l.Kind {
	case word.Run:
		w.add(l.Text, false)
	case word.Tab, word.LineBreak:
		w.add(" ", false)
	case word.Image:
		w.add("[Image]", true)
	case word.Equation:
		w.add("[Math]", true)
	case word.Drawing:
		w.add("[Drawing]", true)
	case word.AddOn:
		w.add("[addonHina]", true)
	case word.BoxAnchor:
		w.add("[TextBox]", true)
	}
}

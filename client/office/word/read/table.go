package read

import (
	"strconv"

	"aloft/client/office/word"
	"aloft/client/office/word/loss"
	"aloft/client/office/word/parts"
	"aloft/model/text"
)

// table reads a table; an uneven grid is filled up.
func (x *reader) table(n *parts.Node, s *sink) (*word.Table, error) {
	outer, from, base := x.cells, x.place(), x.base
	x.cells, x.base = 0, 0
	rows, err := x.rows(n, s, nil)
	x.cells += outer
	x.base = base
	x.traceIn(n.Kid("tblPr"), from, nil)
	x.traceIn(n.Kid("tblGrid"), from, nil)
	if err != nil || len(rows) == 0 {
		return nil, err
	}
	width := 0
	for _, r := range rows {
		width = max(width, len(r))
	}
	if width*len(rows) > x.Package.Limits.Cells {
		return nil, &word.Error{What: text.WordTooManyCells, Args: []any{x.Package.Limits.Cells}, Why: word.ErrTooLarge}
	}
	if err := x.Package.Limits.Budget.Hold(width * len(rows) * word.SizeBlock); err != nil { // short rows are filled up
		return nil, err
	}
	t := word.NewTable(rows...)
	t.Indent = min(max(steps(n.Path("tblPr", "tblInd").Attr("w"))-x.base, 0), 9)
	t.Align = x.aligns(n, width)
	return t, nil
}

// aligns are the alignments of the columns: what the cells below the first row have in
// common. Some programs say of all text that it is on the left, and mean nothing by it.
func (x *reader) aligns(n *parts.Node, width int) []word.Align {
	out, seen, meant := make([]word.Align, width), make([]bool, width), false
	var rows []*parts.Node
	for _, k := range n.Kids {
		if k.Name == "tr" {
			rows = append(rows, k)
		}
	}
	for i, r := range rows {
		if i == 0 && len(rows) > 1 {
			continue
		}
		c := 0
		for _, k := range r.Kids {
			if k.Name != "tc" {
				continue
			}
			if c >= width {
				break
			}
			jc := k.Path("p", "pPr").Val("jc")
			meant = meant || jc != "" && jc != "left"
			a := map[string]word.Align{"left": word.Left, "start": word.Left, "center": word.Center, "right": word.Right, "end": word.Right}[jc]
			if seen[c] && out[c] != a {
				a = word.NoAlign
			}
			out[c], seen[c] = a, true
			span, _ := strconv.Atoi(k.Kid("tcPr").Val("gridSpan"))
			c += max(span, 1)
		}
	}
	if !meant {
		return nil
	}
	return out
}

func (x *reader) rows(n *parts.Node, s *sink, rows [][]word.Cell) ([][]word.Cell, error) {
	for _, k := range parts.Kids(n) {
		var err error
		switch k.Name {
		case "tr":
			pr, from := k.Kid("trPr"), x.place()
			if pr.Kid("del") != nil {
				x.lost[loss.Revision]++
				x.traceIn(pr, from, k)
				continue
			}
			var row []word.Cell
			row = pad(row, pr.Val("gridBefore"))
			if row, err = x.row(k, s, row); err != nil {
				return nil, err
			}
			x.traceIn(pr, from, nil)
			x.traceIn(k.Kid("tblPrEx"), from, nil)
			rows = append(rows, pad(row, pr.Val("gridAfter")))
		case "sdt":
			rows, err = x.rows(k.Kid("sdtContent"), s, rows)
		case "AlternateContent":
			rows, err = x.rows(x.choose(k), s, rows)
		case "ins", "moveTo":
			from := x.place()
			rows, err = x.rows(k, s, rows)
			x.traceBlocks(k, RowInserted, from, nil)
		case "del", "moveFrom":
			x.lost[loss.Revision]++
			x.traceBlocks(k, RowDeleted, x.place(), k)
		case "customXml":
			rows, err = x.rows(k, s, rows)
		case "commentRangeStart", "commentRangeEnd":
			x.mark(k, &x.marks)
		}
		if err != nil {
			return nil, err
		}
	}
	return rows, nil
}

func (x *reader) row(n *parts.Node, s *sink, row []word.Cell) ([]word.Cell, error) {
	for _, k := range parts.Kids(n) {
		var err error
		switch k.Name {
		case "tc":
			if x.cells++; x.cells > x.Package.Limits.Cells {
				return nil, &word.Error{What: text.WordTooManyCells, Args: []any{x.Package.Limits.Cells}, Why: word.ErrTooLarge}
			}
			from := x.place()
			in, err := x.contents(k.Kids, s)
			if err != nil {
				return nil, err
			}
			c := word.NewCell(in...)
			c.Source = x.source(k)
			row = append(row, c)
			pr := k.Kid("tcPr")
			x.traceIn(pr, from, nil)
			if span := pr.Val("gridSpan"); span != "" && span != "1" {
				x.lost[loss.Merged]++
				if n, err := strconv.Atoi(span); err == nil {
					row = pad(row, strconv.Itoa(n-1))
				}
			}
			if m := pr.Kid("vMerge"); m != nil && m.Attr("val") != "restart" {
				x.lost[loss.Merged]++
			}
		case "sdt":
			row, err = x.row(k.Kid("sdtContent"), s, row)
		case "ins", "moveTo":
			from := x.place()
			row, err = x.row(k, s, row)
			x.traceBlocks(k, CellInserted, from, nil)
		case "customXml":
			row, err = x.row(k, s, row)
		case "commentRangeStart", "commentRangeEnd":
			x.mark(k, &x.marks)
		}
		if err != nil {
			return nil, err
		}
	}
	return row, nil
}

// pad adds empty cells; no table of Word has more than 63 columns.
func pad(row []word.Cell, n string) []word.Cell {
	v, _ := strconv.Atoi(n)
	for range min(max(v, 0), 63) {
		row = append(row, word.NewCell())
	}
	return row
}

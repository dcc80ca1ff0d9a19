package word

import (
	"strconv"

	"aloft/model/text"
)

// table reads a table; an uneven grid is filled up.
func (x *reader) table(n *node, s *sink) (*Table, error) {
	outer, from := x.cells, x.place()
	x.cells = 0
	rows, err := x.rows(n, s, nil)
	x.cells += outer
	x.traceIn(n.kid("tblPr"), from, nil)
	x.traceIn(n.kid("tblGrid"), from, nil)
	if err != nil || len(rows) == 0 {
		return nil, err
	}
	width := 0
	for _, r := range rows {
		width = max(width, len(r))
	}
	if width*len(rows) > x.pk.lim.Cells {
		return nil, &Error{What: text.WordTooManyCells, Args: []any{x.pk.lim.Cells}, Why: ErrTooLarge}
	}
	if err := x.pk.lim.Budget.Hold(width * len(rows) * sizeBlock); err != nil { // short rows are filled up
		return nil, err
	}
	return NewTable(rows...), nil
}

func (x *reader) rows(n *node, s *sink, rows [][]Cell) ([][]Cell, error) {
	for _, k := range kidsOf(n) {
		var err error
		switch k.name {
		case "tr":
			pr, from := k.kid("trPr"), x.place()
			if pr.kid("del") != nil {
				x.lost[LossRevision]++
				x.traceIn(pr, from, k)
				continue
			}
			var row []Cell
			row = pad(row, pr.val("gridBefore"))
			if row, err = x.row(k, s, row); err != nil {
				return nil, err
			}
			x.traceIn(pr, from, nil)
			x.traceIn(k.kid("tblPrEx"), from, nil)
			rows = append(rows, pad(row, pr.val("gridAfter")))
		case "sdt":
			rows, err = x.rows(k.kid("sdtContent"), s, rows)
		case "AlternateContent":
			rows, err = x.rows(x.choose(k), s, rows)
		case "ins", "moveTo":
			from := x.place()
			rows, err = x.rows(k, s, rows)
			x.traceBlocks(k, RowInserted, from, nil)
		case "del", "moveFrom":
			x.lost[LossRevision]++
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

func (x *reader) row(n *node, s *sink, row []Cell) ([]Cell, error) {
	for _, k := range kidsOf(n) {
		var err error
		switch k.name {
		case "tc":
			if x.cells++; x.cells > x.pk.lim.Cells {
				return nil, &Error{What: text.WordTooManyCells, Args: []any{x.pk.lim.Cells}, Why: ErrTooLarge}
			}
			from := x.place()
			in, err := x.contents(k.kids, s)
			if err != nil {
				return nil, err
			}
			c := NewCell(in...)
			c.Source = x.source(k)
			row = append(row, c)
			pr := k.kid("tcPr")
			x.traceIn(pr, from, nil)
			if span := pr.val("gridSpan"); span != "" && span != "1" {
				x.lost[LossMerged]++
				if n, err := strconv.Atoi(span); err == nil {
					row = pad(row, strconv.Itoa(n-1))
				}
			}
			if m := pr.kid("vMerge"); m != nil && m.attr("val") != "restart" {
				x.lost[LossMerged]++
			}
		case "sdt":
			row, err = x.row(k.kid("sdtContent"), s, row)
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
func pad(row []Cell, n string) []Cell {
	v, _ := strconv.Atoi(n)
	for range min(max(v, 0), 63) {
		row = append(row, NewCell())
	}
	return row
}

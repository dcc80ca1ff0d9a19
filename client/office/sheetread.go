package office

import (
	"bufio"
	"context"
	"io"
	"strings"

	"aloft/model/text"
)

// Limits of a conversion of a workbook: sheets are read row by row, twice, and the texts that they share are held.
const (
	maxConvert = 128 << 20 // bytes of a file to convert
	maxUnzip   = 1 << 30   // bytes of all parts
	maxOther   = 256 << 20 // bytes of the parts that are not sheets
	maxHeld    = 8 << 20   // bytes of a part that is parsed into elements, which take many times as much
)

// readSheets writes the cells of a workbook, sheet by sheet.
func readSheets(ctx context.Context, name string, r io.ReaderAt, size int64, w *bufio.Writer, markdown bool) (Result, error) {
	if size > maxConvert { // it would have to be held in memory
		return Result{}, refuse(TooLarge, nil, "%q is %d MB; aloft converts files of at most %d MB", name, size>>20, maxConvert>>20).
			hint("use the file without converting it")
	}
	a, err := open(ctx, name, "xlsx", r, size)
	if err != nil {
		return Result{}, err
	}
	var other uint64
	for part, f := range a.files {
		if !strings.HasPrefix(part, "xl/worksheets/sheet") && part != "xl/sharedstrings.xml" {
			other = plus(other, f.UncompressedSize64)
		}
	}
	for _, part := range []string{a.main, "xl/styles.xml", "xl/theme/theme1.xml", "[Content_Types].xml", "xl/_rels/workbook.xml.rels"} {
		if f := a.files[strings.ToLower(part)]; f != nil && f.UncompressedSize64 > maxHeld {
			return Result{}, refuse(TooLarge, nil, text.OfficeParts, name, len(a.files), int64(f.UncompressedSize64>>20))
		}
	}
	if other > maxOther || a.total > maxUnzip {
		return Result{}, refuse(TooLarge, nil, text.OfficeParts, name, len(a.files), int64(a.total>>20))
	}
	book, err := a.book()
	if err != nil {
		return Result{}, err
	}
	var n notes
	b := forTables(ctx)
	hidden, styled := 0, false
	for i, sheet := range book.sheets {
		if sheet.hidden {
			hidden++
		}
		if len(book.sheets) > 1 {
			heading(w, sheet.name, i, markdown)
		}
		width, rows := 0, 0
		err := book.eachRow(ctx, sheet, func(n int, cells []string) error {
			if len(cells) > 0 {
				rows, width = n, max(width, len(cells))
			}
			return nil
		})
		if gone(ctx) != nil {
			return Result{}, gone(ctx)
		}
		if err != nil {
			n.add("the sheet %q could not be read and was left out", sheet.name)
			continue
		}
		styled = styled || rows > 0
		t := &tableWriter{w: w, markdown: markdown, width: width, b: b}
		err = book.eachRow(ctx, sheet, func(n int, cells []string) error {
			if n > rows {
				return io.EOF
			}
			return t.row(cells)
		})
		if err != nil {
			return Result{}, err
		}
	}
	n.count(hidden, "%d hidden {sheet|sheets} became visible")
	pictures, charts := 0, 0
	for part := range a.files {
		switch {
		case strings.HasPrefix(part, "xl/media/"):
			pictures++
		case strings.HasPrefix(part, "xl/charts/chart"):
			charts++
		}
	}
	n.count(pictures, text.OfficePictures)
	n.count(charts, text.OfficeCharts)
	if styled {
		n.add("formulas are replaced by their last result; colours, widths and merged cells are not kept")
	}
	return n.result(), w.Flush()
}

func heading(w *bufio.Writer, title string, i int, markdown bool) {
	if i > 0 {
		w.WriteByte('\n')
	}
	if markdown {
		w.WriteString("## " + escapeMarkdown(oneLine(title)) + "\n\n")
		return
	}
	w.WriteString(oneLine(title) + "\n")
}

// readCSV writes the cells of a text of separated values.
func readCSV(ctx context.Context, r io.ReaderAt, size int64, w *bufio.Writer, markdown bool) (Result, error) {
	width, rows := 0, 0
	walk := func(visit func(int, [][]byte) error) (*csvReader, *textReader, error) {
		dec := newTextReader(io.NewSectionReader(r, 0, size))
		in := newCSVReader(dec)
		for n := 1; ; n++ {
			row, err := in.next()
			if err == io.EOF {
				return in, dec, nil
			}
			if err == nil {
				err = visit(n, row)
			}
			if err != nil {
				return nil, nil, err
			}
		}
	}
	if _, _, err := walk(func(n int, row [][]byte) error {
		if len(row) > 0 {
			width, rows = max(width, len(row)), n
		}
		return nil
	}); err != nil {
		return Result{}, err
	}
	t := &tableWriter{w: w, markdown: markdown, width: width, b: forTables(ctx)}
	var cells []string
	in, dec, err := walk(func(n int, row [][]byte) error {
		if n > rows {
			return nil
		}
		cells = cells[:0]
		for _, c := range row {
			cells = append(cells, string(c))
		}
		return t.row(cells)
	})
	if err != nil {
		return Result{}, err
	}
	var n notes
	n.csv(in, 0, dec)
	return n.result(), w.Flush()
}

package office

import (
	"bufio"
	"context"
	"io"
	"strings"

	"github.com/xuri/excelize/v2"

	"aloft/model/text"
)

// Limits of a conversion of a workbook: excelize holds the file itself and its
// small parts in memory and writes large sheets to a temporary file.
const (
	maxConvert   = 128 << 20 // bytes of a file to convert
	maxUnzip     = 1 << 30   // bytes of all parts
	maxUnzipPart = 8 << 20   // a larger sheet is written to the disk
	maxOther     = 256 << 20 // bytes of the parts that are not sheets
	maxHeld      = 8 << 20   // bytes of a part that is parsed into elements, which take many times as much
)

// tooLarge refuses to convert a file that would have to be held in memory.
func tooLarge(name string, size int64) error {
	if size > maxConvert {
		return refuse(TooLarge, nil, "%q has %d MB; this program converts files of at most %d MB", name, size>>20, maxConvert>>20).hint("take it as it is, without a conversion")
	}
	return nil
}

// readSheets writes the cells of a workbook, sheet by sheet.
func readSheets(ctx context.Context, name string, r io.ReaderAt, size int64, w *bufio.Writer, markdown bool) (Result, error) {
	if err := tooLarge(name, size); err != nil {
		return Result{}, err
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
	book, err := openBook(io.NewSectionReader(r, 0, size))
	if err != nil {
		return Result{}, refuse(Broken, err, text.OfficeBroken, name, string(text.OfficeNoFormula)).hint(text.OfficeBrokenHint)
	}
	defer book.Close()
	var n notes
	b := forTables(ctx)
	hidden, styled := 0, false
	sheets := book.GetSheetList()
	if len(sheets) == 0 {
		return Result{}, refuse(Broken, nil, text.OfficeBroken, name, string(text.OfficeNoFormula)).hint(text.OfficeBrokenHint)
	}
	for i, sheet := range sheets {
		if seen, err := book.GetSheetVisible(sheet); err == nil && !seen {
			hidden++
		}
		if len(sheets) > 1 {
			heading(w, sheet, i, markdown)
		}
		width, rows, err := extent(ctx, book, sheet)
		if gone(ctx) != nil {
			return Result{}, gone(ctx)
		}
		if err != nil {
			n.add("the sheet %q could not be read and was left out", sheet)
			continue
		}
		styled = styled || rows > 0
		if err := copyRows(ctx, book, sheet, rows, &tableWriter{w: w, markdown: markdown, width: width, b: b}); err != nil {
			return Result{}, err
		}
	}
	n.count(hidden, "%d hidden {sheet was|sheets were} kept as {a |}shown {one|ones}")
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
		n.add("formulas stand as their last result; colours, widths and merged cells are not kept")
	}
	return n.result(), w.Flush()
}

// openBook opens a workbook. A file on which the reader panics must not end the
// program.
func openBook(r io.Reader) (book *excelize.File, err error) {
	defer func() {
		if p := recover(); p != nil {
			err = errBadSheet
		}
	}()
	return excelize.OpenReader(r, excelize.Options{UnzipSizeLimit: maxUnzip, UnzipXMLSizeLimit: maxUnzipPart})
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

// extent measures the content of a sheet. Empty cells at the end do not count, whatever the sheet says about its
// size.
func extent(ctx context.Context, book *excelize.File, sheet string) (width, rows int, err error) {
	err = eachRow(ctx, book, sheet, func(n int, cells []string) error {
		if len(cells) > 0 {
			rows, width = n, max(width, len(cells))
		}
		return nil
	})
	return width, rows, err
}

func copyRows(ctx context.Context, book *excelize.File, sheet string, rows int, t *tableWriter) error {
	return eachRow(ctx, book, sheet, func(n int, cells []string) error {
		if n > rows {
			return io.EOF
		}
		return t.row(cells)
	})
}

// eachRow visits the rows, numbered from 1, without the empty cells at their ends.
// io.EOF from visit stops it.
func eachRow(ctx context.Context, book *excelize.File, sheet string, visit func(int, []string) error) (err error) {
	defer func() { // as in openBook
		if p := recover(); p != nil {
			err = errBadSheet
		}
	}()
	rows, err := book.Rows(sheet)
	if err != nil {
		return err
	}
	defer rows.Close()
	for n := 1; rows.Next(); n++ {
		if n%256 == 0 && gone(ctx) != nil {
			return gone(ctx)
		}
		cells, err := rows.Columns()
		if err != nil {
			return err
		}
		for len(cells) > 0 && strings.TrimSpace(cells[len(cells)-1]) == "" {
			cells = cells[:len(cells)-1]
		}
		if err := visit(n, cells); err == io.EOF {
			return nil
		} else if err != nil {
			return err
		}
	}
	return rows.Error()
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

package office

import (
	"bufio"
	"bytes"
	"context"
	"encoding/xml"
	"io"
	"strconv"
	"strings"
)

// odfContent is the part of an OpenDocument file with its text, odfRepeats how often a cell is repeated at most.
const (
	odfContent = "content.xml"
	odfRepeats = 256
)

// readODF writes the text of an OpenDocument file: headings, paragraphs, lists and tables, of the slides their pages.
func readODF(ctx context.Context, name string, r io.ReaderAt, size int64, w *bufio.Writer, markdown bool) (Result, error) {
	a, err := openArchive(ctx, name, r, size)
	if err != nil {
		return Result{}, err
	}
	data, ok, err := a.part(odfContent)
	if err == nil && !ok {
		err = a.bad(odfContent, nil)
	}
	if err != nil {
		return Result{}, err
	}
	o := odf{dec: xml.NewDecoder(bytes.NewReader(data)), all: []Slide{{}}}
	for err = o.next(); err == nil; {
		err = o.next()
	}
	if err != io.EOF {
		return Result{}, a.bad(odfContent, err)
	}
	b, write := forTables(ctx), Slide.plain
	if markdown {
		write = Slide.markdown
	}
	for _, s := range o.all {
		if s.Title == "" && len(s.Lines) == 0 {
			continue
		}
		if err := write(s, w, b); err != nil {
			return Result{}, err
		}
	}
	return Result{}, w.Flush()
}

// odf reads the content of an OpenDocument file. A paragraph may hold others, of notes and frames.
type odf struct {
	dec    *xml.Decoder
	all    []Slide // sections
	open   []*strings.Builder
	lists  int
	sheet  bool
	tables int // one in another is text of its cell
	rows   [][]string
	repeat int // of the cell
}

// next reads one token; io.EOF: it was the last one.
func (o *odf) next() error {
	tok, err := o.dec.Token()
	if err != nil {
		return err
	}
	switch t := tok.(type) {
	case xml.CharData:
		o.write(string(t))
	case xml.StartElement:
		return o.start(t)
	case xml.EndElement:
		o.end(t.Name.Local)
	}
	return nil
}

func (o *odf) write(s string) {
	if n := len(o.open); n > 0 {
		o.open[n-1].WriteString(s)
	}
}

func (o *odf) start(t xml.StartElement) error {
	attr := func(name string) string {
		for _, a := range t.Attr {
			if a.Name.Local == name {
				return a.Value
			}
		}
		return ""
	}
	switch t.Name.Local {
	case "tracked-changes", "annotation", "note-citation", "automatic-styles", "forms", "title", "desc":
		return o.dec.Skip()
	case "h", "p":
		o.open = append(o.open, &strings.Builder{})
	case "s":
		n, _ := strconv.Atoi(attr("c"))
		o.write(strings.Repeat(" ", min(max(n, 1), odfRepeats)))
	case "tab":
		o.write("\t")
	case "line-break":
		o.write("\n")
	case "list":
		o.lists++
	case "spreadsheet":
		o.sheet = true
	case "page":
		o.all = append(o.all, Slide{Title: attr("name")})
	case "table":
		if o.tables++; o.tables == 1 && o.sheet {
			o.all = append(o.all, Slide{Title: attr("name")})
		}
	case "table-row":
		if o.tables == 1 {
			o.rows = append(o.rows, nil)
		}
	case "table-cell", "covered-table-cell":
		if n := len(o.rows); o.tables == 1 && n > 0 {
			o.rows[n-1] = append(o.rows[n-1], "")
			o.repeat, _ = strconv.Atoi(attr("number-columns-repeated"))
		}
	}
	return nil
}

func (o *odf) end(name string) {
	switch n := len(o.open); name {
	case "h", "p":
		if n > 0 {
			text := o.open[n-1].String()
			o.open = o.open[:n-1]
			o.block(text, name == "h")
		}
	case "list":
		o.lists--
	case "table-cell", "covered-table-cell":
		if n := len(o.rows); o.tables == 1 && n > 0 {
			row := o.rows[n-1]
			for range min(o.repeat, odfRepeats) - 1 {
				row = append(row, row[len(row)-1])
			}
			o.rows[n-1] = row
		}
	case "table-row":
		if n := len(o.rows); o.tables == 1 && n > 0 { // the empty rest of a sheet
			row := o.rows[n-1]
			for len(row) > 0 && row[len(row)-1] == "" {
				row = row[:len(row)-1]
			}
			if o.rows[n-1] = row; len(row) == 0 {
				o.rows = o.rows[:n-1]
			}
		}
	case "table":
		if o.tables--; o.tables == 0 && len(o.rows) > 0 {
			o.add(Line{Table: o.rows})
			o.rows = nil
		}
	}
}

// block takes a paragraph or a heading.
func (o *odf) block(text string, heading bool) {
	if n := len(o.rows); o.tables > 0 && n > 0 && len(o.rows[n-1]) > 0 {
		cell := &o.rows[n-1][len(o.rows[n-1])-1]
		*cell = strings.TrimPrefix(*cell+"\n"+text, "\n")
		return
	}
	switch {
	case strings.TrimSpace(text) == "":
	case heading:
		o.all = append(o.all, Slide{Title: text})
	default:
		o.add(Line{Level: max(o.lists-1, 0), Plain: o.lists == 0, Text: text})
	}
}

func (o *odf) add(l Line) {
	s := &o.all[len(o.all)-1]
	s.Lines = append(s.Lines, l)
}

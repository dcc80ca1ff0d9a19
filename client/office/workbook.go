package office

import (
	"cmp"
	"context"
	"errors"
	"io"
	"strconv"
	"strings"

	"aloft/client/office/word"
	"aloft/client/office/word/parts"
	"aloft/model/text"
)

// book is an opened workbook: what its sheets share.
type book struct {
	a        *archive
	sheets   []sheetPart
	shared   []string        // texts of cells
	formats  []*numberFormat // of the styles; nil = General
	from1904 bool
}

type sheetPart struct {
	name, part string
	hidden     bool
}

// book reads the list of sheets, the shared texts and the formats.
func (a *archive) book() (*book, error) {
	broken := func(err error) error {
		return refuse(Broken, err, text.OfficeBroken, a.name, string(text.OfficeNoFormula)).hint(text.OfficeBrokenHint)
	}
	root, err := a.tree(a.main)
	if err != nil {
		return nil, err
	}
	rels, err := a.relations(a.main)
	if err != nil {
		return nil, err
	}
	k := &book{a: a}
	w := root.Kid("workbook")
	k.from1904 = truth(w.Kid("workbookPr").Attr("date1904"))
	for _, s := range parts.Kids(w.Kid("sheets")) {
		if state := s.Attr("state"); s.Name == "sheet" {
			k.sheets = append(k.sheets, sheetPart{s.Attr("name"), rels[ref(s, "id")].Target, state == "hidden" || state == "veryHidden"})
		}
	}
	if len(k.sheets) == 0 {
		return nil, broken(nil)
	}
	if err := k.readFormats(rels.Of("styles")); err != nil {
		return nil, err
	}
	// A workbook of numbers has none.
	err = k.each(rels.Of("sharedStrings"), "", func(n *parts.Node) error {
		s := inline(n)
		k.shared = append(k.shared, s)
		return a.b.Hold(len(s) + 16)
	})
	switch {
	case errors.Is(err, errNoPart):
	case a.b.Err() != nil:
		return nil, a.b.Err()
	case err != nil:
		return nil, broken(err)
	}
	return k, nil
}

func truth(s string) bool { return s == "1" || s == "true" }

// readFormats reads the number formats of the styles of cells.
func (k *book) readFormats(part string) error {
	root, err := k.a.tree(part)
	if err != nil || root == nil {
		return err
	}
	style := root.Kid("styleSheet")
	own := map[string]string{}
	for _, n := range parts.Kids(style.Kid("numFmts")) {
		own[n.Attr("numFmtId")] = n.Attr("formatCode")
	}
	parsed := map[string]*numberFormat{}
	for _, xf := range parts.Kids(style.Kid("cellXfs")) {
		id := xf.Attr("numFmtId")
		f, known := parsed[id]
		if !known {
			code, ok := own[id]
			if n, err := strconv.Atoi(id); !ok && err == nil {
				code = builtin(n)
			}
			if code != "" && len(code) <= maxCode && !strings.EqualFold(code, "general") {
				f = parseFormat(code)
			}
			parsed[id] = f
		}
		k.formats = append(k.formats, f)
	}
	return nil
}

// maxCode is the length of a format's code that Excel takes.
const maxCode = 255

var errNoPart = errors.New("no such part")

// each reads the elements below a part's root, or below its child of that name, one after the other.
func (k *book) each(part, in string, do func(*parts.Node) error) error {
	f := k.a.files[strings.ToLower(part)]
	if f == nil {
		return errNoPart
	}
	r, err := f.Open()
	if err != nil {
		return err
	}
	defer r.Close()
	x, err := parts.NewPuller(io.LimitReader(r, maxUnzip), word.Limits{Depth: maxDepth, Nodes: maxNodes, Budget: k.a.b})
	if err != nil {
		return err
	}
	if _, err := x.Root(); err != nil {
		return err
	}
	for found := in == ""; ; {
		s, ok, err := x.Child()
		if err != nil || !ok {
			if err == nil && !found {
				err = errBadSheet
			}
			return err
		}
		if !found && s.Name.Local == in {
			found, in = true, ""
			continue
		}
		n, err := x.Block(s)
		if err != nil {
			return err
		}
		if found {
			if err := do(n); err != nil {
				return err
			}
		}
		x.Free()
	}
}

// eachRow visits the rows, numbered from 1, without the empty cells at their ends. io.EOF from visit stops it.
func (k *book) eachRow(ctx context.Context, s sheetPart, visit func(int, []string) error) error {
	last := 0
	var cells []string
	err := k.each(s.part, "sheetData", func(row *parts.Node) error {
		if row.Name != "row" {
			return nil
		}
		at := last + 1
		if n, err := strconv.Atoi(row.Attr("r")); err == nil && n > at {
			at = n
		}
		if at > maxRows {
			return errBadSheet
		}
		for last++; last < at; last++ {
			if err := visit(last, nil); err != nil {
				return err
			}
		}
		if at%256 == 0 && gone(ctx) != nil {
			return gone(ctx)
		}
		cells = cells[:0]
		for _, c := range row.Kids {
			if c.Name != "c" {
				continue
			}
			col := cmp.Or(column(c.Attr("r")), len(cells)+1)
			v := strings.TrimRight(k.value(c), " \t\r\n")
			if v == "" || col > maxCols {
				continue
			}
			for len(cells) < col {
				cells = append(cells, "")
			}
			cells[col-1] = v
		}
		return visit(at, cells)
	})
	if err == io.EOF {
		return nil
	}
	return err
}

// column is the number of a cell's column, "B7" → 2; 0 = not named.
func column(ref string) (n int) {
	for _, c := range ref {
		c |= 0x20
		if c < 'a' || c > 'z' || n > maxCols {
			break
		}
		n = n*26 + int(c-'a') + 1
	}
	return n
}

// value is what a cell shows.
func (k *book) value(c *parts.Node) string {
	v := ""
	if n := c.Kid("v"); n != nil {
		v = n.Text
	}
	switch c.Attr("t") {
	case "s":
		if i, err := strconv.Atoi(strings.TrimSpace(v)); err == nil && i >= 0 && i < len(k.shared) {
			return k.shared[i]
		}
		return ""
	case "inlineStr":
		if is := c.Kid("is"); is != nil {
			return inline(is)
		}
		return v
	case "b":
		if truth(v) {
			return "TRUE"
		}
		return "FALSE"
	case "str", "e", "d":
		return v
	}
	if v == "" {
		return ""
	}
	if i, err := strconv.Atoi(c.Attr("s")); err == nil && i >= 0 && i < len(k.formats) && k.formats[i] != nil {
		return k.formats[i].display(v, k.from1904)
	}
	return general(v)
}

// inline is the text of a cell with its runs, without the readings of its characters.
func inline(n *parts.Node) string {
	var b strings.Builder
	for _, k := range n.Kids {
		switch k.Name {
		case "t":
			b.WriteString(k.Text)
		case "r":
			if t := k.Kid("t"); t != nil {
				b.WriteString(t.Text)
			}
		}
	}
	return unescape(b.String())
}

// unescape replaces _xHHHH_, which stands for a character that XML cannot hold: ST_Xstring of ECMA-376, part 1, 22.9.2.19.
func unescape(s string) string {
	var b strings.Builder
	for {
		before, after, ok := strings.Cut(s, "_x")
		b.WriteString(before)
		if !ok {
			return b.String()
		}
		if code, err := strconv.ParseUint(after[:min(4, len(after))], 16, 16); err == nil && len(after) > 4 && after[4] == '_' {
			b.WriteRune(rune(code))
			s = after[5:]
			continue
		}
		b.WriteString("_x")
		s = after
	}
}

package office

import (
	"bufio"
	"context"
	"errors"
	"io"
	"slices"
	"strconv"
	"strings"

	"aloft/client/office/word/parts"
	"aloft/model"
	"aloft/model/budget"
	"aloft/model/text"
)

// Slide is a page of a presentation: the part of it that is read and written.
type Slide struct {
	Title  string
	Lines  []Line
	Notes  []string // speaker's notes, by paragraphs
	Hidden bool
}

// Line is a paragraph of a slide, or a table.
type Line struct {
	Level int  // 0 = outermost
	Plain bool // no bullet
	Text  string
	Table [][]string // instead of Text
}

// lost counts the parts of a slide that are missing in its text.
type lost struct{ pictures, charts, hidden int }

func eachSlide(ctx context.Context, name string, r io.ReaderAt, size int64, visit func(Slide) error) (Result, error) {
	a, err := open(ctx, name, "pptx", r, size)
	if err != nil {
		return Result{}, err
	}
	show, err := a.tree(a.main)
	if err != nil {
		return Result{}, err
	}
	rels, err := a.relations(a.main)
	if err != nil {
		return Result{}, err
	}
	var l lost
	var n notes
	for i, id := range parts.Kids(show.Path("presentation", "sldIdLst")) {
		if err := gone(ctx); err != nil {
			return Result{}, err
		}
		part := rels[ref(id, "id")].Target
		s, err := a.slide(part, &l)
		var broken *Error
		if errors.As(err, &broken) && broken.Why == Broken || err == nil && part == "" {
			n.add("slide %d could not be read and was left out", i+1)
			continue
		}
		if err != nil {
			return Result{}, err
		}
		if err := visit(s); err != nil {
			return Result{}, err
		}
	}
	n.count(l.hidden, "%d hidden {slide|slides} became visible")
	n.count(l.pictures, text.OfficePictures)
	n.count(l.charts, text.OfficeCharts)
	return n.result(), nil
}

// slide reads one slide and its speaker's notes.
func (a *archive) slide(part string, l *lost) (Slide, error) {
	root, err := a.tree(part)
	if err != nil {
		return Slide{}, err
	}
	sld := root.Kid("sld")
	if sld == nil {
		return Slide{}, refuse(Broken, nil, text.OfficeBroken, a.name, part)
	}
	s := Slide{}
	if v := sld.Attr("show"); v == "0" || v == "false" {
		s.Hidden = true
		l.hidden++
	}
	s.shapes(sld.Path("cSld", "spTree"), l)
	rels, err := a.relations(part)
	if err != nil {
		return s, nil // without its relationships a slide still has its text
	}
	for _, t := range rels {
		if t.Kind != "notesSlide" {
			continue
		}
		if notes, err := a.tree(t.Target); err == nil && notes != nil {
			s.Notes = speakers(notes)
		}
	}
	return s, nil
}

// shapes reads the shapes of a tree in drawing order.
func (s *Slide) shapes(tree *parts.Node, l *lost) {
	for _, n := range parts.Kids(tree) {
		switch n.Name {
		case "sp":
			s.shape(n)
		case "grpSp":
			s.shapes(n, l)
		case "AlternateContent": // not understood at all
			l.charts++
		case "pic", "contentPart":
			l.pictures++
		case "graphicFrame":
			if t := n.Path("graphic", "graphicData", "tbl"); t != nil {
				s.Lines = append(s.Lines, Line{Table: tableOf(t)})
			} else {
				l.charts++
			}
		}
	}
}

func (s *Slide) shape(n *parts.Node) {
	place := n.Path("nvSpPr", "nvPr", "ph")
	kind, body := place.Attr("type"), n.Kid("txBody")
	if body == nil || slices.Contains([]string{"dt", "ftr", "sldNum", "hdr"}, kind) {
		return
	}
	if (kind == "title" || kind == "ctrTitle") && s.Title == "" {
		s.Title = strings.Join(texts(body), " ")
		return
	}
	for _, l := range paragraphs(body) {
		l.Plain = l.Plain || place == nil || kind == "subTitle"
		s.Lines = append(s.Lines, l)
	}
}

// paragraphs reads the paragraphs of a text body that are not empty.
func paragraphs(body *parts.Node) []Line {
	var out []Line
	for _, p := range parts.Kids(body) {
		if p.Name != "p" {
			continue
		}
		pr := p.Kid("pPr")
		level, _ := strconv.Atoi(pr.Attr("lvl"))
		line := Line{Text: strings.TrimSpace(runs(p)), Level: min(max(level, 0), 8), Plain: pr.Kid("buNone") != nil}
		if line.Text != "" {
			out = append(out, line)
		}
	}
	return out
}

// texts are those of the paragraphs of a text body.
func texts(body *parts.Node) []string {
	return model.Each(paragraphs(body), func(l Line) string { return l.Text })
}

// runs is the text of a paragraph; line breaks in it are
// .
func runs(p *parts.Node) string {
	var b strings.Builder
	each(p, func(n *parts.Node) bool {
		switch n.Name {
		case "br":
			b.WriteByte('\n')
		case "tab":
			b.WriteByte('\t')
		case "t":
			b.WriteString(n.Text)
		case "pPr", "rPr", "endParaRPr":
			return false
		}
		return true
	})
	return b.String()
}

func tableOf(t *parts.Node) [][]string {
	var rows [][]string
	for _, tr := range t.Kids {
		if tr.Name != "tr" {
			continue
		}
		var row []string
		for _, tc := range tr.Kids {
			if tc.Name != "tc" {
				continue
			}
			row = append(row, strings.Join(texts(tc.Kid("txBody")), "\n"))
		}
		rows = append(rows, row)
	}
	return rows
}

// speakers reads the body of a notes page, not the copy of the slide on it.
func speakers(root *parts.Node) []string {
	var out []string
	each(root, func(n *parts.Node) bool {
		if n.Name != "sp" {
			return true
		}
		if n.Path("nvSpPr", "nvPr", "ph").Attr("type") == "body" {
			out = append(out, texts(n.Kid("txBody"))...)
		}
		return false
	})
	return out
}

// readSlides writes the text of a presentation.
func readSlides(ctx context.Context, name string, r io.ReaderAt, size int64, w *bufio.Writer, markdown bool) (Result, error) {
	i, b := 0, forTables(ctx)
	res, err := eachSlide(ctx, name, r, size, func(s Slide) error {
		if i++; i > 1 {
			w.WriteByte('\n')
		}
		if s.Title == "" {
			s.Title = model.Say("Slide %d", i).String()
		}
		if markdown {
			return s.markdown(w, b)
		}
		return s.plain(w, b)
	})
	if err != nil {
		return Result{}, err
	}
	return res, w.Flush()
}

func (s Slide) markdown(w *bufio.Writer, b *budget.Budget) error {
	if s.Title != "" { // before the first heading of a text
		w.WriteString("## " + escapeMarkdown(model.OneLine(s.Title)) + "\n")
	}
	bullets := false
	for _, l := range s.Lines {
		switch {
		case l.Table != nil:
			w.WriteByte('\n')
			width := 0
			for _, row := range l.Table {
				width = max(width, len(row))
			}
			t := &tableWriter{w: w, markdown: true, width: width, b: b}
			for _, row := range l.Table {
				if err := t.row(row); err != nil {
					return err
				}
			}
			bullets = false
		case l.Plain:
			w.WriteString("\n" + strings.ReplaceAll(blockStart(escapeMarkdown(l.Text)), "\n", "\\\n") + "\n")
			bullets = false
		default:
			if !bullets {
				w.WriteByte('\n')
			}
			w.WriteString(strings.Repeat("  ", l.Level) + "- " + blockStart(escapeMarkdown(model.OneLine(l.Text))) + "\n")
			bullets = true
		}
	}
	for i, note := range s.Notes {
		if i == 0 {
			w.WriteString("\n> " + string(text.OfficeNotes) + ":\n")
		}
		w.WriteString(">\n> " + escapeMarkdown(model.OneLine(note)) + "\n")
	}
	return w.Flush()
}

func (s Slide) plain(w *bufio.Writer, b *budget.Budget) error {
	if s.Title != "" {
		w.WriteString(model.OneLine(s.Title) + "\n")
	}
	for _, l := range s.Lines {
		if l.Table == nil {
			w.WriteString(strings.Repeat("  ", l.Level) + model.OneLine(l.Text) + "\n")
			continue
		}
		t := &tableWriter{w: w, b: b}
		for _, row := range l.Table {
			if err := t.row(row); err != nil {
				return err
			}
		}
	}
	for i, note := range s.Notes {
		if i == 0 {
			w.WriteString(string(text.OfficeNotes) + ":\n")
		}
		w.WriteString(model.OneLine(note) + "\n")
	}
	return w.Flush()
}

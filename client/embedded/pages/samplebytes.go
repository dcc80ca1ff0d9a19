package pages

import (
	"bytes"
	"context"
	"fmt"
	"image"
	"image/color"
	"image/png"
	"io"
	"io/fs"
	"slices"
	"strings"
	"time"

	"aloft/client/office"
	"aloft/client/office/word"
	"aloft/client/office/word/patch"
	"aloft/client/office/word/read"
	"aloft/client/office/word/write"
)

// writeSample makes the bytes of a page of the sample. The same recipe makes the
// same bytes in every process.
func writeSample(ctx context.Context, recipe string, w io.Writer) error {
	for _, text := range []struct{ recipe, title, body string }{
		{"welcome.docx", "Welcome to Documents", sampleWelcome},
		{"report-old.docx", "Project report", sampleOldReport},
		{"letter.docx", "Letter to the landlord", sampleLetter},
		{"minutes.docx", "会议记录", sampleMinutes},
		{"handbook.docx", "Welcome", sampleHandbook},
		{"travel.docx", "Travel", sampleTravel},
		{"rules.docx", "Rules of the association", sampleRules},
		{"city.docx", "Letter to the city", "# The hedge on plot 27\n\nWho cuts it: the city, or the association?\n"},
	} {
		if text.recipe == recipe {
			_, err := office.ToDocx(ctx, strings.NewReader(text.body), text.title, nil, w)
			return err
		}
	}
	for _, sheet := range []struct{ recipe, values string }{
		{"budget.xlsx", sampleBudget},
		{"calendar.xlsx", sampleCalendar},
		{"trip.xlsx", sampleTripCost},
		{"people.xlsx", samplePeople},
		{"holidays.xlsx", sampleHolidays},
		{"fees.xlsx", "Plot,Name,Paid\n26,Tom Berg,no\n27,Ana Reis,yes\n"},
		{"meter.xlsx", "Month,Litres\nOctober,460\nNovember,412\n"},
	} {
		if sheet.recipe == recipe {
			_, err := office.CSVToXLSX(ctx, strings.NewReader(sheet.values), w)
			return err
		}
	}
	switch recipe {
	case "report.docx":
		return sampleReport(w)
	case "proposal.docx":
		return sampleProposal(w)
	case "kickoff.pptx":
		return office.WriteSlides(w, "Garden planner: kick-off", sampleSlides())
	case "bill.pdf":
		return SamplePDF(w, "Water bill", "Plot 27, forty-one cubic metres: 96.40.", "Paid on the second of June.")
	case "contract.pdf":
		return SamplePDF(w, "Rental contract", "Between the owner and the tenant of plot 27.", "Signed on the first of March.")
	}
	return fmt.Errorf("%w: %s%s", fs.ErrNotExist, sampleBlob, recipe)
}

// sampleReport has everything that a Word document here can have.
func sampleReport(w io.Writer) error {
	chart, err := sampleChart()
	if err != nil {
		return err
	}
	p := func(f word.Format, in ...word.Inline) *word.Paragraph { return word.NewParagraph(f, in...) }
	plain := func(s string) *word.Paragraph { return p(word.Format{}, word.Text(s)) }
	head := func(level int, s string) *word.Paragraph { return p(word.Format{Level: level}, word.Text(s)) }
	item := func(s string) *word.Paragraph {
		return p(word.Format{List: word.Bullet, ListLevel: 1}, word.Text(s))
	}
	number := func(s string) *word.Paragraph {
		return p(word.Format{List: word.Number, ListLevel: 1}, word.Text(s))
	}
	task := func(state word.Task, s string) *word.Paragraph { return p(word.Format{Task: state}, word.Text(s)) }
	row := func(bold bool, cells ...string) []word.Cell {
		var out []word.Cell
		for _, c := range cells {
			out = append(out, word.NewCell(p(word.Format{}, word.Styled(c, word.Props{Bold: bold}))))
		}
		return out
	}
	when := time.Date(2025, 3, 14, 9, 30, 0, 0, time.UTC)
	d := word.NewDocument(0, []word.Block{
		p(word.Format{Level: word.Title}, word.Text("Project report")),
		p(word.Format{Level: word.Subtitle}, word.Text("Garden planner, first quarter")),
		p(word.Format{},
			word.Text("The planner now knows "), word.Styled("sixty plots", word.Props{Bold: true}),
			word.Text(" and who works on them. What is still open stands under "),
			word.Styled("What comes next", word.Props{Italic: true}), word.Text(".")),
		head(1, "What was done"),
		item("The plan of all plots is drawn."),
		item("The pump was repaired, and paid."),
		item("Forty-one members answered the survey."),
		head(2, "The survey"),
		p(word.Format{},
			word.Inline{Kind: word.CommentStart, Name: "1"}, word.Text("Most of them want water nearer to the beds"),
			word.Inline{Kind: word.CommentEnd, Name: "1"}, word.Text("; the figures are in "),
			word.Styled("the rules of the city", word.Props{Link: "https://www.example.org/allotments", Underline: true}), word.Text(" too.")),
		p(word.Format{}, word.Inline{Kind: word.Image, Picture: &word.Picture{
			Data: word.Held(chart), Name: "survey.png", Alt: "Answers by wish: water 23, paths 9, shade 6, other 3", Width: 420, Height: 180}}),
		head(2, "What it cost"),
		word.NewTable(
			row(true, "What", "Planned", "Spent"),
			row(false, "Pump", "120.00", "84.50"),
			row(false, "Seeds", "60.00", "61.20"),
			row(false, "Paper and printing", "25.00", "12.50")),
		head(1, "What comes next"),
		task(word.Done, "Read the water meter"),
		task(word.ToDo, "Ask the city about the hedge"),
		task(word.ToDo, "Lay the second pipe"),
		head(2, "In this order"),
		number("Measure."),
		number("Buy."),
		number("Dig, on a dry day."),
		word.NewBox(word.HighlightBlock, "", "", plain("Nobody digs alone: the old cable is not where the map has it.")),
		word.NewBox(word.TextBox, "", "", plain("Tools are in the blue shed; the key hangs at the pump."), plain("Bring them back clean.")),
		head(2, "How plots are counted"),
		word.NewBox(word.CodeBlock, "go", "", plain("func plot(row, column int) int { return row*10 + column }")),
	}, []word.Comment{
		{ID: "1", Author: "Ana Reis", Initials: "AR", When: when, Text: "How many exactly?"},
		{ID: "2", Parent: "1", Author: "Tom Berg", Initials: "TB", When: when.Add(time.Hour), Text: "Twenty-three of forty-one."},
	})
	return write.Docx(w, d)
}

// sampleProposal is a document that two people work on: with a comment, an answer, and changes that nobody has accepted yet.
func sampleProposal(w io.Writer) error {
	p := func(f word.Format, in ...word.Inline) *word.Paragraph { return word.NewParagraph(f, in...) }
	head := func(s string) *word.Paragraph { return p(word.Format{Level: 1}, word.Text(s)) }
	item := func(s string) *word.Paragraph {
		return p(word.Format{List: word.Bullet, ListLevel: 1}, word.Text(s))
	}
	mark := func(k word.Kind) word.Inline { return word.Inline{Kind: k, Name: "1"} }
	when := time.Date(2025, 4, 2, 18, 5, 0, 0, time.UTC)
	was := word.NewDocument(0, []word.Block{
		p(word.Format{Level: word.Title}, word.Text("Second pipe")),
		p(word.Format{}, word.Text("Most of us want water nearer to the beds. We ask for one pipe, "),
			mark(word.CommentStart), word.Text("along the hedge"), mark(word.CommentEnd), word.Text(".")),
		head("What it costs"),
		item("Pipe, forty metres: 120.00"),
		item("Two taps: 18.00"),
		head("Who digs"),
		p(word.Format{}, word.Text("Ana, Tom and 陈一鸣, on a dry day.")),
	}, []word.Comment{
		{ID: "1", Author: "Ana Reis", Initials: "AR", When: when, Text: "The old cable is there. Along the path?"},
		{ID: "2", Parent: "1", Author: "Tom Berg", Initials: "TB", When: when.Add(time.Hour), Text: "Measured: six metres less, too."},
	})
	var file bytes.Buffer
	if err := write.Docx(&file, was); err != nil {
		return err
	}
	now, _, err := read.Docx(bytes.NewReader(file.Bytes()), int64(file.Len()), word.Limits{})
	if err != nil {
		return err
	}
	for _, c := range [...][2]string{{"one pipe", "a second pipe"}, {"18.00", "24.00"}, {"on a dry day", "on Saturday"}} {
		now = rewritten(now, c[0], c[1])
	}
	return patch.Suggest(w, now, bytes.NewReader(file.Bytes()), int64(file.Len()), word.Limits{}, patch.Suggestion{Author: "Tom Berg", When: when.Add(2 * time.Hour)})
}

// rewritten replaces a text within a run of a document.
func rewritten(d *word.Document, was, is string) *word.Document {
	for at, b := range d.Blocks() {
		p, ok := b.(*word.Paragraph)
		if !ok {
			continue
		}
		in := slices.Clone(p.Inlines())
		i := slices.IndexFunc(in, func(i word.Inline) bool { return strings.Contains(i.Text, was) })
		if i < 0 {
			continue
		}
		in[i].Text = strings.Replace(in[i].Text, was, is, 1)
		return d.Splice(d.Version+1, []word.Splice{{At: at, Del: 1, Blocks: []word.Block{word.NewParagraph(p.Format, in...)}}}, nil)
	}
	return d
}

// sampleChart draws four bars.
func sampleChart() ([]byte, error) {
	img := image.NewPaletted(image.Rect(0, 0, 420, 180), color.Palette{color.White, color.RGBA{0x3b, 0x6e, 0xa5, 0xff}, color.Gray{0x55}})
	fill := func(r image.Rectangle, c uint8) {
		for y := r.Min.Y; y < r.Max.Y; y++ {
			for x := r.Min.X; x < r.Max.X; x++ {
				img.SetColorIndex(x, y, c)
			}
		}
	}
	for i, n := range []int{23, 9, 6, 3} {
		fill(image.Rect(40+i*95, 160-n*6, 100+i*95, 160), 1)
	}
	fill(image.Rect(20, 160, 410, 162), 2)
	var b bytes.Buffer
	err := png.Encode(&b, img)
	return b.Bytes(), err
}

func sampleSlides() []office.Slide {
	line := func(s string) office.Line { return office.Line{Text: s} }
	return []office.Slide{
		{Title: "Garden planner", Lines: []office.Line{line("Sixty plots, one plan"), line("Kick-off, in the shed")}},
		{Title: "Why", Lines: []office.Line{line("Nobody knows who has the key"), line("Water: who needs how much, and when"), {Level: 1, Text: "Two dry summers"}}},
		{Title: "How", Lines: []office.Line{line("Draw the plots"), line("Ask the members"), line("Lay the second pipe")}},
		{Title: "Who", Lines: []office.Line{line("Ana: pump"), line("Tom: accounts"), line("陈一鸣: seeds")}},
	}
}

// SamplePDF writes one page with some lines.
func SamplePDF(w io.Writer, lines ...string) error {
	var page strings.Builder
	page.WriteString("BT /F1 16 Tf 72 760 Td 24 TL\n")
	for _, l := range lines {
		page.WriteString("(" + l + ") Tj T*\n")
	}
	page.WriteString("ET\n")
	objects := []string{
		"<< /Type /Catalog /Pages 2 0 R >>",
		"<< /Type /Pages /Kids [3 0 R] /Count 1 >>",
		"<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Contents 4 0 R /Resources << /Font << /F1 5 0 R >> >> >>",
		fmt.Sprintf("<< /Length %d >>\nstream\n%sendstream", page.Len(), page.String()),
		"<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>",
	}
	var b bytes.Buffer
	b.WriteString("%PDF-1.4\n")
	var at []int
	for i, o := range objects {
		at = append(at, b.Len())
		fmt.Fprintf(&b, "%d 0 obj\n%s\nendobj\n", i+1, o)
	}
	table := b.Len()
	fmt.Fprintf(&b, "xref\n0 %d\n0000000000 65535 f \n", len(objects)+1)
	for _, a := range at {
		fmt.Fprintf(&b, "%010d 00000 n \n", a)
	}
	fmt.Fprintf(&b, "trailer\n<< /Size %d /Root 1 0 R >>\nstartxref\n%d\n%%%%EOF\n", len(objects)+1, table)
	_, err := w.Write(b.Bytes())
	return err
}

package word_test

import (
	"bytes"
	"fmt"
	"io"
	"testing"

	"aloft/client/office/word"
	"aloft/client/office/word/md"
	"aloft/client/office/word/read"
	"aloft/client/office/word/write"
)

// thousandPages has about 1,000 pages: 23,400 blocks, 3.2 million units.
func thousandPages() *word.Document {
	var blocks []word.Block
	for i := range 1000 {
		blocks = append(blocks, word.NewParagraph(word.Format{Level: 1 + i%3}, word.Text(fmt.Sprintf("Heading %d", i))))
		for j := range 18 {
			s := fmt.Sprintf("Paragraph %d of page %d has words of several kinds, 中文也有一些, and goes on for about two lines so that a page is full when eighteen of them stand on it. ", j, i)
			blocks = append(blocks, word.NewParagraph(word.Format{}, word.Text(s), word.Styled("bold words", word.Props{Bold: true}), word.Text(" and "), word.Styled("a link", word.Props{Link: "https://example.com"}), word.Text(".")))
		}
		for range 4 {
			blocks = append(blocks, word.NewParagraph(word.Format{List: word.Number, ListLevel: 1}, word.Text("an item of a list")))
		}
		if i%4 == 0 {
			blocks = append(blocks, word.NewTable([]word.Cell{word.NewCell(word.NewParagraph(word.Format{}, word.Text("a"))), word.NewCell(word.NewParagraph(word.Format{}, word.Text("b")))}))
		}
	}
	return word.NewDocument(0, blocks, nil)
}

// The bar is 0.14 s for a thousand pages.
func BenchmarkExport(b *testing.B) {
	d := thousandPages()
	b.ReportMetric(float64(d.Len()), "units")
	for b.Loop() {
		if err := write.Docx(io.Discard, d); err != nil {
			b.Fatal(err)
		}
	}
}

// The bar is 0.56 s for a thousand pages.
func BenchmarkImport(b *testing.B) {
	data := docxOf(b, thousandPages())
	for b.Loop() {
		if _, _, err := read.Docx(bytes.NewReader(data), int64(len(data)), word.Limits{}); err != nil {
			b.Fatal(err)
		}
	}
}

func BenchmarkToMarkdown(b *testing.B) {
	d := thousandPages()
	for b.Loop() {
		if _, err := md.Write(io.Discard, d, md.Output{}); err != nil {
			b.Fatal(err)
		}
	}
}

func BenchmarkFromMarkdown(b *testing.B) {
	src := []byte(markdownOf(b, thousandPages()))
	for b.Loop() {
		if _, _, err := md.Read(src, md.Options{}); err != nil {
			b.Fatal(err)
		}
	}
}

package word

import (
	"bytes"
	"fmt"
	"io"
	"testing"
)

// thousandPages has about 1,000 pages: 23,400 blocks, 3.2 million units.
func thousandPages() *Document {
	var blocks []Block
	for i := range 1000 {
		blocks = append(blocks, NewParagraph(Format{Level: 1 + i%3}, Text(fmt.Sprintf("Heading %d", i))))
		for j := range 18 {
			s := fmt.Sprintf("Paragraph %d of page %d has words of several kinds, 中文也有一些, and goes on for about two lines so that a page is full when eighteen of them stand on it. ", j, i)
			blocks = append(blocks, NewParagraph(Format{}, Text(s), Styled("bold words", Props{Bold: true}), Text(" and "), Styled("a link", Props{Link: "https://example.com"}), Text(".")))
		}
		for range 4 {
			blocks = append(blocks, NewParagraph(Format{List: Number, ListLevel: 1}, Text("an item of a list")))
		}
		if i%4 == 0 {
			blocks = append(blocks, NewTable([]Cell{NewCell(NewParagraph(Format{}, Text("a"))), NewCell(NewParagraph(Format{}, Text("b")))}))
		}
	}
	return NewDocument(0, blocks, nil)
}

// The bar is 0.14 s for a thousand pages.
func BenchmarkExport(b *testing.B) {
	d := thousandPages()
	b.ReportMetric(float64(d.Len()), "units")
	for b.Loop() {
		if err := WriteDocx(io.Discard, d); err != nil {
			b.Fatal(err)
		}
	}
}

// The bar is 0.56 s for a thousand pages.
func BenchmarkImport(b *testing.B) {
	data := write(b, thousandPages())
	for b.Loop() {
		if _, _, err := ReadDocx(bytes.NewReader(data), int64(len(data)), Limits{}); err != nil {
			b.Fatal(err)
		}
	}
}

func BenchmarkToMarkdown(b *testing.B) {
	d := thousandPages()
	for b.Loop() {
		if err := WriteMarkdown(io.Discard, d, nil); err != nil {
			b.Fatal(err)
		}
	}
}

func BenchmarkFromMarkdown(b *testing.B) {
	src := []byte(markdownOf(b, thousandPages()))
	for b.Loop() {
		if _, _, err := FromMarkdown(src, MarkdownOptions{}); err != nil {
			b.Fatal(err)
		}
	}
}

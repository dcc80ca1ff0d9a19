package engine

import (
	"fmt"
	"testing"

	"aloft/client/clienttest/procs"
	"aloft/client/office/word"
	"aloft/model"
)

// thousandPages has 1,000 pages: 23,400 blocks, some 3.2 million units, a word that occurs
// 23,000 times.
func thousandPages() *word.Document {
	var blocks []word.Block
	for i := range 1000 {
		blocks = append(blocks, heading(1+i%3, fmt.Sprintf("Heading %d", i)))
		for j := range 18 {
			s := fmt.Sprintf("Paragraph %d of page %d has words of several kinds, 中文也有一些, and goes on for about two lines so that a page is full when eighteen of them stand on it. ", j, i)
			blocks = append(blocks, para(word.Text(s), word.Styled("bold words", word.Props{Bold: true}), word.Text(" and "), word.Styled("a link", word.Props{Link: "https://example.com"}), word.Text(".")))
		}
		for range 4 {
			blocks = append(blocks, word.NewParagraph(word.Format{List: word.Number, ListLevel: 1}, word.Text("an item of a list of several")))
		}
		if i%5 < 2 {
			blocks = append(blocks, word.NewTable([]word.Cell{cell("a"), cell("b")}))
		}
	}
	return word.NewDocument(0, blocks, nil)
}

func BenchmarkInsertText(b *testing.B) {
	d, r := thousandPages(), roll(1)
	b.ReportMetric(float64(d.Len()), "units")
	for b.Loop() {
		if n, err := InsertText(d, r.Int64N(int64(d.Len())), "x"); err == nil {
			d = n
		}
	}
}

func BenchmarkInsertParagraph(b *testing.B) {
	d, r := thousandPages(), roll(1)
	for b.Loop() {
		if n, err := InsertParagraph(d, r.Int64N(int64(d.Len())), Style{Level: model.LevelBody}); err == nil {
			d = n
		}
	}
}

func BenchmarkUpdateTextProperty(b *testing.B) {
	d, r := thousandPages(), roll(1)
	on := true
	for b.Loop() {
		at := r.Int64N(int64(d.Len()) - 40)
		n, err := UpdateTextProperty(d, []model.Range{{Begin: at, End: at + 40}}, model.TextProps{Italic: &on})
		if err != nil {
			b.Fatal(err)
		}
		d = n
	}
}

func BenchmarkDiff(b *testing.B) {
	d := thousandPages()
	n, err := InsertText(d, int64(d.Len()/2), "x")
	if err != nil {
		b.Fatal(err)
	}
	for b.Loop() {
		if len(Diff(d, n).Splices) != 1 {
			b.Fatal("splices")
		}
	}
}

func BenchmarkQueries(b *testing.B) {
	d := thousandPages()
	for name, do := range map[string]func(){
		"last":         func() { LastPosition(d) },
		"outline":      func() { Outline(d) },
		"structure":    func() { Structure(d) },
		"find rare":    func() { _, _ = Find(d, "page 777 has") },
		"find several": func() { _, _ = Find(d, "several") },
		"images":       func() { Images(d, nil) },
	} {
		b.Run(name, func(b *testing.B) {
			for b.Loop() {
				do()
			}
		})
	}
}

func BenchmarkFindAndReplace(b *testing.B) {
	d := thousandPages()
	for b.Loop() {
		n, hits, err := FindAndReplace(d, "several", "many")
		if err != nil || hits != 22_000 || len(Diff(d, n).Splices) < 1000 {
			b.Fatal(hits, err)
		}
	}
}

func BenchmarkSnapshot(b *testing.B) {
	d := thousandPages()
	data := encoded(b, d)
	b.Run("write", func(b *testing.B) {
		for b.Loop() {
			encoded(b, d)
		}
		b.ReportMetric(float64(len(data)), "bytes")
	})
	b.Run("load", func(b *testing.B) {
		for b.Loop() {
			if _, err := DecodeDocument([]string{string(data)}, &memory{}); err != nil {
				b.Fatal(err)
			}
		}
	})
}

// BenchmarkReplay applies 500 edits from the log.
func BenchmarkReplay(b *testing.B) {
	d, r := thousandPages(), roll(1)
	var log [][]byte
	first := d
	for len(log) < 500 {
		n, err := InsertText(d, r.Int64N(int64(d.Len())), "x")
		if err != nil {
			continue
		}
		c, err := EncodeChange(Diff(d, n), &memory{})
		if err != nil {
			b.Fatal(err)
		}
		log, d = append(log, c), n
	}
	for b.Loop() {
		d := first
		for _, l := range log {
			c, err := DecodeChange(l, &memory{})
			if err == nil {
				d, err = Apply(d, c)
			}
			if err != nil {
				b.Fatal(err)
			}
		}
	}
}

// One paragraph of three million units with a hundred thousand hits: no cost is
// quadratic.
func BenchmarkOneLongParagraph(b *testing.B) {
	var s []byte
	for range 100_000 {
		s = append(s, "thirty characters and a hit:x "...)
	}
	d := doc(body(string(s)))
	on := true
	for b.Loop() {
		n, hits, err := FindAndReplace(d, "hit", "match")
		if err != nil || hits != 100_000 {
			b.Fatal(hits, err)
		}
		m, _ := Find(n, "match")
		var ranges []model.Range
		for _, x := range m.All {
			ranges = append(ranges, x.Range)
		}
		if n, err = UpdateTextProperty(n, ranges, model.TextProps{Bold: &on}); err != nil {
			b.Fatal(err)
		}
		if _, err = UpdateTextProperty(n, ranges, model.TextProps{Bold: &on}); err != nil {
			b.Fatal(err)
		}
	}
}

func init() { procs.CollectLate() }

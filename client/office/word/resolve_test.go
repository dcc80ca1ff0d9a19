package word_test

import (
	"archive/zip"
	"bytes"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"strings"
	"testing"

	"aloft/client/office/word"
	"aloft/client/office/word/patch"
	"aloft/client/office/word/read"
)

// told is the text of a document as a tree: what accepting or rejecting must give.
func told(d *word.Document) string {
	var b strings.Builder
	var walk func(in []word.Block, deep string)
	walk = func(in []word.Block, deep string) {
		for _, l := range in {
			switch l := l.(type) {
			case *word.Paragraph:
				fmt.Fprintf(&b, "%s%q", deep, word.Flat(l.Inlines()))
				for _, i := range l.Inlines() {
					if i.Props.Bold {
						fmt.Fprintf(&b, " bold:%s", i.Text)
					}
				}
				b.WriteByte('\n')
			case *word.Table:
				for _, row := range l.Rows() {
					b.WriteString(deep + "row\n")
					for _, c := range row {
						walk(c.Blocks(), deep+"  ")
					}
				}
			case *word.Box:
				walk(l.Blocks(), deep+"  ")
			}
		}
	}
	walk(d.Blocks(), "")
	return b.String()
}

// three are the XML of one text: with its tracked changes, with all of them accepted,
// and with all of them rejected.
type three [3]string

func (a three) and(b three) three { return three{a[0] + b[0], a[1] + b[1], a[2] + b[2]} }

// changes makes texts with tracked changes.
type changes struct {
	*rand.Rand
	n int
}

func (g *changes) by() string {
	g.n++
	return fmt.Sprintf(` w:id="%d" w:author="%s"`, g.n, []string{"Ann", "Ben"}[g.IntN(2)])
}

func (g *changes) run() three {
	g.n++
	words := fmt.Sprintf("w%d ", g.n)
	xml := func(props, tag string) string {
		return `<w:r>` + props + `<w:` + tag + ` xml:space="preserve">` + words + `</w:` + tag + `></w:r>`
	}
	const bold = `<w:rPr><w:b/></w:rPr>`
	switch plain, gone := xml("", "t"), xml("", "delText"); g.IntN(8) {
	case 0:
		return three{`<w:ins` + g.by() + `>` + plain + `</w:ins>`, plain, ""}
	case 1:
		return three{`<w:del` + g.by() + `>` + gone + `</w:del>`, "", plain}
	case 2:
		return three{`<w:ins` + g.by() + `><w:del` + g.by() + `>` + gone + `</w:del></w:ins>`, "", ""}
	case 3:
		return three{`<w:moveTo` + g.by() + `>` + plain + `</w:moveTo>`, plain, ""}
	case 4:
		return three{`<w:moveFrom` + g.by() + `>` + plain + `</w:moveFrom>`, "", plain}
	case 5:
		return three{xml(`<w:rPr><w:b/><w:rPrChange`+g.by()+`><w:rPr/></w:rPrChange></w:rPr>`, "t"), xml(bold, "t"), plain}
	case 6:
		return three{xml(`<w:rPr><w:rPrChange`+g.by()+`>`+bold+`</w:rPrChange></w:rPr>`, "t"), plain, xml(bold, "t")}
	default:
		return three{plain, plain, plain}
	}
}

// blocks makes paragraphs, and a table now and then; the last is a paragraph that stays.
func (g *changes) blocks(deep int) three {
	var out three
	var open [3]string // content of paragraphs whose mark is gone
	add := func(mark string, in three) {
		out[0] += `<w:p>` + mark + in[0] + `</w:p>`
		for k := 1; k < 3; k++ {
			if open[k] += in[k]; (k == 1) == strings.Contains(mark, "<w:del") && mark != "" {
				continue
			}
			out[k] += `<w:p>` + open[k] + `</w:p>`
			open[k] = ""
		}
	}
	for range 1 + g.IntN(4) {
		if deep > 0 && g.IntN(4) == 0 {
			add("", g.run()) // what is open ends here
			out = out.and(g.table(deep - 1))
			continue
		}
		var in three
		for range g.IntN(4) {
			in = in.and(g.run())
		}
		mark := ""
		switch g.IntN(5) {
		case 0:
			mark = `<w:pPr><w:rPr><w:ins` + g.by() + `/></w:rPr></w:pPr>`
		case 1:
			mark = `<w:pPr><w:rPr><w:del` + g.by() + `/></w:rPr></w:pPr>`
		}
		add(mark, in)
	}
	add("", g.run().and(three{"<w:r><w:t>end</w:t></w:r>", "<w:r><w:t>end</w:t></w:r>", "<w:r><w:t>end</w:t></w:r>"}))
	return out
}

func (g *changes) table(deep int) three {
	out := three{}
	for range 1 + g.IntN(3) {
		cell := g.blocks(deep)
		row := func(props, in string) string {
			return `<w:tr>` + props + `<w:tc>` + in + `</w:tc></w:tr>`
		}
		stays := three{row("", cell[0]), row("", cell[1]), row("", cell[2])}
		switch g.IntN(4) {
		case 0:
			stays[0], stays[2] = row(`<w:trPr><w:ins`+g.by()+`/></w:trPr>`, cell[0]), ""
		case 1:
			stays[0], stays[1] = row(`<w:trPr><w:del`+g.by()+`/></w:trPr>`, cell[0]), ""
		}
		out = out.and(stays)
	}
	for k := range out {
		if out[k] != "" {
			out[k] = `<w:tbl>` + out[k] + `</w:tbl>`
		}
	}
	return out
}

func resolved(t *testing.T, file []byte, d *word.Document, v patch.Verdict) []byte {
	t.Helper()
	var out bytes.Buffer
	if _, err := patch.Resolve(&out, d, bytes.NewReader(file), int64(len(file)), word.Limits{}, v); err != nil {
		t.Fatal(err)
	}
	return out.Bytes()
}

// All accepted is the text without what was deleted, all rejected is the text of before;
// one author's and then the other's is all. Nothing is left then, and every other part of
// the file has its bytes.
func TestResolveAll(t *testing.T) {
	for seed := range uint64(100) {
		g := changes{rand.New(rand.NewPCG(seed, 16)), 0}
		body := g.blocks(2)
		file := parcel(map[string]string{"document": body[0], "word/theme.xml": "<theme/>"})
		d, _ := fromDocx(t, file)
		all, err := patch.Revisions(d, bytes.NewReader(file), int64(len(file)), word.Limits{})
		if err != nil {
			t.Fatal(err)
		}
		if len(all) == 0 {
			continue
		}
		for k, accept := range map[int]bool{1: true, 2: false} {
			want, _ := fromDocx(t, parcel(map[string]string{"document": body[k]}))
			out := resolved(t, file, d, patch.Verdict{Accept: accept})
			got, _ := fromDocx(t, out)
			if told(got) != told(want) {
				t.Fatalf("seed %d, accept %v:\n%s\ngot\n%s\nwant\n%s", seed, accept, body[0], told(got), told(want))
			}
			if left, err := patch.Revisions(got, bytes.NewReader(out), int64(len(out)), word.Limits{}); err != nil || len(left) > 0 {
				t.Fatalf("seed %d: %v is left, %v", seed, left, err)
			}
			if err := sameParts(file, out); err != nil {
				t.Fatal(err)
			}
			for _, who := range []string{"Ann", "Ben"} {
				var some bytes.Buffer
				n, err := patch.Resolve(&some, d, bytes.NewReader(file), int64(len(file)), word.Limits{}, patch.Verdict{Accept: accept, Author: who})
				if errors.Is(err, patch.ErrNoRevision) {
					continue
				}
				if err != nil || n == 0 {
					t.Fatal(n, err)
				}
				half, _ := fromDocx(t, some.Bytes())
				left, err := patch.Revisions(half, bytes.NewReader(some.Bytes()), int64(some.Len()), word.Limits{})
				if err != nil {
					t.Fatal(err)
				}
				for _, r := range left {
					if r.Author == who {
						t.Fatalf("seed %d: %+v is left", seed, r)
					}
				}
				if len(left) == 0 {
					continue
				}
				got, _ := fromDocx(t, resolved(t, some.Bytes(), half, patch.Verdict{Accept: accept}))
				if told(got) != told(want) {
					t.Fatalf("seed %d, accept %v, %s first:\n%s\ngot\n%s\nwant\n%s", seed, accept, who, body[0], told(got), told(want))
				}
			}
		}
	}
}

// sameParts compares all parts but the main one.
func sameParts(a, b []byte) error {
	x, err := zip.NewReader(bytes.NewReader(a), int64(len(a)))
	if err != nil {
		return err
	}
	y, err := zip.NewReader(bytes.NewReader(b), int64(len(b)))
	if err != nil {
		return err
	}
	if len(x.File) != len(y.File) {
		return fmt.Errorf("%d parts became %d", len(x.File), len(y.File))
	}
	for _, f := range x.File {
		if f.Name == "word/document.xml" {
			continue
		}
		var data [2][]byte
		for k, z := range []*zip.Reader{x, y} {
			r, err := z.Open(f.Name)
			if err != nil {
				return err
			}
			if data[k], err = io.ReadAll(r); err != nil {
				return err
			}
		}
		if !bytes.Equal(data[0], data[1]) {
			return fmt.Errorf("%s is another", f.Name)
		}
	}
	return nil
}

// One change by its id, in a document that was edited since: the others stay, and so do
// the edits.
func TestResolveOne(t *testing.T) {
	file := tracked()
	d, _ := fromDocx(t, file)
	first := d.Blocks()[0].(*word.Paragraph)
	d = d.Splice(2, []word.Splice{{At: 0, Del: 1, Blocks: []word.Block{word.NewParagraph(first.Format, word.Text("zero one two three"))}}}, d.Comments())
	all, err := patch.Revisions(d, bytes.NewReader(file), int64(len(file)), word.Limits{})
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		n      int
		accept bool
		first  string
	}{{0, true, "zero one two three"}, {0, false, "zero one three"}, {1, true, "zero one two three"}, {1, false, "zero one two gone\tthree"}} {
		out := resolved(t, file, d, patch.Verdict{Accept: c.accept, IDs: []string{all[c.n].ID}})
		got, _ := fromDocx(t, out)
		if s := word.Flat(got.Blocks()[0].(*word.Paragraph).Inlines()); s != c.first {
			t.Errorf("%d, accept %v: %q, not %q", c.n, c.accept, s, c.first)
		}
		left, err := patch.Revisions(got, bytes.NewReader(out), int64(len(out)), word.Limits{})
		if err != nil || len(left) != len(all)-1 {
			t.Errorf("%d of %d are left, %v", len(left), len(all), err)
		}
		if bytes.Contains(main1(t, out), []byte("aloft-revision")) {
			t.Error("a mark is in the file")
		}
	}
	for _, v := range []patch.Verdict{{IDs: []string{"7"}}, {Author: "Nobody"}} {
		if _, err := patch.Resolve(io.Discard, d, bytes.NewReader(file), int64(len(file)), word.Limits{}, v); !errors.Is(err, patch.ErrNoRevision) {
			t.Errorf("%+v: %v", v, err)
		}
	}
}

func main1(t *testing.T, file []byte) []byte {
	z, err := zip.NewReader(bytes.NewReader(file), int64(len(file)))
	if err != nil {
		t.Fatal(err)
	}
	r, err := z.Open("word/document.xml")
	if err != nil {
		t.Fatal(err)
	}
	out, err := io.ReadAll(r)
	if err != nil {
		t.Fatal(err)
	}
	return out
}

func FuzzResolve(f *testing.F) {
	f.Add(trackedBody(), true)
	f.Add((&changes{rand.New(rand.NewPCG(1, 1)), 0}).blocks(2)[0], false)
	f.Fuzz(func(t *testing.T, body string, accept bool) {
		file := trackedAs(body)
		limits := word.Limits{Part: 1 << 20, Unpacked: 2 << 20, Nodes: 20_000, Depth: 60, Cells: 2000}
		d, _, err := read.Docx(bytes.NewReader(file), int64(len(file)), limits)
		if err != nil {
			return
		}
		var out bytes.Buffer
		if _, err := patch.Resolve(&out, d, bytes.NewReader(file), int64(len(file)), limits, patch.Verdict{Accept: accept}); err != nil {
			return
		}
		again, _, err := read.Docx(bytes.NewReader(out.Bytes()), int64(out.Len()), word.Limits{})
		if err != nil {
			t.Fatalf("what was written cannot be read: %v\n%s\n%s", err, body, main1(t, out.Bytes()))
		}
		left, err := patch.Revisions(again, bytes.NewReader(out.Bytes()), int64(out.Len()), word.Limits{})
		if err != nil || len(left) > 0 {
			t.Fatalf("%+v is left, %v\n%s\n%s", left, err, body, main1(t, out.Bytes()))
		}
	})
}

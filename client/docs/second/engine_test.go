package second_test

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"aloft/client/docs/second"
	"aloft/client/embedded/engine"
	"aloft/client/office/word"
	"aloft/model"
)

// twins are one document in both implementations.
type twins struct {
	a  second.Flat
	b  *word.Document
	id int64
}

func words() []string {
	return []string{"alpha", "beta", "漢字", "a😀b", "alphalpha", " ", "x", "beta alpha beta"}
}

func pick[E any](r *rand.Rand, all ...E) E { return all[r.IntN(len(all))] }

func markdowns() []string {
	return []string{
		"alpha beta", "# H1", "## H2\n\nalpha text", "- one\n- two", "1. first\n2. second", "```\ncode alpha\nmore\n```",
		"| a | b |\n|---|---|\n| alpha | 漢字 |", "text **bold** *it*\n\n### H3", "| x |\n|---|\n| y |\n\n# after", "alpha\n\n```\nbeta\n```\n\n## End",
	}
}

// boxed is a new document, in two of three cases with a box that no tool makes.
func boxed(t *testing.T, seed uint64) twins {
	t.Helper()
	w := twins{a: second.NewFlat("Title"), b: word.New("Title")}
	if seed%3 == 0 {
		return w
	}
	kind, box := second.TextBox, word.TextBox
	if seed%3 == 2 {
		kind, box = second.Highlight, word.HighlightBlock
	}
	var err error
	if w.a, err = w.a.Box(6, kind, "alpha", "x"); err != nil {
		t.Fatal(err)
	}
	line := func(s string) *word.Paragraph { return word.NewParagraph(word.Format{}, word.Text(s)) }
	w.b = w.b.Splice(1, []word.Splice{{At: 1, Blocks: []word.Block{word.NewBox(box, "", "", line("alpha"), line("x"))}}}, nil)
	return w
}

// step makes a random edit in both and describes it.
func (w *twins) step(r *rand.Rand) (says string, a, b error) {
	n := w.a.Len()
	at := r.Int64N(n + 1)
	switch r.IntN(8) {
	case 0:
		at = pick(r, -1, n, n-1, 0)
	case 1:
		var all []second.Block
		for _, x := range w.a.Blocks() {
			all = append(all, x)
			all = append(all, x.Children...)
		}
		x := pick(r, all...)
		at = int64(pick(r, x.From, x.To))
	}
	span := func() second.Range {
		if r.IntN(3) > 0 {
			if hits := w.a.Find(pick(r, words()...)); len(hits) > 0 {
				return pick(r, hits...).Range
			}
		}
		b := r.Int64N(n)
		return second.Range{Begin: b, End: b + r.Int64N(6)}
	}
	model2 := func(in []second.Range) (out []model.Range) {
		for _, x := range in {
			out = append(out, model.Range{Begin: x.Begin, End: x.End})
		}
		return out
	}
	na, nb := w.a, w.b
	switch kind := r.IntN(14); kind {
	case 0, 1, 2:
		text := pick(r, words()...)
		says = fmt.Sprintf("text %q at %d", text, at)
		na, a = w.a.Insert(at, text)
		nb, b = engine.InsertText(w.b, at, text)
	case 3, 4:
		level := pick(r, 0, 0, 1, 2, 3, 10, 11, 12)
		says = fmt.Sprintf("paragraph of %d at %d", level, at)
		na, a = w.a.InsertParagraph(at, second.Style{Level: level})
		nb, b = engine.InsertParagraph(w.b, at, engine.Style{Level: level})
	case 5:
		rows, cols := 1+r.IntN(2), 1+r.IntN(3)
		says = fmt.Sprintf("table %d x %d at %d", rows, cols, at)
		na, a = w.a.InsertTable(at, int64(rows), int64(cols))
		nb, b = engine.InsertTable(w.b, at, rows, cols)
	case 6:
		says = fmt.Sprintf("tasks at %d", at)
		na, a = w.a.InsertTasks(at, []second.Todo{{State: 1, Text: "alpha"}, {State: 2, Text: "漢字"}})
		nb, b = engine.InsertTask(w.b, at, []engine.Task{{State: 1, Text: "alpha"}, {State: 2, Text: "漢字"}})
	case 7, 8:
		md := pick(r, markdowns()...)
		says = fmt.Sprintf("Markdown %q at %d", md, at)
		na, a = w.a.InsertMarkdown(at, md)
		nb, b = engine.InsertMarkdown(w.b, at, []byte(md), nil)
	case 9:
		text := pick(r, "", "beta", "😀", "alpha beta")
		in := []second.Range{span()}
		if r.IntN(2) == 0 {
			in = append(in, span())
		}
		says = fmt.Sprintf("replace %v by %q", in, text)
		na, a = w.a.Replace(text, in)
		nb, b = engine.ReplaceText(w.b, model2(in), text)
	case 10:
		old, by := pick(r, words()...), pick(r, "", "beta", "alpha", "一二")
		says = fmt.Sprintf("replace all %q by %q", old, by)
		na, _, a = w.a.ReplaceAll(old, by)
		nb, _, b = engine.FindAndReplace(w.b, old, by)
	case 11:
		in := span()
		w.id++
		says = fmt.Sprintf("comment on %v", in)
		na, a = w.a.Comment(in, second.Note{ID: w.id, Text: "note"}, true)
		nb, b = engine.InsertComment(w.b, model.Range{Begin: in.Begin, End: in.End}, engine.Remark{ID: second.Name(w.id), Text: "note"})
	case 12:
		if r.IntN(2) == 0 {
			says = fmt.Sprintf("page break at %d", at)
			na, a = w.a.InsertPageBreak(at)
			nb, b = engine.InsertPageBreak(w.b, at)
			break
		}
		says = fmt.Sprintf("image at %d", at)
		na, a = w.a.InsertImage(at, second.Image{URL: "u"})
		nb, b = engine.InsertImage(w.b, at, &word.Picture{URL: "u"})
	case 13:
		in, yes := span(), true
		says = fmt.Sprintf("bold %v", in)
		na, a = w.a.Format([]second.Range{in}, func(l *second.Look) { l.Bold = true })
		nb, b = engine.UpdateTextProperty(w.b, model2([]second.Range{in}), model.TextProps{Bold: &yes})
	}
	if a == nil && b == nil {
		w.a, w.b = na, nb
	}
	return says, a, b
}

// first is the document as the first implementation shows it, second as this one
// does.
func first(d *word.Document) string {
	var b strings.Builder
	fmt.Fprintln(&b, d.Len())
	engine.Outline(d).Walk(func(n *model.OutlineNode, above []*model.OutlineNode) bool {
		fmt.Fprintln(&b, len(above), n.Title, n.Level, n.TitleStart, n.TitleEnd, n.ContentStart, n.ContentEnd)
		return true
	})
	var nodes func(in []model.StructureNode)
	nodes = func(in []model.StructureNode) {
		for _, n := range in {
			kind := n.Kind
			if kind == model.NodeHeading {
				kind = model.NodeParagraph
			}
			fmt.Fprintf(&b, "%s %d %d %q\n", kind, n.Start, n.End, n.Preview)
			for _, r := range n.Rows {
				for _, c := range r.Cells {
					fmt.Fprintf(&b, "cell %d %d %d %d %q\n", c.Row, c.Col, c.Start, c.End, c.Preview)
				}
			}
			nodes(n.Children)
		}
	}
	nodes(engine.Structure(d).Nodes)
	for _, w := range words() {
		m, _ := engine.Find(d, w)
		for _, h := range m.All {
			fmt.Fprintln(&b, "find", w, h.Range.Begin, h.Range.End)
		}
	}
	for _, i := range engine.Images(d, nil).All {
		fmt.Fprintln(&b, "image", i.Position)
	}
	for _, c := range engine.Comments(d).All {
		fmt.Fprintln(&b, "comment", c.ID, c.Range.Begin, c.Range.End)
	}
	fmt.Fprintln(&b, "last", engine.LastPosition(d).Position)
	return b.String()
}

func tokens(d second.Flat) string {
	var b strings.Builder
	fmt.Fprintln(&b, d.Len())
	var walk func(in []*second.Node, depth int)
	walk = func(in []*second.Node, depth int) {
		for _, n := range in {
			fmt.Fprintln(&b, depth, n.Title, n.Level, n.TitleStart, n.TitleEnd, n.ContentStart, n.ContentEnd)
			walk(n.Children, depth+1)
		}
	}
	walk(d.Outline(), 0)
	var nodes func(in []second.Block)
	nodes = func(in []second.Block) {
		for _, n := range in {
			preview := ""
			if n.Kind == second.Paragraph {
				preview = whole(d.Preview(n.From, n.To, 50))
			}
			fmt.Fprintf(&b, "%s %d %d %q\n", n.Kind, n.From, n.To, preview)
			for i, r := range n.Rows {
				for j, c := range r {
					fmt.Fprintf(&b, "cell %d %d %d %d %q\n", i+1, j+1, c.From, c.To, whole(d.CellPreview(c)))
				}
			}
			nodes(n.Children)
		}
	}
	nodes(d.Blocks())
	for _, w := range words() {
		for _, h := range d.Find(w) {
			fmt.Fprintln(&b, "find", w, h.Range.Begin, h.Range.End)
		}
	}
	for _, p := range d.Images() {
		fmt.Fprintln(&b, "image", p.At)
	}
	for _, c := range d.Comments() {
		fmt.Fprintln(&b, "comment", second.Name(c.ID), c.Range.Begin, c.Range.End)
	}
	at, _ := d.Last()
	fmt.Fprintln(&b, "last", at)
	return b.String()
}

// whole removes the rest of a placeholder that was cut: the specification does not
// say whether it may be.
func whole(s string) string {
	if i := strings.LastIndexByte(s, '['); i >= 0 && !strings.Contains(s[i:], "]") {
		s = s[:i]
	}
	return strings.TrimRight(s, " ")
}

// Two implementations of the position rules make the same documents.
func TestTheEngineReadsTheRulesLikewise(t *testing.T) {
	const seeds, steps = 120, 40
	for seed := range uint64(seeds) {
		r := rand.New(rand.NewPCG(seed, 4))
		w := boxed(t, seed)
		var log []string
		for range steps {
			says, a, b := w.step(r)
			log = append(log, says)
			if (a == nil) != (b == nil) {
				t.Errorf("seed %d: %s: second %v, first %v\n%s\nafter %s", seed, says, a, b, tokens(w.a), strings.Join(log, "\n"))
				break
			}
			if x, y := first(w.b), tokens(w.a); x != y {
				t.Errorf("seed %d: %s\n%s\nafter %s", seed, says, diff(x, y), strings.Join(log, "\n"))
				break
			}
		}
		if t.Failed() {
			return
		}
	}
}

// diff shows the lines in which two texts differ.
func diff(x, y string) string {
	a, b := strings.Split(x, "\n"), strings.Split(y, "\n")
	var out strings.Builder
	for i := range max(len(a), len(b)) {
		p, q := "", ""
		if i < len(a) {
			p = a[i]
		}
		if i < len(b) {
			q = b[i]
		}
		m := "  "
		if p != q {
			m = "! "
		}
		fmt.Fprintf(&out, "%s%-50s %s\n", m, p, q)
	}
	return out.String()
}

package engine

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"

	"aloft/client/office/word"
	"aloft/model"
)

// What holds after every step of a random history, and that the splices of each step make the
// same document again.
func TestHistories(t *testing.T) {
	for seed := range uint64(60) {
		history(t, seed, 8, 60)
	}
}

func FuzzHistories(f *testing.F) {
	f.Add(uint64(1), uint16(5))
	// Short ones of small documents, and so hundreds a second: the test has the
	// long ones.
	f.Fuzz(func(t *testing.T, seed uint64, steps uint16) { history(t, seed, 3, int(steps%8)) })
}

func history(t *testing.T, seed uint64, blocks, steps int) {
	r := roll(seed)
	d := r.document(blocks)
	log := []string{show(d)}
	defer func() {
		if t.Failed() {
			t.Logf("seed %d:\n%s", seed, strings.Join(log[max(len(log)-3, 0):], "\n"))
			t.FailNow()
		}
	}()
	type old struct {
		d *word.Document
		s string
	}
	var olds []old
	for range steps {
		if r.IntN(10) == 0 {
			olds = append(olds, old{d, string(encoded(t, d))})
		}
		e, x := r.edit(d)
		log = append(log, fmt.Sprintf("%s at %d ranges %v text %q style %+v %+v reply %q", e.Kind, e.At, e.Ranges, e.Text, e.Paragraph, e.Props, e.Reply))
		n, err := Do(d, e, x)
		if err != nil {
			var mine *Error
			if n != nil || !errors.As(err, &mine) {
				t.Errorf("an error that is none of ours, or comes with a document: %v", err)
			}
		} else {
			log = append(log, show(n))
			counts(t, n)
			law(t, d, n, e)
			found(t, d, n, e)
			versions(t, d, n, e)
			tiles(t, n)
			nests(t, n)
			ends(t, r, n)
			again(t, d, n)
			d = n
		}
		if t.Failed() {
			return
		}
	}
	for _, o := range olds {
		if string(encoded(t, o.d)) != o.s {
			t.Errorf("property 5: version %d changed", o.d.Version)
		}
	}
}

// Property 2: the length is the number of tokens, and prefix sums agree.
func counts(t *testing.T, d *word.Document) {
	t.Helper()
	if f := flat(d); len(f) != d.Len() {
		t.Errorf("property 2: length %d, %d tokens", d.Len(), len(f))
	}
	at := 0
	for i, b := range d.Blocks() {
		if d.Start(i) != at || d.At(at) != i || d.At(at+b.Len()-1) != i {
			t.Errorf("block %d begins at %d, said %d", i, at, d.Start(i))
		}
		at += b.Len()
		if p, ok := b.(*word.Paragraph); i > 0 && (!ok || outlined(p.Format)) {
			if _, para := d.Blocks()[i-1].(*word.Paragraph); !para && ok {
				t.Errorf("block %d: a heading directly behind a table or box", i)
			}
		}
	}
	if _, ok := d.Blocks()[len(d.Blocks())-1].(*word.Paragraph); !ok {
		t.Error("the last block is no paragraph")
	}
}

// Property 3, the insertion law.
func law(t *testing.T, d, n *word.Document, e model.Edit) {
	t.Helper()
	a, b := flat(d), flat(n)
	var in []string
	switch e.Kind {
	case model.EditText:
		in = units(e.Text)
	case model.EditParagraph:
		if e.Text != "" {
			return
		}
		in = []string{"¶"}
	case model.EditPageBreak:
		in = []string{"<2 >"}
	case model.EditImage:
		in = []string{"<1 >"}
	case model.EditFormat:
		if !slices.Equal(a, b) {
			t.Error("property 3: properties changed the text")
		}
		return
	case model.EditComment:
		if e.Reply != "" {
			if !slices.Equal(a, b) {
				t.Error("property 3: a reply changed the text")
			}
			return
		}
		id := n.Comments()[len(n.Comments())-1].ID
		marks := []string{"<9 " + id + ">", "<10 " + id + ">"}
		if len(b) != len(a)+2 || b[e.Ranges[0].Begin] != marks[0] {
			t.Error("property 3: a comment takes two positions, the first at its beginning")
		}
		b = slices.DeleteFunc(b, func(s string) bool { return slices.Contains(marks, s) })
		if !slices.Equal(a, b) {
			t.Error("property 3: a comment changed the text")
		}
		return
	default:
		return
	}
	want := slices.Concat(a[:e.At], in, a[e.At:])
	if slices.Equal(b, want) {
		return
	}
	if e.Kind == model.EditParagraph && len(b) == len(want)+1 { // the one separator
		for i := range b {
			if b[i] == "¶" && slices.Equal(slices.Concat(b[:i], b[i+1:]), want) {
				return
			}
		}
	}
	t.Errorf("property 3: %s at %d\nbefore %v\nafter  %v", e.Kind, e.At, a, b)
}

// Property 4: text that is unique is found at its index.
func found(t *testing.T, d, n *word.Document, e model.Edit) {
	t.Helper()
	if !strings.HasPrefix(e.Text, "¤") || e.Kind == model.EditReplaceAll || e.Kind == model.EditReplace && len(e.Ranges) > 1 {
		return
	}
	m, err := Find(n, e.Text)
	if err != nil || len(m.All) != 1 || m.All[0].Range.Len() != int64(len(units(e.Text))) || m.Version != n.Version {
		t.Errorf("property 4: %v %v", m.All, err)
		return
	}
	if e.Kind == model.EditText && m.All[0].Range.Begin != e.At {
		t.Errorf("property 4: found at %d, put at %d", m.All[0].Range.Begin, e.At)
	}
}

// Property 5: one version more, the same one where nothing was found.
func versions(t *testing.T, d, n *word.Document, e model.Edit) {
	t.Helper()
	if n.Version != d.Version+1 && !(e.Kind == model.EditReplaceAll && n == d) {
		t.Errorf("property 5: version %d after %d", n.Version, d.Version)
	}
	for _, c := range n.Comments() {
		if c.Parent == "" && strings.Count(strings.Join(flat(n), ""), " "+c.ID+">") != 2 {
			t.Errorf("comment %s has not its two marks", c.ID)
		}
	}
}

// Property 1: the structure has no gaps, inclusive ends, indexes from 1.
func tiles(t *testing.T, d *word.Document) {
	t.Helper()
	var walk func(in []model.StructureNode, from, to int64)
	walk = func(in []model.StructureNode, from, to int64) {
		for i, n := range in {
			if n.Start != from || n.Index != i+1 {
				t.Errorf("property 1: node %d of %d at %d, want %d", n.Index, i+1, n.Start, from)
			}
			at := n.Start + 1
			for _, r := range n.Rows {
				for _, c := range r.Cells {
					if c.Start != at || len([]rune(c.Preview)) > 30 {
						t.Errorf("property 1: cell %+v, want %d", c, at)
					}
					at = c.End + 1
				}
			}
			if n.Rows != nil && at != n.End+1 {
				t.Errorf("property 1: the cells end at %d, the table at %d", at, n.End)
			}
			if n.Children != nil {
				walk(n.Children, n.Start+1, n.End)
			}
			if len([]rune(n.Preview)) > 50 {
				t.Errorf("preview of %d", len([]rune(n.Preview)))
			}
			from = n.End + 1
		}
		if from != to+1 {
			t.Errorf("property 1: ends at %d, want %d", from, to)
		}
	}
	walk(Structure(d).Nodes, 0, int64(d.Len()-1))
}

// Property 6: the outline nests, is ordered, has strictly decreasing levels, and is
// within the body.
func nests(t *testing.T, d *word.Document) {
	t.Helper()
	var walk func(in []*model.OutlineNode, rank int, from, to int64)
	walk = func(in []*model.OutlineNode, rank int, from, to int64) {
		for _, n := range in {
			if rankOf(n.Level) <= rank || n.TitleStart < from || n.TitleEnd < n.TitleStart || n.ContentStart < n.TitleEnd || n.ContentEnd < n.ContentStart || n.ContentEnd > to {
				t.Errorf("property 6: %+v within %d-%d", n, from, to)
			}
			if n.Hollow() && n.Children != nil {
				t.Errorf("property 6: hollow with children: %+v", n)
			}
			walk(n.Children, rankOf(n.Level), n.ContentStart, n.ContentEnd)
			from = n.ContentEnd + 1
		}
	}
	walk(Outline(d).Nodes, -1, 0, int64(d.Len()-1))
}

// Property 7: ends of cells and sections are where they say.
func ends(t *testing.T, r *dice, d *word.Document) {
	t.Helper()
	var cells []model.TableCell
	for _, n := range Structure(d).Nodes {
		for _, row := range n.Rows {
			cells = append(cells, row.Cells...)
		}
	}
	if len(cells) > 0 {
		k := r.IntN(len(cells))
		text := r.unique()
		n, err := InsertText(d, cells[k].End, text)
		if err != nil {
			t.Errorf("property 7: %v", err)
			return
		}
		i := 0
		for _, x := range Structure(n).Nodes {
			for _, row := range x.Rows {
				for _, c := range row.Cells {
					if grown := c.End - c.Start - cells[i].End + cells[i].Start; grown != 0 && i != k || i == k && grown != int64(len(units(text))) {
						t.Errorf("property 7: cell %d grew by %d", i, grown)
					}
					i++
				}
			}
		}
	}
	var all []*model.OutlineNode
	Outline(d).Walk(func(n *model.OutlineNode, _ []*model.OutlineNode) bool { all = append(all, n); return true })
	end := all[r.IntN(len(all))].ContentEnd
	text := r.unique()
	n, err := InsertText(d, end, text)
	if err != nil {
		t.Errorf("property 7: %v", err)
		return
	}
	if m, _ := Find(n, text); len(m.All) != 1 || m.All[0].Range.Begin != end {
		t.Errorf("property 7: text at content_end %d is at %v", end, m.All)
	}
	if n, err = InsertTask(d, end, []Task{{1, text}}); err != nil {
		t.Errorf("property 7: %v", err)
		return
	}
	for _, b := range n.Blocks() {
		if p, ok := b.(*word.Paragraph); ok && p.Task == word.ToDo && plain(p) == text {
			return
		}
	}
	t.Errorf("property 7: a block at content_end %d is not in the body", end)
}

// again applies the step's splices, through the stored form.
func again(t *testing.T, d, n *word.Document) {
	t.Helper()
	if d == n {
		return
	}
	var store memory
	c := Diff(d, n)
	b, err := EncodeChange(c, &store)
	if err != nil {
		t.Error(err)
		return
	}
	if c, err = DecodeChange(b, &store); err != nil {
		t.Error(err)
		return
	}
	m, err := Apply(d, c)
	if err != nil || string(encoded(t, m)) != string(encoded(t, n)) {
		t.Errorf("the splices make another document: %v\n%s\n%s", err, show(m), show(n))
	}
}

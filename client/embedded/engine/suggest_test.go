package engine

import (
	"bytes"
	"errors"
	"fmt"
	"strings"
	"testing"
	"time"

	"aloft/client/office/word"
	"aloft/client/office/word/patch"
	"aloft/client/office/word/write"
	"aloft/model"
	"aloft/model/text"
)

// Random edits are suggested one after the other, by two people: the text is that of the
// edit, all accepted give the last document, and all rejected the first one.
func TestSuggestedHistories(t *testing.T) {
	var made, refused int
	for seed := range uint64(300) {
		m, r := suggestedHistory(t, seed, 1+int(seed%5), seed%3 == 0)
		made, refused = made+m, refused+r
	}
	if refused*20 > made {
		t.Errorf("%d suggestions were made, %d refused", made, refused)
	}
}

func FuzzSuggestedHistories(f *testing.F) {
	f.Add(uint64(1), uint8(3), true)
	f.Fuzz(func(t *testing.T, seed uint64, steps uint8, form bool) { suggestedHistory(t, seed, int(steps%8), form) })
}

func suggestedHistory(t *testing.T, seed uint64, steps int, form bool) (made, refused int) {
	t.Helper()
	r := roll(seed)
	var data []byte
	if form {
		_, data = newFormFile(t)
		data, _ = settled(t, data, patch.Verdict{Accept: true})
	} else {
		var b bytes.Buffer
		if err := write.Docx(&b, r.document(6)); err != nil {
			t.Fatal(err)
		}
		data = b.Bytes()
	}
	was, first := data, imported(t, data)
	d := first
	var log []string
	for step := range steps {
		e, x := r.edit(d)
		if e.Kind == model.EditComment {
			continue
		}
		n, err := Do(d, e, x)
		if err != nil || n == d {
			continue
		}
		log = append(log, fmt.Sprintf("%+v", e))
		var b bytes.Buffer
		by := patch.Suggestion{Author: []string{"Ann", "Ben <B>"}[step%2], When: time.Unix(int64(step), 0)}
		switch err = patch.Suggest(&b, n, bytes.NewReader(data), int64(len(data)), word.Limits{}, by); {
		case errors.As(err, new(*patch.NotTracked)):
			refused++
			continue
		case err != nil:
			t.Fatal(err)
		}
		back := imported(t, b.Bytes())
		if !patch.SameWords(n, back, false) {
			if !patch.SameWords(n, imported(t, into(t, n, data)), false) { // nor does it hold the edit: a title among the lines of a box
				refused++
				continue
			}
			t.Fatalf("seed %d: %s\nthe text is\n%s\n%s", seed, strings.Join(log, "\n"), unlike(shape(back), shape(n)), changed(t, b.Bytes(), was))
		}
		data, made = b.Bytes(), made+1
		d = back
	}
	for _, all := range []struct {
		accept bool
		is     *word.Document
	}{{true, d}, {false, first}} {
		done, n := settled(t, data, patch.Verdict{Accept: all.accept})
		back := imported(t, done)
		if a, b := shape(back), shape(all.is); a != b {
			t.Fatalf("seed %d form %v: %s\naccept %v gives\n%s\n%s\n%s", seed, form, strings.Join(log, "\n"), all.accept, unlike(a, b), changed(t, data, was), changed(t, done, was))
		}
		if left := openFile(t, done).parts["word/document.xml"]; n > 0 && strings.Contains(left, `w:author=`) {
			t.Fatalf("seed %d: accept %v leaves tracked changes\n%s", seed, all.accept, left)
		}
	}
	return made, refused
}

// settled accepts or rejects tracked changes.
func settled(t *testing.T, data []byte, v patch.Verdict) ([]byte, int) {
	t.Helper()
	var b bytes.Buffer
	n, err := patch.Resolve(&b, imported(t, data), bytes.NewReader(data), int64(len(data)), word.Limits{}, v)
	if errors.Is(err, patch.ErrNoRevision) {
		return data, 0
	}
	if err != nil {
		t.Fatal(err)
	}
	return b.Bytes(), n
}

// shape is the text of a document with all that the model knows of it, but for the places
// of comments and where it comes from.
func shape(d *word.Document) string {
	var b strings.Builder
	var walk func(in []word.Block, deep string)
	walk = func(in []word.Block, deep string) {
		for _, l := range in {
			switch l := l.(type) {
			case *word.Paragraph:
				f := l.Format
				f.Source, f.Start = 0, 0
				fmt.Fprintf(&b, "%s%+v", deep, f)
				var in []word.Inline
				for _, i := range l.Inlines() {
					if i.Kind != word.CommentStart && i.Kind != word.CommentEnd {
						i.Picture = nil
						in = append(in, i)
					}
				}
				for _, i := range word.Glue(in) {
					fmt.Fprintf(&b, " %d%q%+v", i.Kind, i.Text, i.Props)
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
				fmt.Fprintf(&b, "%sbox %d\n", deep, l.Kind)
				walk(l.Blocks(), deep+"  ")
			}
		}
	}
	walk(d.Blocks(), "")
	return b.String()
}

// unlike are the lines of one text that the other one does not have, and the other way round.
func unlike(is, should string) string {
	var b strings.Builder
	for _, l := range text.DiffLines(should, is) {
		if s := l.String(); !strings.HasPrefix(s, " ") {
			b.WriteString(s + "\n")
		}
	}
	return b.String()
}

// changed are the blocks of a file that another one does not have.
func changed(t *testing.T, data, was []byte) string {
	return unlike(strings.Join(openFile(t, data).blocks, "\n"), strings.Join(openFile(t, was).blocks, "\n"))
}

// A file that says nothing of resolved comments does once one is, and takes it back.
func TestResolvedCommentInAFile(t *testing.T) {
	_, data := newFormFile(t)
	d := imported(t, data)
	for _, done := range []bool{true, false} {
		n, err := ResolveComments(d, []string{d.Comments()[0].ID}, done)
		if err != nil || n.Version != d.Version+1 {
			t.Fatal(n, err)
		}
		data = into(t, n, data)
		if d = imported(t, data); d.Comments()[0].Done != done || d.Comments()[0].Text != "Why?" {
			t.Errorf("%+v", d.Comments())
		}
		if same, err := ResolveComments(d, []string{d.Comments()[0].ID}, done); same != d || err != nil {
			t.Error(same, err)
		}
	}
}

// In files of other programs words are replaced, formatted and added by suggestions at places all over them: what is
// rejected leaves the document of before.
func TestSuggestInForeignFiles(t *testing.T) {
	yes := true
	made, refused := 0, 0
	for name, data := range corpus(t) {
		first := imported(t, data)
		d, was := first, data
		words := strings.Fields(texts(first))
		for i := range 9 {
			if len(words) == 0 {
				break
			}
			w := words[i*(len(words)-1)/8]
			m, err := Find(d, w)
			if err != nil || len(m.All) == 0 {
				continue
			}
			e := model.Edit{Ranges: []model.Range{m.All[len(m.All)/2].Range}, At: m.All[0].Range.End}
			switch i % 3 {
			case 0:
				e.Kind, e.Text = model.EditReplace, "suggested"
			case 1:
				e.Kind, e.Props = model.EditFormat, model.TextProps{Strike: &yes}
			default:
				e.Kind, e.Text = model.EditMarkdown, "Some *new* text.\n\n- an item"
			}
			n, err := Do(d, e, Extra{})
			if err != nil {
				continue
			}
			var b bytes.Buffer
			err = patch.Suggest(&b, n, bytes.NewReader(data), int64(len(data)), word.Limits{}, patch.Suggestion{Author: "Ann of aloft"})
			if err != nil && !errors.As(err, new(*patch.NotTracked)) {
				t.Fatalf("%s: %v", name, err)
			}
			if err != nil || !patch.SameWords(n, imported(t, b.Bytes()), false) {
				refused++
				t.Logf("%s: %s of %q is refused: %v", name, e.Kind, w, err)
				continue
			}
			data, d = b.Bytes(), imported(t, b.Bytes())
			made++
		}
		done, _ := settled(t, data, patch.Verdict{Author: "Ann of aloft"})
		if a, b := shape(imported(t, done)), shape(first); a != b {
			t.Errorf("%s: rejected, the document is\n%s\n%.3000s", name, unlike(a, b), changed(t, done, was))
		}
	}
	t.Logf("%d made, %d refused", made, refused)
	if refused*10 > made {
		t.Errorf("%d suggestions were made, %d refused", made, refused)
	}
}

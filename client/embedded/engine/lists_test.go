package engine

import (
	"testing"

	"aloft/client/office/word"
)

// A list that something is inserted into continues counting behind it.
func TestListsGoOn(t *testing.T) {
	item := func(level int, s string) word.Block {
		return word.NewParagraph(word.Format{List: word.Number, ListLevel: level}, word.Text(s))
	}
	flat := func() *word.Document { return doc(item(1, "ab"), item(1, "cd"), item(1, "ef")) }
	deep := func() *word.Document {
		return doc(item(1, "a"), item(2, "b"), item(2, "c"), item(1, "d"), item(1, "e"))
	}
	task := func(d *word.Document, at int64) (*word.Document, error) { return InsertTask(d, at, []Task{{1, "Z"}}) }
	table := func(d *word.Document, at int64) (*word.Document, error) { return InsertTable(d, at, 1, 1) }
	plain := func(d *word.Document, at int64) (*word.Document, error) {
		return InsertParagraph(d, at, Style{Level: 10})
	}
	more := func(d *word.Document, at int64) (*word.Document, error) { return InsertParagraph(d, at, Style{}) }
	md := func(d *word.Document, at int64) (*word.Document, error) {
		return InsertMarkdown(d, at, []byte("text\n\n1. x\n2. y"), nil)
	}
	for _, c := range []struct {
		what string
		in   *word.Document
		do   func(*word.Document, int64) (*word.Document, error)
		at   int64
		want string
	}{
		{"behind the first", flat(), task, 2, "#ab|[ ]Z|#2.cd|#ef"},
		{"before the second", flat(), task, 3, "#ab|[ ]Z|#2.cd|#ef"},
		{"before the first", flat(), task, 0, "[ ]Z|#ab|#cd|#ef"},
		{"in the second", flat(), table, 4, "#ab|#c|T()|#3.d|#ef"},
		{"behind the last", flat(), table, 8, "#ab|#cd|#ef|T()|"},
		{"a plain paragraph", flat(), plain, 5, "#ab|#cd||#3.ef"},
		{"half of it plain", flat(), plain, 4, "#ab|#c|d|#3.ef"},
		{"another item", flat(), more, 5, "#ab|#cd|#|#ef"},
		{"a list of its own", flat(), md, 2, "#ab|text|#x|#y|#cd|#ef"},
		{"levels", deep(), task, 3, "#a|##b|[ ]Z|##2.c|#2.d|#e"},
		{"bullets", doc(word.NewParagraph(word.Format{List: word.Bullet, ListLevel: 1}, word.Text("ab")), body("c")), task, 1, "*a|[ ]Z|*b|c"},
	} {
		n := must(t)(c.do(c.in, c.at))
		if s := show(n); s != c.want {
			t.Errorf("%s: got %s, want %s", c.what, s, c.want)
		}
	}
}

// Markdown that ends with code of an item, or a table, goes into the middle of a list.
func TestMarkdownThatEndsInABoxOfAnItem(t *testing.T) {
	d := must(t)(InsertMarkdown(word.New("t"), 2, []byte("1. one\n2. two\n3. three"), nil))
	for _, src := range []string{"# Head\n\n1. a\n\n   ```\n   code\n   ```", "text\n\n- a\n\n  | x |\n  | - |\n  | y |"} {
		for at := range LastPosition(d).Position {
			if made, err := InsertMarkdown(d, at, []byte(src), nil); err == nil && len(made.Blocks()) < len(d.Blocks())+2 {
				t.Errorf("%d: %d blocks", at, len(made.Blocks()))
			}
		}
	}
}

package engine

import (
	"encoding/base64"
	"strings"
	"testing"

	"aloft/client/office/word"
	"aloft/client/office/word/md"
	"aloft/model"
)

func TestMarkdown(t *testing.T) {
	d := doc(body("ab"), word.NewTable([]word.Cell{cell("x")}), word.NewBox(word.TextBox, "", "", body("y")), para())
	for _, c := range []struct {
		at   int64
		md   string
		want string
		kind Kind
	}{
		{1, "# H\n\n- **i**", "a|H1:H|*i{b}|b|T(x)|Box(y)|", 0},
		{0, "p", "p|ab|T(x)|Box(y)|", 0},
		{2, "| a |\n|---|\n| b |", "ab|T(a{b};b)|T(x)|Box(y)|", 0}, // nothing is added between two tables
		{2, "```go\nx\n```\n\n# H", "ab|Codego(x)||H1:H|T(x)|Box(y)|", 0},
		{4, "```\nx\n```\n\n> q", "ab|T(x{c}|q|x)|Box(y)|", 0},
		{9, "```\nx\n```", "ab|T(x)|Box(y)|Code(x)|", 0},
		{9, "1. a\n2. b", "ab|T(x)|Box(y)|#1.a|#b|", 0},
		{9, "- [x] d", "ab|T(x)|Box(y)|[x]d|", 0},
		{9, "\n \n", "", KindEmpty},
		{9, "", "", KindEmpty},
		{9, "a\xff", "", KindUTF8},
		{10, "a", "", KindPosition},
	} {
		n, err := InsertMarkdown(d, c.at, []byte(c.md), nil)
		if kindOf(err) != c.kind || err == nil && show(n) != c.want {
			t.Errorf("%q at %d: %v\n got %v\nwant %s", c.md, c.at, err, n, c.want)
		}
		if err == nil && show(n) != c.want {
			t.Error(show(n))
		}
	}
	list := must(t)(InsertMarkdown(word.New("t"), 2, []byte("1. a\n2. b"), nil))
	list = must(t)(InsertMarkdown(list, 5, []byte("1. c\n2. d"), nil))
	if s := show(list); s != "T:t|#1.a|#b|#1.c|#d|" {
		t.Errorf("a list of its own: %s", s)
	}
}

func TestTableLimit(t *testing.T) {
	d := doc(body("a"))
	for _, c := range []struct {
		rows, cols int
		kind       Kind
	}{
		{1, 1, 0}, {100, 100, 0}, {10_000, 1, 0}, {10_001, 1, KindTable}, {101, 100, KindTable}, {0, 1, KindTable}, {1, -1, KindTable}, {1 << 40, 1 << 40, KindTable},
	} {
		n, err := InsertTable(d, 1, c.rows, c.cols)
		if kindOf(err) != c.kind {
			t.Errorf("%dx%d: %v", c.rows, c.cols, err)
		}
		if err == nil && n.Len() != 4+c.rows*c.cols {
			t.Errorf("%dx%d: length %d", c.rows, c.cols, n.Len())
		}
	}
}

func TestRefusals(t *testing.T) {
	d := doc(body("ab"))
	fails := func(what string, err error, kind Kind) {
		t.Helper()
		if kindOf(err) != kind {
			t.Errorf("%s: %v", what, err)
		}
		if err != nil && (len(err.Error()) < 10 || strings.Contains(err.Error(), "%!")) {
			t.Errorf("%s: says %q", what, err)
		}
	}
	style := func(s Style) error { _, err := InsertParagraph(d, 0, s); return err }
	fails("level 13", style(Style{Level: 13}), KindStyle)
	fails("level -1", style(Style{Level: -1}), KindStyle)
	fails("numbering 3", style(Style{List: 3}), KindStyle)
	fails("numbering level 10", style(Style{List: 1, ListLevel: 10}), KindStyle)
	fails("indent 10", style(Style{Indent: 10}), KindStyle)
	fails("a heading item", style(Style{Level: 1, List: 1}), KindStyle)
	task := func(in ...Task) error { _, err := InsertTask(d, 0, in); return err }
	fails("task state 0", task(Task{1, "a"}, Task{0, "b"}), KindTask)
	fails("task state 3", task(Task{3, "b"}), KindTask)
	fails("task of two lines", task(Task{1, "a\nb"}), KindNewline)
	fails("no task", task(), KindEmpty)
	text := func(s string) error { _, err := InsertText(d, 0, s); return err }
	for _, s := range []string{"a\nb", "\r", "a\r\nb", "\v", "a\f"} {
		fails("newline", text(s), KindNewline)
	}
	fails("no text", text(""), KindEmpty)
	_, err := InsertParagraphWithText(d, 0, "a\n", Style{})
	fails("paragraph of two lines", err, KindNewline)

	fails("stale", CheckBase(d, 2, false), KindStale)
	for _, ok := range []error{CheckBase(d, 0, false), CheckBase(d, 1, false), CheckBase(d, 9, true)} {
		fails("newest", ok, 0)
	}
	_, err = DecodeBase64("a*b")
	fails("no base64", err, KindBase64)
	data := base64.StdEncoding.EncodeToString(make([]byte, 100))
	_, err = DecodeBase64(data)
	fails("base64", err, 0)
	fails("both images", OneImage(true, true), KindBothImages)
	fails("no image", OneImage(false, false), KindImageGroup)
	fails("one image", OneImage(true, false), 0)
	fails("no index", ImageGroups(false, true, false, true, false), KindImageGroup)
	fails("no old", ImageGroups(true, false, false, true, false), KindImageGroup)
	fails("both old", ImageGroups(true, true, true, true, false), KindBothImages)
	fails("no new", ImageGroups(true, true, false, false, false), KindImageGroup)
	fails("both new", ImageGroups(true, true, false, true, true), KindBothImages)
	fails("all three", ImageGroups(true, false, true, false, true), 0)
	_, err = Do(d, model.Edit{Kind: model.EditRevert}, Extra{})
	fails("no edit", err, KindNoEdit)
}

// Every kind of the contract goes to its function.
func TestDo(t *testing.T) {
	yes := true
	pic := &word.Picture{URL: "https://x/n.png"}
	old := word.Inline{Kind: word.Image, Picture: &word.Picture{URL: "https://x/o.png"}}
	r := []model.Range{{Begin: 0, End: 1}}
	for _, c := range []struct {
		e    model.Edit
		want string
	}{
		{model.Edit{Kind: model.EditText, At: 1, Text: "x"}, "axb<image>"},
		{model.Edit{Kind: model.EditParagraph, At: 1, Paragraph: Style{Level: 1}}, "a|H1:b<image>"},
		{model.Edit{Kind: model.EditParagraph, At: 3, Text: "x"}, "ab<image>|x"},
		{model.Edit{Kind: model.EditReplace, Ranges: r, Text: "x"}, "xb<image>"},
		{model.Edit{Kind: model.EditReplaceAll, Old: "b", Text: "x"}, "ax<image>"},
		{model.Edit{Kind: model.EditFormat, Ranges: r, Props: model.TextProps{Bold: &yes}}, "a{b}b<image>"},
		{model.Edit{Kind: model.EditTask, At: 0, Tasks: []model.DocTask{{Text: "x"}, {Done: true, Text: "y"}}}, "[ ]x|[x]y|ab<image>"},
		{model.Edit{Kind: model.EditImage, At: 0}, "<image>ab<image>"},
		{model.Edit{Kind: model.EditReplaceImage, At: 2, OldImage: &model.DocImage{URL: "https://x/o.png"}}, "ab<image>"},
		{model.Edit{Kind: model.EditPageBreak, At: 0}, "<page>ab<image>"},
		{model.Edit{Kind: model.EditTable, At: 0, Rows: 1, Cols: 2}, "T(,)|ab<image>"},
		{model.Edit{Kind: model.EditComment, Ranges: r, Text: "x"}, "<c+>a<c->b<image>"},
		{model.Edit{Kind: model.EditMarkdown, At: 0, Text: "# x"}, "H1:x|ab<image>"},
	} {
		n, err := Do(doc(para(word.Text("ab"), old)), c.e, Extra{Remark: Remark{ID: "c"}, Picture: pic})
		if err != nil || show(n) != c.want || n.Version != 2 {
			t.Errorf("%s: %v, want %s", c.e.Kind, err, c.want)
		}
	}
}

// Property 12: inserted Markdown is exported as the same Markdown.
func TestMarkdownComesBack(t *testing.T) {
	var long strings.Builder
	for range 10_000 {
		long.WriteString("line 中文 😀\n\n")
	}
	for _, src := range []string{
		"# One\n\n## Two\n\n###### Six\n\n####### Seven\n\n######### Nine\n\ntext",
		"**bold** *italic* ***both*** ~~gone~~ `code` [link](https://example.com/?a=1&b=2 \"t\")",
		"- a\n  - b\n    - c\n- d\n\n1. one\n2. two\n   1. in\n3. three",
		"5. five\n6. six",
		"| a | b |\n|---|:-:|\n| x \\| y | `c|d` |\n| **b** | [l](u) |\n\ntext",
		"```go\nfunc main() {}\n\n\tx := `a`\n```\n\ntext",
		"> quoted\n> twice\n\nafter",
		"- [ ] to do\n- [x] done",
		"<b>raw</b> & &amp; <!-- no -->\n\n<div>\nblock\n</div>",
		"中文，标点。\n\n😀 emoji 👨‍👩‍👧 é",
		"a\\*b \\# c \\_d\\_ 1\\. e",
		"- item\n\n  second paragraph\n\n  ```\n  code\n  ```\n- next",
		"![alt](https://example.com/a.png)",
		"---\n\n***",
		long.String(),
	} {
		read, _, err := md.Read([]byte(src), md.Options{})
		if err != nil {
			t.Fatal(err)
		}
		d := word.New("t")
		n := must(t)(InsertMarkdown(d, LastPosition(d).Position, []byte(src), nil))
		var alone, whole strings.Builder
		if _, err := md.Write(&alone, read, md.Output{}); err != nil {
			t.Fatal(err)
		}
		if _, err := md.Write(&whole, n, md.Output{}); err != nil {
			t.Fatal(err)
		}
		_, after, _ := strings.Cut(whole.String(), "\n")
		if strings.TrimSpace(after) != strings.TrimSpace(alone.String()) {
			t.Errorf("inserted\n%.300s\ncame out as\n%.300s\ninstead of\n%.300s", src, after, alone.String())
		}
	}
}

// Footnotes of a second text have numbers of their own; text that is typed behind a reference, or
// into it, is none.
func TestFootnotesOfMarkdown(t *testing.T) {
	d := word.New("t")
	for _, src := range []string{"a[^x]\n\n[^x]: first", "b[^x]\n\n[^x]: second"} {
		d = must(t)(InsertMarkdown(d, LastPosition(d).Position, []byte(src), nil))
	}
	check := func(want string) {
		t.Helper()
		var b strings.Builder
		if _, err := md.Write(&b, d, md.Output{}); err != nil {
			t.Fatal(err)
		}
		if got := b.String(); got != want {
			t.Errorf("got  %q\nwant %q", got, want)
		}
	}
	check("# t\n\na[^1]\n\nb[^2]\n\n[^1]: first\n\n[^2]: second\n")
	at, err := Find(d, "b[2]")
	if err != nil || len(at.All) != 1 {
		t.Fatal(at, err)
	}
	d = must(t)(InsertText(d, at.All[0].Range.End, "!"))
	check("# t\n\na[^1]\n\nb[^2]!\n\n[^1]: first\n\n[^2]: second\n")
	d = must(t)(InsertText(d, at.All[0].Range.End-1, "0"))
	check("# t\n\na[^1]\n\nb\\[20\\]!\n\n\\[2\\] second\n\n[^1]: first\n")
}

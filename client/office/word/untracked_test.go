package word_test

import (
	"bytes"
	"errors"
	"io"
	"strings"
	"testing"

	"aloft/client/office/word"
	"aloft/client/office/word/patch"
)

// A suggestion that a file cannot have is refused with the reason.
func TestRefusedSuggestionsSayWhy(t *testing.T) {
	const twice, reading = "has a second copy of the text", "has a phonetic guide above it"
	run := `<w:r><w:t>alpha beta</w:t></w:r>`
	mark := `<w:pPr><w:rPr><w:del w:id="1" w:author="Ann"/></w:rPr></w:pPr>`
	beta := func(d *word.Document) []word.Block {
		return respelled(d, func(s string) string { return strings.ReplaceAll(s, "beta", "gamma") }).Blocks()
	}
	gone := func(d *word.Document) []word.Block { return d.Blocks()[1:] }
	for _, c := range []struct {
		name, body, want string
		edit             func(*word.Document) []word.Block
	}{
		{"text", `<w:p>` + either(run, run) + `</w:p>`, twice, beta},
		{"a paragraph", either(`<w:p>`+run+`</w:p>`, `<w:p>`+run+`</w:p>`) + p("y"), twice, beta},
		{"a ruby", `<w:p><w:r><w:ruby><w:rt><w:r><w:t>beta</w:t></w:r></w:rt><w:rubyBase><w:r><w:t>alpha</w:t></w:r></w:rubyBase></w:ruby></w:r></w:p>`, reading, beta},
		{"two boxes for one", `<w:p><w:r>` + either(boxOf(p("alpha beta"))+strings.Replace(boxOf(p("second")), `id="7"`, `id="8"`, 1), shapeOf(p("alpha beta")+p("second"))) + `</w:r></w:p>`, twice, beta},
		{"a table", `<w:tbl><w:tr><w:tc>` + p("alpha") + `</w:tc></w:tr></w:tbl>` + p("y"), "delete a whole table or block", gone},
		{"a row", `<w:tbl><w:tr><w:tc>` + p("alpha") + `</w:tc></w:tr></w:tbl>` + p("y"), "the rows or columns of a table", func(d *word.Document) []word.Block {
			old := d.Blocks()[0].(*word.Table)
			return append([]word.Block{old.With(old.Rows()[0], old.Rows()[0])}, d.Blocks()[1:]...)
		}},
		{"a joined paragraph", `<w:p>` + mark + run + `</w:p>` + p("second"), "a suggestion to join two paragraphs is already there", func(d *word.Document) []word.Block {
			f := d.Blocks()[0].(*word.Paragraph).Format
			return []word.Block{word.NewParagraph(f, word.Text("alpha")), word.NewParagraph(f, word.Text(" betasecond"))}
		}},
		{"another document", `<w:altChunk r:id="rId77"/>` + p("y"), "delete something that aloft cannot edit", func(d *word.Document) []word.Block {
			return append([]word.Block{word.NewParagraph(d.Blocks()[0].(*word.Paragraph).Format, word.Text("z"))}, d.Blocks()[1:]...)
		}},
	} {
		file := lean(nil, c.body)
		d, _ := fromDocx(t, file)
		next := word.NewDocument(2, c.edit(d), nil)
		err := patch.Suggest(io.Discard, next, bytes.NewReader(file), int64(len(file)), word.Limits{}, patch.Suggestion{Author: "Ann"})
		if why := (*patch.NotTracked)(nil); !errors.As(err, &why) || !strings.Contains(string(why.Why), c.want) {
			t.Errorf("%s: %v", c.name, err)
		}
	}
}

package word_test

import (
	"strings"
	"testing"

	"pgregory.net/rapid"

	"aloft/client/office/word/loss"
)

// The flat text is the same already after the first round trip, and from the first import on
// everything is.
func TestDocxFixedPoint(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		d := genDocument().Draw(t, "document")
		s, n := dump(d)
		if n != d.Len() {
			t.Fatalf("length %d, tokens %d", d.Len(), n)
		}
		first, lost := fromDocx(t, docxOf(t, d))
		for _, l := range lost {
			if l.Kind != loss.Linked && l.Kind != loss.Note { // of these the text is at the end
				t.Fatalf("our own file loses %v", lost)
			}
		}
		a, _ := dump(first)
		if flatText(d) != flatText(first) {
			differ(t, "text and structure", s, a)
		}
		second, _ := fromDocx(t, docxOf(t, first))
		b, _ := dump(second)
		differ(t, "second trip", a, b)
		// Only a start that a number has anyway may be lost.
		differ(t, "first trip", plainStarts(s), plainStarts(a))
	})
}

// Markdown made from a document is read and written as that Markdown.
func TestMarkdownFixedPoint(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		d := genDocument().Draw(t, "document")
		a := markdownOf(t, d)
		differ(t, "markdown", a, markdownOf(t, fromMarkdown(t, a)))
	})
}

// Any Markdown: once read and written, it does not change.
func TestMarkdownOfMarkdown(t *testing.T) {
	line := rapid.Custom(func(t *rapid.T) string {
		head := rapid.SampledFrom([]string{"", "", "# ", "####### ", "- ", "  - ", "1. ", "   1) ", "3. ", "> ", "- [ ] ", "- [x] ", "    ", "\t", "```", "---", "| a | b |\n|---|:-:|\n| ", "<div>", "[x]: y", "===", "* ", "+ "}).Draw(t, "head")
		return head + genText().Draw(t, "text")
	})
	rapid.Check(t, func(t *rapid.T) {
		src := strings.Join(rapid.SliceOfN(line, 1, 8).Draw(t, "lines"), rapid.SampledFrom([]string{"\n", "\n\n"}).Draw(t, "between"))
		d := fromMarkdown(t, src)
		a := markdownOf(t, d)
		back := fromMarkdown(t, a)
		differ(t, "markdown", a, markdownOf(t, back))
	})
}

func plainStarts(s string) string {
	for _, n := range []string{"1", "7"} {
		s = strings.ReplaceAll(s, "Start:"+n, "Start:0")
	}
	return s
}

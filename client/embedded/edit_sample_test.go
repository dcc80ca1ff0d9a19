//go:build unix

package embedded

import (
	"strings"
	"testing"

	"aloft/client/embedded/pages"
)

// The sample has a document with everything that reviewers look at, and one that
// they may only read.
func TestSampleForReviewers(t *testing.T) {
	k := &clerk{desk: &desk{t: t, s: open(t, Options{Sample: true}).s}}
	k.token = k.s.Token()
	k.id = k.find("Project report")
	kinds := map[string]int{}
	st := k.ask("doc.resolve_document_structure", nil)
	var next int64
	for _, n := range st.list("nodes") {
		kinds[n.str("type")]++
		if n.num("start_index") != next {
			t.Errorf("a node begins at %d, not at %d", n.num("start_index"), next)
		}
		next = n.num("end_index") + 1
	}
	for _, want := range []string{"Heading", "Paragraph", "Table", "TextBox", "CodeBlock", "HighlightBlock"} {
		if kinds[want] == 0 {
			t.Errorf("no %s: %v", want, kinds)
		}
	}
	if st.num("total_headings") < 5 || st.num("total_tables") != 1 || st.num("total_paragraphs") < 5 {
		t.Error(st.num("total_headings"), st.num("total_tables"), st.num("total_paragraphs"))
	}
	c := k.ask("doc.get_comments", nil).list("comments")
	if len(c) != 2 || c[1].str("ref_id") != c[0].str("id") || !strings.HasPrefix(c[0].str("date"), "2025-03-14T09:30:00") || c[0].str("author") != "Ana Reis" {
		t.Error(c)
	}
	k.has("the sample", "- [x] Read the water meter", "- [ ] Ask the city", "![")
	k.id = k.find("Rules of the association")
	k.refuse(pages.NoRight, "Ana Reis", "doc.insert_text", object{"index": 1, "text": "x"})
	if o := k.ask("doc.get_outline", nil).list("outlines"); len(o) == 0 {
		t.Error(o)
	}
}

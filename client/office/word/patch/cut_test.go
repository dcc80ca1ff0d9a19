package patch

import (
	"testing"

	"aloft/client/office/word/parts"
)

// A new block stands outside of what ends or begins between two others, and inside of
// what goes on.
func TestOutermost(t *testing.T) {
	for _, c := range []struct{ before, behind string }{
		{"", ""}, {"", `<w:bookmarkEnd w:id="1"/>`}, {`</w:sdtContent></w:sdt>`, ""}, {`</w:sdtContent></w:sdt>`, `<w:sdt><w:sdtPr><w:tag w:val="a>b"/></w:sdtPr><w:sdtContent>`},
		{"", `<!-- </a> --><w:sdt><w:sdtContent>`}, {`<x/></w:ins>`, " <w:ins>"},
	} {
		if got := outermost([]byte(c.before + c.behind)); got != int64(len(c.before)) {
			t.Errorf("%q, %q: %d", c.before, c.behind, got)
		}
	}
}

// A cut that puts back what is there leaves the data as it is.
func TestAppliedOfTheSame(t *testing.T) {
	data := []byte("<a><b/></a>")
	for _, cuts := range [][]cut{nil, {{parts.Span{From: 3, To: 7}, "<b/>"}}, {{parts.Span{From: 3, To: 3}, ""}}} {
		if got := applied(data, 0, cuts); string(got) != string(data) {
			t.Errorf("%v gives %q", cuts, got)
		}
	}
}

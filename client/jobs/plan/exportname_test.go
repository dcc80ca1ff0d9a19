package plan

import (
	"strings"
	"testing"

	"aloft/model"
)

func TestTheServiceKnowsTheSuffixOfItsFile(t *testing.T) {
	for _, c := range []struct{ planned, format, served, want string }{
		{"Plan.docx", "", "Plan.docx", "Plan.docx"},
		{"Plan.docx", "", "Plan.doc", "Plan.doc"},
		{"Plan (1).docx", "", "Plan.DOC", "Plan (1).doc"},
		{"Plan", "", "Plan.xmind", "Plan.xmind"},
		{"Plan.v2", "", "Plan.pdf", "Plan.v2.pdf"},
		{"Plan.docx", "", "", "Plan.docx"},
		{"Plan.docx", "", "Plan", "Plan.docx"},
		{"Plan.docx", "", "x.somethinglong", "Plan.docx"},
		{"Plan.docx", "", "x.a/b", "Plan.docx"},
		{"Plan.docx", "", "x.\x1b[1m", "Plan.docx"},
		{"Plan.docx", "", "x.\u202exc", "Plan.docx"},
		{strings.Repeat("字", 84) + ".v2", "", "x.pdf", strings.Repeat("字", 83) + ".pdf"},
		{strings.Repeat("x", 255), "", "x.pdf", strings.Repeat("x", 251) + ".pdf"},
		{"Plan.md", "md", "Plan.docx", "Plan.md"},
	} {
		if got := ExportedAs(&model.Item{NewName: c.planned, Carried: model.Carried{Format: c.format}}, c.served); got != c.want {
			t.Errorf("%q served as %q: %q, want %q", c.planned, c.served, got, c.want)
		}
	}
}

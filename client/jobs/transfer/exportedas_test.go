package transfer

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
		if got := ExportedAs(&model.Item{NewName: c.planned, Format: c.format}, c.served); got != c.want {
			t.Errorf("%q served as %q: %q, want %q", c.planned, c.served, got, c.want)
		}
	}
}

func TestAFileThatIsNamedByItsTitle(t *testing.T) {
	for _, c := range []struct {
		kind         model.Kind
		served, want string
	}{
		{model.KindDoc, "Plan.docx", "Plan.docx"},
		{model.KindDoc, "Plan", "Plan.docx"},
		{model.KindDoc, "Plan v1.2", "Plan v1.2.docx"},
		{model.KindSmartCanvas, "", ".docx"},
		{model.KindSheet, "Sums", "Sums.xlsx"},
		{model.KindSlide, "Talk.PPTX", "Talk.PPTX"},
		{model.KindFile, "paper.pdf", "paper.pdf"},
	} {
		if got := servedAs(c.kind, c.served); got != c.want {
			t.Errorf("%s %q: %q, want %q", c.kind, c.served, got, c.want)
		}
	}
}

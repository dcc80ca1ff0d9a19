package transfer

import (
	"testing"

	"aloft/model"
)

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

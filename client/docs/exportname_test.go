package docs

import (
	"testing"

	"aloft/client"
	"aloft/model"
)

func TestExportName(t *testing.T) {
	v := New(Options{Endpoint: "https://docs.example/mcp"}).Home().(client.Exporter)
	for _, c := range []struct {
		name   string
		kind   model.Kind
		mime   string
		format string
		want   string // "" = refused
	}{
		{"Plan", model.KindDoc, "", "", "Plan.docx"},
		{"Plan.docx", model.KindDoc, "", "", "Plan.docx"},
		{"Plan", model.KindSheet, "", "md", "Plan.md"},
		{"Plan", model.KindSmartCanvas, "", "", "Plan.docx"},
		{"Plan", model.KindFile, mimePDF, "", "Plan.pdf"},
		{"Plan.PDF", model.KindFile, mimePDF, "", "Plan.PDF"},
		{"Plan", model.KindFile, mimePDF, "md", ""},
		{"Plan", model.KindMind, "", "", "Plan"},
		{"Plan", model.KindOther, "", "", "Plan"},
		{"Plan", model.KindForm, "", "", ""},
		{"Plan", model.KindFolder, "", "", ""},
		{"Plan", model.KindDoc, "", "rtf", ""},
	} {
		got, err := v.ExportName(model.Entry{Name: c.name, Kind: c.kind, MIME: c.mime}, c.format)
		if got != c.want || (err == nil) != (c.want != "") {
			t.Errorf("%q, %s as %q: %q, %v; want %q", c.name, c.kind, c.format, got, err, c.want)
		}
	}
}

package plan

import (
	"strings"
	"testing"
	"unicode/utf8"

	"aloft/model"
)

// Whatever name a service gives the file: the export has the planned name, and a
// suffix that harms no terminal and no disk.
func FuzzExportName(f *testing.F) {
	f.Add("Plan.docx", "", "Plan.doc")
	f.Add("Plan", "md", "x.\x1b[1m")
	f.Add("Plan (1).docx", "", "../../x.exe/..")
	f.Add(strings.Repeat("é", 130)+".docx", "", "Plan.doc")
	f.Fuzz(func(t *testing.T, planned, format, served string) {
		got := ExportedAs(&model.Item{NewName: planned, Carried: model.Carried{Format: format}}, served)
		if format != "" && got != planned {
			t.Errorf("%q in %q becomes %q", planned, format, got)
		}
		stem := strings.TrimSuffix(planned, model.Extension(planned))
		if got != planned && len(stem)+maxSuffix > model.MaxFileName { // it is shortened for its suffix
			stem = strings.TrimSuffix(got, model.Extension(got))
			if len(got) > model.MaxFileName || len(got) < model.MaxFileName-utf8.UTFMax || !strings.HasPrefix(planned, stem) {
				t.Errorf("%q served as %q: %q", planned, served, got)
			}
		}
		if !strings.HasPrefix(got, stem) {
			t.Errorf("%q becomes %q", planned, got)
		}
		if ext := strings.TrimPrefix(got, planned); got != planned && strings.ContainsAny(model.Extension(got), "/\\\x1b\x00") {
			t.Errorf("%q served as %q: %q, by %q", planned, served, got, ext)
		}
	})
}

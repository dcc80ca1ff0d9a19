package jobs

import (
	"bytes"
	"strings"
	"testing"
	"unicode/utf8"

	"aloft/model"
)

// Whatever a plan's file holds: it is refused, or is a plan that is written and read
// again as the same one.
func FuzzPlanFile(f *testing.F) {
	whole, err := encodePlan(&model.Plan{ID: "1", Op: model.OpMove, Items: []model.Item{{ID: 1, Name: "a", NewName: "b\xff"}, {ID: 2, Name: "\xfe"}}})
	if err != nil {
		f.Fatal(err)
	}
	for _, s := range []string{string(whole), "", "null", "{}", `{"items":null}`, `{"items":[{}]}`, `{"items":[null]}`, `[]`, `{"items":[{"raw_name":"/w==","name":"x"}]}`, `{"id":1}`} {
		f.Add([]byte(s))
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		p, err := decodePlan(data)
		if err != nil {
			return
		}
		one, err := encodePlan(p)
		if err != nil {
			t.Fatal(err)
		}
		q, err := decodePlan(one)
		if err != nil {
			t.Fatalf("%v: %s", err, one)
		}
		two, err := encodePlan(q)
		if err != nil || !bytes.Equal(one, two) {
			t.Errorf("%v\n%s\n%s", err, one, two)
		}
	})
}

// Whatever a service calls the file that it has made: the export has the planned
// name, and a suffix that no terminal and no disk is harmed by.
func FuzzExportName(f *testing.F) {
	f.Add("Plan.docx", "", "Plan.doc")
	f.Add("Plan", "md", "x.\x1b[1m")
	f.Add("Plan (1).docx", "", "../../x.exe/..")
	f.Add(strings.Repeat("é", 130)+".docx", "", "Plan.doc")
	f.Fuzz(func(t *testing.T, planned, format, served string) {
		got := exportedAs(&model.Item{NewName: planned, Format: format}, served)
		if format != "" && got != planned {
			t.Errorf("%q in %q becomes %q", planned, format, got)
		}
		stem := strings.TrimSuffix(planned, model.Extension(planned))
		if got != planned && len(stem)+maxSuffix > model.MaxFileName { // it makes room for its suffix
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
		_ = servedAs(model.KindDoc, served)
	})
}

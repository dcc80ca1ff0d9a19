package docs

import (
	"testing"

	"aloft/model"
)

func TestKinds(t *testing.T) {
	s := New(Options{})
	defer s.Close()
	for link, want := range map[string]model.Kind{
		"https://docs.example/doc/abc": model.KindDoc, "//docs.example/sheet/abc": model.KindSheet, "https://x.example/a/b/slide/abc?x=1": model.KindSlide,
		"https://docs.example/aio/abc": model.KindSmartCanvas, "https://docs.example/pdf/abc": model.KindFile, "https://docs.example/form/x#y": model.KindForm,
		"https://docs.example/mind/x": model.KindMind, "https://docs.example/flowchart/x": model.KindFlowchart, "https://docs.example/smartsheet/x/": model.KindSmartSheet,
		"https://docs.example/odd/x": model.KindOther, "https://docs.example/": model.KindOther, "": model.KindOther, "%zz": model.KindOther,
	} {
		if got := kindOfLink(link); got != want {
			t.Errorf("%q is %s, want %s", link, got, want)
		}
	}
	for in, want := range map[string]string{
		"//docs.example/doc/a": "https://docs.example/doc/a", "http://docs.example/doc/a": "http://docs.example/doc/a",
		"javascript:alert(1)": "", "file:///etc/passwd": "", "https://docs.aloft.local/doc/a": "", "https://ALOFT.local/doc/a": "", "/doc/a": "", "": "", "https://": "",
		"https://notaloft.local.example/doc/a": "https://notaloft.local.example/doc/a",
	} {
		if got := s.link(in); got != want {
			t.Errorf("%q becomes %q, want %q", in, got, want)
		}
	}
	for in, want := range map[string]string{"a": "a", "": "(untitled)", "a\x00\x00b": "a\ufffd\ufffdb"} {
		if got := nameOf(in); got != want {
			t.Errorf("%q becomes %q", in, got)
		}
	}
}

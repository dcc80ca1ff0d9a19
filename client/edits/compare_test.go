package edits

import (
	"strings"
	"testing"

	"aloft/client"
	"aloft/model"
	"aloft/model/text"
)

func TestCompare(t *testing.T) {
	b := newBench(t, sample)
	old := b.f.now().Version
	b.do(client.EditAt{Edit: model.Edit{Kind: model.EditReplace, Old: "first", Text: "best|`x`"}})
	b.do(b.at("before:Goals", model.Edit{Kind: model.EditMarkdown, Text: "# Added \\*here\\*\n\n```\ncode\n```"}))
	b.do(client.EditAt{Edit: model.Edit{Kind: model.EditReplace, Old: "Hollow", Text: "Empty"}})
	compare := func(from, to int64) client.Comparison {
		t.Helper()
		c, err := b.e.Compare(t.Context(), client.DocVersion{Place: fakePlace(), Version: from}, client.DocVersion{Place: fakePlace(), Version: to}, client.Options{})
		if err != nil {
			t.Fatal(err)
		}
		return c
	}
	c := compare(old, 0)
	var kinds []string
	for _, ch := range c.Changes {
		kinds = append(kinds, string(ch.Kind))
	}
	if s := strings.Join(kinds, " "); s != "added changed added gone" || c.ByLength || c.A.Version != old || c.B.Version != b.f.now().Version {
		t.Errorf("%s, %+v", s, c)
	}
	for _, want := range []string{"4 differences", "| added | Added \\*here\\* | Doc |", "| gone | Hollow | Doc › Goals |", "-first goal", "+best", "```diff"} {
		if !strings.Contains(c.Markdown(), want) {
			t.Errorf("%q is not in\n%s", want, c.Markdown())
		}
	}
	if c := compare(old, old); len(c.Changes) != 0 || !strings.Contains(c.Markdown(), "No differences") {
		t.Errorf("%+v", c)
	}
	// Without the text: lengths and previews.
	b.f.noContent = true
	c = compare(old, 0)
	if !c.ByLength || len(c.Changes) != 4 || !strings.Contains(c.Markdown(), "could not be read") {
		t.Errorf("%+v\n%s", c.Changes, c.Markdown())
	}
	from := b.f.now().Version
	b.do(client.EditAt{Edit: model.Edit{Kind: model.EditReplace, Old: "second", Text: "sEcond"}})
	if c := compare(from, 0); len(c.Changes) != 1 || c.Changes[0].Kind != model.SectionChanged || c.Changes[0].New.Title != "Goals" {
		t.Errorf("of one length: %+v", c.Changes)
	}
	b.f.loose = true
	if _, err := b.e.Compare(t.Context(), client.DocVersion{Place: fakePlace()}, client.DocVersion{Place: fakePlace()}, client.Options{}); !client.Is(err, client.KindUnsupported) {
		t.Errorf("without text and lengths: %v", err)
	}
	b.f.noOld, b.f.loose = true, false
	if _, err := b.e.Compare(t.Context(), client.DocVersion{Place: fakePlace(), Version: old}, client.DocVersion{Place: fakePlace()}, client.Options{}); err == nil {
		t.Error("a version that nobody can read was compared")
	}
}

func TestDiffBlock(t *testing.T) {
	diffBlock := func(old, now string) string {
		var p page
		p.diffBlock(nil, old, now)
		c := client.Comparison{Lines: p.lines}
		return c.Markdown()
	}
	got := diffBlock("a\n```\nb", "a\n```\nc\x1b[31m")
	if !strings.HasPrefix(got, "````diff\n a\n") || !strings.Contains(got, "-b\n+c\ufffd[31m\n") {
		t.Errorf("%q", got)
	}
	many := diffBlock(strings.Repeat("a\n", 500), strings.Repeat("b\n", 500))
	if n := strings.Count(many, "\n"); n > maxDiff+4 || !strings.Contains(many, "more lines") {
		t.Errorf("%d lines", n)
	}
	long := text.DiffLines(strings.Repeat("x\n", 50)+"old\n"+strings.Repeat("y\n", 50), strings.Repeat("x\n", 50)+"new\n"+strings.Repeat("y\n", 50))
	if len(long) != 8 || long[0].Sign != '@' {
		t.Errorf("%+v", long)
	}
}

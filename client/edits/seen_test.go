package edits

import (
	"strings"
	"testing"

	"aloft/client"
	"aloft/model"
)

// Inserted Markdown is found in the document whatever it begins with.
func TestMarkdownSeen(t *testing.T) {
	for name, md := range map[string]string{
		"a long address":        "See [docs](https://example.com/a/very/long/path/of/it).",
		"a comment in code":     "```sh\n# build it all\nmake\n```",
		"a number sign":         "#1 is the first of all",
		"a comment":             "<!-- markdownlint-disable of many words -->\n\nText",
		"a comment of lines":    "<!--\nwords of a comment\n-->\n\nText",
		"a tag":                 "It <span style=\"color and much more\">is</span> so",
		"a picture":             "![what it shows](pictures/of/somewhere.png)\n\nText",
		"an address of a name":  "[name]: https://example.com/path\n\nText [name]",
		"a deep heading":        "####### Seven deep\n\nText",
		"an underlined heading": "Underlined\n======\n\nText",
		"a heading":             "## A **bold** heading",
		"marks within a word":   "\\# not a heading\\_at all",
		"entities":              "Fish &amp; chips &lt;now&gt;",
		"a table":               "| left | right |\n| --- | --- |\n| 1 | 2 |",
		"tasks":                 "- [x] done\n- [ ] to do",
		"a quote":               "> quoted words",
		"settings":              "---\ntitle: of all\n---\n\n# Head",
		"numbers":               "1. a\n2. b",
		"a task of one letter":  "- [x] a",
		"a rule behind a list":  "- item\n---\nText",
		"a reference":           "See [it][the reference of it]\n\n[the reference of it]: http://a.b/c",
		"an address":            "Ask <https://example.com/path> now",
		"a style":               "It <b style=\"color:red and so on\">is</b> so",
		"footnotes":             "Text[^1]\n\n[^1]: the note below",
	} {
		t.Run(name, func(t *testing.T) {
			b := newBench(t, sample)
			if r := b.do(b.at("end", model.Edit{Kind: model.EditMarkdown, Text: md})); !r.Verified {
				t.Errorf("%+v\n%s", r, b.f.markdown())
			}
		})
	}
}

// A service that makes something else than what was asked is not believed: what it can revert is
// taken back, and what it cannot is said to stay.
func TestAnotherThanAsked(t *testing.T) {
	yes := true
	body := model.ParagraphStyle{Level: model.LevelBody}
	for name, c := range map[string]struct {
		ask  client.EditAt
		made func(model.Edit) model.Edit
	}{
		"level":  {client.EditAt{Edit: model.Edit{Kind: model.EditParagraph, Text: "new one", Paragraph: model.ParagraphStyle{Level: 3}}, At: model.Where{Kind: model.WhereEnd}}, func(e model.Edit) model.Edit { e.Paragraph = body; return e }},
		"body":   {client.EditAt{Edit: model.Edit{Kind: model.EditParagraph, Text: "new one", Paragraph: body}, At: model.Where{Kind: model.WhereEnd}}, func(e model.Edit) model.Edit { e.Paragraph.Level = 3; return e }},
		"list":   {client.EditAt{Edit: model.Edit{Kind: model.EditParagraph, Text: "new one", Paragraph: model.ParagraphStyle{List: 1}}, At: model.Where{Kind: model.WhereEnd}}, func(e model.Edit) model.Edit { e.Paragraph.List = 2; return e }},
		"format": {client.EditAt{Edit: model.Edit{Kind: model.EditFormat, Old: "intro", Props: model.TextProps{Bold: &yes}}}, func(e model.Edit) model.Edit { e.Ranges[0].Begin += 6; e.Ranges[0].End += 5; return e }},
	} {
		for _, noRevert := range []bool{false, true} {
			t.Run(name, func(t *testing.T) {
				b := newBench(t, sample)
				b.f.noRevert, b.f.makes = noRevert, c.made
				before := b.f.markdown()
				p, err := b.plan(c.ask)
				if err != nil {
					t.Fatal(err)
				}
				r, err := b.e.Apply(t.Context(), p)
				switch same := b.f.markdown() == before; {
				case err == nil || r.Verified:
					t.Errorf("believed: %+v\n%s", r, b.f.markdown())
				case !noRevert && (r.Outcome != model.EditFailed || !same || !strings.Contains(err.Error(), "taken back")):
					t.Errorf("%+v, %v\n%s", r, err, b.f.markdown())
				case noRevert && (r.Outcome != model.EditPartly || same || !strings.Contains(err.Error(), "could not be taken back")):
					t.Errorf("%+v, %v\n%s", r, err, b.f.markdown())
				}
				if _, err := b.e.PlanUndo(t.Context(), fakePlace()); !noRevert && !client.Is(err, client.KindNotFound) {
					t.Errorf("what was taken back is there to be taken back: %v", err)
				}
			})
		}
	}
}

package edits

import (
	"testing"

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

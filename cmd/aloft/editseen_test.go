//go:build unix

package main

import (
	"fmt"
	"strings"
	"testing"

	"aloft/client"
	"aloft/client/clienttest/procs"
	"aloft/client/docs/second"
	"aloft/model"
)

// What was inserted is seen, or cannot be looked for; no edit that was made ends as unknown or
// missing, whatever the text is, wherever it goes, and whatever the service shows of it.
func TestEachEditIsSeen(t *testing.T) {
	markdown := []string{
		"# Part", "###### Deep part", "Setext part\n===", "Setext part\n---", "## Closed part ##", `## Part 1\. *of* _two_`, "## `code` part", "# [a link](https://example.org) part",
		"- first item\n- second item", "1. first\n2. second", "- [ ] to do\n- [x] done", "* outer\n  * inner", "- # Part in an item", "> # Part in a quote\n> words", "> quoted\n> > deeper",
		`1\. no item`, `\# no heading`, `\*not bold\* \_at\_ \[all\]`, `a \| b \\ c`, "AT&amp;T &lt;b&gt; &copy; 2026", "AT&T <b>bold</b> words", "one<br>two", "<!-- a remark -->\n\nwords",
		"**bold** and *not*", "~~gone~~ words", "a  \nhard break", "a\\\nhard break", "no\nbreak", "***", "---\n\nwords", "12 000,50", "…", "😀 漢字", "e\u0301te\u0301", "a\u00a0b\u200bc", "\twords", "    code := 1",
		"```go\nx := 1 // words\n```", "```\n# no part\n```", "| A | B |\n|:--|--:|\n| one \\| two | `a|b` |", "| # no part | - no item |\n|---|---|\n| x | y |", "![a picture](https://example.org/a.png)", "[^1]: a note", "words[^1]\n\n[^1]: a note",
		"\"straight\" 'quotes' -- and ... dots", "https://example.org/a_b_c?d=e&f=g", strings.Repeat("long words ", 30), "word\n\n" + strings.Repeat("- item\n", 40), "Term\n: Definition", "$x^2$ and $$y_1$$", "==marked== words", "\n\n\n# Part after empty lines\n\n\n",
	}
	lines := []string{
		`a < b & "c" \ d`, "*e* [f](g) <b> `h`", "  two  spaces  ", "e\u0301 😀 漢字", "a\u00a0b\u200bc", "\ta tab", "1. no item", "# no part", "| a | b |", "&amp; &lt;", "…", "-", " ", strings.Repeat("long words ", 30), "aaaa",
	}
	places := []string{"end", "heading:Scope", "heading:Hollow", "before:Costs", "after:beta", "cell:1,2,1", "box:1"}
	kinds := generations()
	kinds["July, no find in tables"] = second.Word{Generation: second.July, FindBody: true}
	for name, word := range kinds {
		for _, jump := range []int64{0, 2} {
			// Where each edit makes the next version, that it is another one shows much.
			if (jump == 0 || name != "specification" && !word.FindBody) && !procs.Campaign() {
				continue
			}
			word := word
			word.Jump = jump
			t.Run(fmt.Sprintf("%s, jumps of %d", name, jump), func(t *testing.T) {
				t.Parallel()
				e := newEditDesk(t, second.Options{Word: word})
				made := func(ask client.EditAt) {
					t.Helper()
					before := e.anew(aText + "\naaa aaaa\n")
					p, err := e.Plan(t.Context(), client.EditRequest{Item: e.item, Edits: []client.EditAt{ask}})
					if client.Is(err, client.KindInvalid) { // an empty task
						return
					}
					if err != nil {
						t.Errorf("%s %q at %s: %v", ask.Edit.Kind, ask.Edit.Text, ask.At.String(), err)
						return
					}
					res, err := e.Apply(t.Context(), p)
					if _, now := e.srv.WordOf(e.id); now == before && res.Outcome == model.EditFailed && res.Version == 0 {
						return // the service refused it
					}
					if err != nil || res.Outcome != model.EditDone || len(res.Missing) > 0 {
						d, _ := e.srv.WordOf(e.id)
						t.Errorf("%s %q at %s: %+v, %v, in %q", ask.Edit.Kind, ask.Edit.Text, ask.At.String(), res, err, d.Text())
					}
				}
				// Each text goes to two places, in a campaign to all.
				goes := func(text, place int) bool { return procs.Campaign() || (text+place)%len(places) < 2 }
				for i, at := range places {
					for k, s := range markdown {
						if goes(k, i) {
							made(e.at(at, model.Edit{Kind: model.EditMarkdown, Text: s}))
						}
					}
					for k, s := range lines {
						if !goes(k, i) {
							continue
						}
						made(e.at(at, model.Edit{Kind: model.EditText, Text: s}))
						made(e.at(at, model.Edit{Kind: model.EditParagraph, Text: s, Paragraph: model.ParagraphStyle{List: 1}}))
						made(e.at(at, model.Edit{Kind: model.EditTask, Tasks: []model.DocTask{{Text: s}}}))
					}
				}
				for _, s := range lines {
					made(client.EditAt{Edit: model.Edit{Kind: model.EditReplace, Old: "beta", Text: s}})
					made(client.EditAt{Edit: model.Edit{Kind: model.EditReplaceAll, Old: "beta", Text: s}})
					made(client.EditAt{Edit: model.Edit{Kind: model.EditComment, Old: "beta", Text: s}})
				}
				for _, s := range []string{"a", "", "aaa", "lpha", "Aa"} {
					made(client.EditAt{Edit: model.Edit{Kind: model.EditReplaceAll, Old: "aa", Text: s}})
					made(client.EditAt{Edit: model.Edit{Kind: model.EditReplace, Old: "aa", Text: s}})
					made(client.EditAt{Edit: model.Edit{Kind: model.EditReplaceAll, Old: "a", Text: s}})
				}
			})
		}
	}
}

// A text that is there and is not found is not said to be written differently.
func TestASearchThatDoesNotReach(t *testing.T) {
	e := newEditDesk(t, second.Options{Word: second.Word{Generation: second.July, FindBody: true}})
	for old, says := range map[string]string{"two": "where the service cannot find it", "intro TEXT": "other capitals", "## Scope": ""} {
		_, err := e.Plan(t.Context(), client.EditRequest{Item: e.item, Edits: []client.EditAt{{Edit: model.Edit{Kind: model.EditReplace, Old: old, Text: "x"}}}})
		if !client.Is(err, client.KindNotFound) || !strings.Contains(err.Error(), says) || says == "" && strings.Contains(err.Error(), "cannot find it") {
			t.Errorf("%s: %v", old, err)
		}
	}
}

package edits

import (
	"context"
	"reflect"
	"strings"
	"testing"
	"time"

	"aloft/client"
	"aloft/client/office/word"
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
		"a list of contents":    "- Words\n- Others\n\n## Words\n\n## Others",
		"an item behind a text": "- one\n\n  and more of it\n  - within",
		"footnotes":             "Text[^1]\n\n[^1]: the note below",
	} {
		t.Run(name, func(t *testing.T) {
			b := newBench(t, sample)
			if r := b.do(b.at("end", model.Edit{Kind: model.EditMarkdown, Text: md})); !r.Verified {
				t.Errorf("%+v\n%s", r, b.f.markdown())
			}
		})
	}
	b := newBench(t, sample) // nothing but pictures has no text to look for
	if r := b.do(b.at("end", model.Edit{Kind: model.EditMarkdown, Text: "![](" + strings.Repeat("long/", 20) + "a.png)\n\n![](b.png)"})); r.Verified {
		t.Errorf("%+v\n%s", r, b.f.markdown())
	}
}

// A service that makes something else than what was asked is not believed: what it can revert is
// taken back, and what it cannot is said to stay.
func TestAnotherThanAsked(t *testing.T) {
	const has = "intro text\n\n# Goals\n\nfirst **goal**, *first* ~~goal~~\n\n- one\n  - two\n- three\n\n1. four\n   1. five\n\n- [x] six\n\n## Hollow\n\n# Budget\n\nother cost"
	yes, no := true, false
	style := func(s model.ParagraphStyle) model.Edit {
		return model.Edit{Kind: model.EditParagraph, Text: "new one", Paragraph: s}
	}
	styled := func(s model.ParagraphStyle) func(model.Edit) model.Edit {
		return func(e model.Edit) model.Edit { e.Paragraph = s; return e }
	}
	mark := func(text string) model.Edit { return model.Edit{Kind: model.EditMarkdown, Text: text} }
	marked := func(text string) func(model.Edit) model.Edit {
		return func(e model.Edit) model.Edit { e.Text = text; return e }
	}
	format := func(p model.TextProps) model.Edit {
		return model.Edit{Kind: model.EditFormat, Old: "text", Props: p}
	}
	elsewhere := func(e model.Edit) model.Edit { e.At -= 11; return e }
	task := func(done bool) model.Edit {
		return model.Edit{Kind: model.EditTask, Tasks: []model.DocTask{{Text: "new one", Done: done}}}
	}
	body := model.ParagraphStyle{Level: model.LevelBody}
	for name, c := range map[string]struct {
		ask  model.Edit
		made func(model.Edit) model.Edit
	}{
		"level":            {style(model.ParagraphStyle{Level: 3}), styled(body)},
		"another level":    {style(model.ParagraphStyle{Level: 3}), styled(model.ParagraphStyle{Level: 2})},
		"title":            {style(model.ParagraphStyle{Level: model.LevelTitle}), styled(model.ParagraphStyle{Level: 1})},
		"body":             {style(body), styled(model.ParagraphStyle{Level: 3})},
		"level of nothing": {model.Edit{Kind: model.EditParagraph, Paragraph: model.ParagraphStyle{Level: 3}}, styled(body)},
		"list":             {style(model.ParagraphStyle{List: 1}), styled(model.ParagraphStyle{List: 2})},
		"no list":          {style(model.ParagraphStyle{List: 2}), styled(body)},
		"level of a list":  {style(model.ParagraphStyle{List: 1, ListLevel: 2}), styled(model.ParagraphStyle{List: 1, ListLevel: 1})},
		"deeper in a list": {style(model.ParagraphStyle{List: 1, ListLevel: 1}), styled(model.ParagraphStyle{List: 1, ListLevel: 2})},
		"task":             {task(true), func(model.Edit) model.Edit { return task(false) }},
		"no task":          {task(true), func(e model.Edit) model.Edit { e.Kind, e.Text = model.EditMarkdown, "- new one"; return e }},
		"format":           {format(model.TextProps{Bold: &yes}), func(e model.Edit) model.Edit { e.Ranges = []model.Range{{Begin: 4, End: 9}}; return e }},
		"half of a format": {format(model.TextProps{Strike: &yes}), func(e model.Edit) model.Edit {
			e.Ranges = []model.Range{{Begin: e.Ranges[0].Begin, End: e.Ranges[0].End - 2}}
			return e
		}},
		"format that stays": {model.Edit{Kind: model.EditFormat, Old: "goal", Props: model.TextProps{Bold: &no}}, func(e model.Edit) model.Edit { e.Ranges = e.Ranges[1:]; return e }},
		"heading":           {mark("## New head\n\nnew one"), marked("### New head\n\nnew one")},
		"last heading":      {mark("new one\n\n## New head"), marked("new one\n\nNew head")},
		"body of Markdown":  {mark("new one\n\nand two"), marked("new one\n\n## and two")},
		"known heading":     {mark("new one\n\n# Goals"), marked("new one\n\n## Goals")},
		"items":             {mark("new one\n\n- a\n- b"), marked("new one\n\n1. a\n2. b")},
		"last item":         {mark("- a\n- b\n- c"), marked("- a\n- b\n\nc")},
		"known item":        {mark("- three"), marked("1. three")},
		"items within":      {mark("- a\n  - b"), marked("- a\n- b")},
		"bold":              {mark("new **one**"), marked("new one")},
		"page break":        {model.Edit{Kind: model.EditPageBreak}, elsewhere},
		"heading before":    {mark("new one"), func(e model.Edit) model.Edit { e.Text = "## new one"; return elsewhere(e) }},
		"suggestion":        {model.Edit{Kind: model.EditText, Text: "new one", Suggest: "Ann"}, func(e model.Edit) model.Edit { e.Suggest = ""; return e }},
	} {
		for i := range 4 {
			noRevert, unseen := i%2 == 1, i > 1 // a command's plan is unseen
			t.Run(name, func(t *testing.T) {
				b := newBench(t, has)
				b.f.noRevert, b.f.makes, b.f.Suggests = noRevert, c.made, true
				before := b.f.markdown()
				ask := client.EditAt{Edit: c.ask}
				switch {
				case c.ask.Paragraph.ListLevel > 0:
					ask = b.at("after:three", c.ask)
				case c.ask.Kind != model.EditFormat:
					ask = b.at("end", c.ask)
				}
				p, err := b.plan(ask)
				if err != nil {
					t.Fatal(err)
				}
				p.Unseen = unseen
				r, err := b.e.Apply(t.Context(), p)
				switch same := b.f.markdown() == before; {
				case err == nil || r.Verified:
					t.Errorf("believed: %+v\n%s", r, b.f.markdown())
				case same && r.Outcome == model.EditFailed && strings.Contains(err.Error(), "as it was before"):
				case !noRevert && (r.Outcome != model.EditFailed || !same || !strings.Contains(err.Error(), "was undone")):
					t.Errorf("%+v, %v\n%s", r, err, b.f.markdown())
				case noRevert && (r.Outcome != model.EditPartly || same && c.ask.Kind != model.EditPageBreak && c.ask.Text != "" || !strings.Contains(err.Error(), "could not be undone")):
					t.Errorf("%+v, %v\n%s", r, err, b.f.markdown())
				}
				if _, err := b.e.PlanUndo(t.Context(), fakePlace()); !noRevert && !client.Is(err, client.KindNotFound) {
					t.Errorf("what was taken back is there to be taken back: %v", err)
				}
			})
		}
	}
}

// Every kind of edit that a service makes otherwise, or not at all, has failed and is taken back; where the
// service cannot take it back, the error says what is there now.
func TestEachKindOtherwise(t *testing.T) {
	const has = "![](a.png)\n\nintro text of intro, and cost\n\n| a | b |\n|---|---|\n| c | d |\n\nthe end"
	long := strings.Repeat("many words of a text, ", 9)
	yes := true
	as := func(change func(*model.Edit)) func(model.Edit) model.Edit {
		return func(e model.Edit) model.Edit { change(&e); return e }
	}
	texts := func(s string) func(model.Edit) model.Edit { return as(func(e *model.Edit) { e.Text = s }) }
	var hits []model.Range // of the word
	wider := as(func(e *model.Edit) { e.Ranges = hits })
	later := as(func(e *model.Edit) { e.Ranges = hits[1:] })
	first := as(func(e *model.Edit) { e.Kind, e.Ranges = model.EditReplace, hits[:1] })
	png := model.NewImage{File: disk("p.png")}
	for kind, c := range map[string]struct {
		at    string
		ask   model.Edit
		makes map[string]func(model.Edit) model.Edit // nil = nothing
	}{
		"text": {"after:intro text", insert("new"), map[string]func(model.Edit) model.Edit{
			"nothing": nil, "another": texts("old"), "in capitals": texts("NEW"), "elsewhere": as(func(e *model.Edit) { e.At = 4 })}},
		"long text": {"end", insert(long + "its end"), map[string]func(model.Edit) model.Edit{"a half": texts(long)}},
		"text of a cell": {"cell:1,2,2", insert("new"), map[string]func(model.Edit) model.Edit{
			"nothing": nil, "another": texts("old"), "elsewhere": as(func(e *model.Edit) { e.At = 4 })}},
		"paragraph": {"end", model.Edit{Kind: model.EditParagraph, Text: "new one"}, map[string]func(model.Edit) model.Edit{
			"nothing": nil, "elsewhere": as(func(e *model.Edit) { e.At = 4 })}},
		"empty paragraph": {"end", model.Edit{Kind: model.EditParagraph}, map[string]func(model.Edit) model.Edit{
			"nothing": nil, "elsewhere": as(func(e *model.Edit) { e.At = 4 })}},
		"replace": {"1", model.Edit{Kind: model.EditReplace, Old: "intro", Text: "preface"}, map[string]func(model.Edit) model.Edit{
			"nothing": nil, "another text": texts("foreword"), "another match": later, "each match": wider, "a deletion": texts("")}},
		"replace by what has it": {"1", model.Edit{Kind: model.EditReplace, Old: "intro", Text: "introduction"}, map[string]func(model.Edit) model.Edit{
			"nothing": nil, "another match": later, "each match": wider}},
		"replace more": {"", model.Edit{Kind: model.EditReplace, Old: "intro", Text: "preface"}, map[string]func(model.Edit) model.Edit{
			"nothing": nil, "the first": first, "the last": later}},
		"delete": {"1", model.Edit{Kind: model.EditReplace, Old: "intro"}, map[string]func(model.Edit) model.Edit{
			"nothing": nil, "another match": later, "each match": wider, "a text": texts("x")}},
		"replace all": {"", model.Edit{Kind: model.EditReplaceAll, Old: "intro", Text: "preface"}, map[string]func(model.Edit) model.Edit{
			"nothing": nil, "the first": first,
			"another text": texts("foreword")}},
		"replace all by what has it": {"", model.Edit{Kind: model.EditReplaceAll, Old: "intro", Text: "introduction"}, map[string]func(model.Edit) model.Edit{
			"nothing": nil, "the first": first}},
		"delete all": {"", model.Edit{Kind: model.EditReplaceAll, Old: "intro"}, map[string]func(model.Edit) model.Edit{"nothing": nil}},
		"format": {"1", model.Edit{Kind: model.EditFormat, Old: "intro", Props: model.TextProps{Bold: &yes}}, map[string]func(model.Edit) model.Edit{
			"another match": later, "each match": wider}},
		"tasks": {"end", model.Edit{Kind: model.EditTask, Tasks: []model.DocTask{{Text: "one"}, {Text: "two"}}}, map[string]func(model.Edit) model.Edit{
			"nothing": nil, "the first": as(func(e *model.Edit) { e.Tasks = e.Tasks[:1] })}},
		"Markdown": {"end", model.Edit{Kind: model.EditMarkdown, Text: "one\n\nthe last of all"}, map[string]func(model.Edit) model.Edit{
			"nothing": nil, "the first": texts("one"), "another": texts("two\n\nthe last of all")}},
		"table of Markdown": {"end", model.Edit{Kind: model.EditMarkdown, Text: "new one\n\n| x | y |\n|---|---|\n| z | w |"}, map[string]func(model.Edit) model.Edit{
			"other rows": texts("new one\n\n| x | y |\n|---|---|"), "other cells": texts("new one\n\n| x | y |\n|---|---|\n| w | z |"),
			"other columns": texts("new one\n\n| x | y | v |\n|---|---|---|\n| z | w | v |")}},
		"image": {"start", model.Edit{Kind: model.EditImage, Image: png}, map[string]func(model.Edit) model.Edit{
			"nothing": nil, "elsewhere": as(func(e *model.Edit) { e.At = 9 }), "text": as(func(e *model.Edit) { e.Kind, e.Text, e.Image = model.EditText, "x", model.NewImage{} })}},
		"replace image": {"", model.Edit{Kind: model.EditReplaceImage, Image: png}, map[string]func(model.Edit) model.Edit{
			"nothing": nil, "one more": as(func(e *model.Edit) { e.Kind, e.At = model.EditImage, 9 })}},
		"page break": {"end", model.Edit{Kind: model.EditPageBreak}, map[string]func(model.Edit) model.Edit{"nothing": nil}},
		"table": {"end", model.Edit{Kind: model.EditTable, Rows: 2, Cols: 3}, map[string]func(model.Edit) model.Edit{
			"nothing": nil, "other rows": as(func(e *model.Edit) { e.Rows = 3 }), "other columns": as(func(e *model.Edit) { e.Cols = 2 }), "elsewhere": as(func(e *model.Edit) { e.At = 4 }),
			"cells with text": as(func(e *model.Edit) {
				e.Kind, e.Text = model.EditMarkdown, "| x | y | z |\n|---|---|---|\n| u | v | w |"
			})}},
		"comment": {"1", model.Edit{Kind: model.EditComment, Old: "intro", Text: "why?"}, map[string]func(model.Edit) model.Edit{
			"nothing": nil, "another text": texts("what?"), "another range": later, "too wide a range": as(func(e *model.Edit) { e.Ranges = []model.Range{{Begin: hits[0].Begin, End: hits[1].End}} }),
			"a reply": as(func(e *model.Edit) { e.Reply = "other1" })}},
		"reply": {"", model.Edit{Kind: model.EditComment, Reply: "other1", Text: "why?"}, map[string]func(model.Edit) model.Edit{
			"nothing": nil, "a comment": as(func(e *model.Edit) { e.Reply = "" }), "another text": texts("what?")}},
		"resolve": {"", model.Edit{Kind: model.EditResolve, Verdict: model.Verdict{IDs: []string{"other1"}}}, map[string]func(model.Edit) model.Edit{
			"nothing": nil, "opened": as(func(e *model.Edit) { e.Verdict.Reject = true })}},
		"tracked changes": {"", model.Edit{Kind: model.EditRevisions}, map[string]func(model.Edit) model.Edit{"nothing": nil}},
		"suggestion":      {"end", model.Edit{Kind: model.EditText, Text: "new one", Suggest: "Ann"}, map[string]func(model.Edit) model.Edit{"nothing": nil}},
	} {
		for name, makes := range c.makes {
			for i := range 8 {
				noContent, unseen, noRevert := i%2 == 1, i/2%2 == 1, i > 3
				if kind == "format" && noContent {
					continue // nothing else shows it
				}
				t.Run(kind+" "+name, func(t *testing.T) {
					b := newBench(t, has)
					b.files["p.png"] = []byte("\x89PNG\r\n\x1a\n12345678")
					b.f.other(model.Edit{Kind: model.EditComment, Ranges: []model.Range{{Begin: 30, End: 32}}, Text: "hm"})
					b.f.other(model.Edit{Kind: model.EditComment, Ranges: []model.Range{{Begin: 30, End: 32}}, Text: "hm, too", Reply: "other1"})
					b.f.tracked, b.f.Suggests = []model.DocRevision{{ID: "r1", Author: "Ann"}}, true
					ask := client.EditAt{Edit: c.ask}
					switch all, err := b.f.Images(t.Context(), model.Ref{ID: b.f.id}, 0, client.Options{}); {
					case err != nil:
						t.Fatal(err)
					case c.ask.Kind == model.EditReplaceImage:
						ask.Edit.OldImage = &all.All[0]
					case c.at == "1":
						ask.Pick = []int{1}
					case c.at != "":
						ask = b.at(c.at, c.ask)
					}
					f, err := b.f.Find(t.Context(), model.Ref{ID: b.f.id}, "intro", 0, client.Options{})
					if hits = []model.Range{f.All[1].Range, f.All[0].Range}; err != nil {
						t.Fatal(err)
					}
					p, err := b.plan(ask)
					if err != nil {
						t.Fatal(err)
					}
					b.f.makes, b.f.lies, b.f.noContent, b.f.noRevert = makes, makes == nil, noContent, noRevert
					before, said := b.f.markdown(), b.f.now().Comments()
					p.Unseen = unseen
					r, err := b.e.Apply(t.Context(), p)
					now := b.f.markdown()
					switch same := now == before && reflect.DeepEqual(b.f.now().Comments(), said); {
					case err == nil || r.Verified || len(r.Missing) > 0:
						t.Errorf("believed: %+v, %v\n%s", r, err, now)
					case same && r.Outcome == model.EditFailed && strings.Contains(err.Error(), "as it was before"):
					case !noRevert && makes != nil && (r.Outcome != model.EditFailed || !same || !strings.Contains(err.Error(), "was undone")):
						t.Errorf("not taken back: %+v, %v\n%s", r, err, now)
					case makes == nil:
						t.Errorf("nothing was made: %+v, %v\n%s", r, err, now)
					case noRevert && makes != nil && (r.Outcome != model.EditPartly || !strings.Contains(err.Error(), "could not be undone: ") || !strings.Contains(err.Error(), "now")):
						t.Errorf("it stays: %+v, %v\n%s", r, err, now)
					}
				})
			}
		}
	}
}

// An undo that a service says it has made, and has not, or has made of something else, has failed.
func TestAnUndoOtherwise(t *testing.T) {
	for name, e := range map[string]client.EditAt{
		"text":    {Edit: insert("a text of nobody else"), At: where(t, "end")},
		"words":   {Edit: insert("goal"), At: where(t, "end")}, // that others have
		"table":   {Edit: model.Edit{Kind: model.EditTable, Rows: 2, Cols: 2}, At: where(t, "end")},
		"comment": {Edit: model.Edit{Kind: model.EditComment, Old: "intro", Text: "why?"}},
		"delete":  {Edit: model.Edit{Kind: model.EditReplace, Old: "intro"}},
		"bold":    {Edit: model.Edit{Kind: model.EditFormat, Old: "intro", Props: model.TextProps{Bold: new(true)}}}, // the blocks stay as they were
		"level":   {Edit: model.Edit{Kind: model.EditParagraph, Paragraph: model.ParagraphStyle{Level: 2}}, At: where(t, "end")},
		"verdict": {Edit: model.Edit{Kind: model.EditRevisions, Verdict: model.Verdict{IDs: []string{"r1"}}}}, // nothing else changes
	} {
		for what, spoil := range map[string]func(*fake){
			"as asked": func(*fake) {},
			"nothing":  func(f *fake) { f.lies = true },
			"another": func(f *fake) {
				f.undoes = func(model.Edit) model.Edit { return model.Edit{Kind: model.EditText, At: 4, Text: "x"} }
			},
		} {
			b := newBench(t, sample)
			b.f.Tracked = map[string][]model.DocRevision{b.f.id: {{ID: "r1", Kind: "insertion", Author: "Ann", Text: "intro"}}}
			b.do(e)
			u, err := b.e.PlanUndo(t.Context(), fakePlace())
			if err != nil {
				t.Fatal(err)
			}
			before := b.f.markdown()
			spoil(b.f)
			r, err := b.e.Apply(t.Context(), u)
			if good := what == "as asked"; (err == nil) != good || r.Verified != good || !good && (r.Outcome != model.EditFailed || b.f.markdown() != before) {
				t.Errorf("%s, %s: %+v, %v\n%s", name, what, r, err, b.f.markdown())
			}
		}
	}
}

// Where the versions of a service jump, what was made otherwise has failed as well, if nothing else has changed.
func TestAnotherThanAskedInVersionsThatJump(t *testing.T) {
	for _, rows := range []int{2, 3} {
		b := newBench(t, sample)
		b.f.jumps, b.f.noRevert = true, true
		b.f.makes = func(e model.Edit) model.Edit { e.Rows = rows; return e }
		p, err := b.plan(b.at("end", model.Edit{Kind: model.EditTable, Rows: 2, Cols: 2}))
		if err != nil {
			t.Fatal(err)
		}
		r, err := b.e.Apply(t.Context(), p)
		if good := rows == 2; r.Verified != good || (err == nil) != good || !good && (r.Outcome != model.EditPartly || !strings.Contains(err.Error(), "there is now a table of 3 rows and 2 columns")) {
			t.Errorf("%d rows: %+v, %v", rows, r, err)
		}
	}
}

// Where a service's list says of no comment which one it answers, a reply is not read back.
func TestAReplyInAFlatList(t *testing.T) {
	b := newBench(t, sample)
	b.f.flat = true
	b.f.other(model.Edit{Kind: model.EditComment, Ranges: []model.Range{{Begin: 6, End: 8}}, Text: "hm"})
	if r := b.do(client.EditAt{Edit: model.Edit{Kind: model.EditComment, Reply: "other1", Text: "why?"}}); r.Verified || len(r.Missing) > 0 {
		t.Errorf("%+v", r)
	}
}

// A step before the last one is looked for in the version that it has made.
func TestEachStepIsLookedFor(t *testing.T) {
	for name, makes := range map[string]func(e model.Edit) model.Edit{
		"elsewhere": func(e model.Edit) model.Edit {
			if e.Rows > 0 {
				e.At -= 4
			}
			return e
		},
		"other rows": func(e model.Edit) model.Edit {
			if e.Rows > 0 {
				e.Rows = 1
			}
			return e
		},
		"as asked": func(e model.Edit) model.Edit { return e },
	} {
		for _, onlyNew := range []bool{false, true} {
			b := newBench(t, sample+"\n\n| a | b |\n|---|---|\n|   |   |\n\nlast")
			b.f.makes = makes
			before := b.f.markdown()
			p, err := b.plan(b.at("start", insert("new")), b.at("end", model.Edit{Kind: model.EditTable, Rows: 2, Cols: 2}))
			if err != nil {
				t.Fatal(err)
			}
			b.f.onlyNew = onlyNew
			r, err := b.e.Apply(t.Context(), p)
			switch good := name == "as asked"; {
			case good && (err != nil || !r.Verified), !good && !onlyNew && (err == nil || r.Outcome != model.EditFailed || b.f.markdown() != before):
				t.Errorf("%s, only the newest version %v: %+v, %v\n%s", name, onlyNew, r, err, b.f.markdown())
			}
		}
	}
}

// A replacement whose answer was lost, and which was not made, is not taken for made by its journal.
func TestAJournalLooksForAReplacement(t *testing.T) {
	b := newBench(t, sample)
	b.f.noRevert = true
	p, err := b.plan(client.EditAt{Edit: model.Edit{Kind: model.EditReplace, Old: "intro", Text: "preface"}})
	if err != nil {
		t.Fatal(err)
	}
	b.f.before = func(e model.Edit) error {
		b.f.other(model.Edit{Kind: model.EditText, At: engineEnd(b.f), Text: "xx"})
		return lost(e)
	}
	if r, err := b.e.Apply(t.Context(), p); err == nil || r.Outcome != model.EditUnknown {
		t.Fatalf("%+v, %v", r, err)
	}
	b.clock = b.clock.Add(time.Minute)
	if h, err := b.e.History(t.Context(), fakePlace()); err != nil || len(h) != 1 || h[0].Outcome == model.EditDone {
		t.Errorf("%+v, %v", h, err)
	}
}

// The headings before and behind an edit are as they were, but that those behind it have moved.
func TestHeadingsBesideAnEdit(t *testing.T) {
	outline := func(all ...edge) *model.Outline {
		var o model.Outline
		for _, e := range all {
			o.Nodes = append(o.Nodes, &model.OutlineNode{Title: "x", Level: e.level, TitleStart: e.at, TitleEnd: e.at + 1})
		}
		return &o
	}
	was := outline(edge{0, 10}, edge{3, 1}, edge{20, 2}, edge{30, 1})
	insert := []model.EditStep{{Edit: model.Edit{Kind: model.EditText, At: 20}}}
	replace := []model.EditStep{{Edit: model.Edit{Kind: model.EditReplace, Ranges: []model.Range{{Begin: 4, End: 5}, {Begin: 18, End: 22}}}}}
	for name, c := range map[string]struct {
		steps []model.EditStep
		now   *model.Outline
		want  seen
	}{
		"moved":                 {insert, outline(edge{0, 10}, edge{3, 1}, edge{25, 2}, edge{35, 1}), there},
		"and a new one":         {insert, outline(edge{0, 10}, edge{3, 1}, edge{20, 3}, edge{25, 2}, edge{35, 1}), there},
		"that one was replaced": {replace, outline(edge{0, 10}, edge{3, 1}, edge{31, 1}), there},
		"another level before":  {insert, outline(edge{0, 10}, edge{3, 2}, edge{25, 2}, edge{35, 1}), wrong},
		"another level behind":  {insert, outline(edge{0, 10}, edge{3, 1}, edge{25, 2}, edge{35, 2}), wrong},
		"text became one":       {insert, outline(edge{0, 10}, edge{3, 1}, edge{8, 2}, edge{25, 2}, edge{35, 1}), wrong},
		"one is gone":           {insert, outline(edge{0, 10}, edge{3, 1}, edge{25, 2}), wrong},
		"one moved before":      {insert, outline(edge{0, 10}, edge{8, 1}, edge{25, 2}, edge{35, 1}), wrong},
		"all replaced":          {[]model.EditStep{{Edit: model.Edit{Kind: model.EditReplaceAll}}}, outline(), there},
		"not known":             {insert, nil, there},
	} {
		if got := (&reading{was: was, outline: c.now}).kept(c.steps); got != c.want {
			t.Errorf("%s: %d, want %d", name, got, c.want)
		}
	}
}

// An edit that is there as it was asked, and has made a heading beside it another one, is taken back.
func TestAnEditThatChangesAHeading(t *testing.T) {
	const has = "intro text\n\n# Goals\n\nfirst goal\n\n# Budget\n\nother cost"
	b := newBench(t, has)
	twin := newFake(strings.Replace(has, "# Goals", "## Goals", 1))
	b.f.makes = func(e model.Edit) model.Edit {
		twin.other(e)
		return e
	}
	first := b.f.now().Version
	b.f.Queries.Read = func(ctx context.Context, item model.Ref, version int64) (*word.Document, error) {
		if d := twin.Doc(twin.id).At(version); d != nil && d.Version == first+1 && b.f.now().Version == d.Version {
			return d, nil
		}
		return b.f.read(ctx, item, version)
	}
	p, err := b.plan(b.at("end", model.Edit{Kind: model.EditText, Text: "new one"}))
	if err != nil {
		t.Fatal(err)
	}
	r, err := b.e.Apply(t.Context(), p)
	if err == nil || r.Outcome != model.EditFailed || !strings.Contains(err.Error(), "was undone") {
		t.Errorf("%+v, %v", r, err)
	}
}

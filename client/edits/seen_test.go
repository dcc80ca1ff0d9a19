package edits

import (
	"context"
	"strings"
	"testing"

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
				case !noRevert && (r.Outcome != model.EditFailed || !same || !strings.Contains(err.Error(), "taken back")):
					t.Errorf("%+v, %v\n%s", r, err, b.f.markdown())
				case noRevert && (r.Outcome != model.EditPartly || same && c.ask.Kind != model.EditPageBreak && c.ask.Text != "" || !strings.Contains(err.Error(), "could not be taken back")):
					t.Errorf("%+v, %v\n%s", r, err, b.f.markdown())
				}
				if _, err := b.e.PlanUndo(t.Context(), fakePlace()); !noRevert && !client.Is(err, client.KindNotFound) {
					t.Errorf("what was taken back is there to be taken back: %v", err)
				}
			})
		}
	}
}

// What a service says that it has made, and what is not there, is missed, whatever is there already.
func TestMissed(t *testing.T) {
	const has = "![](a.png)\n\nintro text"
	long := strings.Repeat("many words of a text, ", 9)
	for name, c := range map[string]struct {
		at   string
		ask  model.Edit
		made func(model.Edit) model.Edit
	}{
		"the rest of a text":     {"end", model.Edit{Kind: model.EditText, Text: long + "its end"}, func(e model.Edit) model.Edit { e.Text = long; return e }},
		"the last paragraph":     {"end", model.Edit{Kind: model.EditMarkdown, Text: "one\n\nthe last of all"}, func(e model.Edit) model.Edit { e.Text = "one"; return e }},
		"the last task":          {"end", model.Edit{Kind: model.EditTask, Tasks: []model.DocTask{{Text: "one"}, {Text: "two"}}}, func(e model.Edit) model.Edit { e.Tasks = e.Tasks[:1]; return e }},
		"an image before others": {"start", model.Edit{Kind: model.EditImage, Image: model.NewImage{File: disk("p.png")}}, nil},
		"a page break":           {"end", model.Edit{Kind: model.EditPageBreak}, nil},
		"a replacement":          {"", model.Edit{Kind: model.EditReplace, Old: "tro", Text: "zz"}, nil},
		"a replacement of all":   {"", model.Edit{Kind: model.EditReplaceAll, Old: "tro", Text: "zz"}, nil},
		"a deletion of all":      {"", model.Edit{Kind: model.EditReplaceAll, Old: "tro"}, nil},
		"a replaced image":       {"", model.Edit{Kind: model.EditReplaceImage, Image: model.NewImage{File: disk("p.png")}}, nil},
		"a table":                {"end", model.Edit{Kind: model.EditTable, Rows: 2, Cols: 3}, nil},
		"a comment":              {"", model.Edit{Kind: model.EditComment, Old: "intro", Text: "why?"}, nil},
		"a reply":                {"", model.Edit{Kind: model.EditComment, Reply: "other1", Text: "why?"}, nil},
		"a resolved comment":     {"", model.Edit{Kind: model.EditResolve, Verdict: model.Verdict{IDs: []string{"other1"}}}, nil},
		"tracked changes":        {"", model.Edit{Kind: model.EditRevisions}, nil},
	} {
		for i := range 4 {
			noContent, unseen := i%2 == 1, i > 1
			t.Run(name, func(t *testing.T) {
				b := newBench(t, has)
				b.files["p.png"] = []byte("\x89PNG\r\n\x1a\n12345678")
				b.f.makes, b.f.lies, b.f.noContent, b.f.Suggests = c.made, c.made == nil, noContent, true
				b.f.other(model.Edit{Kind: model.EditComment, Ranges: []model.Range{{Begin: 4, End: 6}}, Text: "hm"})
				b.f.other(model.Edit{Kind: model.EditText, At: 4, Text: "said ", Suggest: "Ann"})
				b.f.tracked = []model.DocRevision{{ID: "r1", Author: "Ann"}}
				ask := client.EditAt{Edit: c.ask}
				switch all, err := b.f.Images(t.Context(), model.Ref{ID: b.f.id}, 0, client.Options{}); {
				case err != nil:
					t.Fatal(err)
				case c.ask.Kind == model.EditReplaceImage:
					ask.Edit.OldImage = &all.All[0]
				case c.at != "":
					ask = b.at(c.at, c.ask)
				}
				p, err := b.plan(ask)
				if err != nil {
					t.Fatal(err)
				}
				p.Unseen = unseen
				if r, err := b.e.Apply(t.Context(), p); err == nil || r.Verified || r.Outcome != model.EditUnknown || len(r.Missing) == 0 {
					t.Errorf("%+v, %v\n%s", r, err, b.f.markdown())
				}
			})
		}
	}
}

// An undo that a service says it has made, and has not, is not verified.
func TestAnUndoThatIsNotMadeIsNotSeen(t *testing.T) {
	for _, lies := range []bool{false, true} {
		b := newBench(t, sample)
		b.do(b.at("end", insert("a text of nobody else")))
		u, err := b.e.PlanUndo(t.Context(), fakePlace())
		if err != nil {
			t.Fatal(err)
		}
		b.f.lies = lies
		if r, err := b.e.Apply(t.Context(), u); err != nil || r.Verified == lies {
			t.Errorf("it lies: %v, %+v, %v", lies, r, err)
		}
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
	if err == nil || r.Outcome != model.EditFailed || !strings.Contains(err.Error(), "taken back") {
		t.Errorf("%+v, %v", r, err)
	}
}

package edits

import (
	"errors"
	"strings"
	"testing"

	"aloft/client"
	"aloft/model"
)

const sample = `intro text

# Goals

first goal

second goal

## Hollow

# Budget

| a | b |
|---|---|
| 1 | 2 |

cost is 10 and cost is 20

# Budget

other cost
`

// Each place and kind, as a person names them, and the document afterwards.
func TestPlaces(t *testing.T) {
	text := model.Edit{Kind: model.EditText, Text: "NEW"}
	para := model.Edit{Kind: model.EditParagraph, Text: "NEW"}
	md := model.Edit{Kind: model.EditMarkdown, Text: "# NEW\n\nbody"}
	table := model.Edit{Kind: model.EditTable, Rows: 2, Cols: 3}
	for _, c := range []struct {
		at   string
		nth  int
		edit model.Edit
		want string // a piece of the Markdown afterwards
	}{
		{"start", 0, text, "# Doc\n\nNEWintro text\n"},
		{"start", 0, para, "# Doc\n\nNEW\n\nintro text\n"},
		{"title", 0, para, "NEW\n\n# Doc\n"},
		{"title", 0, text, "NEW\n\n# Doc\n"},
		{"end", 0, text, "other cost\n\nNEW"},
		{"end", 0, para, "other cost\n\nNEW"},
		{"heading:Goals", 0, text, "# Goals\n\nNEWfirst goal"},
		{"heading:Goals", 0, para, "# Goals\n\nNEW\n\nfirst goal"},
		{"heading:Hollow", 0, text, "## Hollow\n\nNEW\n\n# Budget"},
		{"heading:Hollow", 0, para, "## Hollow\n\nNEW\n\n# Budget"},
		{"heading:Hollow", 0, model.Edit{Kind: model.EditTable, Rows: 1, Cols: 1}, "## Hollow\n\n|"},
		{"end-of:Goals", 0, text, "## Hollow\n\nNEW\n\n# Budget"},
		{"end-of:Goals", 0, model.Edit{Kind: model.EditTask, Tasks: []model.DocTask{{Text: "NEW"}}}, "## Hollow\n\n- [ ] NEW\n"},
		{"before:Goals", 0, text, "intro text\n\nNEW\n\n# Goals"},
		{"before:Goals", 0, para, "intro text\n\nNEW\n\n# Goals"},
		{"before:Budget", 2, md, "20\n\n# NEW\n\nbody\n\n# Budget\n\nother"},
		{"end-of:Budget", 1, table, "20\n\n|"},
		{"match:second", 0, text, "NEWsecond goal"},
		{"after:second", 0, text, "secondNEW goal"},
		{"match:goal", 2, para, "first goal\n\nNEW\n\nsecond goal"},
		{"after:first", 0, para, "first goal\n\nNEW\n\nsecond goal"},
		{"cell:1,2,1", 0, text, "| 1NEW | 2 |"},
		{"12", 0, text, ""},
	} {
		for _, noText := range []bool{false, true} {
			b := newBench(t, sample)
			b.f.noText = noText
			a := b.at(c.at, c.edit)
			a.At.Nth = c.nth
			p, err := b.plan(a)
			if err != nil {
				t.Errorf("%s %s: %v", c.at, c.edit.Kind, err)
				continue
			}
			r, err := b.e.Apply(t.Context(), p)
			if got := b.f.markdown(); err != nil || !strings.Contains(squeezeLines(got), squeezeLines(c.want)) {
				t.Errorf("%s %s (paragraph with text %v): %+v, %v\nsteps %+v\n%s\nwant %q", c.at, c.edit.Kind, !noText, r, err, p.Steps, got, c.want)
				continue
			}
			if !r.Verified || r.Outcome != model.EditDone || len(r.Missing) > 0 {
				t.Errorf("%s %s: %+v", c.at, c.edit.Kind, r)
			}
		}
	}
}

// squeezeLines leaves out empty lines and padding of tables.
func squeezeLines(s string) string {
	var out []string
	for _, l := range strings.Split(strings.ReplaceAll(s, "\\", ""), "\n") {
		if l = strings.Join(strings.Fields(l), " "); l != "" && l != "&nbsp;" {
			out = append(out, l)
		}
	}
	return strings.Join(out, "\n")
}

func TestPlanSaysWhatIsThere(t *testing.T) {
	b := newBench(t, sample)
	p, err := b.plan(b.at("heading:Goals", model.Edit{Kind: model.EditText, Text: "x"}))
	if err != nil {
		t.Fatal(err)
	}
	s := p.Steps[0]
	if p.Version != b.f.now().Version || s.Where != "Goals" || s.Before != "Goals" || s.After != "first goal" || p.Undo != model.UndoRevert || p.Calls != 2 || len(p.Outline.Nodes) == 0 {
		t.Errorf("%+v", p)
	}
	if len(b.f.sent) > 0 {
		t.Error("a plan changed something")
	}
	b.f.noText = true
	p, err = b.plan(b.at("end-of:Hollow", model.Edit{Kind: model.EditText, Text: "x_&"}))
	b.f.noText = false
	if err != nil || len(p.Steps) != 2 || !p.Steps[1].Into || len(p.Notes) == 0 {
		t.Errorf("%+v, %v", p, err)
	}
	p, err = b.plan(client.EditAt{Edit: model.Edit{Kind: model.EditReplace, Old: "cost", Text: "price"}, Pick: []int{2, 3}})
	if err != nil || len(p.Steps) != 1 || len(p.Steps[0].Edit.Ranges) != 2 || len(p.Matches.All) != 3 || p.Matches.All[0].Range.Begin > p.Matches.All[1].Range.Begin {
		t.Errorf("%+v, %v", p, err)
	}
}

func TestPlanRefuses(t *testing.T) {
	yes := true
	b := newBench(t, sample)
	b.files["a.txt"] = []byte("no image")
	b.files["empty.png"] = nil
	b.files["big.png"] = append([]byte("\x89PNG\r\n\x1a\n"), make([]byte, client.MaxImage)...)
	none := model.Where{}
	for name, c := range map[string]struct {
		at   model.Where
		edit model.Edit
		kind client.Kind
		says string
	}{
		"two equal headings":    {where(t, "heading:Budget"), model.Edit{Kind: model.EditText, Text: "x"}, client.KindConflict, "2 headings"},
		"no such heading":       {where(t, "heading:Bugdet"), model.Edit{Kind: model.EditText, Text: "x"}, client.KindNotFound, "Budget"},
		"no such text":          {where(t, "match:nowhere"), model.Edit{Kind: model.EditText, Text: "x"}, client.KindNotFound, "does not occur in the document"},
		"other capitals":        {none, model.Edit{Kind: model.EditReplace, Old: "FIRST goal", Text: "x"}, client.KindNotFound, "capitals"},
		"no such cell":          {where(t, "cell:1,9,1"), model.Edit{Kind: model.EditText, Text: "x"}, client.KindNotFound, "no row 9"},
		"outside":               {where(t, "99999"), model.Edit{Kind: model.EditText, Text: "x"}, client.KindInvalid, "outside"},
		"newline":               {where(t, "end"), model.Edit{Kind: model.EditText, Text: "a\nb"}, client.KindInvalid, "line break"},
		"a line end of Unicode": {where(t, "end"), insert("a\u0085b"), client.KindInvalid, "line break"},
		"a zero":                {where(t, "end"), insert("a\x00b"), client.KindInvalid, "UTF-8"},
		"newline in search":     {none, model.Edit{Kind: model.EditReplace, Old: "a\nb", Text: "x"}, client.KindInvalid, "only within one paragraph"},
		"not UTF-8":             {where(t, "end"), model.Edit{Kind: model.EditMarkdown, Text: "a\xff"}, client.KindInvalid, "UTF-8"},
		"empty":                 {where(t, "end"), model.Edit{Kind: model.EditMarkdown, Text: " \n"}, client.KindInvalid, "no text"},
		"no place":              {none, model.Edit{Kind: model.EditText, Text: "x"}, client.KindInvalid, "no place was given"},
		"same":                  {none, model.Edit{Kind: model.EditReplaceAll, Old: "a", Text: "a"}, client.KindInvalid, "same"},
		"no property":           {none, model.Edit{Kind: model.EditFormat, Old: "cost"}, client.KindInvalid, "property"},
		"no colour":             {none, model.Edit{Kind: model.EditFormat, Old: "cost", Props: model.TextProps{Color: "red"}}, client.KindInvalid, "hexadecimal"},
		"comment on many":       {none, model.Edit{Kind: model.EditComment, Old: "cost", Text: "?"}, client.KindConflict, "3 places"},
		"reply to none":         {none, model.Edit{Kind: model.EditComment, Reply: "c99", Text: "?"}, client.KindNotFound, "c99"},
		"reversed":              {none, model.Edit{Kind: model.EditFormat, Ranges: []model.Range{{Begin: 9, End: 5}}, Props: model.TextProps{Bold: &yes}}, client.KindInvalid, "reversed"},
		"range outside":         {none, model.Edit{Kind: model.EditFormat, Ranges: []model.Range{{Begin: 1, End: 50000}}, Props: model.TextProps{Bold: &yes}}, client.KindInvalid, "outside"},
		"empty task":            {where(t, "end"), model.Edit{Kind: model.EditTask, Tasks: []model.DocTask{{}}}, client.KindInvalid, "task"},
		"table of nothing":      {where(t, "end"), model.Edit{Kind: model.EditTable, Rows: 0, Cols: 2}, client.KindInvalid, "row"},
		"level":                 {where(t, "end"), model.Edit{Kind: model.EditParagraph, Paragraph: model.ParagraphStyle{Level: 13}}, client.KindInvalid, "13"},
		"no image":              {where(t, "end"), model.Edit{Kind: model.EditImage, Image: model.NewImage{File: disk("a.txt")}}, client.KindInvalid, "not an image"},
		"empty image":           {where(t, "end"), model.Edit{Kind: model.EditImage, Image: model.NewImage{File: disk("empty.png")}}, client.KindInvalid, "empty"},
		"large image":           {where(t, "end"), model.Edit{Kind: model.EditImage, Image: model.NewImage{File: disk("big.png")}}, client.KindInvalid, "up to"},
		"image gone":            {where(t, "end"), model.Edit{Kind: model.EditImage, Image: model.NewImage{File: disk("none.png")}}, client.KindNotFound, "none.png"},
		"image twice":           {where(t, "end"), model.Edit{Kind: model.EditImage, Image: model.NewImage{File: disk("a.png"), ID: "x"}}, client.KindInvalid, "as a file or as the id"},
		"old image not there":   {none, model.Edit{Kind: model.EditReplaceImage, Image: model.NewImage{ID: "x"}, OldImage: &model.DocImage{Attachment: "q"}}, client.KindNotFound, "not in the document any more"},
		"text under a heading":  {where(t, "heading:Goals"), model.Edit{Kind: model.EditReplace, Old: "cost", Text: "x"}, client.KindNotFound, "under the heading"},
		"an unknown kind":       {where(t, "end"), model.Edit{Kind: "paint"}, client.KindInvalid, "paint"},
	} {
		p, err := b.plan(client.EditAt{Edit: c.edit, At: c.at})
		if !client.Is(err, c.kind) || !strings.Contains(err.Error(), c.says) {
			t.Errorf("%s: %+v, %v (%s)", name, p, err, client.KindOf(err))
		}
	}
	_, err := b.plan(b.at("heading:Budget", model.Edit{Kind: model.EditText, Text: "x"}))
	if we, ok := errors.AsType[*model.WhereError](err); !ok || len(we.Found) != 2 {
		t.Errorf("the headings are not told: %v", err)
	}
	b.f.Node(b.f.id).Kind = model.KindSheet
	if _, err := b.plan(b.at("end", model.Edit{Kind: model.EditText, Text: "x"})); !client.Is(err, client.KindUnsupported) {
		t.Errorf("a sheet: %v", err)
	}
	if len(b.f.sent) > 0 || b.f.Doc(b.f.id).Made() > 0 {
		t.Error("something was sent")
	}
}

// A version that changes while places are looked up is read again; a base that the
// person has not seen is a conflict with what has changed.
func TestPlanOnAMovingDocument(t *testing.T) {
	b := newBench(t, sample)
	moves := 0
	b.f.reads = func() {
		if moves > 0 {
			moves--
			b.f.other(model.Edit{Kind: model.EditText, At: 0, Text: "x"})
		}
	}
	for _, only := range []bool{false, true} {
		b.f.noOld, b.f.onlyNew = !only, only // older versions are refused, or the newest is returned for them
		moves = 2
		p, err := b.plan(b.at("match:second", model.Edit{Kind: model.EditText, Text: "x"}))
		if err != nil {
			t.Fatal(err)
		}
		if m, err := b.f.Find(t.Context(), model.Ref{ID: b.f.id}, "second", 0, client.Options{}); err != nil || p.Version != m.Version || p.Steps[0].Edit.At != m.All[0].Range.Begin {
			t.Errorf("%+v, %v", p.Steps, m)
		}
		moves = 1 << 20
		_, err = b.plan(b.at("match:second", insert("x")))
		b.wantKind(err, client.KindConflict)
	}
	b.f.onlyNew = false
	b.f.reads, b.f.noOld = nil, false
	base := b.f.now().Version
	b.f.other(model.Edit{Kind: model.EditMarkdown, At: engineEnd(b.f), Text: "# Added\n\ntext"})
	_, err := b.e.Plan(t.Context(), client.EditRequest{Item: fakePlace(), Base: base, Edits: []client.EditAt{b.at("end", model.Edit{Kind: model.EditText, Text: "x"})}})
	b.wantKind(err, client.KindConflict)
	var o *client.Outdated
	if !errors.As(err, &o) || o.Base != base || o.Version != base+1 || o.Unread || o.ByLength || len(o.Changes) != 1 || o.Changes[0].Kind != model.SectionAdded {
		t.Errorf("%v: %+v", err, o)
	}
	b.f.noOld = true
	_, err = b.e.Plan(t.Context(), client.EditRequest{Item: fakePlace(), Base: base, Edits: []client.EditAt{b.at("end", model.Edit{Kind: model.EditText, Text: "x"})}})
	if !errors.As(err, &o) || !o.Unread {
		t.Errorf("%v: %+v", err, o)
	}
}

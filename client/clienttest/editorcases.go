package clienttest

import (
	"context"
	"strings"

	"aloft/client"
	"aloft/model"
)

// A new document has its title and an empty body, and all queries return the same
// version.
func testNewDocument(b *editBench) {
	o, s, l := b.outline(), b.structure(), b.last()
	if l.Version < 1 || o.Version != l.Version || s.Version != l.Version {
		b.t.Errorf("versions %d, %d, %d", o.Version, s.Version, l.Version)
	}
	if len(o.Nodes) == 0 || o.Nodes[0].Level != model.LevelTitle || o.Nodes[0].Title != "Plan" {
		b.t.Fatalf("the outline begins with %+v", o.Nodes)
	}
	if root := o.Nodes[0]; root.TitleStart < 0 || root.ContentEnd > l.Position+1 {
		b.t.Errorf("%+v, and the last position is %d", root, l.Position)
	}
	i, err := b.Editor.Images(b.t.Context(), b.doc, 0, client.Options{})
	if err != nil || len(i.All) != 0 || i.Version != l.Version {
		b.t.Errorf("%+v, %v", i, err)
	}
	b.find("nothing of this", 0)
	if err := b.Editor.Readable(model.KindDoc); err != nil {
		b.t.Error(err)
	}
}

func testInsertText(b *editBench) {
	at := b.last().Position
	b.edit(model.Edit{Kind: model.EditText, At: at, Text: "first words"})
	if m := b.find("first words", 1)[0]; m.Range.Begin != at || !strings.Contains(m.Context, "first words") {
		b.t.Errorf("inserted at %d, found %+v", at, m)
	}
	if l := b.last(); !strings.HasSuffix("first words", strings.TrimSpace(l.Preceding)) || l.Preceding == "" || len([]rune(l.Preceding)) > 10 {
		b.t.Errorf("before the end stands %q", l.Preceding)
	}
	b.edit(model.Edit{Kind: model.EditText, At: at, Text: "new "})
	b.find("new first words", 1)
	b.find("new", 1)
}

// A service may count in any units: its own positions always fit.
func testUnicode(b *editBench) {
	for _, text := range []string{"naïve café", "计划书", "👩‍👩‍👧 family", "e\u0301", "עברית", "a\u00a0b", `"quoted" \ <&>`} {
		at := b.last().Position
		b.edit(model.Edit{Kind: model.EditText, At: at, Text: text})
		m := b.find(text, 1)[0]
		if m.Range.Begin != at {
			b.t.Errorf("%q was inserted at %d and is found at %d", text, at, m.Range.Begin)
		}
		b.edit(model.Edit{Kind: model.EditReplace, Ranges: []model.Range{m.Range}, Text: ""})
		b.find(text, 0)
	}
}

const report = "# Goals\n\nWe want **bold** things.\n\n## Near\n\n- one\n- two\n\n## Far\n\n1. three\n\n# Data\n\n| A | B |\n| --- | --- |\n| c1 | d1 |\n\n# Code\n\n```go\nfunc x() {}\n```\n"

func testMarkdown(b *editBench) {
	b.markdown(report)
	var got []string
	o := b.outline()
	o.Walk(func(n *model.OutlineNode, above []*model.OutlineNode) bool {
		if n.Level <= 9 {
			parent := "-"
			if len(above) > 0 {
				parent = above[len(above)-1].Title
			}
			got = append(got, n.Title+"<"+parent)
		}
		return true
	})
	if want := "Goals<Plan Near<Goals Far<Goals Data<Plan Code<Plan"; strings.Join(got, " ") != want {
		b.t.Errorf("the outline is %q, want %q", strings.Join(got, " "), want)
	}
	s := b.structure()
	if s.Headings < 5 || s.Tables != 1 || s.Paragraphs < 4 {
		b.t.Errorf("%d headings, %d tables, %d paragraphs", s.Headings, s.Tables, s.Paragraphs)
	}
	for i := 1; i < len(s.Nodes); i++ {
		if s.Nodes[i].Start <= s.Nodes[i-1].Start || s.Nodes[i].Index != i+1 {
			b.t.Errorf("node %d: %+v after %+v", i, s.Nodes[i], s.Nodes[i-1])
		}
	}
	for _, text := range []string{"We want bold things.", "three", "c1", "func x() {}"} {
		b.find(text, 1)
	}
	if t := b.table(); len(t.Rows) != 2 || len(t.Rows[0].Cells) != 2 || t.Rows[1].Cells[1].Preview != "d1" {
		b.t.Errorf("%+v", t)
	}
	c, err := b.Editor.Content(b.t.Context(), b.doc, 0, client.Options{})
	if !client.Is(err, client.KindUnsupported) && (err != nil || !strings.Contains(c.Markdown, "Goals") || !strings.Contains(c.Markdown, "func x() {}")) {
		b.t.Errorf("%q, %v", c.Markdown, err)
	}
}

// What is inserted at the ends of a section is in it.
func testSections(b *editBench) {
	b.markdown(report)
	b.edit(model.Edit{Kind: model.EditText, At: b.heading("Near").ContentEnd, Text: " and more"})
	if m, n := b.find("and more", 1)[0], b.heading("Near"); !within(m.Range, n.ContentStart, n.ContentEnd) {
		b.t.Errorf("%v is not in %+v", m.Range, n)
	}
	b.edit(model.Edit{Kind: model.EditMarkdown, At: b.heading("Far").ContentStart, Text: "ahead of it"})
	if m, n := b.find("ahead of it", 1)[0], b.heading("Far"); !within(m.Range, n.ContentStart, n.ContentEnd) {
		b.t.Errorf("%v is not in %+v", m.Range, n)
	}
	b.edit(model.Edit{Kind: model.EditMarkdown, At: b.heading("Data").TitleStart, Text: "## Between"})
	var order []string
	b.outline().Walk(func(n *model.OutlineNode, _ []*model.OutlineNode) bool {
		order = append(order, n.Title)
		return true
	})
	if got := strings.Join(order, " "); !strings.Contains(got, "Far Between Data") {
		b.t.Errorf("%q", got)
	}
}

func testParagraphs(b *editBench) {
	at := b.last().Position
	b.edit(model.Edit{Kind: model.EditText, At: at, Text: "body"})
	before := b.structure()
	b.edit(model.Edit{Kind: model.EditParagraph, At: b.last().Position, Paragraph: model.ParagraphStyle{Level: model.LevelBody, List: 1, ListLevel: 1}})
	if after := b.structure(); len(after.Nodes) != len(before.Nodes)+1 {
		b.t.Errorf("%d nodes, then %d", len(before.Nodes), len(after.Nodes))
	}
	b.find("body", 1)
	if !b.Editor.TextParagraph(model.ParagraphStyle{Level: 2}) {
		return
	}
	n := b.structure().Nodes
	b.edit(model.Edit{Kind: model.EditParagraph, At: n[len(n)-1].End, Text: "A heading of its own", Paragraph: model.ParagraphStyle{Level: 2}})
	if h := b.heading("A heading of its own"); h.Level != 2 {
		b.t.Errorf("%+v", h)
	}
}

func testReplace(b *editBench) {
	b.markdown("cat dog cat\n\ndog cat")
	cats := b.find("cat", 3)
	b.edit(model.Edit{Kind: model.EditReplace, Text: "horse", Ranges: []model.Range{cats[2].Range, cats[0].Range}})
	b.find("cat", 1)
	b.find("horse dog cat", 1)
	b.find("dog horse", 1)
	b.edit(model.Edit{Kind: model.EditReplace, Text: "", Ranges: []model.Range{b.find("horse ", 1)[0].Range}})
	b.find("dog cat", 1)
}

func testReplaceAll(b *editBench) {
	b.markdown("cat dog cat\n\ndog cat")
	b.edit(model.Edit{Kind: model.EditReplaceAll, Old: "cat", Text: "catalogue"})
	b.find("catalogue", 3)
	if _, err := b.try(b.last().Version, model.Edit{Kind: model.EditReplaceAll, Old: "nowhere", Text: "x"}); err != nil {
		b.t.Errorf("nothing to replace: %v", err)
	}
	b.edit(model.Edit{Kind: model.EditReplaceAll, Old: "dog ", Text: ""})
	b.find("dog", 0)
}

// Properties move nothing.
func testFormat(b *editBench) {
	b.markdown("a plain sentence")
	m := b.find("plain", 1)[0]
	on, end := true, b.last().Position
	b.edit(model.Edit{Kind: model.EditFormat, Ranges: []model.Range{m.Range}, Props: model.TextProps{Bold: &on, Color: "FF8800", Background: "eeeeee"}})
	if again := b.find("plain", 1)[0]; again.Range != m.Range || b.last().Position != end {
		b.t.Errorf("%v became %v", m.Range, again.Range)
	}
	b.find("a plain sentence", 1)
}

func testTasks(b *editBench) {
	b.edit(model.Edit{Kind: model.EditTask, At: b.last().Position, Tasks: []model.DocTask{{Text: "open door"}, {Text: "closed window", Done: true}}})
	if first, second := b.find("open door", 1)[0], b.find("closed window", 1)[0]; first.Range.Begin > second.Range.Begin {
		b.t.Error("the tasks are in another order")
	}
}

// Text at the end of a cell changes that cell and no other.
func testCells(b *editBench) {
	b.edit(model.Edit{Kind: model.EditTable, At: b.last().Position, Rows: 2, Cols: 3})
	t := b.table()
	if len(t.Rows) != 2 || len(t.Rows[0].Cells) != 3 || len(t.Rows[1].Cells) != 3 {
		b.t.Fatalf("%+v", t)
	}
	b.edit(model.Edit{Kind: model.EditText, At: t.Rows[1].Cells[1].End, Text: "middle"})
	b.edit(model.Edit{Kind: model.EditText, At: b.table().Rows[1].Cells[1].End, Text: " end"})
	for _, r := range b.table().Rows {
		for _, c := range r.Cells {
			want := ""
			if c.Row == 2 && c.Col == 2 {
				want = "middle end"
			}
			if strings.TrimSpace(c.Preview) != want {
				b.t.Errorf("cell %d,%d holds %q", c.Row, c.Col, c.Preview)
			}
		}
	}
	if m, c := b.find("middle end", 1)[0], b.table().Rows[1].Cells[1]; !within(m.Range, c.Start, c.End) {
		b.t.Errorf("%v is not in %+v", m.Range, c)
	}
}

func testBoxes(b *editBench) {
	b.markdown(report)
	box := func() model.StructureNode {
		all := b.structure().Find(func(n *model.StructureNode) bool { return n.Kind == model.NodeCode })
		if len(all) != 1 || len(all[0].Children) == 0 {
			b.t.Fatalf("%d boxes of code", len(all))
		}
		return *all[0]
	}
	b.edit(model.Edit{Kind: model.EditText, At: box().Children[0].End, Text: " // more"})
	if m, n := b.find("func x() {} // more", 1)[0], box(); !within(m.Range, n.Start, n.End) {
		b.t.Errorf("%v is not in %+v", m.Range, n)
	}
}

func testPageBreak(b *editBench) {
	b.edit(model.Edit{Kind: model.EditText, At: b.last().Position, Text: "before"})
	b.edit(model.Edit{Kind: model.EditPageBreak, At: b.last().Position})
	b.edit(model.Edit{Kind: model.EditText, At: b.last().Position, Text: "after"})
	if x, y := b.find("before", 1)[0], b.find("after", 1)[0]; x.Range.End > y.Range.Begin {
		b.t.Errorf("%v, %v", x.Range, y.Range)
	}
	b.find("beforeafter", 0)
}

func testImages(b *editBench) {
	b.edit(model.Edit{Kind: model.EditText, At: b.last().Position, Text: "seen"})
	b.edit(model.Edit{Kind: model.EditImage, At: b.last().Position, Image: model.NewImage{Data: []byte(picture), Width: 20, Height: 10}})
	b.edit(model.Edit{Kind: model.EditImage, At: b.find("seen", 1)[0].Range.Begin, Image: model.NewImage{ID: b.upload("a.png", picture)}})
	images := func() []model.DocImage {
		i, err := b.Editor.Images(b.t.Context(), b.doc, 0, client.Options{})
		b.need(err)
		if len(i.All) != 2 || i.All[0].Position >= i.All[1].Position || i.Version != b.last().Version {
			b.t.Fatalf("%+v", i)
		}
		for _, one := range i.All {
			if (one.URL == "") == (one.Attachment == "") {
				b.t.Errorf("%+v", one)
			}
		}
		return i.All
	}
	old := images()[1]
	b.edit(model.Edit{Kind: model.EditReplaceImage, At: old.Position, OldImage: &old, Image: model.NewImage{ID: b.upload("b.gif", dot)}})
	now := images()
	if now[1].Position != old.Position || now[1] == old {
		b.t.Errorf("%+v became %+v", old, now[1])
	}
	b.refused(client.KindInvalid, model.Edit{Kind: model.EditReplaceImage, At: old.Position, Image: model.NewImage{ID: b.upload("b.gif", dot)},
		OldImage: &model.DocImage{Source: model.ImageByURL, Position: old.Position, URL: "https://elsewhere.example/x.png"}})
}

// A comment changes the positions behind it; a reply has the id of the one it
// answers.
func testComments(b *editBench) {
	b.markdown("some words to talk about")
	m := b.find("words", 1)[0]
	b.edit(model.Edit{Kind: model.EditComment, Ranges: []model.Range{m.Range}, Text: "which ones?"})
	b.find("some words to talk about", 1)
	list := func() ([]model.DocComment, bool) {
		c, err := b.Editor.Comments(b.t.Context(), b.doc, 0, client.Options{})
		if client.Is(err, client.KindUnsupported) {
			return nil, false
		}
		b.need(err)
		return c.All, true
	}
	all, ok := list()
	if !ok {
		return
	}
	if len(all) != 1 || all[0].Text != "which ones?" || all[0].ID == "" || all[0].Parent != "" {
		b.t.Fatalf("%+v", all)
	}
	b.edit(model.Edit{Kind: model.EditComment, Ranges: []model.Range{all[0].Range}, Text: "these", Reply: all[0].ID})
	all, _ = list()
	if len(all) != 2 || all[1].Text != "these" || all[1].Parent != all[0].ID {
		b.t.Errorf("%+v", all)
	}
}

// Of two edits on one version one is made, and the other one changes nothing.
func testStaleBase(b *editBench) {
	base := b.last()
	_, err := b.try(base.Version, model.Edit{Kind: model.EditText, At: base.Position, Text: "winner"})
	b.need(err)
	done, err := b.try(base.Version, model.Edit{Kind: model.EditText, At: base.Position, Text: "loser"})
	if b.Merges {
		if err != nil || done.New <= base.Version {
			b.t.Errorf("%+v, %v", done, err)
		}
		return
	}
	if !client.Is(err, client.KindConflict) {
		b.t.Errorf("the second edit: %v", err)
	}
	b.find("loser", 0)
	b.find("winner", 1)
}

// Edits from the end to the start, each on the version of the one before.
func testChain(b *editBench) {
	b.markdown("one two three")
	version := b.last().Version
	for _, w := range []string{"three", "two", "one"} {
		m, err := b.Editor.Find(b.t.Context(), b.doc, w, 0, client.Options{})
		b.need(err)
		done, err := b.try(version, model.Edit{Kind: model.EditText, At: m.All[0].Range.Begin, Text: "the "})
		b.need(err)
		version = done.New
	}
	b.find("the one the two the three", 1)
}

func testOutside(b *editBench) {
	if b.Strict {
		return
	}
	b.markdown("short")
	far := b.last().Position + 100_000
	on := true
	r := []model.Range{{Begin: far, End: far + 5}}
	for _, e := range []model.Edit{
		{Kind: model.EditText, At: far, Text: "x"}, {Kind: model.EditMarkdown, At: far, Text: "x"}, {Kind: model.EditTable, At: far, Rows: 1, Cols: 1},
		{Kind: model.EditParagraph, At: far}, {Kind: model.EditPageBreak, At: far}, {Kind: model.EditTask, At: far, Tasks: []model.DocTask{{Text: "x"}}},
		{Kind: model.EditReplace, Ranges: r, Text: "x"}, {Kind: model.EditFormat, Ranges: r, Props: model.TextProps{Bold: &on}}, {Kind: model.EditComment, Ranges: r, Text: "x"},
	} {
		b.refused(client.KindInvalid, e)
	}
}

// What makes no sense is refused before anything is sent.
func testRefusals(b *editBench) {
	at := b.last().Position
	for _, e := range []model.Edit{
		{}, {Kind: model.EditText, At: at}, {Kind: model.EditText, At: at, Text: "a\nb"}, {Kind: model.EditText, At: -1, Text: "x"}, {Kind: model.EditTable, At: at},
		{Kind: model.EditTask, At: at}, {Kind: model.EditReplace, Text: "x"}, {Kind: model.EditReplace, Ranges: []model.Range{{Begin: 3, End: 1}}}, {Kind: model.EditImage, At: at},
	} {
		b.refused(client.KindInvalid, e)
	}
	if _, err := b.try(0, model.Edit{Kind: model.EditText, At: at, Text: "x"}); !client.Is(err, client.KindInvalid) {
		b.t.Errorf("without a base: %v", err)
	}
	if _, err := b.Editor.Find(b.t.Context(), b.doc, "", 0, client.Options{}); !client.Is(err, client.KindInvalid) {
		b.t.Errorf("without a text: %v", err)
	}
}

func testUndo(b *editBench) {
	b.markdown("stays")
	done := b.edit(model.Edit{Kind: model.EditText, At: b.last().Position, Text: " goes"})
	recent, err := b.Editor.RecentEdits(b.t.Context(), b.doc, client.Options{})
	if !b.can(model.EditRevert) {
		if !client.Is(err, client.KindUnsupported) {
			b.t.Errorf("%+v, %v", recent, err)
		}
		return
	}
	b.need(err)
	if len(recent) < 2 || recent[0].Version != done.New || recent[0].Tool == "" {
		b.t.Fatalf("%+v", recent)
	}
	b.edit(model.Edit{Kind: model.EditRevert, Version: done.New})
	b.find("goes", 0)
	b.find("stays", 1)
}

func testNoDocument(b *editBench) {
	gone := b.doc
	gone.ID += "x"
	_, outline := b.Editor.Outline(b.t.Context(), gone, 0, client.Options{})
	_, edit := b.Editor.Edit(b.t.Context(), gone, 1, model.Edit{Kind: model.EditText, At: 1, Text: "x"}, client.Interactive)
	for _, err := range []error{outline, edit} {
		if !client.Is(err, client.KindNotFound) {
			b.t.Errorf("%v", err)
		}
	}
}

// A document of another kind is refused, also by the service.
func testWrongKind(b *editBench) {
	if err := b.Editor.CanEdit(model.KindSheet, model.EditText); !client.Is(err, client.KindUnsupported) {
		b.t.Error(err)
	}
	if b.Sheet.ID == "" {
		return
	}
	for _, kind := range []model.Kind{b.Sheet.Kind, model.KindDoc} {
		r := b.Sheet
		r.Kind = kind
		_, outline := b.Editor.Outline(b.t.Context(), r, 0, client.Options{})
		_, edit := b.Editor.Edit(b.t.Context(), r, 1, model.Edit{Kind: model.EditText, At: 1, Text: "x"}, client.Interactive)
		for _, err := range []error{outline, edit} {
			if !client.Is(err, client.KindUnsupported) {
				b.t.Errorf("as %s: %v", kind, err)
			}
		}
	}
}

func testReadOnly(b *editBench) {
	if b.ReadOnly.ID == "" {
		return
	}
	b.doc = b.ReadOnly
	b.outline()
	b.refused(client.KindInvalid, model.Edit{Kind: model.EditText, At: b.last().Position, Text: "x"})
}

func testEditCancelled(b *editBench) {
	ctx, cancel := context.WithCancel(b.t.Context())
	cancel()
	base := b.last()
	_, outline := b.Editor.Outline(ctx, b.doc, 0, client.Options{})
	_, edit := b.Editor.Edit(ctx, b.doc, base.Version, model.Edit{Kind: model.EditText, At: base.Position, Text: "x"}, client.Interactive)
	for _, err := range []error{outline, edit} {
		if err == nil || client.Is(err, client.KindUnknown) {
			b.t.Errorf("%v", err)
		}
	}
	if now := b.last().Version; now != base.Version {
		b.t.Errorf("the version went from %d to %d", base.Version, now)
	}
}

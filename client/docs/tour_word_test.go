package docs_test

import (
	"bytes"
	"context"
	"encoding/base64"
	"fmt"
	"strings"
	"testing"

	"aloft/client"
	"aloft/client/clienttest"
	"aloft/client/docs"
	"aloft/client/docs/conn"
	"aloft/client/docs/second"
	"aloft/model"
)

const report = "Intro text.\n\n## Scope\n\nAlpha beta alpha.\n\n| A | B |\n|---|---|\n| one | two |\n\n## Costs\n\n```\nx := 1\n```\n\nAlpha last.\n"

// pixel is a small image.
func pixel(t *testing.T) []byte {
	t.Helper()
	b, err := base64.StdEncoding.DecodeString("iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==")
	if err != nil {
		t.Fatal(err)
	}
	return b
}

func dot(t *testing.T) client.Body { return held{bytes.NewReader(pixel(t))} }

// desk is one Word document on the second server, through the client.
type desk struct {
	*tour
	client.EditMaker
	at model.Ref
	id string
}

func newDesk(t *testing.T, opt second.Options, markdown string) *desk {
	t.Helper()
	return newTour(t, opt).desk(markdown)
}

func (r *tour) desk(markdown string) *desk {
	r.t.Helper()
	r.need(r.Probe(r.t.Context()))
	id := r.srv.AddWord("", "Report", markdown)
	return &desk{tour: r, EditMaker: r.home.(client.EditMaker), at: r.ref(r.home.Root().Join("Report")), id: id}
}

// edit makes an edit on a version and returns the next one.
func (d *desk) edit(base int64, e model.Edit) int64 {
	d.t.Helper()
	got, err := d.Edit(d.t.Context(), d.at, base, e, client.Interactive)
	if err != nil {
		d.t.Fatalf("%s: %v", e.Kind, err)
	}
	if got.Base != base || got.New <= base || got.Trace == "" {
		d.t.Errorf("%s on %d: %+v", e.Kind, base, got)
	}
	return got.New
}

func (d *desk) outline() model.Outline {
	d.t.Helper()
	o, err := d.Outline(d.t.Context(), d.at, 0, client.Options{})
	d.need(err)
	return o
}

func (d *desk) heading(title string) (model.OutlineNode, int64) {
	d.t.Helper()
	o := d.outline()
	var got *model.OutlineNode
	o.Walk(func(n *model.OutlineNode, _ []*model.OutlineNode) bool {
		if n.Title == title {
			got = n
		}
		return got == nil
	})
	if got == nil {
		d.t.Fatalf("no heading %q", title)
	}
	return *got, o.Version
}

func (d *desk) find(text string, want int) model.Matches {
	d.t.Helper()
	m, err := d.Find(d.t.Context(), d.at, text, 0, client.Options{})
	d.need(err)
	if len(m.All) != want {
		d.t.Fatalf("%q: %+v, want %d", text, m.All, want)
	}
	for i, x := range m.All {
		if i > 0 && x.Range.Begin < m.All[i-1].Range.End || !strings.Contains(x.Context, text) {
			d.t.Errorf("%q: match %d: %+v", text, i, x)
		}
	}
	return m
}

func (d *desk) last() model.LastPosition {
	d.t.Helper()
	l, err := d.LastPosition(d.t.Context(), d.at, 0, client.Options{})
	d.need(err)
	return l
}

func (d *desk) structure() model.Structure {
	d.t.Helper()
	s, err := d.Structure(d.t.Context(), d.at, 0, client.Options{})
	d.need(err)
	return s
}

func (d *desk) has(want string) {
	d.t.Helper()
	w, _ := d.srv.WordOf(d.id)
	if !strings.Contains(w.Text(), want) {
		d.t.Errorf("%q is not in %q", want, w.Text())
	}
}

// sequences are the typical ones of the specification, with its calls, on the
// positions that they return.
func (d *desk) sequences() {
	l := d.last()
	d.edit(l.Version, model.Edit{Kind: model.EditMarkdown, At: l.Position, Text: "### More\n\nnewly *written*\n\n- \"quoted\"\n- 漢字 😀"}) // 1, 5
	d.has("Alpha last.\nMore\nnewly written\n\"quoted\"\n漢字 😀\n\n")
	n, v := d.heading("Scope") // 2, 6
	v = d.edit(v, model.Edit{Kind: model.EditText, At: n.ContentStart, Text: "First "})
	n, _ = d.heading("Report") // 7
	d.edit(v, model.Edit{Kind: model.EditText, At: n.TitleStart, Text: "The "})
	d.has("The Report\nIntro")
	d.has("Scope\nFirst Alpha")
	n, v = d.heading("The Report")
	d.edit(v, model.Edit{Kind: model.EditParagraph, At: n.ContentStart, Paragraph: model.ParagraphStyle{Level: 1}})
	d.has("The Report\n\nIntro")

	m := d.find("lpha", 3) // 3
	v = d.edit(m.Version, model.Edit{Kind: model.EditReplace, Ranges: []model.Range{m.All[1].Range, m.All[0].Range}, Text: "lfa"})
	d.edit(v, model.Edit{Kind: model.EditReplaceAll, Old: "Alpha", Text: "Omega"})
	d.has("First Alfa beta alfa.")
	d.has("Omega last.")
	m = d.find("beta", 1) // 4
	yes := true
	d.edit(m.Version, model.Edit{Kind: model.EditFormat, Ranges: []model.Range{m.All[0].Range}, Props: model.TextProps{Bold: &yes, Color: "C00000"}})
	if w, _ := d.srv.WordOf(d.id); !strings.Contains(w.Content(), "**beta**") {
		d.t.Errorf("%q", w.Content())
	}
	l = d.last()
	v = d.edit(l.Version, model.Edit{Kind: model.EditTask, At: l.Position, Tasks: []model.DocTask{{Text: "to do"}, {Text: "is done", Done: true}}})
	d.has("to do\nis done\n")
	s := d.structure() // 8, 9
	if s.Version != v || s.Headings == 0 || s.Tables != 1 {
		d.t.Errorf("structure %+v", s)
	}
	var cell, line int64
	for _, b := range s.Nodes {
		if b.Kind == model.NodeTable {
			cell = b.Rows[1].Cells[1].End
		}
		if b.Kind == model.NodeCode {
			line = b.Children[0].End
		}
	}
	v = d.edit(v, model.Edit{Kind: model.EditText, At: line, Text: "0"})
	d.edit(v, model.Edit{Kind: model.EditText, At: cell, Text: " cells"})
	d.has("x := 10\n")
	d.has("two cells\n")
	m = d.find("Omega", 1) // 10
	d.edit(m.Version, model.Edit{Kind: model.EditComment, Ranges: []model.Range{m.All[0].Range}, Text: "why \"Omega\"?\nI wonder."})
	m = d.find("Omega", 1)
	v = d.edit(m.Version, model.Edit{Kind: model.EditTable, At: m.All[0].Range.Begin, Rows: 2, Cols: 2})
	if s = d.structure(); s.Tables != 2 || s.Version != v {
		d.t.Errorf("structure %+v", s)
	}
	l = d.last()
	d.edit(l.Version, model.Edit{Kind: model.EditPageBreak, At: l.Position})
	d.images()
}

// images inserts one by its bytes and one by an upload, and replaces both.
func (d *desk) images() {
	l := d.last()
	v := d.edit(l.Version, model.Edit{Kind: model.EditImage, At: l.Position, Image: model.NewImage{Data: pixel(d.t), Width: 20, Height: 10}})
	id, err := d.UploadImage(d.t.Context(), "dot.png", dot(d.t), int64(len(pixel(d.t))), client.Bulk)
	d.need(err)
	d.edit(v, model.Edit{Kind: model.EditImage, At: l.Position, Image: model.NewImage{ID: id}})
	all, err := d.Images(d.t.Context(), d.at, 0, client.Options{})
	d.need(err)
	if len(all.All) != 2 || all.All[0].Position >= all.All[1].Position {
		d.t.Fatalf("images %+v", all)
	}
	v = d.edit(all.Version, model.Edit{Kind: model.EditReplaceImage, At: all.All[1].Position, OldImage: &all.All[1], Image: model.NewImage{Data: pixel(d.t)}}) // 11
	d.edit(v, model.Edit{Kind: model.EditReplaceImage, At: all.All[0].Position, OldImage: &all.All[0], Image: model.NewImage{ID: id}})
}

// wordFrictions are the ways in which services may differ when they edit.
func wordFrictions() map[string]second.Options {
	out := map[string]second.Options{
		"all newer tools":         {Word: second.Word{Newer: true}},
		"undo under another name": {Word: second.Word{Newer: true, UndoName: true}},
		"links only":              {Word: second.Word{LinksOnly: true}},
		"no base64":               {Word: second.Word{NoBase64: true}},
		"queries as streams":      {Word: second.Word{SSEQueries: true}},
		"unsorted":                {Word: second.Word{Unsorted: true}},
		"sources as words":        {Word: second.Word{SourceWords: true}},
		"attachments":             {Word: second.Word{Attachments: true}},
		"attachments as words":    {Word: second.Word{Attachments: true, SourceWords: true}},
		"versions that jump":      {Word: second.Word{Jump: 6}},
		"small pages":             {Word: second.Word{Limit: 2}},
		"merging":                 {Word: second.Word{Stale: second.StaleRebased}},
		"modes of other words":    {Word: second.Word{Modes: []string{"MODE_OUTLINE", "MODE_COMPACT", "MODE_FULL"}}},
		"no modes":                {Word: second.Word{NoModes: true}},
		"all of them": {IntsText: true, SSE: true, Content: second.TextOnly, Word: second.Word{
			Newer: true, Unsorted: true, SourceWords: true, Attachments: true, Jump: 2, Limit: 3}},
	}
	for name, opt := range frictions() {
		if !strings.Contains(name, "page") && !strings.Contains(name, "task") {
			out[name] = opt
		}
	}
	return out
}

func TestWordTour(t *testing.T) {
	for name, opt := range wordFrictions() {
		for spelling, change := range spellings() {
			if opt.NoList && spelling != "specification" {
				continue // then the names cannot be known
			}
			if spelling != "specification" && spared(name, spelling) {
				continue
			}
			opt := opt
			change(&opt)
			t.Run(name+", "+spelling, func(t *testing.T) {
				t.Parallel()
				d := newDesk(t, opt, report)
				d.sequences()
				if !opt.NoList {
					d.newer()
				}
			})
		}
	}
}

// wants expects an error of a kind that says nothing of a change.
func (d *desk) wants(err error, k client.Kind, what string) {
	d.t.Helper()
	if !client.Is(err, k) {
		d.t.Errorf("%s: %v, want %s", what, err, k)
	}
}

// What the service refuses has a kind, and nothing was changed.
func TestWordRefusals(t *testing.T) {
	carriers := map[string]second.Options{"edit response": {}, "RPC": {Word: second.Word{EditsRPC: true}}}
	for _, c := range []second.Carrier{second.InPayload, second.InErrMsg, second.InIsError, second.InStatus, second.InCode} {
		carriers[fmt.Sprint("carrier ", c)] = second.Options{Carrier: c}
	}
	for name, opt := range carriers {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			r := newTour(t, opt)
			r.need(r.Probe(t.Context()))
			d := &desk{tour: r, EditMaker: r.home.(client.EditMaker), id: r.srv.AddWord("", "Report", report)}
			d.at = r.ref(r.home.Root().Join("Report"))
			m := d.find("beta", 1)
			edit := model.Edit{Kind: model.EditReplace, Ranges: []model.Range{m.All[0].Range}, Text: "gamma"}
			d.need(r.srv.ByOther(d.id, func(w second.Flat) (second.Flat, error) { return w.Insert(0, "X") }))
			before, version := d.srv.WordOf(d.id)
			_, err := d.Edit(t.Context(), d.at, m.Version, edit, client.Interactive)
			d.wants(err, client.KindConflict, "a stale base")
			d.srv.SetReadOnly(d.id, true)
			m = d.find("beta", 1)
			edit.Ranges[0] = m.All[0].Range
			_, err = d.Edit(t.Context(), d.at, m.Version, edit, client.Interactive)
			d.wants(err, client.KindInvalid, "no right")
			d.srv.SetReadOnly(d.id, false)
			if _, err = d.Find(t.Context(), d.at, "beta", 99, client.Options{}); err == nil {
				t.Error("a version that is not there was read")
			}
			if after, now := d.srv.WordOf(d.id); now != version || after.Text() != before.Text() {
				t.Error("a refused edit changed the document")
			}
			sheet := model.Ref{Place: d.at.Place, ID: d.srv.AddDoc("", "Sheet", "sheet", nil), Kind: model.KindOther}
			_, err = d.Outline(t.Context(), sheet, 0, client.Options{})
			d.wants(err, client.KindUnsupported, "a sheet")
		})
	}
}

// The client itself refuses what the specification forbids: nothing is sent.
func TestWhatIsNeverSent(t *testing.T) {
	d := newDesk(t, second.Options{}, report)
	m := d.find("beta", 1)
	r := []model.Range{m.All[0].Range}
	sent := len(d.srv.Requests())
	for _, e := range []model.Edit{
		{Kind: model.EditText, At: 0, Text: "a\nb"},
		{Kind: model.EditText, At: 0},
		{Kind: model.EditText, At: -1, Text: "x"},
		{Kind: model.EditReplace, Text: "x"},
		{Kind: model.EditReplace, Ranges: r, Text: "x\ny"},
		{Kind: model.EditReplace, Ranges: []model.Range{{Begin: 4, End: 2}}, Text: "x"},
		{Kind: model.EditReplaceAll, Text: "x"},
		{Kind: model.EditFormat, Ranges: r},
		{Kind: model.EditFormat, Ranges: r, Props: model.TextProps{Color: "red"}},
		{Kind: model.EditTask, At: 0},
		{Kind: model.EditTask, At: 0, Tasks: []model.DocTask{{Text: "a\nb"}}},
		{Kind: model.EditTable, At: 0, Rows: 0, Cols: 2},
		{Kind: model.EditComment, Ranges: r},
		{Kind: model.EditComment, Text: "x"},
		{Kind: model.EditMarkdown, At: 0},
		{Kind: model.EditImage, At: 0},
		{Kind: model.EditImage, At: 0, Image: model.NewImage{ID: "x", Data: []byte("y")}},
		{Kind: model.EditReplaceImage, At: 0, Image: model.NewImage{Data: pixel(t)}},
		{Kind: model.EditParagraph, At: 0, Paragraph: model.ParagraphStyle{Level: 13}},
		{Kind: model.EditParagraph, At: 0, Paragraph: model.ParagraphStyle{List: 3}},
		{Kind: model.EditParagraph, At: 0, Paragraph: model.ParagraphStyle{List: 1, ListLevel: 10}},
		{Kind: model.EditRevert},
	} {
		if _, err := d.Edit(t.Context(), d.at, m.Version, e, client.Interactive); err == nil {
			t.Errorf("%+v went through", e)
		}
	}
	if _, err := d.Edit(t.Context(), d.at, 0, model.Edit{Kind: model.EditText, At: 0, Text: "x"}, client.Interactive); err == nil {
		t.Error("an edit without a base went through")
	}
	if n := len(d.srv.Requests()); n != sent {
		t.Errorf("%d requests: %+v", n-sent, d.srv.Requests()[sent:])
	}
}

// An edit whose answer is lost is sent once, and its outcome is unknown; a lost
// query is retried.
func TestLostAnswersOfWord(t *testing.T) {
	for f, applied := range map[second.Fault]bool{
		second.LostBefore: false, second.LostAfter: true, second.CutBefore: false, second.CutAfter: true, second.Unclear: true, second.HTML502: false, second.Malformed: false,
	} {
		t.Run(fmt.Sprint("fault ", f), func(t *testing.T) {
			t.Parallel()
			d := newDesk(t, second.Options{}, report)
			l := d.last()
			d.srv.Fault("doc.insert_text", f, 1)
			_, err := d.Edit(t.Context(), d.at, l.Version, model.Edit{Kind: model.EditText, At: l.Position, Text: "x"}, client.Bulk)
			d.wants(err, client.KindUnknown, "a lost answer")
			if _, v := d.srv.WordOf(d.id); (v > l.Version) != applied || len(d.srv.Calls("doc.insert_text")) != 1 {
				t.Errorf("version %d, %d calls", v, len(d.srv.Calls("doc.insert_text")))
			}
			d.srv.Fault("doc.get_outline", f, 1)
			d.outline()
		})
	}
}

// Without the tools there is a reason, before anything is sent.
func TestMissingWordTools(t *testing.T) {
	d := newDesk(t, second.Options{Missing: []string{"upload_image", "doc.insert_task"}}, report)
	if err := d.CanEdit(model.KindDoc, model.EditTask); !client.Is(err, client.KindUnsupported) {
		t.Errorf("tasks: %v", err)
	}
	if err := d.CanEdit(model.KindDoc, model.EditRevert); !client.Is(err, client.KindUnsupported) {
		t.Errorf("reverting: %v", err)
	}
	if err := d.CanEdit(model.KindDoc, model.EditText); err != nil {
		t.Error(err)
	}
	if err := d.CanEdit(model.KindSheet, model.EditText); !client.Is(err, client.KindUnsupported) {
		t.Errorf("a sheet: %v", err)
	}
	sent := len(d.srv.Requests())
	_, err := d.UploadImage(t.Context(), "a.png", dot(t), int64(len(pixel(t))), client.Bulk)
	d.wants(err, client.KindUnsupported, "an upload")
	_, err = d.RecentEdits(t.Context(), d.at, client.Options{})
	d.wants(err, client.KindUnsupported, "recent edits")
	_, err = d.Content(t.Context(), d.at, 0, client.Options{})
	d.wants(err, client.KindUnsupported, "content")
	_, err = d.Comments(t.Context(), d.at, 0, client.Options{})
	d.wants(err, client.KindUnsupported, "comments")
	if n := len(d.srv.Requests()); n != sent {
		t.Errorf("%d requests were sent", n-sent)
	}
}

// A structure of many pages is read whole, and as one version.
func TestPagesOfAStructure(t *testing.T) {
	var md strings.Builder
	for i := range 400 {
		fmt.Fprintf(&md, "paragraph %d\n\n", i)
	}
	d := newDesk(t, second.Options{Renamed: true}, md.String())
	s := d.structure()
	if len(s.Nodes) != 402 || s.Nodes[401].Index != 402 || s.Paragraphs != 402 {
		t.Errorf("%d nodes", len(s.Nodes))
	}
}

// A long text that is silently cut is detected.
func TestACutContent(t *testing.T) {
	for _, end := range []string{"the very last words of it", "## The End"} {
		for _, cut := range []bool{false, true} {
			d := newDesk(t, second.Options{Word: second.Word{Newer: true, CutContent: cut}}, strings.Repeat("many words stand here\n\n", 600)+end)
			if end[0] != '#' {
				l := d.last() // fills the empty paragraph at the end
				d.edit(l.Version, model.Edit{Kind: model.EditText, At: l.Position, Text: "nothing *comes* after"})
			}
			c, err := d.Content(t.Context(), d.at, 0, client.Options{})
			if d.need(err); c.Cut != cut {
				t.Errorf("%q: cut %v, want %v", end, c.Cut, cut)
			}
		}
	}
}

// The open platform accepts images where no tool does.
func TestTheOpenPlatformOfTheSecondServer(t *testing.T) {
	for _, wrapped := range []bool{false, true} {
		d := newDesk(t, second.Options{Missing: []string{"upload_image"}, Word: second.Word{OpenWrapped: wrapped}}, report)
		o := d.o
		o.Open = conn.OpenPlatform{URL: d.srv.Base(), ClientID: "client", OpenID: "open", Tokens: clienttest.NewJar(second.OpenToken)}
		s := docs.New(o)
		t.Cleanup(func() { _ = s.Close() })
		d.need(s.Probe(t.Context()))
		id, err := s.Home().(client.EditMaker).UploadImage(t.Context(), "dot.png", dot(t), int64(len(pixel(t))), client.Bulk)
		d.need(err)
		l := d.last()
		d.edit(l.Version, model.Edit{Kind: model.EditImage, At: l.Position, Image: model.NewImage{ID: id}})
		o.Open.Tokens = clienttest.NewJar("another")
		s = docs.New(o)
		t.Cleanup(func() { _ = s.Close() })
		d.need(s.Probe(t.Context()))
		_, err = s.Home().(client.EditMaker).UploadImage(t.Context(), "dot.png", dot(t), int64(len(pixel(t))), client.Bulk)
		d.wants(err, client.KindAuth, "a wrong token")
	}
}

// An upload can be waited for, and cancelled.
func TestASlowUpload(t *testing.T) {
	d := newDesk(t, second.Options{}, report)
	release := d.srv.Hold("upload_image")
	defer release()
	ctx, cancel := context.WithCancel(t.Context())
	d.srv.Meanwhile("doc.find", 1, cancel)
	done := make(chan error, 1)
	go func() {
		_, err := d.UploadImage(ctx, "a.png", dot(t), int64(len(pixel(t))), client.Bulk)
		done <- err
	}()
	cancel()
	if err := <-done; err == nil {
		t.Error("an upload that was given up has ended well")
	}
}

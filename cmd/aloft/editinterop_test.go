//go:build unix

package main

import (
	"encoding/base64"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"aloft/client"
	"aloft/client/clienttest/procs"
	"aloft/client/disk"
	"aloft/client/docs"
	"aloft/client/docs/second"
	"aloft/client/edits"
	"aloft/model"
)

// pixelOf is a small image.
func pixelOf(t *testing.T) []byte {
	t.Helper()
	b, err := base64.StdEncoding.DecodeString("iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==")
	if err != nil {
		t.Fatal(err)
	}
	return b
}

const aText = "Intro text.\n\n## Scope\n\nAlpha beta alpha.\n\n| A | B |\n|---|---|\n| one | two |\n\n## Hollow\n\n## Costs\n\n```\nx := 1\n```\n\nAlpha last.\n"

// editDesk is the engine of edits over the second server, which fails the test when
// anything is requested against the specification.
type editDesk struct {
	client.Edits
	t       *testing.T
	srv     *second.Server
	service *docs.Service
	item    model.Place
	id      string
	leaps   bool // the server skips version numbers
	// more is how many requests an estimate lacks: what a service without a list of its tools offers is tried, and
	// where its structure does not show a list's style, the content is read.
	more int
}

type bothSources struct{ docs, disk client.Source }

func (b bothSources) For(p model.Place) (client.Source, error) {
	if p.Scheme == model.SchemeDisk {
		return b.disk, nil
	}
	return b.docs, nil
}

func (bothSources) Accounts() []string { return nil }

func newEditDesk(t *testing.T, opt second.Options) *editDesk {
	t.Helper()
	srv := second.Start(t, opt)
	return deskOn(t, opt, srv, onSecond(t, srv))
}

func deskOn(t *testing.T, opt second.Options, srv *second.Server, s *docs.Service) *editDesk {
	t.Helper()
	home := s.Home()
	more := 0
	if opt.NoList || opt.Word.Newer && opt.Word.Generation != second.July || opt.Word.Generation == second.May {
		more = 2
	}
	return &editDesk{
		Edits: edits.New(edits.Options{Sources: bothSources{home, disk.New()}, Dir: t.TempDir(), Patience: 200 * time.Millisecond, Settle: time.Nanosecond}),
		t:     t, leaps: opt.Jump > 0, more: more, srv: srv, service: s, item: home.Root().Join("Report"), id: srv.AddWord("", "Report", aText),
	}
}

func (e *editDesk) plan(all ...client.EditAt) *model.EditPlan {
	e.t.Helper()
	p, err := e.Plan(e.t.Context(), client.EditRequest{Item: e.item, Edits: all})
	if err != nil {
		e.t.Fatalf("%+v: %v", all, err)
	}
	return p
}

// edit plans and applies, which must be seen in the document.
func (e *editDesk) edit(all ...client.EditAt) model.EditResult {
	e.t.Helper()
	p := e.plan(all...)
	sent := len(e.srv.Requests())
	res, err := e.Apply(e.t.Context(), p)
	if err != nil || res.Outcome != model.EditDone || res.Done != len(p.Steps) || res.Base != p.Version || len(res.Missing) > 0 {
		e.t.Fatalf("%+v: %+v, %v", all, res, err)
	}
	if _, v := e.srv.WordOf(e.id); v != res.Version {
		e.t.Errorf("version %d is told, it is %d", res.Version, v)
	}
	// Where versions are skipped, each step is checked before the next: nothing
	// else would show it.
	if n := len(e.srv.Requests()) - sent; n > p.Calls+model.EditLooks+e.more && !e.leaps {
		e.t.Errorf("%s: %d requests, %d were told", p.Steps[0].Edit.Kind, n, p.Calls+model.EditLooks)
	}
	return res
}

func (e *editDesk) at(where string, edit model.Edit) client.EditAt {
	e.t.Helper()
	w, err := model.ParseWhere(where)
	if err != nil {
		e.t.Fatal(err)
	}
	return client.EditAt{Edit: edit, At: w}
}

func (e *editDesk) has(want string) {
	e.t.Helper()
	d, _ := e.srv.WordOf(e.id)
	if !strings.Contains(d.Text(), want) {
		e.t.Errorf("%q is not in %q", want, d.Text())
	}
}

func (e *editDesk) image() model.NewImage {
	e.t.Helper()
	p := filepath.Join(e.t.TempDir(), "dot.png")
	if err := os.WriteFile(p, pixelOf(e.t), 0o600); err != nil {
		e.t.Fatal(err)
	}
	at := model.Place{Scheme: model.SchemeDisk, Path: nil}
	for _, n := range strings.Split(strings.Trim(filepath.ToSlash(p), "/"), "/") {
		at = at.Join(n)
	}
	return model.NewImage{File: at}
}

// sequences are the typical ones of the specification.
func (e *editDesk) sequences() {
	yes := true
	text := func(s string) model.Edit { return model.Edit{Kind: model.EditText, Text: s} }
	e.edit(e.at("end", model.Edit{Kind: model.EditMarkdown, Text: "### More\n\nnewly *written*"})) // 1, 5
	e.has("Alpha last.\nMore\nnewly written\n\n")
	e.edit(e.at("heading:Scope", text("First "))) // 2, 6
	e.has("Scope\nFirst Alpha")
	e.edit(e.at("end-of:Costs", model.Edit{Kind: model.EditTask, Tasks: []model.DocTask{{Text: "to do"}, {Text: "is done", Done: true}}}))
	e.edit(e.at("start", text("Here: "))) // 7
	e.has("Report\nHere: Intro text.")
	e.edit(e.at("title", model.Edit{Kind: model.EditParagraph, Text: "On top"}))
	e.has("On top\nReport\n")
	e.edit(client.EditAt{Edit: model.Edit{Kind: model.EditReplace, Old: "lpha", Text: "LPHA"}, Pick: []int{2}}) // 3
	e.has("First Alpha beta aLPHA.")
	e.edit(client.EditAt{Edit: model.Edit{Kind: model.EditReplaceAll, Old: "Alpha", Text: "Omega"}})
	e.has("First Omega beta aLPHA.")
	e.edit(client.EditAt{Edit: model.Edit{Kind: model.EditFormat, Old: "beta", Props: model.TextProps{Bold: &yes}}}) // 4
	if d, _ := e.srv.WordOf(e.id); !strings.Contains(d.Content(), "**beta**") {
		e.t.Errorf("%q", d.Content())
	}
	e.edit(e.at("cell:1,2,2", text(" cells"))) // 8
	e.has("two cells\n")
	e.edit(e.at("box:1", text("0"))) // 9
	e.has("x := 10\n")
	if err := e.srv.ByOther(e.id, func(d second.Flat) (second.Flat, error) {
		at, _ := d.Last()
		return d.Box(at, second.TextBox, "in the box")
	}); err != nil {
		e.t.Fatal(err)
	}
	e.edit(e.at("box:2", text(", more")))
	e.has("in the box, more\n")
	e.edit(client.EditAt{Edit: model.Edit{Kind: model.EditComment, Old: "beta", Text: "why?"}}) // 10
	e.edit(e.at("after:beta", model.Edit{Kind: model.EditImage, Image: e.image()}))
	e.edit(e.at("match:Omega last", model.Edit{Kind: model.EditPageBreak}))
	e.edit(e.at("before:Costs", model.Edit{Kind: model.EditTable, Rows: 2, Cols: 3}))
	images, err := e.service.Home().(client.EditMaker).Images(e.t.Context(), model.Ref{Place: e.item, ID: e.id, Kind: model.KindDoc}, 0, client.Options{})
	if err != nil || len(images.All) != 1 {
		e.t.Fatalf("%+v, %v", images, err)
	}
	e.edit(client.EditAt{Edit: model.Edit{Kind: model.EditReplaceImage, OldImage: &images.All[0], Image: e.image()}}) // 11
	e.edit(e.at("heading:Hollow", text("No longer hollow")))
	e.has("Hollow\nNo longer hollow\n")
	// Several at once: none moves the place of another.
	e.edit(e.at("heading:Scope", model.Edit{Kind: model.EditMarkdown, Text: "one"}), e.at("end", text("two")),
		client.EditAt{Edit: model.Edit{Kind: model.EditReplace, Old: "last", Text: "end"}}, e.at("end-of:Scope", model.Edit{Kind: model.EditParagraph, Text: "three"}))
	e.has("Scope\none\nFirst")
	e.has("Omega end.")
	e.has("three\n")
}

func editFrictions() map[string]second.Options {
	return map[string]second.Options{
		"plain":              {},
		"all newer tools":    {Word: second.Word{Newer: true}},
		"undo, other name":   {Word: second.Word{Newer: true, UndoName: true}},
		"underscore":         {Underscore: true},
		"bare names":         {Bare: true},
		"no list":            {NoList: true},
		"sessions":           {Sessions: true},
		"streams":            {SSE: true},
		"queries as streams": {Word: second.Word{SSEQueries: true}},
		"integers as text":   {IntsText: true},
		"structured only":    {Content: second.StructuredOnly},
		"no base64":          {Word: second.Word{NoBase64: true}},
		"unsorted":           {Word: second.Word{Unsorted: true}},
		"sources as words":   {Word: second.Word{SourceWords: true}},
		"attachments":        {Word: second.Word{Attachments: true}},
		"small pages":        {Word: second.Word{Limit: 2}},
		"merging":            {Word: second.Word{Stale: second.StaleRebased}},
		"other modes":        {Word: second.Word{Modes: []string{"MODE_OUTLINE", "MODE_COMPACT", "MODE_FULL"}}},
		"no modes":           {Word: second.Word{NoModes: true}},
		"versions jump":      {Word: second.Word{Jump: 6}},
		"no content":         {Missing: []string{"get_content"}, Word: second.Word{Newer: true}},
		"content cut":        {Word: second.Word{Newer: true, CutContent: true}},
		"no uploads":         {Missing: []string{"upload_image"}},
		"all together": {Underscore: true, Sessions: true, SSE: true, IntsText: true, Content: second.TextOnly, Word: second.Word{
			Newer: true, Unsorted: true, SourceWords: true, Attachments: true, Limit: 3, Jump: 2, Words: true}},
	}
}

func TestEditsOnTheSecondServer(t *testing.T) {
	for name, opt := range editFrictions() {
		for _, renamed := range []bool{false, true} {
			if opt.NoList && renamed {
				continue // nobody can know the names then
			}
			// The newer names matter to what they name, and to few of the rest.
			rest := !slices.Contains([]string{"plain", "all newer tools", "small pages", "bare names", "no content", "all together"}, name)
			if renamed && (rest && !procs.Campaign() || testing.Short()) { // names cannot collide
				continue
			}
			opt := opt
			opt.Renamed = renamed
			t.Run(fmt.Sprintf("%s, renamed %v", name, renamed), func(t *testing.T) {
				t.Parallel()
				newEditDesk(t, opt).sequences()
			})
		}
	}
}

// apply applies a plan and returns its result.
func (e *editDesk) apply(p *model.EditPlan) (model.EditResult, error) {
	e.t.Helper()
	return e.Apply(e.t.Context(), p)
}

// calls counts the calls of a tool.
func (e *editDesk) calls(tool string, want int) {
	e.t.Helper()
	if n := len(e.srv.Calls(tool)); n != want {
		e.t.Errorf("%s came %d times, want %d", tool, n, want)
	}
}

// An edit whose answer is lost is never sent twice, and counts as made only when
// the document shows it.
func TestLostAnswersOfEdits(t *testing.T) {
	for f, applied := range map[second.Fault]bool{second.LostBefore: false, second.CutBefore: false, second.LostAfter: true, second.CutAfter: true, second.Unclear: true} {
		for name, word := range generations() {
			t.Run(fmt.Sprint("fault ", f, ", ", name), func(t *testing.T) {
				t.Parallel()
				e := newEditDesk(t, second.Options{Word: word})
				p := e.plan(e.at("end", model.Edit{Kind: model.EditText, Text: "a unique end"}))
				e.srv.Fault("doc.insert_text", f, 1)
				res, err := e.apply(p)
				e.calls("doc.insert_text", 1)
				if applied && (err != nil || res.Outcome != model.EditDone || !res.Verified) {
					t.Errorf("made: %+v, %v", res, err)
				}
				if !applied && res.Outcome != model.EditUnknown && res.Outcome != model.EditFailed {
					t.Errorf("not made: %+v, %v", res, err)
				}
				if !applied && err == nil {
					t.Error("no error tells of the lost edit")
				}
			})
		}
	}
}

// by lets another writer insert a paragraph at the top.
func (e *editDesk) by() {
	err := e.srv.ByOther(e.id, func(d second.Flat) (second.Flat, error) { return d.InsertMarkdown(0, "of another") })
	if err != nil {
		e.t.Error(err)
	}
}

// Another writer between plan and edit, or between the last check and the edit.
func TestAnotherWriter(t *testing.T) {
	for _, words := range []bool{false, true} {
		t.Run(fmt.Sprint("before, words ", words), func(t *testing.T) {
			e := newEditDesk(t, second.Options{Word: second.Word{Words: words}})
			p := e.plan(e.at("end", model.Edit{Kind: model.EditText, Text: "mine"}))
			e.by()
			res, err := e.apply(p)
			if !client.Is(err, client.KindConflict) || res.Outcome != model.EditConflict {
				t.Errorf("%+v, %v", res, err)
			}
			e.calls("doc.insert_text", 0)
			var out *client.Outdated
			if !errors.As(err, &out) || out.Base != p.Version || out.Version != p.Version+1 {
				t.Errorf("%+v", out)
			}
		})
		t.Run(fmt.Sprint("at the last moment, words ", words), func(t *testing.T) {
			e := newEditDesk(t, second.Options{Word: second.Word{Words: words}})
			p := e.plan(e.at("end", model.Edit{Kind: model.EditText, Text: "mine"}))
			e.srv.Meanwhile("doc.insert_text", 1, e.by)
			res, err := e.apply(p)
			if err == nil || res.Outcome != model.EditConflict {
				t.Errorf("%+v, %v", res, err)
			}
			if d, _ := e.srv.WordOf(e.id); strings.Contains(d.Text(), "mine") {
				t.Error("it was made on another version")
			}
		})
	}
	for _, echo := range []bool{false, true} {
		t.Run(fmt.Sprint("merged, echo ", echo), func(t *testing.T) {
			e := newEditDesk(t, second.Options{Word: second.Word{Stale: second.StaleRebased, EchoBase: echo}})
			p := e.plan(e.at("end", model.Edit{Kind: model.EditText, Text: "mine"}))
			e.srv.Meanwhile("doc.insert_text", 1, e.by)
			res, err := e.apply(p)
			if err != nil || res.Outcome != model.EditDone {
				t.Errorf("%+v, %v", res, err)
			}
			e.has("\nmine\n")
			e.has("of another")
		})
		t.Run(fmt.Sprint("merged in a chain, echo ", echo), func(t *testing.T) {
			e := newEditDesk(t, second.Options{Word: second.Word{Stale: second.StaleRebased, EchoBase: echo}})
			p := e.plan(e.at("end", model.Edit{Kind: model.EditText, Text: "mine"}), e.at("heading:Scope", model.Edit{Kind: model.EditText, Text: "also mine"}))
			e.srv.Meanwhile("doc.insert_text", 1, e.by)
			res, err := e.apply(p)
			if !echo && (err == nil || res.Outcome != model.EditPartly || res.Done != 1) {
				t.Errorf("%+v, %v", res, err)
			}
			if d, _ := e.srv.WordOf(e.id); strings.Contains(strings.ReplaceAll(d.Text(), "Scope\nalso mine", ""), "also mine") {
				t.Errorf("the second step is at a wrong place: %q", d.Text())
			}
		})
	}
}

// An edit is undone by the service, or by an exact inverse edit, or not at all.
func TestUndoOnTheSecondServer(t *testing.T) {
	for _, c := range []struct {
		opt  second.Options
		edit client.EditAt
		want model.EditUndo
	}{
		{second.Options{Word: second.Word{Newer: true}}, client.EditAt{Edit: model.Edit{Kind: model.EditReplaceAll, Old: "lpha", Text: "x"}}, model.UndoRevert},
		{second.Options{Word: second.Word{Newer: true, UndoName: true}}, client.EditAt{Edit: model.Edit{Kind: model.EditReplaceAll, Old: "lpha", Text: "x"}}, model.UndoRevert},
		{second.Options{Word: second.Word{Generation: second.July}}, client.EditAt{Edit: model.Edit{Kind: model.EditText, Text: "in two steps"}, At: model.Where{Kind: model.WhereHeading, Text: "Hollow"}}, model.UndoRevert},
		{second.Options{}, client.EditAt{Edit: model.Edit{Kind: model.EditText, Text: "unique"}, At: model.Where{Kind: model.WhereEnd}}, model.UndoInverse},
		{second.Options{}, client.EditAt{Edit: model.Edit{Kind: model.EditReplaceAll, Old: "lpha", Text: "x"}}, model.UndoNone},
		{second.Options{}, client.EditAt{Edit: model.Edit{Kind: model.EditTable, Rows: 1, Cols: 1}, At: model.Where{Kind: model.WhereEnd}}, model.UndoNone},
	} {
		e := newEditDesk(t, c.opt)
		before, _ := e.srv.WordOf(e.id)
		if p := e.plan(c.edit); p.Undo != c.want {
			t.Errorf("%+v: undo %v, want %v", c.edit, p.Undo, c.want)
		}
		e.edit(c.edit)
		p, err := e.PlanUndo(t.Context(), e.item)
		if c.want == model.UndoNone {
			if err == nil {
				t.Errorf("%+v: there is a way back: %+v", c.edit, p)
			}
			continue
		}
		if err != nil {
			t.Errorf("%+v: %v", c.edit, err)
			continue
		}
		if res, err := e.apply(p); err != nil || res.Outcome != model.EditDone {
			t.Errorf("%+v: %+v, %v", c.edit, res, err)
		}
		if after, _ := e.srv.WordOf(e.id); after.Content() != before.Content() {
			t.Errorf("%+v was not taken back: %q", c.edit, after.Content())
		}
	}
}

// Positions are fetched again after a comment, as the specification demands.
func TestACommentInAChain(t *testing.T) {
	e := newEditDesk(t, second.Options{})
	e.edit(client.EditAt{Edit: model.Edit{Kind: model.EditComment, Old: "beta", Text: "why?"}},
		e.at("end", model.Edit{Kind: model.EditText, Text: "the end"}),
		client.EditAt{Edit: model.Edit{Kind: model.EditReplace, Old: "Intro", Text: "Outro"}},
		e.at("heading:Scope", model.Edit{Kind: model.EditMarkdown, Text: "on top"}))
	e.has("Outro text.")
	e.has("Scope\non top\nAlpha beta")
}

// Whoever a service gives the level and the list of a new paragraph to: the new text has them and
// the others do not; or the edit is taken back, or it says that it stays.
func TestWhoseLevelItIs(t *testing.T) {
	const sign = "C++ & it" // not to be sent as Markdown
	for name, word := range map[string]second.Word{
		"specified": {}, "newer": {Newer: true}, "July": {Generation: second.July},
		"before": {MarkBefore: true}, "before, newer": {Newer: true, MarkBefore: true}, "before, July": {Generation: second.July, MarkBefore: true},
	} {
		opt := second.Options{Word: word}
		if word.MarkBefore {
			opt.Missing = []string{"doc.insert_paragraph_with_text"}
		}
		for _, c := range []struct {
			where, text, want string
			style             model.ParagraphStyle
		}{
			{"end", "a new head", "\n## a new head\n", model.ParagraphStyle{Level: 2}},
			{"end", "a new item", "\n- a new item\n", model.ParagraphStyle{List: 1}},
			{"end-of:Scope", "a new head", "### a new head\n", model.ParagraphStyle{Level: 3}},
			{"after:Intro text", "a new head", "Intro text.\n\n## a new head\n\n## Scope", model.ParagraphStyle{Level: 2}},
			{"after:Alpha beta", "a new item", "Alpha beta alpha.\n\n1. a new item\n", model.ParagraphStyle{List: 2}},
			{"heading:Hollow", "a new text", "## Hollow\n\na new text\n\n## Costs", model.ParagraphStyle{}},
			{"end", sign, "\n## " + sign + "\n", model.ParagraphStyle{Level: 2}}, // one of two empty paragraphs
			{"after:Intro text", sign, "Intro text.\n\n## " + sign + "\n\n## Scope", model.ParagraphStyle{Level: 2}},
			{"match:Alpha beta", sign, "## " + sign + "\n\nAlpha beta alpha.", model.ParagraphStyle{Level: 2}},
			{"heading:Hollow", sign, "## Hollow\n\n" + sign + "\n\n## Costs", model.ParagraphStyle{}},
			{"after:Intro text.", "", "Intro text.\n\n## \n\n## Scope", model.ParagraphStyle{Level: 2}},
		} {
			t.Run(name+"/"+c.where+" "+c.text, func(t *testing.T) {
				e := newEditDesk(t, opt)
				before, _ := e.srv.WordOf(e.id)
				res, err := e.apply(e.plan(e.at(c.where, model.Edit{Kind: model.EditParagraph, Text: c.text, Paragraph: c.style})))
				after, _ := e.srv.WordOf(e.id)
				revert := word.Newer || word.Generation == second.July
				switch is := after.Content() == before.Content(); {
				case err == nil && res.Outcome == model.EditDone && strings.Contains(after.Content(), c.want):
				case c.where == "end":
					t.Errorf("%+v, %v\n%s", res, err, after.Content())
				case err != nil && res.Outcome == model.EditFailed && is && word.MarkBefore && c.text != "a new head" && revert:
				case err != nil && res.Outcome == model.EditPartly && word.MarkBefore && c.text != "a new head" && !revert:
				default:
					t.Errorf("%+v, %v\n%q is not in\n%s", res, err, c.want, after.Content())
				}
			})
		}
	}
}

// A large image is uploaded first; when that fails, the document was not touched.
func TestALargeImage(t *testing.T) {
	e := newEditDesk(t, second.Options{})
	large := filepath.Join(t.TempDir(), "large.png")
	if err := os.WriteFile(large, append(pixelOf(t), make([]byte, 2<<20)...), 0o600); err != nil {
		t.Fatal(err)
	}
	im := e.image()
	im.File = model.Place{Scheme: model.SchemeDisk, Path: model.Steps(strings.Split(strings.Trim(filepath.ToSlash(large), "/"), "/")...)}
	put := e.at("end", model.Edit{Kind: model.EditImage, Image: im})
	p := e.plan(put)
	e.srv.Fault("upload_image", second.Internal, 1)
	_, before := e.srv.WordOf(e.id)
	if res, err := e.apply(p); err == nil || res.Outcome != model.EditFailed {
		t.Errorf("%+v, %v", res, err)
	}
	if _, v := e.srv.WordOf(e.id); v != before {
		t.Error("the document was changed")
	}
	e.calls("doc.insert_image", 0)
	release := e.srv.Hold("upload_image")
	e.srv.Meanwhile("doc.get_outline", 1, release)
	done := make(chan error, 1)
	go func() {
		res, err := e.Apply(t.Context(), p)
		if err == nil && res.Outcome != model.EditDone {
			err = fmt.Errorf("%+v", res)
		}
		done <- err
	}()
	if _, err := e.service.Home().(client.EditMaker).Outline(t.Context(), model.Ref{Place: e.item, ID: e.id, Kind: model.KindDoc}, 0, client.Options{}); err != nil {
		t.Error(err)
	}
	if err := <-done; err != nil {
		t.Error(err)
	}
	e.calls("doc.insert_image", 1)
}

package docs_test

import (
	"strings"
	"testing"

	"aloft/client"
	"aloft/client/clienttest"
	"aloft/client/clienttest/fault"
	"aloft/client/docs"
	"aloft/client/docs/conn"
	"aloft/client/docs/second"
	"aloft/client/embedded"
	"aloft/model"
)

// makeDoc makes a document in a home and names it.
func makeDoc(t *testing.T, src client.Source, kind model.Kind, title string) model.Ref {
	t.Helper()
	root, err := src.Walk(client.Options{}).Folder(t.Context(), src.Root())
	if err != nil {
		t.Fatal(err)
	}
	e, err := src.(client.Maker).Create(t.Context(), root, title, model.New{Kind: kind}, client.Interactive)
	if err != nil {
		t.Fatal(err)
	}
	return model.Ref{Place: src.Root().JoinPin(title, e.ID), ID: e.ID, Kind: kind}
}

// The suite of the Editors, over the embedded service.
func TestEditorOfTheEmbeddedService(t *testing.T) {
	for name, f := range map[string]fault.Docs{
		"plain":             {},
		"other words":       {IntStrings: true, ImageWords: true, Attachments: true, Wrapped: true, Underscore: true},
		"second generation": {Second: true, Sessions: true, SSE: fault.Rate{Every: 2}},
		"bare names":        {Bare: true, SSE: fault.Rate{Every: 3}},
	} {
		t.Run(name, func(t *testing.T) {
			r := rigOver(t, embedded.Options{Sample: true, Faults: fault.Faults{Docs: f}}, nil)
			sheet := makeDoc(t, r.home, model.KindSheet, "Numbers")
			locked := r.home.Root().Join("Projects").Join("Garden planner").Join("Rules of the association")
			e, err := r.home.Stat(t.Context(), locked, client.Options{})
			if err != nil {
				t.Fatal(err)
			}
			clienttest.RunEditor(t, func(t *testing.T) clienttest.EditorFixture {
				return clienttest.EditorFixture{
					Editor: r.home.(client.EditMaker), Sheet: sheet, ReadOnly: model.Ref{Place: locked, ID: e.ID, Kind: e.Kind},
					New: func(t *testing.T, title string) model.Ref { return makeDoc(t, r.home, model.KindDoc, title) },
				}
			})
		})
	}
}

// The suite of the Editors, over the second server.
func TestEditorOfTheSecondServer(t *testing.T) {
	for name, opt := range map[string]second.Options{
		"plain":               {},
		"newer":               {Word: second.Word{Newer: true}},
		"renamed":             {Renamed: true, Word: second.Word{Newer: true, UndoName: true, Limit: 2}},
		"camel case":          {Camel: true, Word: second.Word{Newer: true}},
		"camel case, renamed": {Camel: true, Renamed: true, Word: second.Word{Newer: true}},
		"bare names":          {Bare: true, IntsText: true, SSE: true, Word: second.Word{Newer: true, Unsorted: true, SourceWords: true, Attachments: true}},
		"underscore":          {Underscore: true, Word: second.Word{NoBase64: true, Jump: 5, EditsRPC: true}},
		"merging":             {Word: second.Word{Stale: second.StaleRebased}},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			r := newTour(t, opt)
			sheet, locked := makeDoc(t, r.home, model.KindSheet, "Numbers"), makeDoc(t, r.home, model.KindDoc, "Locked")
			r.srv.SetReadOnly(locked.ID, true)
			clienttest.RunEditor(t, func(t *testing.T) clienttest.EditorFixture {
				return clienttest.EditorFixture{
					Editor: r.home.(client.EditMaker), Merges: opt.Stale != second.StaleRefused, Strict: true, Sheet: sheet, ReadOnly: locked,
					New: func(t *testing.T, title string) model.Ref { return makeDoc(t, r.home, model.KindDoc, title) },
				}
			})
		})
	}
}

// Where the service has no tool for images, the open platform accepts them.
func TestImagesByTheOpenPlatform(t *testing.T) {
	box := newRig(t, fault.Docs{Missing: "upload_image"}, func(o *docs.Options) {
		o.Open = conn.OpenPlatform{URL: "http://aloft.local", ClientID: "c", OpenID: "o", Tokens: o.Tokens}
	})
	other := newTour(t, second.Options{Missing: []string{"upload_image"}, Word: second.Word{OpenWrapped: true}})
	opened := clienttest.NewJar("old")
	opened.SetNext(second.OpenToken)
	other.o.Open = conn.OpenPlatform{URL: other.srv.Base(), ClientID: "c", OpenID: "o", Tokens: opened}
	open := docs.New(other.o)
	t.Cleanup(func() { _ = open.Close() })
	for name, src := range map[string]client.Source{"embedded": box.home, "second": open.Home()} {
		ref, ed := makeDoc(t, src, model.KindDoc, "Pictures"), src.(client.EditMaker)
		id, err := ed.UploadImage(t.Context(), "p.png", dot(t), int64(len(pixel(t))), client.Interactive)
		if err != nil || id == "" {
			t.Errorf("%s: %q, %v", name, id, err)
			continue
		}
		last, err := ed.LastPosition(t.Context(), ref, 0, client.Options{})
		if err != nil {
			t.Fatal(err)
		}
		e := model.Edit{Kind: model.EditImage, At: last.Position, Image: model.NewImage{ID: id}}
		if _, err := ed.Edit(t.Context(), ref, last.Version, e, client.Interactive); err != nil {
			t.Errorf("%s: %v", name, err)
		}
		if all, err := ed.Images(t.Context(), ref, 0, client.Options{}); err != nil || len(all.All) != 1 {
			t.Errorf("%s: %+v, %v", name, all, err)
		}
	}
}

// A service whose schema has no tool for tracked changes is not asked for them, and the
// refusal names the tool.
func TestRevisionsNeedATool(t *testing.T) {
	box, other := newRig(t, fault.Docs{}, nil), newTour(t, second.Options{})
	ref := makeDoc(t, box.home, model.KindDoc, "Tracked")
	if got, err := box.home.(client.EditMaker).Revisions(t.Context(), ref, 0, client.Options{}); err != nil || len(got.All) != 0 || got.Version == 0 {
		t.Errorf("embedded: %+v, %v", got, err)
	}
	if err := box.home.(client.EditMaker).CanEdit(model.KindDoc, model.EditRevisions); err != nil {
		t.Errorf("embedded: %v", err)
	}
	ref = makeDoc(t, other.home, model.KindDoc, "Tracked")
	_, err := other.home.(client.EditMaker).Revisions(t.Context(), ref, 0, client.Options{})
	if !client.Is(err, client.KindUnsupported) || !strings.Contains(err.Error(), "doc.get_revisions") {
		t.Error(err)
	}
	e := model.Edit{Kind: model.EditRevisions}
	if _, err := other.home.(client.EditMaker).Edit(t.Context(), ref, 1, e, client.Interactive); !client.Is(err, client.KindUnsupported) || !strings.Contains(err.Error(), "doc.resolve_revisions") {
		t.Error(err)
	}
	if err := other.home.(client.EditMaker).CanEdit(model.KindDoc, e.Kind); !client.Is(err, client.KindUnsupported) || !strings.Contains(err.Error(), "doc.resolve_revisions") {
		t.Error(err)
	}
}

// A service whose schema has no argument for suggestions is sent none, and makes no edit
// instead.
func TestSuggestNeedsAnArgument(t *testing.T) {
	box, other := newRig(t, fault.Docs{}, nil), newTour(t, second.Options{})
	e := model.Edit{Kind: model.EditParagraph, Text: "A new one.", Suggest: "Ann"}
	for name, src := range map[string]client.Source{"embedded": box.home, "second": other.home} {
		ref, ed := makeDoc(t, src, model.KindDoc, "Suggested"), src.(client.EditMaker)
		last, err := ed.LastPosition(t.Context(), ref, 0, client.Options{})
		if err != nil {
			t.Fatal(err)
		}
		e.At = last.Position
		can := ed.CanSuggest(e)
		_, err = ed.Edit(t.Context(), ref, last.Version, e, client.Interactive)
		now, _ := ed.LastPosition(t.Context(), ref, 0, client.Options{})
		if name == "second" {
			for _, err := range []error{can, err} {
				if !client.Is(err, client.KindUnsupported) || !strings.Contains(err.Error(), "cannot suggest") {
					t.Errorf("%s: %v", name, err)
				}
			}
			if now != last {
				t.Errorf("%s: %+v", name, now)
			}
			continue
		}
		got, listed := ed.Revisions(t.Context(), ref, 0, client.Options{})
		if can != nil || err != nil || listed != nil || now.Version != last.Version+1 || len(got.All) == 0 || got.All[len(got.All)-1].Author != "Ann" {
			t.Errorf("%s: %v, %v, %+v, %v", name, can, err, got, listed)
		}
	}
}

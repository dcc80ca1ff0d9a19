package limited_test

import (
	"reflect"
	"strings"
	"testing"
	"time"

	"aloft/client"
	"aloft/client/limited"
	"aloft/model"
)

// Every place that an edit can hold is looked at, those of fields to come, too.
func TestEveryPlaceOfAnEditIsLookedAt(t *testing.T) {
	w := newWorld(t)
	edits := w.person(false, w.shown()...).Edits(w.edits)
	doc := w.at("docs:/Projects/Garden planner/Project report")
	request := func() client.EditRequest {
		return client.EditRequest{Item: doc, Unseen: true, Edits: []client.EditAt{{Edit: model.Edit{Kind: model.EditMarkdown, Text: "More."}, At: model.Where{Kind: model.WhereEnd}}}}
	}
	plan, err := edits.Plan(t.Context(), request())
	w.must(err)
	for _, out := range append(w.outside(), w.at("docs:/")) {
		for _, s := range spots(reflect.TypeFor[client.EditRequest](), reflect.TypeFor[model.Place]()) {
			if strings.Contains(s.path, ".Roots[]") {
				continue // they are set anew
			}
			r := request()
			s.set(reflect.ValueOf(&r).Elem(), out)
			if _, err := edits.Plan(t.Context(), r); !refusal(err) {
				t.Errorf("%s %s: %v", s.path, out, err)
			}
		}
		for _, s := range spots(reflect.TypeFor[model.EditPlan](), reflect.TypeFor[model.Place]()) {
			if strings.HasPrefix(s.path, ".Entry.From*") || strings.Contains(s.path, ".Roots[]") {
				continue // nothing is found by it
			}
			p := *plan
			p.Steps = append([]model.EditStep(nil), plan.Steps...)
			s.set(reflect.ValueOf(&p).Elem(), out)
			if _, err := edits.Apply(t.Context(), &p); !refusal(err) {
				t.Errorf("%s %s: %v", s.path, out, err)
			}
		}
		if _, err := edits.History(t.Context(), out); !refusal(err) {
			t.Errorf("history of %s: %v", out, err)
		}
		if _, err := edits.PlanUndo(t.Context(), out); !refusal(err) {
			t.Errorf("undo of %s: %v", out, err)
		}
		for _, c := range [][2]model.Place{{out, doc}, {doc, out}} {
			if _, err := edits.Compare(t.Context(), client.DocVersion{Place: c[0]}, client.DocVersion{Place: c[1]}, client.Options{}); !refusal(err) {
				t.Errorf("%s is compared: %v", out, err)
			}
		}
	}
	// Edits find a document by the id of its place.
	other := w.ref(w.at("docs:/Household/Insurance overview"))
	r := request()
	r.Item = doc.Parent().JoinPin(doc.Base(), other.ID)
	if _, err := edits.Plan(t.Context(), r); err == nil {
		t.Error("another document is planned to be edited")
	}
	if _, err := edits.History(t.Context(), r.Item); err == nil {
		t.Error("the history of another document is told")
	}
	forged := *plan
	forged.Entry.ID = other.ID
	if _, err := edits.Apply(t.Context(), &forged); !refusal(err) {
		t.Errorf("another document is edited: %v", err)
	}
	if res, err := edits.Apply(t.Context(), plan); err != nil {
		t.Errorf("%+v, %v", res, err)
	}
	if done, err := edits.History(t.Context(), doc); err != nil || len(done) != 1 {
		t.Errorf("%+v, %v", done, err)
	}
	if _, err := edits.PlanUndo(t.Context(), doc); err != nil {
		t.Error(err)
	}
	if _, err := edits.Compare(t.Context(), client.DocVersion{Place: doc, Version: 1}, client.DocVersion{Place: doc}, client.Options{}); err != nil {
		t.Error(err)
	}
	if w.person(true, w.shown()...).Edits(w.edits) != nil || w.person(true).Edits(w.edits) != nil {
		t.Error("somebody who only reads edits")
	}
}

// Previews are read through the sources of the person, by ids that are known to be theirs.
func TestPreviewsAreOfTheirFiles(t *testing.T) {
	w := newWorld(t)
	g := w.person(true, w.shown()...)
	files := w.previews(g)
	for _, out := range append(w.outside(), w.all("~/share/outfile", "drive:/")...) {
		_, e := w.raw(out)
		if p, err := files.Preview(t.Context(), out, e, true); !refusal(err) || p.Text != "" {
			t.Errorf("%s: %+v, %v", out, p, err)
		}
		if p, err := files.End(t.Context(), out, e, true); !refusal(err) || p.Text != "" {
			t.Errorf("%s: %+v, %v", out, p, err)
		}
		if _, err := files.(client.Picturer).Picture(t.Context(), out, e, 1, 1); !refusal(err) {
			t.Errorf("%s: %v", out, err)
		}
	}
	file := w.at("drive:/Documents/Reading list.md")
	_, e := w.raw(file)
	if p, err := files.Preview(t.Context(), file, e, true); err != nil || p.Text == "" {
		t.Errorf("%+v, %v", p, err)
	}
	// A drive reads by the id that was listed.
	_, other := w.raw(w.at("drive:/Read me first.txt"))
	if p, err := files.Preview(t.Context(), file, other, true); err != nil || strings.Contains(p.Text, "Welcome") {
		t.Errorf("the content of another file: %+v, %v", p, err)
	}
}

// What was moved away is not read by the id that it was seen with.
func TestAnIdIsForgotten(t *testing.T) {
	w := newWorld(t)
	g := w.person(false, w.shown()...)
	doc := w.at("docs:/Projects/Weekly notes")
	ref := w.ref(doc)
	src := w.source(g, doc).(interface {
		client.Source
		client.Steady
		client.Editor
	})
	if _, err := src.List(t.Context(), doc.Parent(), client.Options{}); err != nil {
		t.Fatal(err)
	}
	p, err := w.jobs.Plan(t.Context(), client.Request{Op: model.OpMove, Items: []model.Place{doc}, Target: w.at("docs:/Household")})
	w.must(err)
	id, err := w.jobs.Start(t.Context(), p)
	w.must(err)
	if _, err = w.jobs.Wait(t.Context(), id); err != nil {
		t.Fatal(err)
	}
	limited.Age(g, time.Hour)
	if _, err = src.Outline(t.Context(), ref, 0, client.Options{}); err == nil {
		t.Error("it is read")
	}
	if _, err = src.ByID(t.Context(), ref.ID, client.Options{}); !refusal(err) {
		t.Errorf("it is found: %v", err)
	}
	if at, _, err := src.Resolve(t.Context(), ref.ID, client.Options{}); !refusal(err) {
		t.Errorf("it is found at %s: %v", at, err)
	}
}

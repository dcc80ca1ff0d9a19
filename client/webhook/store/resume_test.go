package store

import (
	"os"
	"testing"

	"aloft/model"
	"aloft/model/text"
)

// What had not begun is left to the next owner, which begins or cuts it; a reader shows it as it was. What may have begun
// is cut.
func TestUnbegun(t *testing.T) {
	dir := t.TempDir()
	s := owned(t, dir, Options{})
	waits := add(t, s, model.Delivery{State: model.DeliveryWaiting}, Stored{Key: "k"})
	asks := add(t, s, model.Delivery{State: model.DeliveryAsking}, Stored{})
	runs := add(t, s, model.Delivery{State: model.DeliveryRunning}, Stored{})
	prints := add(t, s, model.Delivery{State: model.DeliveryWaiting}, Stored{}) // killed before its start was written
	done := add(t, s, model.Delivery{State: model.DeliveryDone}, Stored{})
	if err := os.WriteFile(s.OutputFile(prints.ID), nil, 0o600); err != nil {
		t.Fatal(err)
	}
	end(t, s)
	want := map[string]model.DeliveryState{waits.ID: model.DeliveryWaiting, asks.ID: model.DeliveryAsking,
		runs.ID: model.DeliveryCut, prints.ID: model.DeliveryCut, done.ID: model.DeliveryDone}
	states := func(s *Store, when string) {
		t.Helper()
		for id, st := range want {
			if d := s.Get(id); d == nil || d.State != st {
				t.Errorf("%s: %+v, not %s", when, d, st)
			}
		}
	}
	states(followed(t, dir, Options{Resumes: true}), "without an owner")
	s = owned(t, dir, Options{Resumes: true})
	states(s, "opened")
	if u := s.Unbegun(); len(u) != 2 || u[0].ID != waits.ID || u[1].ID != asks.ID {
		t.Errorf("%+v", u)
	}
	if c := s.Cuts(); len(c) != 2 || c[0].ID != runs.ID || c[1].ID != prints.ID {
		t.Errorf("%+v", c)
	}
	if id, ok := s.Seen("k", waits.At); !ok || id != waits.ID {
		t.Error("its key is free")
	}
	s.Cut(asks.ID)
	s.Cut(done.ID)
	want[asks.ID] = model.DeliveryCut
	states(s, "cut")
	if c := s.Cuts(); len(c) != 3 || c[2].ID != asks.ID || c[2].Reason.Text == text.HookCutRunning {
		t.Errorf("%+v", c)
	}
	end(t, s)
	states(owned(t, dir, Options{Resumes: true}), "opened again")
}

// An owner learns whether somebody waits for the store, until that one has ended or has become the owner.
func TestHeirs(t *testing.T) {
	dir := t.TempDir()
	s := owned(t, dir, Options{})
	is := func(want bool) {
		t.Helper()
		if s.Awaited() != want {
			t.Errorf("somebody waits: %v", !want)
		}
	}
	is(false)
	a, err := Await(dir)
	if err != nil {
		t.Fatal(err)
	}
	b, err := Await(dir)
	if err != nil {
		t.Fatal(err)
	}
	is(true)
	_ = a.Close()
	is(true)
	if err := os.Remove(b.Name()); err != nil {
		t.Fatal(err)
	}
	is(false)
	_ = b.Close()
}

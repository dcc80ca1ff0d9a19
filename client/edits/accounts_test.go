//go:build unix

package edits

import (
	"os"
	"path/filepath"
	"testing"
	"time"

	"aloft/client"
	"aloft/model"
)

// seenFrom is a process with another current account: its places of the document
// have the account in them, or not.
func (b *bench) seenFrom(current string) *Engine {
	b.f.Account = "me"
	if current == "me" {
		b.f.Account = ""
	}
	e := b.engine(b.e.o.Dir)
	e.o.Account = current
	return e
}

// An edit is stored with the account of its document: whichever account is current,
// it is found, reverted once, and not skipped while it may still take effect.
func TestEditsLieWithTheirAccount(t *testing.T) {
	for _, c := range []struct{ writer, reader string }{{"me", "other"}, {"other", "me"}, {"other", "third"}} {
		b := newBench(t, sample)
		before := b.f.markdown()
		b.e = b.seenFrom(c.writer)
		b.do(b.at("end", insert("mine")))
		b.e = b.seenFrom(c.reader)
		if h := b.history(); len(h) != 1 || h[0].Outcome != model.EditDone {
			t.Fatalf("%+v: %+v", c, h)
		}
		u, err := b.e.PlanUndo(t.Context(), fakePlace())
		if err != nil {
			t.Fatalf("%+v: %v", c, err)
		}
		if r, err := b.e.Apply(t.Context(), u); err != nil || b.f.markdown() != before {
			t.Fatalf("%+v: %+v, %v", c, r, err)
		}
		b.e = b.seenFrom(c.writer)
		if h := b.history(); len(h) != 2 || !h[1].Undone {
			t.Errorf("%+v: %+v", c, h)
		}

		// The process dies before the service does anything; the reader notices
		// that.
		p, err := b.plan(b.at("end", insert("mine")))
		if err != nil {
			t.Fatal(err)
		}
		func() {
			defer func() { _ = recover() }()
			b.e.o.Hook = func(string) { panic("killed") }
			_, _ = b.e.Apply(t.Context(), p)
		}()
		b.e = b.seenFrom(c.reader)
		if _, err := b.e.PlanUndo(t.Context(), fakePlace()); !client.Is(err, client.KindConflict) {
			t.Errorf("%+v: what may still strike is passed over: %v", c, err)
		}
		b.clock = b.clock.Add(time.Minute)
		if h := b.history(); len(h) != 3 || h[0].Outcome != model.EditFailed {
			t.Errorf("%+v: %+v", c, h)
		}
	}
}

// Journals of earlier versions are stored with the account that was current, which
// was left out of their names.
func TestEditsOfEarlierVersions(t *testing.T) {
	for _, c := range []struct{ writer, reader string }{{"me", "me"}, {"me", "other"}, {"other", "me"}, {"other", "other"}, {"other", "third"}} {
		b := newBench(t, sample)
		b.f.noRevert = true
		account := "me"
		if c.writer == "me" {
			account = ""
		}
		// The steps are known, the end is not.
		old := journalIn(filepath.Join(b.e.o.Dir, c.writer), account, b.f.id)
		b.f.other(model.Edit{Kind: model.EditText, At: 4, Text: "older"})
		for _, r := range []record{
			{T: recIntent, ID: "old", At: b.clock, Base: 1, Marks: []mark{{Kind: model.EditText, At: 4, Text: "older"}}},
			{T: recMade, ID: "old", Version: 2},
		} {
			if err := old.append(r); err != nil {
				t.Fatal(err)
			}
		}
		b.clock = b.clock.Add(time.Second)
		b.e = b.seenFrom(c.reader)
		b.do(b.at("end", insert("newer")))
		h := b.history()
		if len(h) != 2 || h[1].ID != "old" || h[1].Outcome != model.EditDone || h[1].Version != 2 {
			t.Fatalf("%+v: %+v", c, h)
		}
		if text, err := os.ReadFile(old.path); err != nil || len(replay(text)) == 0 || replay(text)[0].out != model.EditDone {
			t.Errorf("%+v: the end was not written beside the edit: %s, %v", c, text, err)
		}
		for range 2 {
			u, err := b.e.PlanUndo(t.Context(), fakePlace())
			if err != nil {
				t.Fatalf("%+v: %v", c, err)
			}
			if r, err := b.e.Apply(t.Context(), u); err != nil {
				t.Fatalf("%+v: %+v, %v", c, r, err)
			}
		}
		if h := b.history(); len(h) != 4 || !h[2].Undone || !h[3].Undone {
			t.Errorf("%+v: %+v", c, h)
		}
	}
}

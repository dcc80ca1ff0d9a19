package edits

import (
	"testing"
	"time"

	"aloft/client"
	"aloft/model"
)

// An edit that nobody looks at reads what it needs, and no more; it stands where the same edit
// stands that was looked at, and is seen there.
func TestReadsOfUnseenEdits(t *testing.T) {
	for _, c := range []struct {
		at           string
		edit         model.Edit
		seen, unseen int
	}{
		{"end", model.Edit{Kind: model.EditMarkdown, Text: "new words"}, 6, 3},
		{"heading:Goals", model.Edit{Kind: model.EditMarkdown, Text: "new words"}, 5, 3},
		{"heading:Goals", insert("new words"), 5, 3},
		{"end", model.Edit{Kind: model.EditPageBreak}, 7, 4},
	} {
		var text [2]string
		for i, unseen := range []bool{false, true} {
			b := newBench(t, sample)
			reads := 0
			b.f.reads = func() { reads++ }
			p, err := b.e.Plan(t.Context(), client.EditRequest{Item: fakePlace(), Edits: []client.EditAt{b.at(c.at, c.edit)}, Unseen: unseen})
			if err != nil {
				t.Fatal(err)
			}
			p.Unseen = unseen
			r, err := b.e.Apply(t.Context(), p)
			if err != nil || r.Outcome != model.EditDone || !r.Verified {
				t.Errorf("%s %s: %+v, %v", c.edit.Kind, c.at, r, err)
			}
			if want := []int{c.seen, c.unseen}[i]; reads != want {
				t.Errorf("%s %s, unseen %v: %d reads, want %d", c.edit.Kind, c.at, unseen, reads, want)
			}
			text[i] = b.f.markdown()
		}
		if text[0] != text[1] {
			t.Errorf("%s %s:\n%s\nunseen:\n%s", c.edit.Kind, c.at, text[0], text[1])
		}
	}
}

// The last answer of a plan is the look before the first step only for a moment, and never
// where somebody has looked at the plan.
func TestThePlanIsTheLookForAMoment(t *testing.T) {
	for _, c := range []struct {
		name   string
		unseen bool
		later  time.Duration
		sent   int
	}{
		{"at once", true, 0, 1},
		{"a moment later", true, justNow, 1},
		{"later", true, justNow + time.Millisecond, 0},
		{"looked at", false, 0, 0},
	} {
		b := newBench(t, sample)
		tried := 0
		b.f.before = func(model.Edit) error { tried++; return nil }
		p, err := b.plan(b.at("end", model.Edit{Kind: model.EditMarkdown, Text: "new words"}))
		if err != nil {
			t.Fatal(err)
		}
		p.Unseen = c.unseen
		b.f.other(insert("of another "))
		text := b.f.markdown()
		b.clock = b.clock.Add(c.later)
		r, err := b.e.Apply(t.Context(), p)
		b.wantKind(err, client.KindConflict)
		if r.Outcome != model.EditConflict || tried != c.sent || b.f.markdown() != text {
			t.Errorf("%s: sent %d times, want %d: %+v", c.name, tried, c.sent, r)
		}
	}
}

// Where others write between two reads of a plan it is made anew: it was the newest version at
// each of them.
func TestPlansAreOfTheNewestVersion(t *testing.T) {
	b := newBench(t, sample)
	reads := 0
	b.f.reads = func() {
		if reads++; reads == 2 {
			b.f.other(insert("of another "))
		}
	}
	p, err := b.e.Plan(t.Context(), client.EditRequest{Item: fakePlace(), Edits: []client.EditAt{b.at("end", insert("new words"))}, Unseen: true})
	if err != nil || p.Version != b.f.now().Version || reads != 5 {
		t.Errorf("version %d of %d after %d reads, %v", p.Version, b.f.now().Version, reads, err)
	}
}

// Where the version that an edit has made cannot be read, the newest one is looked at.
func TestUnseenEditsAreSeenInTheNewest(t *testing.T) {
	b := newBench(t, sample)
	b.f.onlyNew = true
	b.f.after = func(model.Edit) error { b.f.other(insert("of another ")); return nil }
	p, err := b.plan(b.at("heading:Goals", model.Edit{Kind: model.EditMarkdown, Text: "new words"}))
	if err != nil {
		t.Fatal(err)
	}
	p.Unseen = true
	r, err := b.e.Apply(t.Context(), p)
	if err != nil || !r.Verified || r.Outline == nil {
		t.Errorf("%+v, %v", r, err)
	}
}

// What is put at the end without anybody looking at the plan stands where the service says that the document ends,
// whatever it ends with, and whether or not a body has its sub-headings in it.
func TestTheEndByTheOutline(t *testing.T) {
	for _, text := range []string{"words", "# A", "words\n\n# A\n\nmore\n\n## B\n\nlast", "# A\n\n### B\n\n# C\n\n| a | b |\n| --- | --- |\n| 1 | 2 |", sample} {
		for _, own := range []bool{false, true} {
			b := newBench(t, text)
			b.f.own = own
			asked := 0
			b.f.reads = func() { asked++ }
			p, err := b.e.Plan(t.Context(), client.EditRequest{Item: fakePlace(), Edits: []client.EditAt{b.at("end", model.Edit{Kind: model.EditMarkdown, Text: "new"})}, Unseen: true})
			if err != nil || asked != 1 || p.Steps[0].Edit.At != engineEnd(b.f) {
				t.Errorf("%q: at %v after %d reads, want %d, %v", text, p, asked, engineEnd(b.f), err)
			}
		}
	}
}

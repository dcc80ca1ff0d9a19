package ui_test

import (
	"testing"

	"aloft/model"
	"aloft/ui"
	"aloft/ui/uitest"
)

// One tracked change is accepted or rejected by one key, and the next one takes it back. Then the list is there again,
// at the next change. All of them are a question.
func TestTrackedChangesOneAfterTheOther(t *testing.T) {
	atDesk(t, 100, 30, func(_ *ui.Deps, k *desk) {
		k.Tracked = map[string][]model.DocRevision{k.plan: {
			{ID: "1", Kind: "deletion", Author: "Bob", Date: "2026-10-01T10:00:00Z", Text: "nine"},
			{ID: "2", Kind: "insertion", Author: "Ann", Date: "2026-10-02T10:00:00Z", Text: "ten"},
			{ID: "3", Kind: "deletion", Author: "Bob", Date: "2026-10-03T10:00:00Z", Text: "eleven"},
			{ID: "4", Kind: "insertion", Author: "Bob", Date: "2026-10-04T10:00:00Z", Text: "twelve"},
		}}
	}, func(d *uitest.Driver, k *desk) {
		open(d, "2024", "In scope")
		next(d, "V")
		d.Has("a accept  r reject  A accept all  R reject all  u undo")
		next(d, "j", "j", "r")
		d.Has("2024 plan is saved: version 2; u undoes it", "Tracked changes of 2024 plan", "> Bob: insertion  {+twelve+}")
		next(d, "u")
		d.Has("is undone: version 3", "> Bob: deletion  [-eleven-]")
		next(d, "r")
		next(d, "a")
		d.Has("> Ann: insertion  {+ten+}") // the last one now
		next(d, "esc", "u")
		d.Has("is undone: version 6", "3 tracked changes")
		next(d, "V")
		d.Has("twelve")
		next(d, "R")
		d.Has("Reject all changes in", "3 tracked changes are dropped")
		next(d, "y")
		d.Has("2024 plan is saved: version 7; u undoes it")
		d.HasNot("Tracked changes of")
		if n := len(k.Tracked[k.plan]); n > 0 {
			t.Errorf("%d are left", n)
		}
	})
}

// The plan of a reply, which only Preview shows, says what is answered.
func TestAReplySaysWhatItAnswers(t *testing.T) {
	atDesk(t, 100, 30, func(_ *ui.Deps, k *desk) {
		k.Elsewhere(k.plan, model.Edit{Kind: model.EditComment, Text: "Only the web?", Ranges: []model.Range{{Begin: 20, End: 24}}})
	}, func(d *uitest.Driver, k *desk) {
		open(d, "2024", "In scope")
		next(d, "C")
		next(d, "r")
		d.Type("Agreed")
		next(d, "tab", "right", "enter")
		d.Has("Reply in", "Wang Wei: Only the web?", "+ Agreed", "Reply<]")
	})
}

// A thread is resolved from the list of comments, and opened again, whatever of it the cursor is on.
func TestResolveFromTheComments(t *testing.T) {
	atDesk(t, 100, 30, func(_ *ui.Deps, k *desk) {
		k.Elsewhere(k.plan, model.Edit{Kind: model.EditComment, Text: "Only the web?", Ranges: []model.Range{{Begin: 20, End: 24}}})
	}, func(d *uitest.Driver, k *desk) {
		open(d, "2024", "In scope")
		next(d, "C")
		next(d, "r")
		d.Type("Agreed")
		next(d, "enter")
		next(d, "y")
		next(d, "C")
		next(d, "j", "x")
		d.Has("2024 plan is saved: version 4; u undoes it")
		next(d, "C")
		d.Has("resolved")
		next(d, "x")
		d.Has("2024 plan is saved: version 5; u undoes it")
		next(d, "C")
		d.HasNot("resolved")
	})
}

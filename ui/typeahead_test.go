package ui_test

import (
	"strings"
	"testing"
	"time"

	"aloft/client"
	"aloft/model/text"
	"aloft/ui"
	"aloft/ui/dialog"
	"aloft/ui/uitest"
	"aloft/ui/uitest/loop"
)

// Keys pressed while a plan is made never go to the list, and never answer the
// question that comes.
func TestTypeAheadGoesNowhere(t *testing.T) {
	think := func(_ *ui.Deps, e *uitest.Engine, _ *uitest.Tree) { e.Think = 3 * time.Second }
	on(t, 80, 24, think, func(d *uitest.Driver, e *uitest.Engine, tree *uitest.Tree) {
		before := tree.Names()
		d.Keys("G")
		d.Has("notes.txt")
		d.Keys("d")
		d.Pass(time.Second)
		d.Keys("y") // marks to copy, in the list
		d.Has("y ignored: aloft still waits for an answer", "planning", "Esc stops")
		d.HasNot("marked", "folder 0 of 0")
		for _, k := range []string{"space", "j", "x", "m", "enter", "r", "a", "R", "A", ":", "/"} {
			d.Keys(k)
		}
		d.HasNot("sel 1", "marked", "New folder", "filter:")
		d.Has("11/11", "planning")
		d.Keys("w") // looking elsewhere works
		d.Has("4 Jobs")
		d.Keys("w")
		d.Pass(3 * time.Second)
		d.Has("Delete 1 entry")
		d.Keys("y") // on its way before anybody could see the question
		d.Has("Delete 1 entry")
		d.Pass(time.Second)
		if got := tree.Names(); len(got) != len(before) {
			t.Errorf("something is gone: %q", got)
		}
		d.Keys("y")
		d.Pass(5 * time.Second)
		if got := tree.Names(); len(got) != len(before)-1 {
			t.Errorf("nothing is gone: %q", got)
		}
		// Esc cancels at once, and then keys are the list's again.
		d.Keys("d")
		d.Pass(time.Second)
		d.Keys("esc")
		d.Has("cancelled")
		d.Keys("g", "g")
		d.Has("1/10")
		d.Pass(10 * time.Second)
		d.HasNot("Delete 1")
	})
}

// A question that came late ignores keys for half a second: not a moment less, and
// no longer.
func TestAQuestionThatCameLateIsDeafForAMoment(t *testing.T) {
	for wait, open := range map[time.Duration]bool{0: true, dialog.Grace - time.Millisecond: true, dialog.Grace + time.Millisecond: false} {
		on(t, 80, 24, func(_ *ui.Deps, e *uitest.Engine, _ *uitest.Tree) { e.Think = time.Second }, func(d *uitest.Driver, _ *uitest.Engine, _ *uitest.Tree) {
			d.Keys("G", "d")
			d.Pass(time.Second)
			d.Has("Delete 1 entry")
			d.Pass(wait)
			d.Keys("n")
			if strings.Contains(d.Screen(), "Delete 1 entry") != open {
				t.Errorf("%v after it came up, n leaves it open: %t", wait, !open)
			}
		})
	}
}

// An error on the screen never hides what is going on.
func TestAnErrorDoesNotHideWhatGoesOn(t *testing.T) {
	on(t, 80, 24, func(_ *ui.Deps, e *uitest.Engine, _ *uitest.Tree) { e.Think = time.Minute }, func(d *uitest.Driver, _ *uitest.Engine, tree *uitest.Tree) {
		tree.Fail = client.Errorf(client.KindLocal, "list", tree.Root(), "the screen needs a terminal")
		d.Keys("ctrl+r")
		tree.Fail = nil
		d.Has(string(text.Text("the screen needs a terminal")))
		d.Keys("d")
		d.Pass(time.Second)
		d.Has(string(text.Text("the screen needs a terminal")), "planning")
		d.Keys("esc") // one step: the planning, which is what goes on
		d.HasNot("planning")
		d.Pass(2 * time.Minute)
	})
}

// An immediate answer takes the key right after it, as fast typists expect.
func TestAnAnswerAtOnceTakesTheNextKey(t *testing.T) {
	on(t, 80, 24, nil, func(d *uitest.Driver, _ *uitest.Engine, tree *uitest.Tree) {
		n := len(tree.Names())
		d.Keys("G", "d", "y")
		d.Pass(5 * time.Second)
		if got := len(tree.Names()); got != n-1 {
			t.Errorf("%d instead of %d", got, n-1)
		}
	})
}

// The same while a document is read for an edit.
func TestTypeAheadOfAnEdit(t *testing.T) {
	atDesk(t, 100, 30, nil, func(d *uitest.Driver, k *desk) {
		open(d, "2024", "")
		d.Keys("r")
		d.Type("Alpha")
		d.Keys("enter")
		d.Type("Gamma")
		k.Cost = 2 * time.Second
		d.Keys("enter")
		d.Keys("j", "d", "y", "i")
		d.Has("i ignored: aloft still waits for an answer")
		d.Pass(3 * time.Second)
		d.Keys("space", "enter")
		d.Pass(3 * time.Second)
		d.HasNot("Insert Markdown")
		k.Cost = 0
		d.Keys("esc", "esc", "esc")
		d.Pass(10 * time.Second)
		if s := k.Doc(k.plan).Markdown(); s == "" {
			t.Error("the document is gone")
		}
	})
}

// Keys that come in one burst with the answer of a dialog are for what the answer leads to.
func TestABurstOfKeysGoesThroughDialogs(t *testing.T) {
	inLibrary(t, 80, 24, nil, func(d *uitest.Driver, _ *library) {
		for _, k := range []string{"a", "d", "A", "d", "d", "e", "d", "enter"} {
			d.Send(loop.Key(k))
		}
		d.Idle()
		d.Pass(time.Second)
		d.Has("made Added")
	})
}

package ui_test

import (
	"testing"
	"time"

	"aloft/ui/uitest"
)

// Undo in the list of edits applies to the row: the newest is undone, and every
// other one says why it cannot be.
func TestUndoOfAnOlderEditIsRefused(t *testing.T) {
	atDesk(t, 100, 30, nil, func(d *uitest.Driver, k *desk) {
		open(d, "2024", "In scope")
		for _, s := range []string{"First.", "Second."} {
			d.Keys("i")
			d.Send(uitest.Paste(s))
			d.Keys("ctrl+s")
			next(d, "y")
		}
		next(d, "U")
		next(d, "j", "u")
		d.Has("undo the newer edit first", "Our edits of")
		next(d, "k", "u")
		d.Has("Undo the last edit of")
		next(d, "y")
		next(d, "U")
		next(d, "u")
		d.Has("an undo cannot be undone", "Our edits of")
		next(d, "j", "u")
		d.Has("this edit is already undone")
		next(d, "j", "u")
		d.Has("Undo the last edit of")
	})
}

// An edit that nothing shows says so: the document was read again all the same.
func TestAnEditWithoutText(t *testing.T) {
	atDesk(t, 100, 30, besideMemory, func(d *uitest.Driver, k *desk) {
		selects(d, k, "two", 1, "F", "tab", "tab", "right", "ctrl+s")
		d.Has("~ underline on")
		next(d, "enter")
		d.Has("the text does not show this edit")
	})
}

// Where the text occurs twice in the context shown, the plan marks the one that is
// replaced.
func TestThePlanShowsTheVeryMatch(t *testing.T) {
	atDesk(t, 100, 30, nil, func(d *uitest.Driver, k *desk) {
		open(d, "2024", "")
		d.Keys("r")
		d.Type("Alpha")
		d.Keys("tab")
		d.Type("Omega")
		next(d, "ctrl+s")
		next(d, "j", "enter")
		d.Has("- Alpha and beta. Alpha again.", "+ Alpha and beta. Omega again.")
		next(d, "y")
		k.want(t, "Alpha and beta. Omega again.")
	})
}

// A heading without text has only a number, which is another place in another
// version: nothing is planned there again.
func TestANumberIsNoPlaceInANewVersion(t *testing.T) {
	atDesk(t, 100, 30, nil, func(d *uitest.Driver, k *desk) {
		k.Write(k.plan, "# Scope\n\nWhole words.\n\n#\n\nNo name.\n")
		open(d, "2024", "")
		d.Keys("G")
		d.Pass(time.Second)
		d.Has("(untitled)")
		d.Keys("i")
		d.Send(uitest.Paste("Mine."))
		k.Other(k.plan, "# Theirs\n\nNew.")
		next(d, "ctrl+s")
		d.Has("has changed")
		next(d, "r")
		d.HasNot("Insert into")
		d.Has("choose it again")
		next(d, "i")
		d.Has("Mine.")
		next(d, "ctrl+s")
		next(d, "y")
		k.want(t, "Whole words.", "#", "Mine.", "No name.")
	})
}

// The plan shows what is a heading, and its level.
func TestThePlanShowsHeadings(t *testing.T) {
	atDesk(t, 80, 24, nil, func(d *uitest.Driver, k *desk) {
		open(d, "2024", "In scope")
		d.Keys("i")
		d.Send(uitest.Paste("# Top\n\nwords\n\n### Deeper\n"))
		next(d, "ctrl+s")
		d.Has("+ # Top", "+ words", "+ ### Deeper")
	})
}

// The plan names the heading above each match.
func TestThePlanSaysWhereEachMatchIs(t *testing.T) {
	atDesk(t, 80, 24, nil, func(d *uitest.Driver, k *desk) {
		open(d, "2024", "")
		d.Keys("r")
		d.Type("Alpha")
		d.Keys("tab")
		d.Type("Omega")
		next(d, "ctrl+s")
		next(d, "a", "enter")
		d.Has("in In scope", "in Timeline")
	})
}

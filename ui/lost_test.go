package ui_test

import (
	"fmt"
	"testing"
	"time"

	"aloft/model"
	"aloft/ui"
	"aloft/ui/uitest"
)

func TestCursorStaysOnTheFirstRowWhilePagesArrive(t *testing.T) {
	on(t, 80, 24, func(_ *ui.Deps, _ *uitest.Engine, tree *uitest.Tree) {
		tree.Pages, tree.Delay = 10, 100*time.Millisecond
		for i := 90; i > 0; i-- { // the first page has what comes last
			tree.Add(time.Now(), fmt.Sprintf("Big/file-%02d", i))
		}
	}, func(d *uitest.Driver, _ *uitest.Engine, _ *uitest.Tree) {
		d.Pass(5 * time.Second)
		d.Keys("g", "p", "ctrl+u")
		d.Type("drive:/Big")
		d.Keys("enter")
		d.Pass(150 * time.Millisecond)
		d.Has("> file-", "1/10+")
		d.Pass(5 * time.Second)
		d.Has("> file-01", "1/90")
	})
}

func TestTheEndOfAFolderThatIsBeingListed(t *testing.T) {
	begin := func(_ *ui.Deps, _ *uitest.Engine, tree *uitest.Tree) {
		tree.Pages, tree.Delay = 10, 100*time.Millisecond
		for i := 89; i >= 0; i-- { // so that the last row so far is soon in the middle
			tree.Add(time.Now(), fmt.Sprintf("Big/file-%02d", i))
		}
	}
	enter := func(d *uitest.Driver) {
		d.Pass(5 * time.Second)
		d.Keys("g", "p", "ctrl+u")
		d.Type("drive:/Big")
		d.Keys("enter")
		d.Pass(150 * time.Millisecond)
	}
	on(t, 80, 24, begin, func(d *uitest.Driver, _ *uitest.Engine, _ *uitest.Tree) {
		enter(d)
		d.Keys("G")
		d.Has("> file-09", "10/10+")
		d.Pass(5 * time.Second)
		d.Has("> file-89", "90/90")
	})
	on(t, 80, 24, begin, func(d *uitest.Driver, _ *uitest.Engine, _ *uitest.Tree) {
		enter(d)
		d.Keys("G", "k")
		d.Pass(5 * time.Second)
		d.Has("> file-08", "9/90")
	})
}

func TestGoingToAFilePutsTheCursorOnIt(t *testing.T) {
	on(t, 80, 24, nil, func(d *uitest.Driver, _ *uitest.Engine, _ *uitest.Tree) {
		d.Keys("g", "p", "ctrl+u")
		d.Type("drive:/Work/plan.txt")
		d.Keys("enter")
		d.Has("> plan.txt", "1 drive: / › Work")
		d.HasNot("not found")
	})
}

func TestLinksAreEnteredWhereTheyLeadToFolders(t *testing.T) {
	on(t, 80, 24, func(_ *ui.Deps, _ *uitest.Engine, tree *uitest.Tree) {
		tree.Link("zz-1", "Work").Link("zz-2", "nowhere").Link("zz-3", "notes.txt")
	}, func(d *uitest.Driver, _ *uitest.Engine, _ *uitest.Tree) {
		d.Keys("G", "enter")
		d.Has("does not link to a folder", "> zz-3")
		d.Keys("k", "l")
		d.Has("is a broken link", "> zz-2")
		d.Keys("k", "l")
		d.Has("1 drive: / › zz-1", "> Q3/", "plan.txt")
		d.Keys("h")
		d.Has("> zz-1")
	})
}

func TestAFolderThatHasGoneIsLeft(t *testing.T) {
	on(t, 80, 24, nil, func(d *uitest.Driver, _ *uitest.Engine, tree *uitest.Tree) {
		d.Keys("/")
		d.Type("Work")
		d.Keys("enter", "l", "l")
		d.Has("1 drive: / › Work › Q3")
		tree.Remove("Work")
		d.Keys("ctrl+r")
		d.Has("drive:/Work/Q3 not found; this is drive:/", "> Backup/")
		d.HasNot("folder is empty", "› Q3")
		d.Keys("H") // Back does not lead there
		d.HasNot("› Q3", "› Work")
	})
}

func TestPanesFollowWhatOurJobsDoToTheirFolder(t *testing.T) {
	on(t, 80, 24, nil, func(d *uitest.Driver, _ *uitest.Engine, tree *uitest.Tree) {
		d.Keys("g", "p", "ctrl+u")
		d.Type("drive:/Work/Q3")
		d.Keys("enter", "tab", "/")
		d.Type("Work")
		d.Keys("enter", "r")
		d.Type("-2")
		d.Keys("enter")
		d.Has("1 drive: / › Work-2 › Q3", "renamed Work to Work-2")
		d.Keys("esc", "d", "y")
		d.Has("deleted Work-2", "1 drive: / ")
		d.HasNot("› Q3", "not found")
	})
}

func TestRowsThatListingsAreBehindWithAreMarked(t *testing.T) {
	on(t, 80, 24, nil, func(d *uitest.Driver, _ *uitest.Engine, tree *uitest.Tree) {
		d.Keys("tab", "l", "tab", "G")
		tree.Freeze()
		d.Keys("m")
		d.Has("moved notes.txt", ">~notes.txt", "not up to date")
		lists := tree.Lists
		tree.Thaw()
		d.Pass(3 * time.Second)
		d.HasNot("~notes.txt", "not up to date")
		d.Has("│  notes.txt")
		d.Pass(time.Minute)
		if n := tree.Lists - lists; n > 2 {
			t.Errorf("%d listings more", n)
		}
	})
}

func TestPanesFollowJobsOfOtherProcesses(t *testing.T) {
	on(t, 80, 24, nil, func(d *uitest.Driver, e *uitest.Engine, tree *uitest.Tree) {
		d.Pass(time.Second)
		lists := tree.Lists
		tree.Add(time.Now(), "by-another/")
		e.EndElsewhere(model.OpMakeFolder, tree.Root(), model.Place{})
		d.Idle()
		d.Has("by-another/")
		e.EndElsewhere(model.OpMove, tree.Root().Join("Work"), tree.Root().Join("Photos"))
		d.Idle()
		if n := tree.Lists - lists; n != 1 {
			t.Errorf("%d listings", n)
		}
	})
}

func TestAFolderMadeMomentsAgoIsWaitedFor(t *testing.T) {
	on(t, 80, 24, nil, func(d *uitest.Driver, _ *uitest.Engine, tree *uitest.Tree) {
		d.Keys("g", "p", "ctrl+u")
		d.Type("drive:/Work/Q3")
		d.Keys("enter", "tab", "/")
		d.Type("Work")
		d.Keys("enter")
		tree.Freeze()
		d.Keys("r")
		d.Type("-2")
		d.Keys("enter")
		d.Pass(500 * time.Millisecond)
		d.Has("1 drive: / › Work-2 › Q3")
		d.HasNot("not found")
		tree.Thaw()
		d.Pass(4 * time.Second)
		d.Has("This folder is empty")
	})
}

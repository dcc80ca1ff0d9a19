package ui_test

import (
	"slices"
	"testing"
	"time"

	"aloft/model"
	"aloft/ui"
	"aloft/ui/uitest"
)

// withTwoFailed is a screen on which moving two entries into the folder Backup has failed.
func withTwoFailed(t *testing.T, w, h int, test func(d *uitest.Driver, e *uitest.Engine, tree *uitest.Tree)) {
	t.Helper()
	bad := true
	on(t, w, h, func(_ *ui.Deps, e *uitest.Engine, _ *uitest.Tree) {
		e.Refuse = func(model.Item) string {
			if bad {
				return "the service is full"
			}
			return ""
		}
	}, func(d *uitest.Driver, e *uitest.Engine, tree *uitest.Tree) {
		d.Keys("tab", "l", "tab", "G")
		for range 2 {
			d.Keys("m")
			d.Pass(time.Second)
			d.Has("1 item failed")
			d.Keys("s")
			d.Pass(time.Second)
			d.Keys("A", "*", "k")
		}
		bad = false
		test(d, e, tree)
	})
}

// Each plan is shown, and an Esc ends the whole; what was tried again is not offered
// twice.
func TestAllThatFailedIsTriedAgain(t *testing.T) {
	withTwoFailed(t, 80, 24, func(d *uitest.Driver, e *uitest.Engine, tree *uitest.Tree) {
		before := tree.Names("Backup")
		d.Keys("w", "R")
		d.Pass(time.Second)
		d.Has("Move 1 entry")
		d.Keys("esc")
		d.Pass(time.Second)
		d.HasNot("Move 1 entry")
		d.Keys("R")
		d.Pass(time.Second)
		d.Keys("y")
		d.Pass(time.Second)
		d.Has("Move 1 entry")
		d.Keys("y")
		d.Pass(time.Second)
		if got := tree.Names("Backup"); len(got) != len(before)+2 || slices.Contains(tree.Names(""), "notes.txt") {
			t.Errorf("%q, then %q", before, got)
		}
		d.Keys("R")
		d.Has("nothing has failed that was not tried again")
	})
}

// The filter chooses the jobs that are shown, also those that R takes; Esc takes it away.
func TestJobsAreFiltered(t *testing.T) {
	withTwoFailed(t, 80, 24, func(d *uitest.Driver, _ *uitest.Engine, tree *uitest.Tree) {
		d.Keys("w", "/")
		d.Has("filter jobs:")
		d.Type("nothing like it")
		d.Has("No job matches the filter.", "0 of 2")
		d.Keys("enter", "R")
		d.Has("nothing has failed that was not tried again")
		d.Keys("/", "ctrl+u")
		d.Type("MOVE")
		d.Has("0 of 2") // case counts
		d.Keys("ctrl+u")
		d.Type("failed")
		d.Keys("enter")
		d.Has("4 Jobs  filter: failed", "2 of 2")
		d.Keys("esc")
		d.Has("4 Jobs ", "2 jobs")
		d.HasNot("filter:")
		d.Keys("/")
		d.Type("x")
		d.Keys("ctrl+c")
		d.HasNot("filter jobs:", "filter: x")
	})
}

func TestWhereToSaveAReportIsAsked(t *testing.T) {
	inLibrary(t, 80, 24, func(_ *ui.Deps, l *library) {
		l.engine.Refuse = func(model.Item) string { return "the service is full" }
	}, func(d *uitest.Driver, l *library) {
		d.Keys("tab")
		to(d, "report")
		d.Keys("c")
		d.Pass(time.Second)
		d.Keys("s")
		d.Pass(time.Second)
		d.Keys("w", "e")
		d.Has("Save the report of the job", ".txt")
		d.Keys("enter")
		d.Has("into a new file") // the disk of this test takes none
	})
}

// Jobs of other processes count in the header, and quitting does not wait for them.
func TestTheHeaderCountsJobsOfOtherProcesses(t *testing.T) {
	on(t, 80, 24, func(_ *ui.Deps, e *uitest.Engine, _ *uitest.Tree) {
		e.AddLeft(model.OpMove, 3, model.JobRunning)
		e.AddLeft(model.OpMove, 3, model.JobWaiting)
		e.AddLeft(model.OpMove, 3, model.JobPaused)
	}, func(d *uitest.Driver, _ *uitest.Engine, _ *uitest.Tree) {
		d.Has("jobs 2, 1 paused   ? help")
		d.Keys("q")
		d.Pass(time.Second)
		if !d.Quit {
			t.Error("it waits for another process")
		}
	})
}

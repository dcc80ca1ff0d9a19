package ui_test

import (
	"slices"
	"strings"
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
		e.Refuse = func(model.Item) model.Sentence {
			if bad {
				return model.Say("the service is full")
			}
			return model.Sentence{}
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
		if got := tree.Names("Backup"); len(got) != len(before)+2 || slices.Contains(tree.Names(), "notes.txt") {
			t.Errorf("%q, then %q", before, got)
		}
		d.Keys("R")
		d.Has("every failed item was already retried")
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
		d.Has("every failed item was already retried")
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
		l.engine.Refuse = func(model.Item) model.Sentence { return model.Say("the service is full") }
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
		d.Has("Reports can only be saved to a new file") // the disk of this test takes none
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

// before: one text is above the other on the screen.
func before(t *testing.T, d *uitest.Driver, one, other string) {
	t.Helper()
	s := d.Screen()
	if a, b := strings.Index(s, one), strings.Index(s, other); a < 0 || b < 0 || a > b {
		t.Errorf("%q is not above %q:\n%s", one, other, s)
	}
}

func TestJobsAreOrdered(t *testing.T) {
	on(t, 80, 24, func(_ *ui.Deps, e *uitest.Engine, _ *uitest.Tree) {
		for n := 1; n <= 3; n++ {
			e.AddLeft(model.OpMove, n, model.JobPaused)
		}
		e.AddLeft(model.OpDelete, 4, model.JobDone)
	}, func(d *uitest.Driver, _ *uitest.Engine, _ *uitest.Tree) {
		d.Keys("w")
		d.Pass(time.Second)
		d.Want("jobs-order")
		d.Keys("K")
		d.Has("the job cannot move further")
		d.Keys("J")
		d.Pass(time.Second)
		before(t, d, "move 2", "move 1")
		before(t, d, "move 1", "move 3")
		d.Keys("J", "J")
		d.Pass(time.Second)
		before(t, d, "move 3", "move 1")
		d.Has("the job cannot move further")
		d.Keys("K")
		d.Pass(time.Second)
		before(t, d, "move 1", "move 3")
		d.Keys("G", "J")
		d.Has("this job has ended")
	})
}

// P pauses all, and when none runs it lets all go on.
func TestAllJobsArePausedAndResumed(t *testing.T) {
	on(t, 80, 24, func(_ *ui.Deps, e *uitest.Engine, _ *uitest.Tree) {
		e.Step = time.Minute
	}, func(d *uitest.Driver, e *uitest.Engine, _ *uitest.Tree) {
		states := func(want ...model.JobState) {
			t.Helper()
			d.Pass(time.Second)
			var got []model.JobState
			for _, j := range e.Jobs() {
				got = append(got, j.State)
			}
			if !slices.Equal(got, want) {
				t.Errorf("%v, not %v", got, want)
			}
		}
		d.Keys("w", "P")
		d.Has("no job is running or paused")
		d.Has("4 Jobs")
		d.Keys("1", "w") // it hides what shows, whatever has the keys
		d.HasNot("4 Jobs")
		d.Keys("tab", "l", "tab", "G", "m", "k", "m")
		d.Keys("w", "P")
		states(model.JobPaused, model.JobPaused)
		d.Keys("P")
		states(model.JobRunning, model.JobRunning)
		d.Pass(5 * time.Minute)
	})
}

// P in a plan makes the job and leaves it paused.
func TestAPlanIsStartedPaused(t *testing.T) {
	on(t, 80, 24, func(d *ui.Deps, _ *uitest.Engine, _ *uitest.Tree) { d.Settings.ShowPlans = true }, func(d *uitest.Driver, e *uitest.Engine, tree *uitest.Tree) {
		d.Keys("tab", "l", "tab", "G", "m")
		d.Pass(time.Second)
		d.Has("P start paused")
		d.Keys("P")
		d.Pass(time.Second)
		d.Has("the job is paused; w shows it, and p there resumes it")
		if all := e.Jobs(); len(all) != 1 || all[0].State != model.JobPaused || !slices.Contains(tree.Names(), "notes.txt") {
			t.Errorf("%+v", all)
		}
		d.Keys("w", "p")
		d.Pass(time.Second)
		if slices.Contains(tree.Names(), "notes.txt") {
			t.Errorf("nothing was moved: %+v\n%s", e.Jobs(), d.Screen())
		}
	})
}

// Of a job that has not ended the rest is cancelled before it is taken back, after one
// question.
func TestTheRestIsCancelledBeforeAnUndo(t *testing.T) {
	on(t, 80, 24, func(d *ui.Deps, _ *uitest.Engine, _ *uitest.Tree) { d.Settings.ShowPlans = true }, func(d *uitest.Driver, e *uitest.Engine, tree *uitest.Tree) {
		d.Keys("tab", "l", "tab", "G", "m")
		d.Pass(time.Second)
		d.Keys("P")
		d.Pass(time.Second)
		d.Keys("w")
		d.Has("> paused", "p resume  x cancel")
		d.HasNot("p pause")
		d.Keys("u")
		d.Has("Undo: move 1 -> drive:/Backup", "Cancel the rest")
		d.Want("jobs-undo-rest")
		d.Keys("esc")
		d.Pass(time.Second)
		if s := e.Jobs()[0].State; s != model.JobPaused {
			t.Error(s)
		}
		d.Keys("u", "y")
		d.Pass(time.Second)
		if s := e.Jobs()[0].State; s != model.JobCancelled {
			t.Error(s)
		}
	})
}

// A cancelled job says what it has done, and what undoes that.
func TestACancelledJobSaysWhatTakesItBack(t *testing.T) {
	on(t, 80, 24, func(_ *ui.Deps, e *uitest.Engine, _ *uitest.Tree) { e.Step = time.Second }, func(d *uitest.Driver, _ *uitest.Engine, _ *uitest.Tree) {
		d.Keys("tab", "l", "tab", "G", "k", "space", "space", "m")
		d.Pass(1500 * time.Millisecond)
		d.Keys("w", "x")
		d.Pass(3 * time.Second)
		d.Has("cancelled after 1 of 2 items; u undoes the finished ones")
	})
}

// The panel opens on the job that was started last: u there takes back that one.
func TestThePanelOpensOnTheNewestJob(t *testing.T) {
	on(t, 80, 24, nil, func(d *uitest.Driver, _ *uitest.Engine, _ *uitest.Tree) {
		d.Keys("tab", "l", "tab", "G", "m")
		d.Pass(time.Second)
		d.Keys("w")
		d.Has("> done  move 1")
		d.Keys("w", "k", "m")
		d.Pass(time.Second)
		d.Keys("k", "m")
		d.Pass(time.Second)
		d.Keys("w")
		if before, after, _ := strings.Cut(d.Screen(), "> done"); strings.Contains(before, "  done ") || strings.Count(after, "  done ") != 2 {
			t.Error(d.Screen())
		}
	})
}

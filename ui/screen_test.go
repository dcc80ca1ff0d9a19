package ui_test

import (
	"errors"
	"slices"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	tea "charm.land/bubbletea/v2"

	"aloft/client"
	"aloft/model"
	"aloft/ui"
	"aloft/ui/uitest"
	"aloft/ui/uitest/logins"
)

// sample is a small tree with every kind of name that is hard to draw.
func sample() *uitest.Tree {
	at := time.Date(1999, 3, 2, 10, 0, 0, 0, time.UTC)
	return uitest.NewTree(model.SchemeDrive).Add(at,
		"Work/Q3/", "Work/plan.txt", "Work/budget.xlsx", "Photos/2024/beach.jpg", "Backup/2026/", "Empty/",
		"文档/会议记录 2024 最终版.docx", "emoji 👩‍👩‍👧 family.png", "esc\x1b[31mred\x1b[8m.txt", "bidi \u202etxt.exe",
		"a very long name that does not fit into any column at all, really.tar.gz", "cafe\u0301.md", "notes.txt")
}

// on runs a test in a bubble of fake time.
func on(t *testing.T, w, h int, setup func(*ui.Deps, *uitest.Engine, *uitest.Tree), test func(*uitest.Driver, *uitest.Engine, *uitest.Tree)) {
	t.Helper()
	synctest.Test(t, func(t *testing.T) {
		tree := sample()
		deps, engine := uitest.Deps(t, tree)
		if setup != nil {
			setup(&deps, engine, tree)
		}
		d := uitest.New(t, deps, w, h)
		test(d, engine, tree)
		d.Close()
	})
}

func TestGoldenScreens(t *testing.T) {
	for _, c := range []struct {
		name string
		w, h int
		keys []string
	}{
		{"80x24", 80, 24, []string{"j", "space"}},
		{"80x24-folder", 80, 24, []string{"G", "gg", "l", "tab", "j"}},
		{"120x40", 120, 40, []string{"j", "j"}},
		{"50x16", 50, 16, []string{"j", "space", "space"}},
		{"40x10", 40, 10, []string{"G"}},
		{"39x9", 39, 9, nil},
	} {
		t.Run(c.name, func(t *testing.T) {
			on(t, c.w, c.h, nil, func(d *uitest.Driver, _ *uitest.Engine, _ *uitest.Tree) {
				for _, k := range c.keys {
					if k == "gg" {
						d.Keys("g", "g")
						continue
					}
					d.Keys(k)
				}
				d.Want(c.name)
			})
		})
	}
}

func TestNewFolderIsMadeAndFound(t *testing.T) {
	on(t, 80, 24, nil, func(d *uitest.Driver, _ *uitest.Engine, tree *uitest.Tree) {
		d.Keys("a")
		d.Type("新しい dir")
		d.Keys("enter")
		d.Has("made 新しい dir", "> 新しい dir/")
		if names := tree.Names(); len(names) != 12 {
			t.Errorf("%q", names)
		}
		d.Pass(5 * time.Second)
		d.HasNot("made ")
	})
}

func TestRenameInTheRow(t *testing.T) {
	on(t, 80, 24, nil, func(d *uitest.Driver, _ *uitest.Engine, tree *uitest.Tree) {
		d.Keys("l") // Backup
		d.Keys("h")
		d.Keys("/")
		d.Type("notes")
		d.Keys("enter", "r")
		d.Type("-old")
		if v := d.App.View(); v.Cursor == nil || v.Cursor.X != 2+len("notes-old") {
			t.Errorf("the cursor is at %+v", v.Cursor)
		}
		d.Keys("enter")
		d.Has("renamed notes.txt to notes-old.txt", "> notes-old.txt")
		d.Keys("esc")
		d.Has("> notes-old.txt", "Work/")
	})
}

func TestMoveGoesToTheOtherPane(t *testing.T) {
	on(t, 80, 24, nil, func(d *uitest.Driver, _ *uitest.Engine, tree *uitest.Tree) {
		d.Keys("tab", "l", "l", "tab") // right: Backup/2026
		d.Has("2 drive: / › Backup › 2026")
		d.Keys("G", "space", "m")
		d.Has("moved notes.txt to drive:/Backup/2026")
		if got := tree.Names("Backup", "2026"); len(got) != 1 || got[0] != "notes.txt" {
			t.Errorf("%q", got)
		}
		d.HasNot("sel 1")
	})
}

func TestMoveOntoATakenNameAsks(t *testing.T) {
	on(t, 80, 24, func(_ *ui.Deps, _ *uitest.Engine, tree *uitest.Tree) {
		tree.Add(time.Now(), "Backup/notes.txt")
	}, func(d *uitest.Driver, _ *uitest.Engine, tree *uitest.Tree) {
		d.Keys("tab", "l", "tab", "G", "m")
		d.Has("Name exists", "old     file")
		d.Keys("s")
		d.Has(`"notes.txt" was skipped`)
		if got := tree.Names(); len(got) != 11 {
			t.Errorf("%q", got)
		}
	})
}

func TestDeleteListsWhatIsSelectedElsewhere(t *testing.T) {
	on(t, 80, 24, nil, func(d *uitest.Driver, _ *uitest.Engine, tree *uitest.Tree) {
		d.Keys("/")
		d.Type("Work")
		d.Keys("enter", "l", "G", "space", "h", "G", "space")
		d.Has("sel 1 + 1 elsewhere")
		d.Keys("d")
		d.Has("Delete 2", "plan.txt", "notes.txt", "recycle bin")
		d.Keys("enter") // Cancel has the focus
		if got := tree.Names("Work"); len(got) != 3 {
			t.Errorf("deleted without being told to: %q", got)
		}
		d.Keys("d", "y")
		d.Has("deleted 2")
		if got := tree.Names("Work"); len(got) != 2 {
			t.Errorf("%q", got)
		}
		d.HasNot("elsewhere")
	})
}

func TestCutAndPasteAcrossFolders(t *testing.T) {
	on(t, 80, 24, nil, func(d *uitest.Driver, _ *uitest.Engine, tree *uitest.Tree) {
		d.Keys("G", "x")
		d.Has("1 to move", " xnotes.txt")
		d.Keys("g", "g", "l", "p")
		d.Has("moved notes.txt")
		if got := tree.Names("Backup"); len(got) != 2 {
			t.Errorf("%q", got)
		}
		d.HasNot("to move")
	})
}

func TestFailedItemsStaySelectedAndCanBeRetried(t *testing.T) {
	bad := true
	on(t, 80, 24, func(_ *ui.Deps, e *uitest.Engine, _ *uitest.Tree) {
		e.Refuse = func(it model.Item) model.Sentence {
			if bad && it.Name == "notes.txt" {
				return model.Say("the service is full")
			}
			return model.Sentence{}
		}
	}, func(d *uitest.Driver, _ *uitest.Engine, tree *uitest.Tree) {
		d.Keys("tab", "l", "tab", "G", "shift+up", "m")
		d.Has("the service is full", "1 item failed")
		d.Pass(time.Second) // the dialog opened by itself: keys count after its grace period
		bad = false
		d.Keys("r")
		if got := tree.Names("Backup"); len(got) != 3 {
			t.Errorf("%q", got)
		}
	})
}

func TestJobsLineCountsAndQuitAsks(t *testing.T) {
	on(t, 80, 24, func(_ *ui.Deps, e *uitest.Engine, _ *uitest.Tree) {
		e.Step = time.Second
	}, func(d *uitest.Driver, e *uitest.Engine, _ *uitest.Tree) {
		d.Keys("tab", "l", "tab", "G", "shift+up", "shift+up", "m")
		d.Pass(1500 * time.Millisecond)
		d.Has("move 3 -> drive:/Backup", "1/3", " s left")
		d.Want("80x24-job")
		d.Keys("q")
		d.Has("1 job is running")
		d.Keys("esc", "w")
		d.Has("4 Jobs", "running")
		d.Keys("p")
		d.Has("paused")
		d.Keys("p")
		d.Pass(5 * time.Second)
		d.Has("done")
		d.Keys("w", "q")
		d.Pass(time.Second)
		if !d.Quit {
			t.Error("it did not quit")
		}
	})
}

func TestInterruptedJobsAreOffered(t *testing.T) {
	on(t, 80, 24, func(_ *ui.Deps, e *uitest.Engine, _ *uitest.Tree) {
		e.AddInterrupted(model.OpMove, 12)
	}, func(d *uitest.Driver, e *uitest.Engine, _ *uitest.Tree) {
		d.Has("move", "12")
		d.Keys("j", "k") // the grace period drops what was meant for the list
		d.Pass(time.Second)
		d.Keys("enter")
		if s := e.Jobs()[0].State; s == model.JobCancelled {
			t.Errorf("the job is %s", s)
		}
	})
}

func TestPausedJobsAreNamedAtTheStart(t *testing.T) {
	on(t, 80, 24, func(_ *ui.Deps, e *uitest.Engine, _ *uitest.Tree) {
		e.AddLeft(model.OpMove, 12, model.JobPaused)
	}, func(d *uitest.Driver, _ *uitest.Engine, _ *uitest.Tree) {
		d.Has("1 job is paused; w shows it")
	})
}

// What ended in an earlier run is read when somebody asks for it.
func TestThePanelShowsJobsOfEarlierRuns(t *testing.T) {
	for name, shows := range map[string]func(d *uitest.Driver){
		"panel":   func(d *uitest.Driver) { d.Keys("w") },
		"palette": func(d *uitest.Driver) { d.Keys("f9", "c", "l", "e", "a", "r", " ", "e", "n", "d", "enter") },
	} {
		t.Run(name, func(t *testing.T) {
			on(t, 80, 24, func(_ *ui.Deps, e *uitest.Engine, _ *uitest.Tree) {
				e.AddLeft(model.OpMove, 12, model.JobDone)
			}, func(d *uitest.Driver, _ *uitest.Engine, _ *uitest.Tree) {
				shows(d)
				if name == "panel" {
					d.Has("move 12")
				}
				if strings.Contains(d.Screen(), "no job has ended") {
					t.Errorf("it is said that there is none:\n%s", d.Screen())
				}
			})
		})
	}
}

func TestAResumedJobIsToldLikeAnyOther(t *testing.T) {
	on(t, 80, 24, func(_ *ui.Deps, e *uitest.Engine, _ *uitest.Tree) {
		e.AddInterrupted(model.OpMove, 12)
	}, func(d *uitest.Driver, e *uitest.Engine, _ *uitest.Tree) {
		d.Pass(time.Second)
		d.Keys("r")
		d.Pass(time.Second)
		if s := e.Jobs()[0].State; s != model.JobDone {
			t.Errorf("the job is %s", s)
		}
		d.Has("moved ")
	})
}

func TestOldAnswersAreDropped(t *testing.T) {
	on(t, 80, 24, func(_ *ui.Deps, _ *uitest.Engine, tree *uitest.Tree) {
		tree.Delay = time.Second
	}, func(d *uitest.Driver, _ *uitest.Engine, tree *uitest.Tree) {
		d.Pass(200 * time.Millisecond)
		d.Has("Loading")
		d.Pass(time.Second)
		d.HasNot("Loading")
		d.Keys("l") // Backup: requested, not answered yet
		d.Pass(500 * time.Millisecond)
		d.Keys("h")
		d.Has("1 drive: / ", "> Backup/")
		d.Pass(3 * time.Second)
		d.Has("> Backup/", "Work/")
	})
}

func TestCachedContentShowsAtOnceWithTheCursor(t *testing.T) {
	on(t, 80, 24, func(_ *ui.Deps, _ *uitest.Engine, tree *uitest.Tree) {
		tree.Delay = time.Second
	}, func(d *uitest.Driver, _ *uitest.Engine, tree *uitest.Tree) {
		d.Pass(2 * time.Second)
		d.Keys("j", "j", "j", "l")
		d.Pass(2 * time.Second)
		d.Has("> Q3/", "plan.txt")
		d.Keys("j")
		d.Keys("h")
		d.Has("> Work/", "Photos/")
		d.Keys("l") // nothing of this was waited for
		d.Has("Q3/", "> budget.xlsx")
	})
}

func TestOfflineKeepsWhatWasThere(t *testing.T) {
	on(t, 80, 24, nil, func(d *uitest.Driver, _ *uitest.Engine, tree *uitest.Tree) {
		tree.Fail = client.Errorf(client.KindNetwork, "list", model.Place{}, "no route")
		d.Keys("ctrl+r")
		d.Has("no route", "~ offline", " ~Work/")
		d.Keys("esc", "l")
		d.Has("cannot be reached", "Ctrl-R")
		tree.Fail = nil
		d.Keys("ctrl+r")
		d.HasNot("offline", "cannot be reached")
	})
}

func TestSignedOutIsSaidOnce(t *testing.T) {
	on(t, 80, 24, func(d *ui.Deps, _ *uitest.Engine, _ *uitest.Tree) { d.Client.Logins = &logins.Logins{} }, func(d *uitest.Driver, _ *uitest.Engine, tree *uitest.Tree) {
		tree.Fail = &client.Error{Kind: client.KindAuth, Op: "list", Err: errors.New("401")}
		d.Keys("ctrl+r")
		d.Has("signed out", "Sign in: local, drive")
	})
}

// What a key would do by a switch is said also where the line of the state has no room.
func TestALowScreenSaysWhatMustNotBeMissed(t *testing.T) {
	for _, size := range []struct{ w, h int }{{80, 24}, {50, 16}, {40, 12}} {
		on(t, size.w, size.h, nil, func(d *uitest.Driver, _ *uitest.Engine, _ *uitest.Tree) {
			d.HasNot("DRY-RUN", "SYNC", "1 to move")
			d.Keys("z", "d")
			d.Pass(time.Minute) // the message about it has gone
			d.Has("DRY-RUN")
			d.Keys("z", "d", "z", "s")
			d.Pass(time.Minute)
			d.Has("SYNC")
			d.HasNot("DRY-RUN")
			d.Keys("z", "s", "G", "x")
			d.Pass(time.Minute)
			d.Has("1 to move")
			d.HasNot("SYNC")
		})
	}
}

func TestPasteNeverRunsKeys(t *testing.T) {
	on(t, 80, 24, nil, func(d *uitest.Driver, _ *uitest.Engine, tree *uitest.Tree) {
		above := func() []string { return strings.Split(d.Screen(), "\n")[:22] }
		before := above()
		d.Send(uitest.Paste("dyjjG\nq"))
		d.Idle()
		if !slices.Equal(above(), before) || d.Quit {
			t.Error("a paste has done something")
		}
		d.Has("paste ignored")
		d.Keys("a")
		d.Send(uitest.Paste("two\nlines\x1b[31m"))
		d.Keys("enter")
		d.Pass(100 * time.Millisecond)
		for _, n := range tree.Names() {
			if n != model.Clean(n) && n[:1] == "t" {
				t.Errorf("a name with control characters was made: %q", n)
			}
		}
	})
}

func TestIdleDrawsNothing(t *testing.T) {
	on(t, 120, 40, nil, func(d *uitest.Driver, _ *uitest.Engine, _ *uitest.Tree) {
		d.Pass(time.Second) // the panes have checked whether they are slow
		d.Pass(time.Second) // the column, too
		n := d.Views
		d.Pass(time.Hour)
		if d.Views != n {
			t.Errorf("%d messages in an idle hour", d.Views-n)
		}
	})
}

func TestOneListingServesBothPanes(t *testing.T) {
	slow := func(_ *ui.Deps, _ *uitest.Engine, tree *uitest.Tree) { tree.Delay = time.Second }
	on(t, 80, 24, slow, func(d *uitest.Driver, _ *uitest.Engine, tree *uitest.Tree) {
		d.Pass(3 * time.Second)
		if tree.Lists != 1 {
			t.Errorf("%d listings of one folder", tree.Lists)
		}
		d.HasNot("Loading")
	})
	// The pane that has requested it goes elsewhere: the other one still gets its
	// answer.
	on(t, 80, 24, slow, func(d *uitest.Driver, _ *uitest.Engine, tree *uitest.Tree) {
		d.Pass(500 * time.Millisecond)
		d.Keys("g", "p")
		d.Keys("ctrl+u")
		d.Type("drive:/Work")
		d.Keys("enter")
		d.Pass(3 * time.Second)
		d.HasNot("Loading")
		d.Has("plan.txt", "> Backup/")
	})
	// Swapping in the middle loses neither.
	on(t, 80, 24, slow, func(d *uitest.Driver, _ *uitest.Engine, tree *uitest.Tree) {
		d.Pass(500 * time.Millisecond)
		d.Keys("z", "x")
		d.Pass(3 * time.Second)
		d.HasNot("Loading")
		if n := strings.Count(d.Screen(), "Backup/"); n != 3 { // twice in the panes, once below
			t.Errorf("the folder shows %d times", n)
		}
	})
}

// The place to go to begins with the current one: a name follows it, and what begins at the root replaces it.
func TestAPathTypedBehindTheCurrentPlace(t *testing.T) {
	on(t, 80, 24, nil, func(d *uitest.Driver, _ *uitest.Engine, _ *uitest.Tree) {
		typed := func(s string) {
			d.Keys("g", "p")
			d.Type(s)
			d.Keys("enter")
			d.Pass(time.Second)
		}
		typed("Backup")
		d.Has("1 drive: / › Backup ─")
		typed("2026")
		d.Has("1 drive: / › Backup › 2026")
		typed("/Work")
		d.Has("1 drive: / › Work")
		d.Keys("g", "p")
		d.Type("/Bac")
		d.Keys("tab")
		d.Pass(time.Second)
		d.Has("place: /Backup/")
		d.Keys("esc")
		typed("../Empty")
		d.Has("1 drive: / › Empty")
	})
}

// A view that has no room on so small a screen is not switched on invisibly.
func TestAViewWithoutRoomSaysSo(t *testing.T) {
	on(t, 50, 16, nil, func(d *uitest.Driver, _ *uitest.Engine, _ *uitest.Tree) {
		before := d.Screen()
		for _, key := range []string{"z", "p"} {
			d.Keys("z", key)
			d.Has("there is no room for two panes here")
			d.Keys("esc")
		}
		if after := d.Screen(); after != before {
			t.Error(after)
		}
		d.Keys("z", "v")
		d.Has("─ 1 ", "─ 2 ")
		d.Keys("z", "v")
		resize(d, 80, 24)
		d.Has("─ 1 ", "─ 2 ")
		d.Keys("z", "z", "z", "v")
		d.Has("one pane is shown; zz shows two")
	})
}

func resize(d *uitest.Driver, w, h int) {
	d.W, d.H = w, h
	d.Send(tea.WindowSizeMsg{Width: w, Height: h})
	d.Idle()
}

// No key answers a question that is hidden because the screen is too small.
func TestATooSmallScreenHidesNoAnswer(t *testing.T) {
	on(t, 80, 24, nil, func(d *uitest.Driver, e *uitest.Engine, _ *uitest.Tree) {
		d.Keys("G", "d")
		d.Pass(time.Second)
		d.Has("Delete 1 entry")
		resize(d, 20, 5)
		d.Has("20x5 is too small", "needs 40x10", "a dialog is open", "q quit")
		d.HasNot("…")
		d.Keys("y")
		resize(d, 80, 24)
		d.Has("Delete 1 entry")
		resize(d, 20, 5)
		d.Keys("q")
		d.Pass(time.Second)
		if !d.Quit {
			t.Error("q has not quit")
		}
	})
}

// All that is selected is in the folder that the other pane shows: nothing to move.
func TestAMoveIntoTheSameFolderSaysSo(t *testing.T) {
	on(t, 80, 24, nil, func(d *uitest.Driver, _ *uitest.Engine, _ *uitest.Tree) {
		d.Keys("g", "=", "A", "m")
		d.Has("already in this folder; go to another one first")
	})
}

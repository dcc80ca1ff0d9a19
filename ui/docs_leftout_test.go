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

// What a folder holds that the service does not accept is named with its reason
// before anything is sent, and in the job's report.
func TestWhatIsLeftOutIsNamed(t *testing.T) {
	inLibrary(t, 80, 24, func(_ *ui.Deps, l *library) {
		l.engine.Leave = func(it model.Item) model.Sentence {
			if strings.HasSuffix(it.Name, ".md") {
				return model.Say("the service takes no such files")
			}
			return model.Sentence{}
		}
	}, func(d *uitest.Driver, l *library) {
		d.Keys("tab")
		to(d, "guide")
		d.Keys("space")
		to(d, "report")
		d.Keys("space", "c")
		d.Has("Import 1 file", "1 is left out:", "guide.md: the service takes no such files")
		d.HasNot("stays where it is")
		d.Keys("y")
		d.Pass(time.Second)
		d.Keys("w", "enter")
		d.Has("skipped", "the service takes no such files")
		d.Keys("esc", "w")
		to(d, "guide")
		d.Keys("c") // even one that would run without a question
		d.Has("1 is left out:")
	})
}

// Kinds have the same words everywhere.
func TestRecentAndSearchSayKindsAsPanesDo(t *testing.T) {
	inLibrary(t, 200, 24, func(_ *ui.Deps, l *library) {
		l.Recents = append(l.Recents, l.id["Team notes"])
	}, func(d *uitest.Driver, l *library) {
		d.Keys("g", "r")
		d.Has("Team notes", "smart")
		d.HasNot("smartcanvas")
		d.Keys("esc", "s")
		d.Type("Team")
		d.Keys("enter")
		d.Has("search Team", "smart")
		d.HasNot(" smartcanvas")
	})
}

// The target of a conflict is where the file goes.
func TestAConflictNamesTheTarget(t *testing.T) {
	inLibrary(t, 80, 24, func(_ *ui.Deps, l *library) { l.Put("", "report", model.KindDoc) }, func(d *uitest.Driver, _ *library) {
		d.Keys("tab")
		to(d, "report")
		d.Keys("c")
		d.Has("Name exists", "in      docs:/")
	})
}

// A space is exported with all that is in it, as the command line does it.
func TestASpaceIsExported(t *testing.T) {
	inLibrary(t, 80, 24, nil, func(d *uitest.Driver, _ *library) {
		d.Keys("g", "s")
		to(d, "Handbook")
		d.Keys("e")
		d.Has("Export 1 document as")
		d.Keys("esc", "c")
		d.Has("Export 1 document as")
		d.Keys("esc", "m")
		d.Has("a space itself cannot be moved")
	})
}

// A path that is pasted after the folder that the line begins with is meant alone.
func TestAPastedPathIsImported(t *testing.T) {
	from := ""
	inLibrary(t, 80, 24, func(_ *ui.Deps, l *library) {
		l.engine.Leave = func(it model.Item) model.Sentence { from = it.Parent.String(); return model.Sentence{} }
	}, func(d *uitest.Driver, l *library) {
		d.Keys("tab")
		to(d, "photos")
		d.Keys("l", "tab", "i")
		d.Send(uitest.Paste("/report.docx"))
		d.Keys("enter")
		d.Pass(time.Second)
		d.Has("imported report.docx to docs:/")
		if from != "disk:/" {
			t.Error(from)
		}
	})
}

// A long error is shown whole where there is room.
func TestALongErrorShowsWhole(t *testing.T) {
	inLibrary(t, 80, 24, func(_ *ui.Deps, l *library) {
		l.engine.Refuse = func(model.Item) model.Sentence {
			return model.Say("%s", strings.Repeat("the service could not do it for a reason that takes words ", 5)+"to the end")
		}
	}, func(d *uitest.Driver, _ *library) {
		d.Keys("tab")
		to(d, "report")
		d.Keys("c")
		d.Pass(time.Second)
		d.Has("1 item failed", "to the end", "Y copy")
	})
}

func TestADryRunForgetsNoView(t *testing.T) {
	inLibrary(t, 80, 24, nil, func(d *uitest.Driver, l *library) {
		d.Keys("z", "d", "g", "r", "alt+d")
		d.Pass(time.Second)
		d.Has("dry run: 1 item, nothing was changed")
		if !slices.Contains(l.Recents, l.id["Budget"]) {
			t.Error("the view record is gone")
		}
	})
}

func TestAViewThatStaysIsNotSaidToBeGone(t *testing.T) {
	inLibrary(t, 80, 24, nil, func(d *uitest.Driver, l *library) {
		l.engine.Refuse = func(model.Item) model.Sentence { return model.Say("the service is out") }
		d.Keys("g", "r", "alt+d")
		d.Pass(time.Second)
		d.HasNot("no longer in the recent list")
		d.Has("the service is out", "Budget")
	})
}

func TestAFoundDocumentIsNotSaidToBeInTheRoot(t *testing.T) {
	inLibrary(t, 80, 24, nil, func(d *uitest.Driver, l *library) {
		d.Keys("g", "h", "z", "d", "s")
		d.Type("First")
		d.Keys("enter", "e", "s")
		d.Pass(time.Second)
		d.Has("from    somewhere in docs:/")
	})
}

func TestATakenNameIsTheOneOfTheFile(t *testing.T) {
	inLibrary(t, 80, 24, func(_ *ui.Deps, l *library) {
		l.disk.Add(time.Date(1999, 3, 2, 10, 0, 0, 0, time.UTC), "Roadmap.md")
	}, func(d *uitest.Driver, l *library) {
		to(d, "Roadmap")
		d.Keys("e", "m")
		d.Pass(time.Second)
		d.Has("Name exists", "Roadmap -> Roadmap.md")
	})
}

// What only the service's answer leaves out is named at the end of the job.
func TestTheEndOfAJobNamesWhatTheServiceLeavesOut(t *testing.T) {
	on(t, 80, 24, func(_ *ui.Deps, e *uitest.Engine, _ *uitest.Tree) {
		e.Skip = func(it model.Item) model.Sentence {
			if it.Name == "notes.txt" {
				return model.Say("not of this type")
			}
			return model.Sentence{}
		}
	}, func(d *uitest.Driver, _ *uitest.Engine, _ *uitest.Tree) {
		d.Keys("tab", "l", "tab", "G", "shift+up", "m")
		d.Has("moved ", "; notes.txt: not of this type")
		d.HasNot("failed")
	})
}

package ui_test

import (
	"slices"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"aloft/client/clienttest/memdoc"
	"aloft/model"
	"aloft/ui"
	"aloft/ui/uitest"
)

// library is a document service with everything that is hard to show, and a disk.
type library struct {
	*memdoc.Service
	disk   *uitest.Tree
	engine *uitest.Engine
	id     map[string]string
}

func newLibrary() *library {
	l := &library{Service: memdoc.NewService(), id: map[string]string{}}
	put := func(parent, title string, k model.Kind) string {
		id := l.Put(parent, title, k)
		l.id[title] = id
		return id
	}
	work := put("", "Work", model.KindFolder)
	put(work, "2024 plan", model.KindDoc)
	put(work, "Budget", model.KindSheet)
	put("", "Empty", model.KindFolder)
	put("", "Notes", model.KindDoc)
	l.id["Notes 2"] = l.Put("", "Notes", model.KindDoc)
	put("", "Roadmap", model.KindSlide)
	put("", "Survey", model.KindForm)
	put("", "Ideas", model.KindMind)
	put("", "Steps", model.KindFlowchart)
	put("", "Team notes", model.KindSmartCanvas)
	put("", "Numbers", model.KindSmartSheet)
	put("", "季度报告与预算总表（最终版本）", model.KindDoc)
	put("", "esc\x1b[31mred", model.KindDoc)
	l.Node(put("", "mystery", model.KindSheet)).Hidden = true
	book := put("space", "Handbook", model.KindFolder)
	put("space", "Research", model.KindFolder)
	page := put(book, "Welcome", model.KindDoc)
	put(page, "First day", model.KindDoc)
	put(book, "Policies", model.KindFolder)
	put(book, "Intranet", model.KindLink)
	l.Recents = []string{l.id["Budget"], l.id["First day"], l.id["Notes"]}
	l.disk = uitest.NewTree(model.SchemeDisk).Add(time.Date(1999, 3, 2, 10, 0, 0, 0, time.UTC),
		"report.docx", "guide.md", "photos/beach.jpg")
	return l
}

// inLibrary runs a test with documents on the left and the disk on the right.
func inLibrary(t *testing.T, w, h int, setup func(*ui.Deps, *library), test func(*uitest.Driver, *library)) {
	t.Helper()
	synctest.Test(t, func(t *testing.T) {
		l := newLibrary()
		deps, e := uitest.DocsDeps(t, l.Service, l.disk)
		l.engine = e
		if setup != nil {
			setup(&deps, l)
		}
		d := uitest.New(t, deps, w, h)
		test(d, l)
		d.Close()
	})
}

// to puts the cursor on the entry whose name holds the text.
func to(d *uitest.Driver, name string) {
	d.Keys("f")
	d.Type(name)
	d.Keys("enter")
}

// An action on one of two documents with the same title applies to that one.
func TestTwinsAreToldApart(t *testing.T) {
	inLibrary(t, 80, 24, nil, func(d *uitest.Driver, l *library) {
		to(d, "Notes")
		d.Keys("j", "P", "r")
		d.Pass(time.Second)
		if l.Node(l.id["Notes"]).Policy != model.PolicyPrivate || l.Node(l.id["Notes 2"]).Policy != model.PolicyRead {
			t.Errorf("%s, %s", l.Node(l.id["Notes"]).Policy, l.Node(l.id["Notes 2"]).Policy)
		}
		d.Has("Notes: everyone with the link can read")
		d.HasNot(`\#`)
		d.Keys("r")
		d.Type(" of May")
		d.Keys("enter")
		d.Pass(time.Second)
		if got := l.Titles(""); !slices.Contains(got, "Notes of May") || !slices.Contains(got, "Notes") {
			t.Errorf("%q", got)
		}
	})
}

func TestAPageWithPagesIsEntered(t *testing.T) {
	inLibrary(t, 80, 24, nil, func(d *uitest.Driver, l *library) {
		d.Keys("g", "s")
		d.Has("1 space: /", "Handbook/", "Research/")
		to(d, "Handbook")
		d.Keys("enter")
		to(d, "Welcome")
		d.Keys("enter")
		d.Has("space: / › Handbook › Welcome", "First day")
		to(d, "First day")
		d.Keys("enter") // nothing under it: it is read
		d.Pass(time.Second)
		d.Has("First day")
		d.Keys("q", "I")
		d.Pass(time.Second)
		d.Has("who", "only its owner", "王伟")
		d.Keys("esc", "h")
		d.Has("> Welcome/")
	})
}

func TestNewDocuments(t *testing.T) {
	inLibrary(t, 80, 24, nil, func(d *uitest.Driver, l *library) {
		d.Keys("a", "d")
		d.Type("Minutes")
		d.Has("7 of 36 characters")
		d.Keys("enter")
		d.Pass(time.Second)
		d.Has("made Minutes", "> Minutes")
		d.Keys("a", "d")
		d.Type("Minutes")
		d.Keys("enter")
		d.Has("Name exists")
		d.Keys("esc")
		d.Keys("a", "l") // links are made in spaces only
		d.Has("New in docs:/")
		d.Keys("esc", "g", "s")
		to(d, "Research")
		d.Keys("l")
		d.Has("There are no pages here.")
		d.Keys("a", "l")
		d.Type("Rules")
		d.Keys("enter")
		d.Type("file:///etc/passwd")
		d.Keys("enter")
		d.Has("begins with http")
		d.Keys("ctrl+u")
		d.Type("https://example.com/rules")
		d.Keys("enter", "enter")
		d.Pass(time.Second)
		d.Has("made Rules")
		if got := l.Titles(l.id["Research"]); !slices.Equal(got, []string{"Rules"}) {
			t.Errorf("%q", got)
		}
		d.Keys("g", "s", "a")
		d.Has("New space")
		d.Type("Plans")
		d.Keys("enter")
		d.Pass(time.Second)
		d.Has("Plans/")
	})
}

func TestTitlesAreCountedInCharacters(t *testing.T) {
	inLibrary(t, 80, 24, nil, func(d *uitest.Driver, l *library) {
		d.Keys("a", "d")
		d.Type(strings.Repeat("报", 37))
		d.Has("37 of 36 characters", "the document service accepts 36")
		d.Keys("enter")
		d.Has("New text document")
		d.Keys("backspace", "enter")
		d.Pass(time.Second)
		if !slices.Contains(l.Titles(""), strings.Repeat("报", 36)) {
			t.Errorf("%q", l.Titles(""))
		}
	})
}

// Copying to the other pane is import, export or copy, depending on the places.
func TestCopyIsImportExportOrCopy(t *testing.T) {
	inLibrary(t, 80, 24, nil, func(d *uitest.Driver, l *library) {
		to(d, "Roadmap")
		d.Keys("c", "s")
		d.Pass(time.Second)
		d.Has("exported Roadmap to disk:/")
		if got := l.disk.Names(); !slices.Contains(got, "Roadmap.pptx") {
			t.Errorf("%q", got)
		}
		d.Keys("tab")
		to(d, "report")
		d.Keys("c")
		d.Pass(time.Second)
		d.Has("imported report.docx to docs:/")
		if !slices.Contains(l.Titles(""), "report") {
			t.Errorf("%q", l.Titles(""))
		}
		to(d, "photos")
		d.Keys("y", "tab", "p")
		d.Pass(time.Second)
		d.Keys("tab", "g", "m")
		to(d, "Work")
		d.Keys("l", "tab")
		to(d, "Roadmap")
		d.Keys("C")
		d.Has("Copy 1 entry to…", "> docs:/", "Work/")
		d.Keys("esc", "y")
		d.Has("1 to copy")
		d.Keys("tab", "p")
		d.Pass(time.Second)
		d.Has("copied Roadmap to docs:/Work")
		if !slices.Contains(l.Titles(l.id["Work"]), "Roadmap") {
			t.Errorf("%q", l.Titles(l.id["Work"]))
		}
	})
}

// What is impossible says why in one sentence, and nothing is asked or done.
func TestWhatCannotBe(t *testing.T) {
	drive := sample()
	inLibrary(t, 120, 40, func(deps *ui.Deps, l *library) {
		deps.Client.Sources = append(deps.Client.Sources.(uitest.Sources), drive)
	}, func(d *uitest.Driver, l *library) {
		before := len(l.Titles(""))
		to(d, "Survey")
		d.Keys("c")
		d.Has("\"Survey\" cannot be exported")
		to(d, "Roadmap")
		d.Keys("tab", "g", "d") // the drive on the right
		d.Keys("tab", "c")
		d.Has("drive: accepts no files")
		d.Keys("m")
		d.Has("drive: accepts no files")
		d.Keys("tab", "c")
		d.Has("drive: files cannot be transferred from here")
		d.Keys("P")
		d.Has("drive: cannot set permissions")
		d.Keys("D")
		d.Has("D works only in a space or on a disk; here d deletes an entry and everything in it")
		d.Keys("tab", "g", "s")
		to(d, "Handbook")
		d.Keys("m") // the drive is on the left
		d.Has("a space itself cannot be moved")
		d.Keys("d")
		d.Has("can delete the pages of a space, not the space itself")
		d.Keys("tab", "g", "m", "tab", "m")
		d.Has("a space itself cannot be moved")
		d.Keys("tab", "c")
		d.Has("open a space first")
		d.Keys("tab", "g", "m", "tab", "g", "m")
		to(d, "Work")
		d.Keys("l", "tab")
		if got := len(l.Titles("")); got != before {
			t.Errorf("%d instead of %d", got, before)
		}
	})
}

func TestAMissingToolIsGreyedWithItsReason(t *testing.T) {
	inLibrary(t, 80, 24, func(_ *ui.Deps, l *library) { l.Lacks = model.OpCreate }, func(d *uitest.Driver, l *library) {
		d.Keys("a")
		d.Has("spreadsheet  (the service has no tool for it)")
		d.Keys("s")
		d.Has("New in docs:/")
		d.Keys("f")
		d.Has("New folder")
	})
}

func TestSearchResultsCanBeActedOn(t *testing.T) {
	inLibrary(t, 80, 24, nil, func(d *uitest.Driver, l *library) {
		d.Keys("s")
		d.Type("Work")
		d.Keys("enter")
		d.Has("1 docs: › search Work", "> Work/")
		d.Keys("enter") // a folder: the service gives the path
		d.Has("1 docs: / ", "> Work/")
		d.Keys("backspace", "s")
		d.Type("First")
		d.Keys("enter", "I")
		d.Pass(time.Second)
		d.Has("somewhere in docs:/", "only its owner")
		d.Keys("esc", "O")
		d.Has("https://docs.example/doc/" + l.id["First day"])
		d.Keys("Y")
		if !slices.Contains(d.Copy, "https://docs.example/doc/"+l.id["First day"]) {
			t.Errorf("%q", d.Copy)
		}
		d.Keys("e", "s")
		d.Pass(time.Second)
		d.Has("exported First day to disk:/")
		d.Keys("g", "h") // where it claims to be, which is unknown
		d.Keys("s")
		d.Type("Ideas")
		d.Keys("enter", "d")
		d.Has("1 entry outside this folder:", "docs:/Ideas")
		d.HasNot("in this folder")
		d.Keys("y")
		d.Pass(time.Second)
		d.Has("deleted Ideas", "Nothing found")
		if slices.Contains(l.Titles(""), "Ideas") {
			t.Error("it is still there")
		}
	})
}

func TestRecentListForgetsTheViewOnly(t *testing.T) {
	inLibrary(t, 80, 24, nil, func(d *uitest.Driver, l *library) {
		d.Keys("g", "r")
		d.Has("recent documents", "> Budget")
		d.Keys("alt+d")
		d.Pass(time.Second)
		d.Has("Budget is no longer in the recent list")
		d.HasNot("> Budget")
		if !slices.Contains(l.Titles(l.id["Work"]), "Budget") || slices.Contains(l.Recents, l.id["Budget"]) {
			t.Errorf("%q, recent %q", l.Titles(l.id["Work"]), l.Recents)
		}
	})
}

func TestGoToAnIDOrALink(t *testing.T) {
	inLibrary(t, 80, 24, nil, func(d *uitest.Driver, l *library) {
		ask := func(s string) {
			d.Keys("g", "p", "ctrl+u")
			d.Send(uitest.Paste(s))
			d.Keys("enter")
			d.Pass(time.Second)
		}
		ask(l.id["Work"])
		d.Has("1 docs: / › Work")
		ask("https://docs.example/doc/" + l.id["First day"])
		d.Has("First day")
		d.Keys("esc")
		ask("docs:/Empty")
		d.Has("1 docs: / › Empty")
		ask("nonsense")
		d.Has("docs:/Empty/nonsense not found; this is docs:/Empty")
		behind := func(s string) { // the beginning of the line stays there
			d.Keys("g", "p")
			d.Send(uitest.Paste(s))
			d.Keys("enter")
			d.Pass(time.Second)
		}
		behind("docs:/Work")
		d.Has("1 docs: / › Work")
		behind("space:Handbook")
		d.Has("1 space: / › Handbook")
		d.Keys("g", "m")
		behind("https://docs.example/doc/" + l.id["Work"])
		d.Has("1 docs: / › Work")
		d.Keys("g", "m")
		behind(l.id["Empty"])
		d.Has("1 docs: / › Empty")
	})
}

// Details are requested once the cursor rests, the newest request wins, and an
// answer is kept.
func TestDetailsOfTheEntryUnderTheCursor(t *testing.T) {
	inLibrary(t, 80, 24, func(_ *ui.Deps, l *library) { l.Cost = 50 * time.Millisecond }, func(d *uitest.Driver, l *library) {
		rest := func() { // the listing, the question, and its answer
			for range 3 {
				d.Pass(time.Second)
			}
		}
		rest()
		asked := l.Calls["details"]
		d.Keys("g", "g", "j", "j", "j", "j")
		rest()
		if l.Calls["details"] != asked+1 {
			t.Errorf("asked %d times for a row that was passed\n%s", l.Calls["details"]-asked, d.Screen())
		}
		to(d, "mystery")
		rest()
		d.Has("mystery   sheet   1999-08-02 16:05   by 王伟")
		d.Keys("k", "j")
		asked = l.Calls["details"]
		rest()
		if l.Calls["details"] != asked {
			t.Error("asked again for what is known")
		}
		if row := rowOf(d, "> mystery"); !strings.Contains(row, "sheet") {
			t.Errorf("the kind is not in its column: %q", row)
		}
	})
}

func rowOf(d *uitest.Driver, s string) string {
	for _, l := range strings.Split(d.Screen(), "\n") {
		if strings.Contains(l, s) {
			return l
		}
	}
	return ""
}

func TestAnUnknownOutcomeSaysWhereToLook(t *testing.T) {
	inLibrary(t, 80, 24, func(_ *ui.Deps, l *library) {
		l.engine.Lose = func(model.Item) model.Sentence { return model.Say("no clear answer came; look in docs:/ for report") }
	}, func(d *uitest.Driver, l *library) {
		d.Keys("tab")
		to(d, "report")
		d.Keys("c")
		d.Pass(time.Second)
		d.Has("1 item failed", "look in docs:/ for report")
		d.HasNot("try again") // it would make a second one
		d.Pass(time.Second)
		d.Keys("esc", "w", "r")
		d.Has("check whether 1 entry was created before you retry")
	})
}

// An open report follows its job, and does not come back once it was closed.
func TestTheReportFollowsItsJob(t *testing.T) {
	inLibrary(t, 80, 24, func(_ *ui.Deps, l *library) { l.engine.Step = 20 * time.Second }, func(d *uitest.Driver, l *library) {
		to(d, "Notes")
		d.Keys("c", "s")
		d.Pass(5 * time.Second)
		d.Keys("w", "enter")
		d.Has("downloading 20%")
		d.Pass(6 * time.Second)
		d.Has("downloading 50%")
		d.Pass(20 * time.Second)
		d.Has("export, 1 entry, done")
		d.Keys("esc")
		d.Pass(20 * time.Second)
		d.HasNot("export, 1 item")
	})
}

// Inside one of two folders with the same title nothing shows its id, and what is
// made there goes into that one.
func TestInsideATwinFolder(t *testing.T) {
	inLibrary(t, 80, 24, func(_ *ui.Deps, l *library) {
		l.id["Empty 2"] = l.Put("", "Empty", model.KindFolder)
	}, func(d *uitest.Driver, l *library) {
		to(d, "Empty")
		d.Keys("j", "l")
		d.Has("1 docs: / › Empty ")
		d.Keys("a")
		d.Has("New in docs:/Empty ─")
		d.Keys("d")
		d.Type("inside")
		d.Keys("enter")
		d.Pass(time.Second)
		d.HasNot(`\#`)
		d.Has("made inside", "> inside")
		if len(l.Titles(l.id["Empty"])) != 0 || len(l.Titles(l.id["Empty 2"])) != 1 {
			t.Errorf("%q, %q", l.Titles(l.id["Empty"]), l.Titles(l.id["Empty 2"]))
		}
		if title := d.App.View().WindowTitle; strings.Contains(title, "#") {
			t.Errorf("the window is called %q", title)
		}
		d.Keys("h")
		if row := rowOf(d, "> Empty"); !strings.Contains(row, l.id["Empty 2"][1:]) {
			t.Errorf("the cursor is on %q", row)
		}
	})
}

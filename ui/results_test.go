package ui_test

import (
	"slices"
	"testing"
	"time"

	"aloft/model"
	"aloft/ui"
	"aloft/ui/uitest"
)

// What was found leads to its folder, and back to the list.
func TestAHitLeadsToItsFolder(t *testing.T) {
	on(t, 80, 24, nil, func(d *uitest.Driver, _ *uitest.Engine, tree *uitest.Tree) {
		lists := tree.Lists
		d.Keys("s")
		d.Type("e")
		d.Keys("enter")
		d.Has("1 drive: › search e", "> beach.jpg")
		if tree.Lists != lists {
			t.Errorf("%d listings for a search", tree.Lists-lists)
		}
		d.Keys("/")
		d.Type("budget")
		d.Keys("enter", "enter")
		d.Has("1 drive: / › Work", "> budget.xlsx")
		d.Keys("H")
		d.Has("1 drive: › search e", "> budget.xlsx") // the cursor is where it was
		if tree.Searches != 1 {
			t.Errorf("%d searches", tree.Searches)
		}
		d.Keys("o")
		d.Has("1 drive: › search e", "2 drive: / › Work")
		d.Keys("backspace")
		d.Has("1 drive: / ─")
		d.Keys("L", "esc")
		d.Has("1 drive: / ─")
	})
}

// A drive says the id of the folder only: a listing that is kept has it. Where it does not
// even say that, a walk looks for it, as Enter is said to go there.
func TestTheFolderOfAHitIsLookedFor(t *testing.T) {
	for name, silent := range map[string]bool{"by its id": false, "by a walk": true} {
		t.Run(name, func(t *testing.T) {
			on(t, 80, 24, func(_ *ui.Deps, _ *uitest.Engine, tree *uitest.Tree) { tree.Lost, tree.Silent = true, silent },
				func(d *uitest.Driver, _ *uitest.Engine, tree *uitest.Tree) {
					d.Keys("s")
					d.Type("plan")
					d.Keys("enter")
					d.Keys("enter")
					d.Has("1 drive: / › Work", "> plan.txt")
				})
		})
	}
}

// Enter on a hit says that it looks, and Esc ends that.
func TestLookingForAHitStops(t *testing.T) {
	on(t, 80, 24, func(_ *ui.Deps, _ *uitest.Engine, tree *uitest.Tree) { tree.Lost, tree.Silent = true, true },
		func(d *uitest.Driver, _ *uitest.Engine, tree *uitest.Tree) {
			d.Keys("s")
			d.Type("plan")
			d.Keys("enter")
			tree.Delay = 3 * time.Second
			d.Keys("enter")
			d.Has("looking for plan.txt; Esc stops")
			d.Keys("esc")
			d.Pass(time.Minute)
			d.Has("1 drive: › search plan")
			d.HasNot("looking for")
		})
}

// An action that needs the folder waits for it, and then goes on by itself; what it has
// done shows in the list.
func TestAnActionWaitsForTheFolder(t *testing.T) {
	on(t, 80, 24, func(_ *ui.Deps, _ *uitest.Engine, tree *uitest.Tree) { tree.Lost, tree.Silent = true, true },
		func(d *uitest.Driver, _ *uitest.Engine, tree *uitest.Tree) {
			d.Keys("s")
			d.Type("t")
			d.Keys("enter", "/")
			d.Type("budget")
			d.Keys("enter", "d")
			d.Has("does not say where budget.xlsx is")
			d.Keys("l")
			d.Has("Delete 1 entry", "drive:/Work/budget.xlsx")
			d.Keys("y")
			d.Pass(time.Second)
			if slices.Contains(tree.Names("Work"), "budget.xlsx") {
				t.Error("it is still there")
			}
			d.HasNot("> budget.xlsx")
			d.Keys("esc")
			d.Has("notes.txt", "search t")
		})
}

// What is selected in a list of results stays selected in its folders.
func TestASelectionOutlivesTheResults(t *testing.T) {
	on(t, 80, 24, nil, func(d *uitest.Driver, _ *uitest.Engine, tree *uitest.Tree) {
		d.Keys("s")
		d.Type("plan")
		d.Keys("enter", "space", "backspace")
		d.Has("sel 0 + 1 elsewhere")
		to(d, "Backup")
		d.Keys("enter", "tab")
		to(d, "Empty")
		d.Keys("enter", "tab", "m")
		d.Pass(time.Second)
		if !slices.Contains(tree.Names("Empty"), "plan.txt") {
			t.Errorf("%q", tree.Names("Empty"))
		}
	})
}

// A renamed entry keeps its row, and nothing is made or put into a list of results.
func TestAListOfResultsIsNoFolder(t *testing.T) {
	on(t, 80, 24, nil, func(d *uitest.Driver, _ *uitest.Engine, tree *uitest.Tree) {
		d.Keys("s")
		d.Type("plan")
		d.Keys("enter", "r", "ctrl+u")
		d.Type("scheme")
		d.Keys("enter")
		d.Pass(time.Second)
		d.Has("search plan", "> scheme.txt")
		if !slices.Contains(tree.Names("Work"), "scheme.txt") {
			t.Errorf("%q", tree.Names("Work"))
		}
		for _, key := range []string{"a", "f7", "p", "B"} {
			d.Keys(key)
			d.Has("this is a list of results, not a folder")
		}
		d.Keys("tab")
		to(d, "notes")
		d.Keys("m")
		d.Has("open a folder in the other pane first")
	})
}

// What is marked in several folders is one list, which acts.
func TestMarksAreAList(t *testing.T) {
	on(t, 80, 24, nil, func(d *uitest.Driver, _ *uitest.Engine, tree *uitest.Tree) {
		d.Keys("g", "y")
		d.Has("nothing is marked")
		d.Keys("s")
		d.Type("t")
		d.Keys("enter", "/")
		d.Type("budget")
		d.Keys("enter", "space", "esc", "/")
		d.Type("notes")
		d.Keys("enter", "space", "esc", "x")
		d.Has("2 entries marked")
		d.Keys("backspace", "g", "y")
		d.Has("clipboard", "budget.xlsx", "drive:/Work", "notes.txt", "1/2")
		d.Keys("/")
		d.Type("budget")
		d.Keys("enter", "enter")
		d.Has("1 drive: / › Work", ">xbudget.xlsx")
	})
}

// A walk asks for each folder once, and for none that it has asked for before; Esc stops
// it within a second, and what was found stays.
func TestFindWalksOnce(t *testing.T) {
	on(t, 80, 24, nil, func(d *uitest.Driver, _ *uitest.Engine, tree *uitest.Tree) {
		find := func(line string) (lists int) {
			lists = tree.Lists
			d.Keys("F")
			d.Type(line)
			d.Keys("enter")
			d.Pass(time.Second)
			return tree.Lists - lists
		}
		if n := find("2024"); n != 8 { // nine folders, of which the pane has listed the root
			t.Errorf("%d requests", n)
		}
		d.Has("find 2024 below drive:/", "> 2024/")
		if n := find("plan"); n != 0 {
			t.Errorf("%d requests for what is kept", n)
		}
		d.Has("> plan.txt")
		if n := find("plan --fresh"); n != 9 {
			t.Errorf("%d requests for a fresh walk", n)
		}
		d.Keys("esc", "esc", "esc")
		d.Has("1 drive: / ─")

		tree.Delay = 10 * time.Second
		lists := tree.Lists
		d.Keys("F")
		d.Type("x --fresh")
		d.Keys("enter")
		d.Pass(15 * time.Second)
		d.Keys("esc")
		d.Pass(time.Second)
		d.Has("find x --fresh below", "> bidi", "notes.txt          drive:/")
		d.HasNot("updating")
		n := tree.Lists
		d.Pass(time.Minute)
		if tree.Lists != n || n == lists {
			t.Errorf("%d listings after it was stopped, %d before", tree.Lists-n, n-lists)
		}
	})
}

// The letters in their order are enough where no name has the text; a name that has it
// takes their place.
func TestFindAndFilterAreFuzzy(t *testing.T) {
	on(t, 80, 24, nil, func(d *uitest.Driver, _ *uitest.Engine, _ *uitest.Tree) {
		d.Keys("/")
		d.Type("ntsx")
		d.Has("> notes.txt", "filter ntsx  1/1")
		d.Keys("esc", "F")
		d.Type("bdgt")
		d.Keys("enter")
		d.Has("> budget.xlsx", "1/1")
		d.Keys("F")
		d.Type("plan --size +1G")
		d.Keys("enter")
		d.Has("Nothing found. Esc goes back.")
		d.Keys("F")
		d.Type("plan --kind")
		d.Has("--kind needs a value")
	})
}

// Everywhere are all trees of the account.
func TestFindEverywhere(t *testing.T) {
	inLibrary(t, 200, 24, nil, func(d *uitest.Driver, _ *library) {
		d.Keys("F")
		d.Type("--kind doc --everywhere")
		d.Keys("enter")
		d.Pass(time.Second)
		d.Has("2024 plan", "docs:/Work", "First day", "space:Handbook/Welcome")
		d.HasNot("report.docx    disk")
	})
}

// A document that is named by its id needs no folder to be read.
func TestAFoundDocumentIsReadByItsID(t *testing.T) {
	inLibrary(t, 80, 24, func(_ *ui.Deps, l *library) { l.Write(l.id["First day"], "# Arrival\n\nCome at nine.\n") }, func(d *uitest.Driver, l *library) {
		d.Keys("s")
		d.Type("First")
		d.Keys("enter", "f3")
		d.Pass(time.Second)
		d.Has("First day", "Arrival")
		d.Keys("esc", "enter")
		d.Pass(time.Second)
		d.Has("space: / › Handbook › Welcome", "> First day")
	})
	inLibrary(t, 80, 24, func(deps *ui.Deps, l *library) {
		l.Write(l.id["First day"], "# Arrival\n\nCome at nine.\n")
		deps.Read = &ui.Document{Place: model.Place{Scheme: model.SchemeSpace}.Loose(l.id["First day"]),
			Entry: model.Entry{ID: l.id["First day"], Name: "First day", Kind: model.KindDoc}}
	}, func(d *uitest.Driver, _ *library) {
		d.Pass(time.Second)
		d.Has("3 First day", "Arrival")
	})
}

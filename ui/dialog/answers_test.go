package dialog

import (
	"errors"
	"fmt"
	"reflect"
	"slices"
	"strings"
	"testing"

	tea "charm.land/bubbletea/v2"
	"github.com/charmbracelet/x/ansi"

	"aloft/client"
	"aloft/model"
	"aloft/ui/input"
	"aloft/ui/uitest/loop"
)

func TestAnswers(t *testing.T) {
	env := testEnv(t)
	plan := movePlan(0)
	del := deletePlan("bin")
	final := deletePlan("no")
	syncs, syncsFinal := syncPlan(string(client.DeleteToBin)), syncPlan(string(client.DeleteForever))
	viewed := deletePlan("no")
	for i := range viewed.Items {
		viewed.Items[i].Mode = string(client.DeleteRecord)
	}
	marks := someMarks()
	jobs := someJobs()
	items := []MenuItem[int]{{Key: "n", Label: "name", Value: 1}, {Key: "j", Label: "size", Value: 2, Current: true}, {Key: "x", Label: "no", Value: 3, Refused: "why"}}
	for _, c := range []struct {
		name string
		d    Dialog
		keys string
		want tea.Msg // nil = it stays open
	}{
		{"yes", NewConfirm(env, ConfirmOptions[int]{Tag: 7, Yes: "Do"}), "y", ConfirmAnswered[int]{7, true}},
		{"no", NewConfirm(env, ConfirmOptions[int]{Tag: 7, Yes: "Do"}), "n", ConfirmAnswered[int]{7, false}},
		{"enter on the act", NewConfirm(env, ConfirmOptions[string]{Yes: "Do"}), "enter", ConfirmAnswered[string]{"", true}},
		{"enter on the safe choice", NewConfirm(env, ConfirmOptions[string]{Yes: "Do", Danger: true}), "enter", ConfirmAnswered[string]{"", false}},
		{"tab to the act", NewConfirm(env, ConfirmOptions[string]{Yes: "Do", Danger: true}), "tab enter", ConfirmAnswered[string]{"", true}},
		{"arrows to the act", NewConfirm(env, ConfirmOptions[string]{Yes: "Do", Danger: true}), "right left right enter", ConfirmAnswered[string]{"", true}},
		{"word missing", NewConfirm(env, ConfirmOptions[string]{Yes: "Do", Danger: true, Word: "reset"}), "r e s enter", nil},
		{"word typed", NewConfirm(env, ConfirmOptions[string]{Yes: "Do", Danger: true, Word: "reset"}), "r e s e t enter", ConfirmAnswered[string]{"", true}},
		{"y is a letter of the word", NewConfirm(env, ConfirmOptions[string]{Yes: "Do", Word: "reset"}), "y", nil},
		{"word, but cancel", NewConfirm(env, ConfirmOptions[string]{Yes: "Do", Word: "ab"}), "a b shift+tab enter", ConfirmAnswered[string]{"", false}},

		{"delete enter", NewDelete(env, from, del, PlanOptions{}), "enter", PlanAnswered{del, ChoseNothing}},
		{"delete yes", NewDelete(env, from, del, PlanOptions{}), "y", PlanAnswered{del, ChoseGo}},
		{"delete view", NewDelete(env, from, del, PlanOptions{}), "v", nil},
		{"delete final y", NewDelete(env, from, final, PlanOptions{}), "y", nil},
		{"delete braked y", braked(env, del), "y", nil},
		{"delete braked number", braked(env, del), "1 1 enter", PlanAnswered{del, ChoseGo}},
		{"delete braked, another number", braked(env, del), "1 2 enter", nil},
		{"delete braked, for good", braked(env, final), "d e l e t e enter", nil},
		{"off the recent list, which no brake stops", braked(env, viewed), "y", PlanAnswered{viewed, ChoseGo}},
		{"delete final word", NewDelete(env, from, final, PlanOptions{}), "d e l e t e enter", PlanAnswered{final, ChoseGo}},

		{"sync enter, which cancels where something is deleted", NewSync(env, from, syncs, PlanOptions{To: backup}), "enter", PlanAnswered{syncs, ChoseNothing}},
		{"sync y", NewSync(env, from, syncs, PlanOptions{To: backup}), "y", PlanAnswered{syncs, ChoseGo}},
		{"sync final y", NewSync(env, from, syncsFinal, PlanOptions{To: backup}), "y", nil},
		{"sync final word", NewSync(env, from, syncsFinal, PlanOptions{To: backup}), "d e l e t e enter", PlanAnswered{syncsFinal, ChoseGo}},
		{"sync braked y", NewSync(env, from, syncs, PlanOptions{To: backup, Brake: model.Brake{Count: 2}}), "y", nil},
		{"sync braked number", NewSync(env, from, syncs, PlanOptions{To: backup, Brake: model.Brake{Count: 2}}), "3 enter", PlanAnswered{syncs, ChoseGo}},

		{"plan go", NewPlan(env, from, plan, PlanOptions{}), "enter", PlanAnswered{plan, ChoseGo}},
		{"plan dry", NewPlan(env, from, plan, PlanOptions{}), "d", PlanAnswered{plan, ChoseDryRun}},
		{"plan no", NewPlan(env, from, plan, PlanOptions{}), "n", PlanAnswered{plan, ChoseNothing}},
		{"plan while dry run is on", NewPlan(env, from, plan, PlanOptions{DryRun: true}), "y", PlanAnswered{plan, ChoseDryRun}},
		{"plan looks", NewPlan(env, from, plan, PlanOptions{}), "p p v down up R S space r", nil},

		{"conflict enter", NewConflict(env, plan, 3, 1, 2, nil), "enter", ConflictAnswered{plan, 3, ChoseSkip, ""}},
		{"conflict all", NewConflict(env, plan, 3, 1, 2, nil), "S", ConflictAnswered{plan, 3, ChoseSkipAll, ""}},
		{"conflict down", NewConflict(env, plan, 3, 1, 2, nil), "j j j enter", ConflictAnswered{plan, 3, ChoseNumberAll, ""}},
		{"conflict stop", NewConflict(env, plan, 3, 1, 2, nil), "a", ConflictAnswered{plan, 3, ChoseStop, ""}},
		{"conflict name", NewConflict(env, plan, 3, 1, 2, nil), "r x enter", ConflictAnswered{plan, 3, ChoseRename, "photo-003x.jpg"}},
		{"conflict name refused", NewConflict(env, plan, 3, 1, 2, nil), "r ctrl+u ctrl+k enter", nil},

		{"error retry", NewError(env, ErrorOptions{Job: "7", Choices: []Choice{ChoseRetry, ChoseStop}}), "r", ErrorAnswered{"7", ChoseRetry}},
		{"error down", NewError(env, ErrorOptions{Job: "7", Choices: []Choice{ChoseRetry, ChoseStop}}), "down enter", ErrorAnswered{"7", ChoseStop}},
		{"error not offered", NewError(env, ErrorOptions{Choices: []Choice{ChoseRetry}}), "S", nil},
		{"error close", NewError(env, ErrorOptions{Err: anError()}), "enter", ErrorAnswered{"", ChoseNothing}},

		{"prompt", NewPrompt(env, PromptOptions[string]{Origin: from, For: "k"}), "a space b enter", PromptAnswered[string]{from, "k", "a b"}},
		{"prompt q", NewPrompt(env, PromptOptions[string]{}), "q", nil},
		{"prompt empty", NewPrompt(env, PromptOptions[string]{}), "enter", nil},
		{"prompt may be empty", NewPrompt(env, PromptOptions[string]{Empty: true}), "enter", PromptAnswered[string]{}},
		{"prompt refused", NewPrompt(env, PromptOptions[string]{Check: func(string) error { return errors.New("no") }}), "a b c enter", nil},

		{"menu letter before cursor keys", NewMenu(env, MenuOptions[int]{Origin: from, Items: items}), "j", MenuAnswered[int]{from, 2}},
		{"menu enter", NewMenu(env, MenuOptions[int]{Items: items}), "up enter", MenuAnswered[int]{Value: 1}},
		{"menu refused", NewMenu(env, MenuOptions[int]{Items: items}), "x", nil},

		{"bookmark", NewBookmarks(env, from, marks, false), "down enter", BookmarkChosen{from, marks[1]}},
		{"bookmark letters are keys in the list", NewBookmarks(env, from, marks, false), "w", nil},
		{"bookmark jump", NewBookmarks(env, from, marks, true), "b", BookmarkChosen{from, marks[1]}},

		{"quit at once", NewQuit(env, jobs, someJobs, noWork, true), "enter", QuitAnswered{ChoseGoOn}},
		{"quit wait", NewQuit(env, jobs, someJobs, noWork, false), "enter", QuitAnswered{ChoseWait}},
		{"quit pause", NewQuit(env, jobs, someJobs, noWork, true), "p", QuitAnswered{ChosePauseQuit}},
		{"quit cancel", NewQuit(env, jobs, someJobs, noWork, true), "x", QuitAnswered{ChoseCancelQuit}},
		{"quit not", NewQuit(env, jobs, someJobs, noWork, true), "q", QuitAnswered{ChoseNothing}},
		{"resume enter is safe", NewResume(env, jobs), "enter", ResumeAnswered{[]string{"7", "8", "9"}, ChoseLater}},
		{"resume", NewResume(env, jobs), "r", ResumeAnswered{[]string{"7", "8", "9"}, ChoseGo}},
		{"resume esc", NewResume(env, jobs), "esc", ResumeAnswered{[]string{"7", "8", "9"}, ChoseLater}},
		{"welcome", NewWelcome(env, model.Place{Scheme: model.SchemeDrive}, model.Place{Scheme: model.SchemeDocs}, true, true), "enter", WelcomeAnswered{}},
		{"themes esc", NewThemes(env, []string{"a", "b"}, "a"), "down esc", ThemeChosen{"a"}},
		{"themes", NewThemes(env, []string{"a", "b"}, "a"), "down enter", ThemeChosen{"b"}},
	} {
		msg, open := feed(c.d, strings.Fields(c.keys)...)
		if c.want == nil {
			if !open {
				t.Errorf("%s: it closed with %#v", c.name, msg)
			}
			continue
		}
		if open || !reflect.DeepEqual(msg, c.want) {
			t.Errorf("%s: open %v, answer %#v, want %#v", c.name, open, msg, c.want)
		}
	}
}

func TestPlanIsDecidedInACopy(t *testing.T) {
	env := testEnv(t)
	p := movePlan(4)
	d := NewPlan(env, from, p, PlanOptions{})
	// They are asked about in the order of their names: skip the first, rename the
	// second, number the rest.
	msg, open := feed(d, "s", "y", "r", "X", "enter", "R")
	a, ok := msg.(PlanAnswered)
	if open || !ok || a.Choice != ChoseGo {
		t.Fatalf("%v %#v", open, msg)
	}
	if len(a.Plan.Undecided()) != 0 || len(p.Undecided()) != 4 {
		t.Fatalf("%d open of ours, %d of the one that was shown", len(a.Plan.Undecided()), len(p.Undecided()))
	}
	want := []struct {
		d    model.Decision
		name string
	}{{model.DecideNumber, "budget (1)X.xlsx"}, {model.DecideNumber, strings.Replace(chinese, ".", " (1).", 1)},
		{model.DecideSkip, ""}, {model.DecideNumber, "budget (1).xlsx"}}
	for n, w := range want {
		if it := a.Plan.Items[n*7]; it.Decision != w.d || it.NewName != w.name {
			t.Errorf("item %d: %s %q, want %s %q", n, it.Decision, it.NewName, w.d, w.name)
		}
	}
}

// A name that another entry has or gets in the target is not taken twice.
func TestANameOfAnotherEntryIsRefused(t *testing.T) {
	p := movePlan(4)
	d := NewPlan(testEnv(t), from, p, PlanOptions{}).(*plan)
	feed(d, "r")
	d.about.field.SetValue("photo-001.jpg")
	feed(d, "enter")
	if d.about == nil || d.about.field.Trouble() == "" {
		t.Fatal("the name of an entry that moves there too was taken")
	}
	d.about.field.SetValue("free")
	feed(d, "enter")
	if d.about != nil || d.plan.Items[14].NewName != "free" {
		t.Errorf("%+v", d.plan.Items[14])
	}
}

// The name that the keys act on is visible at every size.
func TestPlanShowsTheNameUnderTheCursor(t *testing.T) {
	env := testEnv(t)
	for _, size := range sizes {
		d := NewPlan(env, from, movePlan(9), PlanOptions{})
		for n := range 9 {
			b := draw(d, size[0], size[1])
			seen := strings.Contains(ansi.Strip(strings.Join(b.Lines, "\n")), "│ > ")
			if !seen && n > 0 {
				t.Errorf("%v: the cursor is out of sight at %d", size, n)
			}
			feed(d, "down")
		}
		feed(d, "pgdown")
		if b := draw(d, size[0], size[1]); !strings.Contains(ansi.Strip(strings.Join(b.Lines, "\n")), "undo") {
			t.Errorf("%v: the end cannot be reached", size)
		}
	}
}

func TestPlanStopAndEscape(t *testing.T) {
	env := testEnv(t)
	d := NewPlan(env, from, movePlan(4), PlanOptions{})
	if _, open := feed(d, "y", "esc"); !open {
		t.Fatal("Esc in a question goes back to the plan")
	}
	if msg, open := feed(d, "esc"); open || msg.(PlanAnswered).Choice != ChoseNothing {
		t.Fatal(msg)
	}
	d = NewPlan(env, from, movePlan(4), PlanOptions{})
	msg, _ := feed(d, "y", "s", "a")
	a := msg.(PlanAnswered)
	for n := range 4 {
		if got := a.Plan.Items[n*7].Decision; got != model.DecideSkip {
			t.Errorf("item %d: %s", n, got)
		}
	}
}

func TestPromptAsksForCompletions(t *testing.T) {
	var st Stack
	st.Push(NewMenu(testEnv(t), MenuOptions[int]{}))
	st.Push(NewPrompt(testEnv(t), PromptOptions[string]{Complete: true, Value: "dr", Cursor: -1}))
	ask := st.Update(loop.Key("tab"))().(input.CompleteAsked)
	st.Update(input.Completed{ID: ask.ID, Seq: ask.Seq, Items: []string{"drive:/"}})
	b := boxes(&st, 80, 24)
	if len(b) != 2 || !strings.Contains(ansi.Strip(b[1].Lines[1]), "drive:/ ") || b[1].Cursor.X != 9 {
		t.Fatalf("%q %v", b[1].Lines, b[1].Cursor)
	}
}

// However far Tab has gone, the completion in the line is marked, and how many follow
// is said.
func TestTheChosenCompletionIsVisible(t *testing.T) {
	var st Stack
	st.Push(NewPrompt(testEnv(t), PromptOptions[string]{Complete: true}))
	ask := st.Update(loop.Key("tab"))().(input.CompleteAsked)
	var items []string
	for i := range 12 {
		items = append(items, fmt.Sprintf("%c-folder", 'a'+i))
	}
	st.Update(input.Completed{ID: ask.ID, Seq: ask.Seq, Items: items})
	for _, it := range items {
		st.Update(loop.Key("tab"))
		s := ansi.Strip(strings.Join(boxes(&st, 80, 24)[0].Lines, "\n"))
		if !strings.Contains(s, "> "+it) {
			t.Errorf("%s is not marked in\n%s", it, s)
		}
		if last := strings.Contains(s, "  l-folder") || strings.Contains(s, "> l-folder"); last == strings.Contains(s, "more (") {
			t.Errorf("at %s the rest is wrong in\n%s", it, s)
		}
	}
}

// An emptied name is refused when Enter says that it is meant.
func TestAnEmptyNameIsRefusedOnEnter(t *testing.T) {
	d := NewConflict(testEnv(t), movePlan(4), 7, 2, 4, nil)
	shows := func() bool {
		return strings.Contains(ansi.Strip(strings.Join(draw(d, 80, 24).Lines, "\n")), "nothing is typed yet")
	}
	feed(d, "r", "ctrl+u", "ctrl+k")
	if shows() {
		t.Error("it is refused before Enter")
	}
	if _, open := feed(d, "enter"); !open || !shows() {
		t.Error("it is taken")
	}
	if feed(d, "x"); shows() {
		t.Error("a name is refused")
	}
}

// In a space every page can have pages under it, also one that has none yet.
func TestPickOffersPages(t *testing.T) {
	env := testEnv(t)
	space := model.Place{Scheme: model.SchemeSpace}.Join("Handbook")
	for _, c := range []struct {
		at   model.Place
		want string
	}{{space, "A folder/ Holidays Welcome/"}, {model.Place{Scheme: model.SchemeDocs}, "A folder/ Welcome/"}} {
		var st Stack
		ask := st.Push(NewPick(env, PickOptions[int]{Origin: from, Start: c.at, Roots: []model.Place{c.at.Root()}}))().(FolderAsked)
		st.Update(FolderListed{Dialog: ask.Dialog, Seq: ask.Seq, Listing: model.Listing{Place: c.at, Entries: []model.Entry{
			{ID: "1", Name: "Holidays", Kind: model.KindDoc}, {ID: "2", Name: "Welcome", Kind: model.KindDoc, HasPages: true}, {ID: "3", Name: "A folder", Kind: model.KindFolder}}}})
		var got []string
		for _, l := range boxes(&st, 80, 24)[0].Lines[2:] {
			if name := strings.Trim(ansi.Strip(l), "│> "); name != "" {
				got = append(got, name)
			} else {
				break
			}
		}
		if s := strings.Join(got, " "); s != c.want {
			t.Errorf("in %s: %q, want %q", c.at, s, c.want)
		}
	}
}

// Why a new folder cannot have a name is said under it, in full.
func TestPickSaysWhatIsWrongWithAName(t *testing.T) {
	env := testEnv(t)
	var st Stack
	st.Push(NewPick(env, PickOptions[int]{Origin: from, Start: home, NewFolder: true, CheckName: func(s string) error {
		return errors.New("the service takes no name such as " + s + " and none of its kin, wherever it is to be")
	}}))
	st.Update(FolderListed{Dialog: 1, Seq: 1, Listing: model.Listing{Place: home}})
	st.Update(loop.Key("a"))
	st.Update(loop.Key("n"))
	rows := strings.Split(ansi.Strip(strings.Join(boxes(&st, 50, 16)[0].Lines, "\n")), "\n")
	at := slices.IndexFunc(rows, func(s string) bool { return strings.Contains(s, "new folder: n") })
	if at < 0 || !strings.Contains(rows[at+1], "takes no name such as n") || !strings.Contains(rows[at+2], "wherever it is to be") {
		t.Error(strings.Join(rows, "\n"))
	}
}

func TestPickWalks(t *testing.T) {
	env := testEnv(t)
	var st Stack
	run := func(cmd tea.Cmd) tea.Msg {
		t.Helper()
		if cmd == nil {
			t.Fatal("nothing was asked")
		}
		return cmd()
	}
	roots := []model.Place{{Scheme: model.SchemeDrive}, {Scheme: model.SchemeDisk}}
	ask := run(st.Push(NewPick(env, PickOptions[int]{Origin: from, Tag: 5, Verb: "go", Start: home, Roots: roots, NewFolder: true}))).(FolderAsked)
	if !ask.Place.Equal(home) {
		t.Fatal(ask)
	}
	st.Update(FolderListed{Dialog: ask.Dialog, Seq: ask.Seq, Listing: model.Listing{Place: home, Entries: someEntries()}})
	st.Update(loop.Key("down"))
	st.Update(loop.Key("down")) // b9, after the hostile one
	in := run(st.Update(loop.Key("l"))).(FolderAsked)
	if in.Place.Base() != "b9" {
		t.Fatal(in)
	}
	st.Update(FolderListed{Dialog: ask.Dialog, Seq: ask.Seq, Listing: model.Listing{Entries: someEntries()}}) // too late
	if s := ansi.Strip(strings.Join(boxes(&st, 80, 24)[0].Lines, "\n")); strings.Contains(s, "b10") || !strings.Contains(s, "reading…") {
		t.Fatalf("a listing of another folder was taken:\n%s", s)
	}
	up := run(st.Update(loop.Key("h"))).(FolderAsked)
	if !up.Place.Equal(home) {
		t.Fatal(up)
	}
	st.Update(FolderListed{Dialog: up.Dialog, Seq: up.Seq, Listing: model.Listing{Place: home, Entries: someEntries()}})
	made := run(func() tea.Cmd {
		var c tea.Cmd
		for _, k := range []string{"a", "n", "e", "w", "enter"} {
			c = st.Update(loop.Key(k))
		}
		return c
	}()).(NewFolderAsked)
	if made.Name != "new" || !made.Place.Equal(home) {
		t.Fatal(made)
	}
	again := run(st.Update(FolderMade{Dialog: made.Dialog, Place: home.Join("new")})).(FolderAsked)
	st.Update(FolderListed{Dialog: again.Dialog, Seq: again.Seq, Listing: model.Listing{Place: home, Entries: append(someEntries(), model.Entry{Name: "new", Kind: model.KindFolder})}})
	a := run(st.Update(loop.Key("enter"))).(PickAnswered[int])
	if a.Place.Base() != "new" || a.Tag != 5 || a.Origin.Pane != 1 {
		t.Fatal(a)
	}
	if st.Len() != 0 {
		t.Fatal("still open")
	}

	// Above a root there are the sources.
	ask = run(st.Push(NewPick(env, PickOptions[int]{Start: roots[0], Roots: roots}))).(FolderAsked)
	st.Update(loop.Key("h"))
	st.Update(loop.Key("down"))
	disk := run(st.Update(loop.Key("enter"))).(FolderAsked)
	if disk.Place.Scheme != model.SchemeDisk {
		t.Fatal(disk)
	}
}

func TestBookmarksChange(t *testing.T) {
	env := testEnv(t)
	here := Origin{Place: model.Place{Scheme: model.SchemeDisk, Path: model.Steps("srv", "web")}}
	d := NewBookmarks(env, here, someMarks(), false)
	msg, _ := feed(d, "a")
	m := msg.(BookmarksChanged).Bookmarks
	if len(m) != 4 || m[3].Key != "e" || m[3].Name != "web" { // w and b are taken
		t.Fatalf("%+v", m)
	}
	if msg, _ = feed(d, "a"); msg != nil {
		t.Fatal("bookmarked twice")
	}
	msg, _ = feed(d, "'", "w")
	m = msg.(BookmarksChanged).Bookmarks
	if m[3].Key != "w" || m[0].Key != "" {
		t.Fatalf("%+v", m)
	}
	msg, _ = feed(d, "r", "2", "enter")
	if m = msg.(BookmarksChanged).Bookmarks; m[3].Name != "web2" {
		t.Fatalf("%+v", m)
	}
	msg, _ = feed(d, "d")
	if m = msg.(BookmarksChanged).Bookmarks; len(m) != 3 {
		t.Fatalf("%+v", m)
	}
}

// While jumping, a letter that no bookmark has changes nothing: "d" once deleted
// the bookmark under the cursor.
func TestAJumpChangesNoBookmark(t *testing.T) {
	for _, key := range []string{"d", "a", "r", "'", "delete", "z"} {
		d := NewBookmarks(testEnv(t), from, someMarks(), true)
		if msg, open := feed(d, key); msg != nil || !open {
			t.Errorf("%s: %#v", key, msg)
		}
		box := strings.Join(draw(d, 60, 16).Lines, "\n")
		if !strings.Contains(box, "no bookmark uses ") || strings.Contains(box, "delete") {
			t.Errorf("%s:\n%s", key, box)
		}
	}
}

func TestGrace(t *testing.T) {
	env := testEnv(t)
	var st Stack
	st.Offer(NewConfirm(env, ConfirmOptions[int]{Tag: 1, Yes: "Do"}))
	if cmd := st.Update(loop.Key("y")); cmd != nil || st.Len() != 1 {
		t.Fatal("a key meant for the list answered the dialog")
	}
	foot := func() bool { return strings.Contains(strings.Join(boxes(&st, 80, 24)[0].Lines, "\n"), "Esc back") }
	if foot() {
		t.Fatal("a key is named that does nothing yet")
	}
	st.Update(armedMsg{1})
	if !foot() {
		t.Fatal("the way out is not named")
	}
	if cmd := st.Update(loop.Key("y")); cmd == nil || st.Len() != 0 {
		t.Fatal("the grace does not end")
	}
	// A requested one takes keys at once, and those that open by themselves wait
	// for it.
	st.Push(NewPrompt(env, PromptOptions[string]{}))
	st.Offer(NewError(env, ErrorOptions{Choices: []Choice{ChoseRetry}}))
	st.Offer(NewConfirm(env, ConfirmOptions[string]{Yes: "Do"}))
	st.Update(loop.Key("r"))
	if st.Len() != 1 || st.Context() != "input" {
		t.Fatal("a dialog came over the one being typed in")
	}
	st.Update(loop.Key("esc"))
	if st.Len() != 1 || st.Context() != "error" {
		t.Fatal("the one that waited does not come")
	}
	if st.Update(loop.Key("r")); st.Len() != 1 {
		t.Fatal("it has no grace")
	}
	st.Update(armedMsg{3})
	st.Update(loop.Key("r"))
	if st.Context() != "confirm" {
		t.Fatal("the second one that waited does not come")
	}
}

func TestHelpIsAsked(t *testing.T) {
	env := testEnv(t)
	msg, open := feed(NewPlan(env, from, movePlan(1), PlanOptions{}), "?")
	if h, ok := msg.(HelpAsked); !ok || !open || h.Context != "plan" {
		t.Fatalf("%#v", msg)
	}
}

// A plan of ten thousand items is drawn without a stall.
func BenchmarkPlanView(b *testing.B) {
	p := movePlan(0)
	for i := range 10000 {
		p.Items = append(p.Items, model.Item{ID: i, Op: model.OpMove, Parent: home, Name: "x", Target: backup, Decision: model.DecideGo})
	}
	d := NewPlan(testEnv(b), from, p, PlanOptions{})
	feed(d, "p")
	for b.Loop() {
		draw(d, 120, 40)
	}
}

// That a paste does not fit is said, in whatever field it was made.
func TestAPasteThatDoesNotFit(t *testing.T) {
	env := testEnv(t)
	big := tea.PasteMsg{Content: strings.Repeat("x", input.Longest+1)}
	paste := func(d Dialog, keys ...tea.Msg) tea.Cmd {
		d.SetSize(80, 24)
		for _, k := range keys {
			d.Update(k)
		}
		cmd, _ := d.Update(big)
		return cmd
	}
	picker := NewPicker(env, "title", "prompt", "empty", "")
	picker.SetSize(80, 24)
	_, picked := picker.Update(big)
	for name, cmd := range map[string]tea.Cmd{
		"a bookmark's name": paste(NewBookmarks(env, Origin{}, someMarks(), false), tea.KeyPressMsg{Code: 'r', Text: "r"}),
		"a word to type":    paste(NewConfirm(env, ConfirmOptions[int]{Yes: "Do", Word: "local"})),
		"a picker":          picked,
	} {
		if cmd == nil || cmd() != (input.Full{}) {
			t.Errorf("%s: nothing is said", name)
		}
	}
}

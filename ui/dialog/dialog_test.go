package dialog

import (
	"errors"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"
	"unicode"

	tea "charm.land/bubbletea/v2"
	"github.com/charmbracelet/colorprofile"
	"github.com/charmbracelet/x/ansi"

	"aloft/client"
	"aloft/model"
	"aloft/themes"
	"aloft/ui/input"
	"aloft/ui/keys"
)

var update = flag.Bool("update", false, "write the goldens anew")

func testEnv(t testing.TB) *Env {
	t.Helper()
	th, err := themes.Load(themes.Default)
	if err != nil {
		t.Fatal(err)
	}
	return &Env{Keys: keys.Default(), Styles: th.Styles(colorprofile.TrueColor)}
}

// press makes the message of a key spelled as in a key file.
func press(k string) tea.KeyPressMsg {
	var m tea.KeyPressMsg
	mods := map[string]tea.KeyMod{"ctrl": tea.ModCtrl, "alt": tea.ModAlt, "shift": tea.ModShift}
	for {
		mod, rest, ok := strings.Cut(k, "+")
		if !ok || mods[mod] == 0 || rest == "" {
			break
		}
		m.Mod |= mods[mod]
		k = rest
	}
	special := map[string]rune{
		"enter": tea.KeyEnter, "esc": tea.KeyEscape, "tab": tea.KeyTab, "backspace": tea.KeyBackspace,
		"delete": tea.KeyDelete, "left": tea.KeyLeft, "right": tea.KeyRight, "up": tea.KeyUp,
		"down": tea.KeyDown, "home": tea.KeyHome, "end": tea.KeyEnd, "pgdown": tea.KeyPgDown, "pgup": tea.KeyPgUp,
	}
	switch {
	case special[k] != 0:
		m.Code = special[k]
	case k == "space":
		m.Code, m.Text = ' ', " "
	default:
		m.Code = []rune(k)[0]
		if m.Mod == 0 {
			m.Text = k
		}
	}
	return m
}

// feed gives the dialog keys and returns what the last one answered.
func feed(d Dialog, ks ...string) (msg tea.Msg, open bool) {
	open = true
	for _, k := range ks {
		var cmd tea.Cmd
		cmd, open = d.Update(press(k))
		msg = nil
		if cmd != nil {
			msg = cmd()
		}
	}
	return msg, open
}

var (
	home    = model.Place{Scheme: model.SchemeDrive, Path: []string{"Work", "Q3"}}
	backup  = model.Place{Scheme: model.SchemeDrive, Path: []string{"Backup", "2026"}}
	hostile = "\x1b[8mhidden\x1b]0;title\x07\u202egpj.exe"
	chinese = "季度报告与预算总表（最终版本）2026年第三季度.xlsx"
	moment  = time.Date(2026, 8, 2, 14, 2, 11, 0, time.UTC)
	from    = Origin{Pane: 1, Place: home}
)

func movePlan(conflicts int) *model.Plan {
	p := &model.Plan{
		Op: model.OpMove, Scheme: model.SchemeDrive, Undo: "yes",
		Estimate: model.Estimate{Calls: 4, Lookups: 5, Requests: 9, Time: 4 * time.Second},
	}
	for i := range 120 {
		p.Items = append(p.Items, model.Item{
			ID: i, Op: model.OpMove, Parent: home, Name: fmt.Sprintf("photo-%03d.jpg", i), Kind: model.KindFile,
			Target: backup, Decision: model.DecideGo,
		})
	}
	p.Items[118].Parent, p.Items[119].Parent = backup.Parent(), backup.Parent()
	for i := range conflicts {
		it := &p.Items[i*7]
		it.Name = []string{"budget.xlsx", chinese, hostile}[i%3]
		it.Decision, it.Why = model.DecideAsk, model.WhyTaken
		it.Free = strings.Replace(it.Name, ".", " (1).", 1)
		it.Taken = &model.Entry{Name: it.Name, Kind: model.KindFile, Modified: moment}
	}
	return p
}

func deletePlan(undo string) *model.Plan {
	p := &model.Plan{Op: model.OpDelete, Undo: undo, Estimate: model.Estimate{Calls: 1, Lookups: 2, Requests: 3, Time: 1500 * time.Millisecond}}
	for i, n := range []string{"Reports", chinese, hostile, "a.txt", "b.txt", "c.txt", "d.txt", "e.txt", "f.txt", "g.txt", "raw.tar"} {
		it := model.Item{ID: i, Op: model.OpDelete, Parent: home, Name: n, Kind: model.KindFile, Decision: model.DecideGo}
		if i == 0 {
			it.Kind = model.KindFolder
		}
		if i > 8 {
			it.Parent = backup
		}
		if undo == "no" {
			it.Mode = string(client.DeleteForever)
		}
		p.Items = append(p.Items, it)
	}
	return p
}

func anError() error {
	return &client.Error{
		Kind: client.KindServer, Op: "move", Place: home.Join(hostile), What: "the drive refused to move %d entries", Args: []any{30},
		Hint: "try again in a minute", Server: "\x1b[31m服务器忙\x1b[0m", Status: 503, Code: 31066, Trace: "9f-22", Retry: true, Err: errors.New("EOF"),
	}
}

func someJobs() []model.JobSnapshot {
	return []model.JobSnapshot{
		{ID: "7", Op: model.OpMove, Items: 120, Done: 60, To: backup, State: model.JobRunning},
		{ID: "8", Op: model.OpDelete, Items: 1, From: home.Join(hostile), State: model.JobWaiting},
		{ID: "9", Op: model.OpRename, Items: 31, Done: 29, From: home.Join(chinese), State: model.JobPaused},
	}
}

func someMarks() []client.Bookmark {
	return []client.Bookmark{
		{Key: "w", Name: "Work", Place: home},
		{Key: "b", Name: hostile, Place: backup},
		{Name: "", Place: home.Join(chinese)},
	}
}

func someEntries() []model.Entry {
	return []model.Entry{
		{Name: "b10", Kind: model.KindFolder}, {Name: "b9", Kind: model.KindFolder}, {Name: "file.txt", Kind: model.KindFile},
		{Name: chinese, Kind: model.KindFolder}, {Name: hostile, Kind: model.KindFolder},
	}
}

// dialogs are all dialogs in the states that look different.
func dialogs(env *Env) []struct {
	name string
	make func() Dialog
} {
	type scene = struct {
		name string
		make func() Dialog
	}
	with := func(d Dialog, ks ...string) Dialog { feed(d, ks...); return d }
	told := func(d Dialog, msgs ...tea.Msg) Dialog {
		if i, ok := d.(identified); ok {
			i.setID(3)
		}
		for _, m := range msgs {
			d.Update(m)
		}
		return d
	}
	var many []client.BinEntry
	for i := range 30 {
		many = append(many, client.BinEntry{Record: fmt.Sprint(i), Entry: model.Entry{Name: fmt.Sprintf("old-%02d.txt", i), Kind: model.KindFile, Modified: moment}})
	}
	many[1].Entry.Name, many[2].Entry.Name = chinese, hostile
	pickOptions := PickOptions{
		Origin: from, Title: "Move 120 entries to", Verb: "move here", Start: backup, NewFolder: true,
		Roots: []model.Place{home.Root(), {Scheme: model.SchemeDisk}},
		Refuse: func(p model.Place) string {
			if p.Equal(backup) {
				return "they are in this folder already"
			}
			return ""
		},
	}
	listed := FolderListed{Dialog: 3, Seq: 1, Place: backup, Entries: someEntries()}
	return []scene{
		{"confirm", func() Dialog {
			return NewConfirm(env, ConfirmOptions{Title: "Empty the list", Body: []string{"All ended jobs are forgotten, " + hostile + ".", chinese + chinese}, Yes: "Forget"})
		}},
		{"confirm-danger", func() Dialog {
			return NewConfirm(env, ConfirmOptions{Title: "Reset", Body: []string{"Everything goes."}, Yes: "Reset", Danger: true})
		}},
		{"delete", func() Dialog { return NewDelete(env, from, deletePlan("bin")) }},
		{"delete-final", func() Dialog { return with(NewDelete(env, from, deletePlan("no")), "x", "enter") }},
		{"plan", func() Dialog { return NewPlan(env, from, movePlan(0), PlanOptions{}) }},
		{"plan-conflicts", func() Dialog { return with(NewPlan(env, from, movePlan(7), PlanOptions{}), "s", "down", "space") }},
		{"plan-all", func() Dialog { return with(NewPlan(env, from, movePlan(7), PlanOptions{}), "v", "R") }},
		{"plan-full", func() Dialog { return with(NewPlan(env, from, movePlan(7), PlanOptions{}), "p") }},
		{"plan-asks", func() Dialog { return with(NewPlan(env, from, movePlan(4), PlanOptions{}), "y") }},
		{"plan-dry", func() Dialog { return NewPlan(env, from, movePlan(1), PlanOptions{DryRun: true}) }},
		{"conflict", func() Dialog { return NewConflict(env, from, movePlan(4), 7, 2, 4, nil) }},
		{"conflict-name", func() Dialog { return with(NewConflict(env, from, movePlan(4), 7, 2, 4, nil), "r", "X") }},
		{"error", func() Dialog {
			return NewError(env, ErrorOptions{Title: "Moving failed", Err: anError(), Choices: []Choice{ChoseRetry, ChoseSkip, ChoseSkipAll, ChoseStop}})
		}},
		{"error-details", func() Dialog { return with(NewError(env, ErrorOptions{Err: anError()}), "v") }},
		{"prompt", func() Dialog {
			return NewPrompt(env, PromptOptions{Title: "New folder", Label: "name", Value: "文件夹" + hostile, Cursor: 9, Body: []string{"in " + home.String()}})
		}},
		{"prompt-empty", func() Dialog {
			return with(NewPrompt(env, PromptOptions{Title: "Select", Label: "pattern", Placeholder: "*.jpg"}), "enter")
		}},
		{"prompt-complete", func() Dialog {
			d := NewPrompt(env, PromptOptions{Title: "Go to", Value: "drive:/中", Cursor: -1, Complete: true})
			d = told(d, press("tab"), input.Completed{ID: 3, Seq: 1, From: 7, Items: []string{"中a/", "中b/", "中c/", "中" + hostile, "中" + chinese, "中f/", "中g/", "中h/"}}, press("tab"), press("tab"))
			return d
		}},
		{"pick-waiting", func() Dialog { return told(NewPick(env, pickOptions)) }},
		{"pick", func() Dialog { return told(NewPick(env, pickOptions), listed, press("down"), press("down")) }},
		{"pick-refused", func() Dialog { return told(NewPick(env, pickOptions), listed) }},
		{"pick-failed", func() Dialog {
			return told(NewPick(env, pickOptions), FolderListed{Dialog: 3, Seq: 1, Err: anError()})
		}},
		{"pick-new", func() Dialog { return told(NewPick(env, pickOptions), listed, press("a"), press("n")) }},
		{"menu", func() Dialog {
			return NewMenu(env, MenuOptions{Title: "Order", Items: []MenuItem{
				{Key: "n", Label: "name"}, {Key: "s", Label: "size", Current: true}, {Key: "t", Label: "time", Refused: "the drive does not tell it"},
			}})
		}},
		{"bookmarks", func() Dialog { return NewBookmarks(env, from, someMarks(), false) }},
		{"bookmarks-jump", func() Dialog { return NewBookmarks(env, from, nil, true) }},
		{"bookmarks-name", func() Dialog { return with(NewBookmarks(env, from, someMarks(), false), "r", "!") }},
		{"results-waiting", func() Dialog { return NewResults(env, from, hostile) }},
		{"results", func() Dialog {
			in := backup
			return told(NewResults(env, from, "q3"), Found{Origin: from, Query: "q3", Hits: []client.Hit{
				{Entry: model.Entry{Name: "Q3", Kind: model.KindFolder}, Place: &in},
				{Entry: model.Entry{Name: chinese}, Place: &in}, {Entry: model.Entry{Name: hostile}},
			}})
		}},
		{"quit", func() Dialog { return NewQuit(env, someJobs()) }},
		{"resume", func() Dialog { return NewResume(env, someJobs()[:1]) }},
		{"login", func() Dialog { return NewLogin(env, "work", anError()) }},
		{"info", func() Dialog {
			return with(NewInfo(env, 1, hostile, []InfoRow{{"name", chinese + chinese + chinese}, {"id", "7f3a"}, {"link", "https://drive.example/" + hostile}}, true), "down", "up")
		}},
		{"log", func() Dialog {
			return NewLog(env, []LogLine{{moment, false, "moved 120"}, {moment, true, hostile + chinese}})
		}},
		{"report", func() Dialog {
			p := movePlan(2)
			return NewReport(env, someJobs()[0], []model.ItemReport{
				{Item: p.Items[0], State: model.ItemDone}, {Item: p.Items[7], State: model.ItemFailed, Error: "refused: " + hostile}, {Item: p.Items[8], State: model.ItemSkipped},
			}, nil)
		}},
		{"bin-waiting", func() Dialog { return NewBin(env, from) }},
		{"bin", func() Dialog {
			return told(NewBin(env, from), BinListed{Origin: from, Entries: many}, press("space"), press("space"))
		}},
		{"bin-purge", func() Dialog {
			return told(NewBin(env, from), BinListed{Origin: from, Entries: many}, press("space"), press("d"), press("d"))
		}},
		{"themes", func() Dialog {
			return NewThemes(env, []string{"terminal", "nord", "gruvbox-dark"}, "nord")
		}},
		{"welcome", func() Dialog { return NewWelcome(env, "a drive of your own, on this machine") }},
	}
}

var sizes = [][2]int{{80, 24}, {50, 16}, {40, 10}}

func TestGoldens(t *testing.T) {
	env := testEnv(t)
	for _, s := range dialogs(env) {
		var out strings.Builder
		for _, size := range sizes {
			b := s.make().View(size[0], size[1])
			checkBox(t, s.name, b, size[0], size[1])
			fmt.Fprintf(&out, "%dx%d", size[0], size[1])
			if b.Cursor != nil {
				fmt.Fprintf(&out, " cursor %d,%d", b.Cursor.X, b.Cursor.Y)
			}
			out.WriteString("\n")
			for _, l := range b.Lines {
				out.WriteString(strings.TrimRight(ansi.Strip(l), " ") + "\n")
			}
		}
		file := filepath.Join("testdata", s.name+".txt")
		if *update {
			if err := os.MkdirAll("testdata", 0o755); err != nil {
				t.Fatal(err)
			}
			if err := os.WriteFile(file, []byte(out.String()), 0o644); err != nil {
				t.Fatal(err)
			}
			continue
		}
		want, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		if string(want) != out.String() {
			t.Errorf("%s is not what %s has:\n%s", s.name, file, out.String())
		}
	}
}

// checkBox: the box fits, its lines are equally wide, and nothing in it can
// move the cursor or hide text.
func checkBox(t *testing.T, name string, b Box, w, h int) {
	t.Helper()
	if b.Width > w || b.Height > h || len(b.Lines) != b.Height {
		t.Errorf("%s: %dx%d with %d lines on %dx%d", name, b.Width, b.Height, len(b.Lines), w, h)
	}
	for i, l := range b.Lines {
		if got := ansi.StringWidth(l); got != b.Width {
			t.Errorf("%s: line %d is %d wide, not %d: %q", name, i, got, b.Width, ansi.Strip(l))
		}
		for _, r := range ansi.Strip(l) {
			if unicode.IsControl(r) || unicode.Is(unicode.Bidi_Control, r) {
				t.Errorf("%s: line %d has %U", name, i, r)
			}
		}
		if strings.Contains(l, "\x1b[8m") || strings.Contains(l, "\x1b]") {
			t.Errorf("%s: line %d passes on a foreign sequence: %q", name, i, l)
		}
	}
	if b.Cursor != nil && (b.Cursor.X < 1 || b.Cursor.X >= b.Width-1 || b.Cursor.Y < 1 || b.Cursor.Y >= b.Height-1) {
		t.Errorf("%s: cursor %v outside of %dx%d", name, *b.Cursor, b.Width, b.Height)
	}
}

// At every size from the smallest on, and before colours are known.
func TestAllSizes(t *testing.T) {
	env := testEnv(t)
	env.Styles = &themes.Styles{Glyphs: themes.ASCIIGlyphs()}
	for _, s := range dialogs(env) {
		for w := 24; w <= 100; w += 7 {
			for h := 5; h <= 30; h += 5 {
				checkBox(t, s.name, s.make().View(w, h), w, h)
			}
		}
	}
}

// Esc and ctrl+c end every dialog, without doing anything.
func TestEscAlwaysBacksOut(t *testing.T) {
	env := testEnv(t)
	for _, s := range dialogs(env) {
		for _, k := range []string{"esc", "ctrl+c"} {
			d := s.make()
			open := true
			var msg tea.Msg
			for range 4 { // out of a list of completions, of a line, of a question
				if msg, open = feed(d, k); !open {
					break
				}
			}
			if open {
				t.Errorf("%s: %s does not end it", s.name, k)
			}
			switch m := msg.(type) {
			case ConfirmAnswered:
				if m.Yes {
					t.Errorf("%s: %s says yes", s.name, k)
				}
			case DeleteAnswered:
				if m.Choice != ChoseNothing {
					t.Errorf("%s: %s says %s", s.name, k, m.Choice)
				}
			case PlanAnswered:
				if m.Choice != ChoseNothing {
					t.Errorf("%s: %s says %s", s.name, k, m.Choice)
				}
			case PromptAnswered:
				if m.OK {
					t.Errorf("%s: %s is taken as an answer", s.name, k)
				}
			}
		}
	}
}

// A paste into a question that has no input does nothing at all.
func TestPasteRunsNoKeys(t *testing.T) {
	env := testEnv(t)
	for _, s := range dialogs(env) {
		if s.make().Context() == keys.InInput {
			continue
		}
		var st Stack
		st.Push(s.make())
		if cmd := st.Update(tea.PasteMsg{Content: "y\nd\nS"}); cmd != nil || st.Len() != 1 {
			t.Errorf("%s: a paste did something", s.name)
		}
	}
}

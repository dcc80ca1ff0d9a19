package dialog

import (
	"errors"
	"fmt"
	"strconv"
	"strings"
	"time"

	tea "charm.land/bubbletea/v2"

	"aloft/client"
	"aloft/model"
	"aloft/model/hooks"
	"aloft/model/text"
	"aloft/ui/input"
	"aloft/ui/uitest/logins"
	"aloft/ui/uitest/loop"
)

var (
	home    = model.Place{Scheme: model.SchemeDrive, Path: model.Steps("Work", "Q3")}
	backup  = model.Place{Scheme: model.SchemeDrive, Path: model.Steps("Backup", "2026")}
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

func renamePlan() *model.Plan {
	p := &model.Plan{
		Op: model.OpRename, Scheme: model.SchemeDrive, Undo: "yes",
		Estimate: model.Estimate{Calls: 3, Lookups: 9, Requests: 12, Time: 6 * time.Second},
	}
	for i, names := range [][2]string{{"a.txt", "b.txt"}, {chinese, hostile}, {hostile, chinese}} {
		p.Items = append(p.Items, model.Item{ID: i, Op: model.OpRename, Parent: home, Name: names[0], NewName: names[1], Kind: model.KindFile, Decision: model.DecideGo})
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

// syncPlan replaces a file, deletes two, makes a folder, copies eleven, and leaves one out.
func syncPlan(mode string) *model.Plan {
	p := &model.Plan{Op: model.OpUpload, Undo: "yes", Estimate: model.Estimate{Calls: 50, Requests: 60, Time: 31 * time.Second}}
	add := func(it model.Item) {
		it.ID, it.Kind = len(p.Items), model.KindFile
		if it.Decision == "" {
			it.Decision = model.DecideGo
		}
		p.Items = append(p.Items, it)
	}
	add(model.Item{Op: model.OpDelete, Mode: mode, Parent: backup, Name: "gone.txt"})
	add(model.Item{Op: model.OpDelete, Mode: mode, Parent: backup, Name: hostile})
	add(model.Item{Op: model.OpMakeFolder, Parent: backup, Name: "new"})
	add(model.Item{Op: model.OpDelete, Mode: string(client.DeleteToBin), Parent: backup, Name: "f0"})
	for i := range 11 {
		n := "f" + strconv.Itoa(i)
		add(model.Item{Op: model.OpUpload, Parent: home, Name: n, NewName: n, Target: backup, Print: model.Fingerprint{Size: 1000}})
	}
	add(model.Item{Op: model.OpUpload, Parent: home, Name: "link", Target: backup, NewName: "link", Decision: model.DecideSkip, Answer: model.Answer{Why: model.WhyLink}})
	return p
}

// braked asks about a plan of eleven where ten pass.
func braked(env *Env, p *model.Plan) Dialog {
	return NewDelete(env, from, p, PlanOptions{Brake: model.Brake{Count: 10}})
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
	pickOptions := PickOptions[string]{
		Origin: from, Title: "Move 120 entries to", Verb: "move here", Start: backup, NewFolder: true,
		Roots: []model.Place{home.Root(), {Scheme: model.SchemeDisk}},
		Refuse: func(p model.Place) string {
			if p.Equal(backup) {
				return "they are in this folder already"
			}
			return ""
		},
	}
	listed := FolderListed{Dialog: 3, Seq: 1, Listing: model.Listing{Place: backup, Entries: someEntries()}}
	return []scene{
		{"confirm", func() Dialog {
			return NewConfirm(env, ConfirmOptions[string]{Title: "Empty the list", Body: []string{"All ended jobs are forgotten, " + hostile + ".", chinese + chinese}, Yes: "Forget"})
		}},
		{"confirm-danger", func() Dialog {
			return NewConfirm(env, ConfirmOptions[string]{Title: "Reset", Body: []string{"Everything goes."}, Yes: "Reset", Danger: true})
		}},
		{"delete", func() Dialog { return NewDelete(env, from, deletePlan("bin"), PlanOptions{}) }},
		{"delete-undo", func() Dialog {
			p := deletePlan("no")
			p.Undoes = "20260101-000000.000-abcd"
			return NewDelete(env, from, p, PlanOptions{Undoes: "make 11 in docs:/Projects"})
		}},
		{"delete-final", func() Dialog { return with(NewDelete(env, from, deletePlan("no"), PlanOptions{}), "x", "enter") }},
		{"delete-braked", func() Dialog { return with(braked(env, deletePlan("bin")), "1", "enter") }},
		{"sync", func() Dialog {
			return NewSync(env, from, syncPlan(string(client.DeleteToBin)), PlanOptions{To: backup})
		}},
		{"sync-final", func() Dialog {
			return with(NewSync(env, from, syncPlan(string(client.DeleteForever)), PlanOptions{To: backup}), "x", "enter")
		}},
		{"sync-braked", func() Dialog {
			return with(NewSync(env, from, syncPlan(string(client.DeleteToBin)), PlanOptions{To: backup, Brake: model.Brake{Count: 2}}), "1", "enter")
		}},
		{"plan", func() Dialog { return NewPlan(env, from, movePlan(0), PlanOptions{}) }},
		{"plan-conflicts", func() Dialog { return with(NewPlan(env, from, movePlan(7), PlanOptions{}), "s", "down", "space") }},
		{"plan-all", func() Dialog { return with(NewPlan(env, from, movePlan(7), PlanOptions{}), "v", "R") }},
		{"plan-full", func() Dialog { return with(NewPlan(env, from, movePlan(7), PlanOptions{}), "p") }},
		{"plan-filter", func() Dialog { return with(NewPlan(env, from, movePlan(7), PlanOptions{}), "/", "0", "1") }},
		{"plan-filtered", func() Dialog {
			return with(NewPlan(env, from, movePlan(7), PlanOptions{}), "/", "d", "e", "c", "enter")
		}},
		{"plan-asks", func() Dialog { return with(NewPlan(env, from, movePlan(4), PlanOptions{}), "y") }},
		{"plan-rename", func() Dialog { return NewPlan(env, from, renamePlan(), PlanOptions{}) }},
		{"undo-one", func() Dialog {
			p := renamePlan()
			p.Items, p.Undoes = p.Items[1:2], "20260101-000000.000-abcd"
			return NewUndo(env, from, p, PlanOptions{Undoes: "rename 1 in drive:/", Was: model.OpRename})
		}},
		{"form-changes", func() Dialog { return with(someChanges(env), "backspace", "4") }},
		{"plan-dry", func() Dialog { return NewPlan(env, from, movePlan(1), PlanOptions{DryRun: true}) }},
		{"conflict", func() Dialog { return NewConflict(env, movePlan(4), 7, 2, 4, nil) }},
		{"conflict-name", func() Dialog { return with(NewConflict(env, movePlan(4), 7, 2, 4, nil), "r", "X") }},
		{"error", func() Dialog {
			return NewError(env, ErrorOptions{Title: "Moving failed", Err: anError(), Choices: []Choice{ChoseRetry, ChoseSkip, ChoseSkipAll, ChoseStop}})
		}},
		{"error-details", func() Dialog { return with(NewError(env, ErrorOptions{Err: anError()}), "v") }},
		{"prompt", func() Dialog {
			return NewPrompt(env, PromptOptions[string]{Title: "New folder", Label: "name", Value: "文件夹" + hostile, Cursor: 9, Body: []string{"in " + home.String()}})
		}},
		{"prompt-empty", func() Dialog {
			return with(NewPrompt(env, PromptOptions[string]{Title: "Select", Label: "pattern", Placeholder: "*.jpg"}), "enter")
		}},
		{"prompt-complete", func() Dialog {
			d := NewPrompt(env, PromptOptions[string]{Title: "Go to", Value: "drive:/中", Cursor: -1, Complete: true})
			d = told(d, loop.Key("tab"), input.Completed{ID: 3, Seq: 1, From: 7, Items: []string{"中a/", "中b/", "中c/", "中" + hostile, "中" + chinese, "中f/", "中g/", "中h/"}}, loop.Key("tab"), loop.Key("tab"))
			return d
		}},
		{"pick-waiting", func() Dialog { return told(NewPick(env, pickOptions)) }},
		{"pick", func() Dialog { return told(NewPick(env, pickOptions), listed, loop.Key("down"), loop.Key("down")) }},
		{"pick-refused", func() Dialog { return told(NewPick(env, pickOptions), listed) }},
		{"pick-failed", func() Dialog {
			return told(NewPick(env, pickOptions), FolderListed{Dialog: 3, Seq: 1, Err: anError()})
		}},
		{"pick-new", func() Dialog { return told(NewPick(env, pickOptions), listed, loop.Key("a"), loop.Key("n")) }},
		{"menu", func() Dialog {
			return NewMenu(env, MenuOptions[int]{Title: "Order", Items: []MenuItem[int]{
				{Key: "n", Label: "name"}, {Key: "s", Label: "size", Current: true}, {Key: "t", Label: "time", Refused: "the drive does not tell it"},
			}})
		}},
		{"menu-refused", func() Dialog {
			return with(NewMenu(env, MenuOptions[int]{Title: "Order", Items: []MenuItem[int]{{Key: "t", Label: "time", Refused: "the drive does not tell it"}}}), "t")
		}},
		{"bookmarks", func() Dialog { return NewBookmarks(env, from, someMarks(), false) }},
		{"bookmarks-jump", func() Dialog { return NewBookmarks(env, from, nil, true) }},
		{"bookmarks-name", func() Dialog { return with(NewBookmarks(env, from, someMarks(), false), "r", "!") }},
		{"quit", func() Dialog { return NewQuit(env, someJobs(), someJobs, noWork, true) }},
		{"resume", func() Dialog { return NewResume(env, someJobs()[:1]) }},
		{"sign-in", func() Dialog {
			d, _ := signsIn(env, &logins.Logins{Stores: threeStores})
			return d
		}},
		{"sign-in-pasted", func() Dialog {
			d, run := signsIn(env, &logins.Logins{})
			run(tea.PasteMsg{Content: secretCurl})
			return d
		}},
		{"sign-in-refused", func() Dialog {
			d, run := signsIn(env, &logins.Logins{Plain: true})
			run(tea.PasteMsg{Content: secretCurl}, loop.Key("tab"), loop.Key("down"), loop.Key("enter"))
			return d
		}},
		{"sign-in-given", func() Dialog {
			d, _ := signsIn(env, &logins.Logins{Given: model.Say(text.FromCommand, hostile)})
			return d
		}},
		{"sign-in-qr", func() Dialog { return scansCode(env, &logins.Logins{Code: codeOf()}, 80, 24) }},
		{"info", func() Dialog {
			return with(NewInfo(env, "1", hostile, []InfoRow{{"name", chinese + chinese + chinese}, {"id", "7f3a"}, {"link", "https://drive.example/" + hostile}}, true), "down", "up")
		}},
		{"log", func() Dialog {
			return NewLog(env, []LogLine{{moment, false, "moved 120"}, {moment, true, hostile + chinese}})
		}},
		{"report", func() Dialog {
			p := movePlan(2)
			return NewReport(env, someJobs()[0], []model.ItemReport{
				{Item: &p.Items[0], State: model.ItemDone}, {Item: &p.Items[7], State: model.ItemFailed, Error: model.Say("%s", "refused: "+hostile)}, {Item: &p.Items[8], State: model.ItemSkipped},
			}, nil)
		}},
		{"themes", func() Dialog {
			return NewThemes(env, []string{"terminal", "nord", "gruvbox-dark"}, "nord")
		}},
		{"hook-ask", func() Dialog {
			return with(NewHookAsk(env, HookCommand{
				Delivery: "d1", Command: "make deploy &&\n\techo '" + hostile + "'", Folder: "/home/" + chinese, Project: "web", Event: hostile, Session: "tui:ops", From: "10.0.0.7",
			}), "left", "a", "y", "right")
		}},
		{"hook-ask-long", func() Dialog {
			return with(NewHookAsk(env, HookCommand{Command: strings.Repeat("echo  "+chinese+hostile+" ", 3000), Cut: 12}), "pgdown")
		}},
		{"hook-taken", func() Dialog { return with(NewHookTaken(env, "port 9111 is taken: "+hostile), "down", "y") }},
		{"hook-lines", func() Dialog {
			return with(NewHookLines(env, hooks.HookLines(nil, hooks.HookLineOptions{Project: hostile, Session: chinese, Program: "/opt/it's/aloft"})), "down", "pgdown", "pgdown", "pgup")
		}},
		{"welcome", func() Dialog {
			return NewWelcome(env, model.Place{Scheme: model.SchemeDrive}, model.Place{Scheme: model.SchemeDocs}, true, true)
		}},
		{"welcome-same", func() Dialog {
			return NewWelcome(env, model.Place{Scheme: model.SchemeDisk}, model.LocalPlace(model.Steps("srv")), false, true)
		}},
	}
}

// noWork: no delivery is at work.
func noWork() []*model.Delivery { return nil }

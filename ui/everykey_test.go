package ui_test

import (
	"errors"
	"fmt"
	"image"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"aloft/client"
	"aloft/client/clienttest/procs"
	"aloft/model"
	"aloft/ui"
	"aloft/ui/keys"
	"aloft/ui/palette"
	"aloft/ui/uitest"
	"aloft/ui/uitest/logins"
)

// furnished is a session with something of everything.
type furnished struct {
	*desk
	drive  *uitest.Tree
	disk   *uitest.Tree
	hooks  *uitest.Hooks
	engine *uitest.Engine
}

// act asks for actions as the palette does, so it works with every key file.
func act(d *uitest.Driver, all ...keys.Action) {
	for _, a := range all {
		d.Send(palette.Chosen{Action: a})
		d.Idle()
		d.Pass(time.Second)
	}
}

func opens(all ...keys.Action) func(*uitest.Driver, *furnished) {
	return func(d *uitest.Driver, _ *furnished) { act(d, all...) }
}

// atDrive lets the left pane show a folder of the drive.
func atDrive(folder string) func(*ui.Deps, *furnished) {
	return func(d *ui.Deps, w *furnished) {
		d.Left = w.drive.Root()
		if folder != "" {
			d.Left = d.Left.Join(folder)
		}
	}
}

// reads opens the document of the desk, with the cursor on a heading in the middle.
func reads(all ...keys.Action) func(*uitest.Driver, *furnished) {
	return func(d *uitest.Driver, _ *furnished) {
		act(d, keys.Find)
		d.Type("2024")
		d.Keys("enter")
		d.Pass(time.Second)
		act(d, append([]keys.Action{keys.ViewOutline}, all...)...)
	}
}

// delivered opens the receiver's panel with deliveries of every kind.
func delivered(all ...keys.Action) func(*uitest.Driver, *furnished) {
	return func(d *uitest.Driver, w *furnished) {
		feed(w.hooks)
		w.hooks.Say("tui:ops", model.Message{Text: strings.Repeat("word ", 90), At: time.Now()})
		d.Pass(time.Second)
		act(d, append([]keys.Action{keys.HookPanel}, all...)...)
	}
}

// typed asks for something, types into it and accepts.
func typed(s string, all ...keys.Action) func(*uitest.Driver, *furnished) {
	return func(d *uitest.Driver, _ *furnished) {
		act(d, all...)
		d.Type(s)
		d.Keys("enter")
		d.Pass(time.Second)
	}
}

// compares compares a document with its first version.
func compares(then ...string) func(*uitest.Driver, *furnished) {
	return func(d *uitest.Driver, w *furnished) {
		reads(keys.EditCompare)(d, w)
		d.Keys("v", "ctrl+u")
		d.Type("1")
		d.Keys("ctrl+s")
		d.Pass(time.Second)
		d.Keys(then...)
	}
}

// onDisk has files in memory in the left pane, with the cursor on one.
func onDisk(name string) func(*ui.Deps, *furnished) {
	return func(d *ui.Deps, w *furnished) {
		w.disk.Add(time.Now(), "home/ann/files/"+name)
		d.Left, d.Right = d.Right.Join("files"), w.drive.Root()
	}
}

// failing has jobs that fail.
func failing(d *ui.Deps, w *furnished) {
	atDrive("Work")(d, w)
	d.Right = w.drive.Root().Join("Empty")
	w.engine.Refuse = func(model.Item) model.Sentence { return model.Say("the service is full") }
}

// shares has a drive with links.
func shares(d *ui.Deps, w *furnished) {
	atDrive("Work")(d, w)
	sources := d.Client.Sources.(uitest.Sources)
	sources[len(sources)-1] = &sharer{Tree: w.drive}
}

var everywhere = []focus{
	{"a folder", keys.InPane, atDrive("Work"), opens(keys.Down)},
	{"the root", keys.InPane, atDrive(""), opens(keys.Down)},
	{"an empty folder", keys.InPane, atDrive("Empty"), nil},
	{"a folder that loads", keys.InPane, func(d *ui.Deps, w *furnished) { atDrive("Work")(d, w); w.drive.Delay = time.Hour }, nil},
	{"a folder that fails", keys.InPane, func(d *ui.Deps, w *furnished) {
		atDrive("Work")(d, w)
		w.drive.Fail = client.Errorf(client.KindNetwork, "list", d.Left, "%s is not there any more; this is %s", "a", "b")
	}, nil},
	{"documents", keys.InPane, nil, opens(keys.Down)},
	{"a folder of this machine", keys.InPane, func(d *ui.Deps, w *furnished) { d.Left, d.Right = d.Right, w.drive.Root() }, opens(keys.Down)},
	{"the spaces", keys.InPane, nil, opens(keys.GoSpaces)},
	{"the outline", keys.InDocument, nil, reads(keys.Down.In(keys.InDocument), keys.Down.In(keys.InDocument))},
	{"the text", keys.InDocument, nil, reads(keys.Down.In(keys.InDocument), keys.Down.In(keys.InDocument), keys.DocJump)},
	{"selected text", keys.InPassage, nil, func(d *uitest.Driver, w *furnished) {
		reads(keys.Down.In(keys.InDocument), keys.Down.In(keys.InDocument), keys.DocSelect)(d, w)
		act(d, keys.PassageRight, keys.PassageRight, keys.PassageBegin, keys.Down.In(keys.InDocument), keys.Down.In(keys.InDocument))
	}},
	{"an empty document", keys.InDocument, func(_ *ui.Deps, w *furnished) { w.Write(w.plan, "") }, reads()},
	{"a document without headings", keys.InDocument, func(_ *ui.Deps, w *furnished) { w.Write(w.plan, "words\n") }, reads()},
	{"a document that loads", keys.InDocument, nil, func(d *uitest.Driver, w *furnished) {
		w.Service.Cost = time.Hour
		reads()(d, w)
	}},
	{"the jobs, none", keys.InJobs, nil, opens(keys.JobsPanel)},
	{"the jobs", keys.InJobs, func(_ *ui.Deps, w *furnished) {
		w.engine.AddLeft(model.OpMove, 4, model.JobDone)
		w.engine.AddLeft(model.OpMove, 4, model.JobPaused)
		w.engine.AddLeft(model.OpMove, 4, model.JobDone)
	}, opens(keys.JobsPanel, keys.Down.In(keys.InJobs))},
	{"the webhook, none", keys.InHook, nil, opens(keys.HookPanel)},
	{"the webhook", keys.InHook, nil, delivered(keys.Down.In(keys.InHook))},
	{"a delivery", keys.InDelivery, nil, delivered(keys.Down.In(keys.InHook), keys.Down.In(keys.InHook), keys.HookDetails)},
	{"a delivery that ran", keys.InDelivery, nil, delivered(keys.Down.In(keys.InHook), keys.Down.In(keys.InHook), keys.Down.In(keys.InHook), keys.HookDetails)},
	{"conversations, none", keys.InTalk, nil, opens(keys.HookPanel, keys.HookTalks)},
	{"conversations", keys.InTalk, nil, delivered(keys.HookTalks)},
	{"a conversation", keys.InTalk, nil, delivered(keys.HookTalks, keys.TalkOpen)},
	{"help", keys.InHelp, nil, opens(keys.Help)},
	{"the order", keys.InDialog, nil, opens(keys.Sort)},
	{"the themes", keys.InDialog, nil, opens(keys.Theme)},
	{"the settings", keys.InSettings, func(d *ui.Deps, _ *furnished) { d.Configuration = uitest.NewSettings() }, opens(keys.Settings)},
	{"what can be made", keys.InDialog, nil, opens(keys.New)},
	{"the edits", keys.InDialog, nil, opens(keys.Down, keys.PaneEdit)},
	{"the log", keys.InView, nil, opens(keys.Sync, keys.Log)},
	{"info", keys.InView, atDrive("Work"), opens(keys.Down, keys.Info)},
	{"a link", keys.InView, nil, opens(keys.Down, keys.Link)},
	{"the bin", keys.InBin, atDrive("Work"), opens(keys.GoBin)},
	{"bookmarks, none", keys.InBookmarks, nil, opens(keys.Bookmarks)},
	{"bookmarks", keys.InBookmarks, nil, opens(keys.BookmarkAdd, keys.Bookmarks)},
	{"recent", keys.InRecent, nil, opens(keys.GoRecent)},
	{"a search", keys.InResults, nil, typed("plan", keys.Search)},
	{"a permission", keys.InShare, nil, opens(keys.Down, keys.Permission)},
	{"a target", keys.InPick, atDrive("Work"), opens(keys.Down, keys.MovePick)},
	{"a deletion", keys.InConfirm, atDrive("Work"), opens(keys.Down, keys.Delete)},
	{"a move", keys.InPlan, func(d *ui.Deps, w *furnished) {
		w.drive.Add(time.Now(), "Empty/a.txt")
		atDrive("Work")(d, w)
		d.Right = w.drive.Root().Join("Empty")
	}, opens(keys.SelectAll, keys.Move)},
	{"interrupted jobs", keys.InResume, func(_ *ui.Deps, w *furnished) { w.engine.AddInterrupted(model.OpMove, 4) }, nil},
	{"quitting", keys.InQuit, func(_ *ui.Deps, w *furnished) { w.engine.Step = time.Hour }, func(d *uitest.Driver, w *furnished) {
		act(d, keys.GoDrive)
		typed("new", keys.NewFolder)(d, w)
		act(d, keys.Quit)
	}},
	{"an edit", keys.InForm, nil, reads(keys.Down.In(keys.InDocument), keys.EditInsert)},
	{"replacing", keys.InInput, nil, reads(keys.Down.In(keys.InDocument), keys.EditReplace)},
	{"a filter", keys.InInput, atDrive("Work"), opens(keys.Filter)},
	{"a name", keys.InInput, atDrive("Work"), opens(keys.Down, keys.Rename)},
	{"names by a pattern", keys.InInput, atDrive("Work"), opens(keys.SelectAll, keys.Rename)},
	{"how names are made", keys.InForm, atDrive("Work"), func(d *uitest.Driver, w *furnished) {
		opens(keys.SelectAll, keys.Rename)(d, w)
		d.Keys("tab", "tab", "tab")
	}},
	{"where to go", keys.InInput, nil, opens(keys.GoPlace)},
	{"the palette", keys.InInput, nil, opens(keys.Palette)},
	{"comments", keys.InComments, nil, reads(keys.EditComments)},
	{"images", keys.InImages, nil, reads(keys.EditImages)},
	{"revisions", keys.InRevisions, nil, reads(keys.EditRevisions)},
	{"history", keys.InEdits, nil, reads(keys.EditHistory)},
	{"an error", keys.InError, func(d *ui.Deps, w *furnished) {
		atDrive("Work")(d, w)
		d.Right = w.drive.Root().Join("Empty")
		w.engine.Refuse = func(model.Item) model.Sentence { return model.Say("no") }
	}, opens(keys.Down, keys.Move)},
	{"an end that nobody knows", keys.InError, func(d *ui.Deps, w *furnished) {
		atDrive("Work")(d, w)
		d.Right = w.drive.Root().Join("Empty")
		w.engine.Lose = func(model.Item) model.Sentence { return model.Say("look there") }
	}, opens(keys.Down, keys.Move)},
	{"a taken name", keys.InConflict, func(d *ui.Deps, w *furnished) {
		w.drive.Add(time.Now(), "Empty/a.txt")
		atDrive("Work")(d, w)
		d.Right = w.drive.Root().Join("Empty")
	}, opens(keys.Bottom, keys.Up, keys.Move)},
	{"a login", keys.InInput, func(d *ui.Deps, w *furnished) {
		atDrive("Work")(d, w)
		d.Client.Logins = &logins.Logins{}
		w.drive.Fail = &client.Error{Kind: client.KindAuth, Op: "list", Err: errors.New("401")}
	}, nil},
	{"a comparison", keys.InCompare, func(_ *ui.Deps, w *furnished) { w.Other(w.plan, "# More") }, compares()},
	{"a comparison's text", keys.InView, func(_ *ui.Deps, w *furnished) { w.Other(w.plan, "# More") }, compares("end", "enter")},
	{"a changed document", keys.InEditConflict, nil, func(d *uitest.Driver, w *furnished) {
		reads(keys.Down.In(keys.InDocument), keys.EditInsert)(d, w)
		d.Send(uitest.Paste("Mine."))
		w.Other(w.plan, "# Theirs")
		d.Keys("ctrl+s")
		d.Pass(time.Second)
	}},
	{"lines for senders", keys.InView, nil, opens(keys.HookPanel, keys.HookLines)},
	{"the token", keys.InHook, nil, opens(keys.HookPanel, keys.HookToken)},
	{"a file", keys.InFile, onDisk("code.go"), opens(keys.Bottom, keys.ViewOutline)},
	{"a long file", keys.InFile, onDisk("long.log"), opens(keys.Bottom, keys.ViewOutline)},
	{"a table", keys.InFile, onDisk("table.csv"), opens(keys.Bottom, keys.ViewOutline)},
	{"an archive", keys.InFile, onDisk("all.zip"), opens(keys.Bottom, keys.ViewOutline)},
	{"a picture", keys.InFile, onDisk("pic.png"), opens(keys.Bottom, keys.ViewOutline)},
	{"a file that cannot be read", keys.InFile, onDisk("broken"), opens(keys.Bottom, keys.ViewOutline)},
	{"what was found", keys.InResults, atDrive(""), typed("a", keys.FindBelow)},
	{"the bin with entries", keys.InBin, func(d *ui.Deps, w *furnished) { atDrive("Work")(d, w); w.drive.Throw(thrown(w.drive)...) }, opens(keys.GoBin)},
	{"a job that runs", keys.InJobs, func(d *ui.Deps, w *furnished) { atDrive("Work")(d, w); w.engine.Step = time.Hour }, func(d *uitest.Driver, w *furnished) {
		typed("new", keys.NewFolder)(d, w)
		act(d, keys.JobsPanel)
	}},
	{"a job that failed", keys.InJobs, failing, func(d *uitest.Driver, w *furnished) {
		act(d, keys.Down, keys.Move)
		d.Keys("esc")
		act(d, keys.JobsPanel)
	}},
	{"items of a job", keys.InView, failing, func(d *uitest.Driver, w *furnished) {
		act(d, keys.Down, keys.Move)
		d.Keys("esc")
		act(d, keys.JobsPanel, keys.JobDetails)
	}},
	{"a command to allow", keys.InButtons, nil, func(d *uitest.Driver, w *furnished) {
		asks(w.hooks, "make deploy && \\\n  echo \"it's done\" && systemctl --user restart the-web-server-of-the-project.service")
		d.Idle()
		d.Pass(time.Second)
	}},
	{"a port that is taken", keys.InButtons, nil, func(d *uitest.Driver, w *furnished) {
		w.hooks.SetStatus(func(s *model.HookStatus) {
			s.State, s.Address, s.Why = model.HookTaken, "", model.Say("port 9111 is in use by another program")
		})
		d.Idle()
		act(d, keys.HookPanel, keys.HookListen)
	}},
	{"a word to type", keys.InInput, func(d *ui.Deps, w *furnished) { atDrive("Work")(d, w); w.drive.Throw(thrown(w.drive)...) }, opens(keys.GoBin, keys.BinPurge)},
	{"a document to delete", keys.InConfirm, nil, opens(keys.Down, keys.Delete)},
	{"an export", keys.InDialog, nil, opens(keys.Down, keys.Export)},
	{"an export of the reader", keys.InDialog, nil, reads(keys.DocExport)},
	{"an import", keys.InInput, nil, opens(keys.Import)},
	{"a plan of an edit", keys.InConfirm, nil, func(d *uitest.Driver, w *furnished) {
		reads(keys.Down.In(keys.InDocument), keys.EditInsert)(d, w)
		d.Send(uitest.Paste("## Added\n\nMine, and a long line that has to be folded where there is no room for it.\n"))
		d.Keys("alt+enter")
		d.Pass(time.Second)
	}},
	{"the matches", keys.InMatches, nil, func(d *uitest.Driver, w *furnished) {
		reads(keys.EditReplace)(d, w)
		d.Type("Alpha")
		d.Keys("enter")
		d.Pass(time.Second)
		d.Keys("enter")
		d.Pass(time.Second)
	}},
	{"a format", keys.InInput, nil, reads(keys.EditFormat)},
	{"a comment", keys.InInput, nil, reads(keys.EditComment)},
	{"what can be added", keys.InDialog, nil, reads(keys.EditAdd)},
	{"a share", keys.InForm, shares, opens(keys.Down, keys.Share)},
	{"share links", keys.InForm, shares, func(d *uitest.Driver, w *furnished) {
		act(d, keys.Down, keys.Share)
		d.Keys("alt+enter")
		d.Pass(time.Second)
		d.Keys("esc")
		d.Pass(time.Second)
		act(d, keys.ShareLinks)
	}},
	{"a new account", keys.InInput, func(d *ui.Deps, _ *furnished) { d.Client.Logins = &logins.Logins{} }, opens(keys.AddAccount)},
	{"a login that was asked for", keys.InInput, func(d *ui.Deps, w *furnished) { atDrive("Work")(d, w); d.Client.Logins = &logins.Logins{} }, opens(keys.SignIn)},
	{"the guide", keys.InDialog, nil, opens(keys.Guide)},
}

// quiet are the actions that may do nothing without a message, by the end of their
// names, and why.
var quiet = map[string]string{
	"down": edge, "up": edge, "top": edge, "bottom": edge, "half-down": edge, "half-up": edge,
	"page-down": edge, "page-up": edge, "scroll-down": edge, "scroll-up": edge,
	"next-heading": edge, "previous-heading": edge, "next-same-level": edge, "previous-same-level": edge,

	"global.back":   "Esc is pressed to be sure that nothing is left open",
	"global.redraw": "the terminal shows it, the frame is the same",

	"global.focus-left": there, "global.focus-right": there, "global.focus-jobs": there,
	"global.focus-webhook": there, "global.focus-preview": there,

	"input.left": field, "input.right": field, "input.word-left": field, "input.word-right": field,
	"input.start": field, "input.end": field, "input.delete-left": field, "input.delete-right": field,
	"input.delete-word": field, "input.delete-next-word": field, "input.delete-to-start": field, "input.delete-to-end": field,
	"input.complete": "the prompt is the only line, and what is typed stays as it is", "input.complete-back": "the same",
	"input.history-previous": field, "input.history-next": field, "input.page-down": field, "input.page-up": field,
}

const (
	edge  = "where a list or a text ends, the cursor shows it"
	there = "the text already has the focus, as the title and the cursor show"
	field = "where a line ends, the cursor shows it"
)

// drawnOnly are the actions of a focus that a linear screen does not tell.
var drawnOnly = map[string]string{
	"a document that loads": "document.jump", // there is no text to go to
	"the bin":               "pane.go-bin",   // it is there; its list is only newer
}

func isQuiet(action string) bool {
	_, name, _ := strings.Cut(action, ".")
	return quiet[action] != "" || quiet[name] == edge
}

// TestEveryKeyInEveryFocus presses each key that is bound, and some that are not, in every focus: something changes, or a
// message says why nothing does. A map's key with the meaning that the default gives it is pressed there only, and a
// global one in one focus of its context; and a focus has one of the sizes, the next one the other. A campaign presses all
// at both.
func TestEveryKeyInEveryFocus(t *testing.T) {
	if testing.Short() {
		t.Skip("is long")
	}
	usual, err := keys.Load("default")
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range keys.Names() {
		m := usual
		if name != usual.Name() {
			if m, err = keys.Load(name); err != nil {
				t.Fatal(err)
			}
		}
		known := map[keys.Context]bool{}
		for i, f := range everywhere {
			for n, size := range []image.Point{{50, 16}, {80, 24}} {
				if (i+n)%2 == 1 && !procs.Campaign() {
					continue
				}
				todo := presses(m, usual, f.context)
				if known[f.context] && !procs.Campaign() {
					todo = slices.DeleteFunc(todo, stroke.isGlobal)
				}
				for _, plain := range []bool{false, true} {
					if plain && (m != usual || known[f.context] && !procs.Campaign()) {
						continue // a linear screen has the same keys
					}
					t.Run(fmt.Sprintf("%s/%dx%d/%s/plain=%v", name, size.X, size.Y, f.name, plain), func(t *testing.T) {
						t.Parallel()
						pressAll(t, m, size, f, slices.Clone(todo), plain)
					})
				}
				known[f.context] = true
			}
		}
	}
}

// stroke is one key, or the keys of a chord, and what it is bound to.
type stroke struct {
	action string
	keys   []string
}

// isGlobal says that the key does the same in every state of a context.
func (s stroke) isGlobal() bool {
	return s.action == "no action" || strings.HasPrefix(s.action, "global.")
}

// presses are the keys to try in a context; those with the same meaning in the
// usual key file were tried there.
func presses(m, usual *keys.Map, c keys.Context) (all []stroke) {
	for _, doc := range m.Docs(c) {
		for _, k := range m.Keys(doc.ID) {
			if m == usual && k == m.Keys(doc.ID)[0] || m != usual && (procs.Campaign() || !slices.Contains(usual.Keys(doc.ID), k)) {
				all = append(all, stroke{string(doc.ID), strings.Fields(k)})
			}
		}
	}
	if c == keys.InInput || c == keys.InForm {
		return all // what is not bound is typed
	}
	for _, k := range []string{"ctrl+]", "f9", "~", "alt+q", "世"} {
		if _, found := m.Lookup(c, k); found == keys.Unbound {
			all = append(all, stroke{"no action", []string{k}})
		}
	}
	return all
}

// pressAll presses each key in the focus as it was opened.
func pressAll(t *testing.T, m *keys.Map, size image.Point, f focus, todo []stroke, plain bool) {
	dir := t.TempDir()
	for n := len(todo); len(todo) > 0; {
		f.atWith(t, dir, filepath.Join(dir, fmt.Sprint(n-len(todo))), size.X, size.Y, func(d *ui.Deps) {
			d.Keys, d.Settings.Plain = m, plain
		}, func(d *uitest.Driver, w *furnished) {
			if c := d.App.(*ui.App).Context(); c != f.context {
				t.Errorf("the keys go to %s", c)
				todo = nil
			}
			for len(todo) > 0 {
				d.Pass(11 * time.Second) // messages have gone, and lists are older
				p, before := todo[0], w.seen(d)
				todo = todo[1:]
				d.Keys(p.keys...)
				for _, cut := range cutWords(d, plain) {
					t.Errorf("%s cuts %q and nothing has it whole (%s)", strings.Join(p.keys, " "), cut, p.action)
				}
				if w.seen(d) != before || d.Quit {
					return // the next key gets a new session
				}
				if !isQuiet(p.action) && (!plain || drawnOnly[f.name] != p.action) {
					t.Errorf("%s does nothing and says nothing (%s)", strings.Join(p.keys, " "), p.action)
				}
			}
		})
	}
}

// furnish gives the session a drive, jobs, a receiver and a keeper.
func (w *furnished) furnish(d *ui.Deps) {
	w.drive = uitest.NewTree(model.SchemeDrive).Add(time.Now(), "Work/a.txt", "Work/b.txt", "Work/c/", "Work/d/", "Empty/", "notes.txt")
	w.disk = uitest.NewTree(model.SchemeDisk).Add(time.Now(), "home/ann/report.docx", "home/ann/photos/beach.jpg", "home/ann/notes.md")
	w.engine = uitest.NewEngine(uitest.Sources{w.drive, w.disk, w.Home(), w.Spaces()})
	w.hooks = uitest.NewHooks()
	sources := d.Client.Sources.(uitest.Sources)
	sources[2], d.Right = w.disk, w.disk.Root().Join("home").Join("ann")
	d.Client.Sources, d.Client.Files = append(sources, w.drive), previews()
	d.Client.Jobs, d.Client.Hooks = w.engine, w.hooks
	d.Client.Keeper = &uitest.Memory{Known: true, Lines: map[string][]string{}}
}

// end releases what would wait for ever.
func (w *furnished) end(d *uitest.Driver) {
	jobs := w.engine.Jobs()
	for _, j := range jobs {
		_ = w.engine.Cancel(j.ID)
	}
	if len(jobs) > 0 {
		d.Pass(2 * time.Hour)
	}
}

// seen is what is shown, with the cursor, and what keys change invisibly.
func (w *furnished) seen(d *uitest.Driver) string {
	v, at := d.App.View(), ""
	if v.Cursor != nil {
		at = fmt.Sprint(v.Cursor.Position)
	}
	return fmt.Sprint(v.Content, at, len(d.Copy), len(d.Raw), w.drive.Lists, w.drive.Stats, w.Calls,
		len(w.hooks.Calls), len(w.engine.Jobs()))
}

func init() { procs.CollectLate() }

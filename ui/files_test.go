package ui_test

import (
	"context"
	"fmt"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	tea "charm.land/bubbletea/v2"

	"aloft/client"
	"aloft/model"
	"aloft/ui/uitest"
)

// files are the previews of a disk in memory, by name.
type files struct {
	in     map[string]client.FilePreview
	errs   map[string]error
	delay  time.Duration
	reads  int      // begun so far
	ended  int      // whose context ended before they did
	dyed   []string // what the command prints
	dyeErr error
	dyes   int
}

var _ client.Previewer = (*files)(nil)

func (f *files) Refusal(at model.Place, e *model.Entry) error {
	if e.Kind == model.KindFile || e.Kind.Exported() {
		return nil
	}
	return client.Errorf(client.KindUnsupported, "preview", at, "%s is not a file", at.Base())
}

func (f *files) Preview(ctx context.Context, at model.Place, _ model.Entry, _ bool) (client.FilePreview, error) {
	f.reads++
	if f.delay > 0 {
		select {
		case <-time.After(f.delay):
		case <-ctx.Done():
			f.ended++
			e := client.Errorf(client.KindLocal, "preview", at, "reading %s took too long", at.Base())
			e.Err = ctx.Err()
			return client.FilePreview{}, e
		}
	}
	p := f.in[at.Base()]
	p.Entry = model.Entry{Kind: model.KindFile, Size: int64(len(p.Text))}
	return p, f.errs[at.Base()]
}

func (f *files) End(_ context.Context, at model.Place, _ model.Entry, _ bool) (client.FilePreview, error) {
	f.reads++
	return client.FilePreview{Entry: model.Entry{Size: 1 << 20}, Form: client.FormText, Type: "text", Cut: true, Tail: true,
		Text: strings.Repeat("a line near the end\n", 100) + "the very last line\n"}, f.errs["end of "+at.Base()]
}

func (f *files) Coloured(context.Context, model.Place, *client.FilePreview) ([]string, error) {
	f.dyes++
	return f.dyed, f.dyeErr
}

const code = "package main\n\n// main 说 hello and evil \x1b]0;title\x07.\nfunc main() {\n\tprintln(\"hello\", \"a long line that has to be folded where there is no room for it at all\")\n}\n"

// previews are a file of each form.
func previews() *files {
	table := [][]string{{"name", "size", "note", "more"}}
	for i := range 80 {
		table = append(table, []string{fmt.Sprintf("row %d", i), fmt.Sprint(i * i), "灯 and a note that is longer than the cell of a table may be", "as long as the one before it, and so it is cut off, too"})
	}
	return &files{in: map[string]client.FilePreview{
		"code.go": {Form: client.FormText, Type: "text", Text: code},
		"long.log": {Form: client.FormText, Type: "text", Cut: true, Note: "it changed while aloft read it",
			Text: strings.Repeat("a line of the log\nanother one with a word\n", 200)},
		"note.md":   {Form: client.FormMarkdown, Type: "Markdown", Text: "# Kitchen\n\nThe **sink** is old.\n\n- one\n- two\n"},
		"table.csv": {Form: client.FormTable, Type: "table", Rows: table},
		"all.zip": {Form: client.FormList, Type: "zip", Count: 2, Items: []client.PreviewItem{
			{Name: "photos/", Size: model.Unknown, Folder: true}, {Name: "photos/a\x1b[2J.jpg", Size: 123456},
		}},
		"pic.png": {Type: "PNG", Width: 640, Height: 480, Text: "x"},
		"empty":   {Type: "empty file"},
	}, errs: map[string]error{
		"broken": client.Errorf(client.KindLocal, "preview", model.Place{}, "no permission to do that with %s", "/broken"),
	}}
}

// onFiles runs a test with a disk of these files in the left pane.
func onFiles(t *testing.T, w, h int, test func(*uitest.Driver, *files)) {
	t.Helper()
	synctest.Test(t, func(t *testing.T) {
		f := previews()
		disk := uitest.NewTree(model.SchemeDisk).Add(time.Date(1999, 3, 1, 12, 0, 0, 0, time.UTC), "sub/one/", "sub/two.txt",
			"code.go", "long.log", "note.md", "table.csv", "all.zip", "pic.png", "empty", "broken", "slow.txt")
		deps, _ := uitest.Deps(t, disk)
		deps.Client.Files = f
		d := uitest.New(t, deps, w, h)
		test(d, f)
		d.Close()
	})
}

func f3(d *uitest.Driver) {
	d.Send(tea.KeyPressMsg{Code: tea.KeyF3})
	d.Pass(time.Second)
	d.Pass(time.Second)
}

func TestFileScreens(t *testing.T) {
	for _, size := range []struct{ w, h int }{{50, 16}, {80, 24}, {120, 40}, {200, 60}} {
		name := func(s string) string { return fmt.Sprintf("file-%dx%d-%s", size.w, size.h, s) }
		t.Run(name(""), func(t *testing.T) {
			onFiles(t, size.w, size.h, func(d *uitest.Driver, f *files) {
				for _, n := range []string{"code.go", "long.log", "note.md", "table.csv", "all.zip", "pic.png", "empty", "broken"} {
					to(d, n)
					f3(d)
					d.Want(name(n))
					if n == "long.log" {
						d.Keys("f")
						d.Type("word")
						d.Keys("enter", "n", "n")
						d.Want(name("found"))
						d.Keys("esc")
					}
					d.Keys("f3")
				}
				to(d, "sub")
				d.Pass(time.Second)
				d.Keys("z", "p") // the column in place of a pane, or away
				d.Pass(time.Second)
				d.Pass(time.Second)
				d.Want(name("folder"))
				d.Keys("z", "p")
				d.Pass(time.Second)
				to(d, "long.log")
				d.Pass(time.Second)
				d.Pass(time.Second)
				d.Want(name("column"))
				f.delay = 3 * time.Second
				to(d, "slow.txt")
				d.Send(tea.KeyPressMsg{Code: tea.KeyF3})
				d.Pass(time.Second)
				d.Want(name("loading"))
			})
		})
	}
}

func TestTheColumnOfAFile(t *testing.T) {
	onFiles(t, 120, 40, func(d *uitest.Driver, f *files) {
		to(d, "long.log")
		d.Keys("g", "g") // moving past reads nothing
		if f.reads != 0 {
			t.Fatalf("%d files were read", f.reads)
		}
		to(d, "code.go")
		d.Pass(time.Second)
		d.Pass(time.Second)
		d.Has("3 preview", "package main", "6 lines", "说 hello and evil .")
		if f.reads != 1 || f.dyes != 1 {
			t.Errorf("%d reads, %d commands", f.reads, f.dyes)
		}
		d.Pass(time.Hour)
		if f.reads != 1 || f.dyes != 1 {
			t.Errorf("%d reads, %d commands in an idle hour", f.reads, f.dyes)
		}
		d.Keys("J", "J", "K")
		d.Keys("ctrl+r") // it has changed
		f.in["code.go"] = client.FilePreview{Form: client.FormText, Type: "text", Text: "package other\n"}
		d.Keys("ctrl+r")
		d.Has("package other")
	})
}

// From one file to the next the column stays as it is, until the next one is read, and shows no facts in between.
func TestTheColumnKeepsItsForm(t *testing.T) {
	onFiles(t, 120, 40, func(d *uitest.Driver, f *files) {
		to(d, "code.go")
		d.Pass(time.Second)
		d.Pass(time.Second)
		for range 2 { // the second waits for the cursor to rest
			d.Keys("j")
			d.Has("3 preview", "package main")
			d.HasNot("changed")
		}
		if f.reads != 1 {
			t.Errorf("%d reads", f.reads)
		}
	})
}

// What the column reads has 100 ms, and ends when the cursor goes on.
func TestASlowFileIsNotWaitedFor(t *testing.T) {
	onFiles(t, 120, 40, func(d *uitest.Driver, f *files) {
		f.delay = time.Second
		to(d, "code.go")
		d.Pass(time.Second)
		d.Pass(time.Second)
		d.Has("Reading takes longer than 100 ms. F3", "waits for it.")
		d.Send(tea.KeyPressMsg{Code: tea.KeyF3})
		d.Pass(500 * time.Millisecond)
		d.Has("reading…")
		d.Pass(time.Second)
		d.Has("package main")
		d.Keys("f3")
		was := f.ended
		to(d, "note.md")
		d.Pass(310 * time.Millisecond) // it rests
		d.Keys("g", "g")
		d.Pass(time.Millisecond)
		if f.ended != was+1 {
			t.Errorf("%d reads ended", f.ended-was)
		}
	})
}

func TestKeysOfAFile(t *testing.T) {
	onFiles(t, 80, 24, func(d *uitest.Driver, f *files) {
		to(d, "long.log")
		d.Keys("enter") // as F3: there is nothing else to open
		d.Pass(time.Second)
		d.Has("3 long.log", "only the beginning is shown: G shows the end", "it changed while", "aloft read it", "0%")
		d.Keys("G")
		d.Has("100%", "the very last line", "only the end is shown")
		d.Keys("k", "ctrl+r")
		d.Has("only the end is shown")
		f.errs["end of long.log"] = client.Errorf(client.KindUnsupported, "preview", model.Place{}, "it is not a text")
		d.Keys("g", "g")
		d.Has("only the beginning is shown: G", "a line of the log")
		d.Keys("G")
		d.Has("it is not a text", "Ctrl-R reloads it")
		d.Keys("ctrl+r")
		d.Has("only the beginning is shown: G", "a line of the log")
		d.Keys("g", "g", "pgdown", "ctrl+d", "j", "k")
		d.HasNot("  0%", "100%")
		d.Keys("n")
		d.Has("no search yet")
		d.Keys("g", "g", "f")
		d.Type("word")
		d.Keys("enter")
		d.Has("match 1/200")
		d.Keys("N")
		d.Has("match 200/200", "100%")
		d.Keys("n")
		d.Has("match 1/200")
		d.Keys("esc")
		d.HasNot("match")
		d.Keys("/")
		d.Type("nowhere")
		d.Keys("enter")
		d.Has("nowhere not found in the part shown")
		d.Keys("l")
		d.Has("lines are wrapped")
		d.Keys("Y", "p")
		if len(d.Copy) != 1 || !strings.HasSuffix(d.Copy[0], "long.log") {
			t.Error(d.Copy)
		}
		d.Keys("?")
		d.Has("find text")
		d.Keys("esc", "esc", "esc")
		d.Has("1 disk: /")
		to(d, "table.csv")
		f3(d)
		d.Has("name", "81 rows")
		d.Keys("l", "l")
		d.HasNot("row 1 ")
		d.Keys("q")
		d.Has("1 disk: /")
		to(d, "sub")
		d.Send(tea.KeyPressMsg{Code: tea.KeyF3})
		d.Has("1 disk: / › sub")
	})
}

func TestTheCommandsColoursShow(t *testing.T) {
	onFiles(t, 120, 40, func(d *uitest.Driver, f *files) {
		f.in["code.go"] = client.FilePreview{Form: client.FormText, Type: "text", Text: "one\ntwo\n"}
		f.dyed = []string{"\x1b[31mone\x1b[m", "\x1b[31mtwo\x1b[m"}
		to(d, "code.go")
		d.Pass(time.Second)
		d.Pass(time.Second)
		if s := d.App.View().Content; !strings.Contains(s, "\x1b[31mone\x1b[m") {
			t.Errorf("%q", s)
		}
		f.dyed = []string{"another number of lines"}
		d.Keys("ctrl+r")
		to(d, "long.log")
		d.Pass(time.Second)
		d.Pass(time.Second)
		d.Has("a line of the log")
		f.dyeErr = client.Errorf(client.KindLocal, "preview", model.Place{}, "the [preview] command %s failed: %s", "x", "y")
		to(d, "note.md")
		to(d, "code.go")
		f.in["code.go"] = client.FilePreview{Form: client.FormText, Type: "text", Text: "three\n"}
		d.Pass(time.Second)
		d.Pass(time.Second)
		d.Has("three", "the [preview] command x failed: y")
	})
}

func TestTheColumnCountsAFolder(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		tree := uitest.NewTree(model.SchemeDrive).Add(time.Now(), "a/x/", "a/1.txt", "a/22.txt", "b/", "z")
		tree.Delay = 200 * time.Millisecond
		deps, _ := uitest.Deps(t, tree)
		d := uitest.New(t, deps, 120, 40)
		d.Pass(5 * time.Second)
		lists := tree.Lists
		to(d, "z")
		to(d, "a")
		d.Pass(250 * time.Millisecond)
		if tree.Lists != lists {
			t.Error("a folder is listed before the cursor rests")
		}
		d.Pass(100 * time.Millisecond)
		d.Pass(150 * time.Millisecond)
		d.Has("listing…")
		d.Pass(time.Second)
		d.Has("1 folder  2 files  11 K", "│ x/", " 22.txt ")
		to(d, "b")
		d.Has("3 preview") // it does not change twice
		d.Pass(time.Second)
		d.Pass(time.Second)
		d.Has("empty")
		lists = tree.Lists
		to(d, "a") // known
		d.Has("1 folder  2 files")
		d.Pass(time.Second)
		d.Pass(time.Second)
		if tree.Lists != lists {
			t.Error("a folder is listed again")
		}
		tree.Fail = client.Errorf(client.KindLocal, "list", model.Place{}, "no permission to do that with %s", "it")
		d.Pass(time.Minute)
		to(d, "b")
		d.Pass(time.Second)
		d.Pass(time.Second)
		d.Has("empty")
		to(d, "z")
		d.Pass(time.Second)
		d.HasNot("empty")
		d.Close()
	})
}

// Of a long remote folder a page is read.
func TestTheColumnReadsOnePage(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		tree := uitest.NewTree(model.SchemeDrive).Add(time.Now(), "a/1/", "a/2/", "a/3.txt", "a/4/")
		for i := range 56 {
			tree.Add(time.Now(), fmt.Sprintf("a/more %d", i))
		}
		tree.Delay, tree.Pages = 200*time.Millisecond, 3
		deps, _ := uitest.Deps(t, tree)
		d := uitest.New(t, deps, 120, 40)
		for range 5 { // all pages take longer; what is asked for after an answer is asked for when it is delivered
			d.Pass(time.Second)
		}
		d.Has("the first 3 of 60: 3 files")
		d.Close()
	})
}

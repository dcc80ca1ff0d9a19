package ui_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"aloft/client/clienttest/memdoc"
	"aloft/client/disk"
	"aloft/client/edits"
	"aloft/model"
	"aloft/ui"
	"aloft/ui/uitest"
)

// desk is a document service whose Word documents can be edited, beside a real
// folder of this computer.
type desk struct {
	*memdoc.Service
	plan, other, sheet string // ids
	dir                string
}

const planText = `An opening line.

# Scope

The first phase covers the web client.

## In scope

Alpha and beta. Alpha again.

## Out of scope

# Timeline

| When | What |
| --- | --- |
| May | Alpha |
`

// stillDisk is a disk whose folders are not watched: a bubble cannot wait for the system's
// news.
type stillDisk struct{ *disk.Source }

func (stillDisk) Watch() {}

// atDesk runs a test with documents on the left and a folder of this computer on
// the right.
func atDesk(t *testing.T, w, h int, setup func(*ui.Deps, *desk), test func(*uitest.Driver, *desk)) {
	t.Helper()
	atDeskWith(t, t.TempDir(), t.TempDir(), w, h, setup, test)
}

// atDeskWith is atDesk with folders for the disk and for the journal of edits, which is made when it is needed.
func atDeskWith(t *testing.T, dir, journal string, w, h int, setup func(*ui.Deps, *desk), test func(*uitest.Driver, *desk)) {
	t.Helper()
	synctest.Test(t, func(t *testing.T) {
		k := &desk{Service: memdoc.NewService(), dir: dir}
		k.plan = k.Put("", "2024 plan", model.KindDoc)
		k.other = k.Put("", "2025 plan", model.KindDoc)
		k.sheet = k.Put("", "Budget", model.KindSheet)
		k.Write(k.plan, planText)
		k.Write(k.other, strings.Replace(planText, "# Timeline", "# Costs\n\nMany.\n\n# Timeline", 1))
		deps, _ := uitest.DocsDeps(t, k.Service, uitest.NewTree(model.SchemeDrive))
		still := stillDisk{disk.New()}
		sources := uitest.Sources{k.Home(), k.Spaces(), still}
		deps.Client.Sources, deps.Client.Disk = sources, still
		deps.Client.Edits = edits.New(edits.Options{Sources: sources, Dir: journal})
		deps.Right = model.Place{Scheme: model.SchemeDisk, Path: model.Steps(strings.Split(strings.Trim(dir, "/"), "/")...)}
		if setup != nil {
			setup(&deps, k)
		}
		d := uitest.New(t, deps, w, h)
		test(d, k)
		d.Close()
	})
}

// besideMemory has a disk in memory on the right.
func besideMemory(d *ui.Deps, _ *desk) {
	tree := uitest.NewTree(model.SchemeDisk)
	d.Client.Sources.(uitest.Sources)[2] = tree
	d.Right = tree.Root()
}

// open shows a document in the reader with the cursor on a heading.
func open(d *uitest.Driver, doc, heading string) {
	to(d, doc)
	d.Pass(time.Second)
	d.Keys("f3")
	d.Pass(time.Second)
	if heading != "" {
		d.Keys("/")
		d.Type(heading)
		d.Keys("enter", "esc")
		d.Pass(time.Second)
	}
}

func (k *desk) want(t *testing.T, parts ...string) {
	t.Helper()
	s := k.Doc(k.plan).Markdown()
	at := 0
	for _, p := range parts {
		i := strings.Index(s[at:], p)
		if i < 0 {
			t.Errorf("%q is not there, or not behind the one before:\n%s", p, s)
			return
		}
		at += i + len(p)
	}
}

// Sequence 6: what is pasted goes under the heading, and is shown there first.
func TestMarkdownIsInsertedUnderAHeading(t *testing.T) {
	atDesk(t, 100, 30, nil, func(d *uitest.Driver, k *desk) {
		open(d, "2024", "In scope")
		d.Keys("i")
		d.Has("Insert Markdown at", "In scope", "start of the section body", "base", "version 1")
		d.Send(uitest.Paste("## Added\r\n\r\nby *hand*\r\n"))
		d.Idle()
		d.Has("(o) paste or type", "## Added")
		d.Keys("tab", "enter")
		d.Pass(time.Second)
		d.Has("Insert into", "+ ## Added", "+ by hand", "Alpha and beta", "undo")
		d.Keys("y")
		d.Pass(time.Second)
		k.want(t, "## In scope", "## Added", "by _hand_", "Alpha and beta")
		d.Has("is saved: version 2; u undoes it")
	})
}

func write(t *testing.T, dir, name, content string) {
	t.Helper()
	if err := os.WriteFile(filepath.Join(dir, name), []byte(content), 0o600); err != nil {
		t.Fatal(err)
	}
}

package ui_test

import (
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/charmbracelet/x/ansi"

	"aloft/client"
	"aloft/model"
	"aloft/ui"
	"aloft/ui/keys"
	"aloft/ui/uitest"
)

// dotted runs a test on a disk beside a drive, both with names that begin with a dot.
func dotted(t *testing.T, w, h int, setup func(*ui.Deps), test func(d *uitest.Driver, disk *uitest.Tree)) {
	t.Helper()
	synctest.Test(t, func(t *testing.T) {
		disk := uitest.NewTree(model.SchemeDisk).Add(time.Now(), ".git/head", ".env", "src/main.go", "env.txt", "all/.one", "all/.two/x")
		drive := uitest.NewTree(model.SchemeDrive).Add(time.Now(), ".cloud", "photo.jpg")
		deps, _ := uitest.Deps(t, disk, drive)
		deps.Right = drive.Root()
		if setup != nil {
			setup(&deps)
		}
		d := uitest.New(t, deps, w, h)
		test(d, disk)
		d.Close()
	})
}

func TestDotNamesAreHiddenOnADisk(t *testing.T) {
	for _, c := range []struct{ keys, key string }{{"default", "."}, {"arrows", "."}, {"mc", "alt+."}} {
		m, err := keys.Load(c.keys)
		if err != nil {
			t.Fatal(err)
		}
		dotted(t, 80, 24, func(d *ui.Deps) { d.Keys = m }, func(d *uitest.Driver, disk *uitest.Tree) {
			d.Has("1/3  2 hidden", ".cloud")
			d.HasNot(".git", ".env")
			d.Keys(c.key)
			d.Has("2/5 ", ".git", ".env", ".cloud", "hidden files are shown")
			d.HasNot("2 hidden")
			d.Keys(c.key)
			d.Has("1/3  2 hidden", ".cloud", "hidden files are not shown")
			d.Keys("tab", c.key) // on the drive: in both
			d.Has("1/1  1 hidden", "1/3  2 hidden")
			d.HasNot(".cloud")
			d.Keys(c.key, "tab")
			d.Has(".cloud", "1/3  2 hidden")
		})
	}
}

func TestNothingIsDoneToHiddenNames(t *testing.T) {
	dotted(t, 100, 24, nil, func(d *uitest.Driver, disk *uitest.Tree) {
		d.Keys("A")
		d.Has("sel 3")
		d.Keys(".", "A")
		d.Has("sel 5")
		d.Keys(".")
		d.Has("sel 3")
		d.Keys("d", "y")
		d.Idle()
		if got := disk.Names(); len(got) != 2 || got[0] != ".env" || got[1] != ".git" {
			t.Errorf("left: %q", got)
		}
		d.Has("Only hidden files here", "0  2 hidden")
		// What differs from the other pane is said, but not selected.
		d.Keys("=")
		d.Has("2 only here, 2 only there, 0 in both but different (≠); all selected; 2 of them are hidden", "*.cloud")
		d.Keys(".")
		d.HasNot("*.env", "*.git")
	})
}

// Names that were selected before they were hidden are selected no longer: here, in other folders, in other tabs, and
// in a session that comes back after the setting was changed.
func TestHiddenNamesAreNotSelectedElsewhere(t *testing.T) {
	var s client.Session
	keep := func(d *ui.Deps) {
		d.Settings.Hidden = "show"
		d.KeepSession = func(n client.Session) error { s = n; return nil }
	}
	dotted(t, 100, 24, keep, func(d *uitest.Driver, disk *uitest.Tree) {
		d.Keys("j", "l", "A", "h", "G", "space")
		d.Has("sel 1 + 2 elsewhere")
		d.Keys("t")
		d.HasNot("sel 1", "sel 2", "elsewhere")
		d.Keys("G", "k", "k", "k", "l", "A", "h")
		d.Has("+ 2 elsewhere")
		d.Pass(4 * time.Second)
		d.Keys(".")
		d.HasNot("elsewhere")
		d.Keys("g", "T")
		d.Has("*env.txt", "sel 1")
		d.HasNot("elsewhere")
		d.Keys(".", "d", "y")
		d.Idle()
		if got := disk.Names(); len(got) != 4 || got[0] != ".env" || got[1] != ".git" {
			t.Errorf("left: %q", got)
		}
		d.Keys("g", "t", "l")
		d.Has(".one", ".two/")
		d.HasNot("sel 1", "sel 2", "elsewhere")
	})
	dotted(t, 100, 24, func(d *ui.Deps) { d.Session = s; d.Settings.Hidden = "hide" }, func(d *uitest.Driver, _ *uitest.Tree) {
		d.HasNot("elsewhere")
		d.Keys("g", "T")
		d.Has("*env.txt", "sel 1")
		d.HasNot("elsewhere")
	})
}

// Going to a hidden entry shows it, and no other one.
func TestTheCursorGoesToAHiddenName(t *testing.T) {
	dotted(t, 80, 24, nil, func(d *uitest.Driver, disk *uitest.Tree) {
		d.Keys("g", "p")
		d.Type(".git")
		d.Keys("enter")
		d.Has("1 disk: / › .git", "> head")
		d.Keys("h")
		d.Has("> .git/", "1/4  1 hidden")
		d.HasNot(".env")
		d.Keys("a") // a new folder
		d.Type(".new")
		d.Keys("enter")
		d.Has("> .new/")
		d.Keys("r")
		d.Type("er")
		d.Keys("enter")
		d.Has("> .newer/")
		d.Keys("G", ".", ".")
		d.HasNot(".newer/")
		// A file by its place.
		d.Keys("g", "p")
		d.Type(".env")
		d.Keys("enter")
		d.Has("> .env")
	})
}

func TestHiddenNamesByTheSetting(t *testing.T) {
	for hidden, want := range map[string][2]string{"auto": {"2 hidden", ".cloud"}, "show": {".env", ".cloud"}, "hide": {"2 hidden", "1 hidden"}} {
		dotted(t, 80, 24, func(d *ui.Deps) { d.Settings.Hidden = hidden }, func(d *uitest.Driver, _ *uitest.Tree) { d.Has(want[0], want[1]) })
	}
	var reloads chan ui.Reload
	dotted(t, 80, 24, func(d *ui.Deps) { reloads = make(chan ui.Reload); d.Reloads = reloads }, func(d *uitest.Driver, _ *uitest.Tree) {
		d.Keys(".")
		s := &ui.Settings{}
		s.Hidden = "hide"
		reloads <- ui.Reload{Settings: s}
		d.Idle()
		d.Has("2 hidden", "1 hidden")
	})
	var s client.Session
	keep := func(d *ui.Deps) {
		d.KeepSession = func(n client.Session) error { s = n; return nil }
	}
	dotted(t, 80, 24, keep, func(d *uitest.Driver, _ *uitest.Tree) { d.Keys("."); d.Pass(4 * time.Second) })
	dotted(t, 80, 24, func(d *ui.Deps) { d.Session = s; keep(d) }, func(d *uitest.Driver, _ *uitest.Tree) {
		d.Has(".env")
		d.Keys(".")
		d.Pass(4 * time.Second)
	})
	dotted(t, 80, 24, func(d *ui.Deps) { d.Session = s; d.Settings.Hidden = "show" }, func(d *uitest.Driver, _ *uitest.Tree) { d.Has(".env") })
}

func TestHiddenNamesOnASmallAndALinearScreen(t *testing.T) {
	dotted(t, 50, 16, nil, func(d *uitest.Driver, _ *uitest.Tree) { d.Has("1/3  2 hidden") })
	dotted(t, 80, 24, func(d *ui.Deps) { d.Settings.Plain = true }, func(d *uitest.Driver, _ *uitest.Tree) {
		if s := ansi.Strip(d.App.View().Content); !strings.Contains(s, "\n2 hidden\n") || strings.Contains(s, ".env") {
			t.Error(s)
		}
	})
}

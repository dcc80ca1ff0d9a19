package terminal

// The screens of the root over the job engine, the gate, the drive client and the
// embedded service. Keys go in, and the screen is compared with goldens.

import (
	"flag"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"aloft/client"
	"aloft/client/clienttest"
	"aloft/client/disk"
	"aloft/client/drive"
	"aloft/client/embedded"
	embeddeddrive "aloft/client/embedded/drive"
	"aloft/client/gate"
	"aloft/client/jobs"
	"aloft/client/jobs/run"
	"aloft/model"
	"aloft/model/text"
	"aloft/ui"
	"aloft/ui/act"
	"aloft/ui/uitest/shipped"
)

// made is the service's time, and that of every entry: long ago, so that it is
// written the same on every day. The screen has the real clock, since it compares
// the times of its own listings.
var made = time.Date(2020, 6, 14, 15, 4, 0, 0, time.UTC)

func TestMain(m *testing.M) {
	time.Local = time.UTC
	flag.Parse()
	_ = flag.Set("test.parallel", "8") // a person's pauses, and messages that end
	os.Exit(clienttest.OwnBin(m))
}

// world is a drive with everything between it and the screen.
type world struct {
	src  client.Source
	eng  *jobs.Engine
	deps ui.Deps
}

// sources are the drive and the local disk.
type sources struct{ drive, disk client.Source }

func (s sources) Accounts() []string { return []string{"local"} }

func (s sources) For(p model.Place) (client.Source, error) {
	if p.Scheme == model.SchemeDisk {
		return s.disk, nil
	}
	return s.drive, nil
}

// entries of the drive: every kind of name that is hard to draw. What ends in
// a slash is a folder.
var entries = []string{
	"Backup/2024/", "Backup/2025/", "Documents/budget.xlsx", "Documents/plan.txt", "Empty/", "Photos/beach.jpg", "Photos/sea.jpg", "Target/budget.xlsx",
	"文档/会议记录 2024 最终版.docx", "a very long name that does not fit into any column at all, really.tar.gz",
	"esc\x1b[31mred\x1b[8m.txt", "cafe\u0301.md", "notes.txt", "季度报告与预算总表（最终版本）2026年第三季度.xlsx",
}

func at(path ...string) model.Place {
	return model.Place{Scheme: model.SchemeDrive, Path: model.Steps(path...)}
}

func newWorld(t *testing.T) *world {
	t.Helper()
	dir := t.TempDir()
	svc, err := embedded.Open(t.Context(), embedded.Options{Dir: filepath.Join(dir, "drive"), Fast: true, Now: func() time.Time { return made }})
	if err != nil {
		t.Fatal(err)
	}
	var items []embeddeddrive.Item
	for _, s := range entries {
		items = append(items, embeddeddrive.Item{
			Path: strings.Split(strings.TrimSuffix(s, "/"), "/"), Folder: strings.HasSuffix(s, "/"), Size: int64(1000 * len(s)),
		})
	}
	if err := svc.Plant(t.Context(), items); err != nil {
		t.Fatal(err)
	}
	g, err := gate.Open(gate.Options{Dir: filepath.Join(dir, "gate"), Name: "t", Wire: gate.RoundTripperWire(svc.Transport())})
	if err != nil {
		t.Fatal(err)
	}
	src := drive.New(drive.Options{BaseURL: "http://aloft.local", Gate: g, Cookies: clienttest.NewJar(svc.Cookie())})
	both := sources{src, disk.New()}
	eng, err := jobs.Open(run.Options{Dir: filepath.Join(dir, "jobs"), Sources: both, Scale: 0.02, Gap: func(model.Place) time.Duration { return 500 * time.Millisecond }})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		_ = eng.Close()
		_ = g.Close()
		if err := svc.Close(); err != nil {
			t.Error(err)
		}
	})
	return &world{src: src, eng: eng, deps: ui.Deps{
		Client: act.Client{Sources: both, Jobs: eng}, Keys: shipped.Keys(), Theme: shipped.Theme(t), Text: &text.Catalogue{}, Left: at(), Right: at(),
		Environ: []string{"LANG=C.UTF-8", "TERM=xterm-256color"},
	}}
}

// remove deletes an entry without the program's knowledge.
func (w *world) remove(t *testing.T, p model.Place) {
	t.Helper()
	l, err := w.src.List(t.Context(), p.Parent(), client.Options{})
	if err != nil {
		t.Fatal(err)
	}
	for _, e := range l.Entries {
		if e.Name == p.Base() {
			ref := model.Ref{Place: p, ID: e.ID, Kind: e.Kind, Epoch: l.Epoch, At: l.ListedAt}
			if err := w.src.(client.Deleter).Delete(t.Context(), []model.Ref{ref}, client.DeleteToBin, client.Interactive); err != nil {
				t.Fatal(err)
			}
			return
		}
	}
	t.Fatalf("%s was not found", p)
}

// open runs the program on a terminal of that size.
func (w *world) open(t *testing.T, width, height int) *Session {
	t.Helper()
	return Open(t, w.deps, width, height)
}

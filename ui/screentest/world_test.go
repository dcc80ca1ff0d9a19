// Package screentest looks at whole screens of the real program: the root in a
// Bubble Tea program, over the job engine, the gate, the drive client and the
// embedded service. Keys go in, and what an emulated terminal shows is compared
// with goldens.
package screentest

import (
	"context"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	tea "charm.land/bubbletea/v2"
	"github.com/charmbracelet/colorprofile"
	"github.com/charmbracelet/x/exp/teatest/v2"

	"aloft/client"
	"aloft/client/disk"
	"aloft/client/drive"
	"aloft/client/embedded"
	"aloft/client/gate"
	"aloft/client/jobs"
	"aloft/model"
	"aloft/model/text"
	"aloft/themes"
	"aloft/ui"
	"aloft/ui/keys"
	"aloft/ui/uitest"
)

// made is the service's time, and that of every entry: long ago, so that it is
// written the same on every day. The screen has the real clock, since it
// compares the times of its own listings.
var made = time.Date(2020, 6, 14, 15, 4, 0, 0, time.UTC)

// patience is how long a screen is waited for.
const patience = 20 * time.Second

func TestMain(m *testing.M) {
	time.Local = time.UTC
	os.Exit(m.Run())
}

// world is a drive with everything between it and the screen.
type world struct {
	src  client.Source
	eng  *jobs.Engine
	deps ui.Deps
}

// jar holds the one credential.
type jar string

func (j jar) Cookie(context.Context) (string, error)       { return string(j), nil }
func (j jar) Reload(context.Context) (string, error)       { return string(j), nil }
func (j jar) Rotate(context.Context, []*http.Cookie) error { return nil }

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

func at(path ...string) model.Place { return model.Place{Scheme: model.SchemeDrive, Path: path} }

func newWorld(t *testing.T) *world {
	t.Helper()
	dir := t.TempDir()
	svc, err := embedded.Open(t.Context(), embedded.Options{Dir: filepath.Join(dir, "drive"), Fast: true, Now: func() time.Time { return made }})
	if err != nil {
		t.Fatal(err)
	}
	var items []embedded.Item
	for _, s := range entries {
		items = append(items, embedded.Item{
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
	src := drive.New(drive.Options{BaseURL: "http://aloft.local", Gate: g, Cookies: jar(svc.Cookie())})
	both := sources{src, disk.New()}
	eng, err := jobs.Open(jobs.Options{Dir: filepath.Join(dir, "jobs"), Sources: both, Scale: 0.02, Gap: func(model.Place) time.Duration { return 500 * time.Millisecond }})
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
	m, err := keys.Load("")
	if err != nil {
		t.Fatal(err)
	}
	theme, err := themes.Load(themes.Default)
	if err != nil {
		t.Fatal(err)
	}
	return &world{src: src, eng: eng, deps: ui.Deps{
		Sources: both, Jobs: eng, Keys: m, Theme: theme, Text: &text.Catalogue{}, Left: at(), Right: at(),
		Environ: []string{"LANG=C.UTF-8", "TERM=xterm-256color"},
	}}
}

// remove deletes an entry behind the program's back.
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
	t.Fatalf("%s is not there", p)
}

// session is a program that runs.
type session struct {
	t    *testing.T
	tm   *teatest.TestModel
	term *emulator
}

// open runs the program on a terminal of that size.
func (w *world) open(t *testing.T, width, height int) *session {
	t.Helper()
	ctx, stop := context.WithCancel(t.Context())
	tm := teatest.NewTestModel(t, ui.New(ctx, w.deps), teatest.WithInitialTermSize(width, height), teatest.WithProgramOptions(
		tea.WithContext(context.Background()), tea.WithEnvironment(w.deps.Environ), tea.WithColorProfile(colorprofile.ANSI256)))
	t.Cleanup(func() {
		_ = tm.Quit()
		tm.WaitFinished(t, teatest.WithFinalTimeout(patience))
		stop()
	})
	return &session{t: t, tm: tm, term: newEmulator(tm.Output(), width, height)}
}

// keys presses keys by their names.
func (s *session) keys(names ...string) {
	for _, n := range names {
		s.tm.Send(uitest.Key(n))
	}
}

// until waits for a screen. The condition is looked at whenever there can be
// something new; the message is for the case that it never holds.
func (s *session) until(what string, holds func(screen string) bool) {
	s.t.Helper()
	last := time.Now().Add(patience)
	teatest.WaitFor(s.t, s.term, func([]byte) bool {
		screen := s.term.text()
		if holds(screen) {
			return true
		}
		if time.Now().After(last) {
			s.t.Fatalf("never %s; the screen is\n%s", what, screen)
		}
		return false
	}, teatest.WithDuration(2*patience), teatest.WithCheckInterval(5*time.Millisecond))
}

// shows waits until the screen holds all the texts.
func (s *session) shows(texts ...string) {
	s.t.Helper()
	s.until("shows "+strings.Join(texts, " and "), func(screen string) bool {
		for _, want := range texts {
			if !strings.Contains(screen, want) {
				return false
			}
		}
		return true
	})
}

// hides waits until the screen holds none of the texts.
func (s *session) hides(texts ...string) {
	s.t.Helper()
	s.until("hides "+strings.Join(texts, " and "), func(screen string) bool {
		for _, no := range texts {
			if strings.Contains(screen, no) {
				return false
			}
		}
		return true
	})
}

// golden waits until the screen is that of the golden file. ALOFT_GOLDEN=write
// makes the file, of a screen that has stood still for a while.
func (s *session) golden(name string, texts ...string) {
	s.t.Helper()
	s.shows(texts...)
	file := filepath.Join("testdata", name+".golden")
	if os.Getenv("ALOFT_GOLDEN") == "write" {
		last, since := "", time.Now()
		s.until("stands still", func(screen string) bool {
			if screen != last {
				last, since = screen, time.Now()
			}
			return time.Since(since) > 400*time.Millisecond
		})
		uitest.Golden(s.t, name, last)
		return
	}
	want, err := os.ReadFile(file)
	if err != nil {
		s.t.Fatal(err)
	}
	s.until("is as "+file+" has it:\n"+string(want), func(screen string) bool { return screen == string(want) })
}

package limited_test

import (
	"context"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"aloft/client"
	"aloft/client/disk"
	"aloft/client/limited"
	"aloft/client/peek"
	"aloft/cmd/aloft/console"
	"aloft/cmd/aloft/session"
	"aloft/cmd/aloft/wire"
	"aloft/model"
)

// world is a whole client: the embedded service with its sample, and a folder of this machine.
type world struct {
	t       testing.TB
	sources *wire.Sources
	jobs    *wire.Jobs
	edits   client.Edits
	dir     string // has "share", which is shown, and "secret", which is not
}

// newWorld opens the client as a command does.
func newWorld(t testing.TB) *world {
	t.Helper()
	home, err := filepath.EvalSymlinks(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	t.Setenv("HOME", home)
	for _, n := range []string{"CONFIG", "DATA", "STATE", "CACHE"} {
		t.Setenv("ALOFT_"+n+"_HOME", filepath.Join(home, strings.ToLower(n)))
	}
	s := session.New(console.New(os.Stdin, os.Stdout, os.Stderr))
	s.Scale = 0.001
	if _, err := s.Load(); err != nil {
		t.Fatal(err)
	}
	waits := console.NewWaitLines(s.Con)
	w := &world{t: t, sources: wire.New(s, waits), dir: filepath.Join(home, "disk")}
	w.jobs = wire.NewJobs(s, w.sources, waits)
	w.edits = wire.NewEdits(s, w.sources).Open()
	t.Cleanup(func() {
		_ = w.jobs.Close()
		_ = w.sources.Close()
	})
	for _, name := range []string{"share/sub", "secret", "shared"} {
		w.must(os.MkdirAll(filepath.Join(w.dir, name), 0o700))
	}
	for name, text := range map[string]string{"share/a.txt": "seen", "share/sub/b.txt": "seen", "secret/s.txt": hush, "shared/s.txt": hush} {
		w.must(os.WriteFile(filepath.Join(w.dir, name), []byte(text), 0o600))
	}
	for name, to := range map[string]string{"share/out": "../secret", "share/outfile": "../secret/s.txt", "share/in": "sub", "share/dangling": "../secret/new"} {
		w.must(os.Symlink(to, filepath.Join(w.dir, name)))
	}
	return w
}

// hush is what nobody may read.
const hush = "hush"

func (w *world) must(err error) {
	w.t.Helper()
	if err != nil {
		w.t.Fatal(err)
	}
}

// at is a place by what a person types; "~" is the folder of the disk.
func (w *world) at(typed string) model.Place {
	w.t.Helper()
	if rest, ok := strings.CutPrefix(typed, "~/"); ok {
		return model.LocalPlace(disk.Steps(filepath.Join(w.dir, rest)))
	}
	p, err := model.ParsePlace(typed, model.Place{})
	w.must(err)
	return p
}

func (w *world) all(typed ...string) []model.Place {
	var out []model.Place
	for _, s := range typed {
		out = append(out, w.at(s))
	}
	return out
}

// shown are the places of the keys of these tests.
func (w *world) shown() []model.Place {
	return w.all("drive:/Documents", "drive:/Projects/garden-planner", "docs:/Projects", "docs:/Summer party: who comes?", "space:/Team handbook/Welcome", "~/share")
}

// person is somebody with such a key.
func (w *world) person(readOnly bool, places ...model.Place) *limited.Person {
	w.t.Helper()
	g, err := limited.New(w.sources, limited.Rights{ReadOnly: readOnly, Places: places})
	w.must(err)
	return g
}

// previews are a reader of files as the screen of a person has it.
func (w *world) previews(g *limited.Person) client.Previewer {
	return peek.New(g, func() peek.Command { return peek.Command{} })
}

// raw is the source itself, and its entry at a place.
func (w *world) raw(p model.Place) (client.Source, model.Entry) {
	w.t.Helper()
	src, err := w.sources.For(p)
	w.must(err)
	e, err := src.Stat(context.Background(), p, client.Options{})
	w.must(err)
	return src, e
}

// ref is the entry at a place as the source itself has it.
func (w *world) ref(p model.Place) model.Ref {
	_, e := w.raw(p)
	return model.Ref{Place: p, ID: e.ID, Kind: e.Kind, Space: e.Facts().Space}
}

// refusal reports whether an error is one of this package.
func refusal(err error) bool {
	return err != nil && (strings.Contains(err.Error(), "this key") || strings.Contains(err.Error(), "a link leads out of "))
}

//go:build unix

package jobs

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"aloft/client"
	"aloft/model"
)

// What a plan accepts, the run does: every pair of places, copied and moved, of files, folders,
// documents, folders of documents and pages with pages.
func TestWhatAPlanPromisesTheRunDoes(t *testing.T) {
	t.Parallel()
	e := newEnds(t)
	create := func(at model.Place, kind model.Kind) {
		t.Helper()
		if _, err := e.do(client.Request{Op: model.OpCreate, Items: []model.Place{at}, New: &model.New{Kind: kind}}); err != nil {
			t.Fatal(at, err)
		}
	}
	ends := []string{"disk", "a/drive", "b/drive", "a/docs", "a/space", "b/docs", "b/space"}
	tops := map[string]model.Place{}
	for _, end := range ends {
		top := e.root(end)
		if top.Scheme == model.SchemeSpace {
			top = top.Join("S")
			if _, err := e.do(client.Request{Op: model.OpMakeFolder, Items: []model.Place{top}}); err != nil {
				t.Fatal(end, err)
			}
		}
		tops[end] = top
	}
	n := 0
	for _, from := range ends {
		for _, to := range ends {
			for _, op := range []model.Op{model.OpCopy, model.OpMove} {
				n++
				here, there := tops[from].Join("from"+string(rune('A'+n%26))+string(rune('A'+n/26))), tops[to].Join("to"+string(rune('A'+n%26))+string(rune('A'+n/26)))
				var items []model.Place
				switch {
				case here.Scheme.Local():
					dir := filepath.Join(e.dir, "disk", here.Base())
					for _, sub := range []string{"F", "F/G"} {
						if err := os.MkdirAll(filepath.Join(dir, sub), 0o700); err != nil {
							t.Fatal(err)
						}
					}
					for _, file := range []string{"x.md", "F/y.md", "F/G/z.md"} {
						if err := os.WriteFile(filepath.Join(dir, file), []byte("# "+file+"\n"), 0o600); err != nil {
							t.Fatal(err)
						}
					}
					items = []model.Place{here.Join("F"), here.Join("x.md")}
				case here.Scheme == model.SchemeDrive:
					for _, at := range []model.Place{here, here.Join("F"), here.Join("F").Join("G")} {
						if _, err := e.do(client.Request{Op: model.OpMakeFolder, Items: []model.Place{at}}); err != nil {
							t.Fatal(err)
						}
					}
					items = []model.Place{here.Join("F")}
				default:
					folder := model.KindFolder
					if here.Scheme == model.SchemeSpace {
						folder = model.KindDoc
					}
					create(here, folder)
					create(here.Join("F"), folder)
					create(here.Join("F").Join("d"), model.KindDoc)
					create(here.Join("x"), model.KindDoc)
					items = []model.Place{here.Join("F"), here.Join("x")}
				}
				switch {
				case there.Scheme.Local():
					if err := os.MkdirAll(filepath.Join(e.dir, "disk", there.Base()), 0o700); err != nil {
						t.Fatal(err)
					}
				case there.Scheme == model.SchemeDrive:
					if _, err := e.do(client.Request{Op: model.OpMakeFolder, Items: []model.Place{there}}); err != nil {
						t.Fatal(err)
					}
				case there.Scheme == model.SchemeSpace:
					create(there, model.KindDoc)
				default:
					create(there, model.KindFolder)
				}
				name := string(op) + " " + from + " " + to
				for _, item := range items {
					r := client.Request{Op: op, Items: []model.Place{item}, Target: there}
					if op == model.OpCopy {
						s, _ := e.For(here)
						d, _ := e.For(there)
						var err error
						if r.Op, err = client.Route(s, d); err != nil {
							continue // it has no way
						}
					}
					p, err := e.Plan(t.Context(), r)
					if err != nil {
						if strings.Contains(err.Error(), "edited") {
							t.Errorf("%s %s: nobody edited the plan: %v", name, item, err)
						}
						continue
					}
					id, err := e.Start(t.Context(), p)
					if err != nil {
						t.Errorf("%s %s: the plan was made, and is refused: %v", name, item, err)
						continue
					}
					if s, err := e.Wait(t.Context(), id); err != nil || s.State != model.JobDone {
						rs, _ := e.Report(id)
						t.Errorf("%s %s: %s %v %+v", name, item, s.State, err, rs)
					}
				}
			}
		}
	}
}

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
// documents, folders of documents and pages with pages. And what a plan refuses or leaves out,
// the service does not do when it is asked without the plan.
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
							t.Errorf("%s: %v", name, err)
							continue
						}
					}
					p, err := e.Plan(t.Context(), r)
					if err != nil {
						if strings.Contains(err.Error(), "edited") {
							t.Errorf("%s %s: nobody edited the plan: %v", name, item, err)
						}
						if e.anyway(r) == nil {
							t.Errorf("%s %s: the plan is refused (%v), and nothing says that the service refuses it", name, item, err)
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
					d, _ := e.For(there)
					for _, it := range p.Items {
						if at := there.Join(item.Base()).Join(it.Name); it.Decision == model.DecideSkip {
							if _, err := d.Stat(t.Context(), at, client.Options{Fresh: true}); err == nil {
								t.Errorf("%s: %s was left out, and is there", name, at)
							}
						}
					}
				}
			}
		}
	}
}

// anyway asks a document service, whose ids stay, for what a plan has refused. What else is refused
// needs a way of its own here.
func (e *ends) anyway(r client.Request) error {
	src, _ := e.For(r.Items[0])
	m, moves := src.(client.Mover)
	c, copies := src.(client.Copier)
	if r.Items[0].Scheme == model.SchemeDrive || r.Target.Account != r.Items[0].Account {
		return nil
	}
	var refs []model.Ref
	for _, at := range []model.Place{r.Items[0], r.Target} {
		s, _ := e.For(at)
		entry, err := s.Stat(e.t.Context(), at, client.Options{Fresh: true})
		if err != nil {
			e.t.Fatal(at, err)
		}
		refs = append(refs, model.Ref{Place: at, ID: entry.ID, Kind: entry.Kind, Space: entry.Facts().Space})
	}
	switch {
	case r.Op == model.OpMove && moves:
		return m.Move(e.t.Context(), refs[:1], refs[1], client.Interactive)
	case r.Op == model.OpCopy && copies:
		_, err := c.Copy(e.t.Context(), refs[:1], refs[1], "", client.Interactive)
		return err
	}
	return nil
}

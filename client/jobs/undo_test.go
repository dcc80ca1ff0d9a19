package jobs

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"aloft/client"
	"aloft/client/clienttest/memdoc"
	"aloft/client/clienttest/procs"
	"aloft/client/embedded/drive"
	"aloft/client/jobs/run"
	"aloft/model"
)

// undo takes a job back.
func undo(t testing.TB, e *Engine, id string) model.JobSnapshot {
	t.Helper()
	return do(t, e, client.Request{Undo: id})
}

// shape is the drive of a fake: each path with the size of its file, which tells entries apart.
func shape(f *fake) []string {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.settleLate(true)
	var out []string
	for _, n := range f.nodes {
		if p, ok := f.path(n); ok && n.id != 0 {
			out = append(out, fmt.Sprint(p, " ", n.size))
		}
	}
	slices.Sort(out)
	return out
}

// What moves, renames and new folders have done is taken back and done again; a later plan
// says which job it undoes.
func TestUndoAndRedo(t *testing.T) {
	for name, c := range map[string]struct {
		put []string
		r   client.Request
	}{
		"a move":        {[]string{"a/x", "a/y", "b/"}, client.Request{Op: model.OpMove, Items: ats("/a/x", "/a/y"), Target: at("/b")}},
		"of a folder":   {[]string{"a/x/1", "b/"}, client.Request{Op: model.OpMove, Items: ats("/a/x"), Target: at("/b")}},
		"from folders":  {[]string{"a/x", "c/d/y", "b/"}, client.Request{Op: model.OpMove, Items: ats("/a/x", "/c/d/y"), Target: at("/b")}},
		"into several":  {[]string{"a/x", "a/y", "b/", "c/"}, client.Request{Op: model.OpMove, Items: ats("/a/x", "/a/y"), Targets: ats("/b", "/c")}},
		"numbered":      {[]string{"a/x", "b/x"}, client.Request{Op: model.OpMove, Items: ats("/a/x"), Target: at("/b"), Rule: model.ConflictNumber}},
		"numbered both": {[]string{"a/x", "c/x", "b/x"}, client.Request{Op: model.OpMove, Items: ats("/a/x", "/c/x"), Target: at("/b"), Rule: model.ConflictNumber}},
		"under a name":  {[]string{"a/x", "a/z", "b/"}, client.Request{Op: model.OpMove, Items: ats("/a/x"), Target: at("/b"), NewNames: []string{"z"}}},
		"a rename":      {[]string{"a/x"}, client.Request{Op: model.OpRename, Items: ats("/a/x"), NewNames: []string{"y"}}},
		"a cycle": {[]string{"a/x", "a/yy", "a/zzz"},
			client.Request{Op: model.OpRename, Items: ats("/a/x", "/a/yy", "/a/zzz"), NewNames: []string{"yy", "zzz", "x"}}},
		"a folder and what is in it": {[]string{"a/x/1", "a/x/y/2"},
			client.Request{Op: model.OpRename, Items: ats("/a", "/a/x", "/a/x/1", "/a/x/y/2"), NewNames: []string{"b", "c", "d", "e"}}},
	} {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				f := newFake().put(c.put...)
				before := shape(f)
				e := open(t, f, run.Options{})
				s := do(t, e, c.r)
				after := shape(f)
				if s.State != model.JobDone || slices.Equal(before, after) {
					t.Fatalf("%+v", s)
				}
				back := undo(t, e, s.ID)
				if got := shape(f); back.State != model.JobDone || back.Undoes != s.ID || !slices.Equal(got, before) {
					t.Fatalf("taken back: %+v\n%q, not\n%q", back, got, before)
				}
				again := undo(t, e, back.ID)
				if got := shape(f); again.State != model.JobDone || !slices.Equal(got, after) {
					t.Fatalf("done again: %+v\n%q, not\n%q", again, got, after)
				}
			})
		})
	}
}

// An undo leaves what the job has not done, what has gone on since, and what would need a name
// that is taken.
func TestAnUndoLeavesWhatIsNewer(t *testing.T) {
	type why map[string]string
	for name, c := range map[string]struct {
		put  []string
		r    client.Request
		then func(t *testing.T, f *fake)
		tree []string
		why  why
	}{
		"another entry has the name now": {
			[]string{"a/x", "a/y", "b/"}, client.Request{Op: model.OpMove, Items: ats("/a/x", "/a/y"), Target: at("/b")},
			func(t *testing.T, f *fake) { n := f.child(f.child(0, "b").id, "x"); n.size = 77 },
			[]string{"/a/", "/a/y", "/b/", "/b/x"}, why{"x": "x has been replaced by another entry"},
		},
		"it has gone on": {
			[]string{"a/x", "a/y", "b/"}, client.Request{Op: model.OpMove, Items: ats("/a/x", "/a/y"), Target: at("/b")},
			func(t *testing.T, f *fake) { f.child(f.child(0, "b").id, "x").at.name = "z" },
			[]string{"/a/", "/a/y", "/b/", "/b/z"}, why{"x": "x was not found"},
		},
		"its folder is gone": {
			[]string{"a/x", "c/y", "b/"}, client.Request{Op: model.OpMove, Items: ats("/a/x", "/c/y"), Target: at("/b")},
			func(t *testing.T, f *fake) { f.child(0, "a").at.gone = true },
			[]string{"/b/", "/b/x", "/c/", "/c/y"}, why{"x": "a was not found"},
		},
	} {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				f := newFake().put(c.put...)
				e := open(t, f, run.Options{})
				s := do(t, e, c.r)
				c.then(t, f)
				p, err := e.Plan(t.Context(), client.Request{Undo: s.ID})
				if err != nil {
					t.Fatal(err)
				}
				if len(p.Refused) != len(c.why) {
					t.Errorf("left out: %v", p.Refused)
				}
				for _, r := range p.Refused {
					if want := c.why[r.Place.Base()]; want == "" || !strings.Contains(r.Err.Error(), want) {
						t.Errorf("%s: %v", r.Place, r.Err)
					}
				}
				id, err := e.Start(t.Context(), p)
				must(t, err)
				_, err = e.Wait(t.Context(), id)
				must(t, err)
				if got := f.tree(); !slices.Equal(got, c.tree) {
					t.Errorf("%q, not %q", got, c.tree)
				}
			})
		})
	}
}

// A name that is taken where the entry came from is a question, as in any plan.
func TestAnUndoOverwritesNothing(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		f := newFake().put("a/x", "b/")
		e := open(t, f, run.Options{})
		s := do(t, e, client.Request{Op: model.OpMove, Items: ats("/a/x"), Target: at("/b")})
		f.put("a/x")
		p, err := e.Plan(t.Context(), client.Request{Undo: s.ID})
		if err != nil || len(p.Undecided()) != 1 {
			t.Fatalf("%+v, %v", p, err)
		}
		if s := do(t, e, client.Request{Undo: s.ID, Rule: model.ConflictNumber}); s.State != model.JobDone {
			t.Errorf("%+v", s)
		}
		same(t, f, "/a/", "/a/x", "/a/x (1)", "/b/")
	})
}

// A folder that the job has made goes only while it holds nothing else.
func TestUndoOfNewFolders(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		f := newFake().put("a/")
		e := open(t, f, run.Options{})
		s := do(t, e, client.Request{Op: model.OpMakeFolder, Items: ats("/a/b/c", "/a/d", "/a/e/f"), Parents: true})
		f.put("a/e/f/mine")
		p, err := e.Plan(t.Context(), client.Request{Undo: s.ID})
		if err != nil || len(p.Refused) != 2 {
			t.Fatalf("%+v, %v", p.Refused, err)
		}
		_, err = e.Start(t.Context(), p)
		must(t, err)
		_, err = e.Wait(t.Context(), p.ID)
		must(t, err)
		same(t, f, "/a/", "/a/e/", "/a/e/f/", "/a/e/f/mine")
	})
}

// A folder that somebody else has made before its turn is not the job's.
func TestAnUndoLeavesWhatOthersMade(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		f := newFake().put("a/")
		e := open(t, f, run.Options{})
		p, err := e.Plan(t.Context(), client.Request{Op: model.OpMakeFolder, Items: ats("/a/b", "/a/c"), Parents: true})
		must(t, err)
		f.put("a/b/")
		id, err := e.Start(t.Context(), p)
		must(t, err)
		if s, err := e.Wait(t.Context(), id); err != nil || s.Done != 2 {
			t.Fatalf("%+v, %v", s, err)
		}
		undo(t, e, id)
		same(t, f, "/a/", "/a/b/")
	})
}

// A job that is under way, and one that has changed nothing, cannot be taken back.
func TestNothingToUndo(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		f := newFake().put("a/x", "b/x")
		e := open(t, f, run.Options{})
		s := do(t, e, client.Request{Op: model.OpMove, Items: ats("/a/x"), Target: at("/b"), Rule: model.ConflictSkip})
		if _, err := e.Plan(t.Context(), client.Request{Undo: s.ID}); !client.Is(err, client.KindInvalid) || !strings.Contains(err.Error(), "has changed nothing") {
			t.Errorf("%v", err)
		}
		if _, err := e.Plan(t.Context(), client.Request{Undo: "20000101-000000.000-none"}); !client.Is(err, client.KindNotFound) {
			t.Errorf("%v", err)
		}
		p, err := e.Plan(t.Context(), client.Request{Op: model.OpMove, Items: ats("/a/x"), Target: at("/")})
		must(t, err)
		_, err = e.Start(t.Context(), p)
		must(t, err)
		if _, err := e.Plan(t.Context(), client.Request{Undo: p.ID}); !client.Is(err, client.KindConflict) || !strings.Contains(err.Error(), "has not ended") {
			t.Errorf("%v", err)
		}
	})
}

// Random jobs, each taken back, done again and taken back, on a service that loses answers:
// whatever was lost, the drive is as it was before (I11).
func TestUndoSimulated(t *testing.T) {
	for seed := range procs.Seeds(4) {
		t.Run(fmt.Sprint("seed=", seed), func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				rnd := newRand(uint64(seed))
				o := worldOptions{seed: uint64(seed), faults: harsh(uint64(seed)), gap: 500 * time.Millisecond}
				w := newWorld(t, o)
				defer w.close()
				var plant []drive.Item
				for f := range 4 {
					for k := range 5 {
						plant = append(plant, drive.Item{Path: []string{fmt.Sprint("d", f), fmt.Sprint("n", k)}, Size: int64(1 + len(plant))})
					}
					plant = append(plant, drive.Item{Path: []string{fmt.Sprint("d", f), "sub", "deep"}, Size: int64(1 + len(plant))})
				}
				must(t, w.svc.Plant(t.Context(), plant))
				for range 4 {
					before := w.shape()
					r := someChange(rnd)
					p, err := w.eng.Plan(t.Context(), r)
					if err != nil {
						t.Fatal(r, err)
					}
					id := w.ended(t, p)
					after := w.shape()
					for n, want := range [][]string{before, after, before} {
						if slices.Equal(before, after) {
							break // all was skipped
						}
						p, err := w.eng.Plan(t.Context(), client.Request{Undo: id})
						if err != nil || len(p.Refused) > 0 || len(p.Undecided()) > 0 {
							t.Fatalf("%+v, step %d: %v, left out %v\n%q", r, n, err, p, w.shape())
						}
						id = w.ended(t, p)
						if got := w.shape(); !slices.Equal(got, want) {
							t.Fatalf("%+v, step %d:\n%q, not\n%q", r, n, got, want)
						}
					}
				}
				for _, b := range w.spy.bad {
					t.Error(b)
				}
			})
		})
	}
}

// ended runs a plan to its end, and waits for late work of the service.
func (w *world) ended(t *testing.T, p *model.Plan) string {
	t.Helper()
	s, err := w.start(p)
	if err != nil || s.State != model.JobDone {
		rs, _ := w.eng.Report(s.ID)
		t.Fatalf("%v %+v\n%+v", err, s, rs)
	}
	time.Sleep(2 * time.Minute)
	return s.ID
}

// someChange asks for a random change of the planted drive.
func someChange(rnd *rand.Rand) client.Request {
	folder := func() string { return fmt.Sprint("/d", rnd.IntN(4)) }
	var files []model.Place
	from := folder()
	for _, k := range rnd.Perm(5)[:2+rnd.IntN(3)] {
		files = append(files, at(from).Join(fmt.Sprint("n", k)))
	}
	switch rnd.IntN(5) {
	case 0:
		return client.Request{Op: model.OpMove, Items: files, Target: at(folder()), Rule: model.ConflictNumber}
	case 1:
		var names []string
		for i := range files { // a cycle
			names = append(names, files[(i+1)%len(files)].Base())
		}
		return client.Request{Op: model.OpRename, Items: files, NewNames: names}
	case 2:
		return client.Request{Op: model.OpDelete, Items: append(files, at(folder()).Join("sub"))}
	case 3:
		return client.Request{Op: model.OpMakeFolder, Items: []model.Place{at(from).Join("new").Join("er"), at("/other")}, Parents: true}
	}
	return client.Request{Op: model.OpMove, Items: []model.Place{at("/d0/sub"), at("/d1/n1")}, Targets: ats("/d2/sub", "/d3/sub"),
		NewNames: []string{"sub2", "n9"}}
}

// What was made is deleted by its id, documents that were moved go home by theirs; the original
// of a copy is never touched, and what was renamed or filled since stays.
func TestUndoOfDocuments(t *testing.T) {
	for name, c := range map[string]struct {
		r    client.Request
		then func(c *memdoc.Service)
		left []string // beside what was there before; nil = nothing
	}{
		"a copy":        {client.Request{Op: model.OpCopy, Items: docsAt("docs:/box/a"), Target: docAt("docs:/")}, nil, nil},
		"a copy beside": {client.Request{Op: model.OpCopy, Items: docsAt("docs:/box/a"), Target: docAt("docs:/box"), Rule: model.ConflictNumber}, nil, nil},
		"a document":    {client.Request{Op: model.OpCreate, Items: docsAt("docs:/box/new"), New: &model.New{Kind: model.KindDoc}}, nil, nil},
		"folders":       {client.Request{Op: model.OpMakeFolder, Items: docsAt("docs:/x/y/z"), Parents: true}, nil, nil},
		"a folder with something in it": {client.Request{Op: model.OpMakeFolder, Items: docsAt("docs:/x")},
			func(c *memdoc.Service) { c.Put(c.Child(memdoc.Home, "x").ID, "mine", model.KindDoc) }, []string{"docs:/x", "docs:/x/mine"}},
		"a copy that was renamed": {client.Request{Op: model.OpCopy, Items: docsAt("docs:/box/a"), Target: docAt("docs:/")},
			func(c *memdoc.Service) { c.Child(memdoc.Home, "a").Name = "mine" }, []string{"docs:/mine"}},
		"one of twins": {client.Request{Op: model.OpMove, Items: docsAt("docs:/box/a"), Target: docAt("docs:/")},
			func(c *memdoc.Service) { c.Put(memdoc.Home, "a", model.KindDoc) }, []string{"docs:/a"}},
		"a name": {client.Request{Op: model.OpRename, Items: docsAt("docs:/box/a"), NewNames: []string{"b"}}, nil, nil},
	} {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				cab := newDocs()
				box := cab.Put(memdoc.Home, "box", model.KindFolder)
				cab.Put(box, "a", model.KindDoc)
				before := cab.Tree()
				e := openDocs(t, cab, run.Options{})
				s := do(t, e, c.r)
				if s.State != model.JobDone || slices.Equal(cab.Tree(), before) {
					t.Fatalf("%+v", s)
				}
				if c.then != nil {
					c.then(cab)
				}
				p, err := e.Plan(t.Context(), client.Request{Undo: s.ID})
				if err != nil {
					t.Fatal(err)
				}
				if len(p.Items) > 0 {
					id, err := e.Start(t.Context(), p)
					must(t, err)
					if s, err := e.Wait(t.Context(), id); err != nil || s.State != model.JobDone {
						t.Errorf("%+v, %v", s, err)
					}
				} else if len(p.Refused) == 0 {
					t.Error("nothing is done, and nobody is told why")
				}
				wantTree(t, cab, append(before, c.left...)...)
			})
		})
	}
}

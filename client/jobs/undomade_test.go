package jobs

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"testing/synctest"

	"aloft/client"
	"aloft/client/clienttest/memdoc"
	"aloft/client/clienttest/procs"
	"aloft/client/jobs/run"
	"aloft/client/system"
	"aloft/model"
)

// sides is what a service and a folder of the disk hold.
func sides(t *testing.T, c *memdoc.Service, dir string) map[string]string {
	t.Helper()
	out := map[string]string{}
	for _, p := range c.Tree() {
		out[p] = ""
	}
	err := filepath.Walk(dir, func(p string, i os.FileInfo, err error) error {
		if err == nil && !i.IsDir() {
			var b []byte
			b, err = os.ReadFile(p)
			out[p] = string(b)
		} else if err == nil {
			out[p+"/"] = ""
		}
		return err
	})
	must(t, err)
	return out
}

// A random tree of the disk is copied to the disk, to documents or into a space, and somebody else
// adds to the copy and writes into it, in the same moment and with the same times. After the undo both sides
// are as before, but for that.
func TestAnUndoLeavesTheOthersWork(t *testing.T) {
	for seed := range procs.Seeds(12) {
		t.Run(fmt.Sprint("seed=", seed), func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				rnd := newRand(uint64(seed))
				dir, c := t.TempDir(), newDocs()
				folders, files := []string{""}, []string(nil)
				for i := range 3 + rnd.IntN(4) {
					folders = append(folders, fmt.Sprintf("%s/d%d", folders[rnd.IntN(len(folders))], i))
				}
				for i := range 4 + rnd.IntN(6) {
					files = append(files, fmt.Sprintf("%s/f%d", folders[rnd.IntN(len(folders))], i))
				}
				for _, f := range folders {
					must(t, os.MkdirAll(dir+"/from/tree"+f, 0o755))
				}
				for _, f := range files {
					writeFiles(t, dir, "from/tree"+f+".docx")
				}
				must(t, os.Mkdir(dir+"/to", 0o755))
				box := c.Put(memdoc.Home, "box", model.KindFolder)
				page := c.Put(c.Put(memdoc.Shelf, "team", model.KindSpace), "page", model.KindDoc)
				c.Put(page, "own", model.KindDoc)
				way := seed % 3
				r := client.Request{Items: []model.Place{onDisk(dir + "/from/tree")}}
				r.Op = []model.Op{model.OpTransfer, model.OpImport, model.OpImport}[way]
				r.Target = []model.Place{onDisk(dir + "/to"), docAt("docs:/box"), docAt("space:/team/page")}[way]
				before := sides(t, c, dir)
				e := openDocs(t, c, run.Options{})
				s := do(t, e, r)
				if s.State != model.JobDone {
					rs, _ := e.Report(s.ID)
					t.Fatalf("%+v %+v", s, rs)
				}
				root := []string{dir + "/to", box, page}[way]
				want := map[string]string{}
				keep := func(at string) { // with the folders that it is in
					for p := filepath.Dir(at); way == 0 && p != dir+"/to"; p = filepath.Dir(p) {
						want[p+"/"] = ""
					}
				}
				for range rnd.IntN(3) {
					f := folders[rnd.IntN(len(folders))]
					if way == 0 {
						at := dir + "/to/tree" + f + "/mine"
						must(t, os.WriteFile(at, []byte("mine"), 0o600))
						want[at] = "mine"
						keep(at)
						continue
					}
					id, at := root, r.Target.String()
					for _, name := range strings.Split("tree"+f, "/") {
						id, at = c.Child(id, name).ID, at+"/"+name
						want[memTree(at)] = ""
					}
					c.Put(id, "mine", model.KindDoc)
					want[memTree(at)+"/mine"] = ""
				}
				if way == 0 {
					for _, f := range files[:rnd.IntN(3)] {
						at := dir + "/to/tree" + f + ".docx"
						i, err := os.Stat(at)
						must(t, err)
						body := strings.Repeat("x", int(i.Size())-rnd.IntN(2)) // also of the same size
						if len(body) == int(i.Size()) {
							must(t, os.Remove(at)) // another file, of the same time
						}
						must(t, os.WriteFile(at, []byte(body), 0o600))
						must(t, os.Chtimes(at, i.ModTime(), i.ModTime()))
						want[at] = body
						keep(at)
					}
				}
				p, err := e.Plan(t.Context(), client.Request{Undo: s.ID})
				must(t, err)
				if len(p.Items) > 0 {
					_, err = e.Start(t.Context(), p)
					must(t, err)
					if s, err := e.Wait(t.Context(), p.ID); err != nil || s.State != model.JobDone {
						rs, _ := e.Report(p.ID)
						t.Fatalf("%+v, %v, %+v", s, err, rs)
					}
				}
				if len(want) > 0 && len(p.Refused) == 0 {
					t.Error("nobody is told what stays")
				}
				for at, body := range before {
					want[at] = body
				}
				got := sides(t, c, dir)
				for at, body := range want {
					if b, ok := got[at]; !ok || b != body {
						t.Errorf("%s is gone, or holds %q", at, b)
					}
				}
				for at := range got {
					if _, ok := want[at]; !ok {
						t.Errorf("%s was left", at)
					}
				}
			})
		})
	}
}

// memTree writes a place as the tree of memdoc does.
func memTree(at string) string {
	at = at[strings.LastIndex(at, "t/")+len("t/"):]
	scheme, rest, _ := strings.Cut(at, ":")
	return scheme + ":/" + strings.TrimPrefix(rest, "/")
}

// The hidden file of a copy that was cut off is the job's own: it goes with its folder.
func TestAnUndoTakesPartsOfTheJob(t *testing.T) {
	dir := t.TempDir()
	writeFiles(t, dir, "from/tree/a")
	must(t, os.Mkdir(dir+"/to", 0o755))
	e := openDocs(t, newDocs(), run.Options{})
	s := do(t, e, client.Request{Op: model.OpTransfer, Items: []model.Place{onDisk(dir + "/from/tree")}, Target: onDisk(dir + "/to")})
	for i, key := range []string{s.ID + "-2", s.ID + "-2-made", s.ID + "-2\x00a", "other-2"} {
		name := system.Beside(key)
		if i == 2 {
			name = strings.TrimSuffix(name, system.PartSuffix) + "-1f" + system.PartSuffix
		}
		must(t, os.WriteFile(filepath.Join(dir, "to/tree", name), nil, 0o600))
	}
	if p, err := e.Plan(t.Context(), client.Request{Undo: s.ID}); err != nil || len(p.Refused) != 1 {
		t.Fatalf("of another job: %+v, %v", p, err)
	}
	must(t, os.Remove(filepath.Join(dir, "to/tree", system.Beside("other-2"))))
	undo(t, e, s.ID)
	if left := files(t, dir); len(left) != 1 || !slices.Contains([]string{"bytes of from/tree/a"}, left["from/tree/a"]) {
		t.Errorf("%v", left)
	}
}

// The hidden files of a copy that is cancelled go with it, and those of no other.
func TestACancelTakesItsParts(t *testing.T) {
	dir := t.TempDir()
	writeFiles(t, dir, "from/a", "from/b")
	must(t, os.Mkdir(dir+"/to", 0o755))
	e := openDocs(t, newDocs(), run.Options{})
	p, err := e.Plan(t.Context(), client.Request{Op: model.OpTransfer, Items: []model.Place{onDisk(dir + "/from/a"), onDisk(dir + "/from/b")}, Target: onDisk(dir + "/to")})
	must(t, err)
	p.Paused = true
	id, err := e.Start(t.Context(), p)
	must(t, err)
	other := "to/" + system.Beside("other-1")
	writeFiles(t, dir, other, "to/"+strings.TrimSuffix(system.Beside(id+"-2\x00b"), system.PartSuffix)+"-1f"+system.PartSuffix)
	must(t, e.Cancel(id))
	_, err = e.Wait(t.Context(), id)
	must(t, err)
	if left := files(t, dir+"/to"); len(left) != 1 || left[strings.TrimPrefix(other, "to/")] == "" {
		t.Errorf("%v", left)
	}
}

// A page that somebody adds between the plan of an undo and its run, below what goes with all its pages, stays,
// and so does what it is in; the rest goes.
func TestAPageOfSomebodyElseIsNotTakenByAnUndo(t *testing.T) {
	for name, c := range map[string]struct {
		in   string // where a page is added; "" = nowhere
		left []string
		says string
	}{
		"nobody adds anything": {},
		"in a page":            {"page/one", []string{"one", "one/mine"}, "one contains entries that the job did not make"},
		"in a folder":          {"page/tree/sub", []string{"tree", "tree/two", "tree/sub", "tree/sub/three", "tree/sub/mine"}, "tree contains entries that the job did not make"},
		"in a page of it":      {"page/tree/sub/three", []string{"tree", "tree/two", "tree/sub", "tree/sub/three", "tree/sub/three/mine"}, "tree contains entries that the job did not make"},
	} {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				dir, c1 := t.TempDir(), newDocs()
				writeFiles(t, dir, "one.docx", "tree/two.docx", "tree/sub/three.docx")
				page := c1.Put(c1.Put(memdoc.Shelf, "team", model.KindSpace), "page", model.KindDoc)
				before := c1.Tree()
				e := openDocs(t, c1, run.Options{})
				s := do(t, e, client.Request{Op: model.OpImport, Items: []model.Place{onDisk(dir + "/one.docx"), onDisk(dir + "/tree")}, Target: docAt("space:/team/page")})
				p, err := e.Plan(t.Context(), client.Request{Undo: s.ID})
				must(t, err)
				if c.in != "" {
					id := page
					for _, name := range strings.Split(c.in, "/")[1:] {
						id = c1.Child(id, name).ID
					}
					c1.Put(id, "mine", model.KindDoc)
				}
				_, err = e.Start(t.Context(), p)
				must(t, err)
				_, err = e.Wait(t.Context(), p.ID)
				must(t, err)
				for _, at := range c.left {
					before = append(before, "space:/team/page/"+at)
				}
				wantTree(t, c1, before...)
				said := ""
				rs, _ := e.Report(p.ID)
				for _, r := range rs {
					said += r.Error.String()
				}
				if said != c.says {
					t.Errorf("it says %q", said)
				}
			})
		})
	}
}

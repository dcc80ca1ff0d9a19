//go:build unix

package jobs

import (
	"fmt"
	"maps"
	"math/rand/v2"
	"net/http"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"aloft/client"
	"aloft/client/clienttest/fault"
	"aloft/client/clienttest/procs"
	"aloft/client/jobs/run"
	"aloft/client/office"
	"aloft/model"
)

// others is somebody else at the same ends: with clients, and an engine, of another process.
type others struct {
	*ends
	n int
}

func (e *ends) others() *others {
	e.t.Helper()
	o := &others{ends: &ends{t: e.t, dir: e.dir, services: e.services, host: e.host}}
	o.at = o.clients("others", func(_ string, base http.RoundTripper) http.RoundTripper { return base })
	var err error
	if o.Engine, err = Open(run.Options{Dir: filepath.Join(e.dir, "others"), Sources: o, Scale: 0.01, Convert: office.Convert}); err != nil {
		e.t.Fatal(err)
	}
	e.t.Cleanup(func() { _ = o.Close() })
	return o
}

// must fails the test when a job of somebody else does not end well.
func (o *others) must(s model.JobSnapshot, err error) {
	o.t.Helper()
	if err != nil {
		o.t.Fatal(err)
	}
}

// shown is what a folder holds, by path: the bytes of files, the text of documents. What can be gone into
// ends in a slash, and a page with pages is listed without it, too.
func (o *others) shown(at model.Place) map[string]string {
	o.t.Helper()
	src, _ := o.For(at)
	out := map[string]string{}
	var walk func(at model.Place, path string)
	walk = func(at model.Place, path string) {
		l, err := src.List(o.t.Context(), at, client.Options{Fresh: true})
		if err != nil {
			o.t.Fatal(at, err)
		}
		for _, x := range l.Entries {
			p, in := strings.TrimPrefix(path+"/"+x.Name, "/"), at.JoinPin(x.Name, x.ID)
			switch {
			case x.Kind.Container():
				out[p+"/"] = ""
			case at.Scheme.Documents():
				c, err := src.(client.EditMaker).Content(o.t.Context(), model.Ref{Place: in, ID: x.ID, Kind: x.Kind}, 0, client.Options{Fresh: true})
				if err != nil {
					o.t.Fatal(in, err)
				}
				out[p] = c.Markdown
			case at.Scheme.Local():
				b, err := os.ReadFile("/" + strings.Join(at.Join(x.Name).Names(), "/"))
				if err != nil {
					o.t.Fatal(err)
				}
				out[p] = string(b)
			default:
				out[p] = o.download(src.(client.Downloader), at.Join(x.Name))
			}
			if x.Enterable() {
				walk(in, p)
			}
		}
	}
	walk(at, "")
	return out
}

// puts makes a file or a document of that name.
func (o *others) puts(folder model.Place, name, body string) {
	o.t.Helper()
	if folder.Scheme.Local() {
		must(o.t, os.WriteFile(pathTo(folder.Join(name)), []byte(body), 0o600))
		return
	}
	o.n++
	dir := fmt.Sprint("other", o.n)
	if folder.Scheme.Documents() {
		name += ".md"
	}
	o.write(dir, map[string]string{"./": "", name: body})
	o.must(o.copies([]model.Place{o.root("disk").Join(dir).Join(name)}, folder))
}

// replaces puts another one in the place of a file or document: of the same size, and where that is asked for and
// can be set, of the same time.
func (o *others) replaces(at model.Place, body string, sameTime bool) {
	o.t.Helper()
	if at.Scheme.Local() {
		i, err := os.Stat(pathTo(at))
		must(o.t, err)
		must(o.t, os.Rename(pathTo(at), filepath.Join(o.t.TempDir(), "was"))) // its inode is not used again
		o.puts(at.Parent(), at.Base(), body)
		if sameTime {
			must(o.t, os.Chtimes(pathTo(at), i.ModTime(), i.ModTime()))
		}
		return
	}
	o.must(o.do(client.Request{Op: model.OpDelete, Items: []model.Place{at}}))
	o.puts(at.Parent(), at.Base(), body)
}

// writes changes a file, or the text of a document, in its place.
func (o *others) writes(at model.Place, body string) {
	o.t.Helper()
	src, _ := o.For(at)
	ed, ok := src.(client.EditMaker)
	switch {
	case at.Scheme.Local():
		must(o.t, os.WriteFile(pathTo(at), []byte(body), 0o600))
	case ok:
		x, err := src.Stat(o.t.Context(), at, client.Options{Fresh: true})
		must(o.t, err)
		ref := model.Ref{Place: at, ID: x.ID, Kind: x.Kind}
		last, err := ed.LastPosition(o.t.Context(), ref, 0, client.Options{Fresh: true})
		must(o.t, err)
		_, err = ed.Edit(o.t.Context(), ref, last.Version, model.Edit{Kind: model.EditText, At: last.Position, Text: "theirs"}, client.Bulk)
		must(o.t, err)
	default:
		o.replaces(at, body, false)
	}
}

// team is a space, with a page to work in.
func (e *ends) team(account string) model.Place {
	e.t.Helper()
	at := model.Place{Account: account, Scheme: model.SchemeSpace}.Join("team")
	_, err := e.do(client.Request{Op: model.OpMakeFolder, Items: []model.Place{at}})
	must(e.t, err)
	_, err = e.do(client.Request{Op: model.OpCreate, Items: []model.Place{at.Join("page")}, New: &model.New{Kind: model.KindDoc}})
	must(e.t, err)
	return at.Join("page")
}

// added is what is in b and not in a, or not the same, with the folders and pages that it is in.
func added(a, b map[string]string) map[string]string {
	out := map[string]string{}
	for p, body := range b {
		if was, ok := a[p]; ok && was == body {
			continue
		}
		out[p] = body
		for dir := filepath.Dir(strings.TrimSuffix(p, "/")); dir != "."; dir = filepath.Dir(dir) {
			for _, as := range []string{dir, dir + "/"} {
				if body, ok := b[as]; ok {
					out[as] = body
				}
			}
		}
	}
	return out
}

// A random tree goes from any place to any place, by a copy or a move, and somebody else then adds
// to it, replaces what is in it by something of the same size, writes into it and renames. After the
// undo both sides are as before, but for that.
func TestAnUndoBetweenAnyEnds(t *testing.T) {
	t.Parallel()
	rows := []struct {
		from, to string
		moves    bool
	}{
		{"a/drive", "a/drive", false}, {"a/drive", "b/drive", false}, {"a/drive", "a/drive", true}, {"disk", "disk", true}, {"disk", "a/drive", false},
		{"a/drive", "disk", true}, {"a/docs", "b/docs", false}, {"a/docs", "a/docs", false}, {"disk", "a/space", false}, {"b/drive", "a/drive", true},
	}
	all := []string{"disk", "a/drive", "b/drive", "a/docs", "b/docs", "a/space"}
	for seed := range procs.Seeds(len(rows)) {
		rnd := newRand(seed)
		row := rows[int(seed)%len(rows)]
		some := int(seed) > len(rows) // of what somebody else may do
		if some {
			row.from, row.to, row.moves = all[rnd.IntN(len(all))], all[rnd.IntN(len(all))], rnd.IntN(3) == 0
		}
		t.Run(fmt.Sprintf("seed=%d %s to %s moved %v", seed, row.from, row.to, row.moves), func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) { undoneBetween(t, rnd, row.from, row.to, row.moves, some) })
		})
	}
}

func undoneBetween(t *testing.T, rnd *rand.Rand, from, to string, moves, some bool) {
	var faults fault.Faults
	if rnd.IntN(2) == 0 { // ids of the drive end with each change, and its tasks take their time
		faults.Rotate, faults.Docs.TimesMS = true, true
		faults.Async, faults.Task = fault.Rate{P: 1}, fault.Span{Min: time.Second, Max: 3 * time.Second}
	}
	e := (&ends{t: t, dir: t.TempDir(), host: newHost(1)}).open(faults)
	o := e.others()
	place := func(end, name string) model.Place {
		if strings.HasSuffix(end, "space") {
			if name == "to" && from == to {
				at := e.root(end).Join("team").Join("to")
				_, err := e.do(client.Request{Op: model.OpCreate, Items: []model.Place{at}, New: &model.New{Kind: model.KindDoc}})
				must(t, err)
				return at
			}
			return e.team("a")
		}
		at := e.root(end).Join(name)
		_, err := e.do(client.Request{Op: model.OpMakeFolder, Parents: true, Items: []model.Place{at}})
		must(t, err)
		return at
	}
	source, target := place(from, "from"), place(to, "to")
	// The tree, and two files beside it.
	dirs, n := []string{""}, 0
	for i := range 2 + rnd.IntN(3) {
		dirs = append(dirs, fmt.Sprintf("%s/d%d", dirs[rnd.IntN(len(dirs))], i))
	}
	body := func() string { n++; return fmt.Sprintf("%05d words\n", n) }
	seed := map[string]string{"./": "", "f1.md": body(), "f2.md": body()}
	for _, d := range dirs {
		seed["tree"+d+"/"] = ""
		if rnd.IntN(3) > 0 {
			seed["tree"+d+"/f.md"] = body()
		}
		seed["tree"+d+"/g.md"] = body()
	}
	o.write("seed", seed)
	home := e.root("disk").Join("seed")
	o.must(o.copies([]model.Place{home.Join("tree"), home.Join("f1.md"), home.Join("f2.md")}, source))
	o.puts(target, "own", body())
	var items []model.Place
	wasS, wasT := o.shown(source), o.shown(target)
	for _, p := range slices.Sorted(maps.Keys(wasS)) {
		if p = strings.TrimSuffix(p, "/"); !strings.Contains(p, "/") && !slices.ContainsFunc(items, func(at model.Place) bool { return at.Base() == p }) {
			items = append(items, source.Join(p))
		}
	}
	src, _ := e.For(source)
	there, _ := e.For(target)
	r := client.Request{Op: model.OpMove, Items: items, Target: target}
	if !moves {
		var err error
		r.Op, err = client.Route(src, there)
		must(t, err)
	}
	s, err := e.do(r)
	must(t, err)
	isS, isT := o.shown(source), o.shown(target)

	// Somebody else: a moment later, but of documents in a while, whose edits nothing tells from those of the
	// job itself.
	time.Sleep(time.Duration(1+rnd.IntN(50)) * time.Millisecond)
	if target.Scheme.Documents() {
		time.Sleep(time.Minute)
	}
	kinds := rnd.Perm(5)
	if some {
		kinds = kinds[:rnd.IntN(5)]
	}
	for _, what := range kinds {
		now := o.shown(target)
		var files, folders []string
		for _, p := range slices.Sorted(maps.Keys(now)) {
			_, page := now[p+"/"]
			switch in, ok := isT[p]; {
			case p == "own":
			case strings.HasSuffix(p, "/"):
				folders = append(folders, p)
			case target.Scheme == model.SchemeSpace && !strings.HasSuffix(p, "/f") && !strings.HasSuffix(p, "/g"):
				folders = append(folders, p)
			case ok && !page && in == now[p]:
				files = append(files, p)
			}
		}
		at := func(p string) model.Place {
			at := target
			for _, name := range strings.Split(strings.TrimSuffix(p, "/"), "/") {
				at = at.Join(name)
			}
			return at
		}
		if whole := slices.DeleteFunc(slices.Clone(files), func(p string) bool { return strings.Contains(p, "/") }); source.SameSource(target) && what == 2 && len(whole) > 0 {
			files = whole // it has gone by itself
		}
		switch {
		case what == 0 && len(folders) > 0:
			p := folders[rnd.IntN(len(folders))]
			t.Logf("adds to %s", p)
			o.puts(at(p), fmt.Sprint("mine", n), body())
		case what == 1:
			t.Log("adds to the target")
			o.puts(target, fmt.Sprint("mine", n), body())
		case what == 2 && len(files) > 0:
			p := files[rnd.IntN(len(files))]
			t.Logf("replaces %s", p)
			o.replaces(at(p), strings.Repeat("x", max(len(now[p])-1, 0))+"\n", !moves)
		case what == 3 && len(files) > 0:
			p := files[rnd.IntN(len(files))]
			t.Logf("writes into %s", p)
			o.writes(at(p), strings.Repeat("y", max(len(now[p])-1, 0))+"\n")
		case what == 4 && len(files) > 0:
			p := files[rnd.IntN(len(files))]
			t.Logf("renames %s", p)
			o.must(o.do(client.Request{Op: model.OpRename, Items: []model.Place{at(p)}, NewNames: []string{fmt.Sprint("renamed", n)}}))
			n++
		}
	}
	if moves && rnd.IntN(2) == 0 {
		o.puts(source, "theirs", body())
	}
	nowS, nowT := o.shown(source), o.shown(target)

	p, err := e.Plan(t.Context(), client.Request{Undo: s.ID})
	must(t, err)
	for _, no := range p.Refused {
		t.Log("stays: ", no.Err)
	}
	if len(p.Items) > 0 {
		_, err = e.Start(t.Context(), p)
		must(t, err)
		if s, err := e.Wait(t.Context(), p.ID); err != nil || s.State != model.JobDone {
			rs, _ := e.Report(p.ID)
			t.Errorf("%+v, %v, %+v", s, err, rs)
		}
	}
	wantS, wantT := maps.Clone(wasS), maps.Clone(wasT)
	theirs := added(isT, nowT)
	switch {
	case !moves:
		maps.Copy(wantT, theirs)
	case source.SameSource(target) || source.Scheme.Documents() && target.Scheme.Documents() && source.Account == target.Account:
		// What went by itself goes home with all that is in it by now, and what was written into it.
		wantS = maps.Clone(nowS)
		for p, body := range nowT {
			top, _, _ := strings.Cut(p, "/")
			_, was := wasT[top]
			a, moved := isT[top]
			_, folder := isT[top+"/"]
			if wrote := target.Scheme.Documents() && strings.Contains(nowT[top], "theirs"); !was && (folder || moved && (a == nowT[top] || wrote)) {
				wantS[p] = body
			} else {
				wantT[p] = body
			}
		}
	case source.Scheme.Documents(): // the bin of documents is not shown, and all stays
		wantS, wantT = nowS, nowT
	default:
		maps.Copy(wantT, theirs)
	}
	if !source.SameSource(target) || !moves {
		maps.Copy(wantS, added(isS, nowS))
	}
	if len(theirs) > 0 && len(p.Refused) == 0 && !moves {
		for at := range theirs {
			if strings.Contains(at, "/") {
				t.Errorf("nobody is told that %s stays", at)
			}
		}
	}
	for _, side := range []struct {
		name      string
		got, want map[string]string
	}{{"source", o.shown(source), wantS}, {"target", o.shown(target), wantT}} {
		for at, body := range side.want {
			if b, ok := side.got[at]; !ok || b != body {
				t.Errorf("%s: %s is gone (%v), or holds %q, not %q", side.name, at, !ok, b, body)
			}
		}
		for at := range side.got {
			if _, ok := side.want[at]; !ok {
				t.Errorf("%s: %s was left", side.name, at)
			}
		}
	}
}

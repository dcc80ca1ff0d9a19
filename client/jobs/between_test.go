//go:build unix

package jobs

import (
	"cmp"
	"context"
	"fmt"
	"maps"
	"net/http"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"aloft/client"
	"aloft/client/clienttest"
	"aloft/client/clienttest/fault"
	"aloft/client/clienttest/procs"
	"aloft/client/disk"
	"aloft/client/docs"
	"aloft/client/drive"
	"aloft/client/embedded"
	"aloft/client/gate"
	"aloft/client/gate/file"
	"aloft/client/jobs/run"
	"aloft/client/office"
	"aloft/model"
)

// ends are all that files can go from and to: a disk, and two accounts with a drive and
// documents each, on two embedded services.
type ends struct {
	*Engine
	t        *testing.T
	dir      string
	at       map[string]client.Source     // by account and scheme
	services map[string]*embedded.Service // by account
	host     file.Host                    // of the gates; nil = this one
	disk     client.Source                // nil = this machine's
}

func (e *ends) For(p model.Place) (client.Source, error) {
	if p.Scheme.Local() {
		return cmp.Or[client.Source](e.disk, wideDisk{disk.New()}), nil
	}
	return e.at[p.Account+string(p.Scheme)], nil
}

func (e *ends) Accounts() []string { return []string{"a", "b"} }

func newEnds(t *testing.T) *ends {
	t.Helper()
	return (&ends{t: t, dir: t.TempDir()}).open(fault.Faults{})
}

// open begins the services, clients of them, and the engine.
func (e *ends) open(faults fault.Faults) *ends {
	e.serve(faults)
	e.at = e.clients("gate", func(_ string, base http.RoundTripper) http.RoundTripper { return base })
	var err error
	if e.Engine, err = Open(run.Options{Dir: filepath.Join(e.dir, "jobs"), Sources: e, Scale: 0.01, Convert: office.Convert}); err != nil {
		e.t.Fatal(err)
	}
	e.t.Cleanup(func() { _ = e.Close() })
	return e
}

// serve opens the services, for the clients that are made after that.
func (e *ends) serve(faults fault.Faults) {
	e.t.Helper()
	e.services = map[string]*embedded.Service{}
	for _, account := range e.Accounts() {
		svc, err := embedded.Open(e.t.Context(), embedded.Options{Dir: filepath.Join(e.dir, account), Fast: true, Faults: faults})
		if err != nil {
			e.t.Fatal(err)
		}
		e.services[account] = svc
		e.t.Cleanup(func() { _ = svc.Close() })
	}
}

// clients are clients of all services, whose requests pass a gate of their own.
func (e *ends) clients(gates string, wire func(account string, base http.RoundTripper) http.RoundTripper) map[string]client.Source {
	e.t.Helper()
	at := map[string]client.Source{}
	for account, svc := range e.services {
		w := wire(account, svc.Transport())
		g, err := gate.Open(gate.Options{Dir: filepath.Join(e.dir, account+"-"+gates), Name: account, Scale: 0.01, Wire: gate.RoundTripperWire(w), Host: cmp.Or(e.host, file.SystemHost())})
		if err != nil {
			e.t.Fatal(err)
		}
		s := docs.New(docs.Options{Account: account, Endpoint: "http://aloft.local" + embedded.DocsPath, DocURLBase: "https://docs.aloft.local", Gate: g,
			Tokens: pass{svc}, Bytes: w, Poll: client.Span{Min: 1e9, Max: 2e9}, Scale: 0.01})
		at[account+string(model.SchemeDocs)], at[account+string(model.SchemeSpace)] = s.Home(), s.Spaces()
		at[account+string(model.SchemeDrive)] = drive.New(drive.Options{Account: account, BaseURL: "http://aloft.local", Gate: g, Cookies: clienttest.NewJar(svc.Cookie()), Scale: 0.01,
			Content: drive.CarrierOptions{Bytes: w, Range: 10_000}})
		e.t.Cleanup(func() { _ = s.Close(); _ = g.Close() })
	}
	return at
}

// root is the folder that the test uses of an end.
func (e *ends) root(end string) model.Place {
	account, scheme, _ := strings.Cut(end, "/")
	if scheme == "" {
		return onDisk(filepath.Join(e.dir, "disk"))
	}
	return model.Place{Account: account, Scheme: model.Scheme(scheme)}
}

// do runs a request to its end, or returns why it cannot be planned.
func (e *ends) do(r client.Request) (model.JobSnapshot, error) {
	e.t.Helper()
	p, err := e.Plan(e.t.Context(), r)
	if err != nil {
		return model.JobSnapshot{}, err
	}
	id, err := e.Start(e.t.Context(), p)
	if err != nil {
		return model.JobSnapshot{}, err
	}
	s, err := e.Wait(e.t.Context(), id)
	if err == nil && s.State != model.JobDone {
		rs, _ := e.Report(id)
		err = fmt.Errorf("%s: %+v", s.State, rs)
	}
	return s, err
}

// copies copies from one end into a folder of another one, as the keys and aloft cp do.
func (e *ends) copies(items []model.Place, to model.Place) (model.JobSnapshot, error) {
	from, _ := e.For(items[0])
	there, _ := e.For(to)
	op, err := client.Route(from, there)
	if err != nil {
		return model.JobSnapshot{}, err
	}
	return e.do(client.Request{Op: op, Items: items, Target: to})
}

// tree is what is in a folder, by path: the text of files where they are one, "doc" of
// documents.
func (e *ends) tree(at model.Place) map[string]string {
	e.t.Helper()
	src, _ := e.For(at)
	out := map[string]string{}
	var walk func(at model.Place, path string)
	walk = func(at model.Place, path string) {
		l, err := src.List(e.t.Context(), at, client.Options{Fresh: true})
		if err != nil {
			e.t.Fatal(at, err)
		}
		for _, x := range l.Entries {
			p := strings.TrimPrefix(path+"/"+x.Name, "/")
			switch {
			case x.Kind.Container():
				out[p+"/"] = ""
				walk(at.Join(x.Name), p)
			case at.Scheme.Documents():
				out[p] = "doc"
			case at.Scheme.Local():
				b, err := os.ReadFile("/" + strings.Join(at.Join(x.Name).Names(), "/"))
				if err != nil {
					e.t.Fatal(err)
				}
				out[p] = string(b)
			default:
				out[p] = e.download(src.(client.Downloader), at.Join(x.Name))
			}
		}
	}
	walk(at, "")
	return out
}

func (e *ends) download(src client.Downloader, at model.Place) string {
	e.t.Helper()
	link, err := src.Link(e.t.Context(), at, client.Bulk)
	if err != nil {
		e.t.Fatal(at, err)
	}
	w := &text{}
	if _, err := src.Fetch(e.t.Context(), link, 0, w); err != nil {
		e.t.Fatal(at, err)
	}
	return w.String()
}

// text is a sink in memory.
type text struct{ strings.Builder }

func (w *text) Restart() error { w.Reset(); return nil }

// write makes files below a folder of the disk; those that end in / are folders.
func (e *ends) write(in string, files map[string]string) {
	e.t.Helper()
	for _, name := range slices.Sorted(maps.Keys(files)) {
		path := filepath.Join(e.dir, "disk", in, name)
		if strings.HasSuffix(name, "/") {
			if err := os.MkdirAll(path, 0o700); err != nil {
				e.t.Fatal(err)
			}
			continue
		}
		if err := os.WriteFile(path, []byte(files[name]), 0o640); err != nil {
			e.t.Fatal(err)
		}
	}
}

// mirrored: a pair is left to a campaign, since the accounts are alike, and another pair has
// them the other way round.
func mirrored(from, to string) bool {
	return !procs.Campaign() && (strings.HasPrefix(from, "b/") || from == "disk" && strings.HasPrefix(to, "b/"))
}

// Every pair of ends, with a folder of files: copied, compared, and taken back.
func TestAnyEndToAnyEnd(t *testing.T) {
	t.Parallel()
	e := newEnds(t)
	files := map[string]string{"tree/": "", "tree/one.md": "# One\n\nfirst\n", "tree/sub/": "", "tree/sub/two.md": "# Two\n\nsecond\n"}
	titles := map[string]string{"tree/": "", "tree/one": "doc", "tree/sub/": "", "tree/sub/two": "doc"}
	words := map[string]string{"tree/": "", "tree/one.docx": "", "tree/sub/": "", "tree/sub/two.docx": ""}
	e.write("from", files)
	all := []string{"disk", "a/drive", "b/drive", "a/docs", "b/docs"}
	for _, end := range all {
		var folders []model.Place
		for _, name := range []string{"from", "to"} {
			if end != "disk" || name == "to" {
				folders = append(folders, e.root(end).Join(name))
			}
		}
		if _, err := e.do(client.Request{Op: model.OpMakeFolder, Items: folders}); err != nil {
			t.Fatal(end, err)
		}
		if end == "disk" {
			continue
		}
		if _, err := e.copies([]model.Place{e.root("disk").Join("from").Join("tree")}, e.root(end).Join("from")); err != nil {
			t.Fatal(end, err)
		}
	}
	for _, from := range all {
		for _, to := range all {
			if mirrored(from, to) {
				continue
			}
			source, target := e.root(from).Join("from").Join("tree"), e.root(to).Join("to")
			want := files
			switch {
			case target.Scheme.Documents():
				want = titles
			case source.Scheme.Documents():
				want = words
			}
			s, err := e.copies([]model.Place{source}, target)
			if err != nil {
				t.Errorf("%s → %s: %v", from, to, err)
				continue
			}
			got := e.tree(target)
			if source.Scheme.Documents() && !target.Scheme.Documents() {
				for name, body := range got {
					if strings.HasSuffix(name, ".docx") && strings.HasPrefix(body, "PK") {
						got[name] = ""
					}
				}
			}
			if !maps.Equal(got, want) {
				t.Errorf("%s → %s: %q, want %q", from, to, slices.Sorted(maps.Keys(got)), slices.Sorted(maps.Keys(want)))
			}
			if left, _ := filepath.Glob(e.dir + "/jobs/*/*/.*"); len(left) > 0 {
				t.Errorf("%s → %s: the spool still has %v", from, to, left)
			}
			if _, err := e.do(client.Request{Undo: s.ID}); err != nil {
				t.Errorf("%s → %s: undo: %v", from, to, err)
			}
			if got := e.tree(target); len(got) > 0 {
				t.Errorf("%s → %s: after the undo there is %q", from, to, got)
			}
		}
	}
}

// Every pair of ends: moved, so that the one has it and the other one does not, and taken
// back, where the giving end shows its bin.
func TestAnyEndMovesToAnyEnd(t *testing.T) {
	if testing.Short() {
		t.Skip("is sequential, and long")
	}
	t.Parallel()
	e := newEnds(t)
	all := []string{"disk", "a/drive", "b/drive", "a/docs", "b/docs"}
	words := map[string]string{"tree/": "", "tree/one.md": "# One\n", "tree/sub/": "", "tree/sub/two.md": "# Two\n", "tree/none/": ""}
	e.write("from", words)
	e.write("keep", words)
	for _, end := range all {
		for _, name := range []string{"from", "to"} {
			if _, err := e.do(client.Request{Op: model.OpMakeFolder, Parents: true, Items: []model.Place{e.root(end).Join(name)}}); err != nil {
				t.Fatal(end, err)
			}
		}
		if end != "disk" {
			if _, err := e.copies([]model.Place{e.root("disk").Join("from").Join("tree")}, e.root(end).Join("from")); err != nil {
				t.Fatal(end, err)
			}
		}
	}
	for _, from := range all {
		for _, to := range all {
			if mirrored(from, to) {
				continue
			}
			source, target := e.root(from).Join("from"), e.root(to).Join("to")
			before := e.tree(source)
			s, err := e.do(client.Request{Op: model.OpMove, Items: []model.Place{source.Join("tree")}, Target: target})
			if err != nil {
				t.Errorf("%s → %s: %v", from, to, err)
				continue
			}
			if got := e.tree(source); len(got) > 0 {
				t.Errorf("%s → %s: the original is still there: %q", from, to, slices.Sorted(maps.Keys(got)))
			}
			if got := e.tree(target); len(got) != len(before) {
				t.Errorf("%s → %s: %q, want what was %q", from, to, slices.Sorted(maps.Keys(got)), slices.Sorted(maps.Keys(before)))
			}
			p, err := e.Plan(t.Context(), client.Request{Undo: s.ID})
			if err != nil {
				t.Fatalf("%s → %s: undo: %v", from, to, err)
			}
			if at := e.root(from); !at.SameSource(e.root(to)) && at.Scheme.Documents() {
				// The bin of documents is not shown: the copies stay, and the plan says so.
				if len(p.Items) > 0 || len(p.Refused) == 0 {
					t.Errorf("%s → %s: the undo would do %+v", from, to, p.Items)
				}
				if _, err := e.do(client.Request{Op: model.OpDelete, Items: []model.Place{target.Join("tree")}}); err != nil {
					t.Fatal(err)
				}
				if _, err := e.copies([]model.Place{e.root("disk").Join("keep").Join("tree")}, source); err != nil {
					t.Fatal(err)
				}
				continue
			}
			if _, err := e.do(client.Request{Undo: s.ID}); err != nil {
				t.Fatalf("%s → %s: undo: %v", from, to, err)
			}
			if got := e.tree(source); !maps.Equal(got, before) {
				t.Errorf("%s → %s: after the undo there is %q, want %q", from, to, slices.Sorted(maps.Keys(got)), slices.Sorted(maps.Keys(before)))
			}
			if got := e.tree(target); len(got) > 0 {
				t.Errorf("%s → %s: after the undo the copy is still there: %q", from, to, slices.Sorted(maps.Keys(got)))
			}
		}
	}
}

// A copy within a disk keeps links, modes and times; nothing is overwritten, and no folder
// goes into itself.
func TestCopyWithinADisk(t *testing.T) {
	t.Parallel()
	e := newEnds(t)
	dir := filepath.Join(e.dir, "disk")
	for _, sub := range []string{"src/sub", "to"} {
		if err := os.MkdirAll(filepath.Join(dir, sub), 0o700); err != nil {
			t.Fatal(err)
		}
	}
	if err := os.WriteFile(dir+"/src/sub/run", []byte("x"), 0o751); err != nil {
		t.Fatal(err)
	}
	if err := os.Symlink("sub/run", dir+"/src/link"); err != nil {
		t.Fatal(err)
	}
	if err := os.Chmod(dir+"/src/sub", 0o711); err != nil {
		t.Fatal(err)
	}
	src := onDisk(dir + "/src")
	s, err := e.copies([]model.Place{src}, onDisk(dir+"/to"))
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range []string{"sub", "sub/run"} {
		was, err := os.Stat(filepath.Join(dir, "src", name))
		if err != nil {
			t.Fatal(err)
		}
		is, err := os.Stat(filepath.Join(dir, "to/src", name))
		if err != nil || is.Mode() != was.Mode() || !is.ModTime().Equal(was.ModTime()) {
			t.Errorf("%s: %v %v, was %v %v: %v", name, is.Mode(), is.ModTime(), was.Mode(), was.ModTime(), err)
		}
	}
	if to, err := os.Readlink(dir + "/to/src/link"); to != "sub/run" {
		t.Errorf("the link leads to %q, %v", to, err)
	}
	if _, err := e.copies([]model.Place{src}, onDisk(dir+"/src/sub")); !client.Is(err, client.KindInvalid) {
		t.Errorf("into itself: %v", err)
	}
	p, err := e.Plan(context.Background(), client.Request{Op: model.OpTransfer, Items: []model.Place{src}, Target: onDisk(dir + "/to")})
	if err != nil || len(p.Undecided()) != 2 {
		t.Errorf("names that are taken: %v, %+v", err, p)
	}
	if err := os.WriteFile(dir+"/to/src/sub/mine", nil, 0o600); err != nil {
		t.Fatal(err)
	}
	if _, err := e.do(client.Request{Undo: s.ID}); err != nil {
		t.Log(err) // the folder that holds something else stays
	}
	if _, err := os.Stat(dir + "/to/src/sub/mine"); err != nil {
		t.Error("the undo took what the job has not made")
	}
}

// What is not copied keeps its original where it is.
func TestAnOriginalStaysUntilItsCopyIsWhole(t *testing.T) {
	t.Parallel()
	e := newEnds(t)
	e.write("from", map[string]string{"tree/": "", "tree/one": "1", "tree/two": "2", "new/": "", "new/one": "1"})
	from, to := e.root("disk").Join("from"), e.root("a/drive").Join("to")
	if _, err := e.do(client.Request{Op: model.OpMakeFolder, Parents: true, Items: []model.Place{to.Join("tree")}}); err != nil {
		t.Fatal(err)
	}
	if _, err := e.copies([]model.Place{from.Join("tree").Join("one")}, to.Join("tree")); err != nil {
		t.Fatal(err)
	}
	p, err := e.Plan(t.Context(), client.Request{Op: model.OpMove, Items: []model.Place{from.Join("tree")}, Target: to, Rule: model.ConflictSkip})
	if err != nil {
		t.Fatal(err)
	}
	for i := range p.Items {
		if p.Items[i].Op == model.OpDelete && p.Items[i].Goes() {
			t.Error("a folder goes of which one file is skipped")
		}
	}
	// Somebody adds a file after the plan.
	if p, err = e.Plan(t.Context(), client.Request{Op: model.OpMove, Items: []model.Place{from.Join("new")}, Target: to}); err != nil {
		t.Fatal(err)
	}
	e.write("from", map[string]string{"new/late": "typed in the meantime"})
	id, err := e.Start(t.Context(), p)
	if err != nil {
		t.Fatal(err)
	}
	if s, err := e.Wait(t.Context(), id); err != nil || s.State != model.JobFailed {
		t.Errorf("%s, %v", s.State, err)
	}
	rs, _ := e.Report(id)
	if last := rs[len(rs)-1]; last.State != model.ItemConflict || !strings.Contains(last.Error.String(), "contains entries that were not copied") {
		t.Errorf("%s %q", last.State, last.Error)
	}
	if got := e.tree(from.Join("new")); len(got) != 2 {
		t.Errorf("the folder has %q", got)
	}
}

// The same place in two accounts is two places: a move from one to the other is taken back.
func TestAMoveToTheSamePlaceOfAnotherAccount(t *testing.T) {
	t.Parallel()
	e := newEnds(t)
	from, to := e.root("a/drive").Join("here"), e.root("b/drive").Join("here")
	e.empty(from)
	e.empty(to)
	e.write("keep", map[string]string{"./": "", "one": "1"})
	if _, err := e.copies([]model.Place{e.root("disk").Join("keep").Join("one")}, from); err != nil {
		t.Fatal(err)
	}
	s, err := e.do(client.Request{Op: model.OpMove, Items: []model.Place{from.Join("one")}, Target: to})
	if err != nil || len(e.tree(from)) > 0 || len(e.tree(to)) != 1 {
		t.Fatalf("moved: %v; %v and %v", err, e.tree(from), e.tree(to))
	}
	if _, err := e.do(client.Request{Undo: s.ID}); err != nil || len(e.tree(from)) != 1 || len(e.tree(to)) > 0 {
		t.Errorf("taken back: %v; %v and %v", err, e.tree(from), e.tree(to))
	}
}

// A folder without files is copied, and its job says where to.
func TestAnEmptyFolderIsCopied(t *testing.T) {
	t.Parallel()
	e := newEnds(t)
	for _, pair := range [][2]string{{"disk", "a/docs"}, {"a/drive", "a/docs"}, {"a/docs", "a/drive"}, {"a/drive", "disk"}} {
		from, to := e.root(pair[0]).Join("from"), e.root(pair[1]).Join("to")
		e.empty(from)
		e.empty(to)
		folder := from.Join("empty")
		if _, err := e.do(client.Request{Op: model.OpMakeFolder, Items: []model.Place{folder}}); err != nil {
			t.Fatal(err)
		}
		s, err := e.copies([]model.Place{folder}, to)
		if got := e.tree(to); err != nil || len(got) != 1 || !s.To.Unpinned().Equal(to) {
			t.Errorf("%s to %s: the job copies to %q, which has %v: %v", pair[0], pair[1], s.To, got, err)
		}
	}
}

package jobs

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"testing/synctest"

	"aloft/client"
	"aloft/client/jobs/run"
	"aloft/model"

	"pgregory.net/rapid"
)

// lines shows a plan's items in short.
func lines(p *model.Plan) string {
	var out []string
	for _, it := range p.Items {
		s := it.Place().String()
		if it.NewName != "" {
			s += " > " + it.NewName
		}
		if it.Decision != model.DecideGo {
			s += " " + string(it.Decision)
		}
		if it.Why != "" {
			s += " " + it.Why
		}
		if it.Free != "" && it.Decision == model.DecideAsk {
			s += " or " + it.Free
		}
		out = append(out, strings.ReplaceAll(s, "t/drive:", ""))
	}
	return strings.Join(out, "; ")
}

func TestPlans(t *testing.T) {
	drive := func() *fake {
		return newFake().put("/a/x.txt", "/a/y.txt", "/a/sub/x.txt", "/a/sub/deep/z", "/b/x.txt", "/b/x (1).txt", "/b/sub/", "/c/x.txt", "/c/d.tar.gz", "/e/d.tar.gz")
	}
	move := func(to string, rule model.ConflictRule, items ...string) client.Request {
		return client.Request{Op: model.OpMove, Items: ats(items...), Target: at(to), Rule: rule}
	}
	rename := func(rule model.ConflictRule, pairs ...string) client.Request {
		r := client.Request{Op: model.OpRename, Rule: rule}
		for i := 0; i < len(pairs); i += 2 {
			r.Items, r.NewNames = append(r.Items, at(pairs[i])), append(r.NewNames, pairs[i+1])
		}
		return r
	}
	mkdir := func(parents bool, rule model.ConflictRule, items ...string) client.Request {
		return client.Request{Op: model.OpMakeFolder, Items: ats(items...), Parents: parents, Rule: rule}
	}
	for _, c := range []struct {
		name string
		r    client.Request
		want string
		kind client.Kind
		says string
	}{
		{name: "free names", r: move("/c", "", "/a/y.txt", "/a/sub"), want: "/a/y.txt; /a/sub"},
		{name: "taken: ask", r: move("/b", "", "/a/x.txt", "/a/y.txt"), want: "/a/x.txt ask taken or x (2).txt; /a/y.txt"},
		{name: "taken: skip", r: move("/b", model.ConflictSkip, "/a/x.txt"), want: "/a/x.txt skip taken"},
		{name: "taken: number", r: move("/b", model.ConflictNumber, "/a/x.txt"), want: "/a/x.txt > x (2).txt number"},
		{name: "taken: number keeps a double extension", r: move("/e", model.ConflictNumber, "/c/d.tar.gz"), want: "/c/d.tar.gz > d (1).tar.gz number"},
		{name: "taken: stop", r: move("/b", model.ConflictStop, "/a/y.txt", "/a/x.txt"), kind: client.KindConflict, says: "x.txt"},
		{name: "two of one name", r: move("/b/sub", model.ConflictNumber, "/a/x.txt", "/c/x.txt", "/b/x.txt"), want: "/a/x.txt; /c/x.txt > x (1).txt number; /b/x.txt > x (2).txt number"},
		{name: "a folder in the way", r: move("/b", model.ConflictNumber, "/a/sub"), want: "/a/sub > sub (1) number"},
		{name: "there already", r: move("/a", "", "/a/x.txt", "/c/d.tar.gz"), want: "/a/x.txt skip already-there; /c/d.tar.gz"},
		{name: "inside another item", r: move("/c", "", "/a/sub/deep/z", "/a/sub"), want: "/a/sub/deep/z skip inside; /a/sub"},
		{name: "named twice", r: move("/c", "", "/a/y.txt", "/a/y.txt"), want: "/a/y.txt"},
		{name: "in the listing's order", r: move("/c", "", "/a/sub", "/a/y.txt"), want: "/a/y.txt; /a/sub"},
		{name: "into itself", r: move("/a/sub", "", "/a/sub"), kind: client.KindInvalid, says: "sub"},
		{name: "into its descendant", r: move("/a/sub/deep", "", "/a/y.txt", "/a"), kind: client.KindInvalid, says: "a"},
		{name: "no such item", r: move("/b", "", "/a/nothing"), kind: client.KindNotFound, says: "/a/nothing"},
		{name: "no such folder of an item", r: move("/b", "", "/no/x"), kind: client.KindNotFound, says: "/no/x"},
		{name: "no such target", r: move("/no", "", "/a/x.txt"), kind: client.KindNotFound, says: "/no"},
		{name: "the target is a file", r: move("/c/x.txt", "", "/a/y.txt"), kind: client.KindInvalid},
		{name: "a name that no place holds", r: client.Request{Op: model.OpDelete, Items: []model.Place{at("/a").Join("")}}, kind: client.KindInvalid, says: "contains a NUL character"},
		{name: "a name that no place holds, beside others", r: client.Request{Op: model.OpMove, Items: append(ats("/a/x.txt"), at("/a").Join("y.txt\x00x.txt")), Target: at("/c")},
			kind: client.KindInvalid, says: "contains a NUL character"},
		{name: "the root", r: move("/b", "", "/"), kind: client.KindInvalid},
		{name: "nothing", r: move("/b", ""), kind: client.KindInvalid},
		{name: "another source", r: client.Request{Op: model.OpMove, Items: ats("/a/x.txt"), Target: model.Place{Scheme: model.SchemeDisk}}, kind: client.KindUnsupported},
		{name: "of two sources", r: client.Request{Op: model.OpDelete, Items: append(ats("/a/x.txt"), model.Place{Scheme: model.SchemeDocs}.Join("z"))}, kind: client.KindInvalid, says: "one job for each source"},

		{name: "rename", r: rename("", "/a/x.txt", "new"), want: "/a/x.txt > new"},
		{name: "rename: same", r: rename("", "/a/x.txt", "x.txt"), want: "/a/x.txt > x.txt skip same-name"},
		{name: "rename: taken", r: rename("", "/a/x.txt", "y.txt"), want: "/a/x.txt > y.txt ask taken or y (1).txt"},
		{name: "rename: taken, number", r: rename(model.ConflictNumber, "/a/x.txt", "y.txt"), want: "/a/x.txt > y (1).txt number"},
		{name: "rename: chain", r: rename("", "/a/x.txt", "y.txt", "/a/y.txt", "z"), want: "/a/y.txt > z; /a/x.txt > y.txt"},
		{name: "rename: swap", r: rename("", "/a/x.txt", "y.txt", "/a/y.txt", "x.txt"),
			want: "/a/x.txt > aloft-temporary-1.txt; /a/y.txt > x.txt; /a/aloft-temporary-1.txt > y.txt"},
		{name: "rename: two to one", r: rename(model.ConflictSkip, "/a/x.txt", "n", "/a/y.txt", "n"), want: "/a/y.txt > n skip taken; /a/x.txt > n"},
		{name: "rename: behind one that stays", r: rename(model.ConflictSkip, "/a/x.txt", "y.txt", "/a/y.txt", "sub"),
			want: "/a/x.txt > y.txt skip taken; /a/y.txt > sub skip taken"},
		{name: "rename: the deeper first", r: rename("", "/a", "n", "/a/x.txt", "m"), want: "/a/x.txt > m; /a > n"},
		{name: "rename: illegal", r: rename("", "/a/x.txt", "a/b"), kind: client.KindInvalid},
		{name: "rename: no name", r: client.Request{Op: model.OpRename, Items: ats("/a/x.txt")}, kind: client.KindInvalid},

		{name: "mkdir", r: mkdir(false, "", "/n"), want: "/n"},
		{name: "mkdir: taken", r: mkdir(false, "", "/a"), kind: client.KindConflict, says: "/a"},
		{name: "mkdir: taken, number", r: mkdir(false, model.ConflictNumber, "/a"), want: "/a (1)"},
		{name: "mkdir: taken, skip", r: mkdir(false, model.ConflictSkip, "/a"), want: "/a skip taken"},
		{name: "mkdir: no parent", r: mkdir(false, "", "/n/m"), kind: client.KindNotFound, says: "/n"},
		{name: "mkdir: parents", r: mkdir(true, "", "/a/n/m", "/a/n/o"), want: "/a/n; /a/n/m; /a/n/o"},
		{name: "mkdir: parents, all there", r: mkdir(true, "", "/a/sub"), want: "/a/sub skip exists"},
		{name: "mkdir: a file on the way", r: mkdir(true, "", "/a/x.txt/m"), kind: client.KindInvalid, says: "x.txt"},
		{name: "mkdir: parent made before", r: mkdir(false, "", "/n", "/n/m"), want: "/n; /n/m"},

		{name: "delete", r: client.Request{Op: model.OpDelete, Items: ats("/a/sub", "/a/sub/x.txt")}, want: "/a/sub; /a/sub/x.txt skip inside"},
		{name: "delete: no such way", r: client.Request{Op: model.OpDelete, Items: ats("/a/sub"), Mode: client.DeleteForever}, kind: client.KindUnsupported},
	} {
		t.Run(c.name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				f := drive()
				before := f.tree()
				e := open(t, f, run.Options{})
				defer e.Close()
				p, err := e.Plan(t.Context(), c.r)
				if f.mutations > 0 || !slices.Equal(before, f.tree()) {
					t.Error("planning has changed something")
				}
				if c.kind != "" {
					if !client.Is(err, c.kind) || !strings.Contains(err.Error(), c.says) {
						t.Errorf("%v, want %s about %s", err, c.kind, c.says)
					}
					return
				}
				if err != nil {
					t.Fatal(err)
				}
				if got := lines(p); got != c.want {
					t.Errorf("\n%s, want\n%s", got, c.want)
				}
				// The decisions are carried out.
				if len(p.Undecided()) > 0 {
					if _, err := e.Start(t.Context(), p); !client.Is(err, client.KindConflict) {
						t.Errorf("an undecided plan was started: %v", err)
					}
					for _, i := range p.Undecided() {
						p.Decide(i, model.ConflictNumber)
					}
				}
				id, err := e.Start(t.Context(), p)
				if err != nil {
					t.Fatal(err)
				}
				s, err := e.Wait(t.Context(), id)
				if err != nil || s.State != model.JobDone || f.taken > 0 || f.staleUsed > 0 {
					t.Errorf("%v %+v", err, s)
				}
				tree := f.tree()
				for _, it := range p.Items {
					if after, ok := it.After(); ok && it.Goes() && !strings.Contains(it.NewName, "temporary") {
						path := strings.TrimPrefix(after.String(), "t/drive:")
						if it.Op == model.OpRename && it.Parent.Equal(at("/a")) && slices.Contains(tree, "/n/") {
							continue // its folder was renamed after it
						}
						if !slices.Contains(tree, path) && !slices.Contains(tree, path+"/") {
							t.Errorf("%s is not in %q", path, tree)
						}
					}
				}
			})
		})
	}
}

// Whatever is renamed to whatever: each entry that is to be renamed has its new
// name, all others keep theirs, no name is ever taken twice, and none is lost.
func TestRenamesProperty(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		pool := []string{"a", "b", "c", "d", "e", "f"}
		have := rapid.SliceOfNDistinct(rapid.SampledFrom(pool), 1, 6, rapid.ID).Draw(rt, "have")
		from := rapid.SliceOfNDistinct(rapid.SampledFrom(have), 1, len(have), rapid.ID).Draw(rt, "from")
		rule := rapid.SampledFrom([]model.ConflictRule{model.ConflictSkip, model.ConflictNumber}).Draw(rt, "rule")
		r := client.Request{Op: model.OpRename, Rule: rule}
		for _, n := range from {
			r.Items = append(r.Items, at("/x/"+n))
			r.NewNames = append(r.NewNames, rapid.SampledFrom(append(pool, "g")).Draw(rt, "to "+n))
		}
		synctest.Test(t, func(t *testing.T) {
			f := newFake()
			who := map[string]int{} // node by its original name
			for _, n := range have {
				f.put("/x/" + n)
				who[n] = f.next
			}
			e := open(t, f, run.Options{})
			defer e.Close()
			p, err := e.Plan(t.Context(), r)
			if err != nil {
				rt.Fatal(err)
			}
			s, err := e.waitFor(t, p)
			if err != nil || s.State != model.JobDone || f.taken > 0 {
				rt.Fatalf("%v %+v, %d taken: %s", err, s, f.taken, lines(p))
			}
			// Apply the plan's items by hand.
			now := map[string]string{}
			for _, n := range have {
				now[n] = n
			}
			for _, it := range p.Items {
				if it.Goes() {
					for n, cur := range now {
						if cur == it.Name {
							now[n] = it.NewName
							break
						}
					}
				}
			}
			for _, n := range have {
				if got := f.nodes[who[n]].at.name; got != now[n] {
					rt.Fatalf("%s is called %s, want %s: %s", n, got, now[n], lines(p))
				}
				if strings.Contains(now[n], "temporary") {
					rt.Fatalf("%s kept a temporary name: %s", n, lines(p))
				}
			}
			if len(f.tree()) != len(have)+1 {
				rt.Fatalf("%q", f.tree())
			}
			for i, n := range from { // a rename that nothing is in the way of is done
				if !slices.Contains(have, r.NewNames[i]) && count(r.NewNames, r.NewNames[i]) == 1 && now[n] != r.NewNames[i] {
					rt.Fatalf("%s was not renamed to %s: %s", n, r.NewNames[i], lines(p))
				}
			}
		})
	})
}

func count(in []string, s string) int {
	n := 0
	for _, x := range in {
		if x == s {
			n++
		}
	}
	return n
}

func (e *Engine) waitFor(t testing.TB, p *model.Plan) (model.JobSnapshot, error) {
	id, err := e.Start(t.Context(), p)
	if err != nil {
		return model.JobSnapshot{}, err
	}
	return e.Wait(t.Context(), id)
}

// Moves with every fault of the harsh drive: nothing is lost or moved twice, and
// the journal's last record is the truth.
func TestMovesProperty(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		folders := rapid.IntRange(1, 6).Draw(rt, "folders")
		each := rapid.IntRange(1, 12).Draw(rt, "each")
		seed := rapid.Uint64().Draw(rt, "seed")
		batch := rapid.IntRange(1, 30).Draw(rt, "batch")
		noMixed := rapid.Bool().Draw(rt, "one folder a call")
		synctest.Test(t, func(t *testing.T) {
			f := newFake().put("/t/")
			f.rnd.Uint64()
			f.rnd = newRand(seed)
			f.batch, f.noMixed, f.pageSize = batch, noMixed, 10
			f.loseBefore, f.loseAfter, f.late, f.lag = 0.1, 0.1, 0.1, 2_000_000_000
			r := client.Request{Op: model.OpMove, Target: at("/t"), Class: client.Bulk}
			for i := range folders {
				for k := range each {
					p := fmt.Sprintf("/f%d/n%d-%d", i, i, k)
					f.put(p)
					r.Items = append(r.Items, at(p))
				}
			}
			e := open(t, f, run.Options{})
			defer e.Close()
			p, err := e.Plan(t.Context(), r)
			if err != nil {
				rt.Fatal(err)
			}
			s, err := e.waitFor(t, p)
			if err != nil || s.State != model.JobDone || s.Done != folders*each || f.staleUsed+f.tooLarge+f.taken > 0 {
				rt.Fatalf("%v %+v, stale %d, too large %d, taken %d", err, s, f.staleUsed, f.tooLarge, f.taken)
			}
			for _, n := range f.nodes {
				if n.kind == model.KindFile && (f.moves[n.id] != 1 || n.at.parent != 1) {
					rt.Fatalf("%s was moved %d times", n.at.name, f.moves[n.id])
				}
			}
		})
	})
}

// A listing that is not complete proves no absence.
func TestWhatACutListingDoesNotShow(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		f := newFake().put("/a/x.txt")
		f.cut = model.CutRepeat
		e := open(t, f, run.Options{})
		defer e.Close()
		_, err := e.Plan(t.Context(), client.Request{Op: model.OpDelete, Items: ats("/a/nothing")})
		if !client.Is(err, client.KindServer) || !strings.Contains(err.Error(), "only part of its folder") {
			t.Error(err)
		}
	})
}

// A Partial request is planned without the items that cannot be done.
func TestPartialPlans(t *testing.T) {
	long := strings.Repeat("x", 256)
	for _, c := range []struct {
		name, want, refused string
		r                   client.Request
	}{
		{"move", "/a/x.txt", "/b; /a/no", client.Request{Op: model.OpMove, Items: ats("/a/no", "/a/x.txt", "/b"), Target: at("/b/sub")}},
		{"delete", "/a/x.txt", "/no/x", client.Request{Op: model.OpDelete, Items: ats("/a/x.txt", "/no/x")}},
		{"mkdir", "/n; /m", "/no/x; /a", client.Request{Op: model.OpMakeFolder, Items: ats("/n", "/no/x", "/a", "/m")}},
		{"mkdir -p", "/n", "/n/a/" + long, client.Request{Op: model.OpMakeFolder, Parents: true, Items: ats("/n/a/"+long, "/n")}},
	} {
		t.Run(c.name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				e := open(t, newFake().put("/a/x.txt", "/b/sub/"), run.Options{})
				defer e.Close()
				if _, err := e.Plan(t.Context(), c.r); err == nil {
					t.Error("it was planned though nobody asked for a part")
				}
				c.r.Partial = true
				p, err := e.Plan(t.Context(), c.r)
				if err != nil {
					t.Fatal(err)
				}
				var no []string
				for _, r := range p.Refused {
					no = append(no, strings.ReplaceAll(r.Place.String(), "t/drive:", "drive:"))
				}
				if got := lines(p); got != c.want {
					t.Errorf("planned %s, want %s", got, c.want)
				}
				if got := strings.ReplaceAll(strings.Join(no, "; "), "drive:", ""); got != c.refused {
					t.Errorf("refused %s, want %s", got, c.refused)
				}
			})
		})
	}
}

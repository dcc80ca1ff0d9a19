package jobs

import (
	"slices"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"aloft/client"
	"aloft/client/clienttest/memdoc"
	"aloft/client/jobs/run"
	"aloft/model"
)

func openDocs(t testing.TB, c *memdoc.Service, o run.Options) *Engine {
	t.Helper()
	if o.Dir == "" {
		o.Dir = t.TempDir()
	}
	o.Sources = docSources{c}
	if o.Convert == nil {
		o.Convert = fmtConvert
	}
	e, err := Open(o)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { e.Close() })
	return e
}

func wantTree(t *testing.T, c *memdoc.Service, want ...string) {
	t.Helper()
	slices.Sort(want)
	if got := c.Tree(); !slices.Equal(got, want) {
		t.Errorf("the service holds\n%s\nnot\n%s", strings.Join(got, "\n"), strings.Join(want, "\n"))
	}
}

// faultOn lets the first call of a kind meet a fate.
func faultOn(what string, f memdoc.Fate) func(string, int) memdoc.Fate {
	return func(w string, n int) memdoc.Fate {
		if w == what && n == 1 {
			return f
		}
		return memdoc.Fine
	}
}

func TestTwinsAreNeverConfused(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		c := newDocs()
		box := c.Put(memdoc.Home, "box", model.KindFolder)
		one, two := c.Put(memdoc.Home, "twin", model.KindDoc), c.Put(memdoc.Home, "twin", model.KindDoc)
		c.Put(box, "x", model.KindDoc)
		e := openDocs(t, c, run.Options{})
		if _, err := e.Plan(t.Context(), client.Request{Op: model.OpDelete, Items: docsAt("docs:/twin")}); !client.Is(err, client.KindConflict) {
			t.Fatalf("a name of two was taken: %v", err)
		}
		// Both are renamed in one job, and each gets the name meant for it.
		s := do(t, e, client.Request{Op: model.OpRename, Items: docsAt(`docs:/twin\#`+one, `docs:/twin\#`+two), NewNames: []string{"first", "second"}})
		if s.State != model.JobDone || c.Node(one).Name != "first" || c.Node(two).Name != "second" {
			t.Fatalf("%+v, %q %q", s, c.Node(one).Name, c.Node(two).Name)
		}
		do(t, e, client.Request{Op: model.OpRename, Items: docsAt("docs:/second"), NewNames: []string{"twin"}})
		c.Node(one).Name = "twin"
		s = do(t, e, client.Request{Op: model.OpMove, Items: docsAt(`docs:/twin\#` + two), Target: docAt("docs:/box")})
		if s.State != model.JobDone || c.Node(two).Parent != box || c.Node(one).Parent != memdoc.Home {
			t.Fatalf("%+v: the other one was moved", s)
		}
		start := time.Now()
		if _, err := e.Plan(t.Context(), client.Request{Op: model.OpDelete, Items: docsAt("docs:/twin")}); err != nil || time.Since(start) > time.Second {
			t.Fatalf("the twin that stayed was waited for: %v, %v", time.Since(start), err)
		}
		s = do(t, e, client.Request{Op: model.OpDelete, Items: []model.Place{docAt("docs:/").Loose(two)}})
		if s.State != model.JobDone || !c.Node(two).Gone || c.Node(one).Gone {
			t.Fatalf("%+v: the other one was deleted", s)
		}
	})
}

func TestATwinThatStaysIsNotTakenForTheOneThatLeft(t *testing.T) {
	for _, f := range []memdoc.Fate{memdoc.LostBefore, memdoc.LostAfter, memdoc.Late} {
		synctest.Test(t, func(t *testing.T) {
			c := newDocs()
			box := c.Put(memdoc.Home, "box", model.KindFolder)
			stays, goes := c.Put(memdoc.Home, "twin", model.KindDoc), c.Put(memdoc.Home, "twin", model.KindDoc)
			c.Fault = faultOn("move", f)
			e := openDocs(t, c, run.Options{})
			s := do(t, e, client.Request{Op: model.OpMove, Items: docsAt(`docs:/twin\#` + goes), Target: docAt("docs:/box")})
			if s.State != model.JobDone || c.Node(goes).Parent != box || c.Node(stays).Parent != memdoc.Home {
				t.Fatalf("%d: %+v", f, s)
			}
			if want := map[memdoc.Fate]int{memdoc.LostBefore: 2, memdoc.LostAfter: 1, memdoc.Late: 1}[f]; c.Calls["move"] != want {
				t.Errorf("%d: moved %d times", f, c.Calls["move"])
			}
		})
	}
}

func TestMovesBetweenHomeAndSpaces(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		c := newDocs()
		team := c.Put(memdoc.Shelf, "team", model.KindSpace)
		c.Put(team, "page", model.KindDoc)
		c.Put(memdoc.Home, "a", model.KindDoc)
		c.Put(memdoc.Home, "page", model.KindDoc)
		e := openDocs(t, c, run.Options{})
		p, err := e.Plan(t.Context(), client.Request{Op: model.OpMove, Items: docsAt("docs:/a", "docs:/page"), Target: docAt("space:/team"), Rule: model.ConflictNumber})
		if err != nil || p.Items[1].NewName != "page (1)" || p.Items[0].Pin == "" {
			t.Fatalf("%+v, %v", p, err)
		}
		id, err := e.Start(t.Context(), p)
		if err != nil {
			t.Fatal(err)
		}
		if s, err := e.Wait(t.Context(), id); err != nil || s.State != model.JobDone {
			t.Fatalf("%+v, %v", s, err)
		}
		// A page can hold pages; and back to the home.
		if s := do(t, e, client.Request{Op: model.OpMove, Items: docsAt("space:/team/a"), Target: docAt("space:/team/page")}); s.State != model.JobDone {
			t.Fatalf("%+v", s)
		}
		if s := do(t, e, client.Request{Op: model.OpMove, Items: docsAt("space:/team/page/a"), Target: docAt("docs:/")}); s.State != model.JobDone {
			t.Fatalf("%+v", s)
		}
		wantTree(t, c, "docs:/a", "space:/team", "space:/team/page", "space:/team/page (1)")
		if _, err := e.Plan(t.Context(), client.Request{Op: model.OpMove, Items: docsAt("space:/team"), Target: docAt("docs:/")}); !client.Is(err, client.KindInvalid) {
			t.Errorf("a space was to be moved: %v", err)
		}
	})
}

func TestCreationsAreNeverSentTwice(t *testing.T) {
	reqs := map[string]client.Request{
		"create": {Op: model.OpCreate, Items: docsAt("docs:/box/new"), New: &model.New{Kind: model.KindDoc}},
		"mkdir":  {Op: model.OpMakeFolder, Items: docsAt("docs:/box/new")},
		"copy":   {Op: model.OpCopy, Items: docsAt("docs:/a"), Target: docAt("docs:/box"), NewNames: []string{"new"}},
	}
	for what, req := range reqs {
		for f, made := range map[memdoc.Fate]bool{memdoc.LostBefore: false, memdoc.LostAfter: true, memdoc.Late: true, memdoc.Fine: true, memdoc.RefusedNet: true} {
			synctest.Test(t, func(t *testing.T) {
				c := newDocs()
				box := c.Put(memdoc.Home, "box", model.KindFolder)
				c.Put(memdoc.Home, "a", model.KindDoc)
				c.Fault = faultOn(what, f)
				e := openDocs(t, c, run.Options{})
				s := do(t, e, req)
				rs, _ := e.Report(s.ID)
				n := len(c.Under(box))
				switch {
				case made && (n != 1 || s.State != model.JobDone || rs[0].ID == "" || !landed(rs[0]).Equal(docAt("docs:/box/new"))):
					t.Errorf("%s %d: %d made, %+v, %+v", what, f, n, s, rs)
				case !made && (n != 0 || s.State != model.JobFailed || rs[0].Kind != string(client.KindUnknown) || c.Calls[what] != 1):
					t.Errorf("%s %d: %d made in %d calls, %+v, %+v", what, f, n, c.Calls[what], s, rs)
				case f == memdoc.Late && c.Calls[what] != 1:
					t.Errorf("%s: %d calls", what, c.Calls[what])
				}
			})
		}
	}
}

func TestTakenTitlesFollowTheRules(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		c := newDocs()
		c.Put(memdoc.Home, "a", model.KindDoc)
		e := openDocs(t, c, run.Options{})
		req := client.Request{Op: model.OpCreate, Items: docsAt("docs:/a"), New: &model.New{Kind: model.KindSheet}, Rule: model.ConflictNumber}
		if s := do(t, e, req); s.State != model.JobDone {
			t.Fatalf("%+v", s)
		}
		req.Rule = model.ConflictSkip
		if s := do(t, e, req); s.Skipped != 1 {
			t.Fatalf("%+v", s)
		}
		req.Rule = model.ConflictStop
		if _, err := e.Plan(t.Context(), req); !client.Is(err, client.KindConflict) {
			t.Fatal(err)
		}
		req.Rule = model.ConflictAsk
		p, err := e.Plan(t.Context(), req)
		if err != nil || len(p.Undecided()) != 1 {
			t.Fatalf("%+v, %v", p, err)
		}
		p.Decide(0, model.ConflictNumber)
		if id, err := e.Start(t.Context(), p); err != nil {
			t.Fatal(err)
		} else if _, err := e.Wait(t.Context(), id); err != nil {
			t.Fatal(err)
		}
		do(t, e, client.Request{Op: model.OpCopy, Items: docsAt("docs:/a"), Target: docAt("docs:/"), Rule: model.ConflictNumber})
		wantTree(t, c, "docs:/a", "docs:/a (1)", "docs:/a (2)", "docs:/a (3)")
		before := c.Calls["list"]
		req.Items = docsAt("docs:/" + strings.Repeat("x", 40))
		if _, err := e.Plan(t.Context(), req); !client.Is(err, client.KindInvalid) || c.Calls["list"] != before {
			t.Errorf("a title that is too long: %v, %d listings", err, c.Calls["list"]-before)
		}
		// The title is taken between plan and start: no document of the same title
		// is made.
		req.Items = docsAt("docs:/z")
		if p, err = e.Plan(t.Context(), req); err != nil {
			t.Fatal(err)
		}
		c.Put(memdoc.Home, "z", model.KindDoc)
		id, _ := e.Start(t.Context(), p)
		if s, _ := e.Wait(t.Context(), id); s.Failed != 1 || c.Calls["create"] != 2 {
			t.Errorf("%+v, %d calls", s, c.Calls["create"])
		}
	})
}

func TestACopyForASpaceGoesByTheHome(t *testing.T) {
	for _, f := range []memdoc.Fate{memdoc.Fine, memdoc.LostAfter, memdoc.LostBefore} {
		synctest.Test(t, func(t *testing.T) {
			c := newDocs()
			c.Via = true
			team := c.Put(memdoc.Shelf, "team", model.KindSpace)
			a := c.Put(memdoc.Home, "a", model.KindDoc) // has the title of the copy on its way
			c.Fault = func(what string, n int) memdoc.Fate {
				if (what == "copy" || what == "move" && f == memdoc.LostAfter) && n == 1 {
					return f
				}
				return memdoc.Fine
			}
			e := openDocs(t, c, run.Options{})
			s := do(t, e, client.Request{Op: model.OpCopy, Items: docsAt("docs:/a"), Target: docAt("space:/team")})
			if f == memdoc.LostBefore {
				if s.State != model.JobFailed || c.Calls["move"] != 0 || c.Calls["copy"] != 1 {
					t.Errorf("%+v, %v", s, c.Calls)
				}
				return
			}
			if s.State != model.JobDone || len(c.Under(team)) != 1 || c.Node(a).Parent != memdoc.Home || c.Calls["copy"] != 1 {
				t.Errorf("%d: %+v, %v", f, s, c.Tree())
			}
		})
	}
}

func TestSharingIsVerifiedAndRemembersTheOldPolicy(t *testing.T) {
	for _, f := range []memdoc.Fate{memdoc.Fine, memdoc.LostBefore, memdoc.LostAfter} {
		synctest.Test(t, func(t *testing.T) {
			c := newDocs()
			a := c.Put(memdoc.Home, "a", model.KindDoc)
			team := c.Put(memdoc.Shelf, "team", model.KindSpace)
			c.Fault = faultOn("share", f)
			e := openDocs(t, c, run.Options{})
			s := do(t, e, client.Request{Op: model.OpShare, Items: docsAt("docs:/a"), Policy: model.PolicyRead})
			rs, _ := e.Report(s.ID)
			if s.State != model.JobDone || c.Node(a).Policy != model.PolicyRead || rs[0].Item.OldPolicy != model.PolicyPrivate {
				t.Errorf("%d: %+v %+v", f, s, rs)
			}
			if s := do(t, e, client.Request{Op: model.OpShare, Items: docsAt("docs:/a"), Policy: model.PolicyRead}); s.Skipped != 1 {
				t.Errorf("%+v", s)
			}
			c.Node(a).Policy = "odd" // its policy cannot be read, and can be set
			if s := do(t, e, client.Request{Op: model.OpShare, Items: docsAt("docs:/a"), Policy: model.PolicyEdit}); s.Done != 1 || c.Node(a).Policy != model.PolicyEdit {
				t.Errorf("%+v", s)
			}
			if s := do(t, e, client.Request{Op: model.OpShare, Items: docsAt("space:/team"), Policy: model.PolicyEdit}); s.Done != 1 || c.Node(team).Policy != model.PolicyEdit {
				t.Errorf("%+v", s)
			}
		})
	}
}

func TestDeletingAPageTouchesWhatMovesUp(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		c := newDocs()
		team := c.Put(memdoc.Shelf, "team", model.KindSpace)
		page := c.Put(team, "page", model.KindDoc)
		c.Put(page, "under", model.KindDoc)
		e := openDocs(t, c, run.Options{})
		var touched []string
		done := make(chan struct{})
		go func() {
			defer close(done)
			for ev := range e.Events() {
				for _, p := range ev.Touched {
					touched = append(touched, p.String())
				}
			}
		}()
		if s := do(t, e, client.Request{Op: model.OpDelete, Items: docsAt("space:/team/page"), Mode: client.DeleteNode}); s.State != model.JobDone {
			t.Fatalf("%+v", s)
		}
		e.Close()
		<-done
		wantTree(t, c, "space:/team", "space:/team/under")
		if !slices.ContainsFunc(touched, func(s string) bool { return strings.HasSuffix(s, "page") }) {
			t.Errorf("touched: %q", touched)
		}
		if _, err := e.Plan(t.Context(), client.Request{Op: model.OpDelete, Items: docsAt("space:/team/under"), Mode: client.DeleteToBin}); !client.Is(err, client.KindUnsupported) {
			t.Error(err)
		}
	})
}

func TestLosingARecordIsNotRepeated(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		c := newDocs()
		a := c.Put(memdoc.Home, "a", model.KindDoc)
		e := openDocs(t, c, run.Options{})
		c.Fault = faultOn("delete", memdoc.LostAfter)
		s := do(t, e, client.Request{Op: model.OpDelete, Items: docsAt("docs:/a"), Mode: client.DeleteRecord})
		rs, _ := e.Report(s.ID)
		if c.Node(a).Gone || c.Calls["delete"] != 1 || rs[0].Kind != string(client.KindUnknown) {
			t.Errorf("%+v %+v", s, rs)
		}
	})
}

func TestManyMovesAreCheapWhereIdsStay(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		c := newDocs()
		c.Cost = 100 * time.Millisecond
		box := c.Put(memdoc.Home, "box", model.KindFolder)
		var items []model.Place
		for i := range 100 {
			id := c.Put(memdoc.Home, "same", model.KindDoc)
			_ = i
			items = append(items, docAt("docs:/").JoinPin("same", id))
		}
		e := openDocs(t, c, run.Options{})
		s := do(t, e, client.Request{Op: model.OpMove, Items: items, Target: docAt("docs:/box"), Rule: model.ConflictNumber})
		if s.State != model.JobDone || len(c.Under(box)) != 100 || c.Calls["list"] > 30 || c.Calls["move"] != 100 {
			t.Errorf("%+v, %v", s, c.Calls)
		}
		if s.Requests != c.Calls["list"]+c.Calls["move"]+c.Calls["rename"]-2 {
			t.Logf("%d requests counted, %v", s.Requests, c.Calls)
		}
	})
}

// A move under a new name is one job: a rename where it is, then the move.
func TestMovingUnderANewName(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		c := newDocs()
		box := c.Put(memdoc.Home, "box", model.KindFolder)
		c.Put(box, "a", model.KindDoc)
		c.Put(box, "held", model.KindDoc)
		c.Put(memdoc.Home, "there", model.KindDoc)
		e := openDocs(t, c, run.Options{})
		ask := func(name string) client.Request {
			return client.Request{Op: model.OpMove, Items: docsAt("docs:/box/a"), Target: docAt("docs:/"), NewNames: []string{name}}
		}
		if _, err := e.Plan(t.Context(), ask("a\nb")); !client.Is(err, client.KindInvalid) {
			t.Errorf("no name at all: %v", err)
		}
		if p, err := e.Plan(t.Context(), ask("there")); err != nil || len(p.Undecided()) != 1 {
			t.Errorf("a name that is taken in the target: %+v, %v", p, err)
		}
		if s := do(t, e, ask("b")); s.State != model.JobDone || s.Done != 1 || c.Calls["rename"] != 1 || c.Calls["move"] != 1 {
			t.Errorf("%+v, %v", s, c.Calls)
		}
		wantTree(t, c, "docs:/b", "docs:/box", "docs:/box/held", "docs:/there")
	})
}

// A name that another entry of the folder has is given after the move, unless the old name is
// taken where it goes.
func TestANewNameAfterTheMove(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		c := newDocs()
		box := c.Put(memdoc.Home, "box", model.KindFolder)
		for _, name := range []string{"a", "b", "held"} {
			c.Put(box, name, model.KindDoc)
		}
		c.Put(memdoc.Home, "b", model.KindDoc)
		e := openDocs(t, c, run.Options{})
		ask := func(at string) client.Request {
			return client.Request{Op: model.OpMove, Items: docsAt(at), Target: docAt("docs:/"), NewNames: []string{"held"}}
		}
		if _, err := e.Plan(t.Context(), ask("docs:/box/b")); !client.Is(err, client.KindConflict) {
			t.Errorf("both names are taken on the way: %v", err)
		}
		if s := do(t, e, ask("docs:/box/a")); s.State != model.JobDone || s.Done != 1 || c.Calls["rename"] != 1 || c.Calls["move"] != 1 {
			t.Errorf("%+v, %v", s, c.Calls)
		}
		wantTree(t, c, "docs:/b", "docs:/box", "docs:/box/b", "docs:/box/held", "docs:/held")
	})
}

// landed is where a done item has come to be.
func landed(r model.ItemReport) model.Place {
	if p, ok := r.Landed(); ok {
		return p
	}
	return r.Item.Place()
}

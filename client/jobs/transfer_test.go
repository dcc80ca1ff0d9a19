package jobs

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"aloft/client"
	"aloft/client/clienttest/memdoc"
	"aloft/client/jobs/journal"
	"aloft/client/jobs/run"
	"aloft/model"
)

func onDisk(path string) model.Place {
	return model.Place{Scheme: model.SchemeDisk, Path: model.Steps(strings.Split(strings.TrimPrefix(path, "/"), "/")...)}
}

func writeFiles(t testing.TB, dir string, names ...string) {
	t.Helper()
	for _, n := range names {
		p := filepath.Join(dir, n)
		if err := os.MkdirAll(filepath.Dir(p), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(p, []byte("bytes of "+n), 0o600); err != nil {
			t.Fatal(err)
		}
	}
}

// files returns the files of a folder with their content, hidden ones too.
func files(t testing.TB, dir string) map[string]string {
	t.Helper()
	out := map[string]string{}
	err := filepath.Walk(dir, func(p string, i os.FileInfo, err error) error {
		if err != nil || i.IsDir() {
			return err
		}
		b, err := os.ReadFile(p)
		out[strings.TrimPrefix(p, dir+"/")] = string(b)
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return out
}

func TestAFolderIsImported(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		dir := t.TempDir()
		writeFiles(t, dir, "tree/a.docx", "tree/b.md", "tree/sub/c.docx", "tree/sub/pic.png", "tree/a.md")
		if err := os.Symlink("a.docx", dir+"/tree/link"); err != nil {
			t.Fatal(err)
		}
		c := newDocs()
		box := c.Put(memdoc.Home, "box", model.KindFolder)
		tree := c.Put(box, "tree", model.KindFolder)
		c.Put(tree, "b", model.KindDoc)
		kept := t.TempDir()
		e := openDocs(t, c, run.Options{Dir: kept})
		p, err := e.Plan(t.Context(), client.Request{Op: model.OpImport, Items: []model.Place{onDisk(dir + "/tree")}, Target: docAt("docs:/box"), Rule: model.ConflictNumber})
		if err != nil {
			t.Fatal(err)
		}
		why := map[string]string{}
		for _, it := range p.Items {
			why[it.Name] = it.Why
		}
		if why["link"] != model.WhyLink || why["pic.png"] != model.WhyRefused || why["tree"] != model.WhyExists || p.Estimate.Bytes == 0 || p.Estimate.Time == 0 {
			t.Fatalf("%v, %+v", why, p.Estimate)
		}
		id, err := e.Start(t.Context(), p)
		if err != nil {
			t.Fatal(err)
		}
		s, err := e.Wait(t.Context(), id)
		if err != nil || s.State != model.JobDone || s.Bytes != s.BytesAll || s.Notes == 0 || !s.To.Within(docAt("docs:/box")) {
			rs, _ := e.Report(id)
			t.Fatalf("%+v, %v, %+v", s, err, rs)
		}
		wantTree(t, c, "docs:/box", "docs:/box/tree", "docs:/box/tree/b", "docs:/box/tree/a", "docs:/box/tree/a (1)", "docs:/box/tree/b (1)",
			"docs:/box/tree/sub", "docs:/box/tree/sub/c")
		rs, _ := e.Report(id)
		for _, r := range rs {
			if r.Item.Op == model.OpImport && r.State == model.ItemDone && (r.ID == "" || r.Percent != 100 || len(r.Notes) == 0) {
				t.Errorf("%+v", r)
			}
			if r.Item.Name == "pic.png" && (r.State != model.ItemSkipped || r.Why().IsZero()) {
				t.Errorf("%+v", r)
			}
		}
		for _, k := range c.Under(tree) {
			if k.Name == "b (1)" && string(k.Body) != "docx of bytes of tree/b.md" {
				t.Errorf("%q", k.Body)
			}
		}
		log, err := os.ReadFile(filepath.Join(kept, p.Account, id, journal.LogName))
		if err != nil || strings.Contains(string(log), "canary") {
			t.Error("an address is in the journal")
		}
		if left, _ := filepath.Glob(filepath.Join(kept, p.Account, id, "item-*")); len(left) > 0 {
			t.Errorf("left: %q", left)
		}
	})
}

func TestASpaceIsExported(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		dir := t.TempDir()
		writeFiles(t, dir, "team/page.docx")
		c := newDocs()
		team := c.Put(memdoc.Shelf, "team", model.KindSpace)
		page := c.Put(team, "page", model.KindDoc)
		c.Put(page, "a/b", model.KindDoc)
		c.Put(page, "a:b", model.KindDoc)
		c.Put(page, "smart", model.KindSmartCanvas)
		e := openDocs(t, c, run.Options{})
		s := do(t, e, client.Request{Op: model.OpExport, Items: docsAt("space:/team"), Target: onDisk(dir), Rule: model.ConflictNumber})
		rs, _ := e.Report(s.ID)
		if s.State != model.JobDone || s.Skipped != 2 {
			t.Fatalf("%+v, %+v", s, rs)
		}
		got := files(t, dir)
		want := map[string]string{"team/page.docx": "bytes of team/page.docx", "team/page (1).docx": "document page",
			"team/page/a_b.docx": "document a/b", "team/page/a_b (1).docx": "document a:b"}
		if fmt.Sprint(got) != fmt.Sprint(want) {
			t.Errorf("%v", got)
		}
		s = do(t, e, client.Request{Op: model.OpExport, Items: []model.Place{docAt("docs:/").Loose(page)}, Target: onDisk(t.TempDir()), Format: model.FormatMarkdown})
		if rs, _ := e.Report(s.ID); s.Done == 0 || len(rs[0].Notes) == 0 || !strings.HasSuffix(rs[0].Result.Base(), "page.md") {
			t.Errorf("%+v %+v", s, rs)
		}
	})
}

// This touches only the disk, and is an export all the same.
func TestAnEmptyFolderIsExported(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		dir := t.TempDir()
		c := newDocs()
		c.Put(memdoc.Home, "Empty", model.KindFolder)
		e := openDocs(t, c, run.Options{})
		s := do(t, e, client.Request{Op: model.OpExport, Items: docsAt("docs:/Empty"), Target: onDisk(dir)})
		if s.State != model.JobDone {
			rs, _ := e.Report(s.ID)
			t.Errorf("%+v, %+v", s, rs)
		}
		if st, err := os.Stat(dir + "/Empty"); err != nil || !st.IsDir() {
			t.Errorf("the folder on the disk: %v", err)
		}
	})
}

func TestManyTransfersGoTwoAtATime(t *testing.T) {
	const n = 100
	synctest.Test(t, func(t *testing.T) {
		dir := t.TempDir()
		c := newDocs()
		c.Cost = 100 * time.Millisecond
		c.Put(memdoc.Home, "box", model.KindFolder)
		for i := range n {
			writeFiles(t, dir, fmt.Sprintf("in/f %d.docx", i))
		}
		c.Fails["f 7.docx"] = true
		e := openDocs(t, c, run.Options{})
		s := do(t, e, client.Request{Op: model.OpImport, Items: []model.Place{onDisk(dir + "/in")}, Target: docAt("docs:/box")})
		if s.Done != n || s.Failed != 1 || s.State != model.JobFailed {
			t.Fatalf("%+v", s)
		}
		// A task of 10 s is asked for at once, and then each 3 to 5 s.
		if p := c.Calls["import state"]; p < n*3 || p > n*5 || c.Most != 2 || c.Calls["begin"] != n || c.Calls["prepare"] != n || c.Calls["upload"] != n || c.Calls["move"] != n-1 {
			t.Errorf("%d at a time, %v", c.Most, c.Calls)
		}
		c.Calls, c.Most = map[string]int{}, 0
		out := t.TempDir()
		s = do(t, e, client.Request{Op: model.OpExport, Items: docsAt("docs:/box/in"), Target: onDisk(out)})
		if s.State != model.JobDone || len(files(t, out)) != n-1 {
			t.Fatalf("%+v, %d files", s, len(files(t, out)))
		}
		if p := c.Calls["export state"]; p < (n-1)*3 || p > n*5 || c.Most != 2 || c.Calls["export"] != n-1 || c.Calls["download"] != n-1 {
			t.Errorf("%d at a time, %v", c.Most, c.Calls)
		}
	})
}

func TestFaultsOfImports(t *testing.T) {
	for name, k := range map[string]struct {
		set   func(*memdoc.Service)
		docs  int
		state model.JobState
		kind  client.Kind
	}{
		"prepare not sent": {func(c *memdoc.Service) { c.Fault = faultOn("prepare", memdoc.RefusedNet) }, 1, model.JobDone, ""},
		"prepare lost":     {func(c *memdoc.Service) { c.Fault = faultOn("prepare", memdoc.LostBefore) }, 0, model.JobFailed, client.KindServer},
		"upload breaks":    {func(c *memdoc.Service) { c.Fault = faultOn("upload", memdoc.RefusedNet) }, 1, model.JobDone, ""},
		"begin not sent":   {func(c *memdoc.Service) { c.Fault = faultOn("begin", memdoc.RefusedNet) }, 1, model.JobDone, ""},
		"begin lost":       {func(c *memdoc.Service) { c.Fault = faultOn("begin", memdoc.LostBefore) }, 1, model.JobDone, ""},
		"begun elsewhere":  {func(c *memdoc.Service) { c.TellOther, c.Fault = true, faultOn("begin", memdoc.LostAfter) }, 0, model.JobFailed, client.KindUnknown},
		"begin unheard":    {func(c *memdoc.Service) { c.Fault = faultOn("begin", memdoc.LostAfter) }, 1, model.JobDone, ""},
		"begin late":       {func(c *memdoc.Service) { c.Fault = faultOn("begin", memdoc.Late) }, 1, model.JobDone, ""},
		"other task":       {func(c *memdoc.Service) { c.TellOther = true }, 1, model.JobDone, ""},
		"no id":            {func(c *memdoc.Service) { c.NoID = true }, 1, model.JobDone, ""},
		"move lost":        {func(c *memdoc.Service) { c.Fault = faultOn("move", memdoc.LostBefore) }, 1, model.JobDone, ""},
		"move unheard":     {func(c *memdoc.Service) { c.Fault = faultOn("move", memdoc.LostAfter) }, 1, model.JobDone, ""},
		"move late":        {func(c *memdoc.Service) { c.Fault = faultOn("move", memdoc.Late) }, 1, model.JobDone, ""},
		"rename unheard":   {func(c *memdoc.Service) { c.Fault = faultOn("rename", memdoc.LostAfter) }, 1, model.JobDone, ""},
		"poll fails":       {func(c *memdoc.Service) { c.Fault = faultOn("import state", memdoc.RefusedFail) }, 1, model.JobDone, ""},
		"task fails":       {func(c *memdoc.Service) { c.Fails["a.docx"] = true }, 0, model.JobFailed, client.KindServer},
		"nothing is wrong": {func(c *memdoc.Service) {}, 1, model.JobDone, ""},
	} {
		synctest.Test(t, func(t *testing.T) {
			dir := t.TempDir()
			writeFiles(t, dir, "a.docx")
			c := newDocs()
			box := c.Put(memdoc.Home, "box", model.KindFolder)
			k.set(c)
			e := openDocs(t, c, run.Options{})
			s := do(t, e, client.Request{Op: model.OpImport, Items: []model.Place{onDisk(dir + "/a.docx")}, Target: docAt("docs:/box"), NewNames: []string{"title"}})
			rs, _ := e.Report(s.ID)
			in := c.Under(box)
			left := 1
			if k.kind == client.KindUnknown {
				left = 2 // it may stay where it has arrived
			}
			if len(in) != k.docs || len(c.Under(memdoc.Home)) != left || s.State != k.state || rs[0].Kind != string(k.kind) || k.docs == 1 && in[0].Name != "title" {
				t.Errorf("%s: %v, %+v, %+v", name, c.Tree(), s, rs)
			}
		})
	}
}

func TestFaultsOfExports(t *testing.T) {
	for name, k := range map[string]struct {
		set   func(*memdoc.Service)
		files int
		kind  client.Kind
	}{
		"export not sent": {func(c *memdoc.Service) { c.Fault = faultOn("export", memdoc.RefusedNet) }, 1, ""},
		"export lost":     {func(c *memdoc.Service) { c.Fault = faultOn("export", memdoc.LostBefore) }, 0, client.KindServer},
		"export unheard":  {func(c *memdoc.Service) { c.Fault = faultOn("export", memdoc.LostAfter) }, 0, client.KindServer},
		"link expired":    {func(c *memdoc.Service) { c.Fault = faultOn("link", memdoc.Expired) }, 1, ""},
		"link never good": {func(c *memdoc.Service) { c.LinkFor = -1 }, 0, client.KindServer},
		"breaks off":      {func(c *memdoc.Service) { c.Chunk = 4 }, 1, ""},
		"task fails":      {func(c *memdoc.Service) { c.Fails["a"] = true }, 0, client.KindServer},
		"slow":            {func(c *memdoc.Service) { c.Task = 50 * time.Minute }, 1, ""},
	} {
		synctest.Test(t, func(t *testing.T) {
			dir := t.TempDir()
			c := newDocs()
			c.Put(memdoc.Home, "a", model.KindDoc)
			k.set(c)
			e := openDocs(t, c, run.Options{})
			s := do(t, e, client.Request{Op: model.OpExport, Items: docsAt("docs:/a"), Target: onDisk(dir)})
			rs, _ := e.Report(s.ID)
			got := files(t, dir)
			if len(got) != k.files || rs[0].Kind != string(k.kind) || k.files == 1 && got["a.docx"] != "document a" || len(c.Tasks()) > 1 {
				t.Errorf("%s: %v, %+v, %+v", name, got, s, rs)
			}
		})
	}
}

func TestAFileThatChangesWhileItIsSentIsNotImported(t *testing.T) {
	for _, end := range []memdoc.Fate{memdoc.Fine, memdoc.RefusedFail, memdoc.RefusedNet} { // of the upload, which the change may have made fail
		synctest.Test(t, func(t *testing.T) {
			dir := t.TempDir()
			writeFiles(t, dir, "a.docx")
			c := newDocs()
			c.Fault = func(what string, n int) memdoc.Fate {
				if what != "upload" {
					return memdoc.Fine
				}
				_ = os.WriteFile(dir+"/a.docx", []byte("more"), 0o600)
				return end
			}
			e := openDocs(t, c, run.Options{})
			s := do(t, e, client.Request{Op: model.OpImport, Items: []model.Place{onDisk(dir + "/a.docx")}, Target: docAt("docs:/")})
			rs, _ := e.Report(s.ID)
			if s.Failed != 1 || len(c.Tree()) != 0 || c.Calls["begin"] != 0 || c.Calls["upload"] != 1 || rs[0].Kind != string(client.KindConflict) {
				t.Errorf("%d: %d uploads, %+v %+v", end, c.Calls["upload"], s, rs)
			}
		})
	}
}

// Where imports arrive has changed as well, though nothing stays there.
func TestAnImportTouchesTheFolderOfItsArrival(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		dir := t.TempDir()
		writeFiles(t, dir, "a.docx")
		c := newDocs()
		c.Put(memdoc.Home, "box", model.KindFolder)
		e := openDocs(t, c, run.Options{})
		touched := make(chan map[string]bool, 1)
		events := e.Events()
		go func() {
			all := map[string]bool{}
			for ev := range events {
				for _, p := range ev.Touched {
					all[p.String()] = true
				}
			}
			touched <- all
		}()
		do(t, e, client.Request{Op: model.OpImport, Items: []model.Place{onDisk(dir + "/a.docx")}, Target: docAt("docs:/box")})
		synctest.Wait()
		e.Close()
		if all := <-touched; !all["t/docs:/"] || !all["t/docs:/box"] {
			t.Errorf("%v", all)
		}
	})
}

// A full folder has many pages; it is not listed for each file that arrives.
func TestTheTargetOfManyImportsIsNotListedForEach(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		dir := t.TempDir()
		for i := range 40 {
			writeFiles(t, dir, fmt.Sprintf("in/f%d.docx", i))
		}
		c := newDocs()
		c.Task = 4 * time.Second
		e := openDocs(t, c, run.Options{})
		p, err := e.Plan(t.Context(), client.Request{Op: model.OpImport, Items: []model.Place{onDisk(dir + "/in")}, Target: docAt("docs:/")})
		if err != nil {
			t.Fatal(err)
		}
		before := c.Calls["list"]
		c.Fault = func(what string, n int) memdoc.Fate {
			if what == "move" && n == 10 { // somebody else makes a document
				c.Put(c.Under(memdoc.Home)[0].ID, "f39", model.KindDoc)
			}
			return memdoc.Fine
		}
		id, err := e.Start(t.Context(), p)
		if err != nil {
			t.Fatal(err)
		}
		s, err := e.Wait(t.Context(), id)
		rs, _ := e.Report(id)
		if lists := c.Calls["list"] - before; err != nil || s.Done != 40 || s.Failed != 1 || rs[40].Kind != string(client.KindConflict) || lists > 12 {
			t.Errorf("%d listings, %+v, %+v, %v", lists, s, rs[40], err)
		}
	})
}

func TestAFolderIsImportedInTheOrderOfItsNames(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		dir := t.TempDir()
		for i := range 12 {
			writeFiles(t, dir, fmt.Sprintf("in/f%d.docx", (i*5)%12))
		}
		p, err := openDocs(t, newDocs(), run.Options{}).Plan(t.Context(),
			client.Request{Op: model.OpImport, Items: []model.Place{onDisk(dir + "/in")}, Target: docAt("docs:/")})
		if err != nil {
			t.Fatal(err)
		}
		for i, it := range p.Items[1:] {
			if want := fmt.Sprintf("f%d.docx", i); it.Name != want {
				t.Errorf("%d is %s", i, it.Name)
			}
		}
	})
}

// Of two files that get one name the plan says which one gets a number. A name that
// is there already is another matter.
func TestAPlanTellsWhatItNumbers(t *testing.T) {
	dir := t.TempDir()
	writeFiles(t, dir, "doc1.docx", "doc1.md", "held.docx")
	c := newDocs()
	c.Put(memdoc.Home, "held", model.KindDoc)
	p, err := openDocs(t, c, run.Options{}).Plan(t.Context(), client.Request{Op: model.OpImport, Rule: model.ConflictNumber,
		Items: []model.Place{onDisk(dir + "/doc1.docx"), onDisk(dir + "/doc1.md"), onDisk(dir + "/held.docx")}, Target: docAt("docs:/")})
	if err != nil {
		t.Fatal(err)
	}
	for i, want := range []struct {
		name     string
		numbered bool
	}{{"doc1", false}, {"doc1 (1)", true}, {"held (1)", false}} {
		if it := p.Items[i]; it.NewName != want.name || it.Numbered() != want.numbered {
			t.Errorf("%+v", it)
		}
	}
}

func TestATransferPausesAtOnceAndGoesOn(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		dir := t.TempDir()
		c := newDocs()
		for i := range 4 {
			c.Put(memdoc.Home, fmt.Sprint("d", i), model.KindDoc)
		}
		c.Task = 10 * time.Minute
		e := openDocs(t, c, run.Options{})
		p, err := e.Plan(t.Context(), client.Request{Op: model.OpExport, Items: docsAt("docs:/d0", "docs:/d1", "docs:/d2", "docs:/d3"), Target: onDisk(dir)})
		if err != nil {
			t.Fatal(err)
		}
		id, err := e.Start(t.Context(), p)
		if err != nil {
			t.Fatal(err)
		}
		time.Sleep(time.Minute)
		if s := e.Jobs()[0]; s.State != model.JobRunning || s.Error.String() != "waiting for the service's task (50% done)" {
			t.Errorf("%+v", s)
		}
		start := time.Now()
		if err := e.Pause(id); err != nil {
			t.Fatal(err)
		}
		s, err := e.Wait(t.Context(), id)
		if err != nil || s.State != model.JobPaused || time.Since(start) > time.Second {
			t.Fatalf("%+v, %v after %v", s, err, time.Since(start))
		}
		if err := e.Resume(id); err != nil {
			t.Fatal(err)
		}
		if s, err := e.Wait(t.Context(), id); err != nil || s.State != model.JobDone || s.Error.String() != "" || c.Calls["export"] != 4 {
			t.Fatalf("%+v, %v, %v", s, err, c.Calls)
		}
		// Another one is cancelled: nothing of it remains on the disk.
		c.Chunk, c.Calls = 2, map[string]int{}
		for _, f := range []string{"d0", "d1"} {
			_ = os.Remove(dir + "/" + f + ".docx")
		}
		c.Task = time.Second
		for _, n := range c.Under(memdoc.Home) {
			n.Body = []byte(strings.Repeat("x", 400))
		}
		p, err = e.Plan(t.Context(), client.Request{Op: model.OpExport, Items: docsAt("docs:/d0", "docs:/d1"), Target: onDisk(dir)})
		if err != nil {
			t.Fatal(err)
		}
		id, _ = e.Start(t.Context(), p)
		time.Sleep(20 * time.Second)
		if len(files(t, dir)) != 4 {
			t.Fatalf("%v", files(t, dir))
		}
		_ = e.Cancel(id)
		if s, err := e.Wait(t.Context(), id); err != nil || s.State != model.JobCancelled || len(files(t, dir)) != 2 {
			rs, _ := e.Report(id)
			t.Fatalf("%+v, %v, %v, %+v", s, err, files(t, dir), rs)
		}
	})
}

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
	"aloft/client/jobs/run"
	"aloft/client/jobs/store"
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
		c := newCabinet()
		box := c.add(homeID, "box", model.KindFolder)
		tree := c.add(box, "tree", model.KindFolder)
		c.add(tree, "b", model.KindDoc)
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
			if r.Item.Name == "pic.png" && (r.State != model.ItemSkipped || r.Error == "") {
				t.Errorf("%+v", r)
			}
		}
		for _, k := range c.children(tree) {
			if k.name == "b (1)" && string(k.body) != "docx of bytes of tree/b.md" {
				t.Errorf("%q", k.body)
			}
		}
		log, err := os.ReadFile(filepath.Join(kept, p.Account, id, store.LogName))
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
		c := newCabinet()
		team := c.add(shelfID, "team", model.KindSpace)
		page := c.add(team, "page", model.KindDoc)
		c.add(page, "a/b", model.KindDoc)
		c.add(page, "a:b", model.KindDoc)
		c.add(page, "smart", model.KindSmartCanvas)
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
		c := newCabinet()
		c.add(homeID, "Empty", model.KindFolder)
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
		c := newCabinet()
		c.cost = 100 * time.Millisecond
		c.add(homeID, "box", model.KindFolder)
		for i := range n {
			writeFiles(t, dir, fmt.Sprintf("in/f %d.docx", i))
		}
		c.fails["f 7.docx"] = true
		e := openDocs(t, c, run.Options{})
		s := do(t, e, client.Request{Op: model.OpImport, Items: []model.Place{onDisk(dir + "/in")}, Target: docAt("docs:/box")})
		if s.Done != n || s.Failed != 1 || s.State != model.JobFailed {
			t.Fatalf("%+v", s)
		}
		// A task of 10 s is asked for at once, and then each 3 to 5 s.
		if p := c.calls["import state"]; p < n*3 || p > n*5 || c.most != 2 || c.calls["begin"] != n || c.calls["prepare"] != n || c.calls["upload"] != n || c.calls["move"] != n-1 {
			t.Errorf("%d at a time, %v", c.most, c.calls)
		}
		c.calls, c.most = map[string]int{}, 0
		out := t.TempDir()
		s = do(t, e, client.Request{Op: model.OpExport, Items: docsAt("docs:/box/in"), Target: onDisk(out)})
		if s.State != model.JobDone || len(files(t, out)) != n-1 {
			t.Fatalf("%+v, %d files", s, len(files(t, out)))
		}
		if p := c.calls["export state"]; p < n*3 || p > n*5 || c.most != 2 || c.calls["export"] != n-1 || c.calls["download"] != n-1 {
			t.Errorf("%d at a time, %v", c.most, c.calls)
		}
	})
}

func TestFaultsOfImports(t *testing.T) {
	for name, k := range map[string]struct {
		set   func(*cabinet)
		docs  int
		state model.JobState
		kind  client.Kind
	}{
		"prepare not sent": {func(c *cabinet) { c.fault = faultOn("prepare", refusedNet) }, 1, model.JobDone, ""},
		"prepare lost":     {func(c *cabinet) { c.fault = faultOn("prepare", lostBefore) }, 0, model.JobFailed, client.KindServer},
		"upload breaks":    {func(c *cabinet) { c.fault = faultOn("upload", refusedNet) }, 1, model.JobDone, ""},
		"begin not sent":   {func(c *cabinet) { c.fault = faultOn("begin", refusedNet) }, 1, model.JobDone, ""},
		"begin lost":       {func(c *cabinet) { c.fault = faultOn("begin", lostBefore) }, 1, model.JobDone, ""},
		"begun elsewhere":  {func(c *cabinet) { c.tellOther, c.fault = true, faultOn("begin", lostAfter) }, 0, model.JobFailed, client.KindUnknown},
		"begin unheard":    {func(c *cabinet) { c.fault = faultOn("begin", lostAfter) }, 1, model.JobDone, ""},
		"begin late":       {func(c *cabinet) { c.fault = faultOn("begin", late) }, 1, model.JobDone, ""},
		"other task":       {func(c *cabinet) { c.tellOther = true }, 1, model.JobDone, ""},
		"no id":            {func(c *cabinet) { c.noID = true }, 1, model.JobDone, ""},
		"move lost":        {func(c *cabinet) { c.fault = faultOn("move", lostBefore) }, 1, model.JobDone, ""},
		"move unheard":     {func(c *cabinet) { c.fault = faultOn("move", lostAfter) }, 1, model.JobDone, ""},
		"move late":        {func(c *cabinet) { c.fault = faultOn("move", late) }, 1, model.JobDone, ""},
		"rename unheard":   {func(c *cabinet) { c.fault = faultOn("rename", lostAfter) }, 1, model.JobDone, ""},
		"poll fails":       {func(c *cabinet) { c.fault = faultOn("import state", refusedFail) }, 1, model.JobDone, ""},
		"task fails":       {func(c *cabinet) { c.fails["a.docx"] = true }, 0, model.JobFailed, client.KindServer},
		"nothing is wrong": {func(c *cabinet) {}, 1, model.JobDone, ""},
	} {
		synctest.Test(t, func(t *testing.T) {
			dir := t.TempDir()
			writeFiles(t, dir, "a.docx")
			c := newCabinet()
			box := c.add(homeID, "box", model.KindFolder)
			k.set(c)
			e := openDocs(t, c, run.Options{})
			s := do(t, e, client.Request{Op: model.OpImport, Items: []model.Place{onDisk(dir + "/a.docx")}, Target: docAt("docs:/box"), NewNames: []string{"title"}})
			rs, _ := e.Report(s.ID)
			in := c.children(box)
			left := 1
			if k.kind == client.KindUnknown {
				left = 2 // it may stay where it has arrived
			}
			if len(in) != k.docs || len(c.children(homeID)) != left || s.State != k.state || rs[0].Kind != string(k.kind) || k.docs == 1 && in[0].name != "title" {
				t.Errorf("%s: %v, %+v, %+v", name, c.tree(), s, rs)
			}
		})
	}
}

func TestFaultsOfExports(t *testing.T) {
	for name, k := range map[string]struct {
		set   func(*cabinet)
		files int
		kind  client.Kind
	}{
		"export not sent": {func(c *cabinet) { c.fault = faultOn("export", refusedNet) }, 1, ""},
		"export lost":     {func(c *cabinet) { c.fault = faultOn("export", lostBefore) }, 0, client.KindServer},
		"export unheard":  {func(c *cabinet) { c.fault = faultOn("export", lostAfter) }, 0, client.KindServer},
		"link expired":    {func(c *cabinet) { c.fault = faultOn("link", gone403) }, 1, ""},
		"link never good": {func(c *cabinet) { c.linkFor = -1 }, 0, client.KindServer},
		"breaks off":      {func(c *cabinet) { c.chunk = 4 }, 1, ""},
		"task fails":      {func(c *cabinet) { c.fails["a"] = true }, 0, client.KindServer},
		"slow":            {func(c *cabinet) { c.task = 50 * time.Minute }, 1, ""},
	} {
		synctest.Test(t, func(t *testing.T) {
			dir := t.TempDir()
			c := newCabinet()
			c.add(homeID, "a", model.KindDoc)
			k.set(c)
			e := openDocs(t, c, run.Options{})
			s := do(t, e, client.Request{Op: model.OpExport, Items: docsAt("docs:/a"), Target: onDisk(dir)})
			rs, _ := e.Report(s.ID)
			got := files(t, dir)
			if len(got) != k.files || rs[0].Kind != string(k.kind) || k.files == 1 && got["a.docx"] != "document a" || len(c.tasks) > 1 {
				t.Errorf("%s: %v, %+v, %+v", name, got, s, rs)
			}
		})
	}
}

func TestAFileThatChangesWhileItIsSentIsNotImported(t *testing.T) {
	for _, end := range []fate{fine, refusedFail, refusedNet} { // of the upload, which the change may have made fail
		synctest.Test(t, func(t *testing.T) {
			dir := t.TempDir()
			writeFiles(t, dir, "a.docx")
			c := newCabinet()
			c.fault = func(what string, n int) fate {
				if what != "upload" {
					return fine
				}
				_ = os.WriteFile(dir+"/a.docx", []byte("more"), 0o600)
				return end
			}
			e := openDocs(t, c, run.Options{})
			s := do(t, e, client.Request{Op: model.OpImport, Items: []model.Place{onDisk(dir + "/a.docx")}, Target: docAt("docs:/")})
			rs, _ := e.Report(s.ID)
			if s.Failed != 1 || len(c.tree()) != 0 || c.calls["begin"] != 0 || c.calls["upload"] != 1 || rs[0].Kind != string(client.KindConflict) {
				t.Errorf("%d: %d uploads, %+v %+v", end, c.calls["upload"], s, rs)
			}
		})
	}
}

// Where imports arrive has changed as well, though nothing stays there.
func TestAnImportTouchesTheFolderOfItsArrival(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		dir := t.TempDir()
		writeFiles(t, dir, "a.docx")
		c := newCabinet()
		c.add(homeID, "box", model.KindFolder)
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
		c := newCabinet()
		c.task = 4 * time.Second
		e := openDocs(t, c, run.Options{})
		p, err := e.Plan(t.Context(), client.Request{Op: model.OpImport, Items: []model.Place{onDisk(dir + "/in")}, Target: docAt("docs:/")})
		if err != nil {
			t.Fatal(err)
		}
		before := c.calls["list"]
		c.fault = func(what string, n int) fate {
			if what == "move" && n == 10 { // somebody else makes a document
				c.put(c.children(homeID)[0].id, "f39", model.KindDoc)
			}
			return fine
		}
		id, err := e.Start(t.Context(), p)
		if err != nil {
			t.Fatal(err)
		}
		s, err := e.Wait(t.Context(), id)
		rs, _ := e.Report(id)
		if lists := c.calls["list"] - before; err != nil || s.Done != 40 || s.Failed != 1 || rs[40].Kind != string(client.KindConflict) || lists > 12 {
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
		p, err := openDocs(t, newCabinet(), run.Options{}).Plan(t.Context(),
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
	c := newCabinet()
	c.add(homeID, "held", model.KindDoc)
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
		c := newCabinet()
		for i := range 4 {
			c.add(homeID, fmt.Sprint("d", i), model.KindDoc)
		}
		c.task = 10 * time.Minute
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
		if s := e.Jobs()[0]; s.State != model.JobRunning || s.Error != "waiting for the service's task (50% done)" {
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
		if s, err := e.Wait(t.Context(), id); err != nil || s.State != model.JobDone || s.Error != "" || c.calls["export"] != 4 {
			t.Fatalf("%+v, %v, %v", s, err, c.calls)
		}
		// Another one is cancelled: nothing of it remains on the disk.
		c.chunk, c.calls = 2, map[string]int{}
		for _, f := range []string{"d0", "d1"} {
			_ = os.Remove(dir + "/" + f + ".docx")
		}
		c.task = time.Second
		for _, n := range c.nodes {
			n.body = []byte(strings.Repeat("x", 400))
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

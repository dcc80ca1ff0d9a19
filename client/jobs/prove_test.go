package jobs

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"aloft/client"
	"aloft/model"
)

// What the drive has kept of an upload is compared with what was sent, and a source goes
// only when it is the same.
func TestAShortUploadFails(t *testing.T) {
	short := func(name string, b []byte) []byte {
		if name == "bad" {
			return b[:len(b)-1]
		}
		return b
	}
	other := func(name string, b []byte) []byte {
		if name == "bad" {
			b[0] = 'x'
		}
		return b
	}
	for name, c := range map[string]struct {
		op    model.Op
		keeps func(string, []byte) []byte
		says  string // "" = nothing fails
	}{
		"copied, one byte less":  {model.OpUpload, short, "only 99 of 100 bytes arrived"},
		"moved, one byte less":   {model.OpMove, short, "only 99 of 100 bytes arrived"},
		"moved, another byte":    {model.OpMove, other, "the drive's MD5 does not match the uploaded file"},
		"copied, as it was sent": {model.OpUpload, nil, ""},
		"moved, as it was sent":  {model.OpMove, nil, ""},
	} {
		t.Run(name, func(t *testing.T) {
			g := newCarriage(t)
			g.d.Keeps = c.keeps
			bad := g.put("top/bad", strings.Repeat("b", 100))
			for _, n := range []string{"1", "2", "3"} {
				g.put("top/"+n, n)
			}
			p, s, rs := g.run(client.Request{Op: c.op, Items: []model.Place{onDisk(g.dir + "/in/top")}, Target: driveAt()})
			said := ""
			for _, r := range rs {
				if r.Item.Name == "bad" && r.Item.Op != model.OpDelete {
					said = r.Error.String()
				}
			}
			if said != c.says || (s.State == model.JobDone) != (c.says == "") {
				t.Errorf("%s, %q: %+v", s.State, said, rs)
			}
			_, err := os.Stat(filepath.Join(g.dir, "in/top/bad"))
			if there := err == nil; there != (c.op == model.OpUpload || c.says != "") {
				t.Errorf("%s: the source is there: %v", bad, there)
			}
			if calls := g.d.Calls(); c.op == model.OpMove && calls["POST download"] > 1 {
				t.Errorf("%d calls for the MD5s of %d files", calls["POST download"], len(p.Items))
			}
		})
	}
}

// What the drive has kept of a copy within it is compared with the original, in a folder, too, with
// the audit and without it.
func TestAShortCopyFails(t *testing.T) {
	short := func(name string, b []byte) []byte {
		if name == "bad" {
			return b[:len(b)-1]
		}
		return b
	}
	none := func(name string, b []byte) []byte {
		if name == "bad" {
			return nil
		}
		return b
	}
	many := map[string]string{}
	for i := range 40 {
		many[fmt.Sprintf("from/%02d", i)] = "x"
	}
	many["from/bad"] = strings.Repeat("b", 100)
	few := map[string]string{"from/bad": many["from/bad"], "from/good": "x"}
	deep := map[string]string{"from/top/a": "x", "from/top/sub/bad": many["from/bad"], "from/top/sub/c": "x"}
	for name, c := range map[string]struct {
		files  map[string]string
		keeps  func(string, []byte) []byte
		change func(*client.Request)
		says   string // "" = nothing fails
	}{
		"a file, one byte less":   {few, short, nil, "only 99 of 100 bytes arrived"},
		"a file that is not made": {few, none, nil, "it was made but is not in the expected place"},
		"files as they are":       {few, nil, nil, ""},
		"many, without the audit": {many, short, func(r *client.Request) { r.NoAudit = true }, "only 99 of 100 bytes arrived"},
		"many, with the audit":    {many, short, nil, "only 99 of 100 bytes arrived"},
		"many, as they are":       {many, nil, nil, ""},
		"in a folder, less":       {deep, short, nil, "the copy of bad is incomplete: only 99 of 100 bytes arrived"},
		"in a folder, none":       {deep, none, nil, "the copy is incomplete: bad is missing"},
		"a folder as it is":       {deep, nil, nil, ""},
		"numbered, less": {few, short, func(r *client.Request) { r.Target, r.Rule = driveAt("from"), model.ConflictNumber },
			"only 99 of 100 bytes arrived"},
		"numbered, as they are": {few, nil, func(r *client.Request) { r.Target, r.Rule = driveAt("from"), model.ConflictNumber }, ""},
		"a folder, numbered":    {deep, nil, func(r *client.Request) { r.Target, r.Rule = driveAt("from"), model.ConflictNumber }, ""},
	} {
		t.Run(name, func(t *testing.T) {
			g := newCarriage(t)
			var items []model.Place
			for path, body := range c.files {
				g.d.Put(path, []byte(body))
				item := driveAt(strings.Split(path, "/")[:2]...)
				if !slices.ContainsFunc(items, item.Equal) {
					items = append(items, item)
				}
			}
			g.d.Put("to/there", []byte("x"))
			g.d.Keeps = c.keeps
			r := client.Request{Op: model.OpCopy, Items: items, Target: driveAt("to")}
			if c.change != nil {
				c.change(&r)
			}
			_, s, rs := g.run(r)
			said := ""
			for _, r := range rs {
				if r.Item.Name == "bad" || r.Item.Name == "top" {
					said = r.Error.String()
				}
			}
			if said != c.says || (s.State == model.JobDone) != (c.says == "") {
				t.Errorf("%s, %q: %+v", s.State, said, rs)
			}
		})
	}
}

// What somebody does to the original while its copy is looked at is not taken for a loss.
func TestAnOriginalThatChangesIsCopiedAllTheSame(t *testing.T) {
	g := newCarriage(t)
	g.d.Put("from/top/a", []byte("x"))
	g.d.Put("to/there", []byte("x"))
	done := false
	g.d.Before = func(_ http.ResponseWriter, r *http.Request) bool {
		if strings.HasSuffix(r.URL.Path, "file/copy") {
			done = true
		} else if done && strings.HasSuffix(r.URL.Path, "file/sort") {
			done = false
			for was := time.Now().UnixMilli(); time.Now().UnixMilli() == was; { // the clock of the drive counts them
			}
			g.d.Put("from/top/new", []byte("later"))
			g.d.Put("from/top/a", []byte("and longer"))
		}
		return false
	}
	if _, s, rs := g.run(client.Request{Op: model.OpCopy, Items: []model.Place{driveAt("from", "top")}, Target: driveAt("to")}); s.State != model.JobDone {
		t.Errorf("%s: %+v", s.State, rs)
	}
}

// A folder that one call has copied is compared with its original when it is taken back: by names, kinds, sizes
// and times, and by the MD5 of what may have come while the call ran. Whoever sets a time back changes no time.
func TestAnUndoComparesWithTheOriginal(t *testing.T) {
	born := time.Now().Truncate(time.Second).Add(500 * time.Millisecond)
	before, during, later := born.Add(-time.Hour), born.Add(time.Millisecond), born.Add(time.Hour)
	type change struct {
		at         time.Time
		path, body string // "" = it is removed
	}
	for name, c := range map[string]struct {
		then []change
		left []string // in the copy
	}{
		"as it was":                      {nil, nil},
		"another one of the same size":   {[]change{{later, "to/top/sub/b", "y"}}, []string{"to/top/sub/b"}},
		"the same, while the call ran":   {[]change{{during, "to/top/sub/b", "y"}}, []string{"to/top/sub/b"}},
		"as it was, while the call ran":  {[]change{{during, "to/top/sub/b", "x"}}, nil},
		"another size, set back":         {[]change{{before, "to/top/a", "yy"}}, []string{"to/top/a"}},
		"another size, in a folder":      {[]change{{before, "to/top/sub/b", "yy"}}, []string{"to/top/sub/b"}},
		"one more":                       {[]change{{later, "to/top/sub/c", "x"}}, []string{"to/top/sub/c"}},
		"one more, set back":             {[]change{{before, "to/top/sub/c", "x"}}, []string{"to/top/sub/c"}},
		"one that was renamed":           {[]change{{before, "to/top/a", ""}, {before, "to/top/A", "x"}}, []string{"to/top/A"}},
		"a file that was a folder":       {[]change{{before, "to/top/sub", ""}, {before, "to/top/sub", "x"}}, []string{"to/top/sub"}},
		"a folder that was a file":       {[]change{{before, "to/top/a", ""}, {before, "to/top/a/b", "x"}}, []string{"to/top/a/b"}},
		"the original is gone":           {[]change{{later, "from/top", ""}}, nil},
		"that, and another one":          {[]change{{later, "from/top", ""}, {later, "to/top/a", "y"}}, []string{"to/top/a"}},
		"that, and another one within":   {[]change{{later, "from/top", ""}, {later, "to/top/sub/b", "y"}}, []string{"to/top/sub/b"}},
		"a part of the original is gone": {[]change{{later, "from/top/sub/b", ""}}, []string{"to/top/sub/b"}},
		"the original has changed":       {[]change{{later, "from/top/a", "yy"}}, nil},
		"both have changed":              {[]change{{later, "from/top/a", "yy"}, {later, "to/top/a", "zz"}}, []string{"to/top/a"}},
	} {
		t.Run(name, func(t *testing.T) {
			g := newCarriage(t)
			now := before
			g.d.Now = func() time.Time { return now }
			g.d.Put("from/top/a", []byte("x"))
			g.d.Put("from/top/sub/b", []byte("x"))
			g.d.Put("to/there", []byte("x"))
			g.d.Before = func(_ http.ResponseWriter, r *http.Request) bool {
				for from := time.Now(); strings.HasSuffix(r.URL.Path, "file/copy") && time.Since(from) < during.Sub(born); { // so long it takes at least
				}
				return false
			}
			now = born
			_, s, rs := g.run(client.Request{Op: model.OpCopy, Items: []model.Place{driveAt("from", "top")}, Target: driveAt("to")})
			if s.State != model.JobDone {
				t.Fatalf("%s: %+v", s.State, rs)
			}
			for _, c := range c.then {
				if now = c.at; c.body == "" {
					g.d.Remove(c.path)
				} else {
					g.d.Put(c.path, []byte(c.body))
				}
			}
			p, err := g.Plan(t.Context(), client.Request{Undo: s.ID})
			must(t, err)
			if _, err := g.Start(t.Context(), p); err == nil {
				g.ended(p.ID)
			}
			var left []string
			for at := range g.d.Files() {
				if strings.HasPrefix(at, "to/top/") {
					left = append(left, at)
				}
			}
			if !slices.Equal(left, c.left) || len(left) > 0 && len(p.Refused) == 0 {
				t.Errorf("left %v, said %v", left, p.Refused)
			}
		})
	}
}

// What a job has sent or copied is compared when it is taken back: by its size, and by its MD5 where the drive
// tells it.
func TestAnUndoComparesWithWhatWasSent(t *testing.T) {
	for name, c := range map[string]struct {
		op     model.Op
		body   string // of somebody else's in its place; "" = it is as it was
		untold bool   // no MD5
	}{
		"sent":                           {op: model.OpUpload},
		"sent, another size":             {op: model.OpUpload, body: "yy", untold: true},
		"sent, another of the same size": {op: model.OpUpload, body: "y"},
		"copied":                         {op: model.OpCopy},
		"copied, another size":           {op: model.OpCopy, body: "yy", untold: true},
		"copied, another of that size":   {op: model.OpCopy, body: "y"},
	} {
		t.Run(name, func(t *testing.T) {
			g := newCarriage(t)
			g.d.Put("from/a", []byte("x"))
			g.d.Put("to/there", []byte("x"))
			from := driveAt("from", "a")
			if c.op == model.OpUpload {
				from = g.put("a", "x")
			}
			_, s, _ := g.run(client.Request{Op: c.op, Items: []model.Place{from}, Target: driveAt("to")})
			if c.body != "" {
				g.d.Put("to/a", []byte(c.body))
			}
			g.d.Before = func(w http.ResponseWriter, r *http.Request) bool {
				return c.untold && strings.HasSuffix(r.URL.Path, "file/download") && json.NewEncoder(w).Encode(map[string]any{"status": 200, "code": 0, "data": []any{}}) == nil
			}
			p, err := g.Plan(t.Context(), client.Request{Undo: s.ID})
			must(t, err)
			if _, err := g.Start(t.Context(), p); err == nil {
				g.ended(p.ID)
			}
			if got := g.d.Files()["to/a"]; got != c.body || (c.body != "") != (len(p.Refused) > 0) {
				t.Errorf("%q is left, said %v", got, p.Refused)
			}
		})
	}
}

// A file that the drive tells no MD5 of, with all that are asked for beside it, is judged by its size, and the others
// by their MD5s.
func TestAnUndoAsksForTheOthers(t *testing.T) {
	g := newCarriage(t)
	names := []string{"a", "b", "c", "large"}
	var from []model.Place
	for _, n := range names {
		from = append(from, g.put(n, "x"))
	}
	g.d.Put("to/there", []byte("x"))
	_, s, _ := g.run(client.Request{Op: model.OpUpload, Items: from, Target: driveAt("to")})
	g.d.Put("to/b", []byte("y"))
	f, err := g.src.List(t.Context(), driveAt("to"), client.Options{})
	must(t, err)
	large := f.Entries[slices.IndexFunc(f.Entries, func(e model.Entry) bool { return e.Name == "large" })].ID
	g.d.Before = func(w http.ResponseWriter, r *http.Request) bool {
		if !strings.HasSuffix(r.URL.Path, "file/download") {
			return false
		}
		body, _ := io.ReadAll(r.Body)
		r.Body = io.NopCloser(bytes.NewReader(body))
		if !bytes.Contains(body, []byte(large)) {
			return false
		}
		w.WriteHeader(http.StatusBadRequest)
		_, err := io.WriteString(w, `{"status":400,"code":23018,"message":"file size limit"}`)
		return err == nil
	}
	p, err := g.Plan(t.Context(), client.Request{Undo: s.ID})
	must(t, err)
	_, err = g.Start(t.Context(), p)
	must(t, err)
	g.ended(p.ID)
	if got := g.d.Files(); got["to/b"] != "y" || got["to/a"]+got["to/c"]+got["to/large"] != "" {
		t.Errorf("left %v, said %v", got, p.Refused)
	}
}

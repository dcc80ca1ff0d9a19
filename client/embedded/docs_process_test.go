//go:build unix

package embedded

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"os"
	"os/exec"
	"strings"
	"sync"
	"testing"
	"time"

	"aloft/client/clienttest/procs"
)

// docsChild in the environment, beside childDir, makes the child work on the
// documents.
const docsChild = "ALOFT_EMBEDDED_DOCS"

// childDocs makes folders of two documents, moves them into a space and one back,
// and prints each round: what it has printed must exist after a kill.
func childDocs(dir string) {
	s, err := Open(context.Background(), Options{Dir: dir})
	if err != nil {
		fmt.Println("error", err)
		os.Exit(1)
	}
	call := func(tool string, args object) map[string]any {
		j, _ := json.Marshal(object{"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": object{"name": tool, "arguments": args}})
		req, _ := http.NewRequest("POST", "http://aloft.local"+DocsPath, strings.NewReader(string(j)))
		req.Header.Set("Authorization", s.Token())
		req.Header.Set("Content-Type", "application/json")
		res, err := s.Transport().RoundTrip(req)
		if err != nil {
			fmt.Println("error", err)
			os.Exit(1)
		}
		var a struct {
			Result struct {
				Structured map[string]any `json:"structuredContent"`
			} `json:"result"`
		}
		b, _ := io.ReadAll(res.Body)
		if err := json.Unmarshal(b, &a); err != nil || a.Result.Structured["trace_id"] == nil || a.Result.Structured["error"] != nil {
			fmt.Println("error", tool, string(b))
			os.Exit(1)
		}
		return a.Result.Structured
	}
	space := call("create_space", object{"title": fmt.Sprint("child ", os.Getpid())})["space_id"].(string)
	for i := range 300 {
		folder := call("manage.create_file", object{"title": fmt.Sprint("f", i), "file_type": "folder"})["file_id"].(string)
		a := call("manage.create_file", object{"title": fmt.Sprint("a", i), "file_type": "doc", "parent_id": folder})["file_id"].(string)
		call("manage.create_file", object{"title": fmt.Sprint("b", i), "file_type": "sheet", "parent_id": folder})
		call("manage.move_file_to_space", object{"file_id": folder, "space_id": space})
		call("manage.move_file", object{"file_id": a})
		fmt.Println("moved", folder, a)
	}
}

// Two more processes and this one work on the documents of one file; both are
// killed while they do.
func TestProcessesShareTheDocuments(t *testing.T) {
	dir := t.TempDir()
	s, err := Open(t.Context(), Options{Dir: dir})
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	d := &desk{t: t, s: s, token: s.Token()}
	told := map[string]string{}
	var mu sync.Mutex
	var wg sync.WaitGroup
	var cmds []*exec.Cmd
	for range 2 {
		p := procs.Start(t, procs.Self(childDir+"="+dir, docsChild+"=1"))
		cmds = append(cmds, p.Cmd)
		rounds := make(chan struct{}, 1)
		wg.Go(func() {
			for n := 1; p.Lines.Scan(); n++ {
				var folder, doc string
				if _, err := fmt.Sscanf(p.Lines.Text(), "moved %s %s", &folder, &doc); err != nil {
					t.Errorf("the child says %q", p.Lines.Text())
				}
				mu.Lock()
				told[doc] = folder
				mu.Unlock()
				if n == 8 {
					rounds <- struct{}{}
				}
			}
		})
		select {
		case <-rounds:
		case <-time.After(20 * time.Second):
			t.Fatal("the child does nothing")
		}
	}
	for i := range 20 {
		d.create("doc", fmt.Sprint("mine ", i), "")
	}
	for _, cmd := range cmds {
		_ = cmd.Process.Kill()
	}
	wg.Wait()
	s.Close()

	r := open(t, Options{Dir: dir})
	again := &desk{t: t, s: r.s, token: d.token} // tokens outlive the process
	home := strings.Join(again.titles(""), " ")
	if n := strings.Count(home, "mine "); n != 20 {
		t.Errorf("%d of 20 documents", n)
	}
	if len(told) < 16 {
		t.Fatalf("%d rounds were told", len(told))
	}
	for doc, folder := range told {
		a := again.call("manage.query_file_info", object{"file_id": doc})
		b := again.call("manage.query_file_info", object{"file_id": folder})
		if a.str("space_id") != "" || b.str("space_id") == "" {
			t.Errorf("told, but not there: %v %v", a, b)
		}
	}
	checkPages(t, r.s)
	check(t, r.s)
}

// Two services of one process move one page between two folders: it is always in
// exactly one of them.
func TestDocumentsSideBySide(t *testing.T) {
	dir := t.TempDir()
	d := &desk{t: t, s: open(t, Options{Dir: dir}).s}
	d.token = d.s.Token()
	doc := d.create("doc", "x", "")
	space := d.call("create_space", object{"title": "S"}).str("space_id")
	var wg sync.WaitGroup
	for i := range 3 {
		e := &desk{t: t, s: open(t, Options{Dir: dir}).s, token: d.token}
		folder := e.create("folder", fmt.Sprint(i), "")
		wg.Go(func() {
			for n := range 20 {
				if n%2 == 0 {
					e.call("manage.move_file", object{"file_id": doc, "target_folder_id": folder})
				} else {
					e.call("manage.move_file_to_space", object{"file_id": doc, "space_id": space})
				}
				e.call("manage.copy_file", object{"file_id": e.create("mind", fmt.Sprint(n), folder), "title": "c", "folder_id": folder})
				e.call("manage.search_file", object{"search_key": "x"})
			}
		})
	}
	wg.Wait()
	if got := d.call("manage.search_file", object{"search_key": "x"}).list("list"); len(got) != 1 {
		t.Error(got)
	}
	if got := d.call("manage.search_file", object{"search_key": "c"}).list("list"); len(got) != 60 {
		t.Error(len(got), "copies")
	}
	checkPages(t, d.s)
	check(t, d.s)
}

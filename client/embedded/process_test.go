//go:build unix

package embedded

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"errors"
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
	"aloft/client/embedded/drive"
	"aloft/client/embedded/pages"
)

// childDir in the environment makes this test binary a second process that works on
// the database of that folder until it is killed, for a limited time.
const childDir = "ALOFT_EMBEDDED_CHILD"

func TestMain(m *testing.M) {
	if dir := os.Getenv(childDir); dir != "" {
		if at := os.Getenv(crashAt); at != "" {
			crashing(dir, at)
		}
		if at := os.Getenv(editChild); at != "" {
			childEdits(dir, at)
		}
		if at := os.Getenv(sendChild); at != "" {
			childSends(dir, at)
		}
		if os.Getenv(holdChild) != "" {
			childHolds(dir)
			return
		}
		if os.Getenv(docsChild) != "" {
			childDocs(dir)
			return
		}
		child(dir)
		return
	}
	os.Exit(m.Run())
}

// child makes folders of two entries and moves both back and forth, and prints each
// answer: what it has printed must exist after a kill.
func child(dir string) {
	s, err := Open(context.Background(), Options{Dir: dir})
	if err != nil {
		fmt.Println("error", err)
		os.Exit(1)
	}
	post := func(path string, body any) map[string]any {
		j, _ := json.Marshal(body)
		req, _ := http.NewRequest("POST", "http://aloft.local"+drive.Prefix+path, bytes.NewReader(j))
		req.Header.Set("Cookie", s.Cookie())
		resp, err := s.Transport().RoundTrip(req)
		if err != nil {
			fmt.Println("error", err)
			os.Exit(1)
		}
		var env struct {
			Code int            `json:"code"`
			Data map[string]any `json:"data"`
		}
		b, _ := io.ReadAll(resp.Body)
		if err := json.Unmarshal(b, &env); err != nil || env.Code != 0 {
			fmt.Println("error", path, string(b))
			os.Exit(1)
		}
		return env.Data
	}
	make := func(parent, name string) string {
		return post("/file", object{"pdir_fid": parent, "file_name": name, "file_type": 0, "dir_init": true})["fid"].(string)
	}
	home := make("0", fmt.Sprint("child ", os.Getpid()))
	for i := range 500 {
		a := make(home, fmt.Sprint("a", i))
		b := make(home, fmt.Sprint("b", i))
		x, y := make(a, "x"), make(a, "y")
		post("/file/move", move(b, x, y))
		fmt.Println("moved", home, i)
	}
}

// start returns the child's lines.
func start(t *testing.T, dir string) (*exec.Cmd, *bufio.Scanner) {
	t.Helper()
	p := procs.Start(t, procs.Self(childDir+"="+dir))
	return p.Cmd, p.Lines
}

// Two more processes and this one work on one file; one is killed while it does.
func TestProcessesShareTheFile(t *testing.T) {
	dir := t.TempDir()
	s, err := Open(t.Context(), Options{Dir: dir, Sample: true})
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	r := &rig{t: t, s: s}

	last := map[string]int{} // home fid → last round told
	var mu sync.Mutex
	var wg sync.WaitGroup
	var cmds []*exec.Cmd
	for range 2 {
		cmd, lines := start(t, dir)
		cmds = append(cmds, cmd)
		told := make(chan struct{}, 1)
		wg.Go(func() {
			rounds := 0
			for lines.Scan() {
				var home string
				var i int
				if _, err := fmt.Sscanf(lines.Text(), "moved %s %d", &home, &i); err != nil {
					t.Errorf("the child says %q", lines.Text())
				}
				mu.Lock()
				last[home] = i
				mu.Unlock()
				if rounds++; rounds == 10 {
					told <- struct{}{}
				}
			}
		})
		select {
		case <-told:
		case <-time.After(20 * time.Second):
			t.Fatal("the child does nothing")
		}
	}
	// Meanwhile this process writes too.
	for i := range 20 {
		r.want(200, 0, "POST", "/file", object{"pdir_fid": "0", "file_name": fmt.Sprint("mine ", i), "file_type": 0, "dir_init": true})
	}
	for _, cmd := range cmds {
		if err := cmd.Process.Kill(); err != nil && !errors.Is(err, os.ErrProcessDone) {
			t.Error(err)
		}
	}
	wg.Wait()
	if n := strings.Count(r.names("0"), "mine "); n != 20 {
		t.Errorf("%d of 20 folders", n)
	}
	s.Close()

	again := open(t, Options{Dir: dir})
	if len(last) != 2 {
		t.Fatalf("%d children told of their work", len(last))
	}
	for home, n := range last {
		holds := map[string]string{}
		for _, e := range again.ls(home) {
			holds[e.Name] = again.names(e.FID)
		}
		for i := range n + 1 {
			if got := holds[fmt.Sprint("b", i)]; got != "x,y" {
				t.Errorf("round %d was told, but its folder holds %q", i, got)
			}
		}
		for name, got := range holds { // the current round: each step whole or not at all
			if strings.HasPrefix(name, "b") && got != "" && got != "x,y" {
				t.Errorf("%s holds %q: half a move", name, got)
			}
		}
	}
	check(t, again.s)
}

// check runs the database's own checks, and checks the counts.
func check(t *testing.T, s *Service) {
	t.Helper()
	err := s.pages.View(t.Context(), func(l pages.Rows) error {
		var verdict string
		if _, err := l.Row("PRAGMA integrity_check", nil, &verdict); err != nil || verdict != "ok" {
			t.Errorf("integrity: %s %v", verdict, err)
		}
		err := l.Rows("PRAGMA foreign_key_check", nil, func(func(...any) error) error {
			t.Error("a row points nowhere")
			return nil
		})
		if err != nil {
			return err
		}
		var wrong int
		_, err = l.Row("SELECT count(*) FROM node p WHERE kids <> (SELECT count(*) FROM node c WHERE c.parent = p.seq)", nil, &wrong)
		if wrong != 0 {
			t.Errorf("%d folders miscount what they hold", wrong)
		}
		return err
	})
	if err != nil {
		t.Error(err)
	}
}

// Two services of one process on one file, many concurrent requests.
func TestServicesSideBySide(t *testing.T) {
	dir := t.TempDir()
	var wg sync.WaitGroup
	rigs := make([]*rig, 4)
	for i := range rigs { // all four open it first at the same time
		wg.Go(func() {
			s, err := Open(t.Context(), Options{Dir: dir, Sample: true, Fast: true})
			if err != nil {
				t.Error(err)
				return
			}
			rigs[i] = &rig{t: t, s: s}
		})
	}
	wg.Wait()
	if t.Failed() {
		t.FailNow()
	}
	want := len(mustDump(t, open(t, Options{Sample: true})))
	if got := rigs[0].names("0"); strings.Count(got, "Photos") != 1 {
		t.Errorf("the sample came more than once, or not (%d): %s", want, got)
	}
	// All move the same entry: exactly one of each round's moves counts.
	rigs[0].plant("from/x", "to 0/", "to 1/", "to 2/", "to 3/")
	x := rigs[0].fid("from/x")
	for i, r := range rigs {
		wg.Go(func() {
			to := r.fid(fmt.Sprint("to ", i))
			for range 25 {
				r.want(200, 0, "POST", "/file/move", move(to, x))
				r.ls(to)
			}
		})
	}
	wg.Wait()
	places := 0
	for _, it := range mustDump(t, rigs[0]) {
		if it.Path[len(it.Path)-1] == "x" {
			places++
			if it.Moves < 4 || it.Moves > 100 {
				t.Errorf("%d effective moves", it.Moves)
			}
		}
	}
	if places != 1 {
		t.Errorf("x is in %d places", places)
	}
	check(t, rigs[0].s)
	for _, r := range rigs {
		if err := r.s.Close(); err != nil {
			t.Error(err)
		}
	}
}

//go:build unix

package main

import (
	"bufio"
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"

	"golang.org/x/sys/unix"

	"aloft/client/clienttest/procs"
)

// hookConf has one project and the platform box.
func hookConf(dir string) string {
	return fmt.Sprintf("[webhook]\n[webhook.projects.site]\ndir = %q\nagent = [\"sh\", \"-c\", %q]\n[webhook.platforms.box]\ntype = \"command\"\ncommand = [\"sh\", \"-c\", %q, %q]\n",
		filepath.Join(dir, "site"), hookAgent, hookBox, filepath.Join(dir, "box"))
}

// listed are the deliveries that the command line knows, by id.
func listed(t *testing.T, dir string) map[string]string {
	t.Helper()
	out, err := aloftIn(dir, "hook", "ls", "--all", "--jsonl", "-n", "0").Output()
	if err != nil {
		t.Fatalf("ls: %v", err)
	}
	all := map[string]string{}
	for s := bufio.NewScanner(bytes.NewReader(out)); s.Scan(); {
		var d struct{ ID, Event, State string }
		if err := json.Unmarshal(s.Bytes(), &d); err != nil {
			t.Fatalf("%q: %v", s.Text(), err)
		}
		if _, twice := all[d.ID]; twice {
			t.Errorf("%s is listed twice", d.ID)
		}
		all[d.ID] = d.State
	}
	return all
}

// Deliveries over many connections, two thousand in a campaign: all are answered, each
// has an id of its own, all commands run once, and after kill -9 right after the last
// answer none is missing.
func TestHookLoad(t *testing.T) {
	t.Parallel()
	senders, each := 16, 32
	if procs.Campaign() {
		senders = 64
	}
	commands := senders
	dir := makeHookDir(t, hookSetup{projects: []string{"site"}})
	at, process := serveHook(t, dir, hookConf(dir), false)
	client := &http.Client{Transport: &http.Transport{MaxIdleConnsPerHost: senders, MaxConnsPerHost: senders}}
	var mu sync.Mutex
	ids := map[string]bool{}
	deliver := func(sender, n int) error {
		body := fmt.Sprintf(`{"session_key":"nobody:%d","event":"load-%d","prompt":"x"}`, sender, n)
		if n == 0 {
			body = fmt.Sprintf(`{"session_key":"box:%d","event":"load","exec":"echo %d >>ran","silent":true}`, sender, sender)
		}
		q, err := http.NewRequestWithContext(t.Context(), "POST", "http://"+at.addr+at.path, strings.NewReader(body))
		if err != nil {
			return err
		}
		q.Header.Set("Authorization", "Bearer "+at.token)
		r, err := client.Do(q)
		if err != nil {
			return err
		}
		defer func() { _ = r.Body.Close() }()
		said, err := io.ReadAll(r.Body)
		if err != nil || r.StatusCode != 200 {
			return fmt.Errorf("%d %q %w", r.StatusCode, said, err)
		}
		mu.Lock()
		defer mu.Unlock()
		ids[r.Header.Get("Aloft-Delivery")] = true
		return nil
	}
	var all sync.WaitGroup
	for s := range senders {
		all.Go(func() {
			for n := range each {
				if err := deliver(s, n); err != nil {
					t.Errorf("sender %d, delivery %d: %v", s, n, err)
					return
				}
			}
		})
	}
	all.Wait()
	if len(ids) != senders*each {
		t.Errorf("%d ids of %d deliveries", len(ids), senders*each)
	}
	w := &hookWire{hookAt: at, patience: hookPatience}
	w.until("all commands", func() bool {
		b, _ := os.ReadFile(w.in("ran"))
		return bytes.Count(b, []byte("\n")) >= commands
	})
	b, _ := os.ReadFile(w.in("ran"))
	for n := range commands {
		if c := strings.Count("\n"+string(b), fmt.Sprintf("\n%d\n", n)); c != 1 {
			w.bad("command %d ran %d times", n, c)
		}
	}
	last := w.deliver(fields{"session_key": "nobody:x", "exec": "true", "event": "last"})
	ids[last.header.Get("Aloft-Delivery")] = true
	_ = process.Process.Signal(unix.SIGKILL)
	_ = process.Wait()
	found := listed(t, dir)
	for id := range ids {
		if _, ok := found[id]; !ok {
			w.bad("%s was answered with 200 and is not in the list", id)
		}
	}
	if len(found) != len(ids) {
		w.bad("%d are listed, %d were accepted", len(found), len(ids))
	}
	for _, f := range w.faults {
		t.Error(f)
	}
}

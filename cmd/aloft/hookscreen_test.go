//go:build unix

package main

import (
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"net/http"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
	"time"
)

// hookSeat is a screen with its receiver, to which requests come by HTTP. What a
// delivery runs may call the program, which then works on the same home.
type hookSeat struct {
	*keyboard
	port       int
	url, token string
	client     *http.Client
}

// sitAtHooks opens the screen on two places, with a configuration of the receiver,
// and waits for its state in the header.
func sitAtHooks(t *testing.T, conf string, left, right, says string) *hookSeat {
	t.Helper()
	h := hookHome(t)
	h.configure(h.port, conf)
	h.open(left, right)
	h.Shows(says)
	return h
}

// hookHome is where a screen will be opened.
func hookHome(t *testing.T) *hookSeat {
	t.Helper()
	h := &hookSeat{keyboard: &keyboard{t: t, home: t.TempDir(), files: t.TempDir()}}
	for _, name := range []string{"XDG_CONFIG_HOME", "XDG_DATA_HOME", "XDG_STATE_HOME", "XDG_CACHE_HOME", "XDG_RUNTIME_DIR"} {
		t.Setenv(name, "")
	}
	t.Setenv("HOME", h.home)
	t.Setenv("TEST_SCALE", "0.1")
	h.client = &http.Client{Timeout: time.Minute, Transport: &http.Transport{DisableKeepAlives: true}}
	h.at(freePort(t))
	h.token = strings.TrimSpace(h.aloft("hook", "token"))
	return h
}

// at sets the port that requests are sent to from now on.
func (h *hookSeat) at(port int) {
	h.port, h.url = port, "http://127.0.0.1:"+strconv.Itoa(port)+"/hook"
}

// configure writes the configuration of the receiver; $FILES in it is the folder
// of this computer.
func (h *hookSeat) configure(port int, conf string) {
	h.t.Helper()
	file := filepath.Join(h.home, ".config", "aloft", "config.toml")
	if err := os.MkdirAll(filepath.Dir(file), 0o700); err != nil {
		h.t.Fatal(err)
	}
	h.put(file, "[webhook]\nport = "+strconv.Itoa(port)+"\n"+strings.ReplaceAll(conf, "$FILES", h.files))
}

// put makes or replaces a file.
func (h *hookSeat) put(file, text string) {
	h.t.Helper()
	if err := os.WriteFile(file+"~", []byte(text), 0o600); err != nil {
		h.t.Fatal(err)
	}
	if err := os.Rename(file+"~", file); err != nil {
		h.t.Fatal(err)
	}
}

// in is a path in the folder of this computer.
func (h *hookSeat) in(name string) string { return filepath.Join(h.files, name) }

// body of a request; without a folder a command runs in that of this computer.
func (h *hookSeat) body(f fields) string {
	h.t.Helper()
	all := fields{"session_key": "tui:desk"}
	if f["exec"] != nil {
		all["work_dir"] = h.files
	}
	for name, v := range f {
		all[name] = v
	}
	b, err := json.Marshal(all)
	if err != nil {
		h.t.Fatal(err)
	}
	return string(b)
}

// post sends a request; without an answer the status is 0.
func (h *hookSeat) post(f fields) (status int, id string) {
	h.t.Helper()
	q, err := http.NewRequestWithContext(h.t.Context(), http.MethodPost, h.url, strings.NewReader(h.body(f)))
	if err != nil {
		h.t.Fatal(err)
	}
	q.Header.Set("Authorization", "Bearer "+h.token)
	r, err := h.client.Do(q)
	if err != nil {
		return 0, ""
	}
	if err := r.Body.Close(); err != nil {
		h.t.Fatal(err)
	}
	return r.StatusCode, r.Header.Get("Aloft-Delivery")
}

// deliver sends a request that must be accepted, and gives the delivery's id.
func (h *hookSeat) deliver(event string, f fields) string {
	h.t.Helper()
	f["event"] = event
	status, id := h.post(f)
	if status != http.StatusOK || id == "" {
		h.t.Fatalf("%s was answered %d", event, status)
	}
	return id
}

// filed waits for a file in the folder of this computer with the text.
func (h *hookSeat) filed(name, text string) string {
	h.t.Helper()
	tick := time.NewTicker(10 * time.Millisecond)
	defer tick.Stop()
	for range 4000 {
		if data, err := os.ReadFile(h.in(name)); err == nil && strings.Contains(string(data), text) {
			return string(data)
		}
		<-tick.C
	}
	h.t.Fatalf("%s never had %q in it", name, text)
	return ""
}

// absent: no such file was made.
func (h *hookSeat) absent(name string) {
	h.t.Helper()
	if _, err := os.Stat(h.in(name)); !errors.Is(err, fs.ErrNotExist) {
		h.t.Errorf("%s is there (%v)", name, err)
	}
}

// row waits for a line of the screen that has all the texts.
func (h *hookSeat) row(texts ...string) {
	h.t.Helper()
	h.Until("has a line with "+strings.Join(texts, " and "), func(screen string) bool {
		for line := range strings.Lines(screen) {
			n := 0
			for _, s := range texts {
				if strings.Contains(line, s) {
					n++
				}
			}
			if n == len(texts) {
				return true
			}
		}
		return false
	})
}

// pane waits until one of the two panes has, or has not, the text.
func (h *hookSeat) pane(n int, text string, has bool) {
	h.t.Helper()
	h.Until(fmt.Sprint("is so in pane ", n, ": ", text, " ", has), func(screen string) bool {
		for line := range strings.Lines(screen) {
			if columns := strings.Split(line, "│"); len(columns) >= n && strings.Contains(columns[n-1], text) {
				return has
			}
		}
		return !has
	})
}

// One delivery moves an entry and another one edits a document: the panes and the
// reader show it, without a key.
func TestTheScreenFollowsDeliveries(t *testing.T) {
	h := sitAtHooks(t, "", "drive:/To sort", "drive:/Archive", " up")
	h.pane(1, "scan0002.pdf", true)
	h.deliver("sorted", fields{"exec": `"$ALOFT_PROGRAM" mv 'drive:/To sort/scan0002.pdf' drive:/Archive`})
	h.pane(2, "scan0002.pdf", true)
	h.pane(1, "scan0002.pdf", false)
	h.pane(1, "scan0001.pdf", true)
	h.Shows("hook :" + strconv.Itoa(h.port) + " up (1 new)")
	// No job does this, whose events would reach the screen anyway.
	h.deliver("made", fields{"exec": `"$ALOFT_PROGRAM" mkdir 'drive:/To sort/Made here' 'drive:/Archive/Made there'`})
	h.pane(1, "Made here/", true)
	h.pane(2, "Made there/", true)

	h.Keys("g", "p", "ctrl+u")
	h.Type(planner)
	h.Keys("enter")
	h.read("")
	h.deliver("told", fields{"exec": `echo 'Told by a delivery.' | "$ALOFT_PROGRAM" insert '` + aReport + `' --at start`})
	h.Shows("Told by a delivery.", "version 2", "(3 new)")
	h.Keys("W")
	h.row("sorted", "done")
	h.row("told", "done")
	h.Hides("new)")
}

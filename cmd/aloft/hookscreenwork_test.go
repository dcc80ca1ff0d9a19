//go:build unix

package main

import (
	"encoding/json"
	"os"
	"os/exec"
	"strconv"
	"strings"
	"testing"
	"time"

	"golang.org/x/sys/unix"
)

// alive: the process runs.
func alive(pid int) bool { return pid > 1 && unix.Kill(pid, 0) == nil && !zombie(pid) }

// endless is a command that writes its process id to a file and never ends by
// itself.
const endless = `echo $$ >pid.part && mv pid.part pid; while :; do sleep 0.1; done`

// begun waits for an endless command and returns its process.
func (h *hookSeat) begun() int {
	h.t.Helper()
	pid, err := strconv.Atoi(strings.TrimSpace(h.filed("pid", "\n")))
	if err != nil || !alive(pid) {
		h.t.Fatalf("process %d does not run (%v)", pid, err)
	}
	return pid
}

// dead waits for the end of a process.
func (h *hookSeat) dead(pid int) {
	h.t.Helper()
	tick := time.NewTicker(10 * time.Millisecond)
	defer tick.Stop()
	for range 2000 {
		if !alive(pid) {
			return
		}
		<-tick.C
	}
	_ = unix.Kill(pid, unix.SIGKILL)
	h.t.Fatalf("process %d runs on", pid)
}

// The keys of the panel and of a delivery shown in full, on real ones.
func TestWorkOfDeliveriesFromKeys(t *testing.T) {
	h := sitAtHooks(t, "", "docs:/", "disk:/", " up")
	build := fields{"exec": `echo line $((10+1)); until [ -e go ]; do sleep 0.02; done; echo line $((10+2)); echo x >>times`, "payload": fields{"n": 7}}
	id := h.deliver("build", build)
	h.Keys("W")
	h.row("> ", "200", "running", "build", "exec", "default", "tui:desk")

	// Its output grows without a key.
	h.Keys("enter")
	h.Shows("line 11", "following", "Authorization: Bearer [redacted]")
	h.Hides("line 12", h.token)
	h.put(h.in("go"), "")
	h.Shows("line 12", "5 build  done")
	h.Hides("following")
	h.Keys("y")
	h.Copies(func(s string) bool { return s == h.body(build) })
	h.Keys("o")
	h.Copies(func(s string) bool { return s == "line 11\nline 12\n" })
	h.Keys("e")
	h.Shows("Save as lines of JSON", "delivery-"+id+".jsonl")
	h.Keys("ctrl+u")
	h.Type("disk:" + h.in("one.jsonl"))
	h.Keys("enter")
	h.Shows("Saved 1 delivery to")
	if got := h.saved("one.jsonl"); len(got) != 1 || got[0].ID != id || got[0].State != "done" || got[0].Event != "build" {
		t.Errorf("%+v", got)
	}

	// A copied request is one more delivery, with the token from the program.
	h.Keys("Y")
	request := h.Copies(func(s string) bool { return strings.Contains(s, "curl") })
	if strings.Contains(request, h.token) {
		t.Error("the token is in the line")
	}
	c := exec.Command("sh", "-c", request)
	if out, err := c.CombinedOutput(); err != nil {
		t.Fatalf("%s\n%v: %s", request, err, out)
	}
	h.filed("times", "x\nx\n")
	h.Keys("esc")
	h.Shows("2 deliveries")

	// A running one is stopped; the one before it is replayed, after a question.
	h.deliver("endless", fields{"exec": endless})
	pid := h.begun()
	h.row("> ", "running", "endless")
	h.Keys("x")
	h.row("stopped", "endless")
	h.Shows("Stopped: endless")
	h.dead(pid)
	h.Keys("x")
	h.Shows("This delivery has ended")
	h.Keys("j", "j")
	h.row("> ", "done", "build")
	h.Keys("r")
	h.Shows("Deliver again", "This runs once more:")
	h.Keys("esc")
	h.Hides("Deliver again")
	h.Keys("r")
	h.Shows("Deliver again")
	h.Keys("y")
	h.row("done", "build", "replay: ")
	if times := h.filed("times", "x\nx\nx\n"); times != "x\nx\nx\n" {
		t.Errorf("it ran more often than it was asked for: %q", times)
	}
	h.Shows("4 deliveries")

	// All of them, the oldest first; and ended ones are cleared from the list.
	h.Keys("e")
	h.Shows("Save as lines of JSON", "deliveries-")
	h.Keys("ctrl+u")
	h.Type("disk:" + h.in("all.jsonl"))
	h.Keys("enter")
	h.Shows("Saved 4 deliveries to")
	if got := h.saved("all.jsonl"); len(got) != 4 || got[0].ID != id || got[2].State != "stopped" || got[3].Of != id || !got[3].Replay {
		t.Errorf("%+v", got)
	}
	h.Keys("c")
	h.Shows("0 deliveries", "The list is empty.", "hook ls --all still shows them")
	if s := h.aloft("hook", "ls", "--all"); strings.Count(s, "build") != 3 || strings.Count(s, "endless") != 1 {
		t.Error(s)
	}
}

// savedDelivery is a line of a saved file.
type savedDelivery struct {
	ID, State, Event, Of string
	Replay               bool
}

func (h *hookSeat) saved(name string) (all []savedDelivery) {
	h.t.Helper()
	data, err := os.ReadFile(h.in(name))
	if err != nil {
		h.t.Fatal(err)
	}
	for line := range strings.Lines(string(data)) {
		var d savedDelivery
		if err := json.Unmarshal([]byte(line), &d); err != nil {
			h.t.Fatalf("%v: %s", err, line)
		}
		all = append(all, d)
	}
	return all
}

//go:build unix

package main

import (
	"os"
	"os/exec"
	"strconv"
	"strings"
	"testing"

	"golang.org/x/sys/unix"
)

// serve starts a receiver without a screen, and waits until it listens.
func (h *hookSeat) serve() *exec.Cmd {
	h.t.Helper()
	c := exec.Command("aloft", "hook", "serve")
	c.Dir, c.Env = h.files, os.Environ()
	if err := c.Start(); err != nil {
		h.t.Fatal(err)
	}
	h.t.Cleanup(func() {
		if c.ProcessState == nil {
			_ = c.Process.Kill()
			_ = c.Wait()
		}
	})
	h.answers(400, fields{"prompt": ""})
	return c
}

// elsewhere is the header's text about a receiver in another process.
func (h *hookSeat) elsewhere() string { return "webhook: another aloft" }

// Of two programs the second follows and steers the first, and takes over when
// that one ends.
func TestASecondProgram(t *testing.T) {
	h := hookHome(t)
	h.configure(h.port, askingSite)
	first := h.serve()
	h.open("docs:/", "disk:/")
	h.Shows(h.elsewhere())

	h.deliver("work", fields{"exec": "echo x >>times; " + endless})
	h.Shows("Run this command?", "echo x >>times")
	h.chooses("Allow")
	pid := h.begun()
	h.Keys("W")
	h.Shows("process " + strconv.Itoa(first.Process.Pid) + ") listens")
	h.row("> ", "running", "work")
	h.Keys("p")
	h.Shows("Paused, in another aloft", ", paused")
	h.Keys("p")
	h.Shows("process " + strconv.Itoa(first.Process.Pid) + ") listens")
	h.Keys("x")
	h.row("stopped", "work")
	h.dead(pid)
	if err := os.Remove(h.in("pid")); err != nil {
		t.Fatal(err)
	}
	h.Keys("r")
	h.Shows("Deliver again")
	h.Keys("y")
	h.Shows("Run this command?")
	h.chooses("Allow")
	h.row("running", "work", "replay: ")
	h.filed("times", "x\nx\n")
	pid = h.begun()

	// What the first one runs ends with it, which is reported here.
	if err := first.Process.Signal(unix.SIGINT); err != nil {
		t.Fatal(err)
	}
	if err := first.Wait(); err != nil {
		t.Error(err)
	}
	h.dead(pid)
	h.Shows(h.up())
	h.Until("has both ended", func(screen string) bool { return strings.Count(screen, "stopped ") >= 2 })
	h.deliver("later", fields{"prompt": "x"})
	h.row("200", "later", "done")
}

// What a killed program has left running ends when another one takes over, which
// reports that it was cut off.
func TestTakingOverFromAKilledProgram(t *testing.T) {
	h := hookHome(t)
	h.configure(h.port, "")
	first := h.serve()
	h.deliver("done", fields{"exec": "echo ran >ran"})
	h.filed("ran", "ran\n")
	h.deliver("work", fields{"exec": endless})
	pid := h.begun()
	h.open("docs:/", "disk:/")
	h.Shows(h.elsewhere())
	h.Keys("W")
	h.row("> ", "running", "work")
	if err := first.Process.Kill(); err != nil {
		t.Fatal(err)
	}
	_ = first.Wait()
	h.Shows(h.up())
	h.dead(pid)
	h.row("cut off", "work")
	h.row("done ", "done ")
	h.Keys("enter")
	h.Shows("5 work  cut off", "the program was killed while it ran")
	h.deliver("later", fields{"exec": "echo ran >later"})
	h.filed("later", "ran\n")
}

// Whoever quits while a command runs is asked, and is told what was stopped.
func TestQuittingNamesWhatWasStopped(t *testing.T) {
	h := sitAtHooks(t, "", "docs:/", "disk:/", " up")
	id := h.deliver("endless", fields{"exec": endless})
	pid := h.begun()
	h.Shows("1 new")
	h.Keys("q")
	h.Shows("1 delivery is running", "endless running: echo $$ >pid.part", "stop them and quit")
	h.Keys("esc")
	h.Hides("delivery is running")
	if !alive(pid) {
		t.Fatal("it was stopped without being asked for")
	}
	h.Keys("q")
	h.Shows("stop them and quit")
	h.Keys("x")
	h.Ends()
	h.app.receiver.Close()
	h.dead(pid)
	said, err := os.ReadFile(h.said.Name())
	if err != nil {
		t.Fatal(err)
	}
	lines := strings.SplitN(strings.TrimSpace(string(said)), "\n", 2)
	if len(lines) != 2 || !strings.Contains(lines[0], "1 delivery") || !strings.Contains(lines[1], id+" stopped endless  echo $$ >pid.part") {
		t.Errorf("it said %q", said)
	}
	if s := h.aloft("hook", "show", id); !strings.Contains(s, "stopped") {
		t.Error(s)
	}
}

// Quitting may wait for a command; the terminal notifies of its end and the
// program's.
func TestQuittingWaits(t *testing.T) {
	h := hookHome(t)
	h.configure(h.port, "")
	h.more = []string{"TERM_PROGRAM=iTerm.app"}
	h.open("docs:/", "disk:/")
	h.Shows(h.up())
	h.deliver("ring", fields{"session_key": "desktop:me", "exec": `echo "it $((40+2)) rang"; until [ -e go ]; do sleep 0.02; done`})
	h.Orders("9;", "ring")
	h.Keys("q")
	h.Shows("1 delivery is running", "ring running")
	h.Keys("enter")
	h.Hides("delivery is running")
	h.put(h.in("go"), "")
	h.Orders("9;", "ring", "it 42 rang")
	h.Ends()
}

// What another program runs does not delay quitting, and is left alone.
func TestWhoFollowsQuitsAtOnce(t *testing.T) {
	h := hookHome(t)
	h.configure(h.port, "")
	first := h.serve()
	h.deliver("work", fields{"exec": endless})
	pid := h.begun()
	h.open("docs:/", "disk:/")
	h.Shows(h.elsewhere())
	h.Keys("W")
	h.row("running", "work")
	h.Keys("q")
	h.Ends()
	h.app.receiver.Close()
	if said, err := os.ReadFile(h.said.Name()); !alive(pid) || err != nil || len(said) > 0 {
		t.Errorf("it stopped what is not its own: %q %v", said, err)
	}
	if err := first.Process.Signal(unix.SIGINT); err != nil {
		t.Fatal(err)
	}
	if err := first.Wait(); err != nil {
		t.Error(err)
	}
	h.dead(pid)
}

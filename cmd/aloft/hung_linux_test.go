package main

import (
	"bytes"
	"encoding/binary"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"

	"golang.org/x/sys/unix"

	"aloft/client/clienttest/procs"
)

// hung is a mounted file system that answers the kernel's first question and nothing more,
// as that of an NFS server that is gone. What is asked stays unread, so that a process that
// waits for it can be killed.
type hung struct {
	dir string
	fd  int
}

func newHung(t *testing.T) *hung {
	fd, err := unix.Open("/dev/fuse", unix.O_RDWR|unix.O_CLOEXEC, 0)
	if err != nil {
		t.Skip("no FUSE here:", err)
	}
	h := &hung{t.TempDir(), fd}
	t.Cleanup(func() { unix.Close(fd) }) // all that still waits gets an error
	if err := unix.Mount("hung", h.dir, "fuse", 0, fmt.Sprintf("fd=%d,rootmode=40000,user_id=0,group_id=0,allow_other", fd)); err != nil {
		t.Skip("nothing can be mounted here:", err)
	}
	t.Cleanup(func() { _ = unix.Unmount(h.dir, unix.MNT_DETACH) })
	asked := make([]byte, 1<<17)
	if _, err := unix.Read(fd, asked); err != nil {
		t.Fatal(err)
	}
	answer := make([]byte, 16+64)
	binary.NativeEndian.PutUint32(answer, uint32(len(answer)))
	copy(answer[8:16], asked[8:16]) // which question it is for
	for i, v := range []uint32{7, 31, 65536, 0, 12 | 9<<16, 65536, 1} {
		binary.NativeEndian.PutUint32(answer[16+4*i:], v)
	}
	if _, err := unix.Write(fd, answer); err != nil {
		t.Fatal(err)
	}
	return h
}

// waitedFor waits until somebody waits for an answer.
func (h *hung) waitedFor() bool {
	asked := []unix.PollFd{{Fd: int32(h.fd), Events: unix.POLLIN}}
	for {
		n, err := unix.Poll(asked, 20_000)
		if !errors.Is(err, unix.EINTR) {
			return n == 1 && err == nil
		}
	}
}

// mainWaits reports whether the main thread is in futex(2), where a signal wakes it.
func mainWaits(pid int) bool {
	for until := time.Now().Add(5 * time.Second); time.Now().Before(until); time.Sleep(time.Millisecond) {
		call, err := os.ReadFile(fmt.Sprintf("/proc/%d/task/%[1]d/syscall", pid))
		if number, _, _ := strings.Cut(string(call), " "); err != nil || number == strconv.Itoa(unix.SYS_FUTEX) {
			return true
		}
	}
	return false
}

// ends starts a command and interrupts it once it waits for what never comes.
func ends(t *testing.T, sig os.Signal, waits func(pid int) bool, args ...string) {
	t.Helper()
	home := t.TempDir()
	if err := os.WriteFile(filepath.Join(home, "f"), []byte("x\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	c := procs.Self("HOME="+home, "TEST_QUIET=1", "TEST_SCALE=1")
	var said bytes.Buffer
	c.Args, c.Dir, c.Stdout, c.Stderr = append(c.Args[:1], args...), home, nil, &said
	if err := c.Start(); err != nil {
		t.Fatal(err)
	}
	ended := make(chan error, 1)
	go func() { ended <- c.Wait() }()
	defer func() { _ = c.Process.Kill() }()
	if !waits(c.Process.Pid) {
		t.Fatalf("aloft %q does not wait for it: %s", args, &said)
	}
	if !mainWaits(c.Process.Pid) {
		t.Errorf("aloft %q waits for it on the main thread, which takes the signals", args)
	}
	if err := c.Process.Signal(sig); err != nil {
		t.Fatal(err)
	}
	select {
	case err := <-ended:
		var exit *exec.ExitError
		if !errors.As(err, &exit) || exit.ExitCode() != 130 {
			t.Errorf("aloft %q: %v, want code 130: %s", args, err, &said)
		}
		// Between two reads a job is only paused.
		if got := said.String(); !strings.Contains(got, "does not respond") && !strings.Contains(got, "stopped; 0 of") {
			t.Errorf("aloft %q says %q", args, got)
		}
	case <-time.After(20 * time.Second):
		t.Errorf("aloft %q goes on after %v; it said: %s", args, sig, &said)
	}
}

func TestTheFirstSignalEndsWhatAHungMountHolds(t *testing.T) {
	for i, args := range [][]string{
		{"ls", "DIR"},
		{"ls", "DIR/a"},
		{"tree", "DIR"},
		{"find", "DIR", "x"},
		{"info", "DIR/a"},
		{"insert", "docs:/Welcome to Documents", "DIR/a", "--at", "end"},
		{"doc", "image", "docs:/Welcome to Documents", "DIR/a.png", "--at", "end"},
		{"jobs", "run", "DIR/a"},
		{"rename", "--from-file", "DIR/a"},
		{"ls", "drive:/", "--config", "DIR/a"},
		{"ls", "drive:/", "--log", "DIR/a"},
		{"serve", "--config", "DIR/a"},
		{"hook", "serve", "--config", "DIR/a"},
		{"ssh", "serve", "--config", "DIR/a"},
		{"diff", "DIR", "drive:/Music"},
		{"cp", "DIR/a", "drive:/"},
		{"cp", "drive:/Music", "DIR"},
		{"cp", "f", "DIR"},
		{"mv", "DIR/a", "drive:/"},
		{"mv", "drive:/Music", "DIR"},
		{"mv", "f", "DIR"},
		{"rm", "DIR/a", "--yes"},
		{"rename", "DIR/a", "b"},
		{"mkdir", "DIR/a"},
		{"new", "file", "DIR/a"},
		{"sync", "DIR", "drive:/x", "--yes"},
		{"sync", "drive:/Music", "DIR", "--yes"},
		{"import", "DIR/a", "docs:/"},
		{"export", "docs:/Welcome", "-o", "DIR/a"},
	} {
		if i > 3 && !procs.Campaign() {
			break // each takes seconds
		}
		sig := []os.Signal{os.Interrupt, syscall.SIGTERM}[i%2]
		t.Run(strings.Join(args, " "), func(t *testing.T) {
			h := newHung(t) // what a killed process has asked would be taken for the question of the next one
			for i := range args {
				args[i] = strings.Replace(args[i], "DIR", h.dir, 1)
			}
			ends(t, sig, func(int) bool { return h.waitedFor() }, args...)
		})
	}
}

// The kernel's log is read like any other file, and has no end.
func TestTheFirstSignalEndsAReadThatBlocks(t *testing.T) {
	const log = "/proc/kmsg"
	if f, err := os.Open(log); err != nil {
		t.Skip("the kernel's log cannot be read here:", err)
	} else if err := f.Close(); err != nil {
		t.Fatal(err)
	}
	for i, args := range [][]string{
		{"cp", log, "drive:/"},
		{"mv", log, "drive:/"},
		{"import", log, "drive:/"},
	} {
		sig := []os.Signal{syscall.SIGTERM, os.Interrupt}[i%2]
		t.Run(strings.Join(args, " "), func(t *testing.T) { ends(t, sig, func(pid int) bool { return open(t, pid, log) }, args...) })
	}
}

// open waits until the process has the file open.
func open(t *testing.T, pid int, file string) bool {
	fds := filepath.Join("/proc", strconv.Itoa(pid), "fd")
	for until := time.Now().Add(20 * time.Second); time.Now().Before(until); time.Sleep(time.Millisecond) {
		all, err := os.ReadDir(fds)
		if err != nil {
			return false
		}
		if slices.ContainsFunc(all, func(e os.DirEntry) bool {
			to, _ := os.Readlink(filepath.Join(fds, e.Name()))
			return to == file
		}) {
			return true
		}
	}
	return false
}

// The screen whose pane waits for such a mount ends by a key and by a signal, and leaves the terminal as it was.
func TestTheScreenLeavesAHungMount(t *testing.T) {
	for name, by := range map[string]any{"q": "q", "Ctrl-C": "\x03", "SIGTERM": syscall.SIGTERM, "SIGINT": os.Interrupt} {
		t.Run(name, func(t *testing.T) {
			h := newHung(t)
			p := startAt(t, t.TempDir(), nil, h.dir)
			p.sees(t, "Welcome to aloft")
			p.Types(t, "\r")
			p.Until(t, 20*time.Second, "a pane that waits", func(s string) bool {
				return !strings.Contains(s, "Welcome to aloft") && strings.Contains(s, "Loading…")
			})
			if !h.waitedFor() {
				t.Fatal("nothing waits for the mount")
			}
			code, word := 0, ""
			if s, ok := by.(os.Signal); ok {
				p.Signal(t, s)
				code, word = 130, "aloft: interrupted"
			} else {
				p.Types(t, by.(string))
			}
			alive := time.AfterFunc(20*time.Second, p.Kill)
			got, said := p.Ends(t)
			if !alive.Stop() || got != code || !strings.Contains(said, word) || !p.Restored(t) {
				t.Errorf("it ended with code %d, want %d, and %q is to be in %q", got, code, word, said)
			}
		})
	}
}

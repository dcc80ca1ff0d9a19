//go:build unix

package platform

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"os/signal"
	"path/filepath"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"
	"unicode"

	"aloft/client"
	"aloft/client/clienttest/procs"
)

// helper is the variable that makes this test binary a second writer of a log.
const helper = "ALOFT_TEST_LOG"

func TestMain(m *testing.M) {
	if path := os.Getenv(helper); path != "" {
		p, err := newLog("log", Setting{File: path}, Deps{})
		if err != nil {
			panic(err)
		}
		if _, err := fmt.Sscan(os.Getenv(helper+"_MOST"), &p.(*logs).most); err != nil {
			panic(err)
		}
		place, _ := p.Open("log:x")
		if limit := os.Getenv(helper + "_LIMIT"); limit != "" {
			fillDisk(limit, place)
		}
		fmt.Println("ready")
		_, _ = bufio.NewReader(os.Stdin).ReadString('\n')
		for i := range writes {
			if err := place(context.Background(), numbered(os.Getenv(helper+"_NAME"), i)); err != nil {
				panic(err)
			}
		}
		os.Exit(0)
	}
	os.Exit(m.Run())
}

const writes = 300

// fillDisk writes until there is no room.
func fillDisk(limit string, place Post) {
	var l syscall.Rlimit
	_, _ = fmt.Sscan(limit, &l.Cur)
	l.Max = l.Cur
	signal.Ignore(syscall.SIGXFSZ)
	if err := syscall.Setrlimit(syscall.RLIMIT_FSIZE, &l); err != nil {
		panic(err)
	}
	for i := range writes {
		if err := place(context.Background(), numbered("a", i)); err != nil {
			fmt.Println(i, err)
			os.Exit(0)
		}
	}
	os.Exit(1)
}

func numbered(who string, i int) Message {
	m := message(strings.Repeat("x", 10+37*i%400))
	m.Delivery = fmt.Sprintf("%s-%d", who, i)
	return m
}

func newLogger(t *testing.T, path string) *logs {
	t.Helper()
	p, err := newLog("log", Setting{File: path}, Deps{})
	if err != nil {
		t.Fatal(err)
	}
	return p.(*logs)
}

// lines reads a log and fails on a line that is not whole.
func lines(t *testing.T, path string) []logLine {
	t.Helper()
	data, err := os.ReadFile(path)
	if errors.Is(err, os.ErrNotExist) {
		return nil
	}
	if err != nil {
		t.Fatal(err)
	}
	if len(data) > 0 && !bytes.HasSuffix(data, []byte("\n")) {
		t.Errorf("%s does not end with a line", path)
	}
	var out []logLine
	for raw := range bytes.Lines(data) {
		var l logLine
		if err := json.Unmarshal(raw, &l); err != nil {
			t.Fatalf("%s: %v: %.100q", path, err, raw)
		}
		out = append(out, l)
	}
	return out
}

func TestLogWritesLines(t *testing.T) {
	path := filepath.Join(t.TempDir(), "new", "folder", "log.jsonl")
	l := newLogger(t, path)
	for name, s := range hostile() {
		m := message(s)
		m.Session, m.Event = "log:a\nb\x1b[2J", name
		if err := post(t, l, m); err != nil {
			t.Fatal(err)
		}
	}
	got := lines(t, path)
	if len(got) != len(hostile()) {
		t.Fatalf("%d lines", len(got))
	}
	for _, g := range got {
		sent := hostile()[g.Event]
		want := strings.ToValidUTF8(sent[:len(sent)-g.Cut], "\ufffd")
		if g.Session != "log:a\nb\x1b[2J" || g.Kind != "outcome" || g.Project != "site" || g.Delivery != "d1" || !g.At.Equal(message("").At) {
			t.Errorf("%+v", g)
		}
		if strings.ToValidUTF8(g.Text, "\ufffd") != want && g.Event != "broken" {
			t.Errorf("%s: %.60q (%d) instead of %.60q (%d)", g.Event, g.Text, len(g.Text), want, len(want))
		}
		if len(g.Text) > maxLogText {
			t.Errorf("%s: %d bytes", g.Event, len(g.Text))
		}
	}
	data, _ := os.ReadFile(path)
	for _, r := range string(data) {
		if r != '\n' && (unicode.IsControl(r) || unicode.Is(unicode.Cf, r)) {
			t.Fatalf("%U is in the file", r)
		}
	}
	if info, _ := os.Stat(path); info.Mode().Perm() != 0o600 {
		t.Errorf("rights %v", info.Mode())
	}
}

func TestLogRotates(t *testing.T) {
	dir := t.TempDir()
	path := filepath.Join(dir, "log")
	link := filepath.Join(dir, "link")
	if err := os.Symlink(path, link); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(path, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	l := newLogger(t, link)
	l.most = 10_000
	for i := range 100 {
		if err := post(t, l, numbered("a", i)); err != nil {
			t.Fatal(err)
		}
	}
	old, now := lines(t, path+".1"), lines(t, path)
	if len(old) == 0 || len(now) == 0 {
		t.Fatalf("%d and %d lines", len(old), len(now))
	}
	for i, g := range append(old, now...) {
		if want := fmt.Sprintf("a-%d", 100-len(old)-len(now)+i); g.Delivery != want {
			t.Errorf("%s instead of %s", g.Delivery, want)
		}
	}
	for _, p := range []string{path, path + ".1"} {
		if info, _ := os.Stat(p); info.Size() > l.most {
			t.Errorf("%s has %d bytes", p, info.Size())
		}
	}
	if names, _ := os.ReadDir(dir); len(names) != 3 {
		t.Errorf("%v", names)
	}
	// A line longer than the bound has a file of its own.
	l.most = 10
	if err := errors.Join(post(t, l, numbered("b", 0)), post(t, l, numbered("b", 1))); err != nil {
		t.Fatal(err)
	}
	if old, now := lines(t, path+".1"), lines(t, path); len(old) != 1 || len(now) != 1 {
		t.Errorf("%v, %v", old, now)
	}
}

// Two programs and two goroutines write to one file: no line is lost or torn.
func TestLogOfTwoWriters(t *testing.T) {
	path, who := twoWriters(t, maxLog)
	if got := inOrder(t, lines(t, path)); len(got) != len(who) {
		t.Errorf("of %v only %v", who, got)
	} else {
		for name, n := range got {
			if n != writes {
				t.Errorf("%s has %d lines", name, n)
			}
		}
	}
}

// The same while the file is renamed again and again: what is left has no gaps.
func TestLogOfTwoWritersRotates(t *testing.T) {
	path, _ := twoWriters(t, 64<<10)
	left := append(lines(t, path+".1"), lines(t, path)...)
	if len(inOrder(t, left)) == 0 || len(left) < 100 {
		t.Errorf("%d lines", len(left))
	}
}

// inOrder counts the lines of each writer, which must be consecutive.
func inOrder(t *testing.T, all []logLine) map[string]int {
	t.Helper()
	last, count := map[string]int{}, map[string]int{}
	for _, g := range all {
		name, number, _ := strings.Cut(g.Delivery, "-")
		i := 0
		if _, err := fmt.Sscan(number, &i); err != nil {
			t.Fatal(err)
		}
		if l, ok := last[name]; ok && i != l+1 {
			t.Errorf("%s-%d after %d", name, i, l)
		}
		last[name] = i
		count[name]++
	}
	return count
}

func twoWriters(t *testing.T, most int64) (path string, who []string) {
	t.Helper()
	path = filepath.Join(t.TempDir(), "log")
	who = []string{"a", "b"}
	var others []*procs.Process
	for _, name := range who {
		c := procs.Start(t, procs.Self(helper+"="+path, helper+"_NAME="+name, fmt.Sprintf("%s_MOST=%d", helper, most)))
		c.Line(t)
		others = append(others, c)
	}
	for _, c := range others {
		_, _ = c.In.Write([]byte("go\n"))
		_ = c.In.Close()
	}
	l := newLogger(t, path)
	l.most = most
	var all sync.WaitGroup
	for _, name := range []string{"c", "d"} {
		who = append(who, name)
		all.Go(func() {
			for i := range writes {
				if err := post(t, l, numbered(name, i)); err != nil {
					t.Error(err)
				}
			}
		})
	}
	all.Wait()
	for _, c := range others {
		if err := c.Wait(); err != nil {
			t.Error(err)
		}
	}
	return path, who
}

// A writer that was killed in the middle of a line harms its own line only.
func TestLogEndsATornLine(t *testing.T) {
	path := filepath.Join(t.TempDir(), "log")
	if err := os.WriteFile(path, []byte(`{"at":"20`), 0o600); err != nil {
		t.Fatal(err)
	}
	if err := post(t, newLogger(t, path), message("x")); err != nil {
		t.Fatal(err)
	}
	data, _ := os.ReadFile(path)
	if !bytes.HasPrefix(data, []byte("{\"at\":\"20\n{\"at\":\"2026")) || bytes.Count(data, []byte("\n")) != 2 {
		t.Errorf("%s", data)
	}
}

// When there is no room for a line, nothing of it is written.
func TestLogOnAFullDisk(t *testing.T) {
	path := filepath.Join(t.TempDir(), "log")
	c := exec.Command(os.Args[0])
	c.Env = append(os.Environ(), helper+"="+path, helper+"_LIMIT=5000", fmt.Sprintf("%s_MOST=%d", helper, maxLog))
	out, err := c.CombinedOutput()
	if err != nil || !strings.Contains(string(out), "file too large") || !strings.Contains(string(out), path) {
		t.Fatalf("%v: %s", err, out)
	}
	n := 0
	if _, err := fmt.Sscan(string(out), &n); err != nil || n == 0 || len(lines(t, path)) != n {
		t.Errorf("%d lines after %s", len(lines(t, path)), out)
	}
}

func TestLogSaysWhy(t *testing.T) {
	dir := t.TempDir()
	pipe, file := filepath.Join(dir, "pipe"), filepath.Join(dir, "file")
	if err := errors.Join(syscall.Mkfifo(pipe, 0o600), os.WriteFile(file, nil, 0o600)); err != nil {
		t.Fatal(err)
	}
	for _, path := range []string{dir, pipe, file + "/below", "/dev/null", "/proc/none/x"} {
		err := post(t, newLogger(t, path), message("x"))
		if err == nil {
			t.Errorf("%s: written", path)
			continue
		}
		clean(t, err)
		if n := strings.Count(err.Error(), path); n != 1 && path != file+"/below" {
			t.Errorf("names the file %d times: %v", n, err)
		}
	}
}

func TestLogIntoAPipe(t *testing.T) {
	pipe := filepath.Join(t.TempDir(), "pipe")
	if err := syscall.Mkfifo(pipe, 0o600); err != nil {
		t.Fatal(err)
	}
	reader, err := os.OpenFile(pipe, os.O_RDONLY|syscall.O_NONBLOCK, 0)
	if err != nil {
		t.Fatal(err)
	}
	defer reader.Close()
	l := newLogger(t, pipe)
	if err := post(t, l, message("through")); err != nil {
		t.Fatal(err)
	}
	got := make([]byte, 4096)
	n, err := reader.Read(got)
	if err != nil || !strings.Contains(string(got[:n]), "through") {
		t.Fatalf("%v: %s", err, got[:n])
	}
	// Nobody reads on: otherwise the write would wait forever for more than a pipe
	// holds.
	l.wait = 50 * time.Millisecond
	err = post(t, l, message(strings.Repeat("x", 200_000)))
	if err == nil {
		t.Fatal("it was written")
	}
	clean(t, err)
}

func TestLogWaitsForALockNotForever(t *testing.T) {
	path := filepath.Join(t.TempDir(), "log")
	f, err := openLocked(t.Context(), path)
	if err != nil {
		t.Fatal(err)
	}
	l := newLogger(t, path)
	l.wait = 30 * time.Millisecond
	err = post(t, l, message("x"))
	if !client.Is(err, client.KindLocal) || !strings.Contains(err.Error(), "another program") {
		t.Fatalf("%v", err)
	}
	clean(t, err)
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	place, _ := l.Open("log:x")
	if err := place(ctx, message("x")); err == nil || !strings.Contains(err.Error(), "is stopping") {
		t.Errorf("%v", err)
	}
	_ = f.Close()
	l.wait = lockTime
	if err := post(t, l, message("x")); err != nil {
		t.Error(err)
	}
}

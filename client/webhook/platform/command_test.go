package platform

import (
	"context"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"
)

func newCommander(t *testing.T, script string, env ...string) *command {
	t.Helper()
	p, err := newCommand("mine", Setting{Command: []string{"sh", "-c", script}}, Deps{Env: append([]string{"PATH=" + os.Getenv("PATH")}, env...)})
	if err != nil {
		t.Fatal(err)
	}
	return p.(*command)
}

func TestCommandGetsTheMessage(t *testing.T) {
	dir := t.TempDir()
	c := newCommander(t, `cat > "$OUT/text"; env > "$OUT/env"; printf %s "$ALOFT_SESSION" > "$OUT/session"`, "OUT="+dir, "ALOFT_EVENT=stale")
	m := message("two\nlines")
	m.Session = "mine:a\nb=\x1b[2J\x00\xff"
	if err := post(t, c, m); err != nil {
		t.Fatal(err)
	}
	read := func(name string) string {
		data, err := os.ReadFile(filepath.Join(dir, name))
		if err != nil {
			t.Fatal(err)
		}
		return string(data)
	}
	if got := read("text"); got != "two\nlines\n" {
		t.Errorf("%q", got)
	}
	if got := read("session"); got != "mine:a\nb=\x1b[2J\xff" {
		t.Errorf("%q", got)
	}
	env := "\n" + read("env")
	for _, line := range []string{"ALOFT_EVENT=push", "ALOFT_KIND=outcome", "ALOFT_DELIVERY=d1", "ALOFT_PROJECT=site", "OUT=" + dir} {
		if strings.Count(env, "\n"+line+"\n") != 1 {
			t.Errorf("no %s in %s", line, env)
		}
	}
	if strings.Contains(env, "stale") || strings.Contains(env, "HOME=") {
		t.Errorf("%s", env)
	}
}

func TestCommandHostileTexts(t *testing.T) {
	dir := t.TempDir()
	c := newCommander(t, `cat > "$OUT/text"`, "OUT="+dir)
	for name, s := range hostile() {
		m := message(s)
		m.Session, m.Event, m.Project, m.Delivery = "mine:"+s, s, s, s
		if err := post(t, c, m); err != nil {
			t.Errorf("%s: %v", name, err)
			continue
		}
		got, err := os.ReadFile(dir + "/text")
		if err != nil || string(got) != strings.TrimRight(s, "\n")+"\n" {
			t.Errorf("%s: %v, %.60q", name, err, got)
		}
	}
}

func TestCommandSaysWhy(t *testing.T) {
	for script, want := range map[string]string{
		"exit 3": "status 3",
		"echo no route\x1b[2J >&2; echo second; exit 4": "status 4: no route\ufffd[2J second",
		"kill -9 $$":                                 "SIGKILL",
		"yes | head -c 1000000; exit 5":              "status 5: y y",
		"exec <&-; head -c 100000 /dev/zero; exit 6": "status 6",
	} {
		err := post(t, newCommander(t, script), message(strings.Repeat("x", 1<<20)))
		if err == nil || !strings.Contains(err.Error(), want) || len(err.Error()) > 1000 {
			t.Errorf("%q: %v", script, err)
			continue
		}
		clean(t, err)
	}
	p, err := newCommand("mine", Setting{Command: []string{"/no/such/program\x1b[2J"}}, Deps{})
	if err != nil {
		t.Fatal(err)
	}
	if err = post(t, p, message("x")); err == nil {
		t.Error("started")
	} else {
		clean(t, err)
	}
}

// A command that does not read its input, or leaves a child behind, has not failed.
func TestCommandThatDoesNotRead(t *testing.T) {
	for _, script := range []string{"true", "exec <&-; true", "sleep 3600 & true", "sleep 3600 >/dev/null 2>&1 & true"} {
		// If the post waited for it, it would be stopped at its limit, and that is
		// an error.
		if err := post(t, newCommander(t, script), message(strings.Repeat("x", 1<<20))); err != nil {
			t.Errorf("%q: %v", script, err)
		}
	}
}

func TestCommandIsBounded(t *testing.T) {
	c := newCommander(t, "trap '' TERM; sleep 3600 & sleep 3600")
	c.limit = 50 * time.Millisecond
	err := post(t, c, message("x")) // the test would not outlive the sleep
	if err == nil || !strings.Contains(err.Error(), "stopped") {
		t.Fatal(err)
	}
	clean(t, err)
	c.limit = maxTime
	ctx, cancel := context.WithTimeout(t.Context(), 50*time.Millisecond)
	defer cancel()
	place, _ := c.Open("mine:x")
	if err = place(ctx, message("x")); err == nil {
		t.Fatal("it has ended well")
	}
	clean(t, err)
}

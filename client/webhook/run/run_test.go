//go:build unix

package run_test

import (
	"bytes"
	"context"
	"errors"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
	"time"

	"golang.org/x/sys/unix"

	"aloft/client"
	"aloft/client/clienttest/procs"
	"aloft/client/webhook/run"
	"aloft/model/text"
)

// withoutCgroup makes the tests run commands without cgroups.
const withoutCgroup = "ALOFT_TEST_NO_CGROUP"

// grouped says that commands get a cgroup here.
var grouped bool

func TestMain(m *testing.M) {
	if os.Getenv(withoutCgroup) != "" {
		run.WithoutCgroups()
	}
	r := run.Run(context.Background(), run.Command{Argv: []string{"cat", "/proc/self/cgroup"}, Head: 1 << 10})
	grouped = strings.Contains(string(r.Head), "/aloft-")
	os.Exit(m.Run())
}

// patience is how long a test waits for what must come; only a failing one waits so
// long.
const patience = 60 * time.Second

// sh is the command line of a delivery.
func sh(t *testing.T, script string) run.Command {
	t.Helper()
	return run.Command{
		Argv: []string{"sh", "-c", script}, Dir: t.TempDir(), Head: 16 << 10, Tail: 16 << 10, Limit: patience,
		Env: []string{"PATH=" + os.Getenv("PATH"), "RUN_TEST=" + t.Name()},
	}
}

// do runs a command that must start.
func do(t *testing.T, c run.Command) run.Result {
	t.Helper()
	r := run.Run(t.Context(), c)
	if r.Err != nil {
		t.Fatalf("%q did not run: %v", c.Argv, r.Err)
	}
	return r
}

// until waits for a condition.
func until(t *testing.T, what string, ok func() bool) {
	t.Helper()
	tick := time.NewTicker(2 * time.Millisecond)
	defer tick.Stop()
	for end := time.Now().Add(patience); !ok(); <-tick.C {
		if time.Now().After(end) {
			t.Fatalf("never came: %s", what)
		}
	}
}

// alive reports whether a process exists and has not ended.
func alive(pid int) bool {
	stat, err := os.ReadFile("/proc/" + strconv.Itoa(pid) + "/stat")
	if err != nil {
		return !errors.Is(err, os.ErrNotExist) || unix.Kill(pid, 0) == nil && !exists("/proc/self/stat")
	}
	f := strings.Fields(string(stat[bytes.LastIndexByte(stat, ')')+1:]))
	return f[0] != "Z" && f[0] != "X"
}

func exists(path string) bool {
	_, err := os.Stat(path)
	return err == nil
}

// pidIn reads a pid that a script wrote into a file.
func pidIn(file string) int {
	b, err := os.ReadFile(file)
	if err != nil || !bytes.HasSuffix(b, []byte("\n")) {
		return 0
	}
	n, _ := strconv.Atoi(strings.TrimSpace(string(b)))
	return n
}

func TestEndsByItself(t *testing.T) {
	for _, c := range []struct {
		script, out, signal string
		exit                int
	}{
		{"true", "", "", 0},
		{"exit 7", "", "", 7},
		{"echo out; echo err >&2; printf last", "out\nerr\nlast", "", 0},
		{"kill -9 $$", "", "SIGKILL", -1},
		{"printf '\\033[31mred\\033]0;title\\007'", "\x1b[31mred\x1b]0;title\x07", "", 0},
		{"printf '\\377\\376 \\303('", "\xff\xfe \xc3(", "", 0},
		{"no-such-program-at-all; echo $?", "", "", 0},
	} {
		r := do(t, sh(t, c.script))
		if c.out == "" && strings.HasPrefix(c.script, "no-such") {
			c.out = string(r.Head)
			if !strings.HasSuffix(c.out, "127\n") {
				t.Errorf("%s: %q", c.script, c.out)
			}
		}
		if string(r.Head) != c.out || r.Exit != c.exit || r.Signal != c.signal || r.Size != int64(len(c.out)) {
			t.Errorf("%s: exit %d, signal %q, %d bytes %q", c.script, r.Exit, r.Signal, r.Size, r.Head)
		}
		if r.TimedOut || r.Stopped || r.Children != nil || r.Between != 0 || len(r.Tail) != 0 || r.Ended.Before(r.Began) {
			t.Errorf("%s: %+v", c.script, r)
		}
	}
}

// Standard output and error are one stream, in order.
func TestOrder(t *testing.T) {
	r := do(t, sh(t, `i=0; while [ $i -lt 200 ]; do echo $i; echo $i >&2; i=$((i+1)); done`))
	var want strings.Builder
	for i := range 200 {
		want.WriteString(strconv.Itoa(i) + "\n" + strconv.Itoa(i) + "\n")
	}
	if string(r.Head) != want.String() {
		t.Errorf("%.200q", r.Head)
	}
}

func TestSurroundings(t *testing.T) {
	t.Setenv("A_SECRET", "never-shown")
	c := sh(t, `cat; echo "[$?]"; (: </dev/tty) 2>/dev/null && echo has a terminal; (: >/dev/tty) 2>/dev/null && echo has a terminal; `+
		`pwd; env; test -t 0 -o -t 1 -o -t 2 && echo tty; ps -o sid= -p $$ 2>/dev/null | tr -d ' ' | grep -qx $$ && echo leads`)
	c.Env = append(c.Env, "PWD=/elsewhere", "ODD=a\x00b")
	r := do(t, c)
	got := string(r.Head)
	dir, _ := filepath.EvalSymlinks(c.Dir)
	if !strings.HasPrefix(got, "[0]\n"+dir+"\n") {
		t.Errorf("the input was not empty, or it ran elsewhere: %q", got)
	}
	for _, bad := range []string{"has a terminal", "tty\n", "A_SECRET", "never-shown", "/elsewhere", "ODD"} {
		if strings.Contains(got, bad) {
			t.Errorf("%q in %q", bad, got)
		}
	}
	for _, good := range []string{"RUN_TEST=" + t.Name() + "\n", "PWD=" + c.Dir + "\n"} {
		if !strings.Contains(got, good) {
			t.Errorf("no %q in %q", good, got)
		}
	}
}

func TestLeadsItsSession(t *testing.T) {
	c := sh(t, "until [ -e seen ]; do sleep 0.01; done")
	var pid, session int
	c.Started = func(p int, _ string) {
		pid = p
		session, _ = unix.Getsid(p)
		_ = os.WriteFile(filepath.Join(c.Dir, "seen"), nil, 0o600)
	}
	do(t, c)
	if own, _ := unix.Getsid(0); pid == 0 || session != pid && session != 0 || session == own {
		t.Errorf("process %d in session %d, we are in %d", pid, session, own)
	}
}

func TestStdin(t *testing.T) {
	big := bytes.Repeat([]byte("0123456789abcdef"), 1<<16)
	c := sh(t, "wc -c | tr -d ' '")
	c.Stdin = big
	if r := do(t, c); string(r.Head) != "1048576\n" {
		t.Errorf("%q", r.Head)
	}
	// A command need not read its input, also with a child that holds it.
	c = sh(t, "exec </dev/null; echo done")
	c.Stdin = big
	if r := do(t, c); string(r.Head) != "done\n" || r.Exit != 0 {
		t.Errorf("%q %d", r.Head, r.Exit)
	}
	c = sh(t, "cat")
	c.Stdin = []byte("a\x00b\xff")
	if r := do(t, c); string(r.Head) != "a\x00b\xff" {
		t.Errorf("%q", r.Head)
	}
}

func TestDoesNotRun(t *testing.T) {
	dir := t.TempDir()
	file := filepath.Join(dir, "file")
	plain := filepath.Join(dir, "plain")
	procs.Program(t, file, "#!/no/such/interpreter\n")
	if err := os.WriteFile(plain, []byte("#!/no/such/interpreter\n"), 0o644); err != nil {
		t.Fatal(err)
	}
	for name, c := range map[string]struct {
		change func(*run.Command)
		kind   client.Kind
		what   text.Text
	}{
		"no folder":             {func(c *run.Command) { c.Dir = filepath.Join(dir, "gone\x1b[2J") }, client.KindNotFound, "%s is not a folder; nothing was run"},
		"a file for a folder":   {func(c *run.Command) { c.Dir = file }, client.KindNotFound, "%s is not a folder; nothing was run"},
		"a folder under a file": {func(c *run.Command) { c.Dir = file + "/x" }, client.KindNotFound, text.HookRunFolder},
		"NUL in the folder":     {func(c *run.Command) { c.Dir = dir + "\x00" }, client.KindNotFound, text.HookRunFolder},
		"no program":            {func(c *run.Command) { c.Argv = []string{"no-such-program-at-all"} }, client.KindNotFound, "the program %s was not found; nothing was run"},
		"no program at a path":  {func(c *run.Command) { c.Argv = []string{dir + "/gone"} }, client.KindNotFound, "the program %s was not found; nothing was run"},
		"no interpreter":        {func(c *run.Command) { c.Argv = []string{file} }, client.KindNotFound, "the program %s was not found; nothing was run"},
		"no right":              {func(c *run.Command) { c.Argv = []string{plain} }, client.KindLocal, "%s could not be started (%s); nothing was run"},
		"nothing":               {func(c *run.Command) { c.Argv = nil }, client.KindInvalid, "there is no command; nothing was run"},
		"an empty program":      {func(c *run.Command) { c.Argv = []string{""} }, client.KindInvalid, "there is no command; nothing was run"},
		"NUL":                   {func(c *run.Command) { c.Argv[2] = "echo a\x00b" }, client.KindInvalid, "the command contains a NUL character, which is not allowed; nothing was run"},
		"too long":              {func(c *run.Command) { c.Argv[2] = ": " + strings.Repeat("x", 3<<20) }, client.KindInvalid, "the command is longer than this system allows; nothing was run"},
	} {
		c2 := sh(t, "echo ran")
		started := false
		c2.Started = func(int, string) { started = true }
		c2.File = filepath.Join(t.TempDir(), "out")
		c.change(&c2)
		r := run.Run(t.Context(), c2)
		var e *client.Error
		if !errors.As(r.Err, &e) || e.Kind != c.kind || e.What != c.what || e.Hint == "" {
			t.Errorf("%s: %#v", name, r.Err)
			continue
		}
		if started || r.Size != 0 || r.Exit != -1 || !r.Began.IsZero() || strings.ContainsAny(e.Error(), "\x1b\x00\n") {
			t.Errorf("%s: %+v %q", name, r, e.Error())
		}
	}
}

func TestRelativeFolder(t *testing.T) {
	t.Chdir(t.TempDir())
	c := sh(t, "pwd")
	c.Dir = ""
	here, _ := os.Getwd()
	if r := do(t, c); string(r.Head) != here+"\n" {
		t.Errorf("%q, want %q", r.Head, here)
	}
}

func TestStoppedBefore(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	c := sh(t, "touch ran")
	c.Started = func(int, string) { t.Error("it was started") }
	if r := run.Run(ctx, c); !r.Stopped || r.Exit != -1 || exists(filepath.Join(c.Dir, "ran")) {
		t.Errorf("%+v", r)
	}
}

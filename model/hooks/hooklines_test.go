package hooks_test

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"os"
	"os/exec"
	"os/signal"
	"path/filepath"
	"strings"
	"testing"
	"time"
	"unicode/utf8"

	"aloft/client/clienttest/procs"
	"aloft/model"
	"aloft/model/hooks"
	"aloft/model/text"
)

// An odd token: every character that a shell or a curl options file could trip
// over.
const oddToken = `t0k"en\$(id)'` + "`x`" + ` %s\n`

// hostileText has what JSON, sh and awk could each trip over.
const hostileText = "it's \"quoted\" $(touch pwned) `touch pwned` \\n \\ %s ${HOME} !! 中文 é\n\n\ttab & <b> é\n'; touch pwned #"

// hookWorld is a receiver that keeps what comes, and a folder that comes first in
// the snippet's PATH.
type hookWorld struct {
	t    *testing.T
	url  string
	dir  string
	came chan came
	env  []string
}

type came struct {
	auth, kind string
	body       []byte
}

func newHookWorld(t *testing.T) *hookWorld {
	t.Helper()
	w := &hookWorld{t: t, dir: filepath.Join(t.TempDir(), "it's a \"dir\" $(x)"), came: make(chan came, 8)}
	srv := httptest.NewServer(http.HandlerFunc(func(_ http.ResponseWriter, r *http.Request) {
		b, err := io.ReadAll(r.Body)
		if err != nil {
			t.Error(err)
		}
		w.came <- came{r.Header.Get("Authorization"), r.Header.Get("Content-Type"), b}
	}))
	t.Cleanup(srv.Close)
	w.url = srv.URL + "/it's/[1-3]/$(touch${IFS}pwned)"
	curl, err := exec.LookPath("curl")
	if err != nil {
		t.Fatal("these lines are for curl, which is missing here: ", err)
	}
	w.write("bin/curl", fmt.Sprintf("#!/bin/sh\nprintf '%%s\\n' \"$@\" >>%s\nexec %s \"$@\"\n", hooks.ShellQuote(w.path("args")), curl))
	w.write("our prog'ram", "#!/bin/sh\ncase \"$1 $2\" in\n'hook token') printf '%s\\n' "+hooks.ShellQuote(oddToken)+
		" ;;\n'hook show') cat "+hooks.ShellQuote(w.path("stored"))+" ;;\nesac\n")
	home := w.path("home")
	if err := os.MkdirAll(home, 0o700); err != nil {
		t.Fatal(err)
	}
	w.env = []string{
		"PATH=" + w.path("bin") + ":" + os.Getenv("PATH"), "HOME=" + home, "TMPDIR=" + w.dir, "LC_ALL=C.UTF-8",
		"GIT_CONFIG_NOSYSTEM=1", "GIT_AUTHOR_NAME=O'Neil \"x\" y", "GIT_AUTHOR_EMAIL=a@example.com",
		"GIT_COMMITTER_NAME=c", "GIT_COMMITTER_EMAIL=c@example.com",
	}
	return w
}

func (w *hookWorld) path(p string) string { return filepath.Join(w.dir, p) }

func (w *hookWorld) program() string { return w.path("our prog'ram") }

func (w *hookWorld) write(name, s string) {
	w.t.Helper()
	if err := os.MkdirAll(filepath.Dir(w.path(name)), 0o700); err != nil {
		w.t.Fatal(err)
	}
	procs.Program(w.t, w.path(name), s)
}

func (w *hookWorld) command(dir string, argv ...string) *exec.Cmd {
	c := exec.CommandContext(w.t.Context(), argv[0], argv[1:]...)
	c.Dir, c.Env, c.WaitDelay = dir, w.env, time.Second
	return c
}

func (w *hookWorld) run(dir string, argv ...string) {
	w.t.Helper()
	if out, err := w.command(dir, argv...).CombinedOutput(); err != nil {
		w.t.Fatalf("%q: %v\n%s", argv, err, out)
	}
}

// got is the next request. No command in a foreign text may have run, and no
// argument may hold the token.
func (w *hookWorld) got() came {
	w.t.Helper()
	ctx, cancel := context.WithTimeout(w.t.Context(), 20*time.Second)
	defer cancel()
	var r came
	select {
	case r = <-w.came:
	case <-ctx.Done():
		w.t.Fatal("no request has come")
	}
	args, err := os.ReadFile(w.path("args"))
	if err != nil || strings.Contains(string(args), "t0k") {
		w.t.Errorf("the token is in an argument (%v):\n%s", err, args)
	}
	err = filepath.WalkDir(w.dir, func(p string, d os.DirEntry, err error) error {
		if d != nil && d.Name() == "pwned" {
			w.t.Error("a foreign text was run: ", p)
		}
		return err
	})
	if err != nil {
		w.t.Fatal(err)
	}
	return r
}

// shells are those that stand for sh on some system.
func shells(t *testing.T) []string {
	t.Helper()
	all := []string{"sh"}
	for _, also := range []string{"bash", "ksh", "zsh"} {
		if _, err := exec.LookPath(also); err == nil {
			all = append(all, also)
		}
	}
	return all
}

func TestCurlSendsTheSameRequest(t *testing.T) {
	w := newHookWorld(t)
	bodies := map[string]string{
		"plain":    `{"session_key":"tui:x","prompt":"it's"}`,
		"hostile":  `{"prompt":"$(touch pwned) ` + "`touch pwned`" + ` '; touch pwned #"}`,
		"lines":    "{\n\t\"a\": 1\n}\n",
		"at":       "@/etc/hostname",
		"empty":    "",
		"long":     `{"prompt":"` + strings.Repeat("x' ", 100_000) + `"}`,
		"sequence": "{\"a\":\"\x1b[201~\u202e\"}",
		"carriage": "{\r\n}",
		"controls": "{\"a\":\x1b[201~\x00\x7f \u202e \xff}",
	}
	for _, open := range []bool{false, true} {
		for name, body := range bodies {
			w.write("stored", body)
			line := hooks.HookCall{Delivery: "x' y", URL: w.url, Open: open, Program: w.program(), Body: []byte(body)}.Curl()
			if model.Clean(strings.ReplaceAll(strings.ReplaceAll(line, "\n", " "), "\t", " ")) != strings.ReplaceAll(strings.ReplaceAll(line, "\n", " "), "\t", " ") {
				t.Errorf("%s: a terminal could obey %q", name, line)
			}
			for _, sh := range shells(t) {
				w.run(w.dir, sh, "-c", line)
				r := w.got()
				want := "Bearer " + oddToken
				if open {
					want = ""
				}
				if string(r.body) != body || r.auth != want || r.kind != "application/json" {
					t.Errorf("%s, open %v, %s: came %.200q %q %q from\n%.1000s", name, open, sh, r.body, r.auth, r.kind, line)
				}
			}
		}
	}
}

func TestTheVariableComesBeforeTheProgram(t *testing.T) {
	w := newHookWorld(t)
	w.env = append(w.env, "ALOFT_WEBHOOK_TOKEN=t0k from outside")
	w.run(w.dir, "sh", "-c", hooks.HookCall{URL: w.url, Body: []byte("{}")}.Curl()) // there is no program aloft
	if r := w.got(); r.auth != "Bearer t0k from outside" {
		t.Errorf("%q", r.auth)
	}
}

// told is what a snippet sends.
type told struct {
	Event   string            `json:"event"`
	Session string            `json:"session_key"`
	Project string            `json:"project"`
	Prompt  string            `json:"prompt"`
	Payload map[string]string `json:"payload"`
}

func (w *hookWorld) told() told {
	w.t.Helper()
	r := w.got()
	var m told
	if err := json.Unmarshal(r.body, &m); err != nil || !utf8.Valid(r.body) {
		w.t.Fatalf("%v in %q", err, r.body)
	}
	if r.kind != "application/json" {
		w.t.Errorf("the kind is %q", r.kind)
	}
	return m
}

func (w *hookWorld) line(name string, o hooks.HookLineOptions) string {
	w.t.Helper()
	o.URL, o.Program = w.url, w.program()
	for _, l := range hooks.HookLines(nil, o) {
		if l.Name == name {
			for s := range strings.SplitSeq(strings.TrimSuffix(l.Text, "\n"), "\n") {
				if model.Clean(s) != s {
					w.t.Errorf("a terminal could obey %q", s)
				}
			}
			return l.Text
		}
	}
	w.t.Fatalf("no line %q", name)
	return ""
}

var hostileOptions = hooks.HookLineOptions{
	Project: "p' \"$(touch pwned) \x1b\u202e中文\U000e0001", Session: "tui:`touch pwned`'\\",
}

func TestTheGitHookTellsOfACommit(t *testing.T) {
	for _, sh := range shells(t) {
		t.Run(sh, func(t *testing.T) {
			w := newHookWorld(t)
			shell, err := exec.LookPath(sh)
			if err != nil {
				t.Fatal(err)
			}
			repo := w.path("re'po \"$(touch pwned)\"")
			w.write(filepath.Base(repo)+"/a file", "x")
			w.run(repo, "git", "init", "-q", ".")
			w.run(repo, "git", "checkout", "-q", "-b", "it's-\"$(id)`")
			hook := w.line("git", hostileOptions)
			w.write(filepath.Base(repo)+"/.git/hooks/post-commit", "#!"+shell+strings.TrimPrefix(hook, "#!/bin/sh"))
			w.run(repo, "git", "add", ".")
			for _, message := range []string{"plain", hostileText, "\x01\x02\x1b[31m\x7f", strings.Repeat("long 'line' ", 20_000)} {
				w.write("message", message)
				w.run(repo, "git", "commit", "-q", "--allow-empty", "--cleanup=verbatim", "-F", w.path("message"))
				m := w.told()
				subject, err := w.command(repo, "git", "log", "-1", "--format=%s").Output()
				if err != nil {
					t.Fatal(err)
				}
				want := told{Event: "commit", Session: hostileOptions.Session, Project: hostileOptions.Project,
					Prompt: (*text.Catalogue)(nil).Say("A commit was made: %s", strings.TrimSuffix(string(subject), "\n"))}
				if m.Event != want.Event || m.Session != want.Session || m.Project != want.Project || m.Prompt != want.Prompt {
					t.Errorf("told %+v\nwant %+v", m, want)
				}
				if got := m.Payload["message"]; got != message {
					t.Errorf("the message came as %.300q, want %.300q", got, message)
				}
				if m.Payload["branch"] != "it's-\"$(id)`" || m.Payload["repository"] != repo || m.Payload["author"] != `O'Neil "x" y <a@example.com>` || len(m.Payload["commit"]) != 40 {
					t.Errorf("the payload is %.500q", m.Payload)
				}
			}
		})
	}
}

// The commit is made all the same, without a delay, and one line says what
// happened.
func TestTheGitHookWithoutAReceiver(t *testing.T) {
	silent, err := net.Listen("tcp", "127.0.0.1:0") // takes connections and never answers
	if err != nil {
		t.Fatal(err)
	}
	defer silent.Close()
	refuses := httptest.NewServer(http.NotFoundHandler())
	defer refuses.Close()
	ended := httptest.NewServer(http.NotFoundHandler())
	ended.Close()
	for url, why := range map[string]string{ended.URL: "connect", refuses.URL: "404", "http://" + silent.Addr().String(): "timed out"} {
		w := newHookWorld(t)
		w.url = url
		repo := w.path("repo")
		hook := strings.Replace(w.line("git", hooks.HookLineOptions{}), "--max-time 5 ", "--max-time 0.2 ", 1)
		if !strings.Contains(hook, "--max-time 0.2 ") {
			t.Fatal("a commit could wait long:\n", hook)
		}
		w.write("repo/x", "")
		w.run(repo, "git", "init", "-q", ".")
		w.write("repo/.git/hooks/post-commit", hook)
		out, err := w.command(repo, "git", "commit", "-q", "--allow-empty", "-m", "x").CombinedOutput()
		got := strings.ToLower(string(out))
		if err != nil || strings.Count(got, "\n") != 1 || !strings.HasPrefix(got, strings.ToLower(string(text.Text("could not notify aloft:")))+" ") || !strings.Contains(got, why) {
			t.Errorf("%s: %v, and it says %q", why, err, out)
		}
	}
}

func TestAPieceOutlivesThePlaceOfTheProgram(t *testing.T) {
	for _, sh := range shells(t) {
		w := newHookWorld(t)
		w.write("repo/x", "")
		w.run(w.path("repo"), "git", "init", "-q", ".")
		w.run(w.path("repo"), "git", "commit", "-q", "--allow-empty", "-m", "x")
		hook := w.line("git", hooks.HookLineOptions{})
		if err := os.Rename(w.program(), w.path("bin/aloft")); err != nil {
			t.Fatal(err)
		}
		w.run(w.path("repo"), sh, "-c", hook)
		if r := w.got(); r.auth != "Bearer "+oddToken {
			t.Errorf("%s: the token came as %q", sh, r.auth)
		}
	}
}

func TestTextThatIsNoUTF8StillArrives(t *testing.T) {
	w := newHookWorld(t)
	w.env = append(w.env, "ALOFT_WEBHOOK_TOKEN="+oddToken, "GITHUB_REF_NAME=caf\xe9 \xc3( ok")
	w.run(w.dir, "sh", "-c", w.line("ci", hooks.HookLineOptions{}))
	if m := w.told(); !strings.HasPrefix(m.Payload["branch"], "caf") || !strings.HasSuffix(m.Payload["branch"], "ok") || m.Session != "tui:ci" || m.Project != "" {
		t.Errorf("%+v", m)
	}
}

// What a new user pastes to try the receiver runs a command.
func TestTheFirstLineIsARequest(t *testing.T) {
	for _, sh := range shells(t) {
		w := newHookWorld(t)
		w.run(w.dir, sh, "-c", w.line("curl", hostileOptions))
		r := w.got()
		var sent struct {
			Session       string `json:"session_key"`
			Project, Exec string
		}
		if err := json.Unmarshal(r.body, &sent); err != nil || sent.Session != hostileOptions.Session || sent.Project != hostileOptions.Project || sent.Exec != "date" {
			t.Errorf("%s: %v, %q", sh, err, r.body)
		}
		if r.auth != "Bearer "+oddToken {
			t.Errorf("%s: the token came as %q", sh, r.auth)
		}
	}
}

func TestTheStepOfACIJobTellsHowItWent(t *testing.T) {
	w := newHookWorld(t)
	step := w.line("ci", hostileOptions)
	if out, err := w.command(w.dir, "sh", "-c", step).CombinedOutput(); err == nil || !strings.Contains(string(out), "ALOFT_WEBHOOK_TOKEN") || len(w.came) > 0 {
		t.Errorf("without a token it says %q (%v)", out, err)
	}
	w.env = append(w.env, "ALOFT_WEBHOOK_TOKEN="+oddToken, "CI_COMMIT_REF_NAME="+hostileText, "CI_JOB_STATUS=failed", "GITHUB_SHA=abc", "CI_COMMIT_SHA=later")
	for _, sh := range shells(t) {
		w.run(w.dir, sh, "-c", step)
		m := w.told()
		if m.Event != "ci" || m.Payload["branch"] != hostileText || m.Payload["status"] != "failed" || m.Payload["commit"] != "abc" || m.Payload["job"] != "" {
			t.Errorf("%s: %q", sh, m)
		}
	}
}

func TestTheWatcherTellsOfFiles(t *testing.T) {
	w := newHookWorld(t)
	w.write("-watched/old", "x")
	o := hostileOptions
	o.Folder = "-watched"
	script := w.line("files", o)
	// Where the tests run in the background, the shell would inherit that SIGINT is
	// ignored, and cannot trap it then. What is handled here is not inherited.
	handled := make(chan os.Signal, 1)
	signal.Notify(handled, os.Interrupt)
	defer signal.Stop(handled)
	c := w.command(w.dir, "sh", "-c", script)
	if err := c.Start(); err != nil {
		t.Fatal(err)
	}
	// Files are made until one is reported: the first ones may be older than the
	// watcher's stamp.
	stop := make(chan struct{})
	go func() {
		defer close(stop)
		for i := 0; ; i++ {
			select {
			case r := <-w.came:
				w.came <- r
				return
			case <-t.Context().Done():
				return
			case <-time.After(300 * time.Millisecond):
				if err := os.WriteFile(filepath.Join(w.dir, "-watched", "it's \"$(touch pwned)\" "+fmt.Sprint(i%3)), nil, 0o600); err != nil {
					t.Error(err)
					return
				}
			}
		}
	}()
	m := w.told()
	<-stop
	if m.Event != "files" || !strings.Contains(m.Payload["changed"], `./it's "$(touch pwned)" `) || strings.Contains(m.Payload["changed"], "old") ||
		m.Payload["folder"] != w.path("-watched") {
		t.Errorf("%+v", m)
	}
	if err := c.Process.Signal(os.Interrupt); err != nil {
		t.Fatal(err)
	}
	if err := c.Wait(); err == nil {
		t.Error("the watcher has ended well")
	}
	if left, err := filepath.Glob(filepath.Join(w.dir, "aloft-stamp.*")); err != nil || len(left) > 0 {
		t.Errorf("it left %q (%v)", left, err)
	}
}

func TestShellQuote(t *testing.T) {
	for s, want := range map[string]string{
		"": "''", "plain-1.x/y:z@w%+,": "plain-1.x/y:z@w%+,", "a b": "'a b'", "it's": `'it'\''s'`, "~": "'~'", "$(x)": "'$(x)'", "中": "'中'", "a=b": "'a=b'",
	} {
		if got := hooks.ShellQuote(s); got != want {
			t.Errorf("%q is quoted %s, want %s", s, got, want)
		}
	}
}

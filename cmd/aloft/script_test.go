//go:build unix

package main

import (
	gosql "database/sql"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"net/http"
	"net/url"
	"os"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/rogpeppe/go-internal/testscript"

	"aloft/client"
	"aloft/client/clienttest/faultwords"
	"aloft/cmd/aloft/admin"
)

// The scripts run the binary inside the test as real processes of its own, or by a worker. Under
// its own name it is the program when a command is given, as a receiver in a test
// starts it.
func TestMain(m *testing.M) {
	program := func() {
		collectLate()
		os.Exit(testApp(os.Stdin, os.Stdout, os.Stderr).run(os.Args[1:]))
	}
	if filepath.Base(os.Args[0]) != "aloft" {
		if len(os.Args) > 1 && !strings.HasPrefix(os.Args[1], "-") {
			program()
		}
		// The scripts over TCP mostly wait for the gap between requests.
		flag.Parse()
		_ = flag.Set("test.parallel", "8")
	}
	testscript.Main(m, map[string]func(){"aloft": program, "aloft-breaks": breaks, "aloft-works": works})
}

// testApp is the program, with its waits scaled.
func testApp(in, out, errs *os.File) *app {
	a := newApp(in, out, errs)
	a.admin.Faults = admin.Faults{Words: faultwords.Words, Parse: faultwords.Faults}
	if s, err := strconv.ParseFloat(os.Getenv("TEST_SCALE"), 64); err == nil {
		a.session.Scale = s
	}
	if os.Getenv("TEST_STILL") != "" {
		began := time.Now()
		a.session.Now = func() time.Time { return began }
	}
	if os.Getenv("TEST_QUIET") != "" {
		// Waits are shown after two seconds: on a loaded machine that varies, and a
		// script could not pin standard error.
		w := a.waits
		w.Waits = client.NewWaits(func(t client.Waiting) {
			if a.con.OnScreen {
				w.Tell(t)
			}
		})
	}
	return a
}

func TestScripts(t *testing.T) {
	testscript.Run(t, testscript.Params{
		Dir:                 "testdata/script",
		RequireExplicitExec: true,
		RequireUniqueNames:  true,
		Setup: func(e *testscript.Env) error {
			for _, v := range e.Vars {
				if strings.HasPrefix(v, "ALOFT_") || strings.HasPrefix(v, "XDG_") {
					return fmt.Errorf("the test's own environment has %s", v)
				}
			}
			older, err := filepath.Abs("testdata/older")
			if err != nil {
				return err
			}
			e.Setenv("OLDER", older)
			home := filepath.Join(e.WorkDir, "home")
			e.Setenv("HOME", home)
			e.Setenv("TERM", "xterm-256color")
			e.Setenv("TEST_SCALE", "0.1") // a script about real times sets it to 1
			e.Setenv("TEST_QUIET", "1")   // a script about waits sets it to nothing
			if e.Values[workerKey], err = newWorker(e); err != nil {
				return err
			}
			return os.Mkdir(home, 0o700)
		},
		Cmds: map[string]func(*testscript.TestScript, bool, []string){
			"code": code, "wait-file": waitFile, "wait-for": waitFor, "json": jsonGet, "lines": lines, "printf": printf, "sql": sql, "tool": callTool, "in-zip": inZipFile, "phone": phone, "older": older,
		},
	})
}

// code N ARGS… [< FILE]: aloft must end with exactly that code. It runs in the script's worker;
// exec aloft is a process of its own.
func code(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) < 1 {
		ts.Fatalf("usage: code N args… [< file]")
	}
	stdin, n := "", len(args)
	if n > 2 && args[n-2] == "<" {
		stdin, args = ts.ReadFile(args[n-1]), args[:n-2]
	}
	if got := ts.Value(workerKey).(*worker).run(ts, args[1:], stdin); fmt.Sprint(got) != args[0] {
		ts.Fatalf("aloft %s: exit code %d, want %s", strings.Join(args[1:], " "), got, args[0])
	}
}

// phone yes|no FILE STATUS: answers a sign-in by a QR code, whose link is in the file, in place of a phone.
func phone(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) != 3 {
		ts.Fatalf("usage: phone yes|no file status")
	}
	got, err := answerLink(strings.TrimSpace(ts.ReadFile(args[1])), args[0])
	ts.Check(err)
	if fmt.Sprint(got) != args[2] {
		ts.Fatalf("the answer %s: HTTP %d, want %s", args[0], got, args[2])
	}
}

// answerLink sends a phone's yes or no to the link of a sign-in, and returns the HTTP status.
func answerLink(link, yes string) (int, error) {
	resp, err := http.PostForm(link, url.Values{"answer": {yes}})
	if err != nil {
		return 0, err
	}
	return resp.StatusCode, resp.Body.Close()
}

// wait-file FILE [TEXT [N]]: waits until the file is not empty, or has the text N
// times.
func waitFile(ts *testscript.TestScript, neg bool, args []string) {
	want, times := "", 1
	if len(args) > 1 {
		want = args[1]
	}
	if len(args) > 2 {
		n, err := strconv.Atoi(args[2])
		ts.Check(err)
		times = n
	}
	tick := time.NewTicker(10 * time.Millisecond)
	defer tick.Stop()
	for range 2000 {
		data, err := os.ReadFile(ts.MkAbs(args[0]))
		if err == nil && len(data) > 0 && strings.Count(string(data), want) >= times {
			return
		}
		<-tick.C
	}
	ts.Fatalf("%s never had %q in it", args[0], want)
}

// wait-for COMMAND REGEXP: waits until what the shell command prints matches.
func waitFor(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) != 2 {
		ts.Fatalf("usage: wait-for command regexp")
	}
	want, err := regexp.Compile("(?m)" + args[1])
	ts.Check(err)
	// What is waited for may be over again after seconds, so the pauses stay short on a slow machine, too.
	limit := time.After(time.Minute)
	look := time.NewTicker(100 * time.Millisecond)
	defer look.Stop()
	for late := false; !late; {
		_ = ts.Exec("sh", "-c", args[0])
		if want.MatchString(ts.ReadFile("stdout")) {
			return
		}
		select {
		case <-look.C:
		case <-limit:
			late = true
		}
	}
	ts.Fatalf("%s never printed %s, but\n%s%s", args[0], args[1], ts.ReadFile("stdout"), ts.ReadFile("stderr"))
}

// json FILE KEY VAR: sets VAR to a text of the JSON object in the file.
func jsonGet(ts *testscript.TestScript, neg bool, args []string) {
	var m map[string]any
	ts.Check(json.Unmarshal([]byte(ts.ReadFile(args[0])), &m))
	v, ok := m[args[1]]
	if !ok {
		ts.Fatalf("%s has no %s", args[0], args[1])
	}
	ts.Setenv(args[2], fmt.Sprint(v))
}

// sql DIR STATEMENT: changes the embedded service's database behind its back.
func sql(ts *testscript.TestScript, neg bool, args []string) {
	files, err := filepath.Glob(filepath.Join(ts.MkAbs(args[0]), "*.db"))
	ts.Check(err)
	if len(files) != 1 {
		ts.Fatalf("%d databases in %s", len(files), args[0])
	}
	db, err := gosql.Open("sqlite", (&url.URL{Scheme: "file", Path: files[0]}).String())
	ts.Check(err)
	_, err = db.Exec(args[1])
	ts.Check(errors.Join(err, db.Close()))
}

// lines N: standard output has that many lines.
func lines(ts *testscript.TestScript, neg bool, args []string) {
	if got := strings.Count(ts.ReadFile("stdout"), "\n"); fmt.Sprint(got) != args[0] {
		ts.Fatalf("%d lines, want %s", got, args[0])
	}
}

// printf FILE TEXT: writes a text with \n, \0, \e and \xHH in it.
func printf(ts *testscript.TestScript, neg bool, args []string) {
	s := strings.NewReplacer(`\n`, "\n", `\0`, "\x00", `\e`, "\x1b", `\xff`, "\xff").Replace(args[1])
	ts.Check(os.WriteFile(ts.MkAbs(args[0]), []byte(s), 0o600))
}

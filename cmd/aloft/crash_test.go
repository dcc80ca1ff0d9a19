//go:build unix

package main

import (
	"context"
	"os"
	"os/signal"
	"path/filepath"
	"strings"
	"sync"
	"sync/atomic"
	"syscall"
	"testing"

	"aloft/client"
	"aloft/cmd/aloft/console"
	"aloft/model"
	"aloft/ui"
)

// breaks is the program with a screen that crashes on g h, in the way that
// TEST_BREAK names. It is in no program that is shipped.
func breaks() {
	a := testApp(os.Stdin, os.Stdout, os.Stderr)
	a.screen.Spoil = func(d *ui.Deps) {
		a.con.Scrub.Add(brokenSecret)
		b := &broken{Sources: d.Client.Sources, how: os.Getenv("TEST_BREAK")}
		d.Client.Sources = b
		d.KeepSession = b.breakingKeep(d.KeepSession)
		d.Home = func(p model.Place) model.Place {
			b.armed.Store(true)
			if b.how == "update" {
				panic(brokenSecret)
			}
			return p.Root()
		}
	}
	os.Exit(a.run(os.Args[1:]))
}

const brokenSecret = "__pus=CANARY-98765"

// broken sources crash when they are called.
type broken struct {
	client.Sources
	how    string
	armed  atomic.Bool
	struck atomic.Bool // a second signal would end it at once
}

func (b *broken) Accounts() []string {
	if b.how == "view" && b.armed.Load() {
		panic(brokenSecret)
	}
	return b.Sources.Accounts()
}

func (b *broken) For(p model.Place) (client.Source, error) {
	s, err := b.Sources.For(p)
	return brokenSource{s, b}, err
}

type brokenSource struct {
	client.Source
	b *broken
}

// List is called in a goroutine that the pane starts.
func (s brokenSource) List(ctx context.Context, p model.Place, o client.Options) (model.Listing, error) {
	if s.b.armed.Load() && s.b.struck.CompareAndSwap(false, true) {
		switch s.b.how {
		case "list":
			panic(brokenSecret)
		case "goroutine":
			go panic(brokenSecret)
		case "index":
			var none []int
			go func() { _ = none[len(s.b.how)] }()
		case "fatal":
			new(sync.Mutex).Unlock()
		case "killed":
			_ = syscall.Kill(os.Getpid(), syscall.SIGKILL)
		case "quit":
			_ = syscall.Kill(os.Getpid(), syscall.SIGQUIT)
		case "abort":
			_ = syscall.Kill(os.Getpid(), syscall.SIGABRT)
		case "term":
			_ = syscall.Kill(os.Getpid(), syscall.SIGTERM)
		case "interrupt":
			_ = syscall.Kill(os.Getpid(), syscall.SIGINT)
		case "hangup":
			_ = syscall.Kill(os.Getpid(), syscall.SIGHUP)
		}
	}
	return s.Source.List(ctx, p, o)
}

// breakingKeep is called in a sequence of commands when the screen ends.
func (b *broken) breakingKeep(keep func(client.Session) error) func(client.Session) error {
	return func(s client.Session) error {
		if b.how == "command" && b.armed.Load() {
			panic(brokenSecret)
		}
		return keep(s)
	}
}

// However the screen ends, the terminal is as it was, one line says what happened
// and where the report is, and the report is readable by its owner only and holds
// no secret.
func TestHoweverTheScreenEnds(t *testing.T) {
	if testing.Short() {
		t.Skip("kills processes, whose memory the race detector does not see")
	}
	signal.Notify(make(chan os.Signal, 1), syscall.SIGHUP) // under nohup what we start would ignore it
	for how, want := range map[string]struct {
		code   int
		said   string
		report string // part of the report; "" = there is none
	}{
		"update":    {console.ExitFailed, "aloft: aloft crashed, sorry; the report is in ", "breaks.func1"},
		"view":      {console.ExitFailed, "aloft: aloft crashed, sorry; the report is in ", "(*broken).Accounts"},
		"command":   {console.ExitFailed, "aloft: aloft crashed, sorry; the report is in ", "breakingKeep"},
		"list":      {console.ExitFailed, "aloft: aloft crashed, sorry; the report is in ", "brokenSource.List"},
		"goroutine": {2, "aloft: aloft crashed, sorry; the report is in ", "brokenSource.List"},
		"index":     {2, "aloft: aloft crashed, sorry; the report is in ", "index out of range [5] with length 0"},
		"fatal":     {2, "aloft: aloft crashed, sorry; the report is in ", "(*Mutex).Unlock"},
		"killed":    {-1, "aloft: aloft was killed", ""},
		"quit":      {131, "aloft: the signal quit ended aloft; the report is in ", "aloft/ui.Run"},
		"abort":     {134, "aloft: the signal aborted ended aloft; the report is in ", "aloft/ui.Run"},
		"term":      {console.ExitInterrupted, "aloft: interrupted", ""},
		"interrupt": {console.ExitInterrupted, "aloft: interrupted", ""},
		"hangup":    {console.ExitInterrupted, "aloft: interrupted", ""},
	} {
		t.Run(how, func(t *testing.T) {
			t.Parallel()
			home := t.TempDir()
			s := beginAs(t, home, "aloft-breaks", []string{"TEST_BREAK=" + how})
			s.Shows(t, "Archive")
			if s.Cooked(t) {
				t.Error("the screen has not changed the terminal")
			}
			s.Types(t, "gh")
			if how == "command" {
				s.Types(t, "q")
			}
			s.Shows(t, want.said)
			code, out := s.Ends(t)
			if code != want.code {
				t.Errorf("code %d instead of %d", code, want.code)
			}
			if !s.Cooked(t) {
				t.Error("the terminal is left without echo or lines")
			}
			if !s.Restored(t) {
				t.Error("the terminal is left with other modes")
			}
			at := strings.LastIndex(out, want.said)
			for _, reset := range []string{"\x1b[?1049l", "\x1b[?25h", "\x1b[?2004l", "\x1b[?1002l"} {
				on := strings.LastIndex(out, strings.NewReplacer("l", "h", "h", "l").Replace(reset))
				if off := strings.LastIndex(out, reset); off < on || off > at && on >= 0 {
					t.Errorf("%q was set at %d and reset at %d, the line is at %d", reset, on, off, at)
				}
			}
			line, _, _ := strings.Cut(out[max(0, at):], "\n")
			if rest := out[max(0, at)+len(line):]; strings.TrimSpace(rest) != "" {
				t.Errorf("more is said than one line: %q", rest)
			}
			reports, err := filepath.Glob(filepath.Join(home, ".local/state/aloft/reports/*"))
			switch {
			case err != nil:
				t.Fatal(err)
			case want.report == "" && len(reports) > 0:
				t.Errorf("there is %q", reports)
			case want.report == "":
				return
			case len(reports) != 1 || !strings.Contains(line, reports[0]):
				t.Fatalf("there is %q, and %q is said", reports, line)
			}
			text, err := os.ReadFile(reports[0])
			if err != nil {
				t.Fatal(err)
			}
			if info, err := os.Stat(reports[0]); err != nil || info.Mode().Perm() != 0o600 {
				t.Errorf("%v %v", info.Mode(), err)
			}
			for _, part := range []string{"aloft " + console.Version().Version, want.report, "goroutine "} {
				if !strings.Contains(string(text), part) {
					t.Errorf("the report has no %q:\n%s", part, text)
				}
			}
			if strings.Contains(string(text), "CANARY") || strings.Contains(line, "CANARY") {
				t.Errorf("the secret is told: %s\n%s", line, text)
			}
			if c, out := runIn(t, home, "jobs"); c != console.ExitDone {
				t.Errorf("the jobs cannot be read: %d %s", c, out)
			}
		})
	}
}

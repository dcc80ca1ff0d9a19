package main

import (
	"bufio"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// The commands of the README's first tour work, in their order, on a new home.
func TestReadmeTour(t *testing.T) {
	readme, err := os.ReadFile("../../README.md")
	if err != nil {
		t.Fatal(err)
	}
	home := t.TempDir()
	_, tour, ok := strings.Cut(string(readme), "## A first tour")
	tour, _, ok2 := strings.Cut(tour, "\n## ")
	if !ok || !ok2 {
		t.Fatal("the readme has no first tour")
	}
	n := 0
	for line := range strings.Lines(tour) {
		cmd, _, _ := strings.Cut(strings.TrimSpace(line), " #")
		if !strings.HasPrefix(line, "    aloft ") || strings.HasPrefix(cmd, "aloft serve") {
			continue
		}
		n++
		c := exec.Command("sh", "-c", cmd)
		c.Dir, c.Env = home, []string{"HOME=" + home, "PATH=" + os.Getenv("PATH")}
		if out, err := c.CombinedOutput(); err != nil {
			t.Errorf("%s: %v\n%s", cmd, err, out)
		}
	}
	if n < 5 {
		t.Errorf("only %d commands were found", n)
	}
}

// The tours of documents print what the README says.
func TestReadmeDocuments(t *testing.T) {
	t.Parallel()
	readme, err := os.ReadFile("../../README.md")
	if err != nil {
		t.Fatal(err)
	}
	for _, section := range []string{"## Documents", "## Word documents"} {
		t.Run(section[3:], func(t *testing.T) {
			_, tour, ok := strings.Cut(string(readme), section)
			tour, _, ok2 := strings.Cut(tour, "\n## ")
			if !ok || !ok2 {
				t.Fatal("the readme has no such tour")
			}
			readmeTour(t, tour)
		})
	}
}

// readmeTour runs the commands of a tour on a new home.
func readmeTour(t *testing.T, tour string) {
	home, dir := t.TempDir(), t.TempDir()
	var cmd, want, empty string
	n := 0
	run := func() {
		if cmd == "" {
			return
		}
		n++
		c := exec.Command("sh", "-c", cmd)
		c.Dir, c.Env = dir, []string{"HOME=" + home, "PATH=" + os.Getenv("PATH")}
		out, err := c.CombinedOutput()
		got := strings.ReplaceAll(string(out), dir, "/home/me")
		if err != nil || got != want {
			t.Errorf("%s: %v\n got: %q\nwant: %q", cmd, err, got, want)
		}
	}
	for line := range strings.Lines(tour) {
		text, code := strings.CutPrefix(line, "    ")
		next, isCmd := strings.CutPrefix(text, "$ ")
		switch {
		case code && isCmd:
			run()
			cmd, want, empty = strings.TrimSpace(next), "", ""
		case code && cmd != "":
			want, empty = want+empty+text, ""
		case line == "\n":
			empty += line // an output has blank lines within, not at its end
		default:
			empty = ""
		}
	}
	run()
	if n < 10 {
		t.Errorf("only %d commands were found", n)
	}
}

func TestPanicIsScrubbed(t *testing.T) {
	dir := t.TempDir()
	f, err := os.Create(filepath.Join(dir, "err"))
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	a := newApp(os.Stdin, os.Stdout, f)
	a.con.Scrub.Add("__pus=CANARY-12345; x=y")
	a.panicked("boom \x1b[8m __pus=CANARY-12345", []byte("goroutine 1\n  header CANARY-12345\n"))
	out, err := os.ReadFile(f.Name())
	if err != nil {
		t.Fatal(err)
	}
	if s := string(out); strings.Contains(s, "CANARY") || strings.Contains(s, "\x1b") || !strings.Contains(s, "aloft: this is a bug") || !strings.Contains(s, "goroutine 1") {
		t.Errorf("%q", s)
	}
}

// The commands of the README's section on webhooks work, with a receiver on a free
// port.
func TestReadmeWebhooks(t *testing.T) {
	readme, err := os.ReadFile("../../README.md")
	if err != nil {
		t.Fatal(err)
	}
	_, tour, ok := strings.Cut(string(readme), "## Webhooks")
	tour, _, ok2 := strings.Cut(tour, "\n## ")
	if !ok || !ok2 {
		t.Fatal("the readme has no such section")
	}
	home, dir := t.TempDir(), t.TempDir()
	ownPort(t, home)
	environ := []string{"HOME=" + home, "PATH=" + os.Getenv("PATH")}
	var story []string
	blocks := 0
	for line := range strings.Lines(tour) {
		text, code := strings.CutPrefix(line, "    ")
		switch {
		case code && len(story) > 0 && strings.HasSuffix(story[len(story)-1], "\\"):
			story[len(story)-1] = strings.TrimSuffix(story[len(story)-1], "\\") + strings.TrimSpace(text)
		case code && blocks == 0:
			story = append(story, strings.TrimRight(text, "\n"))
		case !code && len(story) > 0:
			blocks++
		}
	}
	serve, stop := startReceiver(t, environ, dir)
	defer stop()
	for _, cmd := range story {
		if strings.HasPrefix(cmd, "aloft hook serve") {
			continue
		}
		c := exec.Command("sh", "-c", cmd)
		c.Dir, c.Env = dir, environ
		out, err := c.CombinedOutput()
		if err != nil {
			t.Errorf("%s: %v\n%s", cmd, err, out)
		}
		if strings.HasPrefix(cmd, "aloft ls") && string(out) != "app-1.2/\n" {
			t.Errorf("%s: %s", cmd, out)
		}
		if strings.HasPrefix(cmd, "aloft hook messages") && !strings.Contains(string(out), "ci-done") {
			t.Errorf("%s: %s", cmd, out)
		}
	}
	if len(story) < 6 || serve == "" {
		t.Errorf("only %d commands were found", len(story))
	}
}

// startReceiver runs aloft hook serve and returns the line that it prints.
func startReceiver(t *testing.T, environ []string, dir string) (line string, stop func()) {
	t.Helper()
	c := exec.Command("aloft", "hook", "serve")
	c.Dir, c.Env = dir, environ
	out, err := c.StdoutPipe()
	if err == nil {
		err = c.Start()
	}
	if err != nil {
		t.Fatal(err)
	}
	line, err = bufio.NewReader(out).ReadString('\n')
	if err != nil {
		t.Fatal(err)
	}
	return line, func() {
		if err := c.Process.Signal(os.Interrupt); err != nil {
			t.Error(err)
		}
		if err := c.Wait(); err != nil {
			t.Error(err)
		}
	}
}

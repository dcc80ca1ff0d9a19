//go:build unix

package main

import (
	"encoding/json"
	"image"
	"image/color"
	"net/http"
	"os"
	"os/exec"
	"regexp"
	"strings"
	"testing"
	"time"

	"github.com/charmbracelet/x/ansi"
	"github.com/piglig/go-qr"

	"aloft/cmd/aloft/console"
	"aloft/ui/uitest/program"
)

// shownLink finds the link beside the last code, whose parts are in the rows of the screen.
func shownLink(written string) string {
	at := strings.LastIndex(written, "http://")
	var link strings.Builder
	for _, row := range strings.Split(ansi.Strip(written[at:]), "\r\n") {
		part := strings.TrimSpace(regexp.MustCompile(`[█▀▄]`).ReplaceAllString(row, ""))
		if part == "" {
			break
		}
		link.WriteString(part[strings.LastIndexByte(part, ' ')+1:])
	}
	return link.String()
}

// scanned is what a camera reads of the last code: black on white by its own colours.
func scanned(written string) (string, error) {
	var rows [][]rune
	for _, row := range strings.Split(written, "\r\n") {
		if from, to := strings.Index(row, "\x1b[38;5;16;48;5;231m"), strings.Index(row, "\x1b[m"); from == 0 && to > 0 {
			rows = append(rows, []rune(ansi.Strip(row[:to])))
		}
	}
	m := image.NewGray(image.Rect(0, 0, 8*len(rows[0]), 16*len(rows)))
	for y := range m.Rect.Max.Y {
		for x := range m.Rect.Max.X {
			switch r, upper := rows[y/16][x/8], y%16 < 8; {
			case r == '█', r == '▀' && upper, r == '▄' && !upper:
			default:
				m.SetGray(x, y, color.Gray{Y: 255})
			}
		}
	}
	return go_qr.Decode(m)
}

// The code on a terminal says the link beside it. Whoever declines is asked for no more; Enter shows another code.
func TestSignInByQRCodeOnATerminal(t *testing.T) {
	t.Parallel()
	home, served := t.TempDir(), exec.Command("aloft", "serve")
	served.Env = []string{"HOME=" + t.TempDir(), "PATH=" + os.Getenv("PATH")}
	line, err := served.StdoutPipe()
	if err == nil {
		err = served.Start()
	}
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _, _ = served.Process.Kill(), served.Wait() })
	var at struct{ Drive string }
	if err := json.NewDecoder(line).Decode(&at); err != nil {
		t.Fatal(err)
	}
	if c, out := runIn(t, home, "account", "add", "work", "--drive", at.Drive, "--login", at.Drive); c != console.ExitDone {
		t.Fatal(out)
	}
	login := []string{"account", "login", "work", "--qr", "--store=file"}
	c := exec.Command("aloft", login...)
	c.Env = []string{"HOME=" + home, "PATH=" + os.Getenv("PATH"), "TERM=xterm-256color", "LANG=C.UTF-8"}
	s := program.StartOnScreen(t, c, 80, 24)
	s.Shows(t, "Waiting for the phone until")
	written := s.Written()
	link := shownLink(written)
	if got, err := scanned(written); err != nil || got != link || !strings.HasPrefix(link, at.Drive+"/scan?token=") {
		t.Fatalf("the code says %q (%v), and beside it is %q", got, err, link)
	}
	if status, err := answerLink(link, "no"); status != http.StatusOK || err != nil {
		t.Fatal(status, err)
	}
	s.Shows(t, "Enter shows a fresh code")
	s.Types(t, "\r")
	again := ""
	s.Until(t, 20*time.Second, "another code", func(screen string) bool {
		again = shownLink(s.Written())
		return strings.Count(s.Written(), "Waiting for the phone until") == 2 && again != link
	})
	if status, err := answerLink(again, "yes"); status != http.StatusOK || err != nil {
		t.Fatal(status, err)
	}
	if c, out := s.Ends(t); c != console.ExitDone || !strings.Contains(out, "work is signed in") {
		t.Errorf("code %d, %q", c, out)
	}

	s = begin(t, home, login...)
	s.Shows(t, "Waiting for the phone until")
	s.Types(t, "\x03")
	if c, out := s.Ends(t); c != console.ExitInterrupted || strings.Contains(out, "is signed in") {
		t.Errorf("code %d, %q", c, out)
	}
}

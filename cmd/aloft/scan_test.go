//go:build unix

package main

import (
	"image"
	"image/color"
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
	home := t.TempDir()
	c := exec.Command("aloft", "account", "login", "local", "--qr")
	c.Env = []string{"HOME=" + home, "PATH=" + os.Getenv("PATH"), "TERM=xterm-256color", "LANG=C.UTF-8"}
	s := program.StartOnScreen(t, c, 80, 24)
	s.Shows(t, "Waiting for it until")
	written := s.Written()
	link := shownLink(written)
	if got, err := scanned(written); err != nil || got != link || !strings.HasPrefix(link, "http://aloft.local/scan?token=") {
		t.Fatalf("the code says %q (%v), and beside it is %q", got, err, link)
	}
	if c, out := runIn(t, home, "account", "confirm", "--decline", link); c != console.ExitDone {
		t.Fatal(out)
	}
	s.Shows(t, "Enter shows a fresh code")
	s.Types(t, "\r")
	again := ""
	s.Until(t, 20*time.Second, "another code", func(screen string) bool {
		again = shownLink(s.Written())
		return strings.Count(s.Written(), "Waiting for it until") == 2 && again != link
	})
	if c, out := runIn(t, home, "account", "confirm", again); c != console.ExitDone {
		t.Fatal(out)
	}
	if c, out := s.Ends(t); c != console.ExitDone || !strings.Contains(out, "nothing was stored") {
		t.Errorf("code %d, %q", c, out)
	}

	s = begin(t, home, "account", "login", "local", "--qr")
	s.Shows(t, "Waiting for it until")
	s.Types(t, "\x03")
	if c, out := s.Ends(t); c != console.ExitInterrupted || strings.Contains(out, "nothing was stored") {
		t.Errorf("code %d, %q", c, out)
	}
}

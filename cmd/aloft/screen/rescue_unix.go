//go:build unix

package screen

import (
	_ "embed"
	"errors"
	"os"
	"os/exec"
	"runtime/debug"
	"strings"
	"syscall"

	"aloft/model/text"
)

// resetTerminal resets what the screen has set in the terminal, in printf's syntax:
// synchronized output, mouse, bracketed paste, focus reports, key modes, colours,
// title and progress, the cursor, the alternate screen.
const resetTerminal = `\033[?2026l\033[?1000l\033[?1002l\033[?1003l\033[?1006l\033[?1004l\033[?2004l\033[?2027l` +
	`\033[<u\033[>4m\033]110\007\033]111\007\033]9;4;0\007\033[0m\033[?1049l\033[<u\033[>4m\033[?25h`

//go:embed rescue.sh
var rescueScript string

// rescue is a shell that waits beside the screen. Some ends leave the program no
// time to restore its terminal: a panic in an unguarded goroutine, a fatal error of
// the runtime, a kill. Then the shell does it, since the pipe between them is
// closed with the program, however it ends.
type rescue struct {
	pipe *os.File
	cmd  *exec.Cmd
}

// startRescue starts the shell; nil where there is none. Arguments show in ps, so the script
// and its values come through a pipe, which has room for all of them.
func (sc *Screen) startRescue() *rescue {
	r, w, err := os.Pipe()
	if err != nil {
		return nil
	}
	defer func() { _ = r.Close() }()
	script, err := filled(sc.rescueScript())
	if err != nil {
		_ = w.Close()
		return nil
	}
	defer func() { _ = script.Close() }()
	cmd := exec.Command("/bin/sh", "-s", "aloft-rescue")
	cmd.Env = []string{"PATH=" + os.Getenv("PATH"), "LC_ALL=C"}
	cmd.Stdin, cmd.Stdout, cmd.ExtraFiles = script, sc.Con.Stdout, []*os.File{r}
	apart(cmd) // signals for the program do not reach it
	if err := cmd.Start(); err != nil {
		_ = w.Close()
		return nil
	}
	_ = debug.SetCrashOutput(w, debug.CrashOptions{})
	return &rescue{w, cmd}
}

// rescueScript is the script after the lines that set its values.
func (sc *Screen) rescueScript() string {
	var b strings.Builder
	file := sc.Reports.File()
	for _, v := range [][2]string{
		{"file", file}, {"crashed", sc.Con.Say(text.CliCrashReport, file)},
		{"killed", sc.Con.Say("aloft was killed; running jobs are kept and can be resumed → aloft jobs")},
		{"head", sc.Reports.Head("the Go runtime ended aloft (values are left out):")}, {"reset", resetTerminal}, {"modes", modes(sc.Con.Stdout)},
	} {
		b.WriteString(v[0] + "='" + strings.ReplaceAll(v[1], "'", `'\''`) + "'\n")
	}
	return b.String() + rescueScript
}

// filled is a pipe that has the text in it, and then its end.
func filled(all string) (*os.File, error) {
	r, w, err := os.Pipe()
	if err != nil {
		return nil, err
	}
	_, err = w.WriteString(all)
	if err = errors.Join(err, w.Close()); err != nil {
		_ = r.Close()
		return nil, err
	}
	return r, nil
}

// end ends the shell: the terminal is restored.
func (r *rescue) end() {
	if r == nil {
		return
	}
	_ = debug.SetCrashOutput(nil, debug.CrashOptions{})
	_, _ = r.pipe.WriteString("ok\n")
	_ = r.pipe.Close()
	_ = r.cmd.Wait()
}

// apart gives a command no terminal and a session of its own: it lives on.
func apart(c *exec.Cmd) { c.SysProcAttr = &syscall.SysProcAttr{Setsid: true} }

// stackSignals end the screen with a report of all goroutines' stacks.
func stackSignals() []os.Signal { return []os.Signal{syscall.SIGQUIT, syscall.SIGABRT} }

//go:build unix

package screen

import (
	_ "embed"
	"os"
	"os/exec"
	"runtime/debug"
	"syscall"

	"aloft/model/text"
)

// resetTerminal leaves what the screen has asked of the terminal, written for
// printf: no synchronized frame, no mouse, no bracketed paste, no focus reports, the
// usual keys, colours, title and progress, the cursor, the screen of the shell.
const resetTerminal = `\033[?2026l\033[?1000l\033[?1002l\033[?1003l\033[?1006l\033[?1004l\033[?2004l\033[?2027l` +
	`\033[<u\033[>4m\033]110\007\033]111\007\033]9;4;0\007\033[0m\033[?1049l\033[<u\033[>4m\033[?25h`

//go:embed rescue.sh
var rescueScript string

// rescue is a shell that waits beside the screen. Some ends leave the program no
// time to put its terminal right: a panic in a goroutine that nobody guards, a
// fatal error of the runtime, a kill. Then the shell does it, since the pipe
// between them ends with the program, however it ends.
type rescue struct {
	pipe *os.File
	cmd  *exec.Cmd
}

// startRescue starts the shell; nil where there is none.
func (sc *Screen) startRescue() *rescue {
	r, w, err := os.Pipe()
	if err != nil {
		return nil
	}
	defer r.Close()
	file := sc.reports.File()
	cmd := exec.Command("/bin/sh", "-c", rescueScript, "aloft-rescue", file,
		sc.con.Say(text.CliCrashReport, file), sc.con.Say("aloft was killed; running jobs are kept and can be resumed → aloft jobs"), sc.reports.Head("the runtime ended it (values are left out):"), resetTerminal, modes(sc.con.Stdout))
	cmd.Env = []string{"PATH=" + os.Getenv("PATH"), "LC_ALL=C"}
	cmd.Stdin, cmd.Stdout = r, sc.con.Stdout
	cmd.SysProcAttr = &syscall.SysProcAttr{Setsid: true} // it gets no signal that is meant for the program
	if err := cmd.Start(); err != nil {
		_ = w.Close()
		return nil
	}
	_ = debug.SetCrashOutput(w, debug.CrashOptions{})
	return &rescue{w, cmd}
}

// end sends the shell away: the terminal is as it should be.
func (r *rescue) end() {
	if r == nil {
		return
	}
	_ = debug.SetCrashOutput(nil, debug.CrashOptions{})
	_, _ = r.pipe.WriteString("ok\n")
	_ = r.pipe.Close()
	_ = r.cmd.Wait()
}

// stackSignals end the screen with a report of what every goroutine does.
func stackSignals() []os.Signal { return []os.Signal{syscall.SIGQUIT, syscall.SIGABRT} }

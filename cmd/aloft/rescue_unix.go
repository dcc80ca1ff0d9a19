//go:build unix

package main

import (
	_ "embed"
	"os"
	"os/exec"
	"runtime/debug"
	"syscall"

	"aloft/model/text"
)

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
func (a *app) startRescue() *rescue {
	r, w, err := os.Pipe()
	if err != nil {
		return nil
	}
	defer r.Close()
	file := a.reportFile()
	cmd := exec.Command("/bin/sh", "-c", rescueScript, "aloft-rescue", file,
		a.cat.Say(text.CliCrashReport, file), a.cat.Say("aloft was killed; running jobs are kept and can be resumed → aloft jobs"), a.reportHead("the runtime ended it (values are left out):"), resetTerminal)
	cmd.Env = []string{"PATH=" + os.Getenv("PATH"), "LC_ALL=C"}
	cmd.Stdin, cmd.Stdout = r, a.stdout
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

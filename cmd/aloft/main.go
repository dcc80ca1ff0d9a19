// Command aloft is a two-pane file manager for a cloud drive and a document service.
package main

import (
	"fmt"
	"os"
	"runtime"
	"runtime/debug"

	"aloft/cmd/aloft/console"
	"aloft/model"
	"aloft/model/text"
)

func main() {
	collectLate()
	os.Exit(newApp(os.Stdin, os.Stdout, os.Stderr).run(os.Args[1:]))
}

// The main thread does nothing but wait. The kernel gives it every signal of the process, and while it waited for a file
// that does not answer, no other thread would see them.
func init() { runtime.LockOSThread() }

// run runs the program beside the main thread and returns its exit code.
func (a *app) run(args []string) int {
	code := make(chan int)
	go func() { code <- a.command(args) }()
	return <-code
}

func (a *app) command(args []string) (code int) {
	defer func() {
		if r := recover(); r != nil {
			a.panicked(r, debug.Stack())
			code = console.ExitFailed
		}
	}()
	err := a.execute(args)
	if cerr := a.close(); err == nil {
		err = cerr
	}
	if err != nil {
		a.con.Warn(err)
	}
	return console.ExitCode(err)
}

// panicked reports a bug of ours in one line, without any known secret, and where
// the report is. Where none can be written, the stack is printed below.
func (a *app) panicked(r any, stack []byte) {
	what := model.Clean(a.con.Scrub.Scrub(fmt.Sprint(r)))
	if file, err := a.reports.Write(a.reports.Head(text.CliCrashAt, what), stack); err == nil {
		fmt.Fprintln(a.con.Stderr, "aloft: "+a.con.Say("this is a bug, sorry: %s; the report is in %s", what, file))
		return
	}
	fmt.Fprintln(a.con.Stderr, "aloft: "+a.con.Say("this is a bug, sorry: %s", what))
	fmt.Fprint(a.con.Stderr, a.con.Scrub.Scrub(string(stack)))
}

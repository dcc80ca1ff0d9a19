// Command aloft is a two-pane file manager for a cloud drive and a document service.
package main

import (
	"fmt"
	"os"
	"runtime/debug"

	hookrun "aloft/client/webhook/run"
	"aloft/model"
	"aloft/model/text"
)

func main() {
	hookrun.Supervise()
	collectLate()
	os.Exit(newApp(os.Stdin, os.Stdout, os.Stderr).run(os.Args[1:]))
}

// run runs the program and gives its exit code.
func (a *app) run(args []string) (code int) {
	defer func() {
		if r := recover(); r != nil {
			a.panicked(r, debug.Stack())
			code = exitFailed
		}
	}()
	err := a.execute(args)
	if cerr := a.close(); err == nil {
		err = cerr
	}
	if err != nil {
		if line := a.say(err); line != "" {
			fmt.Fprintln(a.stderr, "aloft: "+line)
		}
	}
	return exitCode(err)
}

// panicked says a bug of ours in one line, without any secret that is known, and
// where the report is. Where none can be written, the stack stands below.
func (a *app) panicked(r any, stack []byte) {
	what := model.Clean(a.scrub.Scrub(fmt.Sprint(r)))
	if file, err := a.report(a.reportHead(text.CliCrashAt, what), stack); err == nil {
		fmt.Fprintln(a.stderr, "aloft: "+a.cat.Say("this is a bug, sorry: %s; the report is in %s", what, file))
		return
	}
	fmt.Fprintln(a.stderr, "aloft: "+a.cat.Say("this is a bug, sorry: %s", what))
	fmt.Fprint(a.stderr, a.scrub.Scrub(string(stack)))
}

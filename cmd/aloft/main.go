// Command aloft is a two-pane file manager for a cloud drive and a document service.
package main

import (
	"fmt"
	"os"
	"runtime/debug"

	"aloft/model"
	"aloft/model/text"
)

func main() {
	collectLate()
	os.Exit(run(os.Args[1:], 1))
}

// run runs the program and gives its exit code. Tests scale what it waits for
// between requests and polls.
func run(args []string, scale float64) (code int) {
	a := newApp(os.Stdin, os.Stdout, os.Stderr)
	a.scale = scale
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

// panicked says a bug of ours without any secret that is known.
func (a *app) panicked(r any, stack []byte) {
	fmt.Fprintln(a.stderr, "aloft: "+a.cat.Say(text.CliPanic, model.Clean(a.scrub.Scrub(fmt.Sprint(r)))))
	fmt.Fprint(a.stderr, a.scrub.Scrub(string(stack)))
}

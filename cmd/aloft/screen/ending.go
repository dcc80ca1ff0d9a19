package screen

import (
	"context"
	"errors"
	"os"
	"os/signal"
	"runtime"
	"slices"
	"sync"
	"syscall"
	"time"

	"aloft/cmd/aloft/console"
	"aloft/model/text"
	"aloft/ui/term"
)

// crashed is a crash of the screen as an error of one line, which names its report.
func (sc *Screen) crashed(err error) error {
	var c *term.Crash
	if !errors.As(err, &c) {
		return err
	}
	file, failed := sc.Reports.Write(sc.Reports.Head(text.CliCrashAt, c.Error()), c.Stack)
	if failed != nil {
		return err // it says at least where
	}
	return console.Exit(console.ExitFailed, errors.New(sc.Con.Say(text.CliCrashReport, file)))
}

// endWait is the timeout for the screen to end by itself.
const endWait = 10 * time.Second

// ending ends the screen on a signal. Signals that ask for stacks write them to a
// report and not over the screen. A screen that hangs is left to the rescue.
type ending struct {
	sc     *Screen
	got    chan os.Signal
	over   chan struct{}
	done   sync.WaitGroup
	cancel func()
	hup    bool  // the terminal has gone away
	err    error // the error that the screen ends with; nil without a signal
}

func (sc *Screen) endOnSignal(cancel func()) *ending {
	e := &ending{sc: sc, got: make(chan os.Signal, 8), over: make(chan struct{}), cancel: cancel}
	signal.Notify(e.got, append(stackSignals(), os.Interrupt, syscall.SIGTERM)...)
	if !signal.Ignored(syscall.SIGHUP) { // nohup
		signal.Notify(e.got, syscall.SIGHUP)
	}
	e.done.Go(func() {
		for e.err == nil {
			select {
			case <-e.over:
				return
			case s := <-e.got:
				if !sc.Session.Editor.Has(s) {
					e.take(s)
				}
			}
		}
		select {
		case <-e.over:
		case <-time.After(endWait):
			os.Exit(console.ExitCode(e.err))
		}
	})
	return e
}

// stop returns the error of the signal that has come, nil when none has.
func (e *ending) stop() error {
	signal.Stop(e.got)
	close(e.over)
	e.done.Wait()
	select {
	case s := <-e.got: // the interrupts got it too, and were faster
		if e.err == nil {
			e.take(s)
		}
	default:
	}
	return e.err
}

func (e *ending) take(s os.Signal) {
	e.err = context.Canceled
	e.hup = s == syscall.SIGHUP
	if slices.Contains(stackSignals(), s) {
		stack := make([]byte, 1<<20)
		stack = stack[:runtime.Stack(stack, true)]
		said := e.sc.Con.Say("the signal %s ended aloft; the report could not be written", s.String())
		if file, err := e.sc.Reports.Write(e.sc.Reports.Head("the signal %s asked for all stacks", s.String()), stack); err == nil {
			said = e.sc.Con.Say("the signal %s ended aloft; the report is in %s", s.String(), file)
		}
		n, _ := s.(syscall.Signal)
		e.err = console.Exit(exitSignal+int(n), errors.New(said))
	}
	e.cancel()
}

// exitSignal is added to a signal's number, as shells do.
const exitSignal = 128

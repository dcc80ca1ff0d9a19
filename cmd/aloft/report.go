package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/signal"
	"path/filepath"
	"runtime"
	"slices"
	"strconv"
	"sync"
	"syscall"
	"time"

	"aloft/model/text"
	"aloft/ui/term"
)

// mostReports is how many reports are kept, the newest.
const mostReports = 20

// resetTerminal leaves what the screen has asked of the terminal, written for
// printf: no synchronized frame, no mouse, no bracketed paste, no focus reports, the
// usual keys, colours, title and progress, the cursor, the screen of the shell.
const resetTerminal = `\033[?2026l\033[?1000l\033[?1002l\033[?1003l\033[?1006l\033[?1004l\033[?2004l\033[?2027l` +
	`\033[<u\033[>4m\033]110\007\033]111\007\033]9;4;0\007\033[0m\033[?1049l\033[<u\033[>4m\033[?25h`

// reportFile is where a report of this process would lie, "" when no folder is
// known.
func (a *app) reportFile() string {
	if a.dirs.State == "" {
		return ""
	}
	dir := filepath.Join(a.dirs.State, "reports")
	if os.MkdirAll(dir, 0o700) != nil {
		return ""
	}
	a.dropReports(dir)
	return filepath.Join(dir, time.Now().UTC().Format("20060102T150405Z")+"-"+strconv.Itoa(os.Getpid())+".txt")
}

// dropReports removes all but the newest; their names are in the order of time.
func (a *app) dropReports(dir string) {
	all, err := filepath.Glob(filepath.Join(dir, "*.txt"))
	if err != nil || len(all) < mostReports {
		return
	}
	slices.Sort(all)
	for _, old := range all[:len(all)-mostReports+1] {
		_ = os.Remove(old)
	}
}

// reportHead is what a report begins with.
func (a *app) reportHead(what text.Text, args ...any) string {
	v := version()
	return fmt.Sprintf("aloft %s %s %s %s\n%s\n", v.Version, v.Revision, v.Go, v.System, a.cat.Say(what, args...))
}

// report writes down where the program broke, for its owner alone and without a
// secret, and gives the file.
func (a *app) report(head string, stack []byte) (string, error) {
	file := a.reportFile()
	if file == "" {
		return "", os.ErrNotExist
	}
	return file, os.WriteFile(file, []byte(a.scrub.Scrub(head+"\n"+string(stack))), 0o600)
}

// crashed is a crash of the screen as an error of one line, which says where its
// report is.
func (a *app) crashed(err error) error {
	var c *term.Crash
	if !errors.As(err, &c) {
		return err
	}
	file, failed := a.report(a.reportHead(text.CliCrashAt, c.Error()), c.Stack)
	if failed != nil {
		return err // it says at least where
	}
	return &exitError{exitFailed, errors.New(a.cat.Say(text.CliCrashReport, file))}
}

// endWait is how long the screen may take to end by itself.
const endWait = 10 * time.Second

// ending ends the screen for a signal. Those that ask for the stacks get them in a
// report and not over the screen. A screen that hangs is left to the rescue.
type ending struct {
	a      *app
	got    chan os.Signal
	over   chan struct{}
	done   sync.WaitGroup
	cancel func()
	err    error // what the screen ends with; nil while there was no signal
}

func (a *app) endOnSignal(cancel func()) *ending {
	e := &ending{a: a, got: make(chan os.Signal, 8), over: make(chan struct{}), cancel: cancel}
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
				if !a.forEditor(s) {
					e.take(s)
				}
			}
		}
		select {
		case <-e.over:
		case <-time.After(endWait):
			os.Exit(exitCode(e.err))
		}
	})
	return e
}

// stop gives the error of the signal that has come, nil when none has.
func (e *ending) stop() error {
	signal.Stop(e.got)
	close(e.over)
	e.done.Wait()
	select {
	case s := <-e.got: // the interrupts have taken it too, and were faster
		if e.err == nil {
			e.take(s)
		}
	default:
	}
	return e.err
}

func (e *ending) take(s os.Signal) {
	e.err = context.Canceled
	if slices.Contains(stackSignals(), s) {
		stack := make([]byte, 1<<20)
		stack = stack[:runtime.Stack(stack, true)]
		said := e.a.cat.Say("ended by the signal %s; what it was doing could not be written down", s.String())
		if file, err := e.a.report(e.a.reportHead("the signal %s asked for all stacks", s.String()), stack); err == nil {
			said = e.a.cat.Say("ended by the signal %s; what it was doing is in %s", s.String(), file)
		}
		n, _ := s.(syscall.Signal)
		e.err = &exitError{exitSignal + int(n), errors.New(said)}
	}
	e.cancel()
}

// exitSignal is added to a signal's number, as shells do.
const exitSignal = 128

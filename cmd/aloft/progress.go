package main

import (
	"fmt"
	"strconv"
	"time"

	"github.com/charmbracelet/x/ansi"
	"github.com/charmbracelet/x/term"

	"aloft/model"
	"aloft/model/text"
)

// progressEvery is the least time between two changes of the progress line.
const progressEvery = 200 * time.Millisecond

// progressLine is one line on standard error that is written over. It appears
// only when a person looks, and only after work has taken a moment.
type progressLine struct {
	begun time.Time
	at    time.Time
	shown bool
}

// progress shows what is being done, now and then.
func (a *app) progress(t text.Text, args ...any) {
	if !a.errIsTerminal() {
		return
	}
	now := time.Now()
	if a.line1.begun.IsZero() {
		a.line1.begun = now
	}
	if now.Sub(a.line1.begun) < progressEvery || now.Sub(a.line1.at) < progressEvery {
		return
	}
	a.line1.at = now
	width, _, err := term.GetSize(a.stderr.Fd())
	if err != nil || width < 10 {
		width = 80
	}
	fmt.Fprint(a.stderr, "\r\x1b[K"+ansi.Truncate(a.cat.Say(t, args...), width-1, "…"))
	a.line1.shown = true
}

// progressClear takes the line away before something else is printed.
func (a *app) progressClear() {
	if a.line1.shown {
		fmt.Fprint(a.stderr, "\r\x1b[K")
		a.line1.shown = false
	}
}

// progressEnd takes the line away for good.
func (a *app) progressEnd() {
	a.progressClear()
	a.line1 = progressLine{}
}

// progressOf shows how far a job is.
func (a *app) progressOf(s model.JobSnapshot) {
	if s.Op.Transfers() {
		bytes := size(s.Bytes)
		if s.BytesAll > 0 {
			bytes = a.cat.Say(text.CliUsedOf, bytes, size(s.BytesAll))
		}
		a.progress("%s %s   %s   %s", string(s.Op), a.doneOf(s), bytes, model.Clean(s.Current))
		return
	}
	a.progress("%s %s   call %d/%d   %s left", string(s.Op), a.doneOf(s), s.Calls, s.CallsAll, seconds(s.Left))
}

// doneOf is how many items are done, and how many of the others have failed.
func (a *app) doneOf(s model.JobSnapshot) string {
	done := strconv.Itoa(s.Done) + "/" + strconv.Itoa(s.Items)
	if s.Failed > 0 {
		done += " (" + a.cat.Say(text.CliJobFailed, s.Failed, s.Rest()) + ")"
	}
	return done
}

// seconds prints a time that is left.
func seconds(d time.Duration) string {
	if d < time.Second {
		return "<1 s"
	}
	if d < 2*time.Minute {
		return fmt.Sprintf("%d s", (d+time.Second/2)/time.Second)
	}
	return fmt.Sprintf("%d min", (d+time.Minute/2)/time.Minute)
}

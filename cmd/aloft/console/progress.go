package console

import (
	"fmt"
	"time"

	"github.com/charmbracelet/x/ansi"
	"github.com/charmbracelet/x/term"

	"aloft/model/text"
)

// ProgressEvery is the least time between two changes of the progress line.
const ProgressEvery = 200 * time.Millisecond

// progressLine is one line on standard error that is overwritten. It appears only
// for a person, and only after work has taken a moment.
type progressLine struct {
	begun time.Time
	at    time.Time
	shown bool
}

// Progress shows what is being done, at most every ProgressEvery.
func (con *Console) Progress(t text.Text, args ...any) {
	if con.Quiet || !con.ErrIsTerminal() {
		return
	}
	now := time.Now()
	if con.line.begun.IsZero() {
		con.line.begun = now
	}
	if now.Sub(con.line.begun) < ProgressEvery || now.Sub(con.line.at) < ProgressEvery {
		return
	}
	con.line.at = now
	width, _, err := term.GetSize(con.Stderr.Fd())
	if err != nil || width < 10 {
		width = 80
	}
	fmt.Fprint(con.Stderr, "\r\x1b[K"+ansi.Truncate(con.Say(t, args...), width-1, "…"))
	con.line.shown = true
}

// ProgressClear erases the line before something else is printed.
func (con *Console) ProgressClear() {
	if con.line.shown {
		fmt.Fprint(con.Stderr, "\r\x1b[K")
		con.line.shown = false
	}
}

// ProgressEnd erases the line for good.
func (con *Console) ProgressEnd() {
	con.ProgressClear()
	con.line = progressLine{}
}

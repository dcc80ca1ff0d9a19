package screen

import (
	"errors"
	"os"
	"strings"

	"github.com/spf13/cobra"

	"aloft/client"
	"aloft/cmd/aloft/console"
	"aloft/cmd/aloft/session"
	"aloft/model"
	"aloft/model/text"
	"aloft/ui"
)

// Options say how the screen begins, and what it leaves behind.
type Options struct {
	Fresh  bool   // do not come back to what was left
	Plain  bool   // lines for a screen reader instead of panes
	Choose bool   // print the places that were chosen
	Print0 bool   // each ended by a NUL byte
	CdFile string // gets the folder that was shown last; "" = nobody asks
}

// Flags adds them to the command that opens the screen.
func (o *Options) Flags(c *cobra.Command, con *console.Console) {
	f := c.Flags()
	f.BoolVar(&o.Fresh, "fresh", false, con.Say("start without the last session (ui.restore = false: always)"))
	f.BoolVar(&o.Plain, "plain", false, con.Say("for screen readers: no panes, changes are printed as lines (ui.plain = true: always)"))
	f.BoolVar(&o.Choose, "choose", false, con.Say("print the chosen places: Enter takes the selection, or the entry under the cursor if it is not a folder"))
	f.BoolVarP(&o.Print0, "print0", "0", false, con.Say("end each place with a NUL byte"))
	console.PathFlag(f, &o.CdFile, "cd-file", "", "", con.Say("on exit, write the last local folder to this file, for cd"))
}

// check finds errors before the terminal is touched.
func (o *Options) check() error {
	if o.Print0 && !o.Choose {
		return console.UsageError(text.CliAddNeeds, text.CliHintAll, "--print0", "--choose")
	}
	if o.CdFile == "" {
		return nil
	}
	f, err := os.OpenFile(o.CdFile, os.O_WRONLY|os.O_CREATE|os.O_TRUNC, 0o600)
	if err != nil {
		return cannotWrite(o.CdFile, err)
	}
	return f.Close()
}

func cannotWrite(file string, err error) error {
	return client.Errorf(client.KindLocal, "screen", model.Place{}, "%s cannot be written: %s", file, console.Cause(err))
}

// beside shows the screen on the terminal where standard output is a pipe, which is
// for the places. restore gives standard output back.
func (sc *Screen) beside() (restore func()) {
	if sc.Con.OutIsTerminal() {
		return func() {}
	}
	tty, err := os.OpenFile("/dev/tty", os.O_RDWR, 0)
	if err != nil {
		return func() {} // there is no terminal at all, which is said next
	}
	out := sc.Con.Stdout
	sc.Con.Stdout = tty
	return func() {
		sc.Con.Stdout = out
		_ = tty.Close()
	}
}

// tell prints what was chosen and writes where the person was.
func (sc *Screen) tell(o Options, end ui.End) error {
	for _, at := range end.At {
		if o.CdFile == "" || at.Scheme != model.SchemeDisk {
			continue
		}
		if err := os.WriteFile(o.CdFile, []byte(session.Written(at)), 0o600); err != nil {
			return cannotWrite(o.CdFile, err)
		}
		break
	}
	if !o.Choose {
		return nil
	}
	if len(end.Chosen) == 0 {
		return console.Exit(console.ExitFailed, errors.New(sc.Con.Say("nothing was chosen")))
	}
	for _, at := range end.Chosen {
		if err := sc.printChosen(at, o.Print0); err != nil {
			return err
		}
	}
	return nil
}

func (sc *Screen) printChosen(at model.Place, nul bool) error {
	place := session.Written(at)
	if nul {
		return sc.Con.Whole(place + "\x00")
	}
	if strings.ContainsAny(place, "\n\r") {
		return client.Errorf(client.KindInvalid, "screen", at, "the name of %s has a line break → --print0", model.Clean(place))
	}
	return sc.Con.Line(sc.Con.Name(place))
}

// Package console is what all commands share: input and output, tables, JSON, exit
// codes, questions and the progress line.
package console

import (
	"bufio"
	"io"
	"log/slog"
	"os"

	"github.com/charmbracelet/x/term"

	"github.com/spf13/cobra"

	"aloft/client"
	"aloft/client/secret"
	"aloft/model"
	"aloft/model/text"
)

// Console is the streams of one run of the program, and its language. It knows the
// secrets that must never be printed.
type Console struct {
	Stdin          *os.File
	Stdout, Stderr *os.File
	Writer         *bufio.Writer // of standard output
	Catalogue      *text.Catalogue
	Language       string // of the catalogue
	Scrub          *secret.Scrubber
	Log            *slog.Logger // of --log
	Quiet          bool         // nothing is said when nothing is wrong
	OnScreen       bool         // the terminal is the screen's: nothing else may write to it
	// Needs makes a command read the configuration before it runs, and Places completes the first n arguments as places,
	// all when n < 0. Those who can set them.
	Needs  func(run func(c *cobra.Command, args []string) error) func(*cobra.Command, []string) error
	Places func(n int) cobra.CompletionFunc

	own    map[string]string // variables of this run, before those of the process
	shapes map[*cobra.Command][]any
	line   progressLine
}

// Say is a message in the person's language.
func (con *Console) Say(t text.Text, args ...any) string { return con.Catalogue.Say(t, args...) }

// Word is one of the program's own words, such as the state of a job, in the person's
// language.
func (con *Console) Word(raw string) string { return model.Word(con.Catalogue, raw) }

// OutputFailed is the error of writing standard output.
func (con *Console) OutputFailed(err error) error {
	return &client.Error{Kind: client.KindLocal, Op: "output", What: "the output cannot be written: %s", Args: []any{Cause(err)}, Err: err}
}

// WarnLine prints a warning.
func (con *Console) WarnLine(line string) {
	_, _ = io.WriteString(con.Stderr, "aloft: "+con.Scrub.Scrub(line)+"\n")
}

// Warn prints an error as a warning, unless its message was printed already.
func (con *Console) Warn(err error) {
	if line := con.Explain(err); line != "" {
		con.WarnLine(line)
	}
}

// OutIsTerminal and the next two report whether a person is there.
func (con *Console) OutIsTerminal() bool { return term.IsTerminal(con.Stdout.Fd()) }
func (con *Console) ErrIsTerminal() bool { return term.IsTerminal(con.Stderr.Fd()) }
func (con *Console) InIsTerminal() bool  { return term.IsTerminal(con.Stdin.Fd()) }

// Attended reports whether a person may be there: at the screen, or where at least one of
// the streams is a terminal's.
func (con *Console) Attended() bool {
	return con.OnScreen || con.InIsTerminal() || con.OutIsTerminal() || con.ErrIsTerminal()
}

// WarnLater prints a warning of a service. While the screen is up nothing else may
// write to the terminal.
func (con *Console) WarnLater(err error) {
	con.Log.Warn("warning", "text", con.Explain(err))
	if !con.OnScreen {
		con.ProgressClear()
		con.Warn(err)
	}
}

// Worst returns the first failure, and prints the others.
func (con *Console) Worst(errs []error) error {
	var first error
	for _, err := range errs {
		switch {
		case err == nil:
		case first == nil:
			first = err
		default:
			con.Warn(err)
		}
	}
	return first
}

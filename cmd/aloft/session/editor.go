package session

import (
	"context"
	"math"
	"os"
	"os/exec"
	"os/signal"
	"sync/atomic"
	"syscall"
	"time"

	"aloft/client"
	"aloft/cmd/aloft/console"
)

// Editor is the person's editor, and whether it has the terminal.
type Editor struct {
	con  *console.Console
	lent atomic.Int64 // the terminal is the editor's until then, in nanoseconds since 1970
}

// NewEditor takes the editor from the environment.
func NewEditor(con *console.Console) *Editor { return &Editor{con: con} }

// editor is the person's editor, a shell command.
func (ed *Editor) editor() string {
	for _, name := range []string{"VISUAL", "EDITOR"} {
		if v := ed.con.Env(name); v != "" {
			return v
		}
	}
	return console.DefaultEditor
}

// Command runs the person's editor on a file, through the shell as git
// does: the variable may hold options, quotes and other variables.
func (ed *Editor) Command(ctx context.Context, file string) *exec.Cmd {
	editor := ed.editor()
	return console.Shell(ctx, editor, file)
}

// Edit runs the editor with the terminal.
func (ed *Editor) Edit(editor *exec.Cmd) error {
	if err := ed.Lend(editor); err != nil {
		return &client.Error{Kind: client.KindLocal, Op: "edit", What: "the editor %s failed: %s", Args: []any{ed.editor(), err.Error()}, Err: err}
	}
	return nil
}

// Lend runs the editor, or another command of the person's, with the terminal. As
// git does, aloft leaves the signals of the terminal's keys to it meanwhile: Ctrl-C
// in a line editor is a command of that editor.
func (ed *Editor) Lend(command *exec.Cmd) error {
	dropped := make(chan os.Signal, 1)
	signal.Notify(dropped, os.Interrupt, syscall.SIGQUIT)
	ed.lent.Store(math.MaxInt64)
	defer func() {
		ed.lent.Store(time.Now().Add(lateSignal).UnixNano())
		signal.Stop(dropped)
	}()
	return command.Run()
}

// lateSignal is how long after the editor's end a signal still counts as meant for
// it: on a loaded machine it arrives later than the end.
const lateSignal = time.Second

// Has reports whether a signal is meant for the editor that has the terminal.
func (ed *Editor) Has(s os.Signal) bool {
	return (s == os.Interrupt || s == syscall.SIGQUIT) && time.Now().UnixNano() < ed.lent.Load()
}

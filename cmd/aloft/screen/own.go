package screen

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"strings"

	tea "charm.land/bubbletea/v2"

	"aloft/client"
	"aloft/cmd/aloft/console"
	"aloft/cmd/aloft/session"
	"aloft/model"
	"aloft/ui/act"
	"aloft/ui/keys"
	"aloft/ui/term"
)

// shell runs a command of the person's own.
func (sc *Screen) shell(o act.Own, done func(error) tea.Msg) tea.Cmd {
	c := &ownCommand{sc: sc, own: o, cmd: console.Shell(sc.session.Context(), o.Run)}
	c.cmd.Env = append(os.Environ(), surroundings(o)...)
	if o.How != keys.Background {
		return tea.Exec(c, done)
	}
	return func() tea.Msg { return done(c.beside()) }
}

// surroundings are what a command finds in its environment, as "NAME=value".
func surroundings(o act.Own) []string {
	written := make([]string, len(o.Places))
	for i, at := range o.Places {
		written[i] = session.Written(at)
	}
	first := ""
	if len(written) > 0 {
		first = written[0]
	}
	return []string{
		"ALOFT_PLACE=" + first, "ALOFT_PLACES=" + strings.Join(written, "\n"),
		"ALOFT_FOLDER=" + session.Written(o.Folder), "ALOFT_OTHER=" + session.Written(o.Other),
	}
}

// input are the places, each ended by a NUL byte.
func input(all []model.Place) io.Reader {
	var b bytes.Buffer
	for _, at := range all {
		b.WriteString(session.Written(at))
		b.WriteByte(0)
	}
	return &b
}

// ownCommand is one run.
type ownCommand struct {
	sc  *Screen
	own act.Own
	cmd *exec.Cmd
	in  io.Reader
}

func (c *ownCommand) SetStdin(r io.Reader)  { c.in = term.Bare(r) }
func (c *ownCommand) SetStdout(w io.Writer) { c.cmd.Stdout = term.Bare(w) }
func (c *ownCommand) SetStderr(w io.Writer) { c.cmd.Stderr = w }

// Run has the terminal.
func (c *ownCommand) Run() error {
	c.cmd.Stdin = c.in
	if c.own.Input {
		c.cmd.Stdin = input(c.own.Places)
	}
	err := c.sc.session.Editor.Lend(c.cmd)
	if c.own.How == keys.AndWait {
		fmt.Fprint(c.cmd.Stdout, "\n", c.sc.con.Say("Enter goes back to aloft."))
		for b := make([]byte, 1); b[0] != '\n'; {
			if n, err := c.in.Read(b); n == 0 || err != nil {
				break
			}
		}
	}
	return c.failed(err)
}

// beside runs without a terminal; what it says last comes with its error.
func (c *ownCommand) beside() error {
	apart(c.cmd)
	if c.own.Input {
		c.cmd.Stdin = input(c.own.Places)
	}
	said := &tail{}
	c.cmd.Stderr = said
	err := c.cmd.Run()
	if line := said.line(); err != nil && line != "" {
		err = errors.New(line)
	}
	return c.failed(err)
}

func (c *ownCommand) failed(err error) error {
	if err == nil || errors.Is(err, context.Canceled) {
		return nil
	}
	return client.Errorf(client.KindLocal, "command", model.Place{}, "the command failed: %s", model.Clean(console.Cause(err)))
}

// tail keeps the end of what is written to it.
type tail struct{ kept []byte }

// tailKept is how much that is, in bytes.
const tailKept = 4 << 10

func (t *tail) Write(p []byte) (int, error) {
	t.kept = append(t.kept, p...)
	t.kept = t.kept[max(0, len(t.kept)-tailKept):]
	return len(p), nil
}

// line is the last one that says something.
func (t *tail) line() string {
	lines := strings.Split(strings.TrimSpace(string(t.kept)), "\n")
	return strings.TrimSpace(lines[len(lines)-1])
}

package screen

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"time"

	tea "charm.land/bubbletea/v2"
	"github.com/charmbracelet/x/ansi"

	"aloft/client"
	"aloft/client/disk"
	"aloft/client/system"
	"aloft/cmd/aloft/console"
	"aloft/cmd/aloft/session"
	"aloft/model"
	"aloft/ui/act"
	"aloft/ui/keys"
	"aloft/ui/term"
)

// shell runs a command of the person's own.
func (sc *Screen) shell(o act.Own, done func(ended, said string, err error) tea.Msg) tea.Cmd {
	ctx := sc.Session.Context()
	if o.How == keys.List {
		ctx = sc.shown
	}
	c := &ownCommand{sc: sc, own: o, cmd: console.Shell(ctx, o.Run)}
	all := make([]string, len(o.Places), len(o.Places)+1)
	for i, at := range o.Places {
		all[i] = session.Written(at)
	}
	c.cmd.Env = append(os.Environ(), "ALOFT_PLACE="+strings.Join(all[:min(1, len(all))], ""), "ALOFT_PLACES="+strings.Join(all, "\n"),
		"ALOFT_FOLDER="+session.Written(o.Folder), "ALOFT_OTHER="+session.Written(o.Other))
	if o.Input {
		c.cmd.Stdin = strings.NewReader(strings.Join(append(all, ""), "\x00"))
	}
	if !o.In.IsZero() {
		c.cmd.Dir, c.cmd.Args = disk.Path(o.In), append(c.cmd.Args, "aloft")
		for _, at := range o.Places {
			path := disk.Path(at)
			if name, in := strings.CutPrefix(path, c.cmd.Dir+string(filepath.Separator)); in {
				path = "./" + name // no program takes it for an option
			}
			c.cmd.Args = append(c.cmd.Args, path)
		}
	}
	for _, out := range o.Copies {
		session.Inherit(c.cmd, sc.copies.Lock(out))
	}
	if o.How == keys.Background || o.How == keys.List {
		return func() tea.Msg { return done(c.beside()) }
	}
	return tea.Exec(c, func(err error) tea.Msg { return done("", "", err) })
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
	c.cmd.Stdin = cmp.Or(c.cmd.Stdin, c.in)
	began := time.Now()
	err := c.sc.Session.Editor.Lend(c.cmd)
	if c.own.How == keys.AndWait {
		fmt.Fprint(c.cmd.Stdout, "\n", c.ended(began), "\n", c.sc.Con.Say("Enter goes back to aloft."))
		for b := make([]byte, 1); b[0] != '\n'; {
			if n, err := c.in.Read(b); n == 0 || err != nil {
				break
			}
		}
	}
	return c.failed(err)
}

// ended says how it has ended.
func (c *ownCommand) ended(began time.Time) string {
	return c.sc.Con.Say("exit code %d after %s", c.cmd.ProcessState.ExitCode(), model.Duration(time.Since(began).Round(time.Millisecond)))
}

// How much is kept of what a command says, in bytes, and how long a line of it may be, in cells.
const headKept, lineKept = 1 << 20, 1000

// beside runs without a terminal. A list's output is kept, and it ends with the screen; of others the last line comes with
// the error.
func (c *ownCommand) beside() (ended, said string, err error) {
	list, began := c.own.How == keys.List, time.Now()
	out, err := c.cmd.StderrPipe()
	if list {
		c.sc.lists.Add(1)
		defer c.sc.lists.Done()
		defer context.AfterFunc(c.sc.shown, func() { _ = out.Close() })()
		system.Lead(c.cmd)
		c.cmd.Stdout = c.cmd.Stderr
	}
	apart(c.cmd)
	if err = errors.Join(err, c.cmd.Start()); err != nil {
		return "", "", c.failed(err)
	}
	head, _ := io.ReadAll(io.LimitReader(out, headKept))
	cut, _ := io.Copy(io.Discard, out)
	err, said = c.cmd.Wait(), ansi.Hardwrap(ansi.Strip(string(head)), lineKept, true)
	if !list {
		said = strings.TrimSpace(said)
		if last := said[strings.LastIndexByte(said, '\n')+1:]; err != nil && last != "" {
			err = errors.New(last)
		}
		return "", "", c.failed(err)
	}
	if cut > 0 {
		said += "\n" + c.sc.Con.Say("… %s more", console.Size(cut))
	}
	return c.ended(began), said, c.failed(err)
}

// failed is the error of a command that could not be run, or whose exit code is not said.
func (c *ownCommand) failed(err error) error {
	said := (c.own.How == keys.AndWait || c.own.How == keys.List) && c.cmd.ProcessState.ExitCode() >= 0
	if err == nil || errors.Is(err, context.Canceled) || said {
		return nil
	}
	return client.Errorf(client.KindLocal, "command", model.Place{}, "the command failed: %s", model.Clean(console.Cause(err)))
}

package session

import (
	"context"
	"errors"
	"io"
	"os"
	"path/filepath"
	"time"

	tea "charm.land/bubbletea/v2"

	"aloft/client"
	"aloft/client/system"
	"aloft/ui/term"
)

// draftPrefix begins the name of the folder of a text that is being written.
const draftPrefix = "aloft-draft-"

// draftRest is how long a text stays that a person has written and a killed program
// has not read.
const draftRest = 7 * 24 * time.Hour

// run is the person's editor with a file and the terminal.
type run struct {
	editor    *Editor
	ctx       context.Context
	file      string
	lock      *os.File // of the file's folder, which is in use as long as the editor lives
	in        io.Reader
	out, errs io.Writer
}

func (r *run) SetStdin(in io.Reader)   { r.in = term.Bare(in) }
func (r *run) SetStdout(out io.Writer) { r.out = term.Bare(out) }
func (r *run) SetStderr(w io.Writer)   { r.errs = w }

// Run lets the file be edited.
func (r *run) Run() error {
	cmd := r.editor.Command(r.ctx, r.file)
	cmd.Stdin, cmd.Stdout, cmd.Stderr = r.in, r.out, r.errs
	Inherit(cmd, r.lock)
	return r.editor.Edit(cmd)
}

// FileOnScreen gives the terminal to the person's editor with a file while the screen waits.
func (ed *Editor) FileOnScreen(ctx context.Context, file string, lock *os.File, done func(error) tea.Msg) tea.Cmd {
	return tea.Exec(&run{editor: ed, ctx: ctx, file: file, lock: lock}, done)
}

// draft is a text in the person's editor while the screen waits.
type draft struct {
	run
	name, text string
	most       int64 // of the text that comes back
}

// OnScreen gives the terminal to the person's editor while the screen waits.
func (ed *Editor) OnScreen(ctx context.Context, name, before string, most int64, done func(string, error) tea.Msg) tea.Cmd {
	d := &draft{run: run{editor: ed, ctx: ctx}, name: name, text: before, most: most}
	return tea.Exec(d, func(err error) tea.Msg { return done(d.text, err) })
}

// Text lets a text be edited with the terminal of this process, in a file of that
// name; most is how many bytes of it come back. After an error it is what was
// written.
func (ed *Editor) Text(ctx context.Context, name, before string, most int64) (string, error) {
	d := &draft{run: run{editor: ed, ctx: ctx, in: ed.con.Stdin, out: ed.con.Stdout, errs: ed.con.Stderr}, name: name, text: before, most: most}
	err := d.Run()
	return d.text, err
}

// Run lets the text be edited in a file that nobody else can read.
func (d *draft) Run() error {
	noFile := func(err error) error {
		return &client.Error{Kind: client.KindLocal, Op: "edit", What: "the file for the editor could not be created or read: %s",
			Args: []any{err.Error()}, Err: err}
	}
	folder, err := system.Scratch("", draftPrefix)
	if err != nil {
		return noFile(err)
	}
	defer folder.Drop() //nolint:errcheck // the next start tries again
	d.file, d.lock = filepath.Join(folder.Path, d.name), folder.Lock
	if err := writeDraft(d.file, d.text); err != nil {
		return noFile(err)
	}
	ran := d.run.Run()
	after, err := readDraft(d.file, d.most)
	d.text = after
	switch {
	case ran != nil:
		return ran
	case err != nil:
		return noFile(err)
	}
	return nil
}

// writeDraft makes the file. Its time shows later whether the person has written to
// it.
func writeDraft(file, text string) error {
	return errors.Join(os.WriteFile(file, []byte(text), 0o600), os.Chtimes(file, time.Time{}, untouched()))
}

func untouched() time.Time { return time.Unix(0, 0) }

func readDraft(file string, most int64) (string, error) {
	f, err := os.Open(file)
	if err != nil {
		return "", err
	}
	defer f.Close()
	b, err := io.ReadAll(io.LimitReader(f, most))
	return string(b), err
}

// SweepDrafts removes the texts of killed programs, except what a person has
// written lately.
func SweepDrafts() {
	system.SweepFolders(os.TempDir(), draftPrefix, func(folder string) bool {
		files, err := os.ReadDir(folder)
		if err != nil {
			return true
		}
		for _, f := range files {
			st, err := f.Info()
			if err == nil && !st.ModTime().Equal(untouched()) && time.Since(st.ModTime()) < draftRest {
				return true
			}
		}
		return false
	})
}

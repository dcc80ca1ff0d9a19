package ui_test

import (
	"context"
	"errors"
	"fmt"
	"testing"
	"testing/synctest"
	"time"

	tea "charm.land/bubbletea/v2"

	"aloft/client"
	"aloft/model"
	"aloft/ui"
	acts "aloft/ui/act"
	"aloft/ui/uitest"
)

// copies are working copies without files.
type copies struct {
	out, compare, in error
	delay            time.Duration
	state            client.CopyState
	left             []client.LeftCopy
	did              string // what was asked for
	edits            int
	edit             error         // of the editor
	takes            time.Duration // the editor
}

func (c *copies) CheckOut(ctx context.Context, at model.Place, o client.CheckOut) (client.WorkingCopy, error) {
	if o.Progress != nil {
		o.Progress(300, 1000)
	}
	select {
	case <-time.After(c.delay):
	case <-ctx.Done():
		return client.WorkingCopy{}, ctx.Err()
	}
	return client.WorkingCopy{Of: at, Path: "/data/copies/edit-1/file/" + at.Base()}, c.out
}

func (c *copies) Compare(context.Context, client.WorkingCopy) (client.CopyState, error) {
	return c.state, c.compare
}
func (c *copies) CheckIn(context.Context, client.WorkingCopy) error { c.did += " in"; return c.in }
func (c *copies) Beside(client.WorkingCopy) error                   { c.did += " beside"; return errors.New("no") }
func (c *copies) SentBy(client.WorkingCopy, string) error           { return nil }
func (c *copies) Drop(client.WorkingCopy) error                     { c.did += " drop"; return nil }
func (c *copies) Left(func(string) model.JobState) []client.LeftCopy {
	return c.left
}
func (c *copies) Texts(context.Context, client.WorkingCopy) (original, copied string, err error) {
	return "one\ntheirs\nthree\n", "one\nmine \x1b[2J\nthree\n", nil
}

func f4(d *uitest.Driver) {
	d.Send(tea.KeyPressMsg{Code: tea.KeyF4})
	for range 4 {
		d.Pass(time.Second)
	}
}

// onCopies runs a test with an editor and a disk of files in the left pane.
func onCopies(t *testing.T, w, h int, set func(*copies, *ui.Deps), test func(*uitest.Driver, *copies)) {
	t.Helper()
	synctest.Test(t, func(t *testing.T) {
		c := &copies{takes: 2 * time.Second, state: client.CopyWritten}
		disk := uitest.NewTree(model.SchemeDisk).Add(time.Date(1999, 3, 1, 12, 0, 0, 0, time.UTC), "sub/two.txt", "note.txt", "pic.png")
		deps, _ := uitest.Deps(t, disk)
		deps.Client.Files, deps.Client.Copies = previews(), c
		deps.Machine.EditCopy = func(_ client.WorkingCopy, done func(error) tea.Msg) tea.Cmd {
			return func() tea.Msg { c.edits++; <-time.After(c.takes); return done(c.edit) }
		}
		set(c, &deps)
		d := uitest.New(t, deps, w, h)
		to(d, "note.txt")
		test(d, c)
		d.Close()
	})
}

// What an editor leaves goes back, or is kept; only a copy that is not needed goes.
func TestWhatAnEditorLeaves(t *testing.T) {
	const kept = "note.txt is unchanged; press F4 on it to resume your edit: the disk is full (kept in "
	no := client.Errorf(client.KindLocal, "edit", model.Place{}, "the disk is full")
	taken := client.Errorf(client.KindConflict, "edit", model.Place{}, "it was changed")
	gone := client.Errorf(client.KindNotFound, "edit", model.Place{}, "it is gone")
	for name, c := range map[string]struct {
		set        func(*copies)
		shows, did string
	}{
		"written":          {func(*copies) {}, "saved disk:/note.txt", " in drop"},
		"not written":      {func(c *copies) { c.state = client.CopySame }, "nothing was changed in note.txt", " drop"},
		"at once":          {func(c *copies) { c.state, c.takes = client.CopySame, 0 }, "needs its wait option (code --wait)", ""},
		"failed":           {func(c *copies) { c.state, c.edit = client.CopySame, no }, "the disk is full", " drop"},
		"failed, written":  {func(c *copies) { c.edit = no }, kept, ""},
		"removed":          {func(c *copies) { c.state = client.CopyRemoved }, "the edited copy was deleted: note.txt is unchanged", " drop"},
		"no answer":        {func(c *copies) { c.compare = no }, kept, ""},
		"not taken":        {func(c *copies) { c.in = no }, kept, " in"},
		"changed":          {func(c *copies) { c.state = client.CopyConflict }, "note.txt has changed", ""},
		"gone":             {func(c *copies) { c.state = client.CopyOrphan }, "note.txt no longer exists", ""},
		"changed just now": {func(c *copies) { c.in = taken }, "note.txt has changed", " in"},
		"gone just now":    {func(c *copies) { c.in = gone }, "note.txt no longer exists", " in"},
		"not copied":       {func(c *copies) { c.out = no }, "the disk is full", ""},
	} {
		t.Run(name, func(t *testing.T) {
			onCopies(t, 200, 24, func(cs *copies, _ *ui.Deps) { c.set(cs) }, func(d *uitest.Driver, cs *copies) {
				f4(d)
				d.Has(c.shows)
				if cs.did != c.did {
					t.Errorf("did%s, want%s", cs.did, c.did)
				}
			})
		})
	}
}

// The question about an original that was changed.
func TestQuestionAboutAChangedOriginal(t *testing.T) {
	for _, size := range []struct{ w, h int }{{80, 24}, {50, 16}} {
		t.Run(fmt.Sprintf("%dx%d", size.w, size.h), func(t *testing.T) {
			onCopies(t, size.w, size.h, func(c *copies, _ *ui.Deps) { c.state = client.CopyConflict }, func(d *uitest.Driver, c *copies) {
				f4(d)
				d.Want(fmt.Sprintf("edit-changed-%dx%d", size.w, size.h))
				d.Keys("s")
				d.Want(fmt.Sprintf("edit-differs-%dx%d", size.w, size.h))
				d.Keys("esc")
				d.Pass(time.Second)
				d.Keys("e")
				for range 4 {
					d.Pass(time.Second)
				}
				d.Has("note.txt has changed")
				if c.edits != 2 {
					t.Errorf("edited %d times", c.edits)
				}
				d.Keys("esc")
				d.Has("note.txt is unchanged; press F4 on it to resume")
				if c.did != "" {
					t.Errorf("did%s", c.did)
				}
				f4(d)
				d.Keys("k")
				if c.did != " beside" {
					t.Errorf("did%s", c.did)
				}
			})
		})
	}
}

// Reading a file for the editor shows how far it is, and ends with Esc.
func TestReadingForTheEditorEnds(t *testing.T) {
	onCopies(t, 80, 24, func(c *copies, _ *ui.Deps) { c.delay = time.Minute }, func(d *uitest.Driver, c *copies) {
		d.Send(tea.KeyPressMsg{Code: tea.KeyF4})
		d.Pass(time.Second)
		d.Has("reading note.txt: 300 B of 1.0 K, Esc stops")
		d.Keys("j")
		d.Has("ignored: aloft still waits for an answer")
		d.Keys("esc")
		d.Pass(time.Second)
		d.HasNot("reading note.txt")
		if c.edits != 0 {
			t.Error("the editor was opened")
		}
	})
}

// What killed programs have left is named at the start.
func TestLeftCopiesAreNamed(t *testing.T) {
	left := client.LeftCopy{WorkingCopy: client.WorkingCopy{Of: model.LocalPlace(model.Steps("n.txt")), Path: "/data/n.txt"}}
	for open, want := range map[bool]string{
		false: "your edit of disk:/n.txt was not saved: press F4 on the file to resume (kept in /data/n.txt)",
		true:  "disk:/n.txt is still open in an editor: close it there, then press F4 on the file (edit kept in /data/n.txt)",
	} {
		left.Open = open
		onCopies(t, 160, 24, func(c *copies, _ *ui.Deps) { c.left = []client.LeftCopy{left} }, func(d *uitest.Driver, _ *copies) { d.Has(want) })
	}
}

// programs open files.
type programs struct {
	rule, desktop bool
	ran           []string
}

func (p *programs) Any() bool { return p.rule || p.desktop }
func (p *programs) Rule(name, _ string) (acts.Program, bool) {
	return acts.Program{"feh"}, p.rule && name != "note.txt"
}
func (p *programs) Desktop() (acts.Program, bool) { return nil, p.desktop }
func (p *programs) Run(with acts.Program, file model.Place, done func(error) tea.Msg) tea.Cmd {
	p.ran = append(p.ran, fmt.Sprint(with, file))
	return func() tea.Msg { return done(nil) }
}

// Enter opens what is no text by its rule, else by the desktop, else in the viewer.
func TestEnterOpensFiles(t *testing.T) {
	for name, c := range map[string]struct {
		programs
		file, ran, shows string
	}{
		"text":                   {programs{rule: true, desktop: true}, "note.txt", "[]", "3 note.txt"},
		"by the rule":            {programs{rule: true, desktop: true}, "pic.png", "[[feh] disk:/pic.png]", "opened pic.png with feh"},
		"by the desktop":         {programs{desktop: true}, "pic.png", "[[] disk:/pic.png]", "opened pic.png with the desktop's default program"},
		"without a desktop":      {programs{}, "pic.png", "[]", "An [open] rule in config.toml"},
		"without one for a text": {programs{rule: true}, "note.txt", "[]", "3 note.txt"},
	} {
		t.Run(name, func(t *testing.T) {
			p := &c.programs
			onCopies(t, 120, 24, func(_ *copies, deps *ui.Deps) { deps.Machine.Opener = p }, func(d *uitest.Driver, _ *copies) {
				to(d, c.file)
				d.Keys("enter")
				d.Pass(time.Second)
				d.Has(c.shows)
				if got := fmt.Sprint(p.ran); got != c.ran {
					t.Errorf("ran %s, want %s", got, c.ran)
				}
			})
		})
	}
}

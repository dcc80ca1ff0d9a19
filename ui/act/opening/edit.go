package opening

import (
	"time"

	tea "charm.land/bubbletea/v2"

	"aloft/client"
	"aloft/model"
	"aloft/model/diff"
	"aloft/ui/act/jobs"
	"aloft/ui/dialog"
	"aloft/ui/keys"
	"aloft/ui/status"
)

// edit copies a file and opens the copy in the person's editor.
func (a *Acts) edit(at model.Place) tea.Cmd {
	ctx, seq, tick := a.begin(at)
	copies, report := a.client.Copies, a.work.got.report
	return tea.Batch(tick, func() tea.Msg {
		c, err := copies.CheckOut(ctx, at, client.CheckOut{Edit: true, Progress: report})
		return checkedOutMsg{seq, at, c, err}
	})
}

// checkedOutMsg: a file was copied to be edited, or could not be.
type checkedOutMsg struct {
	seq  int
	at   model.Place
	copy client.WorkingCopy
	err  error
}

func (a *Acts) checkedOut(m checkedOutMsg) tea.Cmd {
	switch wanted := a.work.End(m.seq); {
	case !wanted && m.err == nil && !m.copy.Resume:
		return a.drop(m.copy)
	case !wanted:
		return nil
	case m.err != nil:
		return a.failed(m.at, m.err)
	}
	return a.inEditor(m.copy)
}

// drop removes a copy that is not needed any more; when that fails, the next start does.
func (a *Acts) drop(c client.WorkingCopy) tea.Cmd {
	copies := a.client.Copies
	return func() tea.Msg { _ = copies.Drop(c); return nil }
}

// editedMsg: the editor has ended.
type editedMsg struct {
	copy   client.WorkingCopy
	err    error
	atOnce bool // before anybody can have written anything
}

func (a *Acts) inEditor(c client.WorkingCopy) tea.Cmd {
	began := a.env.Now()
	return a.machine.EditCopy(c, func(err error) tea.Msg { return editedMsg{c, err, a.env.Now().Sub(began) < time.Second} })
}

// comparedMsg: it is known what the editor has left.
type comparedMsg struct {
	editedMsg
	seq   int
	state client.CopyState
	err   error
}

func (a *Acts) edited(m editedMsg) tea.Cmd {
	ctx, seq, tick := a.begin(m.copy.Of)
	copies := a.client.Copies
	return tea.Batch(tick, func() tea.Msg {
		state, err := copies.Compare(ctx, m.copy)
		return comparedMsg{m, seq, state, err}
	})
}

func (a *Acts) compared(m comparedMsg) tea.Cmd {
	name, wanted := model.Clean(m.copy.Of.Base()), a.work.End(m.seq)
	switch {
	case m.state == client.CopyRemoved:
		return tea.Batch(a.drop(m.copy), a.note.SayText(status.Warn, "the editor has left no file, so %s is unchanged", name))
	case m.state == client.CopySame && m.err == nil:
		switch {
		case m.editedMsg.err != nil:
			return tea.Batch(a.drop(m.copy), a.note.Fail(m.editedMsg.err))
		case m.atOnce: // a window may still have the copy
			return a.note.SayText(status.Warn, "nothing was written in %s; an editor that opens a window needs its option to wait (code --wait)", name)
		}
		return tea.Batch(a.drop(m.copy), a.note.SayText(status.Info, "nothing was changed in %s", name))
	case m.editedMsg.err != nil:
		return a.kept(m.copy, m.editedMsg.err)
	case m.err != nil:
		return a.kept(m.copy, m.err)
	case !wanted:
		return a.kept(m.copy, nil)
	case m.state == client.CopyWritten:
		return a.back(m.copy)
	}
	return a.ask(m.copy, m.state, a.screen.Show)
}

// kept says where what was written is, and how it gets back; err is why it did not.
func (a *Acts) kept(c client.WorkingCopy, err error) tea.Cmd {
	name, key := model.Clean(c.Of.Base()), a.env.Keys.Key(keys.PaneInsert)
	if err != nil {
		return a.note.SayText(status.Bad, "%s is unchanged; what you wrote is kept, %s on it goes on with that: %s (%s)", name, key, a.note.Sentence(err), c.Path)
	}
	return a.note.SayText(status.Warn, "%s is unchanged; what you wrote is kept, %s on it goes on with that (%s)", name, key, c.Path)
}

// keptMsg: a copy did not get back.
type keptMsg struct {
	copy client.WorkingCopy
	err  error
}

// checkedInMsg: a copy was written in the place of its original, or could not be.
type checkedInMsg struct {
	copy client.WorkingCopy
	err  error
}

// back brings a copy back to where its original is as it was: on this machine in its
// place, on a service as a job.
func (a *Acts) back(c client.WorkingCopy) tea.Cmd {
	if !c.Of.Scheme.Local() {
		return a.send(c, model.OpUpload, model.ConflictReplace)
	}
	ctx, copies := a.env.Ctx, a.client.Copies
	return func() tea.Msg {
		err := copies.CheckIn(ctx, c)
		if err == nil {
			_ = copies.Drop(c) // else the next start drops it
		}
		return checkedInMsg{c, err}
	}
}

func (a *Acts) checkedIn(m checkedInMsg) tea.Cmd {
	switch {
	case client.Is(m.err, client.KindConflict):
		return a.ask(m.copy, client.CopyConflict, a.screen.Show)
	case client.Is(m.err, client.KindNotFound):
		return a.ask(m.copy, client.CopyOrphan, a.screen.Show)
	case m.err != nil:
		return a.kept(m.copy, m.err)
	}
	return tea.Batch(a.reread(m.copy.Of), a.screen.RefreshAt(m.copy.Of.Parent()), a.note.SayText(status.OK, "saved %s", a.screen.PlaceText(m.copy.Of)))
}

// reread shows the file again where it is shown.
func (a *Acts) reread(at model.Place) tea.Cmd {
	if a.screen.Reader.Place().Equal(at) {
		return a.screen.Reader.Reload()
	}
	return nil
}

// send starts the job that brings a copy to the folder of its original.
func (a *Acts) send(c client.WorkingCopy, op model.Op, rule model.ConflictRule) tea.Cmd {
	copies := a.client.Copies
	did := func(f func() error, then tea.Msg) tea.Cmd {
		return func() tea.Msg {
			if err := f(); err != nil {
				return keptMsg{c, err}
			}
			return then
		}
	}
	return a.jobs.Plan(jobs.Wish{
		Origin: dialog.Origin{Pane: a.screen.Focus, Place: c.Of.Parent()},
		Req: client.Request{
			Op: op, Items: []model.Place{c.At}, Target: c.Of.Parent(), NewNames: []string{c.Of.Base()}, Rule: rule,
		},
		Told: func(id string, s model.JobState) tea.Cmd {
			switch {
			case s == model.JobDone:
				return tea.Batch(a.drop(c), a.reread(c.Of))
			case id == "":
				return func() tea.Msg { return keptMsg{copy: c} }
			case s.Ended():
				return did(func() error { return copies.SentBy(c, "") }, keptMsg{copy: c})
			}
			return did(func() error { return copies.SentBy(c, id) }, nil)
		},
	})
}

// answer is what becomes of a copy whose original is not as it was.
type answer struct {
	copy client.WorkingCopy
	do   choice
}

type choice int

const (
	keepBeside choice = iota + 1
	showBoth
	editAgain
)

// ask asks what becomes of a copy whose original was changed meanwhile, or is gone.
func (a *Acts) ask(c client.WorkingCopy, state client.CopyState, open func(dialog.Dialog) tea.Cmd) tea.Cmd {
	say := a.env.Text.Say
	title, keep, gone := say("%s was changed meanwhile", c.Of.Base()), say("keep yours beside it, with a number"), ""
	if state == client.CopyOrphan {
		title, keep, gone = say("%s is not there any more", c.Of.Base()), say("keep yours in its folder"), say("only yours is there")
	}
	item := func(key, label, refused string, do choice) dialog.MenuItem[answer] {
		return dialog.MenuItem[answer]{Key: key, Label: label, Refused: refused, Value: answer{c, do}}
	}
	a.waiting = append(a.waiting, c)
	return open(dialog.NewMenu(a.env, dialog.MenuOptions[answer]{
		Origin: a.screen.Origin(), Title: title, Wide: true, Items: []dialog.MenuItem[answer]{
			item("k", keep, "", keepBeside), item("s", say("show what differs"), gone, showBoth), item("e", say("back to the editor"), "", editAgain),
		},
	}))
}

func (a *Acts) answered(m dialog.MenuAnswered[answer]) tea.Cmd {
	c := m.Value.copy
	if n := len(a.waiting); n > 0 {
		c, a.waiting = a.waiting[n-1], a.waiting[:n-1]
	}
	copies := a.client.Copies
	switch {
	case !m.OK:
		return a.kept(c, nil)
	case m.Value.do == editAgain:
		return a.inEditor(m.Value.copy)
	case m.Value.do == showBoth:
		c, ctx := m.Value.copy, a.env.Ctx
		return func() tea.Msg {
			original, copied, err := copies.Texts(ctx, c)
			return textsMsg{c, original, copied, err}
		}
	}
	c = m.Value.copy
	return func() tea.Msg { return besideMsg{c, copies.Beside(c)} }
}

// textsMsg: what is in the original and in the copy.
type textsMsg struct {
	copy             client.WorkingCopy
	original, copied string
	err              error
}

// show shows what differs, above the question.
func (a *Acts) show(m textsMsg) tea.Cmd {
	ask := a.ask(m.copy, client.CopyConflict, a.screen.Dialogs.Push) // the person comes back to it
	if m.err != nil {
		return tea.Batch(ask, a.note.Fail(m.err))
	}
	var lines string
	for _, l := range diff.DiffLines(m.original, m.copied) {
		lines += string(l.Sign) + l.Text + "\n"
	}
	return tea.Batch(ask, a.screen.Dialogs.Push(dialog.NewCompareText(a.env, dialog.CompareReadAsked{
		Title: a.env.Text.Say("%s: - as it is now, + yours", m.copy.Of.Base()), Markdown: lines,
	})))
}

// besideMsg: a copy is ready to become a file of its own.
type besideMsg struct {
	copy client.WorkingCopy
	err  error
}

// putBeside copies it beside the original, under a free name.
func (a *Acts) putBeside(m besideMsg) tea.Cmd {
	if m.err != nil {
		return a.kept(m.copy, m.err)
	}
	op := model.OpUpload
	if m.copy.Of.Scheme.Local() {
		op = model.OpTransfer
	}
	return a.send(m.copy, op, model.ConflictNumber)
}

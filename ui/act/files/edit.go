package files

import (
	"slices"
	"time"

	tea "charm.land/bubbletea/v2"

	"aloft/client"
	"aloft/model"
	"aloft/model/text"
	"aloft/ui/act/jobs"
	"aloft/ui/dialog"
	"aloft/ui/keys"
	"aloft/ui/status"
)

// edit copies a file and opens the copy in the user's editor.
func (a *Opening) edit(at model.Place) tea.Cmd {
	return a.checkOut(at, client.CheckOut{Edit: true}, a.inEditor)
}

// Take copies what is not on this computer for a command; then gets the places, with the copies in place of those.
func (a *Opening) Take(all []model.Place, then func(...client.WorkingCopy) tea.Cmd) tea.Cmd {
	i := slices.IndexFunc(all, func(at model.Place) bool { return !at.Scheme.Local() })
	if i < 0 {
		return then()
	}
	if why := a.refuse(all[i]); why != "" {
		return a.Note.Say(status.Warn, why)
	}
	return a.checkOut(all[i], client.CheckOut{Edit: true, Any: true}, func(c client.WorkingCopy) tea.Cmd {
		all[i] = c.At
		return a.Take(all, func(more ...client.WorkingCopy) tea.Cmd { return then(append(more, c)...) })
	})
}

// checkOut copies a file; then gets the copy.
func (a *Opening) checkOut(at model.Place, o client.CheckOut, then func(client.WorkingCopy) tea.Cmd) tea.Cmd {
	ctx, seq, tick := a.begin(at)
	copies := a.Client.Copies
	o.Progress = a.work.got.report
	return tea.Batch(tick, func() tea.Msg {
		c, err := copies.CheckOut(ctx, at, o)
		return checkedOutMsg{seq, at, c, then, err}
	})
}

// checkedOutMsg says that a file was copied or could not be.
type checkedOutMsg struct {
	seq  int
	at   model.Place
	copy client.WorkingCopy
	then func(client.WorkingCopy) tea.Cmd
	err  error
}

func (a *Opening) checkedOut(m checkedOutMsg) tea.Cmd {
	switch wanted := a.work.End(m.seq); {
	case !wanted && m.err == nil && !m.copy.Resume:
		return a.drop(m.copy)
	case !wanted:
		return nil
	case m.err != nil:
		return a.failed(m.at, m.err)
	}
	return m.then(m.copy)
}

// drop removes a copy that is no longer needed. If that fails, the next start does it.
func (a *Opening) drop(c client.WorkingCopy) tea.Cmd {
	copies := a.Client.Copies
	return func() tea.Msg { _ = copies.Drop(c); return nil }
}

// editedMsg says that the editor or a command has ended.
type editedMsg struct {
	copy    client.WorkingCopy
	more    []client.WorkingCopy // of the same command
	command bool
	err     error
	atOnce  bool // too soon for any typing
}

// CheckIn brings back what a command has changed.
func (a *Opening) CheckIn(all []client.WorkingCopy) tea.Cmd {
	if len(all) == 0 {
		return nil
	}
	return a.edited(editedMsg{copy: all[0], more: all[1:], command: true})
}

func (a *Opening) inEditor(c client.WorkingCopy) tea.Cmd {
	began := a.Env.Now()
	return a.Machine.EditCopy(c, func(err error) tea.Msg {
		return editedMsg{copy: c, err: err, atOnce: a.Env.Now().Sub(began) < time.Second}
	})
}

// comparedMsg carries the state of the edited copy.
type comparedMsg struct {
	editedMsg
	seq   int
	state client.CopyState
	err   error
}

func (a *Opening) edited(m editedMsg) tea.Cmd {
	ctx, seq, tick := a.begin(m.copy.Of)
	copies := a.Client.Copies
	return tea.Batch(tick, func() tea.Msg {
		state, err := copies.Compare(ctx, m.copy)
		return comparedMsg{m, seq, state, err}
	})
}

func (a *Opening) compared(m comparedMsg) tea.Cmd {
	cmd := a.judge(&m)
	return tea.Batch(cmd, a.CheckIn(m.more))
}

// judge saves a copy back if it was written, and then goes on with the others.
func (a *Opening) judge(m *comparedMsg) tea.Cmd {
	name, wanted := model.Clean(m.copy.Of.Base()), a.work.End(m.seq)
	switch {
	case m.state == client.CopyRemoved:
		return tea.Batch(a.drop(m.copy), a.Note.SayText(status.Warn, "the edited copy was deleted: %s is unchanged", name))
	case m.state == client.CopySame && m.err == nil:
		switch {
		case m.command:
			return a.drop(m.copy)
		case m.editedMsg.err != nil:
			return tea.Batch(a.drop(m.copy), a.Note.Fail(m.editedMsg.err))
		case m.atOnce: // an editor window may still have the copy
			return a.Note.SayText(status.Warn, "the editor saved nothing in %s; a graphical editor needs its wait option (code --wait)", name)
		}
		return tea.Batch(a.drop(m.copy), a.Note.SayText(status.Info, "nothing was changed in %s", name))
	case m.editedMsg.err != nil:
		return a.kept(m.copy, m.editedMsg.err)
	case m.err != nil:
		return a.kept(m.copy, m.err)
	case !wanted:
		return a.kept(m.copy, nil)
	case m.state == client.CopyWritten:
		more := m.more
		m.more = nil
		return a.back(m.copy, more...)
	}
	return a.ask(m.copy, m.state, a.Show)
}

// kept says where the edit is kept and how to resume it; err is why it was not saved.
func (a *Opening) kept(c client.WorkingCopy, err error) tea.Cmd {
	name, key := model.Clean(c.Of.Base()), a.Env.Keys.Key(keys.PaneInsert)
	if err != nil {
		return a.Note.SayText(status.Bad, "%s is unchanged; press %s on it to resume your edit: %s (kept in %s)", name, key, a.Note.Sentence(err), c.Path)
	}
	return a.Note.SayText(status.Warn, "%s is unchanged; press %s on it to resume your edit (kept in %s)", name, key, c.Path)
}

// keptMsg says that a copy was not saved back, checkedInMsg that it has replaced its original or could not, besideMsg that
// it is ready to become a new file.
type (
	keptMsg struct {
		copy client.WorkingCopy
		err  error
	}
	checkedInMsg keptMsg
	besideMsg    keptMsg
)

// back saves a copy back to an unchanged original: on this machine in its place, on a service as a job.
func (a *Opening) back(c client.WorkingCopy, more ...client.WorkingCopy) tea.Cmd {
	if !c.Of.Scheme.Local() {
		return a.send(c, model.OpUpload, model.ConflictReplace, more...)
	}
	ctx, copies := a.Env.Ctx, a.Client.Copies
	return func() tea.Msg {
		err := copies.CheckIn(ctx, c)
		if err == nil {
			_ = copies.Drop(c) // otherwise the next start drops it
		}
		return checkedInMsg{c, err}
	}
}

func (a *Opening) checkedIn(m checkedInMsg) tea.Cmd {
	switch {
	case client.Is(m.err, client.KindConflict):
		return a.ask(m.copy, client.CopyConflict, a.Show)
	case client.Is(m.err, client.KindNotFound):
		return a.ask(m.copy, client.CopyOrphan, a.Show)
	case m.err != nil:
		return a.kept(m.copy, m.err)
	}
	return tea.Batch(a.reread(m.copy.Of), a.RefreshAt(m.copy.Of.Parent()), a.Note.SayText(status.OK, "saved %s", a.PlaceText(m.copy.Of)))
}

// reread reads the file again if it is shown.
func (a *Opening) reread(at model.Place) tea.Cmd {
	if a.Reader.Place().Equal(at) {
		return a.Reader.Reload()
	}
	return nil
}

// send starts the job that uploads a copy to the folder of its original, and goes on with more copies once it is planned.
func (a *Opening) send(c client.WorkingCopy, op model.Op, rule model.ConflictRule, more ...client.WorkingCopy) tea.Cmd {
	copies := a.Client.Copies
	did := func(f func() error, then tea.Msg) tea.Cmd {
		return func() tea.Msg {
			if err := f(); err != nil {
				return keptMsg{c, err}
			}
			return then
		}
	}
	return a.jobs.Plan(jobs.Wish{
		Origin: dialog.Origin{Pane: a.Focus, Place: c.Of.Parent()},
		Req: client.Request{
			Op: op, Items: []model.Place{c.At}, Target: c.Of.Parent(), NewNames: []string{c.Of.Base()}, Rule: rule,
		},
		Told: func(id string, s model.JobState) tea.Cmd {
			next := a.CheckIn(more)
			more = nil
			switch {
			case s == model.JobDone:
				return tea.Batch(next, a.drop(c), a.reread(c.Of))
			case id == "":
				return tea.Batch(next, func() tea.Msg { return keptMsg{copy: c} })
			case s.Ended():
				return tea.Batch(next, did(func() error { return copies.SentBy(c, "") }, keptMsg{copy: c}))
			}
			return tea.Batch(next, did(func() error { return copies.SentBy(c, id) }, nil))
		},
	})
}

// choice is what to do with a copy whose original has changed.
type choice struct {
	do   deed
	copy client.WorkingCopy
}

type deed int

const (
	keepBeside deed = iota
	showBoth
	editAgain
)

// ask asks what to do with a copy whose original was changed or deleted meanwhile.
func (a *Opening) ask(c client.WorkingCopy, state client.CopyState, open func(dialog.Dialog) tea.Cmd) tea.Cmd {
	say := a.Env.Text.Say
	title, keep, gone := say("%s has changed", c.Of.Base()), say("keep both; yours gets a number"), ""
	if state == client.CopyOrphan {
		title, keep, gone = say("%s no longer exists", c.Of.Base()), say("keep yours in its folder"), say("only yours exists")
	}
	item := func(key, label, refused string, do deed) dialog.MenuItem[choice] {
		return dialog.MenuItem[choice]{Key: key, Label: label, Refused: refused, Value: choice{do, c}}
	}
	return open(dialog.NewMenu(a.Env, dialog.MenuOptions[choice]{
		Title: title, Wide: true, Left: keptMsg{copy: c}, Items: []dialog.MenuItem[choice]{
			item("k", keep, "", keepBeside), item("s", say("show differences"), gone, showBoth), item("e", say("back to the editor"), "", editAgain),
		},
	}))
}

func (a *Opening) answered(m dialog.MenuAnswered[choice]) tea.Cmd {
	c, copies := m.Value.copy, a.Client.Copies
	switch m.Value.do {
	case editAgain:
		return a.inEditor(c)
	case showBoth:
		ctx := a.Env.Ctx
		return func() tea.Msg {
			original, copied, err := copies.Texts(ctx, c)
			return textsMsg{c, original, copied, err}
		}
	}
	return func() tea.Msg { return besideMsg{c, copies.Beside(c)} }
}

// textsMsg carries the texts of the original and the copy.
type textsMsg struct {
	copy             client.WorkingCopy
	original, copied string
	err              error
}

// show shows the differences above the question.
func (a *Opening) show(m textsMsg) tea.Cmd {
	ask := a.ask(m.copy, client.CopyConflict, a.Dialogs.Push) // the question comes again afterwards
	if m.err != nil {
		return tea.Batch(ask, a.Note.Fail(m.err))
	}
	return tea.Batch(ask, a.Dialogs.Push(dialog.NewCompareText(a.Env, dialog.CompareReadAsked{
		Title: a.Env.Text.Say("%s: - current, + yours", m.copy.Of.Base()), Lines: text.DiffLines(m.original, m.copied),
	})))
}

// putBeside copies it beside the original under a free name.
func (a *Opening) putBeside(m besideMsg) tea.Cmd {
	if m.err != nil {
		return a.kept(m.copy, m.err)
	}
	op := model.OpUpload
	if m.copy.Of.Scheme.Local() {
		op = model.OpTransfer
	}
	return a.send(m.copy, op, model.ConflictNumber)
}

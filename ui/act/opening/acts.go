// Package opening edits files in the user's editor and opens them with programs.
package opening

import (
	"context"
	"sync/atomic"
	"time"

	tea "charm.land/bubbletea/v2"

	"aloft/client"
	"aloft/model"
	"aloft/model/text"
	"aloft/ui/act"
	"aloft/ui/act/jobs"
	"aloft/ui/dialog"
	"aloft/ui/input"
	"aloft/ui/keys"
	"aloft/ui/kit"
	"aloft/ui/status"
)

// Acts are the actions, with their state.
type Acts struct {
	env     *input.Env
	note    *act.Notes
	screen  *act.Screen
	client  *act.Client
	machine *act.Machine

	jobs    *jobs.Acts
	work    work
	waiting []client.WorkingCopy // copies with an open question; Esc leaves them as they are
}

// New returns the actions of a screen.
func New(s *act.Screen, j *jobs.Acts) *Acts {
	return &Acts{env: s.Env, note: s.Note, screen: s, client: s.Client, machine: s.Machine, jobs: j}
}

// work is the current read.
type work struct {
	act.Awaited
	looks   bool // only finding out the type of a file
	name    string
	got     *progress
	ticking bool
	shown   bool // slow enough to show
}

// progress is written off the update loop.
type progress struct{ done, size atomic.Int64 }

func (p *progress) report(done, size int64) {
	p.done.Store(done)
	p.size.Store(size)
}

// begin starts reading a file.
func (a *Acts) begin(at model.Place) (context.Context, int, tea.Cmd) {
	ctx, seq := a.work.Begin(a.screen)
	a.work.looks, a.work.name, a.work.got, a.work.shown = false, at.Base(), new(progress), false
	return ctx, seq, a.tick()
}

// tickMsg says to show the progress.
type tickMsg struct{}

// tickEvery is the interval of progress.
const tickEvery = 200 * time.Millisecond

func (a *Acts) tick() tea.Cmd {
	if a.work.ticking || a.work.Number() == 0 {
		return nil
	}
	a.work.ticking = true
	return tea.Tick(a.screen.Set.Every(tickEvery), func(time.Time) tea.Msg { return tickMsg{} })
}

// Cancel cancels the read and reports whether there was one.
func (a *Acts) Cancel() bool { return a.work.Cancel() }

// Awaits reports whether an editor or a program waits for a file.
func (a *Acts) Awaits() bool { return a.work.Number() != 0 && !a.work.looks }

// Doing describes a slow read, or returns "".
func (a *Acts) Doing() string {
	w := &a.work
	if w.Number() == 0 || !w.shown {
		return ""
	}
	name := model.Clean(w.name)
	if done, size := w.got.done.Load(), w.got.size.Load(); size > 0 {
		return a.env.Text.Say("reading %s: %s of %s, Esc stops", name, kit.Size(done), kit.Size(size))
	}
	return a.env.Text.Say("reading %s… Esc stops", name)
}

// Rows returns the actions on files. Without a file, they act on documents.
func (a *Acts) Rows(documents act.Rows) act.Rows {
	out := act.Rows{keys.FileEdit: {
		Do:     func() tea.Cmd { return a.edit(a.screen.Reader.Place()) },
		Refuse: func() string { return a.refuse(a.screen.Reader.Place()) },
	}}
	for _, id := range []keys.Action{keys.PaneInsert, keys.PaneEdit} {
		doc := documents[id]
		out[id] = act.Row{
			Needs: act.LiveEntries,
			Do: func() tea.Cmd {
				if at, ok := a.onFile(); ok {
					return a.edit(at)
				}
				return doc.Do()
			},
			Refuse: func() string {
				if at, ok := a.onFile(); ok {
					return a.refuse(at)
				}
				return doc.Refuse()
			},
		}
	}
	return out
}

// onFile returns the file under the cursor.
func (a *Acts) onFile() (at model.Place, ok bool) {
	e := a.screen.Current()
	if e == nil || e.Kind.Container() || a.screen.Reader.Open() {
		return at, false
	}
	at = a.screen.Pane().PlaceOf(e)
	return at, at.Scheme.Local() || e.Kind == model.KindFile
}

// refuse returns why a file cannot be edited, as far as known without reading it.
func (a *Acts) refuse(at model.Place) string {
	say := a.env.Text.Say
	switch {
	case at.Scheme.Documents():
		return say("this is an export of %s, which is only shown", model.Clean(at.Base()))
	case a.client.Copies == nil || a.machine.EditCopy == nil:
		return say("no editor can be opened here")
	case a.screen.Switches.Dry:
		return say("dry run: no file is edited; %s ends the dry run", a.env.Keys.Key(keys.DryRun))
	case at.Scheme.Local():
		return ""
	}
	src, err := a.client.Sources.For(at)
	if err != nil {
		return a.note.Sentence(err)
	}
	return a.note.Unable(src, model.OpUpload)
}

// Update handles file contents, the editor's result, and dialogs. mine is false for every other message.
func (a *Acts) Update(msg tea.Msg) (cmd tea.Cmd, mine bool) {
	switch m := msg.(type) {
	case tickMsg:
		a.work.ticking = false
		a.work.shown = a.work.Number() != 0
		return a.tick(), true
	case checkedOutMsg:
		return a.checkedOut(m), true
	case editedMsg:
		return a.edited(m), true
	case comparedMsg:
		return a.compared(m), true
	case checkedInMsg:
		return a.checkedIn(m), true
	case keptMsg:
		return a.kept(m.copy, m.err), true
	case textsMsg:
		return a.show(m), true
	case besideMsg:
		return a.putBeside(m), true
	case leftMsg:
		return a.tellLeft(m), true
	case programMsg:
		return a.found(m), true
	case fetchedMsg:
		return a.fetched(m), true
	case ranMsg:
		return a.ran(m), true
	case dialog.MenuAnswered[answer]:
		return a.answered(m), true
	}
	return nil, false
}

// failed shows a read error and asks signed-out users to sign in.
func (a *Acts) failed(at model.Place, err error) tea.Cmd {
	if client.Is(err, client.KindAuth) {
		return a.screen.NeedLogin(at, err)
	}
	return a.note.Fail(err)
}

// leftMsg carries the copies left by killed programs.
type leftMsg struct{ all []client.LeftCopy }

// Begin looks for left copies.
func (a *Acts) Begin() tea.Cmd {
	if a.client.Copies == nil {
		return nil
	}
	copies, engine := a.client.Copies, a.client.Jobs
	return func() tea.Msg {
		return leftMsg{copies.Left(func(id string) model.JobState {
			for _, j := range engine.Jobs() {
				if j.ID == id {
					return j.State
				}
			}
			return ""
		})}
	}
}

func (a *Acts) tellLeft(m leftMsg) tea.Cmd {
	var cmds []tea.Cmd
	for _, c := range m.all {
		// Bad stays until it is seen.
		level, said := status.Bad, text.Text("your edit of %s was not saved back: %s on the file resumes it; it is kept in %s")
		if c.Open {
			level, said = status.Warn, "an editor still has %s open: close it, then %s on the file resumes; it is kept in %s"
		}
		cmds = append(cmds, a.note.Mention(level, a.env.Text.Say(said, a.screen.PlaceText(c.Of), a.env.Keys.Key(keys.PaneInsert), c.Path)))
	}
	return tea.Batch(cmds...)
}

package files

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
	"aloft/ui/keys"
	"aloft/ui/kit"
	"aloft/ui/status"
)

// Opening edits files in the user's editor and opens them with programs.
type Opening struct {
	*act.Screen

	jobs *jobs.Acts
	work work
}

// NewOpening returns the actions of a screen.
func NewOpening(s *act.Screen, j *jobs.Acts) *Opening {
	return &Opening{Screen: s, jobs: j}
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
func (a *Opening) begin(at model.Place) (context.Context, int, tea.Cmd) {
	ctx, seq := a.work.Begin(a.Screen)
	a.work.looks, a.work.name, a.work.got, a.work.shown = false, at.Base(), new(progress), false
	return ctx, seq, a.tick()
}

// tickMsg says to show the progress.
type tickMsg struct{}

// tickEvery is the interval of progress.
const tickEvery = 200 * time.Millisecond

func (a *Opening) tick() tea.Cmd {
	if a.work.ticking || a.work.Number() == 0 {
		return nil
	}
	a.work.ticking = true
	return tea.Tick(a.Set.Every(tickEvery), func(time.Time) tea.Msg { return tickMsg{} })
}

// Cancel cancels the read and reports whether there was one.
func (a *Opening) Cancel() bool { return a.work.Cancel() }

// Awaits reports whether an editor or a program waits for a file.
func (a *Opening) Awaits() bool { return a.work.Number() != 0 && !a.work.looks }

// Doing describes a slow read, or returns "".
func (a *Opening) Doing() string {
	w := &a.work
	if w.Number() == 0 || !w.shown {
		return ""
	}
	name := model.Clean(w.name)
	if done, size := w.got.done.Load(), w.got.size.Load(); size > 0 {
		return a.Env.Text.Say("reading %s: %s of %s, Esc stops", name, kit.Size(done), kit.Size(size))
	}
	return a.Env.Text.Say("reading %s… Esc stops", name)
}

// Rows returns the actions on files. Without a file, they act on documents.
func (a *Opening) Rows(documents act.Rows) act.Rows {
	out := act.Rows{keys.FileEdit: {
		Do:     func() tea.Cmd { return a.edit(a.Reader.Place()) },
		Refuse: func() string { return a.refuse(a.Reader.Place()) },
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
func (a *Opening) onFile() (at model.Place, ok bool) {
	e := a.Current()
	if e == nil || e.Kind.Container() || a.Reader.Open() {
		return at, false
	}
	at = a.Pane().PlaceOf(e)
	return at, at.Scheme.Local() || e.Kind == model.KindFile
}

// refuse returns why a file cannot be edited, as far as known without reading it.
func (a *Opening) refuse(at model.Place) string {
	say := a.Env.Text.Say
	switch {
	case at.Scheme.Documents():
		return say("%s is a document, not a file; export it first", model.Clean(at.Base()))
	case a.Client.Copies == nil || a.Machine.EditCopy == nil:
		return say("no editor can be opened here")
	case a.Switches.Dry:
		return say("dry run: no file is edited; %s ends the dry run", a.Env.Keys.Key(keys.DryRun))
	case at.Scheme.Local():
		return ""
	}
	src, err := a.Client.Sources.For(at)
	if err != nil {
		return a.Note.Sentence(err)
	}
	return a.Note.Unable(src, model.OpUpload)
}

// Update handles file contents, the editor's result, and dialogs. mine is false for every other message.
func (a *Opening) Update(msg tea.Msg) (cmd tea.Cmd, mine bool) {
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
	case ranMsg:
		return a.ran(m), true
	case dialog.MenuAnswered[choice]:
		return a.answered(m), true
	}
	return nil, false
}

// failed shows a read error and asks signed-out users to sign in.
func (a *Opening) failed(at model.Place, err error) tea.Cmd {
	if client.Is(err, client.KindAuth) {
		return a.NeedLogin(at, err)
	}
	return a.Note.Fail(err)
}

// leftMsg carries the copies left by killed programs.
type leftMsg struct{ all []client.LeftCopy }

// Begin looks for left copies.
func (a *Opening) Begin() tea.Cmd {
	if a.Client.Copies == nil {
		return nil
	}
	copies, engine := a.Client.Copies, a.Client.Jobs
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

func (a *Opening) tellLeft(m leftMsg) tea.Cmd {
	var cmds []tea.Cmd
	for _, c := range m.all {
		// Bad stays until it is seen.
		level, said := status.Bad, text.Text("your edit of %s was not saved: press %s on the file to resume (kept in %s)")
		if c.Open {
			level, said = status.Warn, "%s is still open in an editor: close it there, then press %s on the file (edit kept in %s)"
		}
		cmds = append(cmds, a.Note.Mention(level, a.Env.Text.Say(said, a.PlaceText(c.Of), a.Env.Keys.Key(keys.PaneInsert), c.Path)))
	}
	return tea.Batch(cmds...)
}

// programMsg carries the program for a file.
type programMsg struct {
	seq   int
	at    model.Place
	entry model.Entry
	with  act.Program
	found bool // otherwise the viewer shows it
}

// Open opens a file with the program of a rule, with the desktop's program if it is not text, or else in the viewer.
func (a *Opening) Open(at model.Place, e model.Entry) tea.Cmd {
	if a.Machine.Opener == nil || !a.Machine.Opener.Any() {
		a.OpenReader(at, e)
		return nil
	}
	ctx, seq, tick := a.begin(at)
	a.work.looks = true
	opener, files := a.Machine.Opener, a.Client.Files
	return tea.Batch(tick, func() tea.Msg {
		m := programMsg{seq: seq, at: at, entry: e}
		if m.with, m.found = opener.Rule(at.Base(), e.MIME); m.found || files == nil {
			return m
		}
		desktop, ok := opener.Desktop()
		if !ok || e.Size == 0 {
			return m
		}
		if p, err := files.Preview(ctx, at, e, false); err == nil && p.Form == client.FormFacts && p.Entry.Size != 0 {
			m.with, m.found = desktop, true
		}
		return m
	})
}

// found opens the file with its program. A file of a service is copied first.
func (a *Opening) found(m programMsg) tea.Cmd {
	switch {
	case !a.work.End(m.seq):
		return nil
	case !m.found:
		a.OpenReader(m.at, m.entry)
		return nil
	case m.at.Scheme.Local():
		return a.run(m.at, m.at, m.with)
	case a.Client.Copies == nil:
		return a.Note.SayText(status.Warn, "files cannot be copied to this computer from here")
	}
	return a.checkOut(m.at, client.CheckOut{}, func(c client.WorkingCopy) tea.Cmd { return a.run(m.at, c.At, m.with) })
}

// ranMsg says that a program has ended.
type ranMsg struct {
	at  model.Place
	err error
}

// run opens a file or its copy with a program.
func (a *Opening) run(at, file model.Place, with act.Program) tea.Cmd {
	program, said := a.Env.Text.Say("the desktop's default program"), text.Text("opened %s with %s")
	if len(with) > 0 {
		program = model.Clean(with[0])
	}
	if !at.Equal(file) {
		said = "opened a copy of %s with %s; changes stay in the copy"
	}
	return tea.Batch(a.Note.SayText(status.Info, said, model.Clean(at.Base()), program), a.Machine.Opener.Run(with, file, func(err error) tea.Msg { return ranMsg{at, err} }))
}

// ran lists the folder again, since the program may have changed the file.
func (a *Opening) ran(m ranMsg) tea.Cmd {
	if m.err != nil {
		return a.Note.Fail(m.err)
	}
	return a.RefreshAt(m.at.Parent())
}

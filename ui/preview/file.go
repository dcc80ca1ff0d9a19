package preview

import (
	"context"
	"errors"
	"time"

	tea "charm.land/bubbletea/v2"

	"aloft/client"
	"aloft/model"
	"aloft/model/text"
	"aloft/ui/input"
	"aloft/ui/keys"
	"aloft/ui/kit"
	"aloft/ui/term"
)

const (
	// quick is the time limit of reads for a column that follows the cursor; patient is the limit for files that the
	// user opened.
	quick, patient = 100 * time.Millisecond, 10 * time.Second
	// remote is the time limit for a file of a service: the request waits for its turn and ends when the cursor moves
	// on.
	remote = time.Minute
	// maxKept is how many shown files are kept.
	maxKept = 8
	// sideStep is how many cells a table scrolls sideways.
	sideStep = 8
)

// file is the view of one file.
type file struct {
	env         *Env
	files       client.Previewer // nil: none
	pictures    *term.Pictures   // nil: shows none
	w, h        int
	full, focus bool
	hold        bool // make no requests

	on     *opened
	kept   []*opened // the last shown file is at the end
	typing *input.Model
	find   find
	paint  paints
	seq    int
	sent   *sentPicture // what the terminal has, nil = nothing
}

// opened is what was read of a file and the state of its view.
type opened struct {
	place model.Place
	entry model.Entry
	read  *client.FilePreview // nil before it is read
	lines lines               // of read
	err   error
	stale bool // to be read or read again
	anew  bool // even if unchanged
	tail  bool // the end of a text that is too long to be shown whole

	seq     int // of the current read
	cancel  context.CancelFunc
	reading bool
	slow    bool
	dyed    bool // the command for colours was run

	pictured   pictureKey // of the picture that was asked for
	unpictured error      // why there is none

	sheet  *sheet
	drawn  drawnKey // the Markdown being rendered
	draws  bool     // until it is
	scroll kit.Spot
	x      int // cells that a table is scrolled sideways
}

// readMsg carries the content of a file or its error.
type readMsg struct {
	place model.Place
	seq   int
	read  client.FilePreview
	lines lines
	err   error
}

// fileSlowMsg says that the answer is still pending.
type fileSlowMsg struct {
	place model.Place
	seq   int
}

// dyedMsg carries the coloured text.
type dyedMsg struct {
	place model.Place
	seq   int
	lines []string
	err   error
}

// drawnMsg carries Markdown in the theme's styles.
type drawnMsg struct {
	place model.Place
	seq   int
	key   drawnKey
	lines []string
	ok    bool
}

// drawnKey is everything that rendered Markdown depends on.
type drawnKey struct{ width, theme int }

func newFile(env *Env, files client.Previewer, pictures *term.Pictures) *file {
	f := &file{env: env, files: files, pictures: pictures}
	f.Restyle()
	return f
}

// Show shows a file: at once what was read before, then a new read.
func (f *file) Show(at model.Place, e model.Entry) {
	if f.on != nil && f.on.place.Equal(at) {
		if f.on.entry = e; !f.on.reading {
			f.on.stale = true
		}
		return
	}
	f.Clear()
	o := f.known(at)
	if o == nil {
		o = &opened{place: at}
		f.kept = append(f.kept, o)
		if len(f.kept) > maxKept {
			f.kept = f.kept[1:]
		}
	}
	o.entry, o.stale = e, true
	f.on = o
}

// page shows Markdown that is not a file.
func (f *file) page(title, md string) {
	f.Clear()
	f.seq++
	read := &client.FilePreview{Form: client.FormMarkdown, Type: "guide", Text: md}
	f.on = &opened{
		entry: model.Entry{Name: title, Kind: model.KindFile, Size: model.Unknown}, read: read, lines: linesOf(read, f.env.Ruler), seq: f.seq,
	}
}

func (f *file) known(at model.Place) *opened {
	for i, o := range f.kept {
		if o.place.Equal(at) {
			f.kept = append(append(f.kept[:i:i], f.kept[i+1:]...), o)
			return o
		}
	}
	return nil
}

// Knows reports whether the file was read before.
func (f *file) Knows(at model.Place, _ *model.Entry) bool {
	o := f.known(at)
	return o != nil && o.read != nil
}

// Clear shows nothing and cancels reading.
func (f *file) Clear() {
	if f.on != nil {
		f.on.stop()
	}
	f.Leave()
	f.on = nil
}

// stop cancels reading.
func (o *opened) stop() {
	if o.cancel != nil {
		o.cancel()
		o.cancel = nil
	}
	o.seq, o.reading, o.slow, o.drawn, o.draws, o.pictured = 0, false, false, drawnKey{}, false, pictureKey{}
}

func (f *file) Leave() {
	f.typing = nil
	f.find = find{}
}

func (f *file) SetFull(on bool) {
	if f.full == on {
		return
	}
	f.full = on
	if o := f.on; o != nil && !on && o.reading && o.entry.Kind.Exported() {
		f.Clear() // nobody waits for the export
	}
	if o := f.on; o != nil && on && errors.Is(o.err, context.DeadlineExceeded) {
		o.stale = true // somebody waits for it now
	}
}

func (f *file) SetFocus(on bool) {
	f.focus = on
	if !on {
		f.typing = nil
	}
}

func (f *file) Restyle() {
	f.paint = newPaints(f.env.Styles)
	for _, o := range f.kept {
		o.sheet = nil
	}
}

// ReloadFrom reads the file again; a page never changes.
func (f *file) ReloadFrom(*model.Outline) tea.Cmd {
	if f.on.place.Valid() {
		f.on.stop()
		f.on.stale, f.on.anew = true, true
	}
	return nil
}

// Settle starts what is missing: content, colours, rendering.
func (f *file) Settle() tea.Cmd {
	o := f.on
	switch {
	case f.w == 0 || f.hold || o.reading:
		return nil
	case o.stale:
		return f.begin()
	case o.read == nil || o.err != nil:
		return nil
	case o.read.Form == client.FormText && !o.dyed:
		return f.dye()
	case o.read.Form == client.FormMarkdown:
		return f.draw()
	case o.read.Form == client.FormFacts:
		return f.picture()
	}
	return nil
}

// begin reads the file.
func (f *file) begin() tea.Cmd {
	o := f.on
	o.stop()
	f.seq++
	o.seq, o.reading, o.stale = f.seq, true, false
	ctx, cancel := context.WithTimeout(f.env.Ctx, f.patience())
	o.cancel = cancel
	read, at, seen, anew, seq, ruler := f.files.Preview, o.place, o.entry, o.anew, o.seq, f.env.Ruler
	if o.tail {
		read = f.files.End
	}
	o.anew = false
	return tea.Batch(func() tea.Msg {
		defer cancel()
		m := readMsg{place: at, seq: seq}
		if m.read, m.err = read(ctx, at, seen, anew); m.err == nil {
			m.lines = linesOf(&m.read, ruler)
		}
		return m
	}, tea.Tick(slowAfter, func(time.Time) tea.Msg { return fileSlowMsg{at, seq} }))
}

// patience returns the time limit of reading the file.
func (f *file) patience() time.Duration {
	switch {
	case !f.on.place.Scheme.Local():
		return remote
	case f.full:
		return patient
	}
	return quick
}

// dye runs the user's command for colours.
func (f *file) dye() tea.Cmd {
	o := f.on
	o.dyed = true
	ctx, cancel := context.WithCancel(f.env.Ctx)
	o.cancel = cancel
	files, at, seq, read := f.files, o.place, o.seq, o.read
	return func() tea.Msg {
		defer cancel()
		dyed, err := files.Coloured(ctx, at, read)
		return dyedMsg{at, seq, dyed, err}
	}
}

// draw renders Markdown for the width of the view.
func (f *file) draw() tea.Cmd {
	o := f.on
	key := drawnKey{f.room().Dx(), f.env.Styles.Gen}
	if o.drawn == key || key.width < 12 {
		return nil
	}
	o.drawn, o.draws = key, true
	at, seq, md, st := o.place, o.seq, o.read.Text, f.env.Styles
	return func() tea.Msg {
		drawn, ok := Plain(md, st, key.width)
		return drawnMsg{at, seq, key, drawn, ok}
	}
}

// Update handles answers. mine is false for other messages.
func (f *file) Update(msg tea.Msg) (cmd tea.Cmd, mine bool) {
	// awaited returns the file of an answer, or nil if it is no longer wanted.
	awaited := func(at model.Place, seq int) *opened {
		if f.on != nil && f.on.seq == seq && f.on.place.Equal(at) {
			return f.on
		}
		return nil
	}
	switch m := msg.(type) {
	case readMsg:
		if o := awaited(m.place, m.seq); o != nil {
			f.arrived(o, m)
		}
	case fileSlowMsg:
		if o := awaited(m.place, m.seq); o != nil {
			o.slow = o.reading
		}
	case dyedMsg:
		switch o := awaited(m.place, m.seq); {
		case o == nil:
		case m.err != nil && f.env.Ctx.Err() == nil && !errors.Is(m.err, context.Canceled):
			return input.Fail(m.err), true
		case m.lines != nil && m.err == nil:
			if styled, ok := o.lines.coloured(m.lines); ok {
				o.lines, o.sheet = styled, nil
			}
		}
	case pictureMsg:
		if o := awaited(m.place, m.seq); o != nil && o.pictured == m.key {
			return f.pictured(o, m), true
		}
	case sentMsg:
		f.sent = &m.sentPicture
	case drawnMsg:
		if o := awaited(m.place, m.seq); o == nil || o.drawn != m.key {
			break
		} else if o.draws = false; m.ok {
			o.sheet = &sheet{lines: lines{all: m.lines, styled: true}, width: m.key.width, ruler: f.env.Ruler}
			f.seek()
		}
	default:
		return nil, false
	}
	return nil, true
}

// arrived shows the content. Unchanged content keeps its drawing.
func (f *file) arrived(o *opened, m readMsg) {
	o.reading, o.slow, o.err = false, false, m.err
	if m.err != nil {
		o.tail = false // the beginning is there to be read again
		if !errors.Is(m.err, context.DeadlineExceeded) || o.read == nil {
			o.read, o.sheet = nil, nil
		}
		return
	}
	o.entry.Size = m.read.Entry.Size
	if !m.read.Entry.Modified.IsZero() {
		o.entry.Modified = m.read.Entry.Modified
	}
	same := o.read != nil && o.read.Form == m.read.Form && o.read.Text == m.read.Text && m.read.Form != client.FormTable && m.read.Form != client.FormList
	o.read = &m.read
	if same && o.sheet != nil {
		o.drawn = drawnKey{o.sheet.width, f.env.Styles.Gen}
		return
	}
	o.lines, o.sheet, o.dyed = m.lines, nil, false
	if m.read.Tail {
		f.toEnd(true)
	}
	f.seek()
}

// State returns the state line while the file covers the panes.
func (f *file) State(time.Time) string {
	if f.on.reading && f.on.slow {
		return f.waiting()
	}
	if f.find.want.text != "" {
		return f.env.Text.Say(text.StateFind, model.Clean(f.find.want.text))
	}
	return ""
}

// waiting says what it waits for.
func (f *file) waiting() string {
	if f.on.entry.Kind.Exported() {
		return f.env.Text.Say("exporting for reading… Esc stops")
	}
	return f.env.Text.Say("reading…")
}

// Do carries out an action. ok is false for other actions.
func (f *file) Do(a keys.Action) (cmd tea.Cmd, ok bool) {
	by, reach := a.Step(max(1, f.room().Dy()-1))
	switch {
	case a == keys.Back:
		return nil, f.dropFind()
	case reach == keys.ToEnd && by < 0:
		f.toEnd(false)
	case reach == keys.ToEnd:
		f.toEnd(true)
	case reach != keys.Nowhere:
		f.Scroll(by)
	case a == keys.FileLeft:
		f.on.x = max(0, f.on.x-sideStep)
	case a == keys.FileRight:
		if s := f.sheet(); s != nil {
			f.on.x = max(0, min(f.on.x+sideStep, s.widest()-f.room().Dx()))
		}
	case a == keys.FileFind:
		f.typing = input.New(f.env.Env, inputID, input.Options{Prompt: f.env.Text.Say("find text: "), Value: f.find.want.text, Cursor: -1})
	case a == keys.FileFindNext:
		f.step(1)
	case a == keys.FileFindPrev:
		f.step(-1)
	default:
		return nil, false
	}
	return nil, true
}

// Idle returns why an action has nothing to work on, or "".
func (f *file) Idle(a keys.Action) string {
	say := f.env.Text.Say
	switch a {
	case keys.FileEdit, keys.FileInfo, keys.FileCopyPath:
		if !f.on.place.Valid() {
			return say("this is a page of the guide, not a file")
		}
	case keys.FileFind:
		if f.sheet() == nil {
			return say("there is no text to search in")
		}
	case keys.FileFindNext, keys.FileFindPrev:
		switch {
		case f.find.want.text == "":
			return say("no search yet; %s finds text", f.env.Keys.Key(keys.FileFind))
		case len(f.find.at) == 0:
			return say("%s not found in the part shown", model.Clean(f.find.want.text))
		}
	case keys.FileLeft, keys.FileRight:
		return f.idleAside(a == keys.FileLeft)
	}
	return ""
}

// idleAside returns why the lines do not scroll to that side, or "".
func (f *file) idleAside(left bool) string {
	say, s := f.env.Text.Say, f.sheet()
	if s == nil || !s.lines.flat {
		return say("lines are wrapped; there is nothing to scroll")
	}
	switch most := s.widest() - f.room().Dx(); {
	case most <= 0:
		return say("the lines already fit the width")
	case left && f.on.x == 0, !left && f.on.x >= most:
		return say("cannot scroll any further")
	}
	return ""
}

// toEnd goes to the first or the last line. Of a text too long to be shown whole it reads the part that has the line.
func (f *file) toEnd(last bool) {
	o := f.on
	if r := o.read; r != nil && r.Form == client.FormText && r.Cut && last != o.tail && o.place.Valid() {
		o.stop()
		o.tail, o.stale = last, true
	}
	o.scroll = kit.Spot{}
	if s := f.sheet(); s != nil && last {
		o.scroll = s.folded().Last(f.room().Dy())
	}
}

func (f *file) Scroll(by int) {
	if s := f.sheet(); s != nil {
		n := f.room().Dy()
		f.on.scroll = s.folded().Clamp(s.folded().Step(s.folded().Clamp(f.on.scroll, n), by), n)
	}
}

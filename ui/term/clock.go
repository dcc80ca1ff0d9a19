package term

import (
	"context"
	"io"
	"reflect"
	"strings"
	"time"

	tea "charm.land/bubbletea/v2"
)

// loopRate is how often per second the library's loop wakes when it is not held. The start waits for its first wake.
const loopRate = 1000

// firstWait is how long the first frame waits for its content and colours.
const firstWait = 30 * time.Millisecond

// The library keeps some hundred bytes for each cell of the terminal, several times, and allows a million cells.
const (
	mostCells = 200_000
	mostWide  = 1000
)

// bound limits the drawn part of a terminal to real sizes. One that does not say its width or height is an old one's.
func bound(w, h int) (int, int) {
	if w <= 0 {
		w = 80
	}
	if h <= 0 {
		h = 24
	}
	w = min(w, mostWide)
	return w, min(h, mostCells/max(1, w))
}

// Drawable reports whether all of a terminal is drawn. The library allocates the size it starts with before anything
// can limit it.
func Drawable(w, h int) bool {
	bw, bh := bound(w, h)
	return bw >= w && bh >= h
}

// Pace decides when frames are drawn. Those of a stream are drawn once in Every. After a pause the first two are
// drawn at once, since a key often has two answers: its own, and that of what it made the program read.
type Pace struct {
	Every time.Duration
	// Empty, called in the update loop, reports whether a frame would not show the requested content yet: the first
	// frame waits a moment for it. May be nil.
	Empty func() bool
	// Linear views are those of package linear: what is new in them is written, and nothing is redrawn.
	Linear bool
}

// Run shows the model on the terminal until it ends. The filter may be nil. attach receives the function that sends
// messages to the model, before the program starts.
func Run(ctx context.Context, m tea.Model, t Terminal, pace Pace, filter func(tea.Model, tea.Msg) tea.Msg,
	attach func(send func(tea.Msg)), opts ...tea.ProgramOption) error {
	c := newClock(m, t.Out, pace, filter)
	defer context.AfterFunc(ctx, c.out.end)()
	opts = append(opts, tea.WithContext(ctx), tea.WithInput(NewInput(t.In, func(m tea.Msg) { c.send(m) }, c.gone)), tea.WithOutput(c.out.writer()),
		tea.WithFilter(c.filter))
	if t.Far {
		opts = append(opts, tea.WithWindowSize(bound(t.Size.Width, t.Size.Height)))
	}
	program := tea.NewProgram(c, opts...)
	tea.WithFPS(loopRate)(program) // as an option it would be limited to 120
	c.send = program.Send
	attach(program.Send)
	ended := make(chan struct{})
	defer close(ended)
	go c.follow(t.Sizes, ended)
	_, err := program.Run()
	c.quiet()
	c.out.close()
	return err
}

// follow passes on the sizes of a far terminal.
func (c *clock) follow(sizes <-chan tea.WindowSizeMsg, ended <-chan struct{}) {
	for {
		select {
		case size, ok := <-sizes:
			if !ok {
				return
			}
			c.send(size)
		case <-ended:
			return
		}
	}
}

// gone ends the program with its terminal. The library ends it without the model, or not at all, so the loop must no
// longer be held.
func (c *clock) gone() {
	c.out.end()
	go c.send(tea.QuitMsg{})
}

type (
	handedMsg struct{} // the renderer has the view: the loop may continue
	holdMsg   struct{} // the loop has continued and must be held again
	frameMsg  struct{} // a delayed frame may be drawn
)

// clock wraps the model and asks it for a view only when one is drawn. All its fields except out belong to the update
// loop.
type clock struct {
	model tea.Model
	next  func(tea.Model, tea.Msg) tea.Msg
	send  func(tea.Msg)
	pace  Pace
	out   *output

	patient time.Time // until then frames wait for the requested content
	view    tea.View
	turn    time.Time // when the next frame of an even stream is due
	waiting bool      // a frameMsg is pending
	undrawn bool      // the renderer has not drawn the view
	owed    bool      // the model has changed since the last view
	ours    bool      // the clock's own message: the model is unchanged
	sized   bool      // the terminal's size is known
	now     bool      // the view cannot wait for the end of the frame
	script  LinearScript
}

func newClock(m tea.Model, out io.Writer, pace Pace, filter func(tea.Model, tea.Msg) tea.Msg) *clock {
	c := &clock{model: m, pace: pace, next: filter}
	c.out = newOutput(out, func(msg any) { c.send(msg) })
	c.out.linear = pace.Linear
	return c
}

func (c *clock) Init() tea.Cmd { return c.model.Init() }

func (c *clock) Update(msg tea.Msg) (tea.Model, tea.Cmd) {
	defer c.broken()
	c.ours, c.now = false, false
	switch m := msg.(type) {
	case tea.RawMsg:
		if c.ours = m.Msg == mark; c.ours {
			return c, nil
		}
	case frameMsg:
		c.waiting, c.ours = false, !c.owed
		return c, nil
	case tea.WindowSizeMsg:
		c.now, c.sized = c.sized, true // a new size clears the screen
		c.script.Resize(m.Width, m.Height)
	}
	var cmd tea.Cmd
	c.model, cmd = c.model.Update(msg)
	return c, cmd
}

func (c *clock) View() tea.View {
	defer c.broken()
	if c.ours {
		return c.view
	}
	if c.owed = !c.due(); !c.owed {
		c.view, c.undrawn = c.model.View(), true
		if c.pace.Linear {
			c.view = c.speak(c.view)
		}
		c.out.hide(!c.pace.Linear && c.view.Cursor != nil && c.view.Cursor.Shape == Unseen)
		go c.send(handedMsg{}) // in a goroutine: the renderer gets the view after this
	}
	return c.view
}

// speak writes what is new in a view, and returns the view for the library. A linear screen is written past it: the
// library handles keys, signals, the terminal's modes, and other programs.
func (c *clock) speak(v tea.View) tea.View {
	out := c.script.Next(v)
	c.out.set(func() { c.out.put(out) })
	cursor := tea.NewCursor(0, 0)
	cursor.Blink = false
	return tea.View{Cursor: cursor}
}

// quiet leaves the terminal below what was written. The next view is said in full.
func (c *clock) quiet() {
	out := c.script.End()
	c.out.set(func() { c.out.put(out) })
}

// due reports whether a frame may be drawn now. If not, a message follows: from a timer, or from the output once the
// terminal has taken the last frame.
func (c *clock) due() bool {
	if c.out.behind() {
		return false
	}
	now := time.Now()
	var wait time.Duration
	switch {
	case c.patient.IsZero():
		c.patient = now.Add(firstWait)
		return true // the library asks before it knows the size
	case c.now:
	case c.turn.IsZero() && c.pace.Empty != nil && c.pace.Empty():
		if wait = c.patient.Sub(now); wait <= 0 {
			c.patient = now.Add(c.pace.Every)
			return true
		}
	case c.undrawn:
		return true // it replaces the last one
	default:
		wait = c.turn.Add(-c.pace.Every).Sub(now)
	}
	if wait <= 0 {
		c.drawn(now)
		return true
	}
	if !c.waiting {
		c.waiting = true
		time.AfterFunc(wait, func() { c.send(frameMsg{}) })
	}
	return false
}

// drawn counts a frame. One frame may be early.
func (c *clock) drawn(now time.Time) {
	if c.turn.Before(now) {
		c.turn = now
	}
	c.turn = c.turn.Add(c.pace.Every)
}

// broken releases the loop when a panic ends the program.
func (c *clock) broken() {
	if r := recover(); r != nil {
		c.out.end()
		panic(r)
	}
}

// library is the package of Bubble Tea's own messages, handsOver the unexported message that gives the terminal to
// another program, and redraws the one that draws the whole screen.
var (
	library   = reflect.TypeFor[tea.KeyPressMsg]().PkgPath()
	handsOver = reflect.TypeOf(tea.Exec(nil, nil)())
	redraws   = reflect.TypeOf(tea.ClearScreen())
)

// filter is the program's filter: it sees a message before the program handles it.
func (c *clock) filter(m tea.Model, msg tea.Msg) tea.Msg {
	if c.next != nil {
		if msg = c.next(m, msg); msg == nil {
			return nil
		}
	}
	if size, ok := msg.(tea.WindowSizeMsg); ok {
		size.Width, size.Height = bound(size.Width, size.Height)
		msg = size
	}
	switch msg.(type) {
	case nil:
		return nil
	case handedMsg:
		c.undrawn = false
		if c.out.handed(); !c.out.hold.ask() {
			return nil
		}
		return tea.RawMsg{Msg: mark}
	case holdMsg:
		return tea.RawMsg{Msg: mark}
	case frameMsg, tea.KeyMsg, tea.MouseMsg, tea.PasteMsg, tea.WindowSizeMsg, tea.FocusMsg, tea.BlurMsg:
	case tea.QuitMsg, tea.InterruptMsg:
		c.out.end()
	case tea.SuspendMsg:
		c.quiet()
		c.out.handOver()
	default:
		switch t := reflect.TypeOf(msg); {
		case t == handsOver:
			c.quiet()
			c.out.handOver()
		case t == redraws:
			c.script.Forget()
			c.out.letGo()
		case t.Kind() == reflect.Slice: // commands: their messages come one by one
		case strings.HasPrefix(t.PkgPath(), library):
			c.out.letGo() // it may be written to the queue, which the held loop has locked
		}
	}
	return msg
}

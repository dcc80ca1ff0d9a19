// Package frame decides when the screen is drawn: at once when something has
// changed, once a frame while changes come in a stream, and not at all while
// nothing changes.
//
// Bubble Tea's render loop wakes by a ticker. Each time it first writes what is
// queued for the terminal ([tea.Raw]) and then draws what differs. A mark in that
// queue reaches the program's output, and there the loop is held (hold.go) until a
// view is handed over: then the loop continues and draws it. A ticker that nobody
// waits for is not run, so nothing wakes the program in between. What is drawn is
// written to the terminal by a goroutine of its own (terminal.go).
package frame

import (
	"context"
	"os"
	"reflect"
	"strings"
	"time"

	tea "charm.land/bubbletea/v2"
)

// loopRate is how often the library's loop wakes when it is not held: its most, so
// that it is soon held again.
const loopRate = 120

// Run shows the model on the terminal until it ends, with at least every between
// two frames. The filter may be nil. attach gets the function that sends messages
// to the model before the program starts.
func Run(ctx context.Context, m tea.Model, in, out *os.File, every time.Duration, filter func(tea.Model, tea.Msg) tea.Msg,
	attach func(send func(tea.Msg)), opts ...tea.ProgramOption) error {
	c := newClock(m, out, every, filter)
	defer context.AfterFunc(ctx, c.out.end)()
	opts = append(opts, tea.WithContext(ctx), tea.WithInput(input{in, c.gone}), tea.WithOutput(c.out),
		tea.WithFilter(c.filter), tea.WithFPS(loopRate))
	program := tea.NewProgram(c, opts...)
	c.send = program.Send
	attach(program.Send)
	_, err := program.Run()
	c.out.close()
	return err
}

// input is the terminal as the program reads it.
type input struct {
	*os.File
	failed func()
}

func (i input) Read(b []byte) (int, error) {
	n, err := i.File.Read(b)
	if err != nil {
		i.failed()
	}
	return n, err
}

// gone ends the program with its terminal. The library ends it without the model,
// or not at all, so the loop must not be held any more.
func (c *clock) gone() {
	c.out.end()
	go c.send(tea.QuitMsg{})
}

type (
	handedMsg struct{} // the renderer has the view: the loop may go on
	holdMsg   struct{} // the loop has gone on and is to be held again
	frameMsg  struct{} // a frame that had to wait may be drawn
)

// clock wraps the model and asks it for a view only when one is drawn. Its fields,
// except out, belong to the update loop alone.
type clock struct {
	model tea.Model
	next  func(tea.Model, tea.Msg) tea.Msg
	send  func(tea.Msg)
	every time.Duration
	out   *output

	view    tea.View
	last    time.Time // when the view was made
	waiting bool      // a frameMsg is on its way
	ours    bool      // the message was the clock's: the model is unchanged
	now     bool      // the view cannot wait for the end of the frame
}

func newClock(m tea.Model, out *os.File, every time.Duration, filter func(tea.Model, tea.Msg) tea.Msg) *clock {
	c := &clock{model: m, every: every, next: filter}
	c.out = newOutput(out, func(msg any) { c.send(msg) })
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
		c.waiting = false
		return c, nil
	case tea.WindowSizeMsg:
		c.now = true // what was drawn before is gone
	}
	var cmd tea.Cmd
	c.model, cmd = c.model.Update(msg)
	return c, cmd
}

func (c *clock) View() tea.View {
	defer c.broken()
	if !c.ours && c.due() {
		c.view, c.last = c.model.View(), time.Now()
		go c.send(handedMsg{}) // in a goroutine: the renderer gets the view after this
	}
	return c.view
}

// due reports whether a frame may be drawn now. If not, a message will come when
// one may: from a timer, or from the output when the terminal has taken the last
// frame.
func (c *clock) due() bool {
	if c.out.behind() {
		return false
	}
	wait := c.every - time.Since(c.last)
	if wait <= 0 || c.now {
		return true
	}
	if !c.waiting {
		c.waiting = true
		time.AfterFunc(wait, func() { c.send(frameMsg{}) })
	}
	return false
}

// broken releases the loop when a panic ends the program.
func (c *clock) broken() {
	if r := recover(); r != nil {
		c.out.end()
		panic(r)
	}
}

// library is the package of Bubble Tea's own messages, and handsOver the one that
// gives the terminal to another program: it is not exported.
var (
	library   = reflect.TypeFor[tea.KeyPressMsg]().PkgPath()
	handsOver = reflect.TypeOf(tea.Exec(nil, nil)())
)

// filter is the program's: it sees a message before the program acts on it.
func (c *clock) filter(m tea.Model, msg tea.Msg) tea.Msg {
	if c.next != nil {
		if msg = c.next(m, msg); msg == nil {
			return nil
		}
	}
	switch msg.(type) {
	case nil:
		return nil
	case handedMsg:
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
		c.out.handOver()
	default:
		switch t := reflect.TypeOf(msg); {
		case t == handsOver:
			c.out.handOver()
		case t.Kind() == reflect.Slice: // commands: their messages come one by one
		case strings.HasPrefix(t.PkgPath(), library):
			c.out.letGo() // it may be written to the queue, which the held loop has locked
		}
	}
	return msg
}

package term

import (
	"fmt"
	"reflect"
	"runtime"
	"runtime/debug"
	"strings"

	tea "charm.land/bubbletea/v2"
)

// Guard wraps the root model. It turns a panic, in the model or in a command, into an orderly end: the terminal is
// restored, and the crash report has no values, which may be secrets.
type Guard struct {
	model tea.Model
	crash *Crash
	// Send sends the program a message, so that a crash while drawing ends it at once and not with the next key; nil
	// in tests without a program.
	Send func(tea.Msg)
}

// Crash says where the program panicked.
type Crash struct {
	What  string // the text of a runtime error, else the type
	Where []string
	Stack []byte // as the runtime writes it: numbers and addresses are the only values
}

func (c *Crash) Error() string { return c.What + " at " + strings.Join(c.Where, " < ") }

// crashedMsg says that a command has panicked.
type crashedMsg struct{ crash *Crash }

// NewGuard guards the model.
func NewGuard(m tea.Model) *Guard { return &Guard{model: m} }

// Crash returns the crash that ended the program, or nil.
func (g *Guard) Crash() *Crash { return g.crash }

func (g *Guard) Init() (cmd tea.Cmd) {
	defer g.catch(&cmd)
	return guarded(g.model.Init())
}

func (g *Guard) Update(msg tea.Msg) (m tea.Model, cmd tea.Cmd) {
	if c, ok := msg.(crashedMsg); ok {
		g.crash = c.crash
		return g, tea.Quit
	}
	m = g // even if the rest panics: a program without a model panics itself
	defer g.catch(&cmd)
	g.model, cmd = g.model.Update(msg)
	return m, guarded(cmd)
}

func (g *Guard) View() (v tea.View) {
	defer func() {
		if r := recover(); r != nil && g.crash == nil {
			g.crash = NewCrash(r)
			if g.Send != nil {
				// In a goroutine, because the program receives messages only after View.
				go g.Send(crashedMsg{g.crash})
			}
		}
	}()
	if g.crash != nil {
		return tea.View{}
	}
	return g.model.View()
}

func (g *Guard) catch(cmd *tea.Cmd) {
	if r := recover(); r != nil {
		g.crash = NewCrash(r)
	}
	if g.crash != nil {
		*cmd = tea.Quit
	}
}

// guarded recovers panics of a command and of the commands it returns.
func guarded(cmd tea.Cmd) tea.Cmd {
	if cmd == nil {
		return nil
	}
	return func() (msg tea.Msg) {
		defer func() {
			if r := recover(); r != nil {
				msg = crashedMsg{NewCrash(r)}
			}
		}()
		return guardedIn(cmd())
	}
}

// guardedIn guards the commands in a message. A sequence is a type of the library's own, a slice like a batch.
func guardedIn(msg tea.Msg) tea.Msg {
	v := reflect.ValueOf(msg)
	if v.Kind() != reflect.Slice || v.Type().Elem() != reflect.TypeFor[tea.Cmd]() {
		return msg
	}
	safe := reflect.MakeSlice(v.Type(), v.Len(), v.Len())
	for i := range v.Len() {
		safe.Index(i).Set(reflect.ValueOf(guarded(v.Index(i).Interface().(tea.Cmd))))
	}
	return safe.Interface()
}

// NewCrash describes a recovered value and its origin. It is called in the function that recovers. It returns a
// passed-on Crash unchanged.
func NewCrash(r any) *Crash {
	if c, ok := r.(*Crash); ok {
		return c
	}
	c := &Crash{What: fmt.Sprintf("%T", r), Stack: debug.Stack()}
	if e, ok := r.(runtime.Error); ok {
		c.What = e.Error()
	}
	var pcs [48]uintptr
	frames := runtime.CallersFrames(pcs[:runtime.Callers(3, pcs[:])])
	for {
		f, more := frames.Next()
		if strings.HasPrefix(f.Function, "aloft/") && !strings.Contains(f.Function, "ui/term.") {
			c.Where = append(c.Where, fmt.Sprintf("%s:%d", strings.TrimPrefix(f.Function, "aloft/"), f.Line))
		}
		if !more || len(c.Where) == 8 {
			return c
		}
	}
}

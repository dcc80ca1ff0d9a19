package uitest

import (
	"context"
	"fmt"
	"reflect"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	tea "charm.land/bubbletea/v2"
	"github.com/charmbracelet/colorprofile"
	"github.com/charmbracelet/x/ansi"

	"aloft/model/text"
	"aloft/themes"
	"aloft/ui"
	"aloft/ui/keys"
	"aloft/ui/uitest/golden"
)

// Driver runs the root in a synctest bubble.
type Driver struct {
	t       testing.TB
	App     tea.Model
	W, H    int
	msgs    chan tea.Msg
	stop    context.CancelFunc
	running atomic.Int32 // commands that have not answered
	Quit    bool         // the program has asked to quit
	Copy    []string     // texts put into the clipboard
	Raw     []string     // texts written to the terminal outside of frames
	Views   int          // frames drawn
}

// Reading them is most of the cost of a short session.
var (
	shippedKeys  = sync.OnceValues(func() (*keys.Map, error) { return keys.Load("") })
	shippedTheme = sync.OnceValues(func() (*themes.Theme, error) { return themes.Load(themes.Default) })
)

// Deps for tests: keys and theme as shipped, no memory, a fixed environment.
func Deps(t testing.TB, trees ...*Tree) (ui.Deps, *Engine) {
	t.Helper()
	m, err := shippedKeys()
	if err != nil {
		t.Fatal(err)
	}
	theme, err := shippedTheme()
	if err != nil {
		t.Fatal(err)
	}
	var s Sources
	for _, tree := range trees {
		s = append(s, tree)
	}
	e := NewEngine(s)
	root := trees[0].Root()
	return ui.Deps{
		Sources: s, Jobs: e, Keys: m, Theme: theme, Text: &text.Catalogue{},
		Left: root, Right: root, Environ: []string{"LANG=C.UTF-8", "TERM=xterm-256color"},
	}, e
}

// DocsDeps are Deps for documents beside a disk, the documents in the left pane
// and the disk in the right one.
func DocsDeps(t testing.TB, d *Docs, disk *Tree) (ui.Deps, *Engine) {
	t.Helper()
	deps, e := Deps(t, disk)
	e.sources = append(e.sources, d.Home(), d.Spaces())
	deps.Sources, deps.Left = e.sources, d.Home().Root()
	return deps, e
}

// New starts the root at a size and waits until it is idle.
func New(t testing.TB, d ui.Deps, w, h int) *Driver {
	t.Helper()
	ctx, stop := context.WithCancel(t.Context())
	dr := &Driver{t: t, App: ui.New(ctx, d), W: w, H: h, msgs: make(chan tea.Msg, 8192), stop: stop}
	t.Cleanup(stop)
	dr.run(dr.App.Init())
	dr.Send(tea.ColorProfileMsg{Profile: colorprofile.TrueColor})
	dr.Send(tea.WindowSizeMsg{Width: w, Height: h})
	dr.Idle()
	return dr
}

// Close ends the session and waits for its commands, so that nothing of it is left
// in the bubble.
func (d *Driver) Close() {
	d.stop()
	for d.running.Load() > 0 {
		<-time.After(time.Second)
		synctest.Wait()
		for len(d.msgs) > 0 {
			<-d.msgs
		}
	}
}

// run runs a command in a goroutine of its own, as the program does.
func (d *Driver) run(cmd tea.Cmd) {
	if cmd == nil {
		return
	}
	d.running.Add(1)
	go func() {
		defer d.running.Add(-1)
		if msg := cmd(); msg != nil {
			d.msgs <- msg
		}
	}()
}

// Idle delivers messages until no command has one. Time stands still.
func (d *Driver) Idle() {
	for {
		synctest.Wait()
		select {
		case msg := <-d.msgs:
			d.take(msg)
		default:
			return
		}
	}
}

// Pass advances the fake time.
func (d *Driver) Pass(by time.Duration) {
	<-time.After(by)
	d.Idle()
}

func (d *Driver) take(msg tea.Msg) {
	switch m := msg.(type) {
	case tea.BatchMsg:
		for _, c := range m {
			d.run(c)
		}
		return
	case tea.QuitMsg:
		d.Quit = true
		return
	case tea.RawMsg:
		d.Raw = append(d.Raw, fmt.Sprint(m.Msg))
		return
	}
	if v := reflect.ValueOf(msg); v.Kind() == reflect.Slice && v.Type().Elem() == reflect.TypeFor[tea.Cmd]() {
		for i := range v.Len() { // a sequence: one after the other
			if c, _ := v.Index(i).Interface().(tea.Cmd); c != nil {
				if m := c(); m != nil {
					d.take(m)
				}
			}
		}
		return
	}
	if v := reflect.ValueOf(msg); v.Kind() == reflect.String && strings.Contains(v.Type().String(), "lipboard") {
		d.Copy = append(d.Copy, v.String())
		return
	}
	d.Send(msg)
}

// Send sends a message to the root and draws, as the program does.
func (d *Driver) Send(msg tea.Msg) {
	var cmd tea.Cmd
	d.App, cmd = d.App.Update(msg)
	d.run(cmd)
	_ = d.App.View()
	d.Views++
}

// Keys presses keys by their names ("j", "enter", "ctrl+a", "G") and waits after
// each until the screen is idle.
func (d *Driver) Keys(names ...string) {
	for _, n := range names {
		d.Send(Key(n))
		d.Idle()
	}
}

// Type presses a key for each character.
func (d *Driver) Type(s string) {
	for _, r := range s {
		d.Send(tea.KeyPressMsg{Code: r, Text: string(r)})
	}
	d.Idle()
}

// Key makes a press of a name as keys.toml writes it.
func Key(name string) tea.KeyPressMsg {
	var k tea.KeyPressMsg
	rest := name
	for _, m := range []struct {
		word string
		mod  tea.KeyMod
	}{{"ctrl+", tea.ModCtrl}, {"alt+", tea.ModAlt}, {"shift+", tea.ModShift}} {
		if r, ok := strings.CutPrefix(rest, m.word); ok && r != "" {
			rest = r
			k.Mod |= m.mod
		}
	}
	special := map[string]rune{
		"enter": tea.KeyEnter, "esc": tea.KeyEscape, "tab": tea.KeyTab, "space": tea.KeySpace, "up": tea.KeyUp,
		"down": tea.KeyDown, "left": tea.KeyLeft, "right": tea.KeyRight, "home": tea.KeyHome, "end": tea.KeyEnd,
		"pgup": tea.KeyPgUp, "pgdown": tea.KeyPgDown, "backspace": tea.KeyBackspace, "delete": tea.KeyDelete,
		"insert": tea.KeyInsert, "f1": tea.KeyF1, "f2": tea.KeyF2, "f3": tea.KeyF3, "f4": tea.KeyF4, "f5": tea.KeyF5, "f6": tea.KeyF6, "f7": tea.KeyF7,
		"f8": tea.KeyF8, "f9": tea.KeyF9, "f10": tea.KeyF10,
	}
	if c, ok := special[rest]; ok {
		k.Code = c
		if rest == "space" {
			k.Text = " "
		}
		return k
	}
	k.Code = []rune(rest)[0]
	if k.Mod == 0 {
		k.Text = rest
	}
	return k
}

// Screen is the screen as plain text. Every line must be exactly as wide as the
// terminal, and there must be as many as it has.
func (d *Driver) Screen() string {
	d.t.Helper()
	content := d.App.View().Content
	lines := strings.Split(content, "\n")
	if len(lines) != d.H {
		d.t.Errorf("%d lines are drawn on %d", len(lines), d.H)
	}
	for i, l := range lines {
		if w := ansi.StringWidthWc(l); w != d.W {
			d.t.Errorf("line %d is %d wide instead of %d: %q", i, w, d.W, ansi.Strip(l))
		}
		lines[i] = strings.TrimRight(ansi.Strip(l), " ")
	}
	return strings.Join(lines, "\n") + "\n"
}

// Want compares the screen with a golden file.
func (d *Driver) Want(name string) {
	d.t.Helper()
	golden.Check(d.t, name+".golden", d.Screen())
}

// Has fails unless the screen holds the texts.
func (d *Driver) Has(texts ...string) {
	d.t.Helper()
	s := d.Screen()
	for _, want := range texts {
		if !strings.Contains(s, want) {
			d.t.Errorf("the screen has no %q:\n%s", want, s)
		}
	}
}

// HasNot fails when the screen holds one of the texts.
func (d *Driver) HasNot(texts ...string) {
	d.t.Helper()
	s := d.Screen()
	for _, no := range texts {
		if strings.Contains(s, no) {
			d.t.Errorf("the screen has %q:\n%s", no, s)
		}
	}
}

// Paste is what a terminal sends for pasted text.
func Paste(s string) tea.PasteMsg { return tea.PasteMsg{Content: s} }

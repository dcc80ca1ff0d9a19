package uitest

import (
	"context"
	"fmt"
	"reflect"
	"strings"
	"testing"

	tea "charm.land/bubbletea/v2"
	"github.com/charmbracelet/colorprofile"
	"github.com/charmbracelet/x/ansi"

	"aloft/client/clienttest/memdoc"
	"aloft/model/text"
	"aloft/ui"
	"aloft/ui/act"
	"aloft/ui/uitest/golden"
	"aloft/ui/uitest/loop"
	"aloft/ui/uitest/shipped"
)

// Driver runs the root in a synctest bubble.
type Driver struct {
	*loop.Loop
	t     testing.TB
	App   tea.Model
	W, H  int
	stop  context.CancelFunc
	Quit  bool           // the program has asked to quit
	Copy  []string       // texts put into the clipboard
	Raw   []string       // texts written to the terminal outside of frames
	Views int            // frames drawn
	Drawn func(tea.View) // gets each frame; may be nil
}

// Deps for tests: keys and theme as shipped, no memory, a fixed environment.
func Deps(t testing.TB, trees ...*Tree) (ui.Deps, *Engine) {
	t.Helper()
	var s Sources
	for _, tree := range trees {
		s = append(s, tree)
	}
	e := NewEngine(s)
	root := trees[0].Root()
	return ui.Deps{
		Client: act.Client{Sources: s, Jobs: e}, Keys: shipped.Keys(), Theme: shipped.Theme(t), Text: &text.Catalogue{},
		Left: root, Right: root, Environ: []string{"LANG=C.UTF-8", "TERM=xterm-256color"},
	}, e
}

// DocsDeps are Deps for documents beside a disk, the documents in the left pane
// and the disk in the right one.
func DocsDeps(t testing.TB, d *memdoc.Service, disk *Tree) (ui.Deps, *Engine) {
	t.Helper()
	deps, e := Deps(t, disk)
	e.sources = append(e.sources, d.Home(), d.Spaces())
	deps.Client.Sources, deps.Left = e.sources, d.Home().Root()
	return deps, e
}

// New starts the root at a size and waits until it is idle.
func New(t testing.TB, d ui.Deps, w, h int) *Driver {
	t.Helper()
	ctx, stop := context.WithCancel(t.Context())
	dr := &Driver{t: t, App: ui.New(ctx, d), W: w, H: h, stop: stop}
	dr.Loop = loop.New(dr.take)
	t.Cleanup(stop)
	dr.Run(dr.App.Init())
	dr.Send(tea.ColorProfileMsg{Profile: colorprofile.TrueColor})
	dr.Send(tea.WindowSizeMsg{Width: w, Height: h})
	dr.Idle()
	return dr
}

// Close ends the session and waits for its commands, so that none is left in the bubble.
func (d *Driver) Close() {
	d.stop()
	d.Drain()
}

func (d *Driver) take(msg tea.Msg) {
	switch m := msg.(type) {
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
	d.Run(cmd)
	v := d.App.View()
	if d.Views++; d.Drawn != nil {
		d.Drawn(v)
	}
}

// Keys presses keys by their names ("j", "enter", "ctrl+a", "G") and waits after
// each until the screen is idle.
func (d *Driver) Keys(names ...string) {
	for _, n := range names {
		d.Send(loop.Key(n))
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

// Screen returns the screen as plain text. It checks that it has exactly the terminal's lines and width.
func (d *Driver) Screen() string {
	d.t.Helper()
	return golden.Plain(d.t, strings.Split(d.App.View().Content, "\n"), d.W, d.H, ansi.StringWidthWc)
}

// Want compares the screen with a golden file.
func (d *Driver) Want(name string) {
	d.t.Helper()
	golden.Check(d.t, name+".golden", d.Screen())
}

// Has fails unless the screen holds the texts.
func (d *Driver) Has(texts ...string) {
	d.t.Helper()
	golden.Has(d.t, d.Screen(), texts...)
}

// HasNot fails when the screen holds one of the texts.
func (d *Driver) HasNot(texts ...string) {
	d.t.Helper()
	golden.HasNot(d.t, d.Screen(), texts...)
}

// Paste is what a terminal sends for pasted text.
func Paste(s string) tea.PasteMsg { return tea.PasteMsg{Content: s} }

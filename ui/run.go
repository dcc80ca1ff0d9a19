package ui

import (
	"context"
	"errors"
	"runtime"
	"runtime/debug"
	"runtime/metrics"
	"sync"
	"time"

	tea "charm.land/bubbletea/v2"
	"github.com/charmbracelet/x/ansi"

	"aloft/client"
	"aloft/model"
	"aloft/ui/act/session"
	"aloft/ui/term"
)

// Run shows the screen on the terminal until the user quits. Errors before the first frame have one line and leave
// the terminal untouched.
func Run(ctx context.Context, d Deps, t term.Terminal) error {
	env := term.Getenv(d.Environ)
	if env("GOGC") == "" && !t.Far { // a process that serves many screens decides for all
		defer thrifty()()
	}
	d.Machine.CellSize = t.CellSize
	app := New(ctx, d)
	defer app.stop()
	guard := term.NewGuard(app)
	started := time.Now()
	opts := []tea.ProgramOption{
		tea.WithEnvironment(d.Environ),
		tea.WithColorProfile(t.Profile(d.Environ, term.Color(d.Settings.Color))),
		// Signals end ctx. The library's own handler would send to an update loop that has already ended, and the
		// program waits for that handler.
		tea.WithoutSignalHandler(),
	}
	pace := term.Pace{Every: frameTime, Linear: d.Settings.Plain, Empty: app.begins}
	if env("SSH_TTY") != "" || env("SSH_CONNECTION") != "" {
		pace.Every = frameTimeSSH
	}
	var filter func(tea.Model, tea.Msg) tea.Msg
	if d.Settings.SyncOutput == "off" {
		filter = withoutSync
	}
	err := term.Run(ctx, guard, t, pace, filter, func(send func(tea.Msg)) { guard.Send = send }, opts...)
	if time.Since(started) < session.MostWaited {
		t.Flush()
	}
	if c := guard.Crash(); c != nil {
		return &client.Error{Kind: client.KindServer, Op: "screen", What: "aloft crashed; running jobs are kept and can be resumed (%s)",
			Args: []any{c.Error()}, Err: c}
	}
	app.keeping.atEnd()
	if errors.Is(err, tea.ErrProgramKilled) && ctx.Err() != nil {
		return context.Canceled
	}
	if err == nil && d.Ended != nil {
		d.Ended(EndOf(app))
	}
	return err
}

// begins reports whether the first frame would lack its size, its colours, or the entries.
func (a *App) begins() bool {
	return a.w == 0 || a.look.ground == "" && !a.look.late || a.Panes[a.Focus].Empty()
}

// EndOf returns how the user left the screen.
func EndOf(a *App) End {
	return End{Chosen: a.quit.Chosen(), At: [2]model.Place{a.Pane().Base(), a.Other().Base()}}
}

// gcPercent is how much garbage may accumulate, in per cent of the live heap.
const gcPercent = 40

// thrifty sets gcPercent after the first collection. A long listing lives as long as the pane shows it, and a key
// makes little garbage, so memory matters more than the collector's time, but not before the first screen. end
// restores the old value.
func thrifty() (end func()) {
	share := []metrics.Sample{{Name: "/gc/gogc:percent"}}
	metrics.Read(share)
	before := int(share[0].Value.Uint64())
	var mu sync.Mutex
	over := false
	mark := &struct{ mu *sync.Mutex }{&mu}
	runtime.AddCleanup(mark, func(*sync.Mutex) {
		mu.Lock()
		defer mu.Unlock()
		if !over {
			debug.SetGCPercent(gcPercent)
		}
	}, &mu)
	return func() {
		mu.Lock()
		defer mu.Unlock()
		over = true
		debug.SetGCPercent(before)
	}
}

// A stream of changes is drawn once in that time, and less often over a network.
const (
	frameTime    = time.Second / 60
	frameTimeSSH = time.Second / 30
)

// withoutSync hides from the renderer that the terminal supports synchronized output.
func withoutSync(_ tea.Model, msg tea.Msg) tea.Msg {
	if m, ok := msg.(tea.ModeReportMsg); ok && m.Mode == ansi.ModeSynchronizedOutput {
		return nil
	}
	return msg
}

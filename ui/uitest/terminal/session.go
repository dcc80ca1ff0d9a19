// Package terminal runs the whole screen as a program on an emulated terminal: keys
// go in, and the terminal's screen is compared.
package terminal

import (
	"context"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	tea "charm.land/bubbletea/v2"
	"github.com/charmbracelet/colorprofile"
	"github.com/charmbracelet/x/exp/teatest/v2"

	"aloft/ui"
	"aloft/ui/uitest"
	"aloft/ui/uitest/golden"
	"aloft/ui/uitest/loop"
)

// patience is how long to wait for a screen on a loaded machine.
const patience = 40 * time.Second

// Session is a program that runs.
type Session struct {
	t    testing.TB
	tm   *teatest.TestModel
	term *emulator
}

// Open runs the program on a terminal of that size, until the test has ended.
func Open(t testing.TB, d ui.Deps, width, height int) *Session {
	t.Helper()
	ctx, stop := context.WithCancel(t.Context())
	tm := teatest.NewTestModel(t, ui.New(ctx, d), teatest.WithInitialTermSize(width, height), teatest.WithProgramOptions(
		tea.WithContext(context.Background()), tea.WithEnvironment(d.Environ), tea.WithColorProfile(colorprofile.ANSI256)))
	s := &Session{t: t, tm: tm, term: newEmulator(tm.Output(), width, height)}
	t.Cleanup(func() {
		_ = tm.Quit()
		s.Ends()
		stop()
	})
	return s
}

// Ends waits until the program has ended by itself.
func (s *Session) Ends() {
	s.t.Helper()
	s.tm.WaitFinished(s.t, teatest.WithFinalTimeout(patience))
}

// Keys presses keys by their names.
func (s *Session) Keys(names ...string) {
	for _, n := range names {
		s.tm.Send(loop.Key(n))
	}
}

// Type presses a key for each character.
func (s *Session) Type(text string) {
	for _, r := range text {
		s.tm.Send(tea.KeyPressMsg{Code: r, Text: string(r)})
	}
}

// Paste is what a terminal sends for pasted text.
func (s *Session) Paste(text string) { s.tm.Send(uitest.Paste(text)) }

// Until waits for a screen. The condition is checked whenever there may be
// something new; the message is for when it never holds.
func (s *Session) Until(what string, holds func(screen string) bool) {
	s.t.Helper()
	last := time.Now().Add(patience)
	teatest.WaitFor(s.t, s.term, func([]byte) bool {
		screen := s.term.text()
		if holds(screen) {
			return true
		}
		if time.Now().After(last) {
			s.t.Fatalf("never %s; the screen is\n%s", what, screen)
		}
		return false
	}, teatest.WithDuration(2*patience), teatest.WithCheckInterval(5*time.Millisecond))
}

// Copies waits for a text in the terminal's clipboard and returns it.
func (s *Session) Copies(holds func(text string) bool) string {
	s.t.Helper()
	s.Until("copies it", func(string) bool { return holds(s.term.clipboard()) })
	return s.term.clipboard()
}

// Orders waits for a sequence to the terminal (OSC) that holds the texts.
func (s *Session) Orders(texts ...string) {
	s.t.Helper()
	s.Until("orders "+strings.Join(texts, " and "), func(string) bool {
		return slices.ContainsFunc(s.term.all, func(o string) bool {
			return !slices.ContainsFunc(texts, func(want string) bool { return !strings.Contains(o, want) })
		})
	})
}

// Shows waits until the screen holds all the texts.
func (s *Session) Shows(texts ...string) {
	s.t.Helper()
	s.Until("shows "+strings.Join(texts, " and "), func(screen string) bool {
		for _, want := range texts {
			if !strings.Contains(screen, want) {
				return false
			}
		}
		return true
	})
}

// Hides waits until the screen holds none of the texts.
func (s *Session) Hides(texts ...string) {
	s.t.Helper()
	s.Until("hides "+strings.Join(texts, " and "), func(screen string) bool {
		for _, no := range texts {
			if strings.Contains(screen, no) {
				return false
			}
		}
		return true
	})
}

// Golden waits until the screen is that of the golden file. ALOFT_GOLDEN=write
// writes the file, from a screen that has been unchanged for a while.
func (s *Session) Golden(name string, texts ...string) {
	s.t.Helper()
	s.Shows(texts...)
	file := filepath.Join("testdata", name+".golden")
	if golden.Writes() {
		last, since := "", time.Now()
		s.Until("stands still", func(screen string) bool {
			if screen != last {
				last, since = screen, time.Now()
			}
			return time.Since(since) > 400*time.Millisecond
		})
		golden.Check(s.t, name+".golden", last)
		return
	}
	want, err := os.ReadFile(file)
	if err != nil {
		s.t.Fatal(err)
	}
	s.Until("is as "+file+" has it:\n"+string(want), func(screen string) bool { return screen == string(want) })
}

// Package loop runs what a part of the screen asks for, as the program does, in a bubble of
// fake time.
package loop

import (
	"strings"
	"sync/atomic"
	"testing/synctest"
	"time"

	tea "charm.land/bubbletea/v2"
)

// Loop runs commands and delivers their messages.
type Loop struct {
	// Take receives each message that is not a batch.
	Take func(tea.Msg)
	// Settle, if set, runs before each wait for a message.
	Settle func() tea.Cmd

	msgs    chan tea.Msg
	running atomic.Int32 // commands that have not answered
}

// New returns a loop that delivers messages to take.
func New(take func(tea.Msg)) *Loop {
	return &Loop{Take: take, msgs: make(chan tea.Msg, 8192)}
}

// Run runs a command in a goroutine of its own.
func (l *Loop) Run(cmd tea.Cmd) {
	if cmd == nil {
		return
	}
	l.running.Add(1)
	go func() {
		defer l.running.Add(-1)
		if msg := cmd(); msg != nil {
			l.msgs <- msg
		}
	}()
}

// Idle delivers messages until no command has one, without advancing the time.
func (l *Loop) Idle() {
	for {
		if l.Settle != nil {
			l.Run(l.Settle())
		}
		synctest.Wait()
		select {
		case msg := <-l.msgs:
			batch, ok := msg.(tea.BatchMsg)
			if !ok {
				l.Take(msg)
			}
			for _, c := range batch {
				l.Run(c)
			}
		default:
			return
		}
	}
}

// Pass advances the fake time.
func (l *Loop) Pass(by time.Duration) {
	<-time.After(by)
	l.Idle()
}

// Drain drops the messages of commands until all have ended.
func (l *Loop) Drain() {
	for l.running.Load() > 0 {
		<-time.After(time.Second)
		synctest.Wait()
		for len(l.msgs) > 0 {
			<-l.msgs
		}
	}
}

// Key returns the press of a name in keys.toml's spelling.
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
	r := []rune(rest)
	if k.Code = r[0]; len(r) > 1 {
		k.Code = tea.KeyExtended
	}
	if k.Mod == 0 {
		k.Text = rest
	}
	return k
}

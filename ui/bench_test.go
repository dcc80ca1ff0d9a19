package ui_test

import (
	"context"
	"fmt"
	"strings"
	"testing"
	"time"

	tea "charm.land/bubbletea/v2"
	"github.com/charmbracelet/colorprofile"

	"aloft/model"
	"aloft/ui"
	"aloft/ui/uitest"
	"aloft/ui/uitest/loop"
)

// big is a session over a folder of n entries at 120x40, listed and at rest.
func big(b *testing.B, n int) tea.Model {
	b.Helper()
	tree := uitest.NewTree(model.SchemeDrive)
	at := time.Date(2024, 3, 2, 10, 0, 0, 0, time.UTC)
	names := make([]string, n)
	for i := range names {
		names[i] = fmt.Sprintf("entry %06d of the benchmark.txt", i)
	}
	tree.Add(at, names...)
	deps, _ := uitest.Deps(b, tree)
	ctx, stop := context.WithCancel(b.Context())
	b.Cleanup(stop)
	var m tea.Model = ui.New(ctx, deps)
	msgs := make(chan tea.Msg, 64)
	var run func(tea.Cmd)
	run = func(c tea.Cmd) {
		if c == nil {
			return
		}
		go func() {
			msg := c()
			if batch, ok := msg.(tea.BatchMsg); ok {
				for _, c := range batch {
					run(c)
				}
				return
			}
			msgs <- msg
		}()
	}
	run(m.Init())
	send := func(msg tea.Msg) {
		var c tea.Cmd
		m, c = m.Update(msg)
		run(c)
	}
	send(tea.ColorProfileMsg{Profile: colorprofile.TrueColor})
	send(tea.WindowSizeMsg{Width: 120, Height: 40})
	limit := time.After(time.Minute)
	for listed := 0; listed < 2; {
		select {
		case msg := <-msgs:
			if strings.HasSuffix(fmt.Sprintf("%T", msg), "pane.Listed") {
				listed++
			}
			send(msg)
		case <-limit:
			b.Fatal("the folder was never listed")
		}
	}
	return m
}

// press handles a key and draws.
func press(m tea.Model, key string) tea.Model {
	m, _ = m.Update(loop.Key(key))
	_ = m.View()
	return m
}

// One step of the cursor, seldom with a scroll: target 0.2 ms.
func BenchmarkStep(b *testing.B) {
	m := big(b, 10_000)
	b.ReportAllocs()
	for i := 0; b.Loop(); i++ {
		if i%9000 == 8999 {
			m = press(m, "home")
		}
		m = press(m, "j")
	}
}

// One press at 100,000 rows: target 5 ms for each.
func BenchmarkKeysAt100000(b *testing.B) {
	for _, keys := range [][]string{{"j"}, {"G", "home"}, {"pgdown"}, {"space"}, {"tab"}, {"A", "esc"}} {
		b.Run(strings.Join(keys, "+"), func(b *testing.B) {
			m := big(b, 100_000)
			for b.Loop() {
				for _, k := range keys {
					m = press(m, k)
				}
			}
		})
	}
}

// A filter key at 100,000 rows: target 5 ms.
func BenchmarkFilterAt100000(b *testing.B) {
	m := big(b, 100_000)
	m = press(m, "/")
	for b.Loop() {
		m = press(m, "9")
		m = press(m, "backspace")
	}
}

// A thousand j at once: the target of 150 ms includes the program around it.
func BenchmarkBurst(b *testing.B) {
	m := big(b, 100_000)
	for b.Loop() {
		for range 1000 {
			m = press(m, "j")
		}
		m = press(m, "home")
	}
}

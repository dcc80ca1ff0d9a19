package term

import (
	"os"
	"slices"
	"testing"
	"testing/synctest"
	"time"

	tea "charm.land/bubbletea/v2"
)

// counted notes when it is drawn.
type counted struct {
	begun time.Time
	drawn []time.Duration
}

func (c *counted) Init() tea.Cmd                       { return nil }
func (c *counted) Update(tea.Msg) (tea.Model, tea.Cmd) { return c, nil }
func (c *counted) View() tea.View {
	c.drawn = append(c.drawn, time.Since(c.begun))
	return tea.NewView("")
}

// drawnAt runs a clock whose model gets messages at these times, and returns when it
// was drawn after its size was known.
func drawnAt(t *testing.T, empty func() bool, at ...time.Duration) (drawn []time.Duration) {
	t.Helper()
	return drawnBy(t, empty, func(int) tea.Msg { return tea.KeyPressMsg{} }, at...)
}

func drawnBy(t *testing.T, empty func() bool, what func(i int) tea.Msg, at ...time.Duration) (drawn []time.Duration) {
	t.Helper()
	synctest.Test(t, func(t *testing.T) {
		null, err := os.OpenFile(os.DevNull, os.O_WRONLY, 0)
		if err != nil {
			t.Fatal(err)
		}
		m := &counted{begun: time.Now()}
		c := newClock(m, null, Pace{Every: 16 * time.Millisecond, Empty: empty}, nil)
		msgs := make(chan tea.Msg)
		c.send = func(msg tea.Msg) { msgs <- msg }
		for i, d := range at {
			time.AfterFunc(d, func() { c.send(what(i)) })
		}
		c.View() // as the library does before all messages
		m.drawn = nil
		for end := time.After(time.Second); ; {
			select {
			case msg := <-msgs:
				if _, ours := msg.(handedMsg); ours {
					c.filter(c, msg)
				} else {
					_, _ = c.Update(msg)
					c.View()
				}
				continue
			case <-end:
			}
			break
		}
		c.out.close()
		_ = null.Close()
		drawn = m.drawn
	})
	return drawn
}

const ms = time.Millisecond

// Two frames after quiet are drawn at once, those of a stream in turn, and the last
// one always.
func TestFramesInTurn(t *testing.T) {
	for name, c := range map[string]struct{ at, want []time.Duration }{
		"one":          {[]time.Duration{1 * ms}, []time.Duration{1 * ms}},
		"an answer":    {[]time.Duration{1 * ms, 3 * ms}, []time.Duration{1 * ms, 3 * ms}},
		"a stream":     {[]time.Duration{1 * ms, 2 * ms, 3 * ms, 4 * ms, 20 * ms, 21 * ms}, []time.Duration{1 * ms, 2 * ms, 17 * ms, 33 * ms}},
		"after a rest": {[]time.Duration{1 * ms, 2 * ms, 50 * ms, 51 * ms}, []time.Duration{1 * ms, 2 * ms, 50 * ms, 51 * ms}},
	} {
		if got := drawnAt(t, nil, c.at...); !slices.Equal(got, c.want) {
			t.Errorf("%s: drawn at %v, want %v", name, got, c.want)
		}
	}
}

// A view that takes the place of one that is not drawn yet does not count.
func TestAViewThatIsNotDrawn(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		null, err := os.OpenFile(os.DevNull, os.O_WRONLY, 0)
		if err != nil {
			t.Fatal(err)
		}
		m := &counted{begun: time.Now()}
		c := newClock(m, null, Pace{Every: 16 * time.Millisecond}, nil)
		c.send = func(tea.Msg) {}
		changes := func(n int) {
			for range n {
				_, _ = c.Update(tea.KeyPressMsg{})
				c.View()
			}
		}
		c.View()
		c.filter(c, handedMsg{})
		changes(4)
		c.filter(c, handedMsg{})
		changes(1)
		c.filter(c, handedMsg{})
		changes(1)
		if len(m.drawn) != 1+4+1 {
			t.Errorf("%d views were made", len(m.drawn))
		}
		c.out.close()
		_ = null.Close()
	})
}

// The first frame waits for what it is to show, but not for long.
func TestTheFirstFrame(t *testing.T) {
	empty := true
	soon := func() bool {
		defer func() { empty = false }()
		return empty
	}
	if got := drawnAt(t, soon, 1*ms, 2*ms); !slices.Equal(got, []time.Duration{2 * ms}) {
		t.Errorf("what comes soon is drawn at %v", got)
	}
	never := func() bool { return true }
	if got := drawnAt(t, never, 1*ms, 2*ms, firstWait+4*ms); !slices.Equal(got, []time.Duration{firstWait, firstWait + 16*ms}) {
		t.Errorf("what does not come is waited for until %v", got)
	}
	sizes := func(i int) tea.Msg { return tea.WindowSizeMsg{Width: 80 + i} }
	if got := drawnBy(t, never, sizes, 1*ms, 2*ms); !slices.Equal(got, []time.Duration{2 * ms}) {
		t.Errorf("another size is drawn at %v", got)
	}
	late := 0
	third := func() bool { late++; return late < 4 }
	if got := drawnAt(t, third, 1*ms, firstWait+1*ms, firstWait+2*ms); !slices.Equal(got, []time.Duration{firstWait, firstWait + 2*ms}) {
		t.Errorf("what comes late is drawn at %v", got)
	}
}

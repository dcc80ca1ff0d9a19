package webhook

import (
	"context"
	"sort"
	"time"

	tea "charm.land/bubbletea/v2"

	"aloft/model/text"
	"aloft/ui/kit"
)

const (
	// window is how many bytes of an output are in memory: the visible ones, and room to scroll until more is read.
	window = 128 << 10
	// outputEvery is how often a growing output is polled.
	outputEvery = 100 * time.Millisecond
)

// stream is a delivery's output. It may be of any size and still growing, so only a window is kept.
type stream struct {
	env *Env
	id  string

	data    string // the window
	at      int64  // its offset
	size    int64  // of the whole output
	offsets []int64
	leaf    *leaf

	follow bool  // follows the end
	pos    int64 // offset of the top line unless it follows
	row    int   // its row within the wrapped line

	asking  bool
	asked   time.Time
	waiting bool // a tick is pending
	stale   bool // may have grown
	read    bool // something was read
	err     error

	want   needle
	hit    int64 // offset of the current match, -1 = none
	goal   bool  // scroll to the match
	finds  int   // number of the search
	cancel context.CancelFunc
}

// outputMsg carries a window of the output.
type outputMsg struct {
	of   *stream
	part []byte
	at   int64
	size int64
	err  error
}

// outputTick says to check whether the output has grown.
type outputTick struct{ of *stream }

func newStream(env *Env, id string) *stream {
	return &stream{env: env, id: id, follow: true, stale: true, hit: -1}
}

// settle starts reading the missing visible part, one read at a time and at most ten per second.
func (s *stream) settle(ctx context.Context, width, height int, live bool) tea.Cmd {
	if s.asking || s.waiting || width <= 0 {
		return nil
	}
	s.shape(width)
	s.reach(height)
	from, want := s.missing(height)
	if !want {
		if !s.stale {
			if !live {
				return nil
			}
			return s.tick(outputEvery)
		}
		from = s.from()
	}
	if since := s.env.Now().Sub(s.asked); !s.asked.IsZero() && since >= 0 && since < outputEvery {
		return s.tick(outputEvery - since)
	}
	s.asking, s.stale, s.asked = true, false, s.env.Now()
	id, hooks := s.id, s.env.Hooks
	return func() tea.Msg {
		part, at, size, err := hooks.Output(ctx, id, from, window)
		return outputMsg{s, part, at, size, err}
	}
}

func (s *stream) tick(after time.Duration) tea.Cmd {
	s.waiting = true
	m := outputTick{s}
	return tea.Tick(after, func(time.Time) tea.Msg { return m })
}

// from returns the start of the window for the current view.
func (s *stream) from() int64 {
	if s.follow {
		return -window
	}
	return max(0, s.pos-window/2)
}

// missing returns the window to read if the current one ends too close to the view.
func (s *stream) missing(height int) (from int64, want bool) {
	switch {
	case s.err != nil:
		return 0, false // a change requests it again
	case !s.read:
		return s.from(), true
	case s.follow:
		return 0, false
	}
	end := s.at + int64(len(s.data))
	near := int64(window / 8)
	low := s.bottom(height)
	switch {
	case s.at > 0 && s.pos < s.at+near, end < s.size && low > end-near:
		from = s.from()
		return from, from != s.at
	}
	return 0, false
}

// bottom returns the offset of the line after the visible ones.
func (s *stream) bottom(height int) int64 {
	if s.leaf == nil || len(s.offsets) == 0 {
		return s.at
	}
	i := s.leaf.step(s.top(height), height).Line + 1
	if i >= len(s.offsets) {
		return s.at + int64(len(s.data))
	}
	return s.offsets[i]
}

// update handles an answer. mine is false if it is not this stream's.
func (s *stream) update(msg tea.Msg) (mine bool) {
	switch m := msg.(type) {
	case outputTick:
		if m.of != s {
			return false
		}
		s.waiting, s.stale = false, true
		return true
	case outputMsg:
		if m.of != s {
			return false
		}
		s.take(m)
		return true
	}
	return false
}

func (s *stream) take(m outputMsg) {
	s.asking = false
	if s.err = m.err; m.err != nil {
		return
	}
	same := s.read && m.at == s.at && len(m.part) == len(s.data) && m.size == s.size
	s.read, s.size = true, m.size
	if same && string(m.part) == s.data {
		return
	}
	s.data, s.at = string(m.part), m.at
	s.leaf = nil
}

// shape splits the window into lines if it or the width is new.
func (s *stream) shape(width int) {
	if s.leaf.fits(width, s.env.Ruler) {
		return
	}
	var lines []leafLine
	s.offsets = nil
	state := ""
	cutLines(s.data, func(line string, at int) {
		lines = append(lines, leafLine{text: line, program: true, state: state})
		state = text.SGRAfter(line, state)
		s.offsets = append(s.offsets, s.at+int64(at))
	})
	// The first line is the rest of one that starts before the window.
	if s.at > 0 && len(lines) > 1 && len(lines[0].text) < longLine {
		lines, s.offsets = lines[1:], s.offsets[1:]
	}
	s.leaf = newLeaf(lines, width, s.env.Ruler)
}

// shaped returns the stream in lines of that width.
func (s *stream) shaped(width int) *stream {
	if s.leaf.fits(width, s.env.Ruler) {
		return s
	}
	other := *s
	other.shape(width)
	return &other
}

// reach scrolls to the match once it is in the window.
func (s *stream) reach(height int) {
	if !s.goal || s.leaf == nil || len(s.offsets) == 0 || s.hit < s.offsets[0] || s.hit >= s.at+int64(len(s.data)) {
		return
	}
	s.goal = false
	at := s.leaf.rowOf(s.spotAt(s.hit, 0).Line, s.want)
	s.stand(s.leaf.clamp(s.leaf.step(at, -height/3), height))
}

// top returns the first visible spot.
func (s *stream) top(height int) kit.Spot {
	if s.leaf == nil || len(s.offsets) == 0 {
		return kit.Spot{}
	}
	if s.follow {
		return s.leaf.last(height)
	}
	return s.leaf.clamp(s.spotAt(s.pos, s.row), height)
}

// spotAt returns the line at an offset.
func (s *stream) spotAt(pos int64, row int) kit.Spot {
	i := sort.Search(len(s.offsets), func(i int) bool { return s.offsets[i] > pos }) - 1
	if i < 0 || s.offsets[i] != pos {
		row = 0
	}
	return kit.Spot{Line: max(0, i), Row: row}
}

// scroll scrolls by lines. At the end of the output it follows again only if it did before, or if the output is
// complete.
func (s *stream) scroll(by, height int) {
	if s.leaf == nil || len(s.offsets) == 0 {
		return
	}
	top := s.top(height)
	next := s.leaf.clamp(s.leaf.step(top, by), height)
	if by > 0 && s.follow {
		return
	}
	s.stand(next)
	if by > 0 && next == s.leaf.last(height) && s.whole() {
		s.follow = true
	}
}

func (s *stream) stand(at kit.Spot) {
	s.follow = false
	s.pos, s.row = s.offsets[at.Line], at.Row
}

// whole reports whether the window reaches the end of the output.
func (s *stream) whole() bool { return s.at+int64(len(s.data)) >= s.size }

// home shows the beginning, end the end.
func (s *stream) home() {
	if s.read {
		s.follow, s.pos, s.row = false, 0, 0
	}
}

func (s *stream) end() {
	if s.follow {
		return
	}
	s.follow = true
	if !s.whole() {
		s.read = false
	}
}

// percent returns how far the output is scrolled.
func (s *stream) percent(height int) int {
	if s.size == 0 || s.follow {
		return 100
	}
	return int(100 * min(s.bottom(height), s.size) / s.size)
}

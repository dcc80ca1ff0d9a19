package webhook

import (
	"bytes"
	"context"

	tea "charm.land/bubbletea/v2"
)

// findChunk is how many bytes of an output one search step reads.
const findChunk = 1 << 20

// streamFound carries the result of a search in an output.
type streamFound struct {
	of  *stream
	seq int
	at  int64 // -1: not found
	err error
}

// find searches the whole output from the current match or from the view, and wraps around.
func (s *stream) find(ctx context.Context, want needle, back bool, height int) tea.Cmd {
	s.dropFind()
	from := s.hit
	switch {
	case want != s.want || from < 0:
		from = s.pos
		if s.follow && len(s.offsets) > 0 {
			from = s.offsets[s.top(height).Line]
		}
		if back {
			from = s.bottom(height)
		}
	case !back:
		from++
	}
	s.want = want
	ctx, s.cancel = context.WithCancel(ctx)
	seq := s.finds
	f := finder{s.env, s.id, want}
	return func() tea.Msg {
		at, err := f.first(ctx, from, back)
		return streamFound{s, seq, at, err}
	}
}

// dropFind ends the search.
func (s *stream) dropFind() {
	s.finds++
	if s.cancel != nil {
		s.cancel()
		s.cancel = nil
	}
}

// found goes to the match. ok is false if there is none.
func (s *stream) found(m streamFound) (ok bool) {
	s.dropFind()
	if m.at < 0 {
		s.hit = -1
		return false
	}
	s.hit, s.goal, s.follow = m.at, true, false
	s.pos, s.row = m.at, 0
	return true
}

// finder searches an output off the update loop.
type finder struct {
	env  *Env
	id   string
	want needle
}

// first returns the match nearest to an offset in a direction, wrapping around once.
func (f finder) first(ctx context.Context, from int64, back bool) (int64, error) {
	_, _, size, err := f.env.Hooks.Output(ctx, f.id, 0, 1)
	if err != nil {
		return -1, err
	}
	over := int64(len(f.want.text)) - 1
	type span struct{ from, to int64 }
	round := []span{{from, size}, {0, min(from+over, size)}}
	if back {
		round = []span{{0, min(from+over, size)}, {from, size}}
	}
	for _, r := range round {
		at, err := f.within(ctx, r.from, r.to, back)
		if at >= 0 || err != nil {
			return at, err
		}
	}
	return -1, nil
}

// within searches a part, from its end if back is set.
func (f finder) within(ctx context.Context, from, to int64, back bool) (int64, error) {
	over := int64(len(f.want.text)) - 1
	step := max(findChunk, 4*over)
	for lo := from; lo < to; {
		begin := lo
		if back {
			begin = max(from, to-step)
		}
		n := min(step, to-begin)
		part, err := f.read(ctx, begin, int(n))
		if err != nil {
			return -1, err
		}
		if i := f.where(part, back); i >= 0 {
			return begin + int64(i), nil
		}
		switch {
		case back && begin == from, !back && begin+n >= to, len(part) == 0:
			return -1, nil
		case back:
			to = begin + over
		default:
			lo = begin + n - over
		}
	}
	return -1, nil
}

// read reads a part whole, however little one call returns.
func (f finder) read(ctx context.Context, from int64, n int) (part []byte, err error) {
	for len(part) < n {
		more, _, _, err := f.env.Hooks.Output(ctx, f.id, from+int64(len(part)), n-len(part))
		if err != nil {
			return nil, err
		}
		if len(more) == 0 {
			break
		}
		part = append(part, more...)
	}
	return part, nil
}

func (f finder) where(part []byte, back bool) int {
	if f.want.fold {
		lowerBytes(part)
	}
	if back {
		return bytes.LastIndex(part, []byte(f.want.text))
	}
	return bytes.Index(part, []byte(f.want.text))
}

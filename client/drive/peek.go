package drive

import (
	"context"

	"aloft/client"
	"aloft/model"
)

var _ client.Peeker = (*Source)(nil)

// Peek opens a file for a preview. It uses the listed id, and if that has changed, the id of the entry now at its
// place.
func (s *reader) Peek(ctx context.Context, p model.Place, seen model.Entry) (client.PeekBody, model.Entry, error) {
	if err := s.mine(p); err != nil {
		return nil, model.Entry{}, err
	}
	var l client.Link
	if seen.ID != "" {
		var err error
		l, _, err = s.ask(ctx, p, seen, client.Interactive)
		if err != nil && !client.Is(err, client.KindNotFound) && !client.Is(err, client.KindInvalid) {
			return nil, model.Entry{}, err
		}
	}
	if l.URL.IsZero() || l.Size != seen.Size {
		var err error
		if l, err = s.link(ctx, p, client.Interactive); err != nil {
			return nil, model.Entry{}, err
		}
	}
	seen.Size = l.Size
	return &peeked{ctx, s, l}, seen, nil
}

// peeked is a file opened for a preview.
type peeked struct {
	ctx  context.Context
	s    *reader
	link client.Link
}

func (f *peeked) ReadAt(p []byte, offset int64) (int, error) {
	return f.s.bytes.Part(f.ctx, f.link, p, offset)
}

func (f *peeked) Close() error { return nil }

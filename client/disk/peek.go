package disk

import (
	"context"
	"io/fs"
	"os"

	"aloft/client"
	"aloft/model"
)

var _ client.Peeker = (*Source)(nil)

// Peek opens a regular file, or one that a link leads to. What it is is asked before
// it is opened, and again afterwards, since it may have been replaced meanwhile: then
// the flag keeps the opening of a pipe from waiting.
func (s *reader) Peek(ctx context.Context, p model.Place, _ model.Entry) (client.PeekBody, model.Entry, error) {
	const op = "preview"
	if err := ready(ctx, op, p); err != nil {
		return nil, model.Entry{}, err
	}
	info, err := s.door.stat(p, true)
	if err != nil {
		return nil, model.Entry{}, fault(op, p, err)
	}
	if err := regular(op, p, info.Mode()); err != nil {
		return nil, model.Entry{}, err
	}
	f, err := s.door.open(p, os.O_RDONLY|peekFlags)
	if err != nil {
		return nil, model.Entry{}, fault(op, p, err)
	}
	if info, err = f.Stat(); err != nil {
		err = fault(op, p, err)
	} else {
		err = regular(op, p, info.Mode())
	}
	if err != nil {
		_ = f.Close()
		return nil, model.Entry{}, err
	}
	return f, entry(Path(p), p.Base(), info), nil
}

// regular refuses what is no regular file.
func regular(op string, p model.Place, m fs.FileMode) error {
	switch {
	case m.IsRegular():
		return nil
	case m.IsDir():
		return client.Errorf(client.KindInvalid, op, p, "%s points to a folder: Enter goes there", Path(p))
	}
	return client.Errorf(client.KindInvalid, op, p, "%s is not a regular file", Path(p))
}

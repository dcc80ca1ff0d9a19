package drive

import (
	"context"
	"errors"
	"io"

	"aloft/client"
	"aloft/model"
)

// Part reads a part of a file with one request, outside the connection limit of downloads because a person waits for
// it. Like io.ReaderAt, it returns io.EOF if the file ends before p does.
func (c *Carrier) Part(ctx context.Context, l client.Link, p []byte, offset int64) (int, error) {
	want := int64(len(p))
	if l.Size != model.Unknown {
		want = max(0, min(want, l.Size-offset))
	}
	if want == 0 {
		return 0, io.EOF
	}
	d := &download{c: c, link: l, size: l.Size}
	part := &piece{from: offset, to: offset + want, more: make(chan struct{}, 1)}
	err := d.fetch(ctx, part)
	n := 0
	for b, _, _ := part.come(n); len(b) > 0; b, _, _ = part.come(n) {
		n += copy(p[n:], b)
	}
	for i := range part.slabs {
		c.give(part.taken(i))
	}
	switch {
	case errors.Is(err, errNoRanges):
		return n, client.Errorf(client.KindUnsupported, string(model.OpDownload), model.Place{}, "the drive's server sends only whole files, not parts of them")
	case err != nil:
		return n, err
	case n < len(p):
		return n, io.EOF
	}
	return n, nil
}

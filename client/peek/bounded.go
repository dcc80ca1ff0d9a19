package peek

import (
	"context"
	"errors"
	"io"
)

// errTooMuch: a format needs more of the file than a preview reads.
var errTooMuch = errors.New("a preview reads less than this file needs")

// bounded reads at most so many bytes of a file, and none after ctx has ended.
type bounded struct {
	ctx  context.Context
	from io.ReaderAt
	left int64
	kept []byte // the beginning of the file, which is read once
	end  bool   // kept is all of the file
}

// head is the beginning of the file, at most n bytes of it.
func (b *bounded) head(n int) ([]byte, error) {
	for len(b.kept) < n && !b.end {
		if err := b.ctx.Err(); err != nil {
			return nil, err
		}
		want := min(int64(n-len(b.kept)), b.left, 32<<10)
		if want == 0 {
			break
		}
		part := make([]byte, want)
		k, err := b.from.ReadAt(part, int64(len(b.kept)))
		b.kept = append(b.kept, part[:k]...)
		b.left -= int64(k)
		switch {
		case err == io.EOF:
			b.end = true
		case err != nil:
			return nil, err
		case k == 0:
			return nil, io.ErrNoProgress
		}
	}
	return b.kept[:min(n, len(b.kept))], nil
}

// ReadAt reads a part of the file. What head has read costs nothing again.
func (b *bounded) ReadAt(p []byte, off int64) (int, error) {
	if err := b.ctx.Err(); err != nil {
		return 0, err
	}
	if off >= 0 && off+int64(len(p)) <= int64(len(b.kept)) {
		return copy(p, b.kept[off:]), nil
	}
	if int64(len(p)) > b.left {
		return 0, errTooMuch
	}
	n, err := b.from.ReadAt(p, off)
	b.left -= int64(n)
	return n, err
}

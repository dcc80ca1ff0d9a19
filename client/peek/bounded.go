package peek

import (
	"context"
	"errors"
	"io"

	"aloft/client"
	"aloft/model"
	"aloft/model/text"
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

// file is an open file whose first bytes were read.
type file struct {
	ctx   context.Context
	at    model.Place
	body  *bounded
	entry model.Entry
	head  []byte
}

// read reads what may be read of the file from its beginning; whole: it is all.
func (f *file) read() (data []byte, whole bool, note text.Text, err error) {
	data, err = f.body.head(client.PreviewBytes)
	if err != nil {
		return nil, false, "", err
	}
	n, size := int64(len(data)), f.entry.Size
	whole = n < client.PreviewBytes
	if !whole { // one more byte tells whether it is all
		var one [1]byte
		k, err := f.body.from.ReadAt(one[:], n)
		whole = k == 0 && err == io.EOF
	}
	switch {
	case size == 0: // of a system that makes its files when they are read
	case whole && n != size:
		note = "it changed while aloft read it"
	}
	return data, whole, note, nil
}

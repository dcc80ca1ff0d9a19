package disk

import (
	"bytes"
	"context"
	"errors"
	"io"
	"io/fs"
	"os"
	"sync"

	"aloft/client"
	"aloft/client/disk/copying"
	"aloft/model"
)

var _ client.FileCopier = (*Source)(nil)

// copiers are used again: each keeps its buffer, and what the file systems cannot do.
var copiers = sync.Pool{New: func() any { return copying.New() }}

// CopyFile copies a file or a link. Its name must be free.
func (s *Source) CopyFile(ctx context.Context, from, to model.Place, c client.FileCopy) (int64, error) {
	const op = string(model.OpCopy)
	if err := errors.Join(check(op, from), check(op, to)); err != nil {
		return 0, err
	}
	path, done, err := s.in(to)
	if err != nil {
		return 0, fault(op, to, err)
	}
	defer done()
	if !c.Same.IsZero() && check(op, c.Same) == nil && s.link(c.Same, path) == nil {
		info, err := os.Lstat(path)
		if err != nil {
			return 0, fault(op, to, err)
		}
		return info.Size(), nil
	}
	copier := copiers.Get().(*copying.Copier)
	defer copiers.Put(copier)
	r, err := copier.Copy(ctx, Path(from), path, copying.Options{Token: c.Token, Resumed: c.Resumed, Owner: true, Progress: c.Progress})
	if err != nil && client.KindOf(err) == "" {
		at := from
		if p := (*fs.PathError)(nil); errors.As(err, &p) && p.Path == path {
			at = to
		}
		err = fault(op, at, err)
	}
	return r.Bytes, err
}

// link gives a file of the target another name there.
func (s *Source) link(same model.Place, path string) error {
	was, done, err := s.in(same)
	if err != nil {
		return err
	}
	defer done()
	return os.Link(was, path)
}

// FinishFolder gives a copied folder what its original has.
func (s *Source) FinishFolder(ctx context.Context, from, to model.Place) error {
	if err := ctx.Err(); err != nil {
		return err
	}
	path, done, err := s.in(to)
	if err != nil {
		return fault(string(model.OpCopy), to, err)
	}
	defer done()
	copier := copiers.Get().(*copying.Copier)
	defer copiers.Put(copier)
	if _, err := copier.Finish(Path(from), path, copying.Options{Owner: true}); err != nil {
		return fault(string(model.OpCopy), to, err)
	}
	return nil
}

// SameFile compares two files byte by byte, and two links by what they lead to.
func (s *Source) SameFile(ctx context.Context, a, b model.Place) (bool, error) {
	one, err := os.Readlink(Path(a))
	two, err2 := os.Readlink(Path(b))
	if err == nil || err2 == nil {
		return err == nil && err2 == nil && one == two, nil
	}
	x, ex, err := s.Open(ctx, a)
	if err != nil {
		return false, err
	}
	defer func() { _ = x.Close() }()
	y, ey, err := s.Open(ctx, b)
	if err != nil {
		return false, err
	}
	defer func() { _ = y.Close() }()
	if ex.Size != ey.Size {
		return false, nil
	}
	const block = 1 << 18
	p, q := make([]byte, block), make([]byte, block)
	for {
		if err := ctx.Err(); err != nil {
			return false, err
		}
		n, err := io.ReadFull(x, p)
		m, err2 := io.ReadFull(y, q)
		switch ends := errors.Is(err, io.EOF) || errors.Is(err, io.ErrUnexpectedEOF); {
		case n != m || !bytes.Equal(p[:n], q[:m]):
			return false, nil
		case ends:
			return true, nil
		case err != nil || err2 != nil:
			return false, errors.Join(err, err2)
		}
	}
}

package disk

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"syscall"

	"aloft/client"
	"aloft/model"
)

// door is how a source gets to its entries.
type door interface {
	stat(p model.Place, follow bool) (fs.FileInfo, error)
	// open opens for reading, and follows links.
	open(p model.Place, flag int) (*os.File, error)
	// watched is a path by which a folder is watched until done is called, "" where there is none.
	watched(p model.Place) (path string, done func())
}

// whole is the disk as its owner sees it.
type whole struct{}

func (whole) stat(p model.Place, follow bool) (fs.FileInfo, error) {
	if follow {
		return os.Stat(Path(p))
	}
	return os.Lstat(Path(p))
}

func (whole) open(p model.Place, flag int) (*os.File, error) { return os.OpenFile(Path(p), flag, 0) }
func (whole) watched(p model.Place) (string, func())         { return Path(p), func() {} }

// rooted is what is beneath some places. The system does not follow a link that leads out of them, whenever it comes. A
// place itself is what its path leads to, as its owner has named it.
type rooted struct {
	tops []model.Place
	hook func() // between two calls, for tests
}

// Rooted shows what is beneath some places of the disk, only for reading.
func (s *Source) Rooted(tops []model.Place) client.Source { return &reader{rooted{tops, func() {}}} }

// errLeadsOut is the error of a link that is not followed.
var errLeadsOut = errors.New("a link leads out of what is shown")

// at gives f the deepest of the places that p is in, and the name of p below it; no place stands for p itself.
func (r rooted) at(p model.Place, f func(top *os.Root, name string) error) error {
	var best *model.Place
	for i := range r.tops {
		if q := &r.tops[i]; p.Within(*q) && (best == nil || len(q.Path) > len(best.Path)) {
			best = q
		}
	}
	switch {
	case best == nil:
		return fs.ErrNotExist
	case p.Equal(*best):
		return f(nil, "")
	}
	top, err := os.OpenRoot(Path(*best))
	if err != nil {
		return err
	}
	defer top.Close()
	r.hook()
	err = f(top, filepath.Join(p.Names()[len(best.Path):]...))
	r.hook()
	if by := syscall.Errno(0); err != nil && !errors.As(err, &by) {
		return errLeadsOut
	}
	return err
}

func (r rooted) stat(p model.Place, follow bool) (info fs.FileInfo, err error) {
	err = r.at(p, func(top *os.Root, name string) (err error) {
		switch {
		case top == nil:
			info, err = whole{}.stat(p, true)
		case follow:
			info, err = top.Stat(name)
		default:
			info, err = top.Lstat(name)
		}
		return err
	})
	return info, err
}

func (r rooted) open(p model.Place, flag int) (f *os.File, err error) {
	err = r.at(p, func(top *os.Root, name string) (err error) {
		if top == nil {
			f, err = whole{}.open(p, flag&^openFlags|flag&peekFlags)
		} else {
			f, err = top.OpenFile(name, flag, 0)
		}
		return err
	})
	return f, err
}

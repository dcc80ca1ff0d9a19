package disk

import (
	"cmp"
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
	// root opens a folder, whose entries are changed in it.
	root(p model.Place) (*os.Root, error)
	// fixed is a path that leads to a folder until done is called, whatever comes meanwhile; "" where the system has none.
	fixed(p model.Place) (path string, done func(), err error)
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
func (whole) root(p model.Place) (*os.Root, error)           { return os.OpenRoot(Path(p)) }

func (whole) fixed(p model.Place) (string, func(), error) { return Path(p), func() {}, nil }

// rooted is what is beneath some places. The system does not follow a link that leads out of them, whenever it comes. A
// place itself is what its path leads to, as its owner has named it.
type rooted struct {
	tops []model.Place
	all  bool   // beside them there is the rest of the disk
	hook func() // between two calls, for tests
}

// Rooted shows what is beneath some places of the disk, only for reading.
func (s *owned) Rooted(tops []model.Place) client.Source {
	return &reader{rooted{tops, false, func() {}}}
}

// Within is the disk, where links beneath some places stay in them.
func (s *Source) Within(tops []model.Place) client.Source {
	return &Source{owned{reader{rooted{tops, true, func() {}}}, s.trash}}
}

// leadsOut is the error of a link that is not followed.
type leadsOut struct{ top string }

func (e *leadsOut) Error() string { return "a link leads out of " + e.top }

// at gives f the deepest of the places that p is in, and the name of p below it; no place stands for p itself.
func (r rooted) at(p model.Place, f func(top *os.Root, name string) error) error {
	var best *model.Place
	for i := range r.tops {
		if q := &r.tops[i]; p.Within(*q) && (best == nil || len(q.Path) > len(best.Path)) {
			best = q
		}
	}
	switch {
	case best == nil && !r.all:
		return fs.ErrNotExist
	case best == nil || p.Equal(*best):
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
		return &leadsOut{Path(*best)}
	}
	return err
}

func (r rooted) stat(p model.Place, follow bool) (info fs.FileInfo, err error) {
	err = r.at(p, func(top *os.Root, name string) (err error) {
		switch {
		case top == nil:
			info, err = whole{}.stat(p, follow || !r.all)
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
		switch {
		case top != nil:
			f, err = top.OpenFile(name, flag, 0)
		case r.all:
			f, err = whole{}.open(p, flag)
		default:
			f, err = whole{}.open(p, flag&^openFlags|flag&peekFlags)
		}
		return err
	})
	return f, err
}

func (r rooted) root(p model.Place) (d *os.Root, err error) {
	err = r.at(p, func(top *os.Root, name string) (err error) {
		if top == nil {
			d, err = whole{}.root(p)
		} else {
			d, err = top.OpenRoot(name)
		}
		return err
	})
	return d, err
}

func (r rooted) fixed(p model.Place) (string, func(), error) {
	f, err := r.open(p, os.O_RDONLY|peekFlags)
	if err != nil {
		return "", func() {}, err
	}
	return descriptor(f), func() { _ = f.Close() }, nil
}

// in is the path by which an entry is changed, until done is called.
func (s *Source) in(p model.Place) (path string, done func(), err error) {
	folder, done, err := s.door.fixed(p.Parent())
	return filepath.Join(cmp.Or(folder, Path(p.Parent())), p.Base()), done, err
}

// Package copying copies single entries of local file systems: a file, a link, or a
// folder without what it holds.
//
// A copy never replaces anything. It is written into a hidden file beside its name, which
// it gets when it is whole.
package copying

import (
	"context"
	"errors"
	"io/fs"
	"os"
	"time"

	"aloft/client"
	"aloft/client/system"
	"aloft/model"
)

// Options say how an entry is copied.
type Options struct {
	// Token names the copy, so that a call in another process goes on where this one
	// was stopped or killed. With "" nothing stays of a copy that fails.
	Token string
	// Resumed: an earlier call with the token may have been killed. What it has written of
	// a source that was changed since is removed.
	Resumed bool
	// Owner: the copy belongs to whom the entry belongs, if root runs this.
	Owner bool
	// Progress is called with the number of bytes that are done, after each part of a file.
	Progress func(done int64)
}

// Result is what was copied, and how.
type Result struct {
	Mode  fs.FileMode // its type says what it is
	Bytes int64
	Way   Way
	// Resumed is how much of it an earlier call had copied.
	Resumed int64
	// Lost are the attributes that the copy does not have.
	Lost []Loss
}

// Way is how the bytes of a file were copied.
type Way string

const (
	WayNone    Way = ""        // there were none
	WayReflink Way = "reflink" // both share them until one is changed
	WayKernel  Way = "kernel"  // by the system
	WayLoop    Way = "loop"    // read and written here
)

// Loss is an attribute that could not be kept: "owner", "mode", "times", or the name of an
// extended one.
type Loss struct {
	Name string
	Err  error
}

// ErrChanged: the source was changed while it was read.
var ErrChanged = errors.New("changed while it was copied")

// Copier copies entries, one after the other. It remembers what the file systems cannot
// do, and keeps its buffer. Several goroutines need one each.
type Copier struct {
	buf   []byte
	lacks map[devices]lack
	root  bool
}

// devices are those of a file and its copy.
type devices struct{ from, to uint64 }

// lack is what they cannot do.
type lack struct{ clone, kernel bool }

// New returns a Copier.
func New() *Copier {
	return &Copier{lacks: map[devices]lack{}, root: os.Geteuid() == 0}
}

// Copy copies one entry. A taken name is an fs.ErrExist, and other errors of the system are
// as they come, about from or to. A folder gets its attributes by Finish, when it has
// everything that it is to hold; until then only its owner can use it.
func (c *Copier) Copy(ctx context.Context, from, to string, opt Options) (Result, error) {
	if err := ctx.Err(); err != nil {
		return Result{}, err
	}
	st, err := look(from)
	if err != nil {
		return Result{}, err
	}
	if _, err := os.Lstat(to); err == nil {
		return Result{}, &fs.PathError{Op: "copy", Path: to, Err: fs.ErrExist}
	}
	switch r := (Result{Mode: st.mode}); {
	case st.mode.IsRegular():
		return c.file(ctx, from, to, opt)
	case st.mode&fs.ModeSymlink != 0:
		r.Lost, err = c.link(from, to, st, opt)
		return r, err
	case st.mode.IsDir():
		return r, os.Mkdir(to, 0o700)
	}
	return Result{}, refusal(from)
}

// Finish gives a folder the attributes of the one that it is a copy of.
func (c *Copier) Finish(from, to string, opt Options) ([]Loss, error) {
	src, err := open(from)
	if err != nil {
		return nil, err
	}
	defer src.Close()
	st, err := lookAt(src)
	if err != nil {
		return nil, err
	}
	dst, err := open(to)
	if err != nil {
		return nil, err
	}
	defer dst.Close()
	at, err := lookAt(dst)
	if err == nil && !(st.mode.IsDir() && at.mode.IsDir()) {
		err = &fs.PathError{Op: "finish", Path: to, Err: fs.ErrInvalid}
	}
	if err != nil {
		return nil, err
	}
	return c.attributes(src, dst, st, at, opt), nil
}

// refusal says why an entry of this kind is not copied.
func refusal(path string) error {
	e := client.Errorf(client.KindUnsupported, string(model.OpCopy), model.Place{}, "%s is not a regular file", path)
	e.Changed = client.ChangedNothing
	return e
}

func changed(path string) error {
	e := client.Errorf(client.KindConflict, string(model.OpCopy), model.Place{}, "%s was changed while it was copied: no copy was made", path)
	e.Hint, e.Err = "copy it again when no program writes to it", ErrChanged
	return e
}

// file copies a regular file.
func (c *Copier) file(ctx context.Context, from, to string, opt Options) (r Result, err error) {
	src, err := open(from)
	if err != nil {
		return r, err
	}
	defer src.Close()
	st, err := lookAt(src) // it may be another one by now
	if err != nil {
		return r, err
	}
	if !st.mode.IsRegular() {
		return r, refusal(from)
	}
	p, err := c.part(src, to, st, opt)
	if err != nil {
		return r, err
	}
	defer func() { err = p.end(ctx, err) }()
	r = Result{Mode: st.mode, Bytes: p.done, Way: p.way, Resumed: p.done}
	if p.way != WayReflink {
		err = c.fill(ctx, src, p, st, &r, opt.Progress)
	} else if r.Bytes = st.size; opt.Progress != nil {
		opt.Progress(st.size)
	}
	if err != nil {
		return r, err
	}
	if now, err := lookAt(src); err != nil || now.size != st.size || !now.modified.Equal(st.modified) {
		return r, errors.Join(err, changed(from))
	}
	r.Lost = c.attributes(src, p.f, st, p.at, opt)
	return r, p.commit()
}

// link copies a link as it is: to where it leads is not changed.
func (c *Copier) link(from, to string, st stat, opt Options) (lost []Loss, err error) {
	target, err := os.Readlink(from)
	if err != nil {
		return nil, err
	}
	name := partName(to, opt.Token, st)
	err = os.Symlink(target, name)
	if errors.Is(err, fs.ErrExist) && os.Remove(name) == nil { // of a call that was killed
		err = os.Symlink(target, name)
	}
	if err != nil {
		return nil, renamed(err, to)
	}
	if opt.Owner && c.root {
		if err := os.Lchown(name, st.uid, st.gid); err != nil {
			lost = append(lost, Loss{"owner", err})
		}
	}
	if err := setTimes(name, st.accessed, st.modified); err != nil {
		lost = append(lost, Loss{"times", err})
	}
	if err := system.RenameNew(name, to); err != nil {
		return nil, errors.Join(renamed(err, to), os.Remove(name))
	}
	return lost, nil
}

// renamed is an error about the hidden file, whose name nobody knows, as one about the copy.
func renamed(err error, to string) error {
	var p *fs.PathError
	var l *os.LinkError
	switch {
	case errors.As(err, &l):
		return &fs.PathError{Op: "copy", Path: to, Err: l.Err}
	case errors.As(err, &p):
		return &fs.PathError{Op: "copy", Path: to, Err: p.Err}
	}
	return err
}

// stat is what is known of an entry.
type stat struct {
	mode               fs.FileMode
	size, held         int64 // its length, and what it takes on the disk
	device             uint64
	uid, gid           int
	links              uint64
	accessed, modified time.Time
}

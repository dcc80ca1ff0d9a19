// Package trash is the trash of this computer's desktop: that of the freedesktop.org
// specification 1.0, so that other programs show and restore what was put there, or the
// one of macOS.
//
// Nothing is copied: what is on a file system stays on it, where its trash is.
package trash

import (
	"crypto/rand"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"syscall"
	"time"

	"aloft/client"
	"aloft/client/durable/noclobber"
	"aloft/model"
	"aloft/model/text"
)

// Trash is the trash of the user who runs the program, on all file systems.
type Trash struct {
	home string // the user's own trash folder, "" when there is none
	// plain: the folders hold what was deleted and nothing else, as on macOS. Where that
	// was is not known then.
	plain  bool
	mounts func() []string
	now    func() time.Time
}

// Item is an entry of the trash.
type Item struct {
	Bin     string    // the trash folder
	Name    string    // its name there
	Path    string    // where it was; "" when that is not known
	Deleted time.Time // zero when that is not known
	Info    fs.FileInfo
}

// ErrNone: there is no trash on that file system.
var ErrNone = errors.New("no trash")

// New returns the trash by the environment.
func New() *Trash {
	t := &Trash{mounts: mounts, now: time.Now}
	home := os.Getenv("HOME")
	switch data := os.Getenv("XDG_DATA_HOME"); {
	case runtime.GOOS == "darwin":
		t.plain = true
		if filepath.IsAbs(home) {
			t.home = filepath.Join(home, ".Trash")
		}
	case filepath.IsAbs(data):
		t.home = filepath.Join(data, "Trash")
	case filepath.IsAbs(home):
		t.home = filepath.Join(home, ".local/share/Trash")
	}
	return t
}

// Put moves an entry into the trash of its file system; a link itself, not what it leads to.
func (t *Trash) Put(path string) (Item, error) {
	path, err := filepath.Abs(path)
	if err != nil {
		return Item{}, err
	}
	parent, err := filepath.EvalSymlinks(filepath.Dir(path))
	if err != nil {
		return Item{}, err
	}
	path = filepath.Join(parent, filepath.Base(path))
	info, err := os.Lstat(path)
	if err != nil {
		return Item{}, err
	}
	if path == parent {
		return Item{}, refused(path, text.DiskIsRoot)
	}
	why := error(fs.ErrNotExist)
	for _, b := range t.near(parent) {
		if real, err := filepath.EvalSymlinks(b.dir); err == nil && (within(real, path) || within(path, real)) {
			return Item{}, refused(path, "%s is in the trash, or the trash is in it: it can be deleted for good only.", path)
		}
		if why = t.prepare(b); why != nil {
			continue
		}
		it, err := t.put(b, path)
		if err == nil {
			it.Info = info
			return it, nil
		}
		if !errors.Is(err, syscall.EXDEV) {
			return Item{}, err
		}
		why = err
	}
	e := refused(path, "%s cannot go to the trash: its file system has none (%s).", path, reason(why))
	e.Hint, e.Err = "delete it for good, or move it to another disk", ErrNone
	return Item{}, e
}

func refused(path string, what text.Text, args ...any) *client.Error {
	e := client.Errorf(client.KindUnsupported, string(model.OpDelete), model.Place{}, what, args...)
	e.Changed = client.ChangedNothing
	return e
}

// reason is the system's message alone.
func reason(err error) string {
	var p *fs.PathError
	var l *os.LinkError
	switch {
	case errors.As(err, &p):
		return p.Path + ": " + p.Err.Error()
	case errors.As(err, &l):
		return l.Err.Error()
	}
	return err.Error()
}

// put reserves a name and moves the entry there.
func (t *Trash) put(b bin, path string) (Item, error) {
	it := Item{Bin: b.dir, Path: path, Deleted: t.now().Truncate(time.Second)}
	for n := 1; ; n++ {
		it.Name = numbered(filepath.Base(path), n)
		err := t.describe(b, it)
		if err == nil {
			// Killed here, the entry is where it was, and List removes the rest.
			if err = noclobber.Rename(path, t.file(it)); err == nil {
				return it, nil
			}
			_ = t.forget(it)
		}
		if !errors.Is(err, fs.ErrExist) {
			return it, err
		}
	}
}

// numbered is the n-th name to try, short enough for its description too. After some it is
// one that nobody has: a folder may hold thousands of one name.
func numbered(base string, n int) string {
	ext := model.Extension(base)
	if len(ext) > 100 { // that is none
		ext = ""
	}
	stem := strings.TrimSuffix(base, ext)
	switch {
	case n > 20:
		ext = "." + rand.Text()[:12] + ext
	case n > 1:
		ext = fmt.Sprintf(".%d%s", n, ext)
	}
	return strings.TrimSuffix(model.FileName(stem, ext+infoSuffix), infoSuffix)
}

// Restore moves an entry to a path, which must be free and on the same file system; to "" is
// where it was.
func (t *Trash) Restore(it Item, to string) error {
	if to == "" {
		to = it.Path
	}
	if to == "" {
		e := refused(it.Name, "where %s was is not known.", it.Name)
		e.Hint = "restore it to a folder that you name"
		return e
	}
	if err := t.check(it); err != nil {
		return err
	}
	if err := noclobber.Rename(t.file(it), to); err != nil {
		return err
	}
	return t.forget(it)
}

// Purge deletes an entry for good.
func (t *Trash) Purge(it Item) error {
	if err := t.check(it); err != nil {
		return err
	}
	root, err := os.OpenRoot(filepath.Dir(t.file(it)))
	if err != nil {
		return err
	}
	defer root.Close()
	if err = root.RemoveAll(it.Name); errors.Is(err, fs.ErrPermission) {
		// Folders that nobody may write to can be deleted by their owner all the same.
		_ = fs.WalkDir(root.FS(), it.Name, func(path string, d fs.DirEntry, err error) error {
			if err == nil && d.IsDir() {
				_ = root.Chmod(path, 0o700)
			}
			return nil
		})
		err = root.RemoveAll(it.Name)
	}
	if err != nil {
		return err
	}
	return t.forget(it)
}

// check: the name is still that of the item, and not of another one.
func (t *Trash) check(it Item) error {
	if it.Name == "" || it.Name != filepath.Base(it.Name) || it.Name == "." || it.Name == ".." {
		return refused(it.Name, text.DiskNameDots, it.Name)
	}
	for _, b := range t.bins() {
		if b.dir != it.Bin {
			continue
		}
		now, err := t.item(b, it.Name)
		if err != nil {
			return err
		}
		if now.Path == it.Path && now.Deleted.Equal(it.Deleted) && (it.Info == nil || os.SameFile(now.Info, it.Info)) {
			return nil
		}
		break
	}
	e := client.Errorf(client.KindStale, string(model.OpRecover), model.Place{}, "%s is not in the trash any more.", it.Name)
	e.Changed = client.ChangedNothing
	return e
}

// within: a path is a folder or in it.
func within(path, dir string) bool {
	return path == dir || strings.HasPrefix(path, strings.TrimSuffix(dir, "/")+"/")
}

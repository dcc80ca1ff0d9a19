// Package trash is the trash of this computer's desktop: that of the freedesktop.org
// specification 1.0, so that other programs show and restore what was put there, or the
// one of macOS.
//
// Nothing is copied: what is on a file system stays on it, where its trash is.
package trash

import (
	"cmp"
	"crypto/rand"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"time"

	"aloft/client"
	"aloft/client/system"
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
	if system.Theirs(t.home) != "" {
		t.home = ""
	}
	return t
}

// Put moves an entry into the trash of its file system; a link itself, not what it leads to.
func (t *Trash) Put(path string) (Item, error) { return t.PutBy(path, path) }

// PutBy moves the entry by another path to it, which its folder may have.
func (t *Trash) PutBy(path, by string) (Item, error) {
	path, bins, err := t.fitting(path)
	if err != nil {
		return Item{}, err
	}
	info, err := os.Lstat(by)
	if err != nil {
		return Item{}, err
	}
	why := error(fs.ErrNotExist)
	for _, b := range bins {
		if why = t.prepare(b); why != nil {
			continue
		}
		it, err := t.put(b, path, by)
		if err == nil {
			it.Info = info
			return it, nil
		}
		if !system.Is(err, system.OtherDisk) {
			return Item{}, err
		}
		why = err
	}
	return Item{}, none(path, why)
}

// Takes says why an entry cannot go to the trash, or nil. It makes nothing.
func (t *Trash) Takes(path string) error {
	path, bins, err := t.fitting(path)
	if err != nil {
		return err
	}
	why := error(fs.ErrNotExist)
	for _, b := range bins {
		if why = t.ready(b); why == nil {
			return nil
		}
	}
	return none(path, why)
}

// fitting are the trash folders for an entry, and its path without links to folders.
func (t *Trash) fitting(path string) (string, []bin, error) {
	path, err := filepath.Abs(path)
	if err != nil {
		return "", nil, err
	}
	parent, err := filepath.EvalSymlinks(filepath.Dir(path))
	if err != nil {
		return "", nil, err
	}
	if path = filepath.Join(parent, filepath.Base(path)); path == parent {
		return "", nil, refused(path, text.DiskIsRoot)
	}
	bins := t.near(parent)
	for _, b := range bins {
		if real, err := filepath.EvalSymlinks(b.dir); err == nil && (within(real, path) || within(path, real)) {
			return "", nil, refused(path, "%s is in the recycle bin or contains the bin, so it can only be deleted permanently", path).
				Hinted(hintFinal)
		}
	}
	return path, bins, nil
}

const hintFinal text.Text = "delete it permanently: use --final with 'aloft rm' or 'aloft sync', or the key for this in a pane"

func none(path string, why error) error {
	e := refused(path, "%s cannot go to the recycle bin: aloft does not support the Windows recycle bin", path)
	if runtime.GOOS != "windows" {
		e = refused(path, "%s cannot go to the recycle bin: its file system has none (%s)", path, reason(why))
	}
	e.Hint, e.Err = hintFinal, ErrNone
	return e
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
func (t *Trash) put(b bin, path, by string) (Item, error) {
	it := Item{Bin: b.dir, Path: path, Deleted: t.now().Truncate(time.Second)}
	for n := 1; ; n++ {
		it.Name = numbered(filepath.Base(path), n)
		err := t.describe(b, it)
		if err == nil {
			// Killed here, the entry is where it was, and List removes the rest.
			if err = system.RenameNew(by, t.File(it)); err == nil {
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
	to = cmp.Or(to, it.Path)
	if to == "" {
		return refused(it.Name, text.BinUnplaced, it.Name).Hinted("move %s yourself", t.File(it))
	}
	if err := t.check(it); err != nil {
		return err
	}
	if err := system.RenameNew(t.File(it), to); err != nil {
		return err
	}
	return t.forget(it)
}

// Purge deletes an entry for good.
func (t *Trash) Purge(it Item) error {
	if err := t.check(it); err != nil {
		return err
	}
	root, err := os.OpenRoot(filepath.Dir(t.File(it)))
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

// Find returns the item at a path in the trash.
func (t *Trash) Find(path string) (Item, error) {
	name := filepath.Base(path)
	is := func(b bin) bool { return t.File(Item{Bin: b.dir, Name: name}) == path }
	if home := (bin{dir: t.home}); t.home != "" && is(home) && t.safe(home) == nil {
		return t.item(home, name) // the other file systems are not waited for
	}
	for _, b := range t.bins() {
		if is(b) {
			return t.item(b, name)
		}
	}
	return Item{}, gone(client.KindNotFound, name)
}

// check: the name is still that of the item, and not of another one.
func (t *Trash) check(it Item) error {
	if it.Name == "" || it.Name != filepath.Base(it.Name) || it.Name == "." || it.Name == ".." {
		return refused(it.Name, text.DiskNameDots, it.Name)
	}
	now, err := t.Find(t.File(it))
	if err != nil {
		return err
	}
	if now.Path == it.Path && now.Deleted.Equal(it.Deleted) && (it.Info == nil || os.SameFile(now.Info, it.Info)) {
		return nil
	}
	return gone(client.KindStale, it.Name)
}

func gone(k client.Kind, name string) error {
	e := client.Errorf(k, string(model.OpRecover), model.Place{}, text.NotInBin, name)
	e.Changed = client.ChangedNothing
	return e
}

// within: a path is a folder or in it.
func within(path, dir string) bool {
	return path == dir || strings.HasPrefix(path, strings.TrimSuffix(dir, "/")+"/")
}

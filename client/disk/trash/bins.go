package trash

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"time"
)

// bin is a trash folder.
type bin struct {
	dir string
	top string // of its file system: to which the paths in it are relative; "" in the user's own
}

// near are the trash folders for what is in a folder, the best first.
func (t *Trash) near(folder string) []bin {
	device, err := deviceOf(folder)
	if err != nil {
		return nil
	}
	var all []bin
	if d, err := deviceOf(existing(t.home)); t.home != "" && err == nil && d == device {
		all = append(all, bin{dir: t.home})
	}
	top := folder
	for up := filepath.Dir(top); up != top; up = filepath.Dir(top) {
		if d, err := deviceOf(up); err != nil || d != device {
			break
		}
		top = up
	}
	return append(all, t.on(top)...)
}

// existing is the path, or the nearest folder above it that exists.
func existing(path string) string {
	for ; path != "" && path != filepath.Dir(path); path = filepath.Dir(path) {
		if _, err := os.Stat(path); !errors.Is(err, fs.ErrNotExist) {
			break
		}
	}
	return path
}

// on are the trash folders at the top of a file system. The one that all users share
// counts only if none of them can replace it: sticky, and no link.
func (t *Trash) on(top string) []bin {
	uid := strconv.Itoa(os.Getuid())
	if t.plain {
		return []bin{{filepath.Join(top, ".Trashes", uid), top}}
	}
	all := []bin{{filepath.Join(top, ".Trash-"+uid), top}}
	shared := filepath.Join(top, ".Trash")
	if info, err := os.Lstat(shared); err == nil && info.IsDir() && info.Mode()&fs.ModeSticky != 0 {
		all = append([]bin{{filepath.Join(shared, uid), top}}, all...)
	}
	return all
}

// bins are all trash folders that there are. A file system that is mounted twice has one.
func (t *Trash) bins() []bin {
	var all []bin
	if t.home != "" {
		all = append(all, bin{dir: t.home})
	}
	for _, top := range t.mounts() {
		all = append(all, t.on(top)...)
	}
	var out []bin
	var seen []fs.FileInfo
	for _, b := range all {
		info, err := os.Stat(b.dir)
		if err != nil || t.safe(b) != nil || slices.ContainsFunc(seen, func(s fs.FileInfo) bool { return os.SameFile(s, info) }) {
			continue
		}
		seen, out = append(seen, info), append(out, b)
	}
	return out
}

// parts are the folders of a trash folder, itself the first.
func (t *Trash) parts(b bin) []string {
	if t.plain {
		return []string{b.dir}
	}
	return []string{b.dir, filepath.Join(b.dir, "files"), filepath.Join(b.dir, "info")}
}

// safe: a trash folder and its parts are folders, and on other file systems than that of
// the home nobody else's: what is deleted in them must not be somewhere else.
func (t *Trash) safe(b bin) error {
	for i, dir := range t.parts(b) {
		look := os.Lstat
		if b.top == "" && i == 0 { // the user may have put it elsewhere
			look = os.Stat
		}
		info, err := look(dir)
		if err != nil {
			return err
		}
		if !info.IsDir() || b.top != "" && !owned(info) {
			return &fs.PathError{Op: "trash", Path: dir, Err: fs.ErrPermission}
		}
	}
	return nil
}

// ready: a trash folder is there, or can be made, and can be written to.
func (t *Trash) ready(b bin) error {
	if err := t.safe(b); err != nil && !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	for _, dir := range t.parts(b) {
		if err := writable(existing(dir)); err != nil {
			return err
		}
	}
	return nil
}

// prepare makes a trash folder, as far as it is not there.
func (t *Trash) prepare(b bin) error {
	if b.top == "" {
		if err := os.MkdirAll(filepath.Dir(b.dir), 0o700); err != nil {
			return err
		}
	}
	for _, dir := range t.parts(b) {
		if err := os.Mkdir(dir, 0o700); err != nil && !errors.Is(err, fs.ErrExist) {
			return err
		}
	}
	return t.safe(b)
}

// List returns what is in the trash, on all file systems, also what has no description. The
// error is of trash folders that cannot be read; what is in the others is listed.
func (t *Trash) List() ([]Item, error) {
	var all []Item
	var bad error
	for _, b := range t.bins() {
		items, err := t.list(b)
		all, bad = append(all, items...), errors.Join(bad, err)
	}
	return all, bad
}

func (t *Trash) list(b bin) ([]Item, error) {
	parts := t.parts(b)
	files, err := os.ReadDir(parts[min(1, len(parts)-1)])
	if err != nil {
		return nil, err
	}
	var all []Item
	for _, f := range files {
		if t.plain && f.Name() == ".DS_Store" { // what the Finder knows of the folder
			continue
		}
		it, err := t.item(b, f.Name())
		if errors.Is(err, fs.ErrNotExist) { // restored or purged meanwhile
			continue
		}
		if err != nil {
			return all, err
		}
		all = append(all, it)
	}
	if !t.plain {
		t.sweep(b, files)
	}
	return all, nil
}

// rest is the age at which the description of something that never came is removed.
const rest = 24 * time.Hour

// sweep removes what killed processes have left: descriptions of nothing.
func (t *Trash) sweep(b bin, files []fs.DirEntry) {
	have := make(map[string]bool, len(files))
	for _, f := range files {
		have[f.Name()] = true
	}
	infos, _ := os.ReadDir(filepath.Join(b.dir, "info"))
	for _, f := range infos {
		name, ok := described(f.Name())
		if !ok || have[name] {
			continue
		}
		it := Item{Bin: b.dir, Name: name}
		info, err := f.Info()
		if err != nil || t.now().Sub(info.ModTime()) < rest {
			continue
		}
		if _, err := os.Lstat(t.File(it)); errors.Is(err, fs.ErrNotExist) {
			_ = t.forget(it)
		}
	}
}

// Package checkout keeps private copies of files while a person edits them, or a program
// of theirs shows them.
//
// Each copy has a folder of its own, which its program and whatever has the file open keep
// locked. What was written and did not get back stays until it does.
package checkout

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"sync"
	"time"

	"aloft/client"
	"aloft/client/disk"
	"aloft/client/system"
	"aloft/model"
)

// op of the errors.
const op = "edit"

// What begins the names of the folders.
const (
	toEdit = "edit-"
	toOpen = "open-"
)

// What is in a folder: the note about the copy, the file that its program keeps locked, and
// the folder that holds the copy alone, whatever its name.
const (
	noteName  = "note.json"
	ownerName = "owner"
	copyName  = "file"
)

// Store keeps the copies of this process.
type Store struct {
	dir     string
	sources client.Sources
	isText  func(head []byte, whole bool) bool

	mu   sync.Mutex
	mine map[string]*copied // by the path of the copy
}

var _ client.WorkingCopies = (*Store)(nil)

// New makes a store in a folder; isText says whether a file that begins so is a text.
func New(dir string, sources client.Sources, isText func(head []byte, whole bool) bool) *Store {
	return &Store{dir: dir, sources: sources, isText: isText, mine: map[string]*copied{}}
}

// copied is a copy of this process.
type copied struct {
	folder *system.Folder
	owner  *os.File // locked by this process alone
	note   note
}

// note is what is known of a copy.
type note struct {
	Of       model.Place `json:"of"`
	Name     string      `json:"name"`
	SHA256   string      `json:"sha256"` // of the original, as it was copied
	Size     int64       `json:"size"`
	Modified time.Time   `json:"modified"`
	Mode     fs.FileMode `json:"mode,omitempty"` // of the original on a disk
	Job      string      `json:"job,omitempty"`  // that brings the copy back
}

// account is the current one: a copy outlives the process.
func (s *Store) account() string { return client.AccountOf(s.sources, model.Place{}) }

// file is the path of the copy.
func file(folder, name string) string { return filepath.Join(folder, copyName, name) }

// noCopy is the error of a copy that could not be made or read.
func noCopy(err error) error {
	if client.KindOf(err) != "" {
		return err
	}
	return client.Errorf(client.KindLocal, op, model.Place{}, "the private copy could not be made or read: %s", err.Error()).Caused(err).InFolder(client.DataHome)
}

// CheckOut copies a file.
func (s *Store) CheckOut(ctx context.Context, at model.Place, o client.CheckOut) (client.WorkingCopy, error) {
	src, err := s.sources.For(at)
	if err != nil {
		return client.WorkingCopy{}, err
	}
	prefix := toOpen
	if o.Edit {
		prefix = toEdit
		if c, ok := s.resumed(at); ok {
			return c, nil
		}
		if r, ok := src.(client.FileReplacer); ok {
			if err := r.CheckReplace(ctx, at); err != nil {
				return client.WorkingCopy{}, err
			}
		}
	}
	c, err := s.folder(prefix)
	if err != nil {
		return client.WorkingCopy{}, noCopy(err)
	}
	name := at.Base()
	if !at.Scheme.Local() {
		if disk, err := s.sources.For(model.Place{Scheme: model.SchemeDisk}); err == nil {
			name = client.OnDisk(disk, name)
		}
	}
	c.note = note{Of: at.Full(s.account()), Name: name}
	path := file(c.folder.Path, name)
	if err := s.fill(ctx, src, c, path, o); err != nil {
		_ = c.drop()
		return client.WorkingCopy{}, noCopy(err)
	}
	s.mu.Lock()
	s.mine[path] = c
	s.mu.Unlock()
	return s.working(at, path), nil
}

func (s *Store) working(of model.Place, path string) client.WorkingCopy {
	of = of.Near(s.account())
	return client.WorkingCopy{Of: of, Path: path, At: model.LocalPlace(disk.Steps(path))}
}

// folder makes the folder of a copy.
func (s *Store) folder(prefix string) (*copied, error) {
	if err := os.MkdirAll(s.dir, 0o700); err != nil {
		return nil, err
	}
	f, err := system.Scratch(s.dir, prefix)
	if err != nil {
		return nil, err
	}
	c := &copied{folder: f}
	if err = os.Mkdir(filepath.Join(f.Path, copyName), 0o700); err == nil {
		c.owner, err = system.Open(filepath.Join(f.Path, ownerName), os.O_RDWR|os.O_CREATE|os.O_EXCL, 0o600)
	}
	if err == nil {
		_, err = system.TryLock(c.owner)
		if system.NoLocks(err) {
			err = nil
		}
	}
	if err != nil {
		return nil, errors.Join(err, c.drop())
	}
	return c, nil
}

func (c *copied) drop() error {
	if c.owner != nil {
		_ = c.owner.Close()
	}
	return c.folder.Drop()
}

// write keeps the note.
func (c *copied) write() error {
	b, err := json.Marshal(c.note)
	if err != nil {
		return err
	}
	return system.Replace(filepath.Join(c.folder.Path, noteName), b, true)
}

// Lock is what keeps the copy: whatever has the file open inherits it.
func (s *Store) Lock(c client.WorkingCopy) *os.File {
	if m := s.of(c); m != nil {
		return m.folder.Lock
	}
	return nil
}

// of is a copy of this process.
func (s *Store) of(c client.WorkingCopy) *copied {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.mine[c.Path]
}

// Compare says what became of the copy and its original.
func (s *Store) Compare(ctx context.Context, c client.WorkingCopy) (client.CopyState, error) {
	m := s.of(c)
	if m == nil {
		return client.CopyRemoved, nil
	}
	sum, _, err := sumOf(c.Path)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return client.CopyRemoved, nil
	case err != nil:
		return client.CopyWritten, noCopy(err)
	case sum == m.note.SHA256:
		return client.CopySame, nil
	}
	src, err := s.sources.For(c.Of)
	if err != nil {
		return client.CopyWritten, err
	}
	same, err := m.original(ctx, src, c.Of)
	switch {
	case client.Is(err, client.KindNotFound):
		return client.CopyOrphan, nil
	case err != nil:
		return client.CopyWritten, err
	case !same:
		return client.CopyConflict, nil
	}
	return client.CopyWritten, nil
}

// original reports whether the original is as it was copied.
func (m *copied) original(ctx context.Context, src client.Source, at model.Place) (same bool, err error) {
	if _, ok := src.(client.FileReplacer); ok {
		var b hashed
		if _, err := readAll(ctx, src, at, &b, nil); err != nil {
			return false, err
		}
		return b.sum() == m.note.SHA256, nil
	}
	e, err := src.Stat(ctx, at, client.Options{Class: client.Interactive, Fresh: true})
	return e.Size == m.note.Size && e.Modified.Equal(m.note.Modified), err
}

// CheckIn writes the copy in the place of its original.
func (s *Store) CheckIn(ctx context.Context, c client.WorkingCopy) error {
	m := s.of(c)
	src, err := s.sources.For(c.Of)
	if err != nil {
		return err
	}
	f, err := os.Open(c.Path)
	if err != nil {
		return noCopy(err)
	}
	defer f.Close() //nolint:errcheck // it was only read
	return src.(client.FileReplacer).ReplaceFile(ctx, c.Of, f, m.note.SHA256)
}

// Beside gives the copy the mode of its original; nobody else gets at it in its folder.
func (s *Store) Beside(c client.WorkingCopy) error {
	if m := s.of(c); m != nil && m.note.Mode != 0 {
		return os.Chmod(c.Path, m.note.Mode)
	}
	return nil
}

// Texts are what is in the original now, and in the copy.
func (s *Store) Texts(ctx context.Context, c client.WorkingCopy) (original, copied string, err error) {
	src, err := s.sources.For(c.Of)
	if err != nil {
		return "", "", err
	}
	var b buffer
	if _, err := readAll(ctx, src, c.Of, &b, nil); err != nil {
		return "", "", err
	}
	mine, err := os.ReadFile(c.Path)
	if err != nil {
		return "", "", noCopy(err)
	}
	return b.String(), string(mine), nil
}

// SentBy notes the job that brings the copy back.
func (s *Store) SentBy(c client.WorkingCopy, job string) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	m := s.mine[c.Path]
	if m == nil {
		return nil
	}
	m.note.Job = job
	return m.write()
}

// Drop removes the copy.
func (s *Store) Drop(c client.WorkingCopy) error {
	s.mu.Lock()
	m := s.mine[c.Path]
	delete(s.mine, c.Path)
	s.mu.Unlock()
	if m == nil {
		return nil
	}
	return m.drop()
}

// sumOf is the SHA-256 of a file, and its size.
func sumOf(path string) (sum string, size int64, err error) {
	f, err := os.Open(path)
	if err != nil {
		return "", 0, err
	}
	defer f.Close() //nolint:errcheck // it was only read
	h := sha256.New()
	size, err = io.Copy(h, f)
	return hex.EncodeToString(h.Sum(nil)), size, err
}

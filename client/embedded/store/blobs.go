package store

import (
	"context"
	"crypto/md5"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"hash"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"time"

	"aloft/client/system"
)

// blobsDir is beside the database. Bytes of documents and of the drive's files are
// files in it, each named
// by the SHA-256 of its content, so that the same bytes are stored once: as SQLite
// blobs 100 MB would cost 463 MB of memory.
const blobsDir = "blobs"

// blobRest is how old an unreferenced file must be to be swept: the row of another
// process that refers to it may not be committed yet.
const blobRest = time.Hour

// Blob is a finished file.
type Blob struct {
	Hash string
	MD5  string
	Size int64
}

// Bytes is an opened blob.
type Bytes interface {
	io.ReaderAt
	io.Closer
}

// BlobWriter writes one blob and computes its hashes.
type BlobWriter struct {
	dir  string
	fast bool
	f    *system.File
	sha  hash.Hash
	md5  hash.Hash
	size int64
}

// BlobPath is the path of a blob; "" returns the folder.
func (s *DB) BlobPath(name string) string {
	return filepath.Join(filepath.Dir(s.path), blobsDir, name)
}

// NewBlob creates a file. The caller must call Keep or Drop.
func (s *DB) NewBlob() (*BlobWriter, error) {
	dir := s.BlobPath("")
	if err := os.MkdirAll(dir, 0o700); err != nil {
		return nil, err
	}
	f, err := system.Create(dir)
	if err != nil {
		return nil, err
	}
	return &BlobWriter{dir: dir, fast: s.o.Fast, f: f, sha: sha256.New(), md5: md5.New()}, nil
}

// Write appends to the file.
func (b *BlobWriter) Write(p []byte) (int, error) {
	n, err := b.f.Write(p)
	b.sha.Write(p[:n])
	b.md5.Write(p[:n])
	b.size += int64(n)
	return n, err
}

// Sum is the blob as it would be if it were kept now.
func (b *BlobWriter) Sum() Blob {
	return Blob{Hash: hex.EncodeToString(b.sha.Sum(nil)), MD5: hex.EncodeToString(b.md5.Sum(nil)), Size: b.size}
}

// Keep makes the file durable and renames it to its hash. An existing one has the
// same bytes; replacing it makes it young again, so that no sweep removes it before
// it is referred to.
func (b *BlobWriter) Keep() (Blob, error) {
	defer b.Drop()
	out := b.Sum()
	if !b.fast {
		if err := b.f.Sync(); err != nil {
			return out, err
		}
	}
	if err := b.f.Commit(filepath.Join(b.dir, out.Hash)); err != nil || b.fast {
		return out, err
	}
	return out, system.SyncDir(b.dir)
}

// Drop removes the written file unless it was kept.
func (b *BlobWriter) Drop() {
	_ = b.f.Drop() // otherwise a later sweep removes it
}

// OpenBlob opens a finished file.
func (s *DB) OpenBlob(hash string) (*os.File, int64, error) {
	f, err := os.Open(s.BlobPath(hash))
	if err != nil {
		return nil, 0, err
	}
	st, err := f.Stat()
	if err != nil {
		f.Close()
		return nil, 0, err
	}
	return f, st.Size(), nil
}

// Sweep removes what killed processes were writing, and old files that nothing
// refers to. It lists the names first, since usually there is nothing to do, and
// takes the write lock only to remove: a process that commits a reference has just
// renamed the file to its name.
func (s *DB) Sweep(ctx context.Context) error {
	if err := s.DropLoose(ctx); err != nil {
		return err
	}
	system.Sweep(s.BlobPath(""), ".new-*")
	names, err := os.ReadDir(s.BlobPath(""))
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	if err != nil {
		return err
	}
	var old []string
	for _, e := range names {
		if s.rested(e.Name()) {
			old = append(old, e.Name())
		}
	}
	if len(old) == 0 {
		return nil
	}
	used, err := Read(ctx, s.View, func(l *Link) (map[string]bool, error) { return l.UsedBlobs(s.Now().UnixNano()) })
	if err != nil {
		return err
	}
	for _, name := range old {
		if used[name] {
			continue
		}
		err := s.Update(ctx, func(l *Link) error {
			found, err := l.usesBlob(name, s.Now().UnixNano())
			if err != nil || found || !s.rested(name) {
				return err
			}
			return os.Remove(s.BlobPath(name))
		})
		if err != nil && !errors.Is(err, fs.ErrNotExist) {
			return err
		}
	}
	return nil
}

// usesBlob reports whether anything refers to a file.
func (l *Link) usesBlob(name string, now int64) (bool, error) {
	return l.Row("SELECT 1 WHERE EXISTS(SELECT 1 FROM page WHERE blob = ?1) OR EXISTS(SELECT 1 FROM transfer WHERE input = ?1 OR output = ?1) "+
		"OR EXISTS(SELECT 1 FROM docimage WHERE hash = ?1) OR EXISTS(SELECT 1 FROM upload WHERE hash = ?1 AND expires > ?2) "+
		"OR EXISTS(SELECT 1 FROM piece WHERE hash = ?1)", []any{name, now}, new(int))
}

// DropLoose removes files of deleted pieces without references, however new they are. A writer of the same bytes
// notices by Refer.
func (s *DB) DropLoose(ctx context.Context) error {
	for {
		some, err := Read(ctx, s.View, func(l *Link) ([]string, error) { return All(l, "SELECT hash FROM loose LIMIT 100", nil, Only[string]) })
		if err != nil || len(some) == 0 {
			return err
		}
		err = s.Update(ctx, func(l *Link) error {
			for _, hash := range some {
				used, err := l.usesBlob(hash, s.Now().UnixNano())
				if err == nil && !used {
					if err = os.Remove(s.BlobPath(hash)); errors.Is(err, fs.ErrNotExist) {
						err = nil
					}
				}
				if err == nil {
					err = l.Do("DELETE FROM loose WHERE hash = ?", hash)
				}
				if err != nil {
					return err
				}
			}
			return nil
		})
		if err != nil {
			return err
		}
	}
}

// rested reports whether a file is a blob and old enough, by the time of the file system and not of the service.
func (s *DB) rested(name string) bool {
	if len(name) != hex.EncodedLen(sha256.Size) {
		return false
	}
	st, err := os.Stat(s.BlobPath(name))
	return err == nil && st.Mode().IsRegular() && time.Since(st.ModTime()) > blobRest
}

// Refer checks, under the write lock, that a file that is to be referred to has not
// been swept since it was written.
func (s *DB) Refer(hash string) error {
	f, _, err := s.OpenBlob(hash)
	if err != nil {
		return err
	}
	return f.Close()
}

// MakeBlob stores the writer's output as a file; it ends with the context. notes list what the writer lost.
func (s *DB) MakeBlob(ctx context.Context, write func(io.Writer) (notes []string, err error)) (Blob, []string, error) {
	b, err := s.NewBlob()
	if err != nil {
		return Blob{}, nil, err
	}
	defer b.Drop()
	notes, err := write(ctxWriter{ctx, b})
	if err != nil {
		return Blob{}, nil, err
	}
	made, err := b.Keep()
	s.Step("converted")
	return made, notes, err
}

// ctxWriter writes until the context ends.
type ctxWriter struct {
	ctx context.Context
	w   io.Writer
}

func (h ctxWriter) Write(p []byte) (int, error) {
	if err := h.ctx.Err(); err != nil {
		return 0, err
	}
	return h.w.Write(p)
}

// UsedBlobs returns the names of referenced blobs.
func (l *Link) UsedBlobs(now int64) (map[string]bool, error) {
	used := map[string]bool{}
	err := l.Rows("SELECT blob FROM page WHERE blob <> '' UNION SELECT input FROM transfer UNION SELECT output FROM transfer "+
		"UNION SELECT hash FROM docimage UNION SELECT hash FROM upload WHERE expires > ? UNION SELECT hash FROM piece", []any{now},
		func(scan func(...any) error) error {
			var name string
			err := scan(&name)
			used[name] = true
			return err
		})
	return used, err
}

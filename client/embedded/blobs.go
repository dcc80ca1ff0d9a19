package embedded

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

	"aloft/client/durable"
)

// blobsDir lies beside the database. Bytes of documents are files in it, each
// named by the SHA-256 of what it holds, so that the same bytes lie there once:
// as SQLite blobs 100 MB would cost 463 MB of memory.
const blobsDir = "blobs"

// blobRest is how long a file that nothing refers to lies untouched before it
// is swept: the row of another process that refers to it may not be committed yet.
const blobRest = time.Hour

// blob is a finished file.
type blob struct {
	hash string
	md5  string
	size int64
}

// scribe writes one blob and reckons its hashes meanwhile.
type scribe struct {
	dir  string
	fast bool
	f    *durable.File
	sha  hash.Hash
	md5  hash.Hash
	size int64
}

func (s *store) blobPath(name string) string {
	return filepath.Join(filepath.Dir(s.path), blobsDir, name)
}

// newBlob begins a file. Whoever gets the scribe calls keep or drop.
func (s *store) newBlob() (*scribe, error) {
	dir := s.blobPath("")
	if err := os.MkdirAll(dir, 0o700); err != nil {
		return nil, err
	}
	f, err := durable.Create(dir)
	if err != nil {
		return nil, err
	}
	return &scribe{dir: dir, fast: s.o.Fast, f: f, sha: sha256.New(), md5: md5.New()}, nil
}

func (b *scribe) Write(p []byte) (int, error) {
	n, err := b.f.Write(p)
	b.sha.Write(p[:n])
	b.md5.Write(p[:n])
	b.size += int64(n)
	return n, err
}

// told is the blob as it would be if it were kept now.
func (b *scribe) told() blob {
	return blob{hash: hex.EncodeToString(b.sha.Sum(nil)), md5: hex.EncodeToString(b.md5.Sum(nil)), size: b.size}
}

// keep makes the file durable and gives it its name. One of that name holds the
// same bytes; replacing it makes it young again, so that no sweep takes it
// before somebody refers to it.
func (b *scribe) keep() (blob, error) {
	defer b.drop()
	out := b.told()
	if !b.fast {
		if err := b.f.Sync(); err != nil {
			return out, err
		}
	}
	if err := b.f.Commit(filepath.Join(b.dir, out.hash)); err != nil || b.fast {
		return out, err
	}
	return out, durable.SyncDir(b.dir)
}

// drop removes what was written, unless it has been kept.
func (b *scribe) drop() {
	_ = b.f.Drop() // a later sweep takes it otherwise
}

// openBlob opens a finished file.
func (s *store) openBlob(hash string) (*os.File, int64, error) {
	f, err := os.Open(s.blobPath(hash))
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

// sweep removes what killed processes were writing, and files that nothing
// refers to and nobody has touched for a while. It looks at the names first, since
// there mostly is nothing to do, and takes the write lock only to remove: whoever
// commits a reference has renamed the file anew just before.
func (s *store) sweep(ctx context.Context) error {
	durable.Sweep(s.blobPath(""), ".new-*")
	names, err := os.ReadDir(s.blobPath(""))
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
	used := map[string]bool{}
	if err := s.view(ctx, func(l *link) (err error) { used, err = l.usedBlobs(s.now().UnixNano()); return err }); err != nil {
		return err
	}
	for _, name := range old {
		if used[name] {
			continue
		}
		err := s.update(ctx, func(l *link) error {
			var one int
			found, err := l.row("SELECT 1 WHERE EXISTS(SELECT 1 FROM page WHERE blob = ?1) OR EXISTS(SELECT 1 FROM transfer WHERE input = ?1 OR output = ?1) "+
				"OR EXISTS(SELECT 1 FROM docimage WHERE hash = ?1) OR EXISTS(SELECT 1 FROM upload WHERE hash = ?1 AND expires > ?2)",
				[]any{name, s.now().UnixNano()}, &one)
			if err != nil || found || !s.rested(name) {
				return err
			}
			return os.Remove(s.blobPath(name))
		})
		if err != nil && !errors.Is(err, fs.ErrNotExist) {
			return err
		}
	}
	return nil
}

// rested reports whether a file is ours to sweep and untouched for long enough.
// The time is that of the file system, whatever clock the service runs on.
func (s *store) rested(name string) bool {
	if len(name) != hex.EncodedLen(sha256.Size) {
		return false
	}
	st, err := os.Stat(s.blobPath(name))
	return err == nil && st.Mode().IsRegular() && time.Since(st.ModTime()) > blobRest
}

// refer makes sure, under the write lock, that a file that is to be referred to
// has not been swept since it was written.
func (s *store) refer(hash string) error {
	f, _, err := s.openBlob(hash)
	if err != nil {
		return err
	}
	return f.Close()
}

// makeBlob keeps what write writes as a file, which ends with the context. notes are
// what the writer could not keep.
func (s *store) makeBlob(ctx context.Context, write func(io.Writer) (notes []string, err error)) (blob, []string, error) {
	b, err := s.newBlob()
	if err != nil {
		return blob{}, nil, err
	}
	defer b.drop()
	notes, err := write(heeding{ctx, b})
	if err != nil {
		return blob{}, nil, err
	}
	made, err := b.keep()
	s.step("converted")
	return made, notes, err
}

// heeding writes until the work is to end.
type heeding struct {
	ctx context.Context
	w   io.Writer
}

func (h heeding) Write(p []byte) (int, error) {
	if err := h.ctx.Err(); err != nil {
		return 0, err
	}
	return h.w.Write(p)
}

// usedBlobs are the names that something refers to.
func (l *link) usedBlobs(now int64) (map[string]bool, error) {
	used := map[string]bool{}
	err := l.rows("SELECT blob FROM page WHERE blob <> '' UNION SELECT input FROM transfer UNION SELECT output FROM transfer "+
		"UNION SELECT hash FROM docimage UNION SELECT hash FROM upload WHERE expires > ?", []any{now},
		func(scan func(...any) error) error {
			var name string
			err := scan(&name)
			used[name] = true
			return err
		})
	return used, err
}

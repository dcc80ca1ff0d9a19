package system

import (
	"bytes"
	"errors"
	"io"
	"os"
)

// ErrReplaced: the log is another file than the one read before, or was truncated
// below what was read.
var ErrReplaced = errors.New("the log was replaced")

// Follower reads the lines that another process appends to a log. It is a value: a
// copy continues at the same line.
type Follower struct {
	path  string
	most  int
	off   int64 // end of the last line read, in bytes
	info  os.FileInfo
	begin string
}

// Follow starts at the beginning of the log at the path. Lines of more than most
// bytes are skipped; 0 = no limit.
func Follow(path string, most int) Follower { return Follower{path: path, most: most} }

// beginning is the number of bytes by which a file is told from another one: the
// system may reuse the inode number of a replaced file. They include the time of
// the first line.
const beginning = 64

// Read passes the lines since the last call to take, as Lines does. After
// ErrReplaced, without any line, the next call starts at the beginning.
func (f *Follower) Read(take func(line []byte, off int64) error) error {
	r, err := OpenRead(f.path)
	if err != nil {
		return err
	}
	defer r.Close()
	info, err := r.Stat()
	if err != nil {
		return err
	}
	begin := make([]byte, beginning)
	n, err := r.ReadAt(begin, 0)
	if err != nil && !errors.Is(err, io.EOF) {
		return err
	}
	begin = begin[:n]
	if f.info != nil && (!os.SameFile(f.info, info) || info.Size() < f.off || !bytes.HasPrefix(begin, []byte(f.begin))) {
		*f = Follow(f.path, f.most)
		return ErrReplaced
	}
	f.info, f.begin = info, string(begin)
	if info.Size() == f.off {
		return nil
	}
	if _, err := r.Seek(f.off, io.SeekStart); err != nil {
		return err
	}
	f.off, err = Lines(r, f.off, f.most, take)
	return err
}

// Info describes the file when it was last read; nil = never.
func (f *Follower) Info() os.FileInfo { return f.info }

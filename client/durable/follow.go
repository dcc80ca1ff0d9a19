package durable

import (
	"bytes"
	"errors"
	"io"
	"os"
)

// ErrReplaced: the log is another file than the one that was read, or has lost
// something of what was read.
var ErrReplaced = errors.New("the log was replaced")

// Follower reads the lines that another process appends to a log. It is a value: a
// copy goes on from the same line.
type Follower struct {
	path  string
	most  int
	off   int64 // behind the last line that was read
	info  os.FileInfo
	begin string
}

// Follow begins at the start of the log with the path. Lines of more than most bytes
// are passed over; most 0: there are none too long.
func Follow(path string, most int) Follower { return Follower{path: path, most: most} }

// beginning is so much of a file by which it is known from another one: the system
// may give a file that was written anew the number of the one whose place it took.
// The time of its first line is in it.
const beginning = 64

// Read gives the lines that have come since the last call, as Lines does.
// ErrReplaced: none were given, and the next call begins at the start.
func (f *Follower) Read(take func(line []byte, off int64) error) error {
	r, err := os.Open(f.path)
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

// Skip leaves out what this process has written itself, up to the end of the file.
func (f *Follower) Skip(info os.FileInfo) {
	if f.info == nil || !os.SameFile(f.info, info) {
		f.begin = ""
	}
	f.info, f.off = info, info.Size()
}

// Offset is behind the last line that was read.
func (f *Follower) Offset() int64 { return f.off }

// Info is the file as it was when it was read last; nil = it was not.
func (f *Follower) Info() os.FileInfo { return f.info }

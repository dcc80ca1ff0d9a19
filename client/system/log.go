package system

import (
	"bufio"
	"errors"
	"io"
	"os"
)

// Log is a file of lines, one record each, that grows at its end. It has one writer
// at a time: the only one there is, or the holder of a lock.
type Log struct {
	f      LogFile
	size   int64
	torn   bool  // the last line has no end: its writer died in the middle
	broken error // why nothing more is written to this file
}

// LogFile is what a log needs of its file; tests make it fail.
type LogFile interface {
	io.Writer
	io.ReaderAt
	io.Seeker
	io.Closer
	Truncate(size int64) error
	Sync() error
}

// OpenLog returns the log of a file that is open for reading and writing. Close
// closes the file.
func OpenLog(f LogFile) (*Log, error) {
	size, err := f.Seek(0, io.SeekEnd)
	if err != nil {
		return nil, err
	}
	l := &Log{f: f, size: size}
	if size > 0 {
		last := make([]byte, 1)
		if _, err := f.ReadAt(last, size-1); err != nil {
			return nil, err
		}
		l.torn = last[0] != '\n'
	}
	return l, nil
}

// Size is the length of the valid content, in bytes, a torn line included.
func (l *Log) Size() int64 { return l.size }

// Replay reads the lines from the start. A line that take rejects is cut off with
// all that follows, and so is a torn line: it was never acknowledged. Lines of more
// than most bytes are skipped; 0 = no limit.
func (l *Log) Replay(most int, take func(line []byte, off int64) bool) error {
	end, err := Lines(io.NewSectionReader(l.f, 0, l.size), 0, most, func(line []byte, off int64) error {
		if !take(line, off) {
			return errStop
		}
		return nil
	})
	if err != nil && err != errStop || end == l.size {
		return err
	}
	if err := l.cut(end); err != nil {
		return err
	}
	return l.flush()
}

func (l *Log) flush() error {
	if f, ok := l.f.(*os.File); ok {
		return Flush(f)
	}
	return l.f.Sync()
}

// errStop ends the reading of lines.
var errStop = errors.New("stop")

func (l *Log) cut(end int64) error {
	err := l.f.Truncate(end)
	if err == nil {
		_, err = l.f.Seek(end, io.SeekStart)
	}
	if err == nil {
		l.size, l.torn = end, false
	}
	return err
}

// Append writes whole lines at the end; with sync they are on the disk when it
// returns. A torn line is terminated first. When it fails the lines are cut off
// again; after some failures (Broken) nothing more can be written.
func (l *Log) Append(lines []byte, sync bool) error {
	if l.broken != nil {
		return l.broken
	}
	if l.torn {
		lines = append([]byte{'\n'}, lines...)
	}
	torn := l.torn
	_, err := l.f.Write(lines)
	if err == nil && sync {
		// After a failed flush the system may have dropped what it could not write,
		// and report it only once.
		if err = l.flush(); err != nil {
			l.broken = err
		}
	}
	if err != nil {
		if l.cut(l.size) != nil {
			l.broken = err
		}
		l.torn = torn
		return err
	}
	l.size, l.torn = l.size+int64(len(lines)), false
	return nil
}

// Broken is the error after which nothing more can be written, nil = none.
func (l *Log) Broken() error { return l.broken }

// Close closes the file.
func (l *Log) Close() error { return l.f.Close() }

// Lines reads whole lines of a log from r, which begins at off. take gets each
// without its line feed, and its offset; the line is valid during the call only,
// and an error of take ends the reading before that line. Lines of more than most
// bytes are skipped; 0 = no limit. end is the end of the last whole line: what
// follows is torn, or still being written.
func Lines(r io.Reader, off int64, most int, take func(line []byte, off int64) error) (end int64, err error) {
	b := bufio.NewReaderSize(r, 128<<10)
	var long []byte // the line so far, when it is longer than the buffer
	start := off
	for {
		part, err := b.ReadSlice('\n')
		off += int64(len(part))
		switch {
		case errors.Is(err, bufio.ErrBufferFull):
			if most == 0 || len(long) <= most {
				long = append(long, part...)
			}
			continue
		case errors.Is(err, io.EOF):
			return start, nil
		case err != nil:
			return start, err
		}
		line := part
		if len(long) > 0 {
			long = append(long, part...)
			line = long
		}
		if line = line[:len(line)-1]; most == 0 || len(line) <= most {
			if err := take(line, start); err != nil {
				return start, err
			}
		}
		start, long = off, long[:0]
	}
}

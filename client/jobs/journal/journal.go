// Package journal keeps jobs on the disk, a folder for each: its plan split into
// steps, the durable log of what became of them, with its single writer, how the log is
// taken over from a stopped process and replayed, the requests of other processes,
// and the result.
package journal

import (
	"cmp"
	"errors"
	"os"
	"path/filepath"
	"sync"

	"aloft/client"
	"aloft/client/system"
	"aloft/model"
	"aloft/model/text"
)

// Writer is the single writer of a job's log. After a failed write or sync nothing
// more may be sent for the job, so it refuses every later record too.
type Writer struct {
	log    *system.Log
	own    *os.File // the same file, and its path while this is the writer
	path   string
	mu     sync.Mutex // watchers of the job read the error too
	broken error      // why nothing can be written any more
}

// Fault is the error that ended the journal, nil while it can be written.
func (j *Writer) Fault() error {
	j.mu.Lock()
	defer j.mu.Unlock()
	return j.broken
}

// breaks ends the journal with an error; the first one is kept.
func (j *Writer) breaks(err error) error {
	j.mu.Lock()
	defer j.mu.Unlock()
	j.broken = cmp.Or(j.broken, err)
	return j.broken
}

// ErrBusy: another process is the writer.
var ErrBusy = errors.New("the job is run by another process")

// Open locks the log for writing, cuts off a record torn by a crash, and returns
// the records.
func Open(dir string, wrap func(system.LogFile) system.LogFile) (*Writer, []Record, error) {
	path := filepath.Join(dir, LogName)
	f, err := lock(path)
	if err != nil {
		return nil, nil, err
	}
	j, err := newWriter(f, path, wrap)
	var rs []Record
	if err == nil {
		err = j.log.Replay(0, func(line []byte, _ int64) bool {
			r, ok := readLine(line)
			if ok {
				rs = append(rs, r)
			}
			return ok
		})
	}
	if err != nil {
		_ = f.Close()
		return nil, nil, err
	}
	return j, rs, nil
}

func newWriter(f *os.File, path string, wrap func(system.LogFile) system.LogFile) (*Writer, error) {
	file := system.LogFile(f)
	if wrap != nil {
		file = wrap(file)
	}
	log, err := system.OpenLog(file)
	return &Writer{log: log, own: f, path: path}, err
}

// lock opens and locks a log.
func lock(path string) (*os.File, error) {
	f, err := system.LockNow(func() (*os.File, error) { return system.Open(path, os.O_RDWR|os.O_CREATE, 0o600) })
	if errors.Is(err, system.ErrHeld) {
		return nil, ErrBusy
	}
	return f, err
}

// Append writes the records; after a crash a replay sees a prefix of them. It returns after
// they are on the disk, but for those that need not be there at once.
func (j *Writer) Append(rs ...Record) error {
	if err := j.Fault(); err != nil {
		return err
	}
	var b []byte
	sync := len(rs) == 0
	for i := range rs {
		sync = sync || !rs[i].Soon
		l, err := rs[i].Line()
		if err != nil {
			return j.fail(err)
		}
		b = append(b, l...)
	}
	if err := j.log.Append(b, sync); err != nil {
		return j.fail(err)
	}
	return j.Check()
}

func (j *Writer) fail(err error) error {
	return j.breaks(&client.Error{Kind: client.KindLocal, What: text.JobsJournal, Args: []any{err},
		Hint: "make room on the disk, then resume the job; it continues where it stopped", Err: err})
}

// Close unlocks the log; a nil Writer does nothing.
func (j *Writer) Close() {
	if j != nil {
		_ = j.log.Close()
	}
}

// Lost returns nil while this process may send for the job.
func (j *Writer) Lost() error {
	mine, err := j.own.Stat()
	if err != nil {
		return err
	}
	there, err := os.Lstat(j.path)
	id := filepath.Base(filepath.Dir(j.path))
	switch {
	case errors.Is(err, os.ErrNotExist):
		return client.Errorf(client.KindLocal, "job", model.Place{}, "job %s was removed while it ran; nothing more is sent", id).
			Hinted("list the entries to see what the job did")
	case err != nil:
		return err
	case os.SameFile(mine, there):
		return nil
	}
	return client.Errorf(client.KindLocal, "job", model.Place{}, "%[2]s took over job %[1]s while this process was stopped; this process sends nothing more", id, WriterIn(filepath.Dir(j.path)).String())
}

// Check is Lost, and ends the journal with the error.
func (j *Writer) Check() error {
	if err := j.Fault(); err != nil {
		return err
	}
	if err := j.Lost(); err != nil {
		return j.breaks(err)
	}
	return nil
}

// WriterIn returns the process that took the job in dir over last, the zero Holder when
// its log does not say.
func WriterIn(dir string) system.Holder {
	b, err := system.ReadFile(filepath.Join(dir, LogName))
	if err != nil {
		return system.Holder{}
	}
	rs, _ := Read(b)
	return writerOf(rs)
}

// writerOf returns the process that took the job over last.
func writerOf(rs []Record) system.Holder {
	for i := len(rs) - 1; i >= 0; i-- {
		if rs[i].T == RecStart && rs[i].By != nil {
			return *rs[i].By
		}
	}
	return system.Holder{}
}

// Replace takes the log over from a stopped process.
func Replace(dir string, from system.Holder, wrap func(system.LogFile) system.LogFile, hook func(point string)) (*Writer, []Record, error) {
	path := filepath.Join(dir, LogName)
	f, err := lock(path + ".new")
	if err != nil {
		return nil, nil, err // somebody else is doing it
	}
	var j *Writer
	rs, err := func() ([]Record, error) {
		b, err := system.ReadFile(path)
		if err != nil {
			return nil, err
		}
		rs, good := Read(b)
		if writerOf(rs) != from || from.State() != system.Stopped {
			return nil, ErrBusy
		}
		if err := f.Truncate(0); err != nil {
			return nil, err
		}
		if j, err = newWriter(f, path, wrap); err != nil {
			return nil, err
		}
		if err := j.log.Append(b[:good], true); err != nil {
			return nil, err
		}
		hook("copied")
		if err := os.Rename(path+".new", path); err != nil {
			return nil, err
		}
		return rs, system.SyncDir(dir)
	}()
	if err != nil {
		_ = f.Close()
		return nil, nil, err
	}
	return j, rs, nil
}

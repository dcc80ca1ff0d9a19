package store

import (
	"errors"
	"os"
	"strconv"
	"sync"
	"time"

	"aloft/client/system/sqlite"
	"aloft/model/text"
)

// lock is the database's lock as the transactions of this process wait for it: who has it in
// another process, and a lock of this process that is held as long.
type lock struct {
	path    string
	wal     bool
	writing sync.Locker // of Options, as is the holder
	holder  func(pid int) (name string, stopped bool)
	files   chan []*os.File // opened to ask who has it
}

func newLock(path string, writing sync.Locker, holder func(pid int) (string, bool)) lock {
	k := lock{path: path, writing: writing, holder: holder, files: make(chan []*os.File, 1)}
	k.files <- nil
	return k
}

func (k *lock) enter() {
	if k.writing != nil {
		k.writing.Lock()
	}
}

func (k *lock) leave() {
	if k.writing != nil {
		k.writing.Unlock()
	}
}

const (
	patience  = 5 * time.Second // for other processes
	lookEvery = 200 * time.Millisecond
	atRest    = 2 * time.Second // a holder stopped for that long is not waited for
)

// errStopped says that a stopped process holds the lock.
var errStopped = errors.New("held by a stopped process")

// patiently repeats a statement while the database is locked, unless a stopped process holds the lock, which it would
// keep until somebody continues it.
func (k *lock) patiently(do func() error) error {
	start := time.Now()
	look, stopped := start.Add(lookEvery), time.Time{}
	for {
		err := do()
		now := time.Now()
		if !sqlite.IsBusy(err) || now.Sub(start) > patience {
			return err
		}
		if k.holder != nil && now.After(look) {
			look = now.Add(lookEvery)
			pid := k.by()
			switch name, is := k.holder(pid); {
			case pid == 0 || !is:
				stopped = time.Time{}
			case stopped.IsZero():
				stopped = now
			case now.Sub(stopped) >= atRest:
				return &Error{What: text.BoxHeld, Args: []any{k.path, name}, Hint: text.HeldHint, HintArgs: []any{strconv.Itoa(pid)}, Err: errors.Join(errStopped, err)}
			}
		}
		time.Sleep(time.Millisecond)
	}
}

// SQLite's locks are ranges of its files: the lock of the writer of a log is the first byte of
// the locks in the file that its processes share (wal.c, "WAL_WRITE_LOCK"); without a log it is
// the byte after the pending one (os.h, "RESERVED_BYTE").
const (
	walWriter = 120
	reserved  = 0x40000001
)

// by is the pid of the other process that has the lock for writing, 0 = none, or not known. Its
// file stays open: closing it would release the locks that SQLite has on it in this process.
func (k *lock) by() int {
	path, at := k.path, int64(reserved)
	if k.wal {
		path, at = k.path+"-shm", walWriter
	}
	files := <-k.files
	defer func() { k.files <- files }()
	now, err := os.Stat(path)
	if err != nil {
		return 0
	}
	var f *os.File
	for _, o := range files {
		if st, err := o.Stat(); err == nil && os.SameFile(st, now) {
			f = o
		}
	}
	if f == nil {
		if f, err = os.OpenFile(path, os.O_RDWR, 0); err != nil {
			return 0
		}
		files = append(files, f)
	}
	return lockedBy(f, at)
}

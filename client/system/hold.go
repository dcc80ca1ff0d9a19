package system

import (
	"os"
	"time"
)

// The lock of a file is held for moments. A slow disk is waited for; a process that
// is stopped is named in the error instead.
const (
	slowDisk = 20 * time.Second // for each holder
	atRest   = 2 * time.Second
	again    = 10 * time.Millisecond // between two tries
)

// Hold opens or creates the file at the path, waits for its lock, and writes the
// holder into it. Closing the file releases the lock. held makes the error of a lock
// that it did not get.
func Hold(path string, held func(what string, by Holder) error) (*os.File, error) {
	w := wait{held: held}
	f, err := Lock(func() (*os.File, error) { return Open(path, os.O_RDWR|os.O_CREATE, 0o600) }, w.more)
	if err == nil {
		_, _ = f.WriteAt(Self("aloft").Encode(), 0) // without it only the name is missing
	}
	return f, err
}

// wait waits for a lock, as long as different holders get it one after the other.
type wait struct {
	held  func(what string, by Holder) error
	by    Holder
	taken time.Time // when the holder wrote its name: the same process may have taken it again
	since time.Time // start of the wait for this holder
	watch Stopwatch
}

func (w *wait) more(f *os.File) error {
	now, by, taken := time.Now(), ReadHolder(f, 0), time.Time{}
	if st, err := f.Stat(); err == nil {
		taken = st.ModTime()
	}
	if w.since.IsZero() || by != w.by || !taken.Equal(w.taken) {
		w.by, w.taken, w.since = by, taken, now
	}
	if w.watch.Stopped(by, now) >= atRest || now.Sub(w.since) > slowDisk {
		return w.held(f.Name(), by)
	}
	time.Sleep(again)
	return nil
}

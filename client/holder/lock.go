package holder

import (
	"os"
	"time"

	"aloft/client/durable"
)

// The lock of a file is held for moments. A slow disk is waited for; a process that
// is stopped is named instead.
const (
	slowDisk = 20 * time.Second // for each who has it
	atRest   = 2 * time.Second
	again    = 10 * time.Millisecond // between two tries
)

// Lock opens the file with the path, which is made, waits for its lock, and writes
// down in it who has it now: whoever closes it gives it back. op is what cannot be
// done without.
func Lock(path, op string) (*os.File, error) {
	w := wait{op: op}
	f, err := durable.Lock(func() (*os.File, error) { return os.OpenFile(path, os.O_RDWR|os.O_CREATE, 0o600) }, w.more)
	if err == nil {
		_, _ = f.WriteAt(Self("aloft").Encode(), 0) // a name less, no harm
	}
	return f, err
}

// wait for a lock. As long as others get it, one after the other, it goes on.
type wait struct {
	op    string
	by    Holder
	taken time.Time // when the holder wrote its name: it may have it again
	since time.Time // the wait for this one
	watch Watch
}

func (w *wait) more(f *os.File) error {
	now, by, taken := time.Now(), Read(f, 0), time.Time{}
	if st, err := f.Stat(); err == nil {
		taken = st.ModTime()
	}
	if w.since.IsZero() || by != w.by || !taken.Equal(w.taken) {
		w.by, w.taken, w.since = by, taken, now
	}
	if w.watch.Stopped(by, now) >= atRest || now.Sub(w.since) > slowDisk {
		return Held(w.op, f.Name(), by)
	}
	time.Sleep(again)
	return nil
}

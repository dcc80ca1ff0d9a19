package journal

import (
	"errors"
	"path/filepath"

	"aloft/client/durable"
	"aloft/client/jobs/store"
)

// Follower reads the log of a job that another process writes.
type Follower struct{ f durable.Follower }

// Follow begins at the first record of the job in dir.
func Follow(dir string) Follower {
	return Follower{durable.Follow(filepath.Join(dir, store.LogName), 0)}
}

// ReadOn takes what was written since, and reports whether that was anything. When
// it is read from its first record, because it is the first time or another log is
// there by now, anew is called before. What cannot be read now is read the next time.
func (f *Follower) ReadOn(anew func(), take func(*Record)) bool {
	read := f.f.Info() == nil
	if read {
		anew()
	}
	line := func(b []byte, _ int64) error {
		r, ok := readLine(b)
		if !ok {
			return errBad
		}
		take(&r)
		read = true
		return nil
	}
	if err := f.f.Read(line); errors.Is(err, durable.ErrReplaced) {
		anew()
		_ = f.f.Read(line)
		read = true
	}
	return read
}

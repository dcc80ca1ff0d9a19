package journal

import (
	"errors"
	"path/filepath"

	"aloft/client/system"
)

// Follower reads the log of a job that another process writes.
type Follower struct{ f system.Follower }

// Follow starts at the first record of the job in dir.
func Follow(dir string) Follower {
	return Follower{system.Follow(filepath.Join(dir, LogName), 0)}
}

// ReadOn passes the records written since the last call to take, and reports
// whether there were any. anew is called before when the log is read from its first
// record: the first time, and when another log has replaced it. What cannot be read
// now is read the next time.
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
	if err := f.f.Read(line); errors.Is(err, system.ErrReplaced) {
		anew()
		_ = f.f.Read(line)
		read = true
	}
	return read
}

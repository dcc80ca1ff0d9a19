package run

import (
	"bytes"
	"os"
	"path/filepath"

	"aloft/client/jobs/journal"
	"aloft/client/system"
)

// Interrupted are the ids of the jobs below the folder whose process has died, without
// opening the stores: it reads little, and next to nothing when all jobs have ended.
func Interrupted(dir string) []string {
	if journal.Known(dir) != nil {
		return nil // a newer program looks after them
	}
	var out []string
	s := journal.Stores{Dir: dir}
	for _, job := range s.Unended() {
		if died(filepath.Join(job, journal.LogName)) {
			out = append(out, filepath.Base(job))
		}
	}
	return out
}

// tail has room for a few records of a log.
const tail = 64 << 10

// died: no process writes the log, and its last record is neither an end nor a pause that
// somebody knows of.
func died(log string) bool {
	f, err := system.OpenRead(log)
	if err != nil {
		return os.IsNotExist(err) // it died before its first record
	}
	defer func() { _ = f.Close() }()
	if held, err := system.Held(f); held || err != nil {
		return false
	}
	st, err := f.Stat()
	if err != nil {
		return false
	}
	b := make([]byte, min(st.Size(), tail))
	if _, err := f.ReadAt(b, st.Size()-int64(len(b))); err != nil {
		return false
	}
	if _, rest, ok := bytes.Cut(b, []byte("\n")); ok && int64(len(b)) < st.Size() {
		b = rest
	}
	rs, _ := journal.Read(b)
	if len(rs) == 0 {
		return true
	}
	switch last := rs[len(rs)-1]; last.T {
	case journal.RecEnd, journal.RecAudit, journal.RecLogin:
		return false
	case journal.RecPause:
		return last.Cancel || last.Out == journal.PauseClosed
	}
	return true
}

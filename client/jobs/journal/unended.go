package journal

import (
	"os"
	"path/filepath"
	"time"
)

// allEndedName is a file beside the stores: when it was written, every job had ended. A
// folder of jobs that has changed since makes it void, so most starts read only a few times
// of folders.
const allEndedName = "all-ended"

// Unended are the folders of the jobs that have no summary yet.
func (s *Stores) Unended() []string {
	stores, mark := s.All(), filepath.Join(s.Dir, allEndedName)
	if allEnded(mark, stores) {
		return nil
	}
	// Written first, by the clock of the file system: a job that is made from here on
	// makes it void.
	made := os.WriteFile(mark, []byte("\n"), 0o600) == nil
	out := s.JobsOf(stores, func(store string) []string {
		ids, _ := IDs(store)
		var open []string
		for known := Ended(store); len(ids) > 0; ids = ids[1:] {
			if known[ids[0]] == nil {
				open = append(open, ids[0])
			}
		}
		return open
	})
	if made && len(out) > 0 {
		_ = os.Remove(mark)
	}
	return out
}

// allEnded: none of the stores has changed since the file was written.
func allEnded(mark string, stores []string) bool {
	at := changed(mark)
	if at.IsZero() {
		return false
	}
	for _, store := range stores {
		if filepath.Dir(mark) == store { // the file itself is made there
			continue
		}
		if !changed(store).Before(at) {
			return false
		}
	}
	return true
}

// changed is when a file or a folder has changed, zero where there is none.
func changed(path string) time.Time {
	st, err := os.Stat(path)
	if err != nil {
		return time.Time{}
	}
	return st.ModTime()
}

package store

import (
	"path/filepath"
	"time"
)

// Ended jobs are kept to be looked at, and for an undo, but not for ever.
const (
	keepJobs = 200
	keepFor  = 30 * 24 * time.Hour
	keepNew  = time.Hour // however many there are: listings may be behind them
)

// Prune drops jobs that ended long ago, and those beyond the latest ones. One
// without a summary that can be read is kept, and one of which something is
// unknown.
func Prune(store string, now time.Time) {
	all, _ := IDs(store)
	ended := 0
	for i := len(all) - 1; i >= 0; i-- { // the newest first
		s := Summary(filepath.Join(store, all[i]))
		if s == nil || s.EndedAt.IsZero() {
			continue
		}
		ended++
		age := now.Sub(s.EndedAt)
		if s.Unknown == 0 && (age > keepFor || ended > keepJobs && age > keepNew) {
			_ = Remove(filepath.Join(store, all[i])) // another process may have been quicker
		}
	}
}

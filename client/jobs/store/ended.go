package store

import (
	"bytes"
	"encoding/json"
	"os"
	"path/filepath"
	"time"

	"aloft/client/durable"
	"aloft/model"
)

// endedName is a store's log of summaries of ended jobs: one file, so that a start
// need not read a file per job. Plan and log of a job remain authoritative: one that
// is missing here is replayed, and noted anew. The last line of a job is valid.
const endedName = "ended"

// Summarize stores what a list of jobs shows of an ended one.
func Summarize(dir string, s *model.JobSnapshot) {
	b, err := json.Marshal(s)
	if err != nil {
		return
	}
	f, err := os.OpenFile(filepath.Join(filepath.Dir(dir), endedName), os.O_WRONLY|os.O_CREATE|os.O_APPEND, 0o600)
	if err != nil {
		return
	}
	defer func() { _ = f.Close() }()
	// Begun by a line feed: the line before may be torn.
	_, _ = f.Write(append(append([]byte{'\n'}, b...), '\n'))
}

// Summaries are those of ended jobs, by id.
type Summaries map[string]*model.JobSnapshot

// Ended returns the summaries of a store, those of removed jobs too.
func Ended(store string) Summaries {
	out := Summaries{}
	b, _ := os.ReadFile(filepath.Join(store, endedName))
	for line := range bytes.Lines(b) {
		s := &model.JobSnapshot{}
		if len(line) > 1 && json.Unmarshal(line, s) == nil && s.State.Ended() {
			s.Mine, s.Auditing = false, false
			out[s.ID] = s
		}
	}
	return out
}

// Ended jobs are kept to be shown, and for an undo, but not forever.
const (
	keepJobs = 200
	keepFor  = 30 * 24 * time.Hour
	keepNew  = time.Hour // however many there are: listings may lag behind them
)

// Prune removes jobs that ended long ago, and those beyond the newest ones. It
// keeps one without a readable summary, and one with unknown results.
func Prune(store string, known Summaries, now time.Time) {
	all, _ := IDs(store)
	ended := 0
	for i := len(all) - 1; i >= 0; i-- { // the newest first
		s := known[all[i]]
		if s == nil || s.EndedAt.IsZero() {
			continue
		}
		ended++
		age := now.Sub(s.EndedAt)
		if s.Unknown == 0 && (age > keepFor || ended > keepJobs && age > keepNew) {
			_ = Remove(filepath.Join(store, all[i])) // another process may have been quicker
		}
	}
	if len(known) > 2*ended+keepJobs {
		forget(store, all, known)
	}
}

// forget removes the summaries of removed jobs. One that another process adds
// meanwhile is lost, and added again when its job is replayed.
func forget(store string, all []string, known Summaries) {
	var b bytes.Buffer
	enc := json.NewEncoder(&b)
	for _, id := range all {
		if s := known[id]; s != nil {
			_ = enc.Encode(s)
		}
	}
	_ = durable.Replace(filepath.Join(store, endedName), b.Bytes(), false)
}

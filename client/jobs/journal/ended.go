package journal

import (
	"bytes"
	"encoding/json"
	"os"
	"path/filepath"
	"slices"
	"time"

	"aloft/client/system"
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

// Summary is what a store knows of an ended job without reading its plan and log.
type Summary struct {
	ID      string
	State   model.JobState
	EndedAt time.Time
	Unknown int
	line    []byte
}

// Summaries are those of ended jobs, by id.
type Summaries map[string]*Summary

// Ended returns the summaries of a store, those of removed jobs too.
func Ended(store string) Summaries {
	out := Summaries{}
	b, _ := system.ReadFile(filepath.Join(store, endedName))
	for line := range bytes.Lines(b) {
		if s := summary(bytes.TrimSpace(line)); s != nil {
			out[s.ID] = s
		}
	}
	return out
}

// summary reads the fields of a line that every start needs; nil when it is torn.
// Decoding all of a thousand lines would take a start 7 ms.
func summary(line []byte) *Summary {
	if !bytes.HasSuffix(line, []byte("}")) {
		return nil
	}
	s := &Summary{ID: textOf(line, "ID"), State: model.JobState(textOf(line, "State")), line: line}
	at, err := time.Parse(time.RFC3339Nano, textOf(line, "EndedAt"))
	if s.EndedAt = at; err != nil || s.ID == "" || !s.State.Ended() {
		return nil
	}
	if _, rest, ok := bytes.Cut(line, []byte(`"Unknown":`)); ok {
		for ; len(rest) > 0 && '0' <= rest[0] && rest[0] <= '9'; rest = rest[1:] {
			s.Unknown = s.Unknown*10 + int(rest[0]-'0')
		}
	}
	return s
}

// textOf is a field without escapes. A name cannot pose as one: its quotes are
// escaped.
func textOf(line []byte, name string) string {
	_, rest, _ := bytes.Cut(line, []byte(`"`+name+`":"`))
	value, _, _ := bytes.Cut(rest, []byte(`"`))
	return string(value)
}

// Snapshot is all of the summary.
func (s *Summary) Snapshot() *model.JobSnapshot {
	out := &model.JobSnapshot{}
	if json.Unmarshal(s.line, out) != nil {
		return &model.JobSnapshot{ID: s.ID, State: s.State, EndedAt: s.EndedAt}
	}
	out.Mine, out.Refreshing = false, false
	if out.Audit.State == model.AuditRunning { // written so by earlier versions: of an ended job nothing runs
		out.Audit = model.AuditReport{}
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
// keeps one without a readable summary, and one with unknown results. It returns the
// jobs that are left, the oldest first.
func Prune(store string, known Summaries, now time.Time) (left []string) {
	all, _ := IDs(store)
	ended := 0
	for i := len(all) - 1; i >= 0; i-- { // the newest first
		s := known[all[i]]
		if s == nil || s.EndedAt.IsZero() {
			left = append(left, all[i])
			continue
		}
		ended++
		age := now.Sub(s.EndedAt)
		if s.Unknown == 0 && (age > keepFor || ended > keepJobs && age > keepNew) {
			_ = Remove(filepath.Join(store, all[i])) // another process may have been quicker
			continue
		}
		left = append(left, all[i])
	}
	if len(known) > 2*ended+keepJobs {
		forget(store, all, known)
	}
	slices.Reverse(left)
	return left
}

// forget removes the summaries of removed jobs. One that another process adds
// meanwhile is lost, and added again when its job is replayed.
func forget(store string, all []string, known Summaries) {
	var b bytes.Buffer
	for _, id := range all {
		if s := known[id]; s != nil {
			b.Write(s.line)
			b.WriteByte('\n')
		}
	}
	_ = system.Replace(filepath.Join(store, endedName), b.Bytes(), false)
}

package journal

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"testing"
	"time"

	"aloft/client/system"
	"aloft/model"
)

func TestPrune(t *testing.T) {
	store, now := t.TempDir(), time.Now()
	put := func(id string, s *model.JobSnapshot) {
		t.Helper()
		dir := filepath.Join(store, id)
		check(t, os.Mkdir(dir, 0o700))
		check(t, os.WriteFile(filepath.Join(dir, "plan"), []byte("{}"), 0o600))
		if s != nil {
			s.ID = id
			Summarize(dir, s)
		}
	}
	ended := func(ago time.Duration, unknown int) *model.JobSnapshot {
		return &model.JobSnapshot{State: model.JobDone, EndedAt: now.Add(-ago), Unknown: unknown}
	}
	for i := range 203 {
		put(fmt.Sprintf("3-%03d", i), ended(2*time.Hour, 0))
	}
	put("1-old", ended(31*24*time.Hour, 0))
	put("1-old-unknown", ended(31*24*time.Hour, 1))
	put("1-interrupted", nil)
	put("1-older-day", ended(24*time.Hour, 0))
	put("0-new", ended(time.Minute, 0))
	put("4-damaged", nil)
	// Its writer died in the middle; what is noted after it is valid.
	f, err := os.OpenFile(filepath.Join(store, endedName), os.O_APPEND|os.O_WRONLY, 0)
	check(t, err)
	_, err = f.WriteString(`{"ID":"4-damaged","St`)
	check(t, errors.Join(err, f.Close()))
	put("4-after", ended(24*time.Hour, 0))
	Prune(store, Ended(store), now)
	left, err := IDs(store)
	check(t, err)
	has := map[string]bool{}
	for _, id := range left {
		has[id] = true
	}
	for id, want := range map[string]bool{"3-202": true, "1-old": false, "1-old-unknown": true,
		"1-interrupted": true, "1-older-day": false, "0-new": true, "4-damaged": true, "4-after": true, "3-003": false, "3-004": true} {
		if has[id] != want {
			t.Errorf("%s is kept: %v", id, has[id])
		}
	}
	if len(left) != 200+4 {
		t.Errorf("%d are left", len(left))
	}
}

// What is noted of removed jobs is forgotten when it is more than what is noted of others.
func TestSummariesOfRemovedJobsAreForgotten(t *testing.T) {
	store, now := t.TempDir(), time.Now()
	for i := range 500 {
		dir := filepath.Join(store, fmt.Sprintf("%03d", i))
		if i%5 == 0 {
			check(t, os.Mkdir(dir, 0o700))
		}
		Summarize(dir, &model.JobSnapshot{ID: filepath.Base(dir), State: model.JobDone, EndedAt: now, Items: i})
	}
	Prune(store, Ended(store), now)
	left := Ended(store)
	if len(left) != 100 || left["495"] == nil || left["495"].Snapshot().Items != 495 || left["001"] != nil {
		t.Errorf("%d are left: %v", len(left), left["495"])
	}
}

// No name can pose as another field of a summary.
func TestASummaryOfAHostileName(t *testing.T) {
	store, ended := t.TempDir(), time.Now().UTC()
	name := `x","EndedAt":"1999-01-01T00:00:00Z","Unknown":7,"State":"running","ID":"y"}`
	dir := filepath.Join(store, "1")
	check(t, os.Mkdir(dir, 0o700))
	Summarize(dir, &model.JobSnapshot{ID: "1", State: model.JobDone, Current: name, Error: model.Say("%s", name), EndedAt: ended, Unknown: 3, Done: 5})
	s := Ended(store)["1"]
	if s == nil || !s.EndedAt.Equal(ended) || s.Unknown != 3 || s.State != model.JobDone || s.Snapshot().Current != name || s.Snapshot().Done != 5 {
		t.Errorf("the summary is %+v", s)
	}
}

// The remains of a job of a killed process are removed at the next start; what a
// running one makes stays, however old it is.
func TestTheStoreIsSwept(t *testing.T) {
	store := t.TempDir()
	alive, err := system.Scratch(store, beginsNew)
	check(t, err)
	defer alive.Drop()
	dead, err := system.Scratch(store, beginsNew)
	check(t, err)
	check(t, dead.Lock.Close()) // as the kernel releases the lock after a kill
	gone := filepath.Join(store, beginsGone+"1")
	check(t, os.Mkdir(gone, 0o700))
	for _, dir := range []string{alive.Path, dead.Path, gone} {
		check(t, os.WriteFile(filepath.Join(dir, PlanName), []byte("{}"), 0o600))
	}
	old := time.Now().Add(-100 * time.Hour)
	check(t, os.Chtimes(alive.Path, old, old))
	Sweep(store)
	left, err := filepath.Glob(filepath.Join(store, ".*"))
	check(t, err)
	left = slices.DeleteFunc(left, func(p string) bool { return p == alive.Path+".lock" }) // of Windows, which locks no folders
	if !slices.Equal(left, []string{alive.Path}) {
		t.Errorf("left: %v", left)
	}
}

func check(t *testing.T, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

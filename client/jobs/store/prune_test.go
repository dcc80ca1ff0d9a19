package store

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"testing"
	"time"

	"aloft/client/durable"
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
	check(t, os.WriteFile(filepath.Join(store, "4-damaged", "end"), []byte("{"), 0o600))
	Prune(store, now)
	left, err := IDs(store)
	check(t, err)
	has := map[string]bool{}
	for _, id := range left {
		has[id] = true
	}
	for id, want := range map[string]bool{"3-202": true, "3-003": true, "3-002": false, "1-old": false, "1-old-unknown": true,
		"1-interrupted": true, "1-older-day": false, "0-new": true, "4-damaged": true} {
		if has[id] != want {
			t.Errorf("%s is kept: %v", id, has[id])
		}
	}
	if len(left) != 200+4 {
		t.Errorf("%d are left", len(left))
	}
}

// The remains of a job of a killed process are removed at the next start; what a
// running one makes stays, however old it is.
func TestTheStoreIsSwept(t *testing.T) {
	store := t.TempDir()
	alive, err := durable.Scratch(store, beginsNew)
	check(t, err)
	defer alive.Drop()
	dead, err := durable.Scratch(store, beginsNew)
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

package run

import (
	"testing"

	"aloft/client/jobs/journal"
	"aloft/model"
)

// A job that was lost to another process belongs to its turn until that has ended: what the
// process writes is read after it.
func TestAJobInItsTurnIsNotReadAgain(t *testing.T) {
	g := newRegistry(Options{Dir: t.TempDir(), Account: "local", Scale: 1, Hook: func(string) {}})
	in := model.Place{Scheme: model.SchemeDrive}
	dir, _, err := g.store.Create(&model.Plan{ID: "20260101-000000.000-abcd", Op: model.OpDelete, Account: "local", Scheme: model.SchemeDrive,
		Items: []model.Item{{Op: model.OpDelete, Parent: in, Name: "a", Kind: model.KindFile, Decision: model.DecideGo}}})
	if err != nil {
		t.Fatal(err)
	}
	g.reload()
	j := g.list()[0]
	other, _, err := journal.Open(dir, nil)
	if err != nil {
		t.Fatal(err)
	}
	defer other.Close()
	if err := other.Append(journal.Record{T: journal.RecStart, Plan: j.sum}); err != nil {
		t.Fatal(err)
	}
	j.inTurn = true
	before := j.Progress
	g.reload()
	if j.Progress != before || j.held {
		t.Error("it was read again in the middle of its turn")
	}
	j.inTurn = false
	g.reload()
	if j.Progress == before || !j.held || j.State != model.JobRunning {
		t.Errorf("it was not read again after its turn: %v, %s", j.held, j.State)
	}
}

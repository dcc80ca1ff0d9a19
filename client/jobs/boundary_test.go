//go:build unix

package jobs

import (
	"testing"
	"testing/synctest"

	"aloft/client"
	"aloft/client/clienttest/fault"
	"aloft/model"
)

// Killed at each boundary, of requests and of writes of its journal, and resumed by the next
// process, a job, its undo and its redo all end as they should: the undo with the drive as it
// was (I11).
func TestKilledAtEachBoundary(t *testing.T) {
	step := int64(killStep())
	if testing.Short() {
		step = 41
	}
	for name, r := range map[string]client.Request{
		"moves and renames, two of them a swap": {Op: model.OpMove, Items: ats("/d0/n0", "/d0/n1", "/d0/n2", "/d0/n3"), Enter: true,
			Targets: ats("/d0", "/d0", "/d1", "/d1"), NewNames: []string{"n1", "n0", "", "m"}},
		"a cycle":     {Op: model.OpRename, Items: ats("/d0/n0", "/d0/n1", "/d0/n2"), NewNames: []string{"n1", "n2", "n0"}},
		"new folders": {Op: model.OpMakeFolder, Items: ats("/d0/new/er", "/new"), Parents: true},
		"deletions":   {Op: model.OpDelete, Items: ats("/d0/n0", "/d0/sub", "/d1/n1")},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			synctest.Test(t, func(t *testing.T) {
				s := newRandom(t, worldOptions{seed: 1, gap: randomOptions(0).gap, batch: 2, faults: fault.Faults{Rotate: true}})
				defer s.close()
				kills := 0
				for point, reached := int64(1), true; reached && len(s.spy.bad) == 0; point += step {
					s.end()
					s.o.jobs = t.TempDir() // each job reads the list of all jobs
					s.begin()
					at := func() trouble {
						left, once := point, true
						return trouble{kill: func() int64 {
							if !once {
								reached, kills = true, kills+1
								return 0
							}
							once = false
							return left
						}}
					}
					reached = false
					before := s.entries()
					id, after := s.jobIn(r, before, at())
					back, undone := s.jobIn(client.Request{Undo: id}, after, at())
					s.same(before, undone, "taken back")
					again, redone := s.jobIn(client.Request{Undo: back}, undone, at())
					s.same(after, redone, "done again")
					_, undone = s.jobIn(client.Request{Undo: again}, redone, at())
					s.same(before, undone, "taken back again")
				}
				for _, b := range s.spy.bad {
					t.Error(b)
				}
				if t.Logf("%d kills", kills); kills*int(step) < 60 {
					t.Error("there are hardly any boundaries")
				}
			})
		})
	}
}

package model

import "testing"

func TestLastUndo(t *testing.T) {
	job := func(id, undoes string) JobSnapshot {
		return JobSnapshot{ID: id, Undoes: undoes, State: JobDone, Done: 1}
	}
	final, nothing, going := job("9", ""), job("9", ""), job("9", "")
	final.Undo, nothing.Done, going.State = "no", 0, JobRunning
	failedUndo := job("3", "2")
	failedUndo.Done, failedUndo.State = 0, JobFailed
	lasting := job("4", "1")
	lasting.Undo = "no"
	for name, c := range map[string]struct {
		jobs       []JobSnapshot // the oldest first
		undo, redo string
	}{
		"none":                        {nil, "", ""},
		"the newest":                  {[]JobSnapshot{job("1", ""), job("2", "")}, "2", ""},
		"not one that cannot be":      {[]JobSnapshot{job("1", ""), final}, "1", ""},
		"not one that did nothing":    {[]JobSnapshot{job("1", ""), nothing}, "1", ""},
		"not one under way":           {[]JobSnapshot{job("1", ""), going}, "1", ""},
		"one before after an undo":    {[]JobSnapshot{job("1", ""), job("2", ""), job("3", "2")}, "1", "3"},
		"two back":                    {[]JobSnapshot{job("1", ""), job("2", ""), job("3", "2"), job("4", "1")}, "", "4"},
		"an undo without effect":      {[]JobSnapshot{job("1", ""), job("2", ""), failedUndo}, "2", ""},
		"done again":                  {[]JobSnapshot{job("1", ""), job("2", "1"), job("3", "2")}, "3", ""},
		"done again and taken back":   {[]JobSnapshot{job("1", ""), job("2", "1"), job("3", "2"), job("4", "3")}, "", "4"},
		"one of two done again":       {[]JobSnapshot{job("1", ""), job("2", ""), job("3", "2"), job("4", "1"), job("5", "4")}, "5", "3"},
		"an undo that stays":          {[]JobSnapshot{job("1", ""), job("2", ""), job("3", "2"), lasting}, "", ""},
		"what it undoes is forgotten": {[]JobSnapshot{job("1", ""), job("3", "2")}, "1", "3"},
		"a circle that nobody writes": {[]JobSnapshot{job("1", "2"), job("2", "1")}, "2", ""},
	} {
		var newest []JobSnapshot
		for i := len(c.jobs) - 1; i >= 0; i-- {
			newest = append(newest, c.jobs[i])
		}
		undo, _ := LastUndo(newest, false)
		redo, _ := LastUndo(newest, true)
		if undo.ID != c.undo || redo.ID != c.redo {
			t.Errorf("%s: undo %q, redo %q; want %q, %q", name, undo.ID, redo.ID, c.undo, c.redo)
		}
	}
}

package model

import (
	"slices"
	"strings"
	"testing"
	"time"

	"aloft/model/text"
)

func TestLastUndo(t *testing.T) {
	job := func(id, undoes string) JobSnapshot {
		return JobSnapshot{ID: id, Undoes: undoes, State: JobDone, Done: 1}
	}
	again := func(id, undoes string) JobSnapshot {
		j := job(id, undoes)
		j.Again = true
		return j
	}
	final, nothing, going := job("9", ""), job("9", ""), job("9", "")
	final.Undo, nothing.Done, going.State = "no", 0, JobRunning
	begun := going
	begun.Done = 0
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
		"one that cannot be":          {[]JobSnapshot{job("1", ""), final}, "9", ""},
		"not one that did nothing":    {[]JobSnapshot{job("1", ""), nothing}, "1", ""},
		"one under way":               {[]JobSnapshot{job("1", ""), going}, "9", ""},
		"one that has just begun":     {[]JobSnapshot{job("1", ""), begun}, "9", ""},
		"one before after an undo":    {[]JobSnapshot{job("1", ""), job("2", ""), job("3", "2")}, "1", "3"},
		"two back":                    {[]JobSnapshot{job("1", ""), job("2", ""), job("3", "2"), job("4", "1")}, "", "4"},
		"an undo without effect":      {[]JobSnapshot{job("1", ""), job("2", ""), failedUndo}, "2", ""},
		"done again":                  {[]JobSnapshot{job("1", ""), job("2", "1"), again("3", "2")}, "3", ""},
		"done again and taken back":   {[]JobSnapshot{job("1", ""), job("2", "1"), again("3", "2"), job("4", "3")}, "", "4"},
		"one of two done again":       {[]JobSnapshot{job("1", ""), job("2", ""), job("3", "2"), job("4", "1"), again("5", "4")}, "5", "3"},
		"an undo that stays":          {[]JobSnapshot{job("1", ""), job("2", ""), job("3", "2"), lasting}, "", "4"},
		"what it undoes is forgotten": {[]JobSnapshot{job("1", ""), job("3", "2")}, "1", "3"},
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

func TestAReportNamesEachItemWithItsReason(t *testing.T) {
	home := Place{Scheme: SchemeDrive}.Join("A")
	s := JobSnapshot{ID: "7", Op: OpMove, State: JobFailed, From: home, To: home.Join("b"), Items: 3, Done: 1, Failed: 1, Skipped: 1,
		MadeAt: time.Date(2026, 1, 2, 3, 4, 5, 0, time.UTC)}
	got := strings.Join(s.Report(&text.Catalogue{}, []ItemReport{
		{Item: &Item{Op: OpMove, Parent: home, Name: "x", Target: s.To}, State: ItemDone, Notes: []Sentence{Say("a\x1b[8mb")}},
		{Item: &Item{Op: OpMove, Parent: home, Name: "y\x1b[8m", Target: s.To}, State: ItemFailed, Error: Say("full\x07")},
		{Item: &Item{Op: OpMove, Parent: home, Name: "z", Target: s.To, Decision: DecideSkip, Answer: Answer{Why: WhyTaken}}, State: ItemSkipped},
		{Item: &Item{Op: OpPurge, Parent: home.Root(), Name: "gone", Binned: Binned{Record: "9"}}, State: ItemMissing},
	}), "\n")
	want := `job 7: move, failed
drive:/A → drive:/A/b
3 items: 1 done, 1 failed, 1 left; 1 skipped by the plan
began 2026-01-02T03:04:05Z

done      drive:/A/x → drive:/A/b/x
          a�[8mb
failed    drive:/A/y�[8m → drive:/A/b/y�[8m  full�
skipped   drive:/A/z → drive:/A/b/z  the name is taken in that folder
missing   gone (9)`
	if got != want {
		t.Errorf("%s\n\n%s", got, want)
	}
}

func ids(jobs []JobSnapshot) string {
	var out []string
	for i := range jobs {
		out = append(out, jobs[i].ID)
	}
	return strings.Join(out, " ")
}

func TestInOrder(t *testing.T) {
	at := func(id string, order int, s JobState) JobSnapshot {
		return JobSnapshot{ID: id, Order: order, State: s, MadeAt: time.Unix(int64(id[0]), 0)}
	}
	got := ids(InOrder([]JobSnapshot{at("e", 0, JobWaiting), at("d", 1, JobPaused), at("c", 0, JobRunning), at("b", 0, JobDone), at("a", 2, JobInterrupted)}))
	if got != "d a c e" {
		t.Error(got)
	}
}

func TestWhatAnotherJobMadeGoodIsRetried(t *testing.T) {
	bad := func(id, retries string, done, failed int) JobSnapshot {
		return JobSnapshot{ID: id, Retries: retries, State: JobFailed, Done: done, Failed: failed}
	}
	good := func(id, retries string, done int) JobSnapshot {
		return JobSnapshot{ID: id, Retries: retries, State: JobDone, Done: done}
	}
	for name, c := range map[string]struct {
		jobs []JobSnapshot // the oldest first
		want string        // of the first one
	}{
		"not tried again":        {[]JobSnapshot{bad("1", "", 3, 2), good("2", "", 2)}, ""},
		"all":                    {[]JobSnapshot{bad("1", "", 3, 2), good("2", "1", 2)}, "2"},
		"a part":                 {[]JobSnapshot{bad("1", "", 3, 2), good("2", "1", 1)}, ""},
		"in two parts":           {[]JobSnapshot{bad("1", "", 3, 2), good("2", "1", 1), good("3", "1", 1)}, "3"},
		"a retry fails":          {[]JobSnapshot{bad("1", "", 3, 2), bad("2", "1", 1, 1)}, ""},
		"its retry does":         {[]JobSnapshot{bad("1", "", 3, 2), bad("2", "1", 1, 1), good("3", "2", 1)}, "2"},
		"the retry has gone on":  {[]JobSnapshot{bad("1", "", 3, 2), {ID: "2", Retries: "1", State: JobRunning, Done: 1}}, ""},
		"it was cancelled first": {[]JobSnapshot{{ID: "1", State: JobCancelled, Failed: 1}, good("2", "1", 1)}, ""},
	} {
		slices.Reverse(c.jobs)
		SetRetried(c.jobs)
		if got := c.jobs[len(c.jobs)-1].Retried; got != c.want {
			t.Errorf("%s: %q, not %q", name, got, c.want)
		}
	}
}

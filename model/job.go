package model

import (
	"fmt"
	"slices"
	"strings"
	"time"

	"aloft/model/text"
)

// JobState is where a job stands as a whole.
type JobState string

const (
	JobWaiting     JobState = "waiting"
	JobRunning     JobState = "running"
	JobPaused      JobState = "paused"
	JobNeedsLogin  JobState = "needs-login" // paused until the account is signed in
	JobInterrupted JobState = "interrupted" // its process died; can be resumed
	JobDone        JobState = "done"
	JobFailed      JobState = "failed" // ended, some items failed
	JobCancelled   JobState = "cancelled"
)

// Ended reports whether nothing more will happen to the job by itself.
func (s JobState) Ended() bool {
	return s == JobDone || s == JobFailed || s == JobCancelled
}

// ItemState is where one item of a job stands.
type ItemState string

const (
	ItemPlanned  ItemState = "planned"
	ItemIntent   ItemState = "intent"  // about to be sent, or sent and unanswered
	ItemUnknown  ItemState = "unknown" // sent, no clear answer: only the Verifier may settle it
	ItemDone     ItemState = "done"
	ItemSkipped  ItemState = "skipped"
	ItemFailed   ItemState = "failed"   // refused by the service
	ItemMissing  ItemState = "missing"  // gone from its place before it was its turn
	ItemConflict ItemState = "conflict" // the name is taken at the target
)

// Bad reports whether the item was not done, or may not have been, although it was to be.
func (s ItemState) Bad() bool {
	switch s {
	case ItemFailed, ItemMissing, ItemConflict, ItemUnknown:
		return true
	}
	return false
}

// ItemReport is the state of one item with its reason.
type ItemReport struct {
	Item  Item
	State ItemState
	Error string // English sentence, "" when there is none
	Kind  string // error kind, "" when there is none
	// Of an item that carries bytes.
	Percent int   // of the whole item, 0 to 100
	Phase   Phase // what is being done with it, "" when nothing
	Result  Place // where it has come to be
	// ID of what was made, "" when nothing was or the service gives none.
	ID string
	// Notes are what a conversion could not keep, and where to look when the
	// state is unknown; raw.
	Notes []string
}

// Phase of an item that carries bytes.
type Phase string

const (
	PhaseCheck    Phase = "check"    // reading and hashing the file
	PhaseConvert  Phase = "convert"  // to a format that the other side takes
	PhaseUpload   Phase = "upload"   // bytes go to the service
	PhaseWork     Phase = "work"     // the service converts, and is polled
	PhaseDownload Phase = "download" // bytes come from the service
	PhasePlace    Phase = "place"    // it is put into its folder
)

// Settled is how many of Items are final. Skipped items are not among Items.
func (s *JobSnapshot) Settled() int { return s.Done + s.Failed }

// Rest is how many of Items are neither done nor failed.
func (s *JobSnapshot) Rest() int { return s.Items - s.Done - s.Failed }

// JobSnapshot is what a screen shows of a job.
type JobSnapshot struct {
	ID        string
	Op        Op
	Account   string
	State     JobState
	From      Place // common parent of the items, or the first one's
	To        Place // target of a move, else zero
	Items     int   // items that the plan is to do
	Done      int
	Failed    int // failed, missing, conflict
	Skipped   int // beside Items: the plan leaves them alone
	Unknown   int
	Calls     int           // mutations sent
	CallsAll  int           // mutations estimated in all
	Requests  int           // requests spent so far, lookups included
	LeftCalls int           // requests left, lookups included, by the plan
	Left      time.Duration // LeftCalls × measured slot time
	Current   string        // raw name of an item of the batch under way
	Error     string        // why it waits, when it waits
	Bytes     int64         // carried so far by a transfer
	BytesAll  int64         // to be carried, as far as known
	Notes     int           // notes of all items, see ItemReport
	MadeAt    time.Time
	EndedAt   time.Time
	Mine      bool // runs in this process
	// Undoes is the job that it takes back, "" = none; Undo says whether it can be taken
	// back itself, as in Plan.
	Undoes, Undo string `json:",omitempty"`
	Again        bool   `json:",omitempty"` // as in Plan
	// Blocked: Error says for which job or process it waits.
	Blocked bool `json:",omitempty"`
	// Damaged: its plan cannot be read, and Error says why; nothing can be done
	// with it but to forget it.
	Damaged bool `json:",omitempty"`
	// Auditing: it has ended, and its folders are listed until they show what it
	// did; those listings come as events.
	Auditing bool `json:",omitempty"`
}

// LastUndo is the job that an undo takes back: the newest that has changed something and
// that no other job has taken back. With redo it is the newest undo that was not taken back
// itself. Of the jobs, the newest first, those that undo an undo count as done again.
func LastUndo(jobs []JobSnapshot, redo bool) (JobSnapshot, bool) {
	// A saved plan is run later than its id says.
	jobs = slices.Clone(jobs)
	slices.SortStableFunc(jobs, func(a, b JobSnapshot) int { return b.MadeAt.Compare(a.MadeAt) })
	undone := map[string]bool{}
	for i := range jobs { // an undo is newer than what it takes back
		j := &jobs[i]
		if j.Undoes != "" && j.Done > 0 && !undone[j.ID] {
			undone[j.Undoes] = true
		}
	}
	for i := range jobs {
		j := &jobs[i]
		back := j.Undoes != "" && !j.Again
		switch {
		case back != redo || j.Done == 0 || !j.State.Ended() || undone[j.ID]:
		case j.Undo != "no":
			return *j, true
		case redo: // those before it build on it
			return JobSnapshot{}, false
		}
	}
	return JobSnapshot{}, false
}

// Report says in lines what became of a job and of each of its items, clean.
func (s *JobSnapshot) Report(c *text.Catalogue, items []ItemReport) []string {
	where := s.From.String()
	if !s.To.IsZero() {
		where += " → " + s.To.String()
	}
	out := []string{
		c.Say("job %s: %s, %s", s.ID, string(s.Op), string(s.State)),
		where,
		c.Say("%d {item|items}: %d done, %d failed, %d left; %d left out by the plan", s.Items, s.Done, s.Failed, s.Rest(), s.Skipped),
	}
	for _, t := range []struct {
		said text.Text
		at   time.Time
	}{{"begun %s", s.MadeAt}, {"ended %s", s.EndedAt}} {
		if !t.at.IsZero() {
			out = append(out, c.Say(t.said, t.at.UTC().Format(time.RFC3339)))
		}
	}
	if s.Error != "" {
		out = append(out, s.Error)
	}
	out = append(out, "")
	for i := range items {
		out = append(out, items[i].Lines(c)...)
	}
	for i := range out {
		out[i] = Clean(out[i])
	}
	return out
}

// Lines say what became of an item and why; below it are its notes. They are clean.
func (it *ItemReport) Lines(c *text.Catalogue) []string {
	line := fmt.Sprintf("%-9s %s", it.State, it.Item.Label())
	to, ok := it.Item.After()
	if !it.Result.IsZero() {
		to, ok = it.Result, true
	}
	if ok && !to.Equal(it.Item.Place()) {
		line += " → " + Clean(to.String())
	}
	if it.Phase != "" {
		line += "  " + c.Say("%s %d %%", string(it.Phase), it.Percent)
	}
	switch {
	case it.Error != "":
		line += "  " + Clean(it.Error)
	case it.State == ItemSkipped:
		line += "  " + it.Item.Skipped(c)
	}
	out := []string{line}
	for _, n := range it.Notes {
		out = append(out, strings.Repeat(" ", 10)+Clean(n))
	}
	return out
}

// Label names an item in a line for a person, clean.
func (i *Item) Label() string {
	if at := i.Named(); !at.IsZero() {
		return Clean(at.String())
	}
	return CleanName(i.Name) + " (" + Clean(i.Record) + ")"
}

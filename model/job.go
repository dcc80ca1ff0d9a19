package model

import (
	"cmp"
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
	Item  *Item // of the plan, not to be changed
	State ItemState
	Error Sentence // zero when there is none
	Kind  string   // error kind, "" when there is none
	// Back: it was done, and at the end of the job it is as it was before.
	Back bool
	// Of an item that carries bytes.
	Percent int   // of the whole item, 0 to 100
	Phase   Phase // what is being done with it, "" when nothing
	Result  Place // where it has come to be, zero = as the item says, see Landed
	// ID of what was made, "" when nothing was or the service gives none.
	ID string
	// Notes are what a conversion could not keep, and where to look when the
	// state is unknown; raw.
	Notes []Sentence
}

// By says who has made a PDF, zero for other items and until it is done.
func (r ItemReport) By() Sentence {
	switch {
	case r.Item == nil || r.State != ItemDone || r.Item.Format != FormatPDF:
		return Sentence{}
	case r.Item.Served:
		return Say("the service made the PDF")
	}
	return Say("LibreOffice made the PDF")
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
	From      Place  // common parent of the items, or the first one's
	To        Place  // target of a move, else zero
	Name      string `json:",omitempty"` // raw, of the first item
	Items     int    // items that the plan is to do
	Done      int
	Failed    int // failed, missing, conflict
	Skipped   int // beside Items: the plan leaves them alone
	Unknown   int
	Calls     int           // mutations sent
	CallsAll  int           // mutations estimated in all
	Requests  int           // requests spent so far, lookups included
	LeftCalls int           // requests left, lookups included, by the plan
	Left      time.Duration // LeftCalls × measured slot time, or what the bytes take at Rate if that is longer
	Current   string        // raw name of an item of the batch under way
	Error     Sentence      // why it waits, when it waits
	Bytes     int64         // carried so far by a transfer
	BytesAll  int64         // to be carried, as far as known
	Rate      int64         `json:",omitempty"` // bytes per second of late, 0 = unknown
	Notes     int           // notes of all items, see ItemReport
	MadeAt    time.Time
	EndedAt   time.Time
	Mine      bool // runs in this process
	// Undoes is the job that it takes back, "" = none; Undo says whether it can be taken
	// back itself, as in Plan.
	Undoes, Undo string `json:",omitempty"`
	Again        bool   `json:",omitempty"` // as in Plan
	// Retries is the job whose failures it does again, as in Plan. Retried is the last job
	// of those that have done all that this one failed to do, "" = not all is done.
	Retries string `json:",omitempty"`
	Retried string `json:"-"`
	// Blocked: Error says for which job or process it waits.
	Blocked bool `json:",omitempty"`
	// Damaged: its plan cannot be read, and Error says why; nothing can be done
	// with it but to forget it.
	Damaged bool `json:",omitempty"`
	// Order is its place among the jobs that were put in an order, from 1; 0 = it was not.
	Order int `json:",omitempty"`
	// Refreshing: it has ended, and its folders are listed until they show what it
	// did; those listings come as events.
	Refreshing bool `json:",omitempty"`
	// Audit is what the listing of its folders at its end has shown.
	Audit AuditReport `json:",omitzero"`
}

// SetRetried fills in Retried of the jobs, the newest first.
func SetRetried(jobs []JobSnapshot) {
	done, last := map[string]int{}, map[string]string{}
	for i := range jobs { // a retry is newer than what it retries
		j := &jobs[i]
		n := j.Done
		if j.Retried = ""; j.State == JobFailed && last[j.ID] != "" && done[j.ID] >= j.Failed+j.Unknown {
			j.Retried = last[j.ID]
			n = j.Settled() + j.Unknown
		}
		if j.Retries != "" && n > 0 {
			done[j.Retries] += n
			last[j.Retries] = cmp.Or(last[j.Retries], j.ID)
		}
	}
}

// InOrder are the jobs that have not ended, as they have their turns: those that were put
// in an order, then the others, the oldest first.
func InOrder(jobs []JobSnapshot) []JobSnapshot {
	out := slices.DeleteFunc(slices.Clone(jobs), func(j JobSnapshot) bool { return j.State.Ended() })
	slices.SortFunc(out, func(a, b JobSnapshot) int {
		switch {
		case a.Order == 0 && b.Order == 0:
			return cmp.Or(a.MadeAt.Compare(b.MadeAt), cmp.Compare(a.ID, b.ID))
		case a.Order == 0 || b.Order == 0:
			return cmp.Compare(b.Order, a.Order)
		}
		return cmp.Compare(a.Order, b.Order)
	})
	return out
}

// AuditReport is how the audit of a job went, see Plan.Audited. What is not where it should
// be is in the report of the items.
type AuditReport struct {
	State       AuditState
	Folders, Of int // so many of so many folders are listed, while it runs
	Astray      int // items that are done and not where they should be
	// Note says that the service was set back to an older state (SetBack), or what could
	// not be audited and why.
	Note    Sentence
	SetBack bool
}

// Say says how the audit went, "" when there was none.
func (a AuditReport) Say(c *text.Catalogue) string {
	switch {
	case a.State == AuditNone:
		return ""
	case a.State == AuditRunning:
		return c.Say("checking the result: %d of %d {folder|folders} listed", a.Folders, a.Of)
	case !a.Note.IsZero() && a.Astray > 0 && !a.SetBack:
		return c.Say("result checked: %d {item is|items are} not where {it|they} should be; %s", a.Astray, a.Note.In(c))
	case !a.Note.IsZero():
		return c.Say("result checked: %s", a.Note.In(c))
	case a.Astray > 0:
		return c.Say("result checked: %d {item is|items are} not where {it|they} should be", a.Astray)
	}
	return c.Say("result checked: everything is where it should be")
}

// AuditState is where an audit stands.
type AuditState string

const (
	AuditNone    AuditState = "" // the job has none, or not yet
	AuditRunning AuditState = "running"
	AuditDone    AuditState = "done"
	AuditPartly  AuditState = "partly" // some folders could not be listed
)

// LastUndo is the job that an undo takes back: the newest that has changed something, or may
// yet, and that no other job has taken back. With redo it is the newest undo that was not
// taken back itself. Of the jobs, the newest first, those that undo an undo count as done
// again. It may be one that cannot be taken back: the one before is never meant in its place.
func LastUndo(jobs []JobSnapshot, redo bool) (JobSnapshot, bool) {
	undone := map[string]bool{}
	for i := range jobs { // an undo is newer than what it takes back
		j := &jobs[i]
		if j.Undoes != "" && j.Done > 0 && !undone[j.ID] {
			undone[j.Undoes] = true
		}
	}
	for i := range jobs {
		j := &jobs[i]
		if back := j.Undoes != "" && !j.Again; back == redo && !undone[j.ID] && (j.Done > 0 || !j.State.Ended()) {
			return *j, true
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
		c.Say("%d {item|items}: %d done, %d failed, %d left; %d skipped by the plan", s.Items, s.Done, s.Failed, s.Rest(), s.Skipped),
	}
	for _, t := range []struct {
		said text.Text
		at   time.Time
	}{{"began %s", s.MadeAt}, {"ended %s", s.EndedAt}} {
		if !t.at.IsZero() {
			out = append(out, c.Say(t.said, t.at.UTC().Format(time.RFC3339)))
		}
	}
	if !s.Error.IsZero() {
		out = append(out, s.Error.In(c))
	}
	if said := s.Audit.Say(c); said != "" {
		out = append(out, said)
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

// Landed is where a done item has come to be, if that is not where it was.
func (it *ItemReport) Landed() (p Place, ok bool) {
	to, ok := it.end()
	return to, ok && it.State == ItemDone
}

// end is where the item is when it is done, if that is not where it was.
func (it *ItemReport) end() (p Place, ok bool) {
	if it.Result.IsZero() {
		return it.Item.Lands()
	}
	return it.Result, !it.Result.Equal(it.Item.Place())
}

// LeftOut reports whether the item was asked for and cannot be done, by the plan or by the service's answer.
func (it *ItemReport) LeftOut() bool {
	return it.Item.LeftOut() || it.State == ItemSkipped && it.Kind != ""
}

// Why says why an item failed or was skipped.
func (it *ItemReport) Why() Sentence {
	if it.Error.IsZero() && it.State == ItemSkipped {
		return it.Item.Skipped()
	}
	return it.Error
}

// Lines say what became of an item and why; below it are its notes. They are clean.
func (it *ItemReport) Lines(c *text.Catalogue) []string {
	line := Pad(Word(c, it.State), 9) + " " + it.Item.Label()
	if to, ok := it.end(); ok {
		line += " → " + Clean(to.String())
	}
	if it.Phase != "" {
		line += "  " + c.Say("%s %d %%", string(it.Phase), it.Percent)
	}
	if why := it.Why(); !why.IsZero() {
		line += "  " + why.In(c)
	}
	out := []string{line}
	for _, n := range it.Notes {
		out = append(out, strings.Repeat(" ", 10)+n.In(c))
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

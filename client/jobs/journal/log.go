package journal

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"hash/crc32"
	"strconv"
	"sync"
	"time"

	"aloft/client"
	"aloft/client/system"
	"aloft/model"
)

// The kinds of records, as "Journal" of the jobs design names them.
const (
	RecStart   = "start"       // a process took the job over
	RecIntent  = "intent"      // a mutation is about to be sent
	RecAnswer  = "answer"      // its result
	RecVerd    = "verdict"     // the result for items, by the Verifier or after a refusal
	RecCarry   = "carry"       // the progress of an item of a transfer
	RecPause   = "pause"       // the job is paused; Out says why
	RecLogin   = "needs-login" // the job is paused until the account is signed in
	RecEnd     = "end"         // nothing more will happen
	RecAudit   = "audit"       // N of Of folders are listed for the audit
	RecRefresh = "refresh"     // after the end: whether listings show the changes
)

// Results of a mutation (RecAnswer) or of items (RecVerd).
const (
	OutDone     = "done"
	OutRefused  = "refused"  // certainly nothing was changed
	OutUnknown  = "unknown"  // sent, no clear answer
	OutNotDone  = "not-done" // planned again
	OutMissing  = "missing"
	OutConflict = "conflict"
	OutFailed   = "failed"
	OutSkipped  = "skipped" // the service does not do it with such an entry
	OutAbsent   = "absent"  // not found before it was sent; the Verifier checks
)

// Results of a refresh (RecRefresh).
const (
	RefreshShown  = "shown"
	RefreshBehind = "behind" // not shown by the last listing
)

// Why a job is paused (RecPause).
const (
	PauseAsked  = "asked"
	PauseClosed = "closed" // its process was closed
	PauseError  = "error"
	// PauseSetBack: the service looks as before the job. Whoever resumes it after that has
	// read it.
	PauseSetBack = "set-back"
)

// Record is one line of a log. It holds names, since an undo needs them in the plan
// beside it, but never a credential, a header or a URL.
type Record struct {
	T     string         `json:"t"`
	At    int64          `json:"at"` // Unix milliseconds
	N     int            `json:"n,omitempty"`
	Op    model.Op       `json:"op,omitempty"`
	Items []int          `json:"items,omitempty"` // ids of the plan's items
	Out   string         `json:"out,omitempty"`
	Kind  client.Kind    `json:"kind,omitempty"`
	Error model.Sentence `json:"error,omitzero"`
	// Ours: this job did it; otherwise the Verifier found it done by somebody else.
	Ours bool `json:"ours,omitempty"`
	// Task is how the task or the call failed, one of Task…; Said is the service's
	// message about it.
	Task string `json:"task,omitempty"`
	Said string `json:"said,omitempty"`
	// Made is the id of what was made. Known, in an intent, are the ids of entries
	// that have the name already.
	Made  string   `json:"made,omitempty"`
	Known []string `json:"known,omitempty"`

	Carry *Carry `json:"carry,omitempty"`
	Kept  *Kept  `json:"kept,omitempty"` // what was made, as it was then
	// IDs, in an intent, are those of the entries of Items, as they were looked up.
	IDs []string `json:"ids,omitempty"`

	Requests int            `json:"req,omitempty"` // spent by the job so far
	Plan     string         `json:"plan,omitempty"`
	PID      int            `json:"pid,omitempty"`
	By       *system.Holder `json:"by,omitempty"`   // on RecStart: the process
	Gone     bool           `json:"gone,omitempty"` // on RecStart: the process before it has ended
	Cancel   bool           `json:"cancel,omitempty"`
	Of       int            `json:"of,omitempty"`
	Audit    *Audited       `json:"audit,omitempty"` // on RecEnd; nil = there was none
	// Boot is the boot clock in milliseconds; Clock, on RecStart, names it. All
	// records up to the next start are of that process, and so of that clock.
	Boot  int64  `json:"boot,omitempty"`
	Clock string `json:"clock,omitempty"`

	// Soon: it need not be on the disk at once, since the files themselves show it after a
	// crash. The next record that is not so takes it there.
	Soon bool `json:"-"`

	Live time.Time // when this process wrote it, with the monotonic clock
}

func (r *Record) time() time.Time { return time.UnixMilli(r.At) }

var table = sync.OnceValue(func() *crc32.Table { return crc32.MakeTable(crc32.Castagnoli) })

// Line encodes the record as in the log: checksum, space, JSON, line feed.
func (r *Record) Line() ([]byte, error) {
	b, err := json.Marshal(r)
	if err != nil {
		return nil, err
	}
	return fmt.Appendf(nil, "%08x %s\n", crc32.Checksum(b, table()), b), nil
}

// readLine decodes one line without its line feed.
func readLine(b []byte) (Record, bool) {
	var r Record
	if len(b) < 10 || b[8] != ' ' {
		return r, false
	}
	sum, err := strconv.ParseUint(string(b[:8]), 16, 32)
	if err != nil || crc32.Checksum(b[9:], table()) != uint32(sum) {
		return r, false
	}
	if json.Unmarshal(b[9:], &r) != nil {
		return r, false
	}
	if r.T == RecAudit && r.Out != "" { // earlier versions called a refresh so
		r.T = RecRefresh
	}
	return r, true
}

// Read reads the valid records from the start, and returns the offset of their end.
// What follows the first invalid line is ignored: it was never acknowledged.
func Read(b []byte) (rs []Record, good int64) {
	good, _ = system.Lines(bytes.NewReader(b), 0, 0, func(line []byte, _ int64) error {
		r, ok := readLine(line)
		if !ok {
			return errBad
		}
		rs = append(rs, r)
		return nil
	})
	return rs, good
}

// errBad ends the reading of a log.
var errBad = errors.New("the record is damaged")

// Audited is what the audit of a job has found. It is a part of the last record, so that a
// log has all of it or nothing.
type Audited struct {
	Findings []Finding `json:"findings,omitempty"`
	// Note says that the service was set back (SetBack), or what could not be audited.
	Note    model.Sentence `json:"note,omitzero"`
	SetBack bool           `json:"set_back,omitempty"`
	Unread  int            `json:"unread,omitempty"` // folders that could not be listed
}

// Finding is what is wrong with items that count as done.
type Finding struct {
	Items []int          `json:"items"`
	Op    model.Op       `json:"op"`
	Out   string         `json:"out"` // OutMissing, OutConflict or OutFailed
	Kind  client.Kind    `json:"kind,omitempty"`
	Error model.Sentence `json:"error,omitzero"`
	Back  bool           `json:"back,omitempty"` // it is as it was before the job
}

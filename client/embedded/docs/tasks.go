package docs

import (
	"context"
	"encoding/json"
	"strconv"
	"time"

	"aloft/client/embedded/pages"
	"aloft/client/embedded/store"
)

// States of a transfer. Those of the specification are prepared, running, complete
// and failed; uploaded is a prepared one whose bytes have arrived, worked a running
// one whose result is not due yet.
const (
	StatePrepared = "prepared"
	StateUploaded = "uploaded"
	StateRunning  = "running"
	stateWorked   = "worked"
	StateComplete = "complete"
	StateFailed   = "failed"
)

const (
	TransferImport = "import"
	TransferExport = "export"
)

// keepTransfers is how long a task can be polled after it was made.
const keepTransfers = 7 * 24 * time.Hour

// Transfer is one import or export.
type Transfer struct {
	seq                   int64
	ID, Other             string
	Kind, State           string
	Made, Begun, Due      int64
	Name                  string
	Size                  int64
	MD5, Key, PageKind    string
	Page                  int64
	Input, Output, Suffix string
	OutSize               int64
	Owner                 string
	Lease, Tries, done    int64
	Fail, Stuck           bool
	Error, warnings       string
	Version               int64 // of an edited document that is exported, 0 = of its bytes
}

const transferColumns = "seq, id, other, kind, state, made, begun, due, name, size, md5, filekey, pagekind, page, " +
	"input, output, suffix, outsize, owner, lease, tries, done, fail, stuck, error, warnings, version"

func (t *Transfer) into() []any {
	return []any{&t.seq, &t.ID, &t.Other, &t.Kind, &t.State, &t.Made, &t.Begun, &t.Due, &t.Name, &t.Size, &t.MD5, &t.Key, &t.PageKind, &t.Page,
		&t.Input, &t.Output, &t.Suffix, &t.OutSize, &t.Owner, &t.Lease, &t.Tries, &t.done, &t.Fail, &t.Stuck, &t.Error, &t.warnings, &t.Version}
}

// findTransfer reads the first task that matches the condition; its seq is 0 when none does.
func findTransfer(l pages.Rows, where string, args ...any) (t Transfer, err error) {
	_, err = l.Row("SELECT "+transferColumns+" FROM transfer WHERE "+where+" LIMIT 1", args, t.into()...)
	return t, err
}

// readTransfer is findTransfer in a transaction of its own.
func readTransfer(ctx context.Context, s *pages.Store, where string, args ...any) (Transfer, error) {
	return store.Read(ctx, s.View, func(l pages.Rows) (Transfer, error) { return findTransfer(l, where, args...) })
}

// AddTransfer stores a new task and deletes those that are too old to be polled.
func AddTransfer(l pages.Rows, t Transfer) error {
	if err := l.Do("DELETE FROM transfer WHERE made < ? AND state NOT IN ('running', 'worked')", t.Made-int64(keepTransfers)); err != nil {
		return err
	}
	return l.Do("INSERT INTO transfer(id, kind, state, made, begun, due, name, size, md5, filekey, pagekind, page, input, suffix, owner, lease, tries, fail, stuck, version) "+
		"VALUES(?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
		t.ID, t.Kind, t.State, t.Made, t.Begun, t.Due, t.Name, t.Size, t.MD5, t.Key, t.PageKind, t.Page, t.Input, t.Suffix,
		t.Owner, t.Lease, t.Tries, t.Fail, t.Stuck, t.Version)
}

// Percent returns the progress of a running task: the done part of the bytes or the passed part of its least time,
// whichever is less. It is 100 only at the end.
func (t *Transfer) Percent(now time.Time) int64 {
	p := int64(99)
	if t.State == StateRunning {
		p = 0
		if t.Size > 0 {
			p = min(99, t.done*100/t.Size)
		}
	}
	if span := t.Due - t.Begun; span > 0 {
		p = min(p, max(0, (now.UnixNano()-t.Begun)*100/span))
	}
	return min(p, 99)
}

// Warned lists what a conversion lost.
func (t *Transfer) Warned() []string {
	var list []string
	if t.warnings == "" || json.Unmarshal([]byte(t.warnings), &list) != nil {
		return nil
	}
	return list
}

// UploadBound is what an upload link is bound to in addition to its key.
func (t *Transfer) UploadBound() []string { return []string{strconv.Itoa(int(t.Size)), t.MD5} }

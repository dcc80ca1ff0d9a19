package embedded

import (
	"encoding/json"
	"strconv"
	"time"
)

// States of a transfer. Those of the specification are prepared, running,
// complete and failed; uploaded is a prepared one whose bytes are here, worked
// a running one whose result waits for its time.
const (
	statePrepared = "prepared"
	stateUploaded = "uploaded"
	stateRunning  = "running"
	stateWorked   = "worked"
	stateComplete = "complete"
	stateFailed   = "failed"
)

const (
	transferImport = "import"
	transferExport = "export"
)

// keepTransfers is how long a task can be asked for after it was made.
const keepTransfers = 7 * 24 * time.Hour

// transfer is one import or export.
type transfer struct {
	seq                   int64
	id, other             string
	kind, state           string
	made, begun, due      int64
	name                  string
	size                  int64
	md5, key, pageKind    string
	page                  int64
	input, output, suffix string
	outSize               int64
	owner                 string
	lease, tries, done    int64
	fail, stuck           bool
	error, warnings       string
	version               int64 // of an edited document that is exported, 0 = its bytes
}

const transferColumns = "seq, id, other, kind, state, made, begun, due, name, size, md5, filekey, pagekind, page, " +
	"input, output, suffix, outsize, owner, lease, tries, done, fail, stuck, error, warnings, version"

func (t *transfer) into() []any {
	return []any{&t.seq, &t.id, &t.other, &t.kind, &t.state, &t.made, &t.begun, &t.due, &t.name, &t.size, &t.md5, &t.key, &t.pageKind, &t.page,
		&t.input, &t.output, &t.suffix, &t.outSize, &t.owner, &t.lease, &t.tries, &t.done, &t.fail, &t.stuck, &t.error, &t.warnings, &t.version}
}

// transferWhere reads the first task that fits the condition.
func transferWhere(l rows, where string, args ...any) (t transfer, found bool, err error) {
	found, err = l.row("SELECT "+transferColumns+" FROM transfer WHERE "+where+" LIMIT 1", args, t.into()...)
	return t, found, err
}

// addTransfer stores a new task and forgets those nobody asks for any more.
func addTransfer(l rows, t transfer) error {
	if err := l.do("DELETE FROM transfer WHERE made < ? AND state NOT IN ('running', 'worked')", t.made-int64(keepTransfers)); err != nil {
		return err
	}
	return l.do("INSERT INTO transfer(id, kind, state, made, begun, due, name, size, md5, filekey, pagekind, page, input, suffix, owner, lease, tries, fail, stuck, version) "+
		"VALUES(?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
		t.id, t.kind, t.state, t.made, t.begun, t.due, t.name, t.size, t.md5, t.key, t.pageKind, t.page, t.input, t.suffix,
		t.owner, t.lease, t.tries, t.fail, t.stuck, t.version)
}

// percent of a task that runs: what of the bytes is worked through, and what of
// its least time has passed, whichever is less. 100 is said at the end alone.
func (t *transfer) percent(now time.Time) int64 {
	p := int64(99)
	if t.state == stateRunning {
		p = 0
		if t.size > 0 {
			p = min(99, t.done*100/t.size)
		}
	}
	if span := t.due - t.begun; span > 0 {
		p = min(p, max(0, (now.UnixNano()-t.begun)*100/span))
	}
	return min(p, 99)
}

// warned is the list of what could not be kept.
func (t *transfer) warned() []string {
	var list []string
	if t.warnings == "" || json.Unmarshal([]byte(t.warnings), &list) != nil {
		return nil
	}
	return list
}

// uploadBound is what an upload link is bound to beside its key.
func (t *transfer) uploadBound() []string { return []string{strconv.Itoa(int(t.size)), t.md5} }

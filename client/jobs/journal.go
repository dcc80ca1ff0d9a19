package jobs

import (
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"os"
	"path/filepath"
	"sync"

	"aloft/client"
	"aloft/client/durable"
	"aloft/model"
	"aloft/model/text"
)

// journal is the one writer of a job's log. After a failed write or sync
// nothing more may be sent for the job, so it refuses every later record too.
type journal struct {
	log    *durable.Log
	own    *os.File // the same, and the path that names it while this is the writer
	path   string
	mu     sync.Mutex // whoever watches the job finds out, too
	broken error      // why nothing can be written any more
}

// fault is why nothing can be written any more, nil = it can.
func (j *journal) fault() error {
	j.mu.Lock()
	defer j.mu.Unlock()
	return j.broken
}

// breaks ends the journal; the first reason stays.
func (j *journal) breaks(err error) error {
	j.mu.Lock()
	defer j.mu.Unlock()
	if j.broken == nil {
		j.broken = err
	}
	return j.broken
}

// errBusy: another process is the writer.
var errBusy = errors.New("the job is run by another process")

// openJournal takes the log for writing, cuts off what a crash has torn, and
// gives the records in it.
func openJournal(dir string, wrap func(durable.LogFile) durable.LogFile) (*journal, []record, error) {
	path := filepath.Join(dir, logName)
	f, err := lock(path)
	if err != nil {
		return nil, nil, err
	}
	j, err := newJournal(f, path, wrap)
	var rs []record
	if err == nil {
		err = j.log.Replay(0, func(line []byte, _ int64) bool {
			r, ok := readLine(line)
			if ok {
				rs = append(rs, r)
			}
			return ok
		})
	}
	if err != nil {
		_ = f.Close()
		return nil, nil, err
	}
	return j, rs, nil
}

func newJournal(f *os.File, path string, wrap func(durable.LogFile) durable.LogFile) (*journal, error) {
	file := durable.LogFile(f)
	if wrap != nil {
		file = wrap(file)
	}
	log, err := durable.OpenLog(file)
	return &journal{log: log, own: f, path: path}, err
}

// lock opens a log for its only writer.
func lock(path string) (*os.File, error) {
	f, err := durable.LockNow(func() (*os.File, error) { return os.OpenFile(path, os.O_RDWR|os.O_CREATE, 0o600) })
	if errors.Is(err, durable.ErrHeld) {
		return nil, errBusy
	}
	return f, err
}

// append writes the records durably, all or none that a replay believes in
// order; it returns after they are on the disk, where others see them.
func (j *journal) append(rs ...record) error {
	if err := j.fault(); err != nil {
		return err
	}
	var b []byte
	for i := range rs {
		l, err := rs[i].line()
		if err != nil {
			return j.fail(err)
		}
		b = append(b, l...)
	}
	if err := j.log.Append(b, true); err != nil {
		return j.fail(err)
	}
	return j.check()
}

func (j *journal) fail(err error) error {
	return j.breaks(&client.Error{Kind: client.KindLocal, What: text.JobsJournal, Args: []any{err.Error()},
		Hint: "make room on the disk, then resume the job; what was done is known", Err: err})
}

func (j *journal) close() {
	if j != nil {
		_ = j.log.Close()
	}
}

// digest binds a log to its plan.
func digest(plan []byte) string {
	sum := sha256.Sum256(plan)
	return hex.EncodeToString(sum[:16])
}

// itemsOf are the plan's item ids of the steps.
func itemsOf(p *model.Plan, steps []step, of []int) []int {
	out := make([]int, len(of))
	for i, n := range of {
		out[i] = p.Items[steps[n].item].ID
	}
	return out
}

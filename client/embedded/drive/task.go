package drive

import (
	"context"
	"encoding/json"
	"errors"
	"net/http"
	"time"
)

// keepTasks is how long an ended task can be polled.
const keepTasks = 24 * time.Hour

// settle does all due work. The result depends only on the stored rows, never on the caller or the delay: each piece
// is done as of its due time.
func (s *Service) settle(ctx context.Context) (done int, err error) {
	now := s.db.Now().UnixNano()
	due, err := s.db.Row(ctx, "SELECT 1 FROM task WHERE done = 0 AND due <= ? LIMIT 1", []any{now}, new(int))
	if err != nil || !due || s.db.ReadOnly() != nil {
		return 0, err
	}
	err = s.update(ctx, func(l tree) error {
		for ; ; done++ {
			var seq, at int64
			var fail int
			var body string
			found, err := l.Row("SELECT seq, due, fail, body FROM task WHERE done = 0 AND due <= ? ORDER BY due, seq LIMIT 1",
				[]any{now}, &seq, &at, &fail, &body)
			if err != nil || !found {
				return err
			}
			code, message := codeTaskFailed, "the task failed"
			if fail == 0 {
				if code, message, err = l.carryOut(body, time.Unix(0, at)); err != nil {
					return err
				}
			}
			if err := l.Do("UPDATE task SET done = 1, code = ?, message = ? WHERE seq = ?", code, message, seq); err != nil {
				return err
			}
		}
	})
	return done, err
}

// Pending returns how many pieces of accepted work are still to be done, and when all of it is due and listings have
// caught up: from then on they show what Dump returns.
func (s *Service) Pending(ctx context.Context) (n int, quiet time.Time, err error) {
	if _, err := s.settle(ctx); err != nil {
		return 0, quiet, err
	}
	var work, lag int64
	err = s.view(ctx, func(l tree) error {
		if _, err := l.Row("SELECT count(*), coalesce(max(due), 0) FROM task WHERE done = 0", nil, &n, &work); err != nil {
			return err
		}
		_, err := l.Row("SELECT coalesce(max(until), 0) FROM lag", nil, &lag)
		return err
	})
	quiet = s.db.Now()
	if at := time.Unix(0, max(work, lag)); at.After(quiet) {
		quiet = at
	}
	if n > 0 { // the work may lag itself
		quiet = quiet.Add(s.lab.Lag)
	}
	return n, quiet, err
}

// carryOut applies one stored change. A refusal becomes the task's code.
func (l tree) carryOut(body string, at time.Time) (code int, message string, err error) {
	var c change
	if err := json.Unmarshal([]byte(body), &c); err != nil {
		return codeStorage, err.Error(), nil
	}
	if err := l.Do("SAVEPOINT work"); err != nil {
		return 0, "", err
	}
	_, err = c.apply(l, at)
	if refused, ok := errors.AsType[rejection](err); ok {
		if err := l.Do("ROLLBACK TO work"); err != nil {
			return 0, "", err
		}
		return refused.r.code, refused.r.message, l.Do("RELEASE work")
	}
	if err != nil {
		return 0, "", err
	}
	if err := l.Do("RELEASE work"); err != nil {
		return 0, "", err
	}
	return codeOK, "", l.NextEpoch()
}

// postpone stores a change as work for later.
func (l tree) postpone(id string, c *change, now time.Time, after time.Duration, hidden, fail, stuck bool) error {
	body, err := json.Marshal(c)
	if err != nil {
		return err
	}
	if err := l.Do("DELETE FROM task WHERE done = 1 AND due < ?", now.Add(-keepTasks).UnixNano()); err != nil {
		return err
	}
	return l.Do("INSERT INTO task(id, kind, hidden, created, due, fail, stuck, body) VALUES(?, ?, ?, ?, ?, ?, ?, ?)",
		id, c.Kind, hidden, now.UnixNano(), now.Add(after).UnixNano(), fail, stuck, string(body))
}

// ended stores a finished change as a task that can be polled.
func (l tree) ended(id string, c *change, now time.Time) error {
	if err := l.postpone(id, c, now, 0, false, false, false); err != nil {
		return err
	}
	return l.Do("UPDATE task SET done = 1 WHERE id = ?", id)
}

// task answers a poll as public clients show it: status 0 and 1 are running, 2 is done, 3 failed.
func (s *Service) task(q *request) (*reply, error) {
	id := q.query.Get("task_id")
	if id == "" {
		return bad("task_id"), nil
	}
	var created, due int64
	var done, stuck, code int
	var kind, message, body string
	found, err := s.db.Row(q.ctx, "SELECT kind, created, due, done, stuck, code, message, body FROM task WHERE id = ? AND hidden = 0",
		[]any{id}, &kind, &created, &due, &done, &stuck, &code, &message, &body)
	if err != nil {
		return nil, err
	}
	if !found {
		return refusal(http.StatusNotFound, codeGone, "task not exist: %s", id), nil
	}
	data := object{"task_id": id, "task_title": kind, "created_at": created / 1e6}
	switch {
	case done == 1 && code != codeOK:
		data["status"], data["finished_at"] = 3, due/1e6
		data["err_code"], data["err_msg"] = code, message
	case done == 1 && stuck == 0:
		data["status"], data["finished_at"] = 2, due/1e6
		var c change
		if json.Unmarshal([]byte(body), &c) == nil && c.Share != nil {
			data["share_id"] = c.Share.ID
		}
	case q.now.UnixNano()-created < (due-created)/3:
		data["status"] = 0
	default:
		data["status"] = 1
	}
	r := ok(data)
	r.hint = true
	return r, nil
}

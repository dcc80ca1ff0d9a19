package drive

import (
	"net/http"

	"aloft/client/embedded/flow"
	"aloft/client/embedded/store"
	"aloft/model/text"
)

// usualBatch is the largest filelist without a switch.
const usualBatch = 500

// finder returns the row of a fid of the current epoch; param names the parameter
// in a refusal.
type finder func(fid, param string) (int64, error)

func (s *Service) tooMany(n int) *reply {
	limit := s.lab.Batch
	if limit == 0 {
		limit = usualBatch
		if s.lab.Strict > 0 {
			limit = flow.RecommendedBatch
		}
	}
	if n > limit {
		return refusal(http.StatusBadRequest, codeTooMany, text.WireTooMany, n, limit)
	}
	return nil
}

// fids returns the current ids, inside a transaction.
func (s *Service) fids(l tree) (fids, error) {
	f := fids{IDs: s.ids, rotate: s.lab.Rotate}
	if !f.rotate {
		return f, nil
	}
	epoch, err := l.Meta("epoch")
	f.epoch = uint32(epoch)
	return f, err
}

// finder returns the finder of a request, inside its transaction.
func (s *Service) finder(l tree, q *request) (finder, fids, error) {
	f, err := s.fids(l)
	return func(fid, param string) (int64, error) {
		if fid == "" {
			return 0, rejection{bad(param + " is empty")}
		}
		seq, fresh := f.seq(fid)
		if !fresh {
			q.trial.Stale = true
			return 0, gone(fid)
		}
		return seq, nil
	}, f, err
}

// mutate executes a change in one transaction: resolve its fids, check it, apply it or store it for later, begin a
// new epoch. answer makes the data of the answer.
func (s *Service) mutate(q *request, c *change, resolve func(finder) error, answer func(fids, outcome) object) (*reply, error) {
	d := q.trial
	c.Dup, c.Lag, c.Show = s.lab.Dup, d.Lag, d.Show
	var r *reply
	err := s.update(q.ctx, func(l tree) error {
		find, f, err := s.finder(l, q)
		if err != nil {
			return err
		}
		if err := resolve(find); err != nil {
			return err
		}
		tasks := kinds()[c.Kind].task
		var out outcome
		switch {
		case d.Late:
			if err := c.try(l, q.now); err != nil {
				return err
			}
			return l.postpone(store.NewID(), c, q.now, d.LateBy, true, false, false)
		case d.Async && tasks:
			if err := c.try(l, q.now); err != nil {
				return err
			}
			id := store.NewID()
			if err := l.postpone(id, c, q.now, d.TaskTime, false, d.TaskFail, d.Stuck); err != nil {
				return err
			}
			r, d.Fault = ok(object{"task_id": id, "finish": false}), "async"
		default:
			if d.Half && len(c.Nodes) > 1 {
				c.Nodes = c.Nodes[:len(c.Nodes)/2]
			}
			if out, err = c.apply(l, q.now); err != nil {
				return err
			}
		}
		if err := l.NextEpoch(); err != nil {
			return err
		}
		f.epoch++
		if r == nil {
			data := answer(f, out)
			if tasks {
				id := store.NewID()
				data["task_id"] = id
				if kinds()[c.Kind].polled {
					if err := l.ended(id, c, q.now); err != nil {
						return err
					}
				}
			}
			r = ok(data)
		}
		r.applied = out.applied
		r.hint = tasks
		return nil
	})
	if err != nil {
		return nil, err
	}
	if r == nil { // late work: a lab loses the answer anyway
		r = ok(nil)
	}
	return r, nil
}

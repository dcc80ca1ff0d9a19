package drive

import (
	"context"
	"errors"
	"net/http"
	"net/url"
	"strconv"
	"time"

	"aloft/client"
	"aloft/client/gate"
	"aloft/model"
	"aloft/model/text"
)

// States of a task, from public clients; 0 and 1 mean running.
const (
	taskDone   = 2
	taskFailed = 3
)

// defaultPoll is the pause between polls when the drive states none.
const defaultPoll = 500 * time.Millisecond

// change is write, and finish of its answer.
func (s *reader) change(ctx context.Context, r request, mayBeSilent bool) (answer, error) {
	a, err := s.write(ctx, r)
	if err == nil {
		err = s.finish(ctx, r, a.env, mayBeSilent)
	}
	return a, err
}

// finish waits for the end of an accepted write. With finish true the write is done; with false its task is polled.
// mayBeSilent treats an answer without either as done.
func (s *reader) finish(ctx context.Context, r request, env envelope, mayBeSilent bool) error {
	o := env.Data.outcome
	switch {
	case o.Finish.OK && o.Finish.V, !o.Finish.OK && o.TaskSync.V, !o.Finish.OK && o.TaskID == "" && mayBeSilent:
		return nil
	case !o.Finish.OK && o.TaskID == "":
		return unclear(r.op, r.place, "the service's answer does not say whether the request was carried out", client.ErrTaskUnseen)
	}
	// Whatever the result, the ids may change once more when the task ends.
	defer func() {
		now := s.o.Gate.Epoch()
		s.o.Gate.NewEpoch()
		s.memory.change(now, now+1, request{place: r.place}, "")
	}()
	if o.TaskID == "" {
		return unclear(r.op, r.place, text.DriveTaskUnseen, client.ErrTaskUnseen)
	}
	_, err := s.poll(ctx, r.op, r.place, r.class, env)
	return err
}

// poll polls the task of an answer, no faster than the drive's hint, until it ends or Patience is over. It returns the last
// answer.
func (s *reader) poll(ctx context.Context, op string, p model.Place, class client.Class, env envelope) (answer, error) {
	pause, ok := env.gap()
	if !ok {
		pause = defaultPoll
	}
	ctx, told := s.o.Gate.Waits().Begin(ctx)
	defer told()
	end := time.Now().Add(s.o.Patience)
	for n := 0; ; n++ {
		if pause > defaultPoll {
			gate.WaitsPause(ctx, text.CliTheDrive, pause)
		} else {
			client.WaitsFor(ctx, "waiting until the drive has finished the change")
		}
		if err := s.wait(ctx, pause); err != nil {
			return answer{}, unclear(op, p, text.DriveTaskCut, err)
		}
		a, err := s.once(ctx, request{
			op: op, place: p, method: http.MethodGet, path: pathTask,
			query: url.Values{"task_id": {string(env.Data.TaskID)}, "retry_index": {strconv.Itoa(n)}},
			class: class,
		})
		if err != nil {
			if e := s.pollError(ctx, op, p, err); e != nil {
				return answer{}, e
			}
		} else {
			o := a.env.Data.outcome
			switch {
			case o.Status.Or(-1) == taskFailed:
				e := unclear(op, p, text.DriveTaskFailed, client.ErrTaskFailed)
				e.Server, e.Trace = string(a.env.Message), string(a.env.ReqID)
				return answer{}, e
			case o.Status.Or(-1) == taskDone, !o.Status.OK && o.Finish.V:
				return a, nil
			}
			if d, ok := a.env.gap(); ok {
				pause = d
			}
		}
		if !time.Now().Before(end) {
			return answer{}, unclear(op, p, text.DriveTaskUnseen, client.ErrTaskUnseen)
		}
	}
}

// pollError returns an error if a failed poll ends the polling, or nil to poll again.
func (s *reader) pollError(ctx context.Context, op string, p model.Place, err *client.Error) error {
	var e *client.Error
	switch {
	case ctx.Err() != nil, errors.Is(err, context.Canceled): // also when the Gate closes
		e = unclear(op, p, text.DriveTaskCut, err)
	case err.Kind == client.KindAuth && err.Status != 0:
		// Another process may have renewed the session.
		if _, e := s.login.renew(ctx); e == nil {
			if _, perr := s.once(ctx, s.rootProbe(client.Interactive)); perr == nil {
				return nil
			}
		}
		s.login.refuse(ctx, true)
		e = unclear(op, p, text.DriveTaskCut, errors.Join(client.ErrTaskUnseen, err))
	case err.Retry, err.Kind == client.KindNetwork, err.Kind == client.KindServer && err.Code == 0:
		return nil
	case err.Code != 0 && err.Status != http.StatusNotFound:
		// Public clients show that a task's error can arrive as HTTP 400 with a code.
		e = unclear(op, p, text.DriveTaskFailed, errors.Join(client.ErrTaskFailed, err))
	default:
		e = unclear(op, p, text.DriveTaskUnseen, errors.Join(client.ErrTaskUnseen, err))
	}
	e.Server, e.Status, e.Code, e.Trace = err.Server, err.Status, err.Code, err.Trace
	return e
}

// unclear is the error of a change whose result only a listing can show.
func unclear(op string, p model.Place, what text.Text, cause error) *client.Error {
	e := client.Errorf(client.KindUnknown, op, p, what)
	e.Hint, e.Changed, e.Err = text.DriveLookHint, client.ChangedMaybe, cause
	return e
}

package drive

import (
	"context"
	"encoding/json"
	"maps"
	"net/http"
	"net/url"
	"strconv"
	"time"

	"aloft/client"
	"aloft/client/gate"
	"aloft/model/text"
)

// Retries of reads. Each also takes a token from the budget.
const (
	readRetries = 3
	firstRetry  = 500 * time.Millisecond
)

// read sends a request that changes nothing and retries it within the budget. If the session is refused, read reloads
// it and tries once more before it counts as dead.
func (s *reader) read(ctx context.Context, r request) (answer, error) {
	ctx, end := s.o.Gate.Waits().Begin(ctx)
	defer end()
	renewed := false
	again := gate.Retries{Budget: &s.budget, Who: text.CliTheDrive, Class: r.class, Most: readRetries, First: firstRetry, Scale: s.o.Scale}
	for {
		a, err := s.once(ctx, r)
		switch {
		case err == nil:
			s.budget.Earn()
			return a, nil
		case err.Kind == client.KindAuth && !renewed && err.Status != 0:
			renewed = true
			if _, e := s.login.renew(ctx); e != nil {
				return answer{}, s.authError(r, err.Status, e)
			}
		case err.Kind == client.KindAuth:
			s.login.refuse(ctx, err.Status != 0)
			return answer{}, err
		case !again.Again(ctx, err):
			return answer{}, err
		}
	}
}

// write sends a request that changes something. It sends it once.
func (s *reader) write(ctx context.Context, r request) (answer, error) {
	r.write = true
	a, err := s.once(ctx, r)
	if err == nil {
		s.login.accepted()
		if from := a.epoch - 2; r.epoch == from || r.epoch == gate.AnyEpoch { // it has begun an epoch and ended it
			s.memory.change(from, a.epoch, r, a.env.Data.ID)
		}
		return a, nil
	}
	if err.Kind != client.KindStale {
		s.memory.distrust() // another device may have changed what was shown
	}
	if err.Kind != client.KindAuth || err.Status == 0 {
		return answer{}, err
	}
	// A refused session has changed nothing. A listing of the root with a reloaded session confirms it.
	if _, e := s.login.renew(ctx); e != nil {
		return answer{}, s.authError(r, err.Status, e)
	}
	_, perr := s.once(ctx, s.rootProbe(r.class))
	if perr != nil || s.login.refused() {
		if perr != nil && perr.Kind == client.KindAuth {
			s.login.refuse(ctx, true)
		}
		return answer{}, err
	}
	// The session is valid again, but ids may have changed meanwhile.
	e := client.Errorf(client.KindStale, r.op, r.place, "the lookup is too old; nothing was sent")
	e.Status, e.Err = err.Status, err
	return answer{}, e
}

func (s *reader) once(ctx context.Context, r request) (answer, *client.Error) {
	cookie, err := s.login.cookie(ctx, r.probe, r.class)
	if err != nil {
		return answer{}, s.authError(r, 0, err)
	}
	ctx, end := s.o.Gate.Waits().Begin(ctx)
	defer end()
	call := gate.Call{
		Method: r.method, URL: s.url(r), Header: s.header(cookie),
		Late: s.login.late, Class: r.class, Lane: r.lane,
		Mutation: r.write, Epoch: r.epoch,
	}
	if r.write {
		call.Ready = client.Sending(ctx)
	}
	if r.body != nil {
		if call.Body, err = json.Marshal(r.body); err != nil {
			return answer{}, &client.Error{Kind: client.KindInvalid, Op: r.op, Place: r.place, Err: err}
		}
	}
	reply, err := s.o.Gate.Do(ctx, call)
	if err != nil {
		return answer{}, call.Fault(r.op, r.place, err)
	}
	env, isJSON := parseEnvelope(reply.Body)
	fail := s.judge(r, reply, env, isJSON)
	var page wirePage
	if fail == nil && r.list {
		if page, isJSON = env.page(); !isJSON {
			fail = s.noList(r, reply.Status)
		}
	}
	if fail != nil {
		fail.After = gate.RetryAfter(reply.Header, time.Now())
	}
	s.learn(ctx, reply, fail)
	if fail != nil {
		return answer{}, fail
	}
	return answer{env: env, page: page, body: reply.Body, epoch: reply.Epoch, at: reply.SentAt}, nil
}

// learn applies what an answer says about the whole account. It ignores tq_gap, which paces only the polls of its own
// task.
func (s *reader) learn(ctx context.Context, reply *gate.Reply, fail *client.Error) {
	switch {
	case fail == nil:
		s.known.Store(true)
		s.o.Gate.Good()
	case fail.Kind == client.KindThrottled:
		s.o.Gate.Throttled()
	case reply.Status >= 500:
		s.o.Gate.Broken()
	}
	if fail != nil && fail.Kind != client.KindAuth {
		s.o.Gate.Pause(fail.After)
	}
	if fail != nil && fail.Kind == client.KindAuth {
		return // a refusal may clear cookies; keep the user's own
	}
	h := http.Response{Header: reply.Header}
	if set := h.Cookies(); len(set) > 0 {
		if err := s.login.rotate(ctx, set); err != nil && s.o.Warn != nil {
			s.o.Warn(err)
		}
	}
}

// url returns the request's URL: base URL, path, and the parameters of "Drive: common conventions".
func (s *reader) url(r request) string {
	q := url.Values{}
	maps.Copy(q, r.query)
	q.Set("pr", s.o.PR)
	q.Set("fr", "pc")
	q.Set("uc_param_str", "")
	if r.body != nil {
		q.Set("__t", strconv.FormatInt(time.Now().Unix(), 10)+"000")
	}
	return s.o.BaseURL + r.path + "?" + q.Encode()
}

func (s *reader) header(cookie string) http.Header {
	return http.Header{
		"Cookie":       {cookie},
		"Content-Type": {"application/json"},
		"Accept":       {"application/json"},
		"Origin":       {s.o.Origin},
		"Referer":      {s.o.Origin + "/"},
		"User-Agent":   {gate.UserAgent},
	}
}

// wait sleeps for d, scaled by Options.Scale.
func (s *reader) wait(ctx context.Context, d time.Duration) error {
	return client.Sleep(ctx, time.Duration(float64(d)*s.o.Scale))
}

// rootProbe returns the cheapest possible listing.
func (s *reader) rootProbe(class client.Class) request {
	return request{
		op: "probe", place: s.Root(), method: http.MethodGet, path: pathList,
		query: listQuery(rootID, 1, 1, ascending), class: class, probe: true, list: true,
	}
}

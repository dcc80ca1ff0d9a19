package docs

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"math/rand/v2"
	"syscall"
	"time"

	"aloft/client"
	"aloft/client/docs/lenient"
	"aloft/client/docs/tool"
	"aloft/client/gate"
	"aloft/model/text"
)

// reply is a good answer.
type reply struct {
	payload json.RawMessage // nil = none
	at      time.Time       // when the call was sent
}

// into reads the answer; without data in it that is an error.
func (r reply) into(c *tool.Call, v any) error {
	if lenient.Object(r.payload, v) {
		return nil
	}
	return r.noData(c)
}

// listed: what should be a list is one. An empty listing is believed, so nothing
// else may pass for one: neither another thing in its place nor nothing at all.
func (r reply) listed(c *tool.Call, is bool) error {
	if is {
		return nil
	}
	return r.noData(c)
}

func (r reply) noData(c *tool.Call) error {
	e := client.Errorf(client.KindServer, c.Op, c.Place, text.DocsNoData, c.Tool.Name())
	if c.Changes {
		e.Kind, e.Changed, e.Hint = client.KindUnknown, client.ChangedMaybe, c.Look()
	}
	return e
}

// Retries of reads (facts/documents.md "Errors"): one live client waits like this.
const (
	firstRetry = 2 * time.Second
	retries    = 4
	mostDials  = 3 // new sessions for one call, when the service forgets them
)

// do calls a tool. Reads are sent again within the budget when that can help. A
// call that may change something is sent again only where nothing can have
// come of it: the token was refused and is another one now, or the session had
// ended before.
func (s *Service) do(ctx context.Context, c *tool.Call) (reply, error) {
	ctx, end := s.o.Gate.Waits().Begin(ctx)
	defer end()
	renewed, dials, slow := false, 0, 0
	for try := 0; ; {
		if c.Task != "" && s.pace.due(ctx, c.Task, s.scaled(s.o.Poll.Min), s.now()) != nil {
			return reply{}, client.Errorf(client.KindNetwork, c.Op, c.Place, text.DocsCanceled)
		}
		r, x, fail := s.once(ctx, c)
		if c.Task != "" {
			s.pace.asked(c.Task, s.scaled(s.o.Poll.Min), s.now())
		}
		if fail != nil && gate.IsTimeout(fail) {
			slow++
		}
		switch {
		case fail == nil:
			s.budget.Earn()
			s.login.accepted()
			return r, nil
		case fail.Kind == client.KindAuth && fail.Status|fail.Code != 0 && !renewed:
			renewed = true
			t, err := s.login.reload(ctx)
			if err != nil {
				return reply{}, s.noToken(c, err)
			}
			if c.Changes && t == x.token {
				s.login.bury(x.token)
				return reply{}, fail
			}
		case fail.Kind == client.KindAuth:
			s.login.bury(x.token)
			return reply{}, fail
		case (x.lost || errors.Is(fail, errClosed)) && dials < mostDials && ctx.Err() == nil:
			dials++
		case ctx.Err() != nil || c.Changes || c.Once || !fail.Retry || fail.After > gate.MostPause || try >= retries || slow >= gate.SlowTries(c.Class) || !s.budget.Take():
			return reply{}, fail
		default:
			// Full steps with a little chance, so that several processes part.
			client.WaitsAgain(ctx, fail)
			client.WaitsFor(ctx, "waiting before the document service is asked again")
			if fail.After > 0 {
				gate.WaitsPause(ctx, text.CliTheDocs, fail.After)
			}
			d := firstRetry << try
			if s.wait(ctx, max(d+rand.N(d/8), fail.After)) != nil {
				return reply{}, fail
			}
			try++
		}
	}
}

// once calls the tool once. The exchange is never nil.
func (s *Service) once(ctx context.Context, c *tool.Call) (reply, *exchange, *client.Error) {
	x := &exchange{ctx: ctx, call: c, class: c.Class}
	l, by, fail := s.lines.get(x)
	if fail != nil {
		return reply{}, by, fail
	}
	name, args, fail := l.catalog.Shape(c)
	if fail != nil {
		return reply{}, x, fail
	}
	res, fail := l.caller.call(x, name, args)
	payload := res.payload()
	if fail == nil {
		fail = s.judge(c, res, payload)
	}
	if x.lost || fail != nil && (errors.Is(fail, errClosed) || fail.What == text.DocsToolGone) {
		s.lines.drop(l)
	}
	if fail != nil {
		fail = x.told(fail, s.now())
	}
	s.learn(fail)
	if fail != nil {
		return reply{}, x, fail
	}
	r := reply{payload: payload, at: s.now()}
	if x.reply != nil {
		r.at = x.reply.SentAt
	}
	return r, x, nil
}

// judge looks behind a good answer of the transport for the tool's own error.
func (s *Service) judge(c *tool.Call, res result, payload json.RawMessage) *client.Error {
	f, failed := payloadFault(c, payload)
	switch {
	case failed:
		return s.failure(c, f)
	case !res.isError:
		return nil
	case f.words == "":
		f.words = res.text()
	}
	return s.failure(c, f)
}

// told adds what only the header of an answer says: how long to wait, and the id
// under which the service has noted the call.
func (x *exchange) told(fail *client.Error, now time.Time) *client.Error {
	if x.reply == nil {
		return fail
	}
	h := x.reply.Header
	if fail.After == 0 {
		fail.After = gate.RetryAfter(h, now)
	}
	fail.Trace = cmp.Or(fail.Trace, gate.TraceID(h))
	return fail
}

// learn takes from an answer what concerns the whole account.
func (s *Service) learn(fail *client.Error) {
	switch {
	case fail == nil:
		s.known.Store(true)
		s.o.Gate.Good()
		return
	case fail.Kind == client.KindThrottled:
		s.o.Gate.Throttled()
	case fail.Status >= 500:
		s.o.Gate.Broken()
	}
	if fail.Kind != client.KindAuth {
		s.o.Gate.Pause(fail.After)
	}
}

// wait sleeps for d, scaled.
func (s *Service) wait(ctx context.Context, d time.Duration) error {
	return client.Sleep(ctx, s.scaled(d))
}

func (s *Service) scaled(d time.Duration) time.Duration {
	return time.Duration(float64(d) * s.o.Scale)
}

func (s *Service) now() time.Time { return s.o.Now() }

// gateError gives the Gate's error the operation and the place. The Gate knows
// best what was sent.
func (s *Service) gateError(c *tool.Call, err error) *client.Error {
	var e *client.Error
	if !errors.As(err, &e) {
		kind := client.KindNetwork
		if c.Changes && !errors.Is(err, context.Canceled) {
			kind = client.KindUnknown
		}
		return &client.Error{Kind: kind, Op: c.Op, Place: c.Place, Err: err}
	}
	own := *e
	if own.Op == "" {
		own.Op = c.Op
	}
	if own.Place.IsZero() {
		own.Place = c.Place
	}
	if own.Kind == client.KindUnknown && own.Hint != "" {
		own.Hint = c.Look()
	}
	if c.Class == client.Interactive && own.Kind == client.KindNetwork && errors.Is(err, syscall.ECONNREFUSED) {
		own.Retry = false // a person waits, and it will not be there in a second
	}
	return &own
}

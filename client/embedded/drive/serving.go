package drive

import (
	"context"
	"encoding/json"
	"errors"
	"io"
	"net/http"
	"net/url"
	"strings"

	sqlite3 "modernc.org/sqlite/lib"

	"aloft/client/embedded/fault"
	"aloft/client/embedded/flow"
	"aloft/client/embedded/store"
	"aloft/client/system/sqlite"
	"aloft/model/text"
)

// maxBody of a drive request in bytes; names and fids need far less.
const maxBody = 1 << 20

// ServeHTTP handles a request: arrival, session, faults of the switches, answer.
func (s *Service) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	a := &flow.Arrival{Method: r.Method, Path: r.URL.Path}
	s.watch.Arrive(a)
	path, below := strings.CutPrefix(r.URL.Path, Prefix)
	rt, known := routes()[path]
	known = known && below
	a.Mutation = known && rt.mutation && r.Method == rt.method

	query, queryErr := url.ParseQuery(r.URL.RawQuery)
	q := &request{ctx: r.Context(), query: query, now: a.Time, arrival: a, base: flow.Base(r)}
	q.dice = s.chance.Roll(s.faults, a.Mutation)
	if q.dice.Expire {
		s.mu.Lock()
		s.dead = true
		s.mu.Unlock()
	}

	rep, set := s.refuse(q, r, rt, known, queryErr)
	if rep == nil {
		rep = s.run(q, rt)
	}
	s.answer(w, q, rep, set)
}

// refuse checks everything before the operation; nil = passed.
func (s *Service) refuse(q *request, r *http.Request, rt route, known bool, queryErr error) (*reply, []*http.Cookie) {
	f := s.faults
	body, err := io.ReadAll(io.LimitReader(r.Body, maxBody+1))
	if err != nil {
		return bad("the body ended early"), nil
	}
	q.body = body
	switch {
	case f.Strict > 0 && q.arrival.Gap >= 0 && q.arrival.Gap < f.Strict:
		q.arrival.Fault = "strict"
		return refusal(http.StatusTooManyRequests, codeTooFast, text.WireTooFast), nil
	case !known:
		return refusal(http.StatusNotFound, codeNoPath, "no such path"), nil
	case r.Method != rt.method:
		rep := refusal(http.StatusMethodNotAllowed, codeMethod, text.WireMethod, rt.method)
		rep.header = http.Header{"Allow": {rt.method}}
		return rep, nil
	}
	session, set, err := s.admit(q.ctx, r.Header, true)
	if err != nil {
		return s.failed(err), nil
	}
	s.mu.Lock()
	dead := s.dead
	s.mu.Unlock()
	q.session = session
	if session == 0 || dead {
		status := f.AuthStatus
		if status != http.StatusForbidden {
			status = http.StatusUnauthorized
		}
		return refusal(status, codeNoSession, "no valid session, log in again"), nil
	}
	switch {
	case len(body) > maxBody:
		return refusal(http.StatusRequestEntityTooLarge, codeTooBig, text.WireBodyTooBig, maxBody), set
	case queryErr != nil:
		return bad("the query cannot be read"), set
	}
	return nil, set
}

// run executes the operation between the faults before it and those after it.
func (s *Service) run(q *request, rt route) *reply {
	d, a := &q.dice, q.arrival
	switch {
	case d.HTML:
		a.Fault = "html"
		return &reply{status: http.StatusOK}
	case d.FailBefore:
		a.Fault = "5xx-before"
		return refusal(http.StatusServiceUnavailable, codeUnavailable, text.WireUnavailable)
	case s.faults.Error500 && a.Mutation:
		a.Fault = "500"
		return refusal(http.StatusInternalServerError, codeInternal, text.WireInternal)
	case s.faults.Quota && a.Mutation:
		a.Fault = "quota"
		return refusal(http.StatusBadRequest, codeCapacity, text.WireQuota)
	case d.Code200:
		a.Fault = "code200"
		r := bad("switched on")
		r.header = http.Header{httpStatus: {"200"}}
		return r
	case d.Inner:
		a.Fault = "inner"
		return ok(object{"finish": true, "task_sync": true, "task_resp": object{
			"status": http.StatusBadRequest, "code": codeBad, "message": string(text.WireTaskFailed), "timestamp": q.now.Unix()}})
	case d.LoseBefore:
		a.Fault = "lose-before"
		return nil
	}
	settled, err := s.settle(q.ctx)
	if err != nil {
		return s.failed(err)
	}
	a.Settled = settled
	r, err := rt.serve(s, q)
	if err != nil {
		r = s.failed(err)
	}
	a.Applied = r.applied
	switch {
	case d.Late:
		a.Fault = "late"
		return nil
	case d.Half && r.applied > 0:
		a.Fault = "half"
		return nil
	case d.LoseAfter:
		a.Fault = "lose-after"
		return nil
	case d.LoseRead:
		a.Fault = "lose-read"
		return nil
	case d.FailAfter:
		a.Fault = "5xx-after"
		return refusal(http.StatusServiceUnavailable, codeUnavailable, text.WireUnavailable)
	case d.Cut:
		a.Fault = "cut"
	case d.Async && a.Mutation && r.code == codeOK && r.applied == 0 && r.hint:
		a.Fault = "async"
	}
	return r
}

// httpStatus in a reply's header overrides the status line, but not the envelope.
// It is never sent.
const httpStatus = "-Status"

// failed turns an error of the storage into an answer that says whether anything
// was changed: the transaction was rolled back.
func (s *Service) failed(err error) *reply {
	var refused rejection
	if errors.As(err, &refused) {
		return refused.r
	}
	switch code := sqlite.Code(err); {
	case errors.Is(err, context.Canceled), errors.Is(err, context.DeadlineExceeded), errors.Is(err, store.ErrClosed):
		return refusal(http.StatusServiceUnavailable, codeUnavailable, text.WireUnavailable)
	case sqlite.IsBusy(err):
		return refusal(http.StatusServiceUnavailable, codeUnavailable, text.WireBusy)
	case code == sqlite3.SQLITE_FULL:
		return refusal(http.StatusBadRequest, codeCapacity, text.WireFull)
	case code == sqlite3.SQLITE_READONLY, code == sqlite3.SQLITE_PERM:
		return refusal(http.StatusBadRequest, codeReadOnly, text.WireReadOnly)
	}
	return refusal(http.StatusInternalServerError, codeStorage, text.WireStorage, err.Error())
}

// answer sends the reply as changed by the switches. A nil reply is lost on purpose: the connection breaks.
func (s *Service) answer(w http.ResponseWriter, q *request, r *reply, set []*http.Cookie) {
	d, a := &q.dice, q.arrival
	status := 0
	if r != nil {
		status, a.Code = r.status, r.code
		if r.header.Get(httpStatus) != "" {
			status = http.StatusOK
		}
	}
	a.Status = status
	if a.Fault == "" && d.Slow {
		a.Fault = "slow"
	}
	s.watch.Leave(a)
	if d.Slow && !s.life.Wait(q.ctx, d.Delay) || r == nil {
		panic(http.ErrAbortHandler)
	}
	h := w.Header()
	for _, c := range set {
		h.Add("Set-Cookie", c.String())
	}
	for k, v := range r.header {
		if k != httpStatus {
			h[k] = v
		}
	}
	h.Set("Cache-Control", "no-store")
	h.Set("X-Content-Type-Options", "nosniff")
	var body []byte
	if a.Fault == "html" {
		h.Set("Content-Type", "text/html; charset=utf-8")
		body = []byte(fault.LoginPage)
	} else {
		h.Set("Content-Type", "application/json; charset=utf-8")
		s.tqGap(r)
		body = r.bytes(q.now.Unix(), store.NewID())
	}
	if a.Fault == "cut" {
		body = body[:len(body)/2]
	}
	w.WriteHeader(status)
	_, _ = w.Write(body) // the client may be gone; nothing can be done about it
}

// usualTqGap is the value that public clients get, in ms.
const usualTqGap = 500

// tqGap adds the hint if the switches say so. The specification does not show its place and type; metadata and an
// integer are known.
func (s *Service) tqGap(r *reply) {
	f := s.faults
	if !r.hint || f.TqGap == "none" || r.code != codeOK {
		return
	}
	var value any = usualTqGap
	if f.TqGap != "" {
		value = json.RawMessage(f.TqGap)
	}
	place := f.TqPlace
	if place == "" {
		place = "metadata"
	}
	if r.meta == nil {
		r.meta = object{}
	}
	for where := range strings.SplitSeq(place, ",") {
		switch data, isObject := r.data.(object); {
		case where == "metadata":
			r.meta["tq_gap"] = value
		case where == "top":
			r.top = object{"tq_gap": value}
		case where == "data" && isObject:
			data["tq_gap"] = value
		}
	}
}

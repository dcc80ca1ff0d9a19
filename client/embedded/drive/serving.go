package drive

import (
	"context"
	"errors"
	"io"
	"maps"
	"net/http"
	"net/url"
	"strings"

	sqlite3 "modernc.org/sqlite/lib"

	"aloft/client/embedded/flow"
	"aloft/client/embedded/store"
	"aloft/client/system/sqlite"
	"aloft/model/text"
)

// maxBody of a drive request in bytes; names and fids need far less.
const maxBody = 1 << 20

// ServeHTTP handles a request: session, operation, answer.
func (s *Service) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	path, below := strings.CutPrefix(r.URL.Path, Prefix)
	rt, known := routes()[path]
	query, queryErr := url.ParseQuery(r.URL.RawQuery)
	q := &request{ctx: r.Context(), query: query, now: s.db.Now(), trial: flow.TrialOf(r.Context()), base: flow.Base(r)}
	rep, set := s.refuse(q, r, rt, known && below, queryErr)
	if rep == nil {
		rep = s.run(q, rt)
	}
	s.answer(w, q, rep, set)
}

// refuse checks everything before the operation; nil = passed.
func (s *Service) refuse(q *request, r *http.Request, rt route, known bool, queryErr error) (*reply, []*http.Cookie) {
	early := s.pace.Early(q.now, s.lab.Strict)
	body, err := io.ReadAll(io.LimitReader(r.Body, maxBody+1))
	if err != nil {
		return bad("the body ended early"), nil
	}
	q.body = body
	switch {
	case early:
		q.trial.Fault = "strict"
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
	q.session = session
	switch {
	case session == 0:
		return refusal(http.StatusUnauthorized, codeNoSession, "no valid session, log in again"), nil
	case len(body) > maxBody:
		return refusal(http.StatusRequestEntityTooLarge, codeTooBig, text.WireBodyTooBig, maxBody), set
	case queryErr != nil:
		return bad("the query cannot be read"), set
	}
	return nil, set
}

// run executes the operation.
func (s *Service) run(q *request, rt route) *reply {
	settled, err := s.settle(q.ctx)
	if err != nil {
		return s.failed(err)
	}
	q.trial.Settled = settled
	r, err := rt.serve(s, q)
	if err != nil {
		r = s.failed(err)
	}
	q.trial.Applied = r.applied
	return r
}

// failed turns an error of the storage into an answer that says whether anything
// was changed: the transaction was rolled back.
func (s *Service) failed(err error) *reply {
	if refused, ok := errors.AsType[rejection](err); ok {
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

// answer sends the reply.
func (s *Service) answer(w http.ResponseWriter, q *request, r *reply, set []*http.Cookie) {
	q.trial.Code = r.code
	h := w.Header()
	for _, c := range set {
		h.Add("Set-Cookie", c.String())
	}
	maps.Copy(h, r.header)
	h.Set("Cache-Control", "no-store")
	h.Set("X-Content-Type-Options", "nosniff")
	h.Set("Content-Type", "application/json; charset=utf-8")
	if r.hint && r.code == codeOK { // its place and type are those that public clients show
		if r.meta == nil {
			r.meta = object{}
		}
		r.meta["tq_gap"] = usualTqGap
	}
	w.WriteHeader(r.status)
	_, _ = w.Write(r.bytes(q.now.Unix(), store.NewID())) // the client may be gone; nothing can be done about it
}

// usualTqGap is the value that public clients get, in ms.
const usualTqGap = 500

package docs

import (
	"bytes"
	"encoding/json"
	"io"
	"net/http"
	"net/netip"
	"net/url"
	"strconv"
	"strings"
	"time"

	"aloft/client/embedded/fault"
	"aloft/client/embedded/flow"
	"aloft/client/embedded/pages"
	"aloft/client/embedded/store"
	"aloft/model/text"
)

// maxToolBody of a call in bytes: images are passed in arguments.
const maxToolBody = 16 << 20

const sessionHeader = "Mcp-Session-Id"

// ServeHTTP handles a call: arrival, token, faults of the switches, answer of the
// server of the tool protocol.
func (s *Service) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	a := &flow.Arrival{Method: r.Method, Path: r.URL.Path}
	s.watch.Arrive(a)
	if !SameOrigin(r) {
		s.plain(w, a, http.StatusForbidden, text.WireBrowser)
		return
	}
	known, valid, err := s.knownToken(r.Context(), r.Header, a.Time)
	if err != nil {
		s.plain(w, a, http.StatusServiceUnavailable, text.WireUnavailable)
		return
	}
	if !known {
		a.Code = pages.NoToken
		s.plain(w, a, http.StatusUnauthorized, "token is missing or wrong")
		return
	}
	body, err := io.ReadAll(io.LimitReader(r.Body, maxToolBody+1))
	switch {
	case err != nil:
		s.plain(w, a, http.StatusBadRequest, "the body ended early")
		return
	case len(body) > maxToolBody:
		s.plain(w, a, http.StatusRequestEntityTooLarge, text.WireBodyTooBig, maxToolBody)
		return
	case bytes.HasPrefix(bytes.TrimSpace(body), []byte("[")):
		s.plain(w, a, http.StatusBadRequest, "one message per request, no batches")
		return
	}
	s.offer()
	m, ok := readMessage(body)
	if m.Method == "tools/call" {
		a.Tool = m.params.Name
	}
	t := s.offered[a.Tool]
	a.Mutation = t.Change
	run := &exchange{a: a, trace: store.NewID(), call: pages.Call{Ctx: r.Context(), Now: a.Time, Base: flow.Base(r)}}
	run.call.Dice = s.chance.RollDocs(s.faults, t.Change, t.Edit, t.Image)
	if run.call.Dice.Expire {
		s.mu.Lock()
		s.dead = true
		s.mu.Unlock()
		valid = false
	}
	if !valid {
		s.refuseToken(w, run, m.ID)
		return
	}
	s.runTool(w, r, run, &m, ok)
}

// refuseToken answers a call with an expired token: HTTP 401, or an RPC error with code 400012.
func (s *Service) refuseToken(w http.ResponseWriter, run *exchange, id json.RawMessage) {
	run.a.Code = pages.Expired
	if s.faults.Carrier == "http" || len(id) == 0 {
		s.plain(w, run.a, http.StatusUnauthorized, text.WireDocTokenExpired)
		return
	}
	e := pages.Error{Code: pages.Expired, Message: text.WireDocTokenExpired}
	body, err := json.Marshal(pages.Object{"jsonrpc": "2.0", "id": id, "error": pages.Object{"code": -32603, "message": e.Business(run.trace)}})
	if err != nil {
		s.plain(w, run.a, http.StatusUnauthorized, text.WireDocTokenExpired)
		return
	}
	w.Header().Set("Content-Type", "application/json")
	s.send(w, run, http.StatusOK, body)
}

// runTool passes the message to the server between the faults before it and those
// after it.
func (s *Service) runTool(w http.ResponseWriter, r *http.Request, run *exchange, m *message, ok bool) {
	f, d, a := s.faults, &run.call.Dice, run.a
	call := a.Tool != ""
	switch {
	case f.Strict > 0 && a.Gap >= 0 && a.Gap < f.Strict:
		a.Fault = "strict"
		s.throttle(w, run)
		return
	case d.Busy:
		a.Fault = "429"
		s.throttle(w, run)
		return
	case d.HTML:
		a.Fault = "html"
		w.Header().Set("Content-Type", "text/html; charset=utf-8")
		s.send(w, run, http.StatusOK, []byte(fault.LoginPage))
		return
	case call && d.FailBefore:
		a.Fault = "5xx-before"
		s.plain(w, a, http.StatusServiceUnavailable, text.WireUnavailable)
		return
	case call && d.LoseBefore:
		a.Fault = "lose-before"
		s.lose(a)
	}
	if !s.keepSession(w, r, run, m) {
		return
	}
	rep := s.respond(r, run, m, ok)
	switch {
	case call && d.LoseAfter:
		a.Fault = "lose-after"
		s.lose(a)
	case call && d.LoseRead:
		a.Fault = "lose-read"
		s.lose(a)
	case call && d.FailAfter:
		a.Fault = "5xx-after"
		s.plain(w, a, http.StatusServiceUnavailable, text.WireUnavailable)
		return
	case run.status != 0:
		s.words(w, a, run.status, run.plain)
		return
	case rep.status == http.StatusMethodNotAllowed:
		w.Header().Set("Allow", http.MethodPost)
	}
	switch {
	case rep.words != "":
		s.words(w, a, rep.status, rep.words)
		return
	case rep.head == nil:
		s.begin(w, run, rep.status)
		return
	case d.SSE && a.Fault == "":
		a.Fault = "sse"
	}
	media := "application/json"
	if d.SSE {
		media = "text/event-stream"
	}
	w.Header().Set("Content-Type", media)
	to := io.Writer(w)
	if call && d.Cut {
		a.Fault = "cut"
		to = &half{to: w, left: rep.size() / 2}
	}
	s.begin(w, run, rep.status)
	_ = rep.write(to, d.SSE) // the client may be gone; nothing can be done about it
}

// half passes about half of an answer.
type half struct {
	to   io.Writer
	left int
}

func (h *half) Write(b []byte) (int, error) {
	n := min(len(b), h.left)
	h.left -= n
	_, err := h.to.Write(b[:n])
	return len(b), err
}

// keepSession issues and requires sessions if they are switched on. It returns false if it has answered.
func (s *Service) keepSession(w http.ResponseWriter, r *http.Request, run *exchange, m *message) bool {
	if !s.faults.Sessions {
		return true
	}
	id := r.Header.Get(sessionHeader)
	s.mu.Lock()
	open := s.sessions[id]
	switch {
	case m.Method == "initialize":
		id = store.NewID()
		s.sessions[id] = true
	case run.call.Dice.Forget, r.Method == http.MethodDelete:
		delete(s.sessions, id)
	}
	s.mu.Unlock()
	switch {
	case m.Method == "initialize":
		w.Header().Set(sessionHeader, id)
		return true
	case id == "":
		s.plain(w, run.a, http.StatusBadRequest, "Mcp-Session-Id is missing")
	case !open || run.call.Dice.Forget:
		run.a.Fault = "session"
		s.plain(w, run.a, http.StatusNotFound, "session not found")
	case r.Method == http.MethodDelete:
		s.send(w, run, http.StatusNoContent, nil)
	default:
		return true
	}
	return false
}

func (s *Service) throttle(w http.ResponseWriter, run *exchange) {
	after := s.faults.RetryAfter
	if after <= 0 {
		after = time.Second
	}
	w.Header().Set("Retry-After", strconv.Itoa(int((after+time.Second-1)/time.Second)))
	s.plain(w, run.a, http.StatusTooManyRequests, text.WireTooFast)
}

// lose ends a call without an answer, like a broken connection.
func (s *Service) lose(a *flow.Arrival) {
	a.Status = 0
	s.watch.Leave(a)
	panic(http.ErrAbortHandler)
}

// plain answers in plain text, outside the tool protocol.
func (s *Service) plain(w http.ResponseWriter, a *flow.Arrival, status int, t string, args ...any) {
	s.words(w, a, status, text.Wire(t, args...))
}

func (s *Service) words(w http.ResponseWriter, a *flow.Arrival, status int, words string) {
	a.Status = status
	s.watch.Leave(a)
	w.Header().Set("Content-Type", "text/plain; charset=utf-8")
	w.Header().Set("Cache-Control", "no-store")
	w.Header().Set("X-Content-Type-Options", "nosniff")
	w.WriteHeader(status)
	_, _ = io.WriteString(w, words+"\n")
}

func (s *Service) send(w http.ResponseWriter, run *exchange, status int, body []byte) {
	s.begin(w, run, status)
	_, _ = w.Write(body) // the client may be gone; nothing can be done about it
}

// begin writes the part before the body of an answer.
func (s *Service) begin(w http.ResponseWriter, run *exchange, status int) {
	a, d := run.a, &run.call.Dice
	a.Status = status
	if a.Fault == "" && d.Slow {
		a.Fault = "slow"
	}
	s.watch.Leave(a)
	if d.Slow && !s.life.Wait(run.call.Ctx, d.Delay) {
		panic(http.ErrAbortHandler)
	}
	w.Header().Set("Cache-Control", "no-store")
	w.Header().Set("X-Content-Type-Options", "nosniff")
	w.WriteHeader(status)
}

// SameOrigin rejects pages of other origins, as the tool protocol requires. Browsers send Origin, and so do clients
// of a drive.
func SameOrigin(r *http.Request) bool {
	origin := r.Header.Get("Origin")
	if origin == "" {
		return true
	}
	u, err := url.Parse(origin)
	return err == nil && u.Host != "" && (LoopbackHost(u.Hostname()) || strings.EqualFold(u.Host, r.Host))
}

// LoopbackHost reports whether a name can only be this machine.
func LoopbackHost(host string) bool {
	host = strings.TrimSuffix(strings.ToLower(host), ".")
	if host == "localhost" || strings.HasSuffix(host, ".localhost") { // RFC 6761
		return true
	}
	ip, err := netip.ParseAddr(strings.Trim(host, "[]"))
	return err == nil && ip.IsLoopback()
}

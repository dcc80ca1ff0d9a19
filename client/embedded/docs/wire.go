package docs

import (
	"bytes"
	"encoding/json"
	"io"
	"net/http"
	"net/netip"
	"net/url"
	"strings"

	"aloft/client/embedded/flow"
	"aloft/client/embedded/pages"
	"aloft/client/embedded/store"
	"aloft/model/text"
)

// maxToolBody of a call in bytes: images are passed in arguments.
const maxToolBody = 16 << 20

// ServeHTTP handles a call: token, answer of the server of the tool protocol.
func (s *Service) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	now, trial := s.db.Now(), flow.TrialOf(r.Context())
	early := s.pace.Early(now, s.lab.DocsStrict)
	if !SameOrigin(r) {
		plain(w, http.StatusForbidden, text.WireBrowser)
		return
	}
	known, valid, err := s.knownToken(r.Context(), r.Header, now)
	if err != nil {
		plain(w, http.StatusServiceUnavailable, text.WireUnavailable)
		return
	}
	if !known {
		trial.Code = pages.NoToken
		plain(w, http.StatusUnauthorized, "token is missing or wrong")
		return
	}
	body, err := io.ReadAll(io.LimitReader(r.Body, maxToolBody+1))
	switch {
	case err != nil:
		plain(w, http.StatusBadRequest, "the body ended early")
		return
	case len(body) > maxToolBody:
		plain(w, http.StatusRequestEntityTooLarge, text.WireBodyTooBig, maxToolBody)
		return
	case bytes.HasPrefix(bytes.TrimSpace(body), []byte("[")):
		plain(w, http.StatusBadRequest, "one message per request, no batches")
		return
	}
	s.offer()
	m, ok := readMessage(body)
	run := &exchange{trace: store.NewID(), call: pages.Call{Ctx: r.Context(), Now: now, Base: flow.Base(r), Trial: trial}}
	switch {
	case !valid || trial.Dead:
		refuseToken(w, run, m.ID)
	case early:
		trial.Fault = "strict"
		w.Header().Set("Retry-After", "1")
		plain(w, http.StatusTooManyRequests, text.WireTooFast)
	default:
		s.answer(w, run, s.respond(r, run, &m, ok))
	}
}

// refuseToken answers a call with an expired token: HTTP 401, or an RPC error with code 400012.
func refuseToken(w http.ResponseWriter, run *exchange, id json.RawMessage) {
	run.call.Trial.Code = pages.Expired
	e := pages.Error{Code: pages.Expired, Message: text.WireDocTokenExpired}
	body, err := json.Marshal(pages.Object{"jsonrpc": "2.0", "id": id, "error": pages.Object{"code": -32603, "message": e.Business(run.trace)}})
	if err != nil || run.call.Trial.Carrier == "http" || len(id) == 0 {
		plain(w, http.StatusUnauthorized, text.WireDocTokenExpired)
		return
	}
	begin(w, "application/json", http.StatusOK)
	_, _ = w.Write(body) // the client may be gone; nothing can be done about it
}

func (s *Service) answer(w http.ResponseWriter, run *exchange, rep *reply) {
	if rep.status == http.StatusMethodNotAllowed {
		w.Header().Set("Allow", http.MethodPost)
	}
	switch {
	case run.status != 0:
		words(w, run.status, run.plain)
	case rep.words != "":
		words(w, rep.status, rep.words)
	case rep.head == nil:
		begin(w, "", rep.status)
	default:
		begin(w, "application/json", rep.status)
		_ = rep.write(w) // the client may be gone; nothing can be done about it
	}
}

// plain answers in plain text, outside the tool protocol.
func plain(w http.ResponseWriter, status int, t string, args ...any) {
	words(w, status, text.Wire(t, args...))
}

func words(w http.ResponseWriter, status int, words string) {
	begin(w, "text/plain; charset=utf-8", status)
	_, _ = io.WriteString(w, words+"\n")
}

// begin writes the part before the body of an answer.
func begin(w http.ResponseWriter, media string, status int) {
	if media != "" {
		w.Header().Set("Content-Type", media)
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

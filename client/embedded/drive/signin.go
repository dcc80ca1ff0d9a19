package drive

import (
	"context"
	"crypto/rand"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"html"
	"net/http"
	"net/url"
	"time"

	"aloft/client/embedded/flow"
	"aloft/client/embedded/store"
	"aloft/model/text"
)

// Sign-in by a QR code, as a public client shows it: a token, which is in the link of the code; polls for the ticket
// that a phone grants; the cookies for the ticket. Public sources show neither the path of the link nor what becomes of
// a code that nobody wants, so those are ours.
const (
	pathToken   = "/cas/ajax/getTokenForQrcodeLogin"
	pathTicket  = "/cas/ajax/getServiceTicketByQrcodeToken"
	pathAccount = "/account/info"
	pathScan    = "/scan"
)

// Statuses of the answers; the last three are ours.
const (
	signInOK       = 2000000
	signInUnseen   = 50004001
	signInSeen     = 50004002
	signInOver     = 50004003
	signInDeclined = 50004004
	signInBad      = 50000001
)

const (
	codeLife   = 2 * time.Minute
	ticketLife = time.Minute
	maxCodes   = 50 // at a time: anybody may ask for one
)

// signIn is a code that was given out: a row of meta by its token, until it is used or too old.
type signIn struct {
	Made   time.Time `json:"made"`
	Status int       `json:"status"` // what a poll is told
	Ticket string    `json:"ticket,omitempty"`
}

const (
	rowsOfCodes   = "code "
	rowsOfTickets = "ticket "
)

// signIns are the methods of the sign-in.
type signIns struct{ *Service }

// IsSignIn reports whether the path is one of the sign-in by a QR code.
func IsSignIn(path string) bool { return signInPaths[path] != nil }

var signInPaths = map[string]func(signIns, *http.Request) (signInReply, error){
	pathToken: signIns.newCode, pathTicket: signIns.pollCode, pathAccount: signIns.useTicket, pathScan: signIns.scanCode,
}

// signInReply is an answer.
type signInReply struct {
	http    int
	status  int
	message string
	members object
	set     []*http.Cookie
	page    string // HTML in place of all that
}

// ServeSignIn answers the paths of IsSignIn. They need no session, and only the ticket gives one.
func (s *Service) ServeSignIn(w http.ResponseWriter, r *http.Request) {
	trial, early := flow.TrialOf(r.Context()), s.pace.Early(s.db.Now(), s.lab.Strict)
	var rep signInReply
	var err error
	switch {
	case r.Method != http.MethodGet:
		rep = signInReply{http: http.StatusMethodNotAllowed, status: signInBad, message: "method not allowed, use GET"}
	case early && r.URL.Path != pathScan: // which a person opens
		trial.Fault = "strict"
		rep = signInReply{http: http.StatusTooManyRequests, status: signInBad, message: text.WireTooFast}
	default:
		rep, err = signInPaths[r.URL.Path](signIns{s}, r)
	}
	if err != nil {
		refused := s.failed(err)
		rep = signInReply{http: refused.status, status: signInBad, message: refused.message}
	}
	trial.Code = rep.status
	rep.send(w)
}

func (rep signInReply) send(w http.ResponseWriter) {
	h := w.Header()
	for _, c := range rep.set {
		h.Add("Set-Cookie", c.String())
	}
	h.Set("Cache-Control", "no-store")
	h.Set("X-Content-Type-Options", "nosniff")
	h.Set("Content-Type", "application/json; charset=utf-8")
	body, _ := json.Marshal(object{"status": rep.status, "message": rep.message, "data": object{"members": rep.members}}) // of texts only
	if rep.page != "" {
		h.Set("Content-Type", "text/html; charset=utf-8")
		h.Set("Content-Security-Policy", "default-src 'none'; style-src 'unsafe-inline'")
		h.Set("Referrer-Policy", "no-referrer")
		body = []byte(rep.page)
	}
	w.WriteHeader(rep.http)
	_, _ = w.Write(body)
}

// known refuses a call of the login server without its three parameters.
func known(r *http.Request) (signInReply, bool) {
	q := r.URL.Query()
	if q.Get("client_id") == "" || q.Get("request_id") == "" || q.Get("v") != "1.2" {
		return signInReply{http: http.StatusOK, status: signInBad, message: "bad parameter: client_id, v and request_id are required"}, false
	}
	return signInReply{}, true
}

func (s signIns) newCode(r *http.Request) (signInReply, error) {
	if rep, ok := known(r); !ok {
		return rep, nil
	}
	token, now, full := "st"+randomHex(), s.db.Now(), false
	err := s.update(r.Context(), func(l tree) error {
		n, err := l.sweepCodes(now)
		if full = n >= maxCodes; full || err != nil {
			return err
		}
		return l.putCode(token, signIn{Made: now, Status: signInUnseen})
	})
	if full {
		return signInReply{http: http.StatusTooManyRequests, status: signInBad, message: text.WireTooFast}, err
	}
	return signInReply{http: http.StatusOK, status: signInOK, message: "ok", members: object{"token": token}}, err
}

func (s signIns) pollCode(r *http.Request) (rep signInReply, err error) {
	if rep, ok := known(r); !ok {
		return rep, nil
	}
	var in signIn
	err = s.view(r.Context(), func(l tree) (err error) {
		in, err = l.code(r.URL.Query().Get("token"), s.db.Now())
		return err
	})
	rep = signInReply{http: http.StatusOK, status: in.Status, message: signInWords[in.Status]}
	if in.Status == signInOK {
		rep.members = object{"service_ticket": in.Ticket}
	}
	return rep, err
}

var signInWords = map[int]string{
	signInOK: "ok", signInUnseen: "not scanned", signInSeen: "scanned, not confirmed", signInOver: "the code is not valid any more", signInDeclined: "the sign-in was declined",
}

// useTicket gives the cookies of a new session, once.
func (s signIns) useTicket(r *http.Request) (rep signInReply, err error) {
	now, valid, cookie := s.db.Now(), false, ""
	err = s.update(r.Context(), func(l tree) error {
		if _, err := l.sweepCodes(now); err != nil {
			return err
		}
		n, _, err := l.Exec("DELETE FROM meta WHERE k = ?", rowsOfTickets+r.URL.Query().Get("st"))
		if valid = n == 1; !valid || err != nil {
			return err
		}
		cookie, err = s.newSession(l, now)
		return err
	})
	if !valid || err != nil {
		return signInReply{http: http.StatusUnauthorized, status: signInBad, message: "the ticket is not valid"}, err
	}
	set, _ := http.ParseCookie(cookie) // our own
	for _, c := range set {
		c.Path, c.HttpOnly = "/", true
	}
	return signInReply{http: http.StatusOK, status: http.StatusOK, message: "ok", members: object{"nickname": "aloft"}, set: set}, nil
}

// scanCode is the page that the code leads to, where a phone would have its program. It only looks: whoever can read
// the data folder confirms.
func (s signIns) scanCode(r *http.Request) (signInReply, error) {
	status, err := s.answerCode(r.Context(), r.URL.Query().Get("token"), signInSeen)
	if err != nil {
		return signInReply{}, err
	}
	what, more := signInWords[status], ""
	if status == signInSeen {
		what = "This code asks for a session of your embedded drive. To give it, say in a terminal:"
		more = "<pre>aloft account confirm '" + html.EscapeString(flow.Base(r)+r.URL.RequestURI()) + "'</pre>"
	}
	page := fmt.Sprintf("<!DOCTYPE html><html><head><meta charset=utf-8><meta name=viewport content=\"width=device-width\"><title>aloft</title>"+
		"<style>body{font:16px sans-serif;margin:2em}pre{white-space:pre-wrap;word-break:break-all}</style></head><body><p>%s</p>%s</body></html>\n", html.EscapeString(what), more)
	return signInReply{http: http.StatusOK, status: status, page: page}, nil
}

var errNoCode = errors.New("no code that waits for an answer")

// Confirm answers the sign-in of a code's link, in place of a phone: with a yes, whoever asked for the code gets a
// session. Errors are of type *store.Error.
func (s *Service) Confirm(ctx context.Context, link string, yes bool) error {
	u, err := url.Parse(link)
	if err != nil || u.Query().Get("token") == "" {
		return &store.Error{What: "%s is no link of a sign-in by a QR code", Args: []any{link}, Hint: "copy the link that stands beside the code, in quotes", Err: errNoCode}
	}
	answer := signInDeclined
	if yes {
		answer = signInOK
	}
	status, err := signIns{s}.answerCode(ctx, u.Query().Get("token"), answer)
	if err == nil && status != answer {
		return &store.Error{What: "this sign-in is over: its code has expired, or was answered before", Hint: "begin again, with a fresh code", Err: errNoCode}
	}
	return store.Say(err, s.db.Path())
}

// answerCode brings a code on that was not answered yet, and returns its status.
func (s signIns) answerCode(ctx context.Context, token string, to int) (status int, err error) {
	now := s.db.Now()
	err = s.update(ctx, func(l tree) error {
		in, err := l.code(token, now)
		if status = in.Status; err != nil || status != signInUnseen && status != signInSeen {
			return err
		}
		in.Status, status = to, to
		if to == signInOK {
			in.Ticket = "st" + randomHex()
			made, err := json.Marshal(signIn{Made: now})
			if err != nil {
				return err
			}
			if err := l.Do("INSERT INTO meta(k, v) VALUES(?, ?)", rowsOfTickets+in.Ticket, string(made)); err != nil {
				return err
			}
		}
		return l.putCode(token, in)
	})
	return status, err
}

func randomHex() string {
	raw := make([]byte, 20)
	rand.Read(raw)
	return hex.EncodeToString(raw)
}

func (l tree) putCode(token string, in signIn) error {
	v, err := json.Marshal(in)
	if err != nil {
		return err
	}
	return l.Do("INSERT INTO meta(k, v) VALUES(?, ?) ON CONFLICT(k) DO UPDATE SET v = excluded.v", rowsOfCodes+token, string(v))
}

// code finds a code; one that is too old, or none, is over.
func (l tree) code(token string, now time.Time) (in signIn, err error) {
	var v string
	found, err := l.Row("SELECT v FROM meta WHERE k = ?", []any{rowsOfCodes + token}, &v)
	if err != nil || !found || json.Unmarshal([]byte(v), &in) != nil || now.Sub(in.Made) >= codeLife {
		return signIn{Status: signInOver}, err
	}
	return in, nil
}

// sweepCodes removes what is too old, and counts the codes that are left.
func (l tree) sweepCodes(now time.Time) (n int, err error) {
	var old []string
	for rows, life := range map[string]time.Duration{rowsOfCodes: codeLife, rowsOfTickets: ticketLife} {
		err := l.Rows("SELECT k, v FROM meta WHERE k >= ? AND k < ?", []any{rows, rows + "~"}, func(scan func(...any) error) error {
			var k, v string
			var in signIn
			if err := scan(&k, &v); err != nil {
				return err
			}
			if json.Unmarshal([]byte(v), &in) != nil || now.Sub(in.Made) >= life {
				old = append(old, k)
			} else if rows == rowsOfCodes {
				n++
			}
			return nil
		})
		if err != nil {
			return n, err
		}
	}
	for _, k := range old {
		if err := l.Do("DELETE FROM meta WHERE k = ?", k); err != nil {
			return n, err
		}
	}
	return n, nil
}

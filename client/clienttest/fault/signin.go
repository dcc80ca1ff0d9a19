package fault

import (
	"crypto/rand"
	"encoding/json"
	"fmt"
	"html"
	"maps"
	"net/http"
	"sync"
	"time"
)

// Sign-in by a QR code, as a public client shows it: a token, which is in the link of the code; polls for the ticket
// that a phone grants; the cookies for the ticket. Public sources show neither the path of the link nor what becomes of
// a code that nobody wants, so those are ours, and so is the phone: a POST to the link with answer=yes or answer=no.
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

var signInWords = map[int]string{
	http.StatusOK: "ok", signInOK: "ok", signInUnseen: "not scanned", signInSeen: "scanned, not confirmed", signInOver: "the code is not valid any more",
	signInDeclined: "the sign-in was declined", signInBad: "bad parameter, method or ticket, or too many codes",
}

const (
	codeLife   = 2 * time.Minute
	ticketLife = time.Minute
	maxCodes   = 50 // at a time: anybody may ask for one
)

// signIns are the codes and the tickets that were given out, until they are used or too old.
type signIns struct {
	mu      sync.Mutex
	codes   map[string]*code // by their tokens
	tickets map[string]time.Time
}

type code struct {
	made   time.Time
	status int // what a poll is told
	ticket string
}

// signInReply is an answer.
type signInReply struct {
	http, status int
	members      map[string]string
	set          []*http.Cookie
}

var signInPaths = map[string]func(*lab, *http.Request) signInReply{
	pathToken: (*lab).newCode, pathTicket: (*lab).pollCode, pathAccount: (*lab).useTicket,
}

func isSignIn(path string) bool { return path == pathScan || signInPaths[path] != nil }

// signIn answers the paths of isSignIn, but for what comes too soon: the service has the pace of all requests, and else
// does not know the path.
func (l *lab) signIn(x *exchange) {
	answer := signInPaths[x.r.URL.Path]
	if answer == nil {
		l.scan(x)
		return
	}
	x.head = func(status int) int {
		if status == http.StatusTooManyRequests {
			return status
		}
		rep := signInReply{http: http.StatusMethodNotAllowed, status: signInBad}
		if x.r.Method == http.MethodGet {
			rep = answer(l, x.r)
		}
		for _, c := range rep.set {
			x.Header().Add("Set-Cookie", c.String())
		}
		x.a.Code = rep.status
		body, _ := json.Marshal(map[string]any{"status": rep.status, "message": signInWords[rep.status], "data": map[string]any{"members": rep.members}}) // of texts only
		x.instead("", rep.http, "application/json; charset=utf-8", string(body))
		return status
	}
	x.serve()
}

// known refuses a call of the login server without its three parameters.
func known(r *http.Request) bool {
	q := r.URL.Query()
	return q.Get("client_id") != "" && q.Get("request_id") != "" && q.Get("v") == "1.2"
}

func (l *lab) newCode(r *http.Request) signInReply {
	if !known(r) {
		return signInReply{http: http.StatusOK, status: signInBad}
	}
	l.signs.mu.Lock()
	defer l.signs.mu.Unlock()
	l.sweep()
	if len(l.signs.codes) >= maxCodes {
		return signInReply{http: http.StatusTooManyRequests, status: signInBad}
	}
	token := "st" + rand.Text()
	l.signs.codes[token] = &code{made: l.now(), status: signInUnseen}
	return signInReply{http: http.StatusOK, status: signInOK, members: map[string]string{"token": token}}
}

func (l *lab) pollCode(r *http.Request) signInReply {
	if !known(r) {
		return signInReply{http: http.StatusOK, status: signInBad}
	}
	c := l.bring(r, signInUnseen)
	rep := signInReply{http: http.StatusOK, status: c.status}
	if c.ticket != "" {
		rep.members = map[string]string{"service_ticket": c.ticket}
	}
	return rep
}

// useTicket gives the cookies of a new session, once.
func (l *lab) useTicket(r *http.Request) signInReply {
	l.signs.mu.Lock()
	l.sweep()
	ticket := r.URL.Query().Get("st")
	_, valid := l.signs.tickets[ticket]
	delete(l.signs.tickets, ticket)
	l.signs.mu.Unlock()
	if !valid {
		return signInReply{http: http.StatusUnauthorized, status: signInBad}
	}
	cookie, err := l.session(r.Context())
	if err != nil {
		return signInReply{http: http.StatusInternalServerError, status: signInBad}
	}
	set, _ := http.ParseCookie(cookie) // our own
	for _, c := range set {
		c.Path, c.HttpOnly = "/", true
	}
	return signInReply{http: http.StatusOK, status: http.StatusOK, members: map[string]string{"nickname": "aloft"}, set: set}
}

// scan is the page that the code leads to, which a person opens, and the answer of a phone.
func (l *lab) scan(x *exchange) {
	to := 0
	switch x.r.Method {
	case http.MethodGet:
		to = signInSeen
	case http.MethodPost:
		to = map[string]int{"yes": signInOK, "no": signInDeclined}[x.r.PostFormValue("answer")]
	}
	c, status, form := code{status: signInBad}, http.StatusOK, ""
	if to != 0 {
		c = l.bring(x.r, to)
	}
	switch {
	case to == 0:
		status = http.StatusBadRequest
	case x.r.Method == http.MethodPost && c.status != to:
		status = http.StatusConflict
	case c.status == signInSeen:
		form = "<form method=post><button name=answer value=yes>yes</button> <button name=answer value=no>no</button></form>"
	}
	x.a.Code = c.status
	x.Header().Set("Content-Security-Policy", "default-src 'none'; form-action 'self'")
	x.Header().Set("Referrer-Policy", "same-origin")
	x.instead("", status, "text/html; charset=utf-8", fmt.Sprintf("<!DOCTYPE html><html><head><meta name=viewport content=\"width=device-width\"><title>aloft</title></head>"+
		"<body><p>%s</p>%s</body></html>\n", html.EscapeString(signInWords[c.status]), form))
}

// bring brings the code of a request on that was not answered yet, and returns it; one that is too old, or none, is over.
func (l *lab) bring(r *http.Request, to int) code {
	l.signs.mu.Lock()
	defer l.signs.mu.Unlock()
	l.sweep()
	c := l.signs.codes[r.URL.Query().Get("token")]
	switch {
	case c == nil:
		return code{status: signInOver}
	case to == signInUnseen, c.status != signInUnseen && c.status != signInSeen:
		return *c
	case to == signInOK:
		c.ticket = "st" + rand.Text()
		l.signs.tickets[c.ticket] = l.now()
	}
	c.status = to
	return *c
}

// sweep removes what is too old.
func (l *lab) sweep() {
	now := l.now()
	maps.DeleteFunc(l.signs.codes, func(_ string, c *code) bool { return now.Sub(c.made) >= codeLife })
	maps.DeleteFunc(l.signs.tickets, func(_ string, made time.Time) bool { return now.Sub(made) >= ticketLife })
}

package receive

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"net"
	"net/http"
	"slices"
	"strconv"
	"strings"
	"time"

	"aloft/client"
	"aloft/model"
)

// New makes the handler.
func New(o Options) http.Handler {
	if o.MaxBody <= 0 {
		o.MaxBody = DefaultMaxBody
	}
	if o.Paused == nil {
		o.Paused = func() bool { return false }
	}
	if o.Refused == nil {
		o.Refused = func(Refusal) {}
	}
	if o.Now == nil {
		o.Now = time.Now
	}
	return &handler{o, newPath(o.Path), make(chan struct{}, maxMiddle), make(chan struct{}, maxLarge)}
}

func (h *handler) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	c := &call{handler: h, w: w, r: r, at: h.o.Now(), token: h.o.Token(), size: r.ContentLength}
	c.unread = r.Body != nil && r.Body != http.NoBody
	defer c.release()
	if c.health() {
		return
	}
	id, why := c.judge()
	if why == nil {
		c.answer(id)
		return
	}
	c.refuse(why)
}

// health answers /healthz, for this machine only. It reports whether the request was for it.
func (c *call) health() bool {
	if !c.o.Health || c.r.URL.EscapedPath() != "/healthz" || c.path.is(c.r.URL) || !here(c.r) {
		return false
	}
	if c.r.Method != http.MethodGet && c.r.Method != http.MethodHead {
		return false
	}
	if why := fromBrowser(c.r, true); !why.IsZero() {
		return false
	}
	if c.o.Paused() {
		c.send(http.StatusServiceUnavailable, "text/plain; charset=utf-8", []byte("paused\n"))
	} else {
		c.send(http.StatusOK, "text/plain; charset=utf-8", []byte("ok\n"))
	}
	return true
}

// here reports whether a request comes from this machine.
func here(r *http.Request) bool {
	host, _, err := net.SplitHostPort(r.RemoteAddr)
	return err != nil || loopback(host) // a socket file has no address
}

// judge goes through the steps of "Processing order" in "Cloud Drive Web API and Webhook Receiver". Ours are added:
// 404 comes first, 403 for browsers after 405, 503 and 413 after 401. It returns the delivery's id or the rejection.
func (c *call) judge() (string, *no) {
	r := c.r
	if name := c.path.route(r.URL); name != "" && c.o.Routes != nil {
		if c.route = c.o.Routes.Route(name); c.route != nil {
			return c.routed()
		}
	}
	if !c.path.is(r.URL) {
		return "", &no{status: http.StatusNotFound, words: "not found", reason: model.Say("wrong path; the receiver is at %s", c.o.Path)}
	}
	if why := c.posted(c.token == ""); why != nil {
		return "", why
	}
	if why := unauthorized(r, c.token); !why.IsZero() {
		return "", unverified(why)
	}
	if why := c.taken(); why != nil {
		return "", why
	}
	var err error
	if c.f, err = Parse(c.body); err != nil {
		return "", bad(wordsJSON + err.Error())
	}
	if why := c.check(); why != nil {
		return "", why
	}
	return c.hand()
}

// posted checks the method, and who sends it.
func (c *call) posted(open bool) *no {
	if c.r.Method != http.MethodPost {
		return &no{http.StatusMethodNotAllowed, wordsMethod, model.Say("the method was %s; only POST is accepted", shown(c.r.Method)), [2]string{"Allow", http.MethodPost}}
	}
	if why := fromBrowser(c.r, open); !why.IsZero() {
		return &no{status: http.StatusForbidden, words: "requests from web pages are refused", reason: why}
	}
	return nil
}

func unverified(why model.Sentence) *no {
	return &no{http.StatusUnauthorized, wordsToken, why, [2]string{"WWW-Authenticate", "Bearer"}}
}

// taken reads the body, unless the receiver is paused or the body is compressed.
func (c *call) taken() *no {
	if c.o.Paused() {
		return later("the receiver is paused", model.Say("the receiver is paused"))
	}
	if coding := c.r.Header.Get("Content-Encoding"); coding != "" && !strings.EqualFold(coding, "identity") {
		return &no{http.StatusUnsupportedMediaType, "a compressed body is not accepted", model.Say("its body is compressed (%s)", shown(coding)), [2]string{"Accept-Encoding", "identity"}}
	}
	return c.read()
}

// check validates the fields, and fills in optional ones.
func (c *call) check() *no {
	f := &c.f
	switch {
	case f.Session == "":
		return bad(wordsSession)
	case f.Prompt == "" && f.Exec == "":
		return bad(wordsNeither)
	case f.Prompt != "" && f.Exec != "":
		return bad(wordsBoth)
	}
	projects := c.o.Projects()
	switch {
	case f.Project != "" && !slices.Contains(projects, f.Project):
		return bad(fmt.Sprintf(wordsNoProject, short(f.Project, strconv.Quote)))
	case f.Project == "" && len(projects) != 1:
		return bad(wordsProject)
	case f.Project == "":
		f.Project = projects[0]
	}
	f.Event = cmp.Or(f.Event, defaultEvent)
	return nil
}

// hand passes the request on. A sender that is gone, or has only closed its half of the connection, does not cancel
// it.
func (c *call) hand() (string, *no) {
	m, f := newMasker(c.token, c.secret), &c.f
	ctx, cancel := context.WithTimeout(context.WithoutCancel(c.r.Context()), storeTime)
	defer cancel()
	req := Request{
		At: c.at, Remote: remote(c.r), Method: c.r.Method, Path: m.target(c.r.RequestURI), Header: m.header(c.r), Body: c.body,
		Event: f.Event, Project: f.Project, Session: f.Session, Prompt: f.Prompt, Exec: f.Exec, WorkDir: f.WorkDir,
		Silent: f.Silent, Payload: f.Payload,
		Key: c.r.Header.Get(HeaderKey), ReplayOf: c.r.Header.Get(HeaderReplayOf),
	}
	if c.route != nil {
		Routed(&req, c.route, c.result)
		req.ReplayOf = ""
	}
	id, err := c.o.Accept(ctx, req)
	if err != nil {
		words := "the request could not be taken"
		if e := (*client.Error)(nil); errors.As(err, &e) {
			words = e.Error()
		}
		return "", later(words, model.Say("it could not be accepted: %s", err))
	}
	return id, nil
}

func (c *call) refuse(why *no) {
	m := newMasker(c.token, c.secret)
	reason := why.reason
	if reason.IsZero() {
		reason = model.Say("%s", why.words)
	}
	c.o.Refused(Refusal{
		At: c.at, Remote: remote(c.r), Method: c.r.Method, Path: m.target(c.r.RequestURI), Header: m.header(c.r),
		Status: why.status, Reason: reason.Map(m.known),
		Route: c.routeName(), Event: c.f.Event, Project: c.f.Project, Session: c.f.Session, Bytes: c.size,
	})
	c.deny(why)
}

// remote is the sender's address without its port.
func remote(r *http.Request) string {
	if host, _, err := net.SplitHostPort(r.RemoteAddr); err == nil {
		return host
	}
	if r.RemoteAddr == "" || r.RemoteAddr == "@" {
		return "unix" // a socket file
	}
	return r.RemoteAddr
}

package fault

import (
	"context"
	"net/http"
	"sync"
	"time"

	"aloft/client/embedded/flow"
)

// lab is the laboratory of one service.
type lab struct {
	f       Faults
	life    *flow.Lifetime
	now     func() time.Time
	session func(context.Context) (cookie string, err error) // makes one
	watch   *Watch
	inner   *flow.Lab
	next    http.HandlerFunc

	drive, docs *Chance
	luck, tasks *Chance // of the drive's bytes and of imports and exports, so that other draws do not shift

	calls map[string]call // of the document half, by their names on the wire
	dead  sync.Map        // cookies and tokens that have expired
	open  sync.Map        // sessions of the tool protocol
	signs signIns
}

// call is what the laboratory knows of a tool.
type call struct{ change, edit, image bool }

// strikes draws for a switch about bytes or sessions.
func (l *lab) strikes(name string) bool {
	y, b := &l.f.Bytes, &l.f.Blobs
	r := map[string]Rate{"turn-cookie": y.Turn, "link-ends": y.LinkEnds, "down-wrong": y.DownWrong, "down-short": y.DownShort, "down-stops": y.DownStops,
		"part-refused": y.PartRefused, "part-wrong": y.PartWrong, "keep-less": y.KeepLess, "no-callback": y.NoCallback,
		"cut-upload": b.CutUp, "cut-download": b.CutDown}[name]
	return r != (Rate{}) && l.luck.Strikes(name, r)
}

// loses ends a request without an answer, like a broken connection.
func loses() { panic(http.ErrAbortHandler) }

// trial begins the trial of a request of one half.
func (l *lab) trial(c *counted, r *http.Request) (*Arrival, *http.Request) {
	a := &Arrival{Method: r.Method, Path: r.URL.Path}
	l.watch.arrive(c, a, l.now())
	return a, r.WithContext(a.Trial.With(r.Context()))
}

// loginPage is the answer of a proxy or login wall instead of JSON.
const loginPage = "<!DOCTYPE html>\n<html><head><title>Sign in</title></head><body><form>…</form></body></html>\n"

// exchange is a request whose answer the laboratory may change before it is sent.
type exchange struct {
	http.ResponseWriter
	lab   *lab
	half  *counted
	a     *Arrival
	r     *http.Request
	slow  bool
	delay time.Duration

	head  func(status int) int  // changes what is before the body, or loses the answer; nil = nothing
	body  func(b []byte) []byte // changes the whole body; nil = it is sent as it comes
	taken []byte
	gone  bool // the answer was replaced: the rest of it is dropped
}

// Unwrap is for [http.ResponseController].
func (x *exchange) Unwrap() http.ResponseWriter { return x.ResponseWriter }

// WriteHeader implements http.ResponseWriter.
func (x *exchange) WriteHeader(status int) {
	if x.gone {
		return
	}
	if x.head != nil {
		status = x.head(status)
	}
	if x.gone {
		return
	}
	x.send(status)
}

// send tells of the request and begins its answer.
func (x *exchange) send(status int) {
	x.a.Status = status
	if x.a.Fault == "" && x.slow {
		x.a.Fault = "slow"
	}
	x.lab.watch.leave(x.half, x.a)
	if x.slow && !x.lab.life.Wait(x.r.Context(), x.delay) {
		loses()
	}
	x.ResponseWriter.WriteHeader(status)
}

// Write implements io.Writer.
func (x *exchange) Write(b []byte) (int, error) {
	switch {
	case x.gone:
		return len(b), nil
	case x.body != nil:
		x.taken = append(x.taken, b...)
		return len(b), nil
	}
	return x.ResponseWriter.Write(b)
}

// lose ends the request without an answer.
func (x *exchange) lose(fault string) {
	x.a.Fault, x.a.Status = fault, 0
	x.lab.watch.leave(x.half, x.a)
	loses()
}

// instead answers in place of the service.
func (x *exchange) instead(fault string, status int, media, body string) {
	h := x.Header()
	h.Del("Content-Length")
	h.Set("Content-Type", media)
	h.Set("Cache-Control", "no-store")
	h.Set("X-Content-Type-Options", "nosniff")
	x.a.Fault = fault
	x.send(status)
	_, _ = x.ResponseWriter.Write([]byte(body))
	x.gone = true
}

// serve lets the service answer.
func (x *exchange) serve() {
	x.lab.next(x, x.r)
	if x.body != nil && !x.gone {
		_, _ = x.ResponseWriter.Write(x.body(x.taken))
	}
}

package fault

import (
	"bytes"
	"cmp"
	"encoding/json"
	"io"
	"net/http"
	"strconv"
	"strings"
	"testing/iotest"
	"time"

	"aloft/client/embedded/docs"
	"aloft/client/embedded/pages"
	"aloft/client/embedded/store"
	"aloft/model/text"
)

// calls are the tools by all names that they can have on the wire.
func calls() map[string]call {
	out := map[string]call{}
	for _, t := range docs.Tools() {
		for _, name := range []string{t.Name, t.Second} {
			for _, name := range []string{name, strings.TrimPrefix(name, "doc.")} {
				out[name] = call{t.Change, t.Edit, t.Image}
				out[strings.ReplaceAll(name, ".", "_")] = out[name]
			}
		}
	}
	delete(out, "")
	return out
}

const sessionHeader = "Mcp-Session-Id"

// call is a message to the document half's tools.
func (l *lab) call(w http.ResponseWriter, r *http.Request) {
	a, r := l.trial(&l.watch.docs, r)
	x := &exchange{ResponseWriter: w, lab: l, half: &l.watch.docs, a: a, r: r}
	body, err := io.ReadAll(r.Body)
	r.Body = io.NopCloser(bytes.NewReader(body))
	var m struct {
		ID     json.RawMessage
		Method string
		Params struct{ Name string }
	}
	if err != nil || json.Unmarshal(body, &m) != nil {
		r.Body = io.NopCloser(io.MultiReader(bytes.NewReader(body), iotest.ErrReader(cmp.Or(err, io.EOF))))
		x.serve()
		return
	}
	if m.Method == "tools/call" {
		a.Tool = m.Params.Name
	}
	t, f := l.calls[a.Tool], &l.f.Docs
	a.Mutation = t.change
	token := r.Header.Get("Authorization")
	d := l.docs.RollDocs(f, t.change, t.edit, t.image)
	if d.Expire {
		l.dead.Store(token, true)
	}
	_, a.Dead = l.dead.Load(token)
	a.Stranger, a.ImageFail, a.Page = d.Stale, d.ImageFail, d.Page
	if a.Carrier = f.Carrier; a.Carrier == "any" {
		a.Carrier = Carriers()[d.Carrier]
	}
	x.slow, x.delay = d.Slow, d.Delay
	tool := a.Tool != ""
	switch {
	case a.Dead, f.Strict > 0 && a.Gap >= 0 && a.Gap < f.Strict:
		x.serve()
		return
	case d.Busy:
		x.throttle()
	case d.HTML:
		x.instead("html", http.StatusOK, "text/html; charset=utf-8", loginPage)
	case tool && d.FailBefore:
		x.plain("5xx-before", http.StatusServiceUnavailable, text.Wire(text.WireUnavailable))
	case tool && d.LoseBefore:
		x.lose("lose-before")
	case !l.keepSession(x, m.Method, d.Forget):
	case d.Fail && tool:
		a.Fault, a.Refuse = "error", pages.Refuse(cmp.Or(f.ErrorCode, pages.Internal), "an error that is switched on; nothing was changed")
	case f.Error500 && t.change:
		e := pages.Error{Code: pages.Internal, Message: text.Wire(text.WireInternal)}
		a.Code = e.Code
		x.plain("500", e.Status(), e.Business(store.NewID()))
	case f.Quota && t.change:
		a.Fault, a.Refuse = "quota", pages.Refuse(pages.Quota, text.WireQuota)
	}
	if x.gone {
		return
	}
	x.head = func(status int) int {
		switch {
		case tool && d.LoseAfter:
			x.lose("lose-after")
		case tool && d.LoseRead:
			x.lose("lose-read")
		case tool && d.FailAfter:
			x.plain("5xx-after", http.StatusServiceUnavailable, text.Wire(text.WireUnavailable))
			return status
		case x.Header().Get("Content-Type") != "application/json":
			return status
		}
		if d.SSE {
			if a.Fault == "" {
				a.Fault = "sse"
			}
			x.Header().Set("Content-Type", "text/event-stream")
			x.body = func(b []byte) []byte {
				return append(append([]byte(": hold the line\n\nevent: message\ndata: "), b...), "\n\n"...)
			}
		}
		if tool && d.Cut {
			a.Fault = "cut"
			whole := x.body
			x.body = func(b []byte) []byte {
				if whole != nil {
					b = whole(b)
				}
				return b[:len(b)/2]
			}
		}
		return status
	}
	x.serve()
}

func (x *exchange) plain(fault string, status int, words string) {
	x.instead(fault, status, "text/plain; charset=utf-8", words+"\n")
}

func (x *exchange) throttle() {
	after := x.lab.f.Docs.RetryAfter
	if after <= 0 {
		after = time.Second
	}
	x.Header().Set("Retry-After", strconv.Itoa(int((after+time.Second-1)/time.Second)))
	x.plain("429", http.StatusTooManyRequests, text.Wire(text.WireTooFast))
}

// keepSession issues and requires sessions if they are switched on. It returns false if it has answered.
func (l *lab) keepSession(x *exchange, method string, forget bool) bool {
	if !l.f.Docs.Sessions {
		return true
	}
	id := x.r.Header.Get(sessionHeader)
	_, open := l.open.Load(id)
	switch {
	case method == "initialize":
		id = store.NewID()
		l.open.Store(id, true)
		x.Header().Set(sessionHeader, id)
		return true
	case forget, x.r.Method == http.MethodDelete:
		l.open.Delete(id)
	}
	switch {
	case id == "":
		x.plain("", http.StatusBadRequest, "Mcp-Session-Id is missing")
	case !open || forget:
		x.plain("session", http.StatusNotFound, "session not found")
	case x.r.Method == http.MethodDelete:
		x.send(http.StatusNoContent)
		x.gone = true
	default:
		return true
	}
	return false
}

// image is an upload to the open platform.
func (l *lab) image(w http.ResponseWriter, r *http.Request) {
	a, r := l.trial(&l.watch.docs, r)
	a.Mutation = true
	if f := &l.f.Docs; f.ImageFail != (Rate{}) {
		a.ImageFail = l.docs.Strikes("image-fail", f.ImageFail)
	}
	(&exchange{ResponseWriter: w, lab: l, half: &l.watch.docs, a: a, r: r}).serve()
}

package receive

import (
	"bytes"
	"encoding/json"
	"errors"
	"io"
	"net/http"
	"strconv"
	"time"
)

// accept answers 200: "Success" of the webhook receiver in the drive
// specification.
func (c *call) accept(id string) {
	var b bytes.Buffer
	e := json.NewEncoder(&b) // ends with a line end
	e.SetEscapeHTML(false)
	err := e.Encode(struct {
		Status string `json:"status"`
		Event  string `json:"event"`
	}{accepted, c.f.Event})
	if err != nil {
		panic("an answer of two strings cannot be encoded: " + err.Error())
	}
	c.w.Header().Set(HeaderDelivery, id)
	c.send(http.StatusOK, "application/json", b.Bytes())
}

// deny answers with a plain-text error: "Plain-text errors" of "Where the
// specification is silent".
func (c *call) deny(why *no) {
	head := c.w.Header()
	if why.header[0] != "" {
		head.Set(why.header[0], why.header[1])
	}
	if !c.unread {
		c.send(why.status, "text/plain; charset=utf-8", []byte(why.words+"\n"))
		return
	}
	out := http.NewResponseController(c.w)
	// Without it the server reads the body before it sends the answer.
	if err := out.EnableFullDuplex(); err != nil && !errors.Is(err, http.ErrNotSupported) {
		head.Set("Connection", "close")
	}
	if c.r.ContentLength < 0 || c.r.ContentLength > lingerKeep {
		head.Set("Connection", "close")
	}
	c.send(why.status, "text/plain; charset=utf-8", []byte(why.words+"\n"))
	if errors.Is(out.Flush(), http.ErrNotSupported) {
		return // not a connection of net/http
	}
	c.release()
	c.body = nil
	if c.linger(out) && head.Get("Connection") == "" {
		// The rest of the body would be taken for the next request.
		panic(http.ErrAbortHandler)
	}
}

func (c *call) send(status int, kind string, body []byte) {
	head := c.w.Header()
	head.Set("Content-Type", kind)
	head.Set("Content-Length", strconv.Itoa(len(body)))
	head.Set("X-Content-Type-Options", "nosniff")
	c.w.WriteHeader(status)
	// A sender that is gone does not fail the delivery.
	_, _ = c.w.Write(body)
}

// linger reads on, and reports whether it gave up before the end.
func (c *call) linger(out *http.ResponseController) (gaveUp bool) {
	until := time.Now().Add(lingerTime)
	part := make([]byte, 32<<10)
	for got := 0; got < lingerMost; {
		next := time.Now().Add(lingerPause)
		if next.After(until) {
			next = until
		}
		if out.SetReadDeadline(next) != nil {
			return true
		}
		n, err := c.r.Body.Read(part)
		if got += n; err != nil {
			return err != io.EOF
		}
	}
	return true
}

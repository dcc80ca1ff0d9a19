package receive

import (
	"bytes"
	"errors"
	"io"
	"net/http"
	"os"
	"time"

	"aloft/model"
	"aloft/model/text"
)

const (
	smallBody  = 64 << 10 // read at once; larger bodies need a place
	middleBody = 1 << 20  // bodies up to this size have their own places
	maxLarge   = 8        // large bodies in memory at a time
	maxMiddle  = 32       // slow senders of large bodies must not block the usual ones
	waitLarge  = 10 * time.Second
	maxAhead   = 16 << 20 // buffer for a large body of unknown size
)

// read reads the body into memory, up to the limit. A sender that waits for "100 Continue" is not asked for a body
// that is known to be too large.
func (c *call) read() *no {
	most := c.o.MaxBody
	if c.r.ContentLength > most {
		return c.tooLarge()
	}
	if !c.unread {
		return nil
	}
	if n := c.r.ContentLength; n >= 0 {
		if n > smallBody && !c.place(n) {
			return later(string(text.HookBusyWire), model.Say(text.HookManyLarge))
		}
		c.body = make([]byte, n)
		got, err := io.ReadFull(c.r.Body, c.body)
		c.body = c.body[:got]
		return c.have(err)
	}
	var b bytes.Buffer
	_, err := io.CopyN(&b, c.r.Body, min(smallBody, most+1))
	if err == nil && most >= smallBody {
		if !c.place(most) { // unknown length
			return later(string(text.HookBusyWire), model.Say(text.HookManyLarge))
		}
		b.Grow(int(min(most+1+bytes.MinRead, maxAhead))) // otherwise it grows, and is copied, step by step
		_, err = io.CopyN(&b, c.r.Body, most+1-smallBody)
	}
	c.body, c.size = b.Bytes(), int64(b.Len())
	if cap(c.body) > 2*len(c.body) {
		c.body = bytes.Clone(c.body) // a payload is a part of it, and may be queued for long
	}
	if c.size > most {
		return c.tooLarge()
	}
	if err == io.EOF {
		err = nil
	}
	return c.have(err)
}

func (c *call) have(err error) *no {
	got := int64(len(c.body))
	switch {
	case err == nil:
		c.size, c.unread = got, false
		return nil
	case errors.Is(err, os.ErrDeadlineExceeded):
		return &no{http.StatusRequestTimeout, "its body did not arrive in time", model.Say("its body did not arrive in time"), [2]string{"Connection", "close"}}
	case errors.Is(err, io.ErrUnexpectedEOF), err == io.EOF:
		return broken(text.Wire("the body ended early, after %d {byte|bytes}", got))
	}
	return broken(text.Wire("the body cannot be read: %s", model.Clean(err.Error())))
}

// broken rejects a body that is not JSON and stops reading it.
func broken(detail string) *no {
	return &no{http.StatusBadRequest, wordsJSON + detail, model.Sentence{}, [2]string{"Connection", "close"}}
}

func (c *call) tooLarge() *no {
	return &no{status: http.StatusRequestEntityTooLarge,
		words: text.Wire("the body is larger than %d {byte|bytes}", c.o.MaxBody), reason: model.Say("its body is larger than %d {byte|bytes} (webhook.max_body)", c.o.MaxBody)}
}

// place waits until a body of up to that size may be read.
func (c *call) place(size int64) bool {
	room := c.large
	if size <= middleBody {
		room = c.middle
	}
	select {
	case room <- struct{}{}:
		c.held = room
		return true
	case <-time.After(waitLarge):
		return false
	}
}

// release releases the place once the body is stored.
func (c *call) release() {
	if c.held != nil {
		<-c.held
		c.held = nil
	}
}

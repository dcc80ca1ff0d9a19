package gate

import (
	"bytes"
	"context"
	"errors"
	"io"
	"net/http"
	"sync/atomic"
	"testing"
	"time"
)

// bin is a Sink that counts who ends it.
type bin struct {
	bytes.Buffer
	dropped atomic.Int32
}

func (*bin) Enough() bool { return false }
func (b *bin) Drop()      { b.dropped.Add(1) }

// slowBody takes its time for an answer, and may break in the middle.
type slowBody struct {
	takes time.Duration
	err   error
}

func (s slowBody) RoundTrip(*http.Request) (*http.Response, error) {
	return &http.Response{StatusCode: http.StatusOK, Header: http.Header{}, Body: io.NopCloser(&late{s})}, nil
}

type late struct{ slowBody }

func (l *late) Read(b []byte) (int, error) {
	time.Sleep(l.takes)
	return copy(b, "x"), l.err
}

// What takes an answer is dropped once when nobody gets it, and never when somebody does.
func TestTheAnswerThatNobodyGetsIsDropped(t *testing.T) {
	for name, c := range map[string]struct {
		body    slowBody
		wait    time.Duration
		dropped int
	}{
		"it comes":         {slowBody{time.Second, io.EOF}, time.Minute, 0},
		"it is given up":   {slowBody{time.Second, io.EOF}, time.Millisecond, 1},
		"it breaks":        {slowBody{time.Second, errors.New("cut")}, time.Minute, 1},
		"both at one time": {slowBody{time.Second, io.EOF}, time.Second, -1},
	} {
		t.Run(name, func(t *testing.T) {
			onBoth(t, func(t *testing.T, newMachine func(uint64) *machine) {
				g := open(t, newMachine(1).process(1), RoundTripperWire(c.body))
				if _, err := g.Do(t.Context(), get("")); err != nil && c.body.err == io.EOF {
					t.Fatal(err)
				}
				time.Sleep(time.Minute) // the next one is sent at once
				to := &bin{}
				call := get("")
				call.Into = func(int, http.Header) Sink { return to }
				ctx, cancel := context.WithTimeout(t.Context(), c.wait)
				defer cancel()
				r, err := g.Do(ctx, call)
				time.Sleep(time.Minute)
				got := int(to.dropped.Load())
				if want := c.dropped; want >= 0 && (got != want || (err == nil) != (want == 0)) || (r != nil) == (got > 0) {
					t.Errorf("dropped %d times, %+v, %v", got, r, err)
				}
			})
		})
	}
}

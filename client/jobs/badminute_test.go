package jobs

import (
	"bytes"
	"fmt"
	"io"
	"math/rand/v2"
	"net/http"
	"strconv"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"aloft/client/clienttest/fault"
	"aloft/client/clienttest/procs"
)

// ill is a service that is disturbed for a while: a share of its answers is
// replaced, before or after the work was done.
type ill struct {
	rt    http.RoundTripper
	share float64

	mu    sync.Mutex
	until time.Time
	rnd   *rand.Rand
	spoil int
}

func (i *ill) RoundTrip(r *http.Request) (*http.Response, error) {
	i.mu.Lock()
	bad := time.Now().Before(i.until) && i.rnd.Float64() < i.share
	kind, after := i.rnd.IntN(6), i.rnd.IntN(2) == 0
	if bad {
		i.spoil++
	}
	i.mu.Unlock()
	if !bad {
		return i.rt.RoundTrip(r)
	}
	if kind == 5 { // cut off
		after = true
	}
	var body []byte
	if after && kind != 1 { // a 429 is a refusal
		res, err := i.rt.RoundTrip(r)
		if err != nil {
			return res, err
		}
		if body, err = io.ReadAll(res.Body); err != nil {
			return nil, err
		}
		_ = res.Body.Close()
	} else if r.Body != nil {
		_, _ = io.Copy(io.Discard, r.Body)
	}
	h := http.Header{"Content-Type": {"application/json"}}
	status, text := http.StatusOK, ""
	switch kind {
	case 0:
		status, text = http.StatusServiceUnavailable, `{"status":503,"code":1,"message":"busy"}`
	case 1:
		status, text = http.StatusTooManyRequests, `{"status":429,"code":1,"message":"too many requests"}`
	case 2:
		text = "<html><title>Sign in</title></html>"
		h.Set("Content-Type", "text/html")
	case 3:
		text = "hello"
		h.Set("Content-Type", "text/plain")
	case 4:
		status, text = http.StatusBadGateway, "<html>bad gateway</html>"
		h.Set("Content-Type", "text/html")
	case 5:
		text = string(body[:len(body)/2])
	}
	return &http.Response{Status: strconv.Itoa(status), StatusCode: status, Proto: "HTTP/1.1", ProtoMajor: 1, ProtoMinor: 1, Header: h,
		Body: io.NopCloser(bytes.NewReader([]byte(text))), ContentLength: int64(len(text)), Request: r}, nil
}

// A move of 500 entries that begins in a bad minute, planning included, ends by
// itself, although tasks fail or never end.
func TestAMoveBegunInABadMinuteEndsByItself(t *testing.T) {
	for seed := range procs.Seeds(3) {
		t.Run(fmt.Sprint("seed=", seed), func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				bad := &ill{share: 0.3, rnd: newRand(uint64(seed))}
				o := worldOptions{seed: uint64(seed), faults: fault.Faults{Seed: uint64(seed), Rotate: true,
					Async: fault.Rate{P: 0.3}, TaskFail: fault.Rate{Every: 6}, Stuck: fault.Rate{P: 0.1}},
					folders: 10, each: 50, targets: 1, gap: 500 * time.Millisecond}
				o.wire = func(rt http.RoundTripper) http.RoundTripper { bad.rt = rt; return bad }
				w := newWorld(t, o)
				defer w.close()
				plans := w.plant(o)
				start := time.Now()
				bad.mu.Lock()
				bad.until = start.Add(time.Minute)
				bad.mu.Unlock()
				ids, err := w.move(plans)
				if err != nil {
					t.Error(err)
				}
				took := time.Since(start)
				time.Sleep(2 * time.Minute)
				c := w.watch.Drive()
				t.Logf("%v, %d requests, %d mutations, %d answers spoiled", took, c.Requests, c.Mutations, bad.spoil)
				if bad.spoil == 0 || took > 10*time.Minute {
					t.Errorf("%d spoiled, %v", bad.spoil, took)
				}
				for i, b := range append(w.check(500*time.Millisecond), w.agree(ids)...) {
					if i < 20 {
						t.Error(b)
					}
				}
			})
		})
	}
}

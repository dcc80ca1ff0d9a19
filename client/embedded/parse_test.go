package embedded

import (
	"errors"
	"fmt"
	"strings"
	"testing"
	"time"

	"aloft/client/embedded/fault"
	"aloft/client/embedded/store"
	"aloft/client/embedded/watch"
)

// One seed and one order of requests give one history.
func TestSeedRepeats(t *testing.T) {
	history := func(seed uint64) (h string) {
		f, err := ParseFaults([]string{"lose-before=20%", "lose-after=20%", "async=30%", "lag=1s-3s", "cut=5%", "html=5%", "slow=10%", fmt.Sprintf("seed=%d", seed)})
		if err != nil {
			t.Fatal(err)
		}
		bubble(t, f, func(t *testing.T, r *rig) {
			for i := range 60 {
				e, err := r.try("POST", "/file", object{"pdir_fid": "0", "file_name": fmt.Sprint("n", i), "file_type": 0})
				l, err2 := r.try("GET", sorted("0", ""), nil)
				h += fmt.Sprintln(e.http, e.Code, err == nil, l.http, l.Meta.Count, err2 == nil, time.Now())
			}
		})
		return h
	}
	one := history(7)
	if one != history(7) {
		t.Error("the same seed gave another history")
	}
	if one == history(8) {
		t.Error("another seed gave the same history")
	}
}

func TestParseFaults(t *testing.T) {
	f, err := ParseFaults([]string{"rotate", "lag=1s-3s", "async=30%", "lose-after=every:4", "slow=0.25", "strict", "tq-gap=\"500\"", "expire=every:9", "delay=2s"})
	want := fault.Faults{Rotate: true, Lag: fault.Span{Min: time.Second, Max: 3 * time.Second}, Async: fault.Rate{P: 0.3}, LoseAfter: fault.Rate{Every: 4}, Slow: fault.Rate{P: 0.25},
		Strict: watch.NearGap, TqGap: `"500"`, Expire: fault.Rate{Every: 9}, Delay: fault.Span{Min: 2 * time.Second, Max: 2 * time.Second}}
	if err != nil || f != want {
		t.Errorf("%+v %v", f, err)
	}
	for _, bad := range []string{"", "nothing", "rotate=yes", "lag", "lag=3s-1s", "lag=-1s", "async=2", "async=NaN", "async=every:0", "stale=x", "tq-gap={", "tq-place=", "batch=0", "seed=-1", "expire=0s", "auth-status=500", "strict=0s", "cookie-grace"} {
		_, err := ParseFaults([]string{bad})
		var own *store.Error
		if !errors.As(err, &own) || own.Hint == "" || strings.Contains(err.Error(), "%!") {
			t.Errorf("%q: %v", bad, err)
		}
	}
	for _, h := range fault.Names() {
		if h.Help == "" || h.Wants == "" {
			t.Errorf("%+v", h)
		}
	}
}

func FuzzParseFaults(f *testing.F) {
	for _, h := range fault.Names() {
		f.Add(h.Name + "=1s-2s")
	}
	f.Fuzz(func(t *testing.T, spec string) { _, _ = ParseFaults([]string{spec}) })
}

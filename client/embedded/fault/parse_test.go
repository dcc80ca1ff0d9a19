package fault

import (
	"errors"
	"strings"
	"testing"
	"time"

	"aloft/client/embedded/store"
	"aloft/client/embedded/watch"
)

func TestParseFaults(t *testing.T) {
	f, err := Parse([]string{"rotate", "lag=1s-3s", "async=30%", "lose-after=every:4", "slow=0.25", "strict", "tq-gap=\"500\"", "expire=every:9", "delay=2s"}, nil)
	want := Faults{Rotate: true, Lag: Span{Min: time.Second, Max: 3 * time.Second}, Async: Rate{P: 0.3}, LoseAfter: Rate{Every: 4}, Slow: Rate{P: 0.25},
		Strict: watch.NearGap, TqGap: `"500"`, Expire: Rate{Every: 9}, Delay: Span{Min: 2 * time.Second, Max: 2 * time.Second}}
	if err != nil || f != want {
		t.Errorf("%+v %v", f, err)
	}
	for _, bad := range []string{"", "nothing", "rotate=yes", "lag", "lag=3s-1s", "lag=-1s", "async=2", "async=NaN", "async=every:0", "stale=x", "tq-gap={", "tq-place=", "batch=0", "seed=-1", "expire=0s", "auth-status=500", "strict=0s", "cookie-grace"} {
		_, err := Parse([]string{bad}, nil)
		var own *store.Error
		if !errors.As(err, &own) || own.Hint == "" || strings.Contains(err.Error(), "%!") {
			t.Errorf("%q: %v", bad, err)
		}
	}
	for _, h := range Names() {
		if h.Help == "" || h.Wants == "" {
			t.Errorf("%+v", h)
		}
	}
}

func FuzzParseFaults(f *testing.F) {
	for _, h := range Names() {
		f.Add(h.Name + "=1s-2s")
	}
	f.Fuzz(func(t *testing.T, spec string) { _, _ = Parse([]string{spec}, nil) })
}

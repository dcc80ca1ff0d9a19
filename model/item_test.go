package model

import (
	"testing"
	"time"
)

// Times count as precisely as the coarser of two; the same is not newer.
func TestNotNewer(t *testing.T) {
	at := time.Date(2020, 5, 1, 10, 0, 0, 0, time.UTC)
	for _, row := range []struct {
		mine, original, theirs, theirOriginal time.Duration // after at; -1 = unknown
		want                                  string
	}{
		{2 * time.Second, -1, time.Second, -1, ""},
		{time.Second, -1, time.Second, -1, WhyOlder},
		{time.Second, -1, 2 * time.Second, -1, WhyOlder},
		{1900 * time.Millisecond, -1, time.Second, -1, WhyOlder},               // theirs has seconds
		{time.Second, -1, 900 * time.Millisecond, -1, ""},                      // mine has: 1 and 0
		{2 * time.Second, -1, 1900 * time.Millisecond, -1, ""},                 // 2 and 1
		{1500 * time.Millisecond, -1, 1400 * time.Millisecond, -1, ""},         // both have more
		{1500*time.Millisecond + 9, -1, 1500 * time.Millisecond, -1, WhyOlder}, // journals count milliseconds
		{-1, -1, time.Second, -1, WhyUndated},
		{time.Second, -1, -1, -1, WhyUndated},
		{time.Hour, time.Second, time.Minute, -1, WhyOlder}, // when it was changed, not when the service got it
		{time.Second, -1, time.Hour, 0, ""},
	} {
		when := func(d time.Duration) time.Time {
			if d < 0 {
				return time.Time{}
			}
			return at.Add(d)
		}
		it := Item{Print: Fingerprint{Modified: Millis(when(row.mine))}}
		it.Original = Millis(when(row.original))
		other := Entry{Modified: when(row.theirs), Original: when(row.theirOriginal)}
		if got := it.NotNewer(&other); got != row.want {
			t.Errorf("%+v: %q", row, got)
		}
	}
}

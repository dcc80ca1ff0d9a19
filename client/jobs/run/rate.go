package run

import (
	"time"

	"aloft/client/jobs/transfer"
	"aloft/model"
)

// rate is how fast the bytes of a job come or go. Older bytes count less and less.
type rate struct {
	from, last time.Time
	bytes      float64
}

const (
	rateLeast = time.Second      // before that there is no rate
	rateSpan  = 10 * time.Second // older bytes lose weight; without bytes for so long there is none
)

// moved counts what an item has carried since it was looked at before. A phase begins with
// what an earlier attempt has carried, so its first bytes do not count.
func (r *rate) moved(before, now transfer.Live) {
	carries := now.Phase == model.PhaseDownload || now.Phase == model.PhaseUpload
	if n := now.Bytes - before.Bytes; carries && now.Phase == before.Phase && n > 0 {
		r.add(time.Now(), n)
	}
}

func (r *rate) add(now time.Time, n int64) {
	if r.from.IsZero() || now.Sub(r.last) >= rateSpan {
		*r = rate{from: now}
	}
	r.bytes, r.last = r.bytes+float64(n), now
	if age := now.Sub(r.from); age > rateSpan {
		r.from, r.bytes = r.from.Add(age/2), r.bytes/2
	}
}

// of is the rate in bytes per second, 0 = unknown.
func (r *rate) of(now time.Time) int64 {
	age := now.Sub(r.from)
	if r.from.IsZero() || age < rateLeast || now.Sub(r.last) >= rateSpan {
		return 0
	}
	return int64(r.bytes / age.Seconds())
}

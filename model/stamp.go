package model

import (
	"cmp"
	"encoding/json"
	"math"
	"strings"
	"time"
)

// lastMillis ends the year 9999, the last that JSON and services have.
const lastMillis = 253402300799999

// Millis is a time in Unix milliseconds, as journals and services count it. There 0 is no time,
// so that the moment of 0 is the one after it. What is beyond 64 bits is the nearest.
func Millis(t time.Time) int64 {
	switch sec := t.Unix(); {
	case t.IsZero():
		return 0
	case sec > math.MaxInt64/1000-1:
		return math.MaxInt64
	case sec < math.MinInt64/1000+1:
		return math.MinInt64
	}
	return cmp.Or(t.UnixMilli(), 1)
}

// FromMillis is the time of Unix milliseconds, zero for 0.
func FromMillis(ms int64) time.Time {
	if ms == 0 {
		return time.Time{}
	}
	return time.UnixMilli(ms)
}

// OnWire reports whether a service can keep that time: after 1970, and before the year 10000.
func OnWire(ms int64) bool { return ms > 0 && ms <= lastMillis }

// ToWire is Millis, 0 for what a service cannot keep.
func ToWire(t time.Time) int64 {
	ms := Millis(t)
	if !OnWire(ms) {
		ms = 0
	}
	return ms
}

// FromWire is FromMillis for what a service tells, zero where it is none.
func FromWire(ms int64) time.Time {
	if !OnWire(ms) {
		ms = 0
	}
	return FromMillis(ms)
}

// A file system keeps a time before its first, or after its last, as that one.
var (
	firstKept = []int64{math.MinInt32, 0, 315532800}                                                     // ext4 and XFS, NFS, FAT
	lastKept  = []int64{math.MaxInt32, math.MaxUint32, 4354819198, 0x37fffffff, 9223372036, 16299260424} // ext3, exFAT, FAT, ext4, 64 bits of ns, XFS
)

// keptAs reports whether a file system may have kept the time t as at.
func keptAs(t, at time.Time) bool {
	near := func(edge time.Time) bool { return at.Sub(edge).Abs() <= clockStep }
	for _, s := range firstKept {
		if edge := time.Unix(s, 0); t.Before(edge) && near(edge) {
			return true
		}
	}
	for _, s := range lastKept {
		if edge := time.Unix(s, 0); t.After(edge) && near(edge) {
			return true
		}
	}
	return false
}

// MarshalJSON leaves out the times of years that JSON does not have.
func (e Entry) MarshalJSON() ([]byte, error) {
	for _, t := range []*time.Time{&e.Modified, &e.Created, &e.Original} {
		if y := t.Year(); y < 0 || y > 9999 {
			*t = time.Time{}
		}
	}
	type plain Entry
	return json.Marshal(plain(e))
}

// Duration is a duration without the zero parts that time.Duration prints: "1h", not "1h0m0s".
func Duration(d time.Duration) string {
	s := d.String()
	if strings.HasSuffix(s, "m0s") {
		s = strings.TrimSuffix(s, "0s")
	}
	if strings.HasSuffix(s, "h0m") {
		s = strings.TrimSuffix(s, "0m")
	}
	return s
}

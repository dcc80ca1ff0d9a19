package model

import (
	"encoding/json"
	"math"
	"testing"
	"time"
)

func TestTimesInMilliseconds(t *testing.T) {
	for _, c := range []struct {
		t      time.Time
		ms     int64
		onWire bool
	}{
		{time.Time{}, 0, false},
		{time.Unix(0, 0), 1, true},
		{time.Unix(0, 400), 1, true},
		{time.Unix(-1, 0), -1000, false},
		{time.Unix(-315619200, 0), -315619200000, false},
		{time.Unix(1, 0), 1000, true},
		{time.UnixMilli(lastMillis), lastMillis, true},
		{time.UnixMilli(lastMillis + 1), lastMillis + 1, false},
		{time.Unix(math.MaxInt64, 0), math.MaxInt64, false},
		{time.Unix(math.MinInt64, 0), math.MinInt64, false},
	} {
		if got := Millis(c.t); got != c.ms || OnWire(got) != c.onWire {
			t.Errorf("%v: %d, can be kept: %v", c.t, got, OnWire(got))
		}
		if at := FromMillis(c.ms); Millis(at) != c.ms && c.ms > math.MinInt64 && c.ms < math.MaxInt64 {
			t.Errorf("%d comes back as %d", c.ms, Millis(at))
		}
		if at := FromWire(c.ms); at.IsZero() == c.onWire {
			t.Errorf("a service's %d is %v", c.ms, at)
		}
	}
}

func TestATimeThatCannotBeKeptIsNoDifference(t *testing.T) {
	now, old, zero := time.Unix(1_800_000_000, 0), time.Unix(-315619200, 0), time.Unix(0, 0)
	for _, c := range []struct {
		name         string
		there, copy  time.Time
		far, differs bool
	}{
		{"a service that got it now", old, now, true, false},
		{"the same within the disk", old, now, false, true},
		{"zero, as a service keeps it", zero, FromWire(Millis(zero)), true, false},
		{"zero, changed since", zero, now, true, true},
		{"the year 10000", time.Unix(lastMillis/1000+1, 0), now, true, false},
		{"ext4 of 1901", time.Unix(math.MinInt32-5, 0), time.Unix(math.MinInt32, 0), false, false},
		{"FAT", zero, time.Unix(315532800, 0), false, false},
		{"ext4 of 2446", time.Unix(math.MaxInt64/4, 0), time.Unix(0x37fffffff, 0), false, false},
		{"2038", time.Unix(math.MaxInt32+9000, 0), time.Unix(math.MaxInt32, 0), false, false},
		{"2038 by chance", time.Unix(math.MaxInt32-9000, 0), time.Unix(math.MaxInt32, 0), false, true},
	} {
		a, b := Entry{Kind: KindFile, Size: 1, Modified: c.there}, Entry{Kind: KindFile, Size: 1, Modified: c.copy}
		if got := a.Differs(&b, c.far); (got != "") != c.differs {
			t.Errorf("%s: %q", c.name, got)
		}
		if got := b.Differs(&a, c.far); (got != "") != c.differs {
			t.Errorf("%s, the other way: %q", c.name, got)
		}
	}
}

func TestAnEntryOfAYearThatJSONDoesNotHaveIsStored(t *testing.T) {
	for _, at := range []time.Time{time.Unix(lastMillis, 0), time.Unix(-lastMillis, 0), time.Unix(math.MaxInt64, 0), time.Unix(0, 0)} {
		var back Entry
		b, err := json.Marshal(&Entry{Name: "f", Modified: at})
		if err == nil {
			err = json.Unmarshal(b, &back)
		}
		if err != nil || back.Name != "f" || !back.Modified.IsZero() && !back.Modified.Equal(at) {
			t.Errorf("%v: %v, %v", at.Unix(), back.Modified, err)
		}
	}
}

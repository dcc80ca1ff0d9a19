package embedded

import (
	"testing"
	"time"

	"aloft/client/clienttest/fault"
	"aloft/client/clienttest/faultwords"
)

// --strict once enforced the gap for callers of the drive alone.
func TestStrictHoldsBothHalves(t *testing.T) {
	f, err := faultwords.Parse("strict=2s", "docs-strict=3s")
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		f           fault.Faults
		drive, docs time.Duration
	}{{fault.Faults{}, time.Second, time.Second}, {f, 2 * time.Second, 3 * time.Second}} {
		at := time.Now()
		r := open(t, Options{Faults: c.f, Strict: time.Second, Now: func() time.Time { return at }})
		d := &desk{t: t, s: r.s, token: r.s.Token()}
		r.ls("0")
		d.call("manage.folder_list", object{})
		for _, half := range []struct {
			gap time.Duration
			ask func() int
		}{
			{c.drive, func() int { env, _ := r.probe(r.s.Cookie()); return env.http }},
			{c.docs, func() int { a, _ := d.try("manage.folder_list", object{}); return a.http }},
		} {
			half.ask()
			at = at.Add(half.gap - time.Millisecond)
			if got := half.ask(); got != 429 {
				t.Errorf("%v after the last: %d", half.gap-time.Millisecond, got)
			}
			at = at.Add(half.gap)
			if got := half.ask(); got != 200 {
				t.Errorf("%v after the last: %d", half.gap, got)
			}
		}
	}
}

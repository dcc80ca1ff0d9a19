package admin

import (
	"testing"
	"time"

	"aloft/client/clienttest/faultwords"
	"aloft/client/embedded/fault"
)

// --strict once enforced the gap for callers of the drive alone.
func TestStrictHoldsBothHalves(t *testing.T) {
	if f := withStrict(fault.Faults{}, time.Second); f.Strict != time.Second || f.Docs.Strict != time.Second {
		t.Errorf("drive %s, documents %s", f.Strict, f.Docs.Strict)
	}
	f, err := faultwords.Parse("strict=2s", "docs-strict=3s")
	if err != nil {
		t.Fatal(err)
	}
	if f = withStrict(f, time.Second); f.Strict != 2*time.Second || f.Docs.Strict != 3*time.Second {
		t.Errorf("a fault that was named: drive %s, documents %s", f.Strict, f.Docs.Strict)
	}
}

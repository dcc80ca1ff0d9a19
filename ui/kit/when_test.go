package kit

import (
	"testing"
	"time"

	"aloft/model/text"
)

// What is said stands until the next frame, which may be hours later: it has to be true then, too.
func TestAgesAreTrueForAsLongAsTheyStand(t *testing.T) {
	at := time.Date(2026, 8, 14, 9, 5, 0, 0, time.Local)
	for d, want := range map[time.Duration]string{
		0: "", 59 * time.Second: "", time.Minute: "listed 09:05", 3 * time.Hour: "listed 09:05", 30 * time.Hour: "listed Aug 14",
	} {
		if got := Aged(&text.Catalogue{}, "listed %s", at, at.Add(d)); got != want {
			t.Errorf("%v: %q", d, got)
		}
	}
	if got := Aged(&text.Catalogue{}, "listed %s", time.Time{}, at); got != "" {
		t.Errorf("never listed: %q", got)
	}
}

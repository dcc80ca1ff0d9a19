package text

import "testing"

func TestSize(t *testing.T) {
	for n, want := range map[int64]string{
		0: "0 B", 999: "999 B", 1000: "1.0 KB", 4096: "4.0 KB", 1023948: "999.9 KB", 1024000: "1.0 MB", 35127296: "33.5 MB",
		10 << 20: "10.0 MB", 3 << 30: "3.0 GB", 1<<63 - 1: "8.0 EB",
	} {
		if got := Size(n); got != want {
			t.Errorf("%d bytes: %q, want %q", n, got, want)
		}
	}
}

// A refusal that says "10.0 MB, at most 10.0 MB" explains nothing.
func TestSizesDiffer(t *testing.T) {
	if a, b := Sizes(10<<20+1, 10<<20); a != "10485761 B" || b != "10485760 B" {
		t.Errorf("%s, %s", a, b)
	}
	if a, b := Sizes(20<<20, 10<<20); a != "20.0 MB" || b != "10.0 MB" {
		t.Errorf("%s, %s", a, b)
	}
}

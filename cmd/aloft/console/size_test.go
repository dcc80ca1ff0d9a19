package console

import "testing"

func TestSize(t *testing.T) {
	for n, want := range map[int64]string{
		-1: "-", 0: "0B", 999: "999B", 1000: "1.0K", 1023: "1.0K", 1536: "1.5K", 10 << 10: "10K", 999 << 10: "999K", 1 << 20: "1.0M", 1 << 40: "1.0T", 1<<63 - 1: "8.0E",
	} {
		if got := Size(n); got != want {
			t.Errorf("size(%d) = %q, want %q", n, got, want)
		}
	}
}

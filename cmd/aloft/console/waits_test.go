package console

import (
	"os"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"aloft/client"
	"aloft/model/text"
)

// A listing of a quarter of an hour shows its progress, but does not fill the
// terminal with it; waits are shown all the same.
func TestReadingOnSaysLittle(t *testing.T) {
	r, out, err := os.Pipe()
	if err != nil {
		t.Fatal(err)
	}
	synctest.Test(t, func(t *testing.T) {
		ctx, end := NewWaitLines(New(nil, out, out)).Waits.Begin(t.Context())
		for page := range 1000 {
			client.WaitsFor(ctx, "waiting for a turn to use %s", "x")
			time.Sleep(500 * time.Millisecond)
			client.WaitsFor(ctx, "waiting for the answer of %s", "x")
			time.Sleep(400 * time.Millisecond)
			client.WaitsReads(ctx, text.WaitReading, "drive:/", 100*page)
		}
		client.WaitsFor(ctx, "waiting for a turn to use %s", "x")
		client.WaitsFor(ctx, "waiting for the answer of %s", "x")
		time.Sleep(10 * time.Second)
		end()
	})
	_ = out.Close()
	b := make([]byte, 64<<10)
	n, _ := r.Read(b)
	lines := strings.Split(strings.TrimSpace(string(b[:n])), "\n")
	if len(lines) < 10 || len(lines) > 40 || !strings.Contains(lines[0], "entries so far") || !strings.HasSuffix(lines[len(lines)-1], "waiting for the answer of x") {
		t.Errorf("%d lines:\n%s", len(lines), b[:n])
	}
}

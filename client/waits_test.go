package client_test

import (
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"aloft/client"
	"aloft/model/text"
)

// A report comes after two seconds, not before, of each new thing soon, of the same
// seldom, and of the end.
func TestWaitsAreTold(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var told []string
		from := time.Now()
		board := client.NewWaitBoard()
		ws := client.NewWaits(func(w client.Waiting) {
			line := "over"
			if !w.Over {
				line = w.Say(nil)
			}
			told = append(told, time.Since(from).String()+" "+line)
			board.Tell(w)
		})
		_, quick := ws.Begin(t.Context())
		time.Sleep(1999 * time.Millisecond)
		quick()

		ctx, end := ws.Begin(t.Context())
		client.WaitsFor(ctx, "waiting for the answer of %s", "x")
		inner, innerEnd := ws.Begin(ctx) // a part of it is not the whole
		time.Sleep(2500 * time.Millisecond)
		client.WaitsAgain(inner, &client.Error{Kind: client.KindServer, What: text.DriveServerFailed, Args: []any{503}, Server: "busy\x1b[2J",
			Hint: text.DriveLater})
		client.WaitsFor(inner, "waiting before the drive is asked again")
		innerEnd()
		time.Sleep(500 * time.Second)
		if l := board.Line(nil); !strings.Contains(l, "503") || strings.ContainsRune(l, 0x1b) {
			t.Errorf("%q", l)
		}
		client.WaitsReads(ctx, text.WaitReading, "drive:/\x1b[2J", 700)
		time.Sleep(31 * time.Second)
		end()
		want := "3.999s waiting for the answer of x|" +
			"6.499s waiting before the drive is asked again (last try: the service failed (HTTP 503) — the service says: busy"
		got := strings.Join(told, "|")
		if !strings.HasPrefix(got, want) || !strings.Contains(got, ": 700 entries so far") || strings.ContainsRune(got, 0x1b) || !strings.HasSuffix(got, "over") || len(told) != 5 {
			t.Errorf("%d: %s", len(told), got)
		}
		if board.Line(nil) != "" {
			t.Error("the board still shows it")
		}
		client.WaitsFor(t.Context(), "waiting before the drive is asked again") // nobody listens
		var none *client.Waits
		_, end = none.Begin(t.Context())
		end()
	})
}

package drive_test

import (
	"math/rand/v2"
	"net/http"
	"testing"
	"testing/synctest"
	"time"

	"aloft/client"
	"aloft/client/clienttest"
	"aloft/client/drive"
	"aloft/client/gate"
)

// A minute in which three of ten answers are a 503, a 429, a web page or truncated,
// then health: a command within the next minute takes at most twice as long as
// usual, each in a process of its own, and no request was early.
func TestABadMinuteThenHealth(t *testing.T) {
	if testing.Short() {
		t.Skip("is sequential, and long")
	}
	const gap = 500 * time.Millisecond
	for seed := uint64(20); seed < 40; seed++ {
		synctest.Test(t, func(t *testing.T) {
			luck, bad := rand.New(rand.NewPCG(seed, 3)), false
			var arrivals []time.Time
			s := &script{answer: func(*http.Request, int) *http.Response {
				arrivals = append(arrivals, time.Now())
				if !bad || luck.IntN(10) > 2 {
					return nil
				}
				switch luck.IntN(4) {
				case 0:
					return reply(503, `{"status":503,"code":50300,"message":"busy"}`)
				case 1:
					return reply(429, `{"status":429,"message":"slow down"}`)
				case 2:
					return reply(200, "<html>", "Content-Type", "text/html")
				}
				return reply(200, `{"code":0,"data":{"li`)
			}}
			host := clienttest.NewHost()
			ls := func() (time.Duration, error) {
				host.Process++
				g, err := gate.Open(gate.Options{Dir: "/state", Name: "x", Gap: gap, Host: host, Wire: gate.RoundTripperWire(s)})
				if err != nil {
					t.Fatal(err)
				}
				defer func() { _ = g.Close() }()
				d := drive.New(drive.Options{Account: "local", BaseURL: "http://aloft.local", Gate: g, Cookies: clienttest.NewJar("a=b")})
				from := time.Now()
				_, err = d.List(t.Context(), at("dir", "sub"), client.Options{})
				return time.Since(from), err
			}
			_, _ = ls()
			time.Sleep(time.Second)
			usual, err := ls()
			if err != nil {
				t.Fatal(err)
			}
			bad = true
			for end := time.Now().Add(time.Minute); time.Now().Before(end); {
				_, _ = ls()
			}
			bad = false
			for range 6 {
				time.Sleep(5 * time.Second)
				if took, err := ls(); err != nil || took > 2*usual {
					t.Errorf("seed %d: %v, usually %v; %v", seed, took, usual, err)
				}
			}
			for i := 1; i < len(arrivals); i++ {
				if d := arrivals[i].Sub(arrivals[i-1]); d < gap {
					t.Errorf("seed %d: %v between two requests", seed, d)
				}
			}
		})
	}
}

package webhook

import (
	"crypto/hmac"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"net/http"
	"runtime"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"aloft/client"
	"aloft/client/webhook/receive"
)

// BenchmarkMany sends deliveries over 64 connections to the specified endpoint and to a route with a signature:
// -benchtime 5000x. Prompts go to the inbox, so that what is measured is the receiver.
func BenchmarkMany(b *testing.B) {
	payload := `{"ref":"main","name":"site","text":"` + strings.Repeat("x", 4<<10) + `"}`
	sum := hmac.New(sha256.New, []byte("secret-of-r"))
	sum.Write([]byte(payload))
	signature := "sha256=" + hex.EncodeToString(sum.Sum(nil))
	for _, c := range []struct {
		name string
		send func(r *rig, i int) *http.Request
	}{
		{"endpoint", func(r *rig, i int) *http.Request {
			req, _ := http.NewRequest(http.MethodPost, r.Status().URL, strings.NewReader(fmt.Sprintf(`{"session_key":"tui:%d","prompt":"x","payload":%s}`, i%16, payload)))
			req.Header.Set("Authorization", "Bearer "+r.o.Settings.Token)
			return req
		}},
		{"route", func(r *rig, i int) *http.Request {
			req, _ := http.NewRequest(http.MethodPost, receive.RouteURL(r.Status().URL, "r"), strings.NewReader(payload))
			req.Header.Set("X-Hub-Signature-256", signature)
			req.Header.Set("X-Github-Delivery", fmt.Sprint(i))
			return req
		}},
	} {
		b.Run(c.name, func(b *testing.B) {
			r := &rig{o: Options{Data: b.TempDir(), State: b.TempDir(), Dir: b.TempDir(), Secret: func(string) (string, error) { return "secret-of-r", nil }}}
			r.o.Settings.Token = "token-of-the-bench"
			r.o.Settings.Routes = map[string]receive.Setting{"r": {Verify: receive.GitHub, Prompt: "{body.name}", Payload: "body.ref", Session: "tui:{body.name}"}}
			r.Service = New(r.o)
			defer r.end()
			if err := r.Start(b.Context(), client.AnyPort); err != nil {
				b.Fatal(err)
			}
			to := &http.Client{Transport: &http.Transport{MaxIdleConnsPerHost: 64}}
			var mu sync.Mutex
			var took []time.Duration
			next := make(chan int)
			b.ResetTimer()
			var all sync.WaitGroup
			for range 64 {
				all.Go(func() {
					for i := range next {
						req := c.send(r, i)
						began := time.Now()
						res, err := to.Do(req)
						if err != nil {
							b.Error(err)
							continue
						}
						if res.StatusCode != http.StatusOK {
							b.Errorf("answered %s", res.Status)
						}
						_ = res.Body.Close()
						mu.Lock()
						took = append(took, time.Since(began))
						mu.Unlock()
					}
				})
			}
			for i := range b.N {
				next <- i
			}
			close(next)
			all.Wait()
			b.StopTimer()
			if n := r.Status().Arrived; n != uint64(b.N) {
				b.Errorf("%d of %d arrived", n, b.N)
			}
			slices.Sort(took)
			var m runtime.MemStats
			runtime.GC()
			runtime.ReadMemStats(&m)
			b.ReportMetric(float64(took[len(took)*99/100].Microseconds())/1000, "p99-ms")
			b.ReportMetric(float64(took[len(took)/2].Microseconds())/1000, "p50-ms")
			b.ReportMetric(float64(m.HeapAlloc>>10), "KiB-heap")
		})
	}
}

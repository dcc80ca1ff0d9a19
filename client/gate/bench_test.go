package gate

import (
	"io"
	"net/http"
	"strings"
	"testing"
	"time"
)

type inProcess struct{}

func (inProcess) RoundTrip(*http.Request) (*http.Response, error) {
	return &http.Response{StatusCode: 200, Header: http.Header{}, Body: io.NopCloser(strings.NewReader("{}"))}, nil
}

// BenchmarkUncontended is what the gate costs the embedded account, on the real
// host and file.
func BenchmarkUncontended(b *testing.B) {
	for name, c := range map[string]Call{
		"read":     {Method: "GET", URL: testURL},
		"mutation": {Method: "POST", URL: testURL, Mutation: true, Epoch: AnyEpoch},
	} {
		b.Run(name, func(b *testing.B) {
			g, err := Open(Options{Dir: b.TempDir(), Name: "local", Wire: RoundTripperWire(inProcess{})})
			if err != nil {
				b.Fatal(err)
			}
			defer func() { _ = g.Close() }()
			for b.Loop() {
				if _, err := g.Do(b.Context(), c); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}

// The embedded account's cost is asserted with much air, for busy machines.
func TestUncontendedCost(t *testing.T) {
	g, err := Open(Options{Dir: t.TempDir(), Name: "local", Wire: RoundTripperWire(inProcess{})})
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = g.Close() }()
	least := time.Hour
	for range 200 {
		began := time.Now()
		must(t, g, Call{Method: "POST", URL: testURL, Mutation: true, Epoch: AnyEpoch})
		least = min(least, time.Since(began))
	}
	if least > 200*time.Microsecond {
		t.Errorf("a mutation costs %v", least)
	}
}

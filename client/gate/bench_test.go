package gate

import (
	"io"
	"net/http"
	"strings"
	"testing"
)

type inProcess struct{}

func (inProcess) RoundTrip(*http.Request) (*http.Response, error) {
	return &http.Response{StatusCode: 200, Header: http.Header{}, Body: io.NopCloser(strings.NewReader("{}"))}, nil
}

// BenchmarkUncontended measures the cost of the gate for the embedded account, on
// the real host and file.
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

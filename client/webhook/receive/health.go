package receive

import (
	"fmt"
	"net"
	"net/http"
	"slices"
	"strings"
	"sync"
)

// Gauge is a number that /metrics has, in the text format of Prometheus.
type Gauge struct {
	Name, Help string
	Value      float64
	Counter    bool // it only grows
}

// answers counts the answers by their status.
type answers struct {
	mu sync.Mutex
	by map[int]uint64
}

func (a *answers) count(status int) {
	a.mu.Lock()
	defer a.mu.Unlock()
	if a.by == nil {
		a.by = map[int]uint64{}
	}
	a.by[status]++
}

// here reports whether a request comes from this machine.
func here(r *http.Request) bool {
	host, _, err := net.SplitHostPort(r.RemoteAddr)
	return err != nil || loopback(host) // a socket file has no address
}

// metrics is the page of /metrics.
func metrics(gauges []Gauge, a *answers) string {
	var b strings.Builder
	line := func(g Gauge, labels string) { fmt.Fprintf(&b, "%s%s %g\n", g.Name, labels, g.Value) }
	head := func(g Gauge) {
		kind := "gauge"
		if g.Counter {
			kind = "counter"
		}
		fmt.Fprintf(&b, "# HELP %s %s\n# TYPE %s %s\n", g.Name, g.Help, g.Name, kind)
	}
	for _, g := range gauges {
		head(g)
		line(g, "")
	}
	all := Gauge{Name: "aloft_hook_requests_total", Help: "Requests by the status that was answered.", Counter: true}
	head(all)
	a.mu.Lock()
	defer a.mu.Unlock()
	var codes []int
	for code := range a.by {
		codes = append(codes, code)
	}
	slices.Sort(codes)
	for _, code := range codes {
		all.Value = float64(a.by[code])
		line(all, fmt.Sprintf(`{code="%d"}`, code))
	}
	return b.String()
}

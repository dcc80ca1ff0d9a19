package second

import (
	"fmt"
	"net/http"
	"slices"
)

// Fault is an error of one request.
type Fault int

const (
	HTML       Fault = iota // a web page with status 200
	HTML502                 // a web page with status 502
	Plain401                // HTTP 401 with plain text
	Plain403                // HTTP 403 with plain text
	TooMany                 // HTTP 429 with Retry-After: 1
	Failing                 // HTTP 500
	Malformed               // broken JSON with status 200; nothing is applied
	LostBefore              // the connection ends; nothing is applied
	LostAfter               // applied, then the connection ends
	Unclear                 // applied, then HTTP 502 with a web page
	Internal                // business error 400010
	Transient               // business error 10012
	BadToken                // business error 400006
	Expired                 // business error 400012
	NoRight                 // business error 400005
	NotAllowed              // business error 60007
	NoSession               // the session is closed first
	CutBefore               // the answer ends in its middle; nothing is applied
	CutAfter                // applied, then the answer ends in its middle
)

// planned is a fault that waits for its request.
type planned struct {
	tool  string
	fault Fault
	times int
}

// Fault makes the next requests of a tool fail; "" = of any tool.
func (s *Server) Fault(tool string, f Fault, times int) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.faults = append(s.faults, planned{tool, f, times})
}

// Pending is how many faults have not happened yet.
func (s *Server) Pending() int {
	s.mu.Lock()
	defer s.mu.Unlock()
	n := 0
	for _, p := range s.faults {
		n += p.times
	}
	return n
}

// take returns the fault for a call.
func (s *Server) take(tool string) (Fault, bool) {
	for i := range s.faults {
		p := &s.faults[i]
		if p.tool != "" && p.tool != tool {
			continue
		}
		f := p.fault
		if p.times--; p.times == 0 {
			s.faults = slices.Delete(s.faults, i, i+1)
		}
		return f, true
	}
	return 0, false
}

// business returns the business error of a fault.
func (f Fault) business() *failure {
	switch f {
	case Internal:
		return fail(400010, "internal error")
	case Transient:
		return fail(10012, "system busy, try later")
	case BadToken:
		return fail(400006, "token is wrong")
	case Expired:
		return fail(400012, "token has expired")
	case NoRight:
		return fail(400005, "no permission")
	case NotAllowed:
		return fail(60007, "tool not permitted")
	}
	return nil
}

const page = "<!DOCTYPE html><html><head><title>Bad gateway</title></head><body>try later</body></html>"

// spoil answers a request that fails as a whole; false: the request goes on.
func (f Fault) spoil(w http.ResponseWriter) bool {
	html := func(status int) {
		w.Header().Set("Content-Type", "text/html; charset=utf-8")
		w.WriteHeader(status)
		_, _ = fmt.Fprint(w, page)
	}
	switch f {
	case HTML:
		html(http.StatusOK)
	case HTML502, Unclear:
		html(http.StatusBadGateway)
	case Plain401:
		http.Error(w, "unauthorized", http.StatusUnauthorized)
	case Plain403:
		http.Error(w, "forbidden", http.StatusForbidden)
	case TooMany:
		w.Header().Set("Retry-After", "1")
		http.Error(w, "slow down", http.StatusTooManyRequests)
	case Failing:
		http.Error(w, "internal server error", http.StatusInternalServerError)
	case Malformed:
		w.Header().Set("Content-Type", "application/json")
		_, _ = fmt.Fprint(w, `{"jsonrpc":"2.0","id":`)
	case CutBefore, CutAfter:
		w.Header().Set("Content-Type", "application/json")
		w.Header().Set("Content-Length", "400")
		_, _ = fmt.Fprint(w, `{"jsonrpc":"2.0","id":1,"result":{"content":[{"type":"text","te`)
		_ = http.NewResponseController(w).Flush()
		panic(http.ErrAbortHandler)
	case LostBefore, LostAfter:
		panic(http.ErrAbortHandler) // the server closes the connection
	default:
		return false
	}
	return true
}

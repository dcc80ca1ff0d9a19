package gate

import (
	"bytes"
	"net/http"
	"strconv"
	"strings"
	"sync"
	"time"

	"aloft/client"
)

// What answers mean and when a read is sent again, as far as it is the same for
// every service.

// SlowTries is how often an answer may fail to come in time: a person has waited
// long after the first, a job asks once more.
func SlowTries(c client.Class) int {
	if c == client.Interactive {
		return 1
	}
	return 2
}

// Budget of the retries of reads: 10 tokens, one for a retry, a tenth back for each
// success.
type Budget struct {
	mu    sync.Mutex
	spent float64
}

const budgetTokens = 10

// Take takes a token, if there is one.
func (b *Budget) Take() bool {
	b.mu.Lock()
	defer b.mu.Unlock()
	if b.spent > budgetTokens-1 {
		return false
	}
	b.spent++
	return true
}

// Earn is for a success.
func (b *Budget) Earn() {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.spent = max(0, b.spent-0.1)
}

// RetryAfter reads the HTTP header of that name: seconds, a day at the most, or a
// date. 0 = it asks for nothing.
func RetryAfter(h http.Header, now time.Time) time.Duration {
	v := h.Get("Retry-After")
	if n, err := strconv.Atoi(strings.TrimSpace(v)); err == nil {
		return time.Duration(max(0, min(n, 86400))) * time.Second
	}
	if at, err := http.ParseTime(v); err == nil {
		return max(0, at.Sub(now))
	}
	return 0
}

// TraceID is the id under which a service has noted the request; "" = it tells none.
func TraceID(h http.Header) string {
	for _, k := range [...]string{"X-Request-Id", "X-Trace-Id", "Trace-Id"} {
		if v := h.Get(k); v != "" {
			return Shorten(v)
		}
	}
	return ""
}

// IsPage: a login page, a proxy's page.
func (r *Reply) IsPage() bool {
	b := bytes.TrimSpace(bytes.TrimPrefix(r.Body, []byte("\ufeff")))
	return bytes.HasPrefix(b, []byte("<")) || strings.HasPrefix(r.Header.Get("Content-Type"), "text/html")
}

// Shorten bounds what is kept of a service's words.
func Shorten(words string) string {
	const most = 400
	words = strings.TrimSpace(words)
	if r := []rune(words); len(r) > most {
		return string(r[:most]) + "…"
	}
	return words
}

// Says reports whether one of the parts, in lower case, is in the words.
func Says(words string, parts ...string) bool {
	w := strings.ToLower(words)
	for _, p := range parts {
		if strings.Contains(w, p) {
			return true
		}
	}
	return false
}

// SaysTooOften: requests come too fast. No fixed answer is public.
func SaysTooOften(words string) bool {
	return Says(words, "too frequent", "too many requests", "rate limit", "frequency limit", "slow down", "requests over limit", "request over limit",
		"over the request limit", "request limit", "limit of requests", "频繁", "请求过多", "请求超限", "限流")
}

// SaysFailure: something failed, after which anything may have happened.
func SaysFailure(words string) bool {
	return Says(words, "internal", "unavailable", "timeout", "timed out", "time out", "busy", "system error", "server error", "try again",
		"temporar", "gateway", "overload", "unknown", "unexpected", "exception", "panic", "upstream", "failed to", "failure",
		"系统", "服务", "繁忙", "超时", "稍后", "内部", "未知", "异常", "失败")
}

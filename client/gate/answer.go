package gate

import (
	"bytes"
	"net/http"
	"slices"
	"strconv"
	"strings"
	"time"
)

// What answers mean, as far as it is the same for every service.

// RetryAfter parses the HTTP header of that name (RFC 9110, section 10.2.3):
// seconds or a date, at most a day. 0 = there is none.
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

// TraceID is the id by which a service logs the request; "" = the answer has none.
func TraceID(h http.Header) string {
	for _, k := range [...]string{"X-Request-Id", "X-Trace-Id", "Trace-Id"} {
		if v := h.Get(k); v != "" {
			return Shorten(v)
		}
	}
	return ""
}

// IsPage reports whether the answer is a web page: of a login or a proxy.
func (r *Reply) IsPage() bool {
	b := bytes.TrimSpace(bytes.TrimPrefix(r.Body, []byte("\ufeff")))
	return bytes.HasPrefix(b, []byte("<")) || strings.HasPrefix(r.Header.Get("Content-Type"), "text/html")
}

// Shorten bounds the length of a service's message.
func Shorten(words string) string {
	const most = 400
	words = strings.TrimSpace(words)
	if r := []rune(words); len(r) > most {
		return string(r[:most]) + "…"
	}
	return words
}

// Says reports whether the message contains one of the parts, which are in lower
// case.
func Says(words string, parts ...string) bool {
	w := strings.ToLower(words)
	return slices.ContainsFunc(parts, func(p string) bool { return strings.Contains(w, p) })
}

// SaysTooOften: requests come too fast. No fixed message is public.
func SaysTooOften(words string) bool {
	return Says(words, "too frequent", "too many requests", "rate limit", "frequency limit", "slow down", "requests over limit", "request over limit",
		"over the request limit", "request limit", "limit of requests", "频繁", "请求过多", "请求超限", "限流")
}

// SaysFailure: something failed, and the request may have had any effect.
func SaysFailure(words string) bool {
	return Says(words, "internal", "unavailable", "timeout", "timed out", "time out", "busy", "system error", "server error", "try again",
		"temporar", "gateway", "overload", "unknown", "unexpected", "exception", "panic", "upstream", "failed to", "failure",
		"系统", "服务", "繁忙", "超时", "稍后", "内部", "未知", "异常", "失败")
}

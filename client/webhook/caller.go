package webhook

import (
	"net/http"
	"time"
)

// Caller is the client for requests to a receiver. No proxy sees the token, and a redirect is an answer.
func Caller(limit time.Duration) *http.Client {
	return &http.Client{Timeout: limit, Transport: &http.Transport{DisableKeepAlives: true},
		CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }}
}

// Package signed has the rules that all transfers at signed URLs share: which addresses are accepted, which get the
// session, where a redirect may go, and the idle limit.
package signed

import (
	"errors"
	"net"
	"net/http"
	"net/url"
	"time"
)

// Transport returns a transport for transfers, with the given number of idle connections per server.
func Transport(idle int) *http.Transport {
	return &http.Transport{
		Proxy:                 http.ProxyFromEnvironment,
		DialContext:           (&net.Dialer{Timeout: 10 * time.Second}).DialContext,
		TLSHandshakeTimeout:   10 * time.Second,
		IdleConnTimeout:       30 * time.Second,
		MaxIdleConnsPerHost:   idle,
		DisableCompression:    true,
		ForceAttemptHTTP2:     true,
		ExpectContinueTimeout: time.Second,
	}
}

// ErrElsewhere is the error of a redirect to another server, or of any redirect of an upload.
var ErrElsewhere = errors.New("a redirect to another server")

const maxRedirects = 5

// Redirect follows redirects of downloads within their server, and none of uploads: neither the session nor the bytes
// may go to another address.
func Redirect(req *http.Request, via []*http.Request) error {
	first := via[0]
	if first.Method != http.MethodGet || req.URL.Scheme != first.URL.Scheme || req.URL.Host != first.URL.Host || len(via) > maxRedirects {
		return ErrElsewhere
	}
	return nil
}

// Bare returns the cause without the wrapping errors that contain URLs: a signed URL is as good as a password.
func Bare(err error) error {
	var u *url.Error
	for errors.As(err, &u) && u.Err != nil {
		err = u.Err
	}
	return err
}

// Package signed has what all transfers at signed addresses share: which addresses are
// accepted, which get the session, where a redirect may go, and how long no byte may move.
package signed

import (
	"errors"
	"net"
	"net/http"
	"net/url"
	"time"
)

// Transport is for transfers over the network, with so many idle connections to a server.
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

// ErrElsewhere is the error of a redirect to another server, or of an upload's.
var ErrElsewhere = errors.New("a redirect to another server")

const maxRedirects = 5

// Redirect follows a download within its server, and an upload not at all: neither the
// session nor the bytes go to any other address than the given one.
func Redirect(req *http.Request, via []*http.Request) error {
	first := via[0]
	if first.Method != http.MethodGet || req.URL.Scheme != first.URL.Scheme || req.URL.Host != first.URL.Host || len(via) > maxRedirects {
		return ErrElsewhere
	}
	return nil
}

// Bare is the cause without the errors that wrap it and contain URLs: a signed URL is as
// good as a password.
func Bare(err error) error {
	var u *url.Error
	for errors.As(err, &u) && u.Err != nil {
		err = u.Err
	}
	return err
}

package flow

import "net/http"

// Base is scheme and host by which the client reached us: links begin with it.
func Base(r *http.Request) string {
	scheme := r.URL.Scheme
	if scheme == "" {
		scheme = "http"
	}
	return scheme + "://" + r.Host
}

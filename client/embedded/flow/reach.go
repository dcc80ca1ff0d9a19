package flow

import (
	"cmp"

	"net/http"
)

// Base is scheme and host by which the client reached us: links begin with it.
func Base(r *http.Request) string {
	scheme := cmp.Or(r.URL.Scheme, "http")
	return scheme + "://" + r.Host
}

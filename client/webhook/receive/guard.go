package receive

import (
	"crypto/sha256"
	"crypto/subtle"
	"net"
	"net/http"
	"net/netip"
	"net/url"
	"strconv"
	"strings"

	"aloft/model"
	"aloft/model/text"
)

// Loopback reports whether Listen's address can be reached from this machine
// only. On another one a token is needed.
func Loopback(address string) bool { return address == "" || loopback(unbracket(address)) }

// loopback reports whether a host, without a port, is this machine by its name
// or its address alone.
func loopback(host string) bool {
	if strings.EqualFold(strings.TrimSuffix(host, "."), "localhost") {
		return true
	}
	a, err := netip.ParseAddr(host)
	return err == nil && a.Unmap().IsLoopback()
}

func unbracket(host string) string {
	if s, ok := strings.CutPrefix(host, "["); ok {
		return strings.TrimSuffix(s, "]")
	}
	return host
}

// hostOf gives the host of host:port, where both the port and brackets may miss.
func hostOf(hostport string) string {
	if host, _, err := net.SplitHostPort(hostport); err == nil {
		return host
	}
	return unbracket(hostport)
}

// fromBrowser gives the reason why a request can be one that a page of another
// site made a browser send, "" when it cannot: "Browsers" of "Where the
// specification is silent". A page that has a name of its own resolve to this
// machine is same-origin to the browser; only the Host tells it, and only where
// no token does.
func fromBrowser(r *http.Request, open bool) string {
	for _, site := range r.Header["Sec-Fetch-Site"] {
		if site != "" && site != "none" && site != "same-origin" {
			return reason("a browser sent it for a page of another site (Sec-Fetch-Site: %s)", shown(site))
		}
	}
	for _, origin := range r.Header["Origin"] {
		if origin == "" {
			continue
		}
		u, err := url.Parse(origin)
		if err != nil || !loopback(u.Hostname()) {
			return reason("a browser sent it for a page of %s, which is not on this machine", shown(origin))
		}
	}
	// Browsers always name a host; only HTTP/1.0 leaves it out.
	if open && r.Host != "" && !loopback(hostOf(r.Host)) {
		return reason("it was sent to the name %s, and without a token only names of this machine are taken", shown(r.Host))
	}
	return ""
}

// unauthorized gives the reason why a request does not pass, "" when it does:
// the four rules of "Authentication" in the drive specification. The first of
// several equal headers or parameters counts, and an empty one counts as absent.
func unauthorized(r *http.Request, token string) string {
	if token == "" {
		return ""
	}
	where, value := "", ""
	if rest, ok := strings.CutPrefix(r.Header.Get("Authorization"), "Bearer "); ok {
		where, value = reason(text.HookTokenHeader, "Authorization"), rest
	} else if v := r.Header.Get("X-Webhook-Token"); v != "" {
		where, value = reason(text.HookTokenHeader, "X-Webhook-Token"), v
	} else if v := r.URL.Query().Get("token"); v != "" {
		where, value = string(text.Text("query")), v
	} else {
		return string(text.Text("it had no token"))
	}
	// Digests have one length, so that neither the time nor the length tells.
	got, want := sha256.Sum256([]byte(value)), sha256.Sum256([]byte(token))
	if subtle.ConstantTimeCompare(got[:], want[:]) != 1 {
		return reason("its token in the %s is wrong", where)
	}
	return ""
}

// mostShown is how much of a foreign word a sentence repeats.
const mostShown = 200

// shown makes a foreign word fit into a sentence.
func shown(s string) string {
	n := 0
	for i := range s {
		if n == mostShown {
			return model.Clean(s[:i]) + "..."
		}
		n++
	}
	return model.Clean(s)
}

func quoted(s string) string {
	n := 0
	for i := range s {
		if n == mostShown {
			return strconv.Quote(s[:i]) + "..."
		}
		n++
	}
	return strconv.Quote(s)
}

package receive

import (
	"crypto/sha256"
	"crypto/subtle"
	"net"
	"net/http"
	"net/netip"
	"net/url"
	"strings"

	"aloft/model"
	"aloft/model/text"
)

// Loopback reports whether Listen's address can be reached from this machine only.
// Any other one requires a token.
func Loopback(address string) bool { return address == "" || loopback(unbracket(address)) }

// loopback reports whether a host, without a port, is this machine by its name or
// its address.
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

// hostOf returns the host of host:port, where the port and the brackets may be
// missing.
func hostOf(hostport string) string {
	if host, _, err := net.SplitHostPort(hostport); err == nil {
		return host
	}
	return unbracket(hostport)
}

// fromBrowser returns why a request may come from a browser showing a page of another site, or nothing: "Browsers" of
// "Where the specification is silent". For a page whose own name resolves to this machine the request is same-origin;
// only the Host header reveals it, which is checked if there is no token.
func fromBrowser(r *http.Request, open bool) model.Sentence {
	for _, site := range r.Header["Sec-Fetch-Site"] {
		if site != "" && site != "none" && site != "same-origin" {
			return model.Say("a browser sent it from a page of another site (Sec-Fetch-Site: %s)", shown(site))
		}
	}
	for _, origin := range r.Header["Origin"] {
		if origin == "" {
			continue
		}
		u, err := url.Parse(origin)
		if err != nil || !loopback(u.Hostname()) {
			return model.Say("a browser sent it from a page of %s, which is not on this machine", shown(origin))
		}
	}
	// Browsers always send a Host; only HTTP/1.0 leaves it out.
	if open && r.Host != "" && !loopback(hostOf(r.Host)) {
		return model.Say("it was sent to the host %s; without a token only names of this machine are accepted", shown(r.Host))
	}
	return model.Sentence{}
}

// unauthorized returns why a request is rejected, or nothing: the four rules of "Authentication" in the drive
// specification. The first of several equal headers or parameters counts, and an empty one counts as absent.
func unauthorized(r *http.Request, token string) model.Sentence {
	if token == "" {
		return model.Sentence{}
	}
	var where model.Sentence
	var value string
	if rest, ok := strings.CutPrefix(r.Header.Get("Authorization"), "Bearer "); ok {
		where, value = model.Say(text.HookTokenHeader, "Authorization"), rest
	} else if v := r.Header.Get("X-Webhook-Token"); v != "" {
		where, value = model.Say(text.HookTokenHeader, "X-Webhook-Token"), v
	} else if v := r.URL.Query().Get("token"); v != "" {
		where, value = model.Say(text.HookTokenQuery), v
	} else {
		return model.Say(text.HookNoToken)
	}
	return unequal(where, value, token)
}

// unequal returns why a secret is wrong, or nothing.
func unequal(where model.Sentence, value, secret string) model.Sentence {
	// Digests have the same length, so neither the time nor the length leaks.
	got, want := sha256.Sum256([]byte(value)), sha256.Sum256([]byte(secret))
	if subtle.ConstantTimeCompare(got[:], want[:]) != 1 {
		return model.Say(text.HookTokenWrong, where)
	}
	return model.Sentence{}
}

// maxShown is how much of a sender's text an error repeats.
const maxShown = 200

// shown fits a sender's text into a sentence.
func shown(s string) string { return short(s, model.Clean) }

// short returns the beginning of a sender's text as formatted by write.
func short(s string, write func(string) string) string {
	n := 0
	for i := range s {
		if n == maxShown {
			return write(s[:i]) + "..."
		}
		n++
	}
	return write(s)
}

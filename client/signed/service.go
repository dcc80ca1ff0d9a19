package signed

import (
	"cmp"
	"net"
	"net/netip"
	"net/url"
	"slices"
	"strings"

	"golang.org/x/net/publicsuffix"
)

// Service is a service that hands out signed URLs. A server may be wrong or lie: the session goes only to the
// service's own hosts, and a remote service may not name an address of this machine.
type Service struct {
	Base   string   // its base URL
	Origin string   // of its web page, "" = none
	Named  []string // further hosts from the configuration, optionally with a port
	Inside bool     // requests stay in this process
}

// Address accepts https, http on this machine if the service is there, and any host over http if requests stay in
// this process.
func (s Service) Address(raw string) (*url.URL, bool) {
	u, err := url.Parse(raw)
	if err != nil || u.Hostname() == "" {
		return nil, false
	}
	if s.strays(u) {
		return u, false
	}
	return u, u.Scheme == "https" || u.Scheme == "http" && (s.Inside || Loopback(u.Hostname()))
}

// strays reports whether a remote service names an address of this machine.
func (s Service) strays(u *url.URL) bool {
	ip, err := netip.ParseAddr(u.Hostname())
	if !Loopback(u.Hostname()) && (err != nil || !ip.IsUnspecified()) {
		return false
	}
	base, err := url.Parse(s.Base)
	return err != nil || !Loopback(base.Hostname())
}

// Owns reports whether a request to the address gets the session.
func (s Service) Owns(u *url.URL) bool {
	return !s.strays(u) && (slices.ContainsFunc(s.own(), func(own *url.URL) bool {
		d := domain(own)
		return address(own) == address(u) || d != "" && d == domain(u)
	}) || slices.ContainsFunc(s.named(), func(n *url.URL) bool {
		return host(n.Hostname()) == host(u.Hostname()) && (n.Port() == "" || address(n) == address(u))
	}))
}

// Hosts returns the hosts that get the session; "*." before a domain stands for all of its hosts.
func (s Service) Hosts() (all []string) {
	for _, u := range s.own() {
		if d := domain(u); d != "" {
			all = append(all, "*."+d)
		} else {
			all = append(all, address(u))
		}
	}
	for _, u := range s.named() {
		all = append(all, u.Host)
	}
	slices.Sort(all)
	return slices.Compact(all)
}

// own returns the service's own addresses.
func (s Service) own() []*url.URL { return s.parsed(s.Base, s.Origin) }

func (s Service) named() []*url.URL {
	all := make([]string, len(s.Named))
	for i, n := range s.Named {
		all[i] = "https://" + n
	}
	return s.parsed(all...)
}

func (s Service) parsed(all ...string) (out []*url.URL) {
	for _, raw := range all {
		if u, err := url.Parse(raw); err == nil && u.Hostname() != "" && !s.strays(u) {
			out = append(out, u)
		}
	}
	return out
}

// domain returns the registrable domain of a host, or "" if there is none: for an IP address, a single label, or a
// name that is not ASCII, which is compared as a whole.
func domain(u *url.URL) string {
	name := host(u.Hostname())
	if _, err := netip.ParseAddr(name); err == nil || Loopback(name) || strings.ContainsFunc(name, func(r rune) bool { return r > '~' }) {
		return ""
	}
	d, _ := publicsuffix.EffectiveTLDPlusOne(name)
	return d
}

// host normalizes a host name for comparison.
func host(name string) string { return strings.ToLower(strings.TrimSuffix(name, ".")) }

// address returns the host with its port.
func address(u *url.URL) string {
	return net.JoinHostPort(host(u.Hostname()), cmp.Or(u.Port(), map[string]string{"http": "80", "https": "443"}[strings.ToLower(u.Scheme)]))
}

// Loopback reports whether a host is this machine.
func Loopback(name string) bool {
	name = host(name)
	if name == "localhost" || strings.HasSuffix(name, ".localhost") {
		return true
	}
	ip, err := netip.ParseAddr(name)
	return err == nil && ip.Unmap().IsLoopback()
}

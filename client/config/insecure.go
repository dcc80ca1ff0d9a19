package config

import (
	"net/netip"
	"net/url"
	"slices"
	"strings"
)

// Insecure reports whether a credential sent to the address can be read on the way:
// plain http, or Redis without TLS, to another machine.
func Insecure(address string) bool {
	u, err := url.Parse(address)
	if err != nil || !strings.EqualFold(u.Scheme, "http") && !strings.EqualFold(u.Scheme, "redis") {
		return false
	}
	host := strings.ToLower(strings.TrimSuffix(u.Hostname(), "."))
	if host == "localhost" || strings.HasSuffix(host, ".localhost") {
		return false
	}
	ip, err := netip.ParseAddr(host)
	return err != nil || !ip.IsLoopback()
}

// Insecure are the addresses of the account that get a credential in the clear.
func (a *Account) Insecure() []string {
	return slices.DeleteFunc(a.Addresses(), func(address string) bool { return !Insecure(address) })
}

package config

import (
	"net/netip"
	"net/url"
	"strings"
)

// Insecure reports whether a credential that goes to the address can be read on
// its way: plain http to another machine than this one.
func Insecure(address string) bool {
	u, err := url.Parse(address)
	if err != nil || !strings.EqualFold(u.Scheme, "http") {
		return false
	}
	host := strings.ToLower(strings.TrimSuffix(u.Hostname(), "."))
	if host == "localhost" || strings.HasSuffix(host, ".localhost") {
		return false
	}
	ip, err := netip.ParseAddr(host)
	return err != nil || !ip.Unmap().IsLoopback()
}

// Insecure are the addresses of the account that get a credential in the clear.
func (a *Account) Insecure() (addresses []string) {
	var all []string
	if a.Drive != nil {
		all = append(all, a.Drive.BaseURL)
	}
	if a.Docs != nil {
		all = append(all, a.Docs.Endpoint, a.Docs.OpenAPIURL)
	}
	for _, addr := range all {
		if Insecure(addr) {
			addresses = append(addresses, addr)
		}
	}
	return addresses
}

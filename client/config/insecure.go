package config

import (
	"net/url"
	"slices"
	"strings"

	"aloft/client/signed"
)

// Insecure reports whether a credential sent to the address can be read on the way:
// plain http, or Redis without TLS, to another machine.
func Insecure(address string) bool {
	u, err := url.Parse(address)
	if err != nil || !strings.EqualFold(u.Scheme, "http") && !strings.EqualFold(u.Scheme, "redis") {
		return false
	}
	return !signed.Loopback(u.Hostname())
}

// Insecure are the addresses of the account that get a credential in the clear.
func (a *Account) Insecure() []string {
	return slices.DeleteFunc(a.Addresses(), func(address string) bool { return !Insecure(address) })
}

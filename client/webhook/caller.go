package webhook

import (
	"crypto/tls"
	"crypto/x509"
	"encoding/pem"
	"net/http"
	"time"

	"aloft/client/durable"
	"aloft/client/webhook/receive"
)

// Caller is the client for requests to a receiver. No proxy sees the token, and a redirect is an answer. On this
// machine the receiver's own certificate is trusted, whatever name is in it.
func Caller(set Settings, host string, limit time.Duration) *http.Client {
	t := &http.Transport{DisableKeepAlives: true}
	if set.TLSCert != "" && receive.Loopback(host) {
		t.TLSClientConfig = trusting(set.TLSCert)
	}
	return &http.Client{Timeout: limit, Transport: t, CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }}
}

// trusting trusts the certificates of a file, under the name of the first one; nil: as the system does.
func trusting(file string) *tls.Config {
	data, err := durable.ReadFile(file)
	if err != nil {
		return nil
	}
	c := &tls.Config{MinVersion: tls.VersionTLS12, RootCAs: x509.NewCertPool()}
	for b, rest := pem.Decode(data); b != nil; b, rest = pem.Decode(rest) {
		cert, err := x509.ParseCertificate(b.Bytes)
		if err != nil {
			continue
		}
		c.RootCAs.AddCert(cert)
		switch {
		case c.ServerName != "":
		case len(cert.DNSNames) > 0:
			c.ServerName = cert.DNSNames[0]
		case len(cert.IPAddresses) > 0:
			c.ServerName = cert.IPAddresses[0].String()
		}
	}
	return c
}

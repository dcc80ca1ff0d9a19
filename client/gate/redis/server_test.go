package redis

import (
	"context"
	"crypto/tls"
	"crypto/x509"
	"errors"
	"net/http/httptest"
	"strings"
	"testing"

	"github.com/alicebob/miniredis/v2"
	"github.com/alicebob/miniredis/v2/server"

	"aloft/client"
)

// With TLS, a user and a password: only the right ones are let in, no other sentence
// says the password, and a certificate that nobody vouches for is refused.
func TestWhoIsLetIn(t *testing.T) {
	web := httptest.NewTLSServer(nil) // for its certificate
	defer web.Close()
	trust := x509.NewCertPool()
	trust.AddCert(web.Certificate())
	r := miniredis.NewMiniRedis()
	if err := r.StartTLS(&tls.Config{Certificates: web.TLS.Certificates}); err != nil {
		t.Fatal(err)
	}
	defer r.Close()
	r.RequireUserAuth("me", "CANARY")
	r.Server().SetPreHook(func(c *server.Peer, cmd string, _ ...string) bool {
		if cmd == "INFO" {
			c.WriteBulk("# Server\r\nredis_version:7.2.4\r\nvalkey_version:8.0.1\r\nrun_id:abc\r\n")
		}
		return cmd == "INFO"
	})
	for _, c := range []struct {
		url, password string
		trust         *tls.Config
		kind          client.Kind // "" = let in
	}{
		{"rediss://me@" + r.Addr() + "/0", "CANARY", &tls.Config{RootCAs: trust}, ""},
		{"rediss://me@" + r.Addr() + "/0", "CANARY-no", &tls.Config{RootCAs: trust}, client.KindAuth},
		{"rediss://me@" + r.Addr() + "/0", "CANARY", nil, client.KindNetwork},
		{"redis://me@" + r.Addr() + "/0", "CANARY", nil, client.KindNetwork},
	} {
		s, err := New(Options{URL: c.url, TLS: c.trust, Password: func(context.Context) (string, error) { return c.password, nil }})
		if err != nil {
			t.Fatal(err)
		}
		is, _, err := s.Probe(t.Context())
		var e *client.Error
		switch {
		case c.kind == "" && (err != nil || is != r.Addr()+", valkey 8.0.1"):
			t.Errorf("%s: %s, %v", c.url, is, err)
		case c.kind != "" && (!errors.As(err, &e) || e.Kind != c.kind || strings.Contains(err.Error(), "CANARY")):
			t.Errorf("%s with %s: %v", c.url, c.password, err)
		}
		_ = s.Close()
	}
}

func TestWrongAddresses(t *testing.T) {
	for _, url := range []string{"", "http://h", "redis://", "redis://h/x", "redis://h:x", "://me:CANARY@h"} {
		if _, err := New(Options{URL: url}); err == nil || strings.Contains(err.Error(), "CANARY") {
			t.Errorf("%q: %v", url, err)
		}
	}
}

package docs

import (
	"net/url"
	"strings"
	"testing"
	"time"
)

// A link that was parsed and built again is the same; any other URL is no link of
// ours.
func FuzzLinks(f *testing.F) {
	secret := []byte("a secret of the service")
	k := Signed{ID: "abc", Name: "Report (1).docx", Expires: 1_700_000_000}
	f.Add(k.address("http://aloft.local", secret), "abc", "Report (1).docx", int64(1_700_000_000))
	up := Signed{Up: true, ID: "key", Expires: 5}
	f.Add(up.address("https://h", secret, "12", "md5"), "key", "", int64(5))
	f.Add("http://h/blob/down//x?expires=1&sig=", "a/b", "..", int64(-1))
	f.Add("http://h/blob/up/a%2Fb?expires=1&expires=2&sig=%", "%", "?", int64(0))
	f.Fuzz(func(t *testing.T, address, id, name string, expires int64) {
		now := time.Unix(1_600_000_000, 0)
		if u, err := url.Parse(address); err == nil {
			if got, sig, ok := readLink(u); ok {
				ours, good := got.valid(secret, sig, now)
				if good && !ours {
					t.Error("good, but not ours")
				}
				if ours && !strings.Contains(address, got.sign(secret)) {
					t.Errorf("%q passes", address)
				}
			}
		}
		if id == "" || name == "" || strings.Contains(id, "/") {
			return
		}
		made := Signed{ID: id, Name: name, Expires: expires}
		u, err := url.Parse(made.address("http://aloft.local", secret))
		if err != nil {
			t.Fatal(err)
		}
		got, sig, ok := readLink(u)
		ours, good := got.valid(secret, sig, now)
		if !ok || got != made || !ours || good != (expires > now.Unix()) {
			t.Errorf("%q comes back as %+v %t %t %t", u, got, ok, ours, good)
		}
		if ours, _ := got.valid([]byte("another secret"), sig, now); ours {
			t.Error("any secret will do")
		}
	})
}

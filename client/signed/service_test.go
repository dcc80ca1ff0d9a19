package signed

import (
	"net/url"
	"slices"
	"testing"
)

func TestWhichHostsGetTheSession(t *testing.T) {
	far := Service{Base: "https://api.drive.example", Origin: "https://pan.web.example.co.uk", Named: []string{"files.other.example", "10.0.0.7:8443", "localhost:9", "10.1.1.1"}}
	number := Service{Base: "https://10.0.0.5:8443"}
	for _, c := range []struct {
		s    Service
		to   string
		want bool
	}{
		{far, "https://api.drive.example/x", true},
		{far, "https://dl-7.drive.example:9443/x", true},
		{far, "https://DRIVE.example./x", true},
		{far, "https://cdn.example.co.uk/x", true},
		{far, "https://other.co.uk/x", false},
		{far, "https://evil.example/x", false},
		{far, "https://drive.example.evil.test/x", false},
		{far, "https://api.drive.example@evil.test/x", false},
		{far, "https://files.other.example:1/x", true},
		{far, "https://a.files.other.example/x", false},
		{far, "https://10.0.0.7:8443/x", true},
		{far, "https://10.0.0.7/x", false},
		{far, "https://10.1.1.1:77/x", true},
		{far, "https://localhost:9/x", false},
		{far, "http://127.0.0.1/x", false},
		{far, "https://[::ffff:127.0.0.1]/x", false},
		{number, "https://10.0.0.5:8443/x", true},
		{number, "https://10.0.0.5/x", false},
		{number, "https://10.0.0.6:8443/x", false},
		{Service{Base: "https://10.0.0.5"}, "https://10.0.0.5:443/x", true},
		{Service{Base: "http://127.0.0.1:5", Named: []string{"127.0.0.1:7"}}, "http://127.0.0.1:5/x", true},
		{Service{Base: "http://127.0.0.1:5", Named: []string{"127.0.0.1:7"}}, "http://127.0.0.1:6/x", false},
		{Service{Base: "http://127.0.0.1:5", Named: []string{"127.0.0.1:7"}}, "http://127.0.0.1:7/x", true},
		{Service{Base: "http://127.0.0.1:5"}, "http://localhost:5/x", false},
		{Service{Base: "http://127.0.0.1:5"}, "https://drive.example/x", false},
		{Service{Base: "https://me.github.io"}, "https://other.github.io/x", false},
		{Service{Base: "https://github.io"}, "https://other.github.io/x", false},
		{Service{Base: "https://nas"}, "https://nas:443/x", true},
		{Service{Base: "https://nas"}, "https://nas:8443/x", false},
		{Service{Base: "https://drive.公司.cn"}, "https://evil.公司.cn/x", false},
		{Service{Base: "https://drive.公司.cn"}, "https://drive.公司.cn/x", true},
		{Service{Base: "https://drive.example", Origin: "http://127.0.0.1:80"}, "http://127.0.0.1:80/x", false},
		{Service{}, "https://drive.example/x", false},
	} {
		u, err := url.Parse(c.to)
		if err != nil {
			t.Fatal(err)
		}
		if got := c.s.Owns(u); got != c.want {
			t.Errorf("%v: %s: %v", c.s, c.to, got)
		}
	}
	if got := far.Hosts(); !slices.Equal(got, []string{"*.drive.example", "*.example.co.uk", "10.0.0.7:8443", "10.1.1.1", "files.other.example"}) {
		t.Error(got)
	}
}

func TestAcceptedAddresses(t *testing.T) {
	far, near, inside := Service{Base: "https://drive.example"}, Service{Base: "http://localhost:5"}, Service{Base: "http://aloft.local", Inside: true}
	for _, c := range []struct {
		s    Service
		to   string
		want bool
	}{
		{far, "https://anywhere.example/x", true},
		{far, "http://anywhere.example/x", false},
		{far, "http://127.0.0.1:80/x", false},
		{far, "https://127.0.0.1/x", false},
		{far, "https://0.0.0.0/x", false},
		{far, "https://[::]:80/x", false},
		{far, "https://a.localhost/x", false},
		{near, "http://127.0.0.1:80/x", true},
		{near, "http://[::1]:80/x", true},
		{near, "https://0.0.0.0/x", true},
		{near, "http://0.0.0.0/x", false},
		{near, "http://10.0.0.1/x", false},
		{inside, "http://aloft.local/x", true},
		{inside, "ftp://aloft.local/x", false},
		{inside, "/x", false},
	} {
		if _, ok := c.s.Address(c.to); ok != c.want {
			t.Errorf("%v: %s: %v", c.s, c.to, ok)
		}
	}
}

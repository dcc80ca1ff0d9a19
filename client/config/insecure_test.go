package config

import "testing"

func TestInsecure(t *testing.T) {
	for address, want := range map[string]bool{
		"http://drive.example": true, "HTTP://drive.example:80/x": true, "http://10.0.0.7": true, "http://0.0.0.0": true,
		"http://[fe80::1]": true, "http://127.0.0.1.example": true, "http://localhost.example": true,
		"https://drive.example": false, "http://127.0.0.1:9": false, "http://127.9.9.9": false, "http://[::1]:80": false,
		"http://[::ffff:127.0.0.1]": false, "http://localhost": false, "http://LOCALHOST.": false, "http://a.localhost": false, "": false,
	} {
		if got := Insecure(address); got != want {
			t.Errorf("%s: %v", address, got)
		}
	}
}

func TestHosts(t *testing.T) {
	for host, want := range map[string]bool{
		"cdn.example": true, "cdn.example:8443": true, "10.0.0.7": true, "[::1]:80": true, "nas": true,
		"": false, "https://cdn.example": false, "cdn.example/x": false, "me@cdn.example": false, "cdn.example:x": false, "::1": false, "a b": false,
	} {
		if _, ok := hosts.take([]any{host}); ok != want {
			t.Errorf("%q: %v", host, ok)
		}
	}
}

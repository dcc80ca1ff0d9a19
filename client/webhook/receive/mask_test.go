package receive

import (
	"net/url"
	"strings"
	"testing"
)

func TestMaskTarget(t *testing.T) {
	m := newMasker("s3cret/tok en")
	for in, want := range map[string]string{
		"/hook":                          "/hook",
		"/hook?token=abc":                "/hook?token=[redacted]",
		"/hook?TOKEN=abc&x=1":            "/hook?TOKEN=[redacted]&x=1",
		"/hook?to%6ben=abc;y=2":          "/hook?to%6ben=[redacted];y=2",
		"/hook?token=&token=b":           "/hook?token=&token=[redacted]",
		"/hook?access_token=a&api_key=b": "/hook?access_token=[redacted]&api_key=[redacted]",
		"/hook?token":                    "/hook?token",
		"/hook?token=%zz":                "/hook?token=[redacted]",
		"/hook?x=s3cret%2Ftok+en":        "/hook?x=[redacted]",
		"/hook?x=%733cret%2ftok%20en&y":  "/hook?[redacted]&y",
		"/s3cret%2Ftok%20en/x":           "/[redacted]/x",
		"http://u:p@host/hook?token=a":   "http://[redacted]@host/hook?token=[redacted]",
		"http://host/a@b":                "http://host/a@b",
		"/hook?a=1&&b":                   "/hook?a=1&&b",
		"/hook?":                         "/hook?",
		"/hook#token=a":                  "/hook#token=[redacted]",
		"*":                              "*",
	} {
		if got := m.target(in); got != want {
			t.Errorf("%s: %s, want %s", in, got, want)
		}
	}
}

func TestMaskValue(t *testing.T) {
	m := newMasker("s3cret-token")
	for _, c := range [][3]string{
		{"Authorization", "Bearer abc", "Bearer [redacted]"},
		{"Authorization", "abc", "[redacted]"},
		{"Authorization", "abc def", "[redacted]"},
		{"Proxy-Authorization", "Basic abc", "Basic [redacted]"},
		{"X-Webhook-Token", "Bearer abc", "[redacted]"},
		{"X-Gitlab-Token", "abc", "[redacted]"},
		{"Cookie", "a=b; c=d", "[redacted]"},
		{"X-Api-Key", "abc", "[redacted]"},
		{"Cookie", "", ""},
		{"Idempotency-Key", "abc", "abc"},
		{"X-Custom", "is s3cret-token.", "is [redacted]."},
		{"Referer", "http://u:p@h/?token=abc", "http://[redacted]@h/?token=[redacted]"},
		{"User-Agent", "curl/8 (x)", "curl/8 (x)"},
	} {
		if got := m.value(c[0], c[1]); got != c[2] {
			t.Errorf("%s: %s: %q, want %q", c[0], c[1], got, c[2])
		}
	}
}

// Masking a short token would remove single letters from every word.
func TestMaskShort(t *testing.T) {
	if got := newMasker("ab").known("about"); got != "about" {
		t.Errorf("%q", got)
	}
}

func FuzzMask(f *testing.F) {
	f.Add("/hook?token=x&a=b", "x-long/token")
	f.Add("http://a:b@c/?q#t", "%41%42%43")
	f.Fuzz(func(t *testing.T, target, token string) {
		if len(token) < minHidden || strings.Contains(Hidden, token) {
			return
		}
		m := newMasker(token)
		got := m.target(target)
		if u, err := url.Parse(got); err == nil && u.Query().Get("token") != "" && !strings.Contains(u.Query().Get("token"), Hidden) {
			t.Errorf("%q keeps the token of %q", got, target)
		}
		if !strings.Contains(Hidden+token, "[") && strings.Contains(got, token) {
			t.Errorf("%q has the token %q", got, token)
		}
	})
}

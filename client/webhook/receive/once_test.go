package receive

import (
	"crypto/hmac"
	"crypto/sha256"
	"encoding/hex"
	"net/http"
	"strings"
	"testing"
)

// TestACopyRunsOnce: what is signed with a time has a key that nothing unsigned can change, so that a copy of it is
// known. A header or the query of a copy is not its sender's.
func TestACopyRunsOnce(t *testing.T) {
	all, now := senders(t)
	timed := 0
	for _, s := range all {
		if !s.Timed || s.Want.Reply != "" {
			continue
		}
		timed++
		own := s
		own.Name, own.Route.OnceBy = s.Name+" by a header", "header.X-Request-Id"
		for _, s := range []sent{s, own} {
			t.Run(s.Name, func(t *testing.T) {
				_, first, _ := s.send(t, now)
				if first == nil || first.Key == "" {
					t.Fatal("it has no key")
				}
				copied := s
				copied.Query += "&copied=1"
				copied.Header = map[string]string{"X-Request-Id": "2", "Idempotency-Key": "2", "Svix-Id": "2"}
				for k, v := range s.Header {
					copied.Header[k] = v
				}
				if _, second, _ := copied.send(t, now); second == nil || second.Key != first.Key {
					t.Errorf("the copy has the key %+v, not %q", second, first.Key)
				}
			})
		}
	}
	if timed < 5 {
		t.Errorf("%d requests are signed with a time", timed)
	}
}

// TestSvixHeaders: the headers of Svix are those of Standard Webhooks in another name.
func TestSvixHeaders(t *testing.T) {
	all, now := senders(t)
	seen := 0
	for _, s := range all {
		if s.Verify != Standard {
			continue
		}
		seen++
		_, first, _ := s.send(t, now)
		renamed := s
		renamed.Header = map[string]string{}
		for k, v := range s.Header {
			renamed.Header[strings.Replace(strings.ToLower(k), "webhook-", "svix-", 1)] = v
		}
		w, second, refused := renamed.send(t, now)
		if refused != nil || second == nil || first == nil || second.Key != first.Key {
			t.Errorf("%s: %d, refused %+v", s.Name, w.Code, refused)
		}
		renamed.Header["svix-id"] += "x"
		if w, _, _ := renamed.send(t, now); w.Code != http.StatusUnauthorized {
			t.Errorf("%s: another id is answered with %d", s.Name, w.Code)
		}
	}
	if seen == 0 {
		t.Error("no request of Standard Webhooks")
	}
}

// TestAnEmptySecretLetsNobodyIn: a script with an unset variable stores "whsec_" or nothing. Everybody can sign with that.
func TestAnEmptySecretLetsNobodyIn(t *testing.T) {
	body := `{"event":"x"}`
	at := "1764316800"
	_, now := senders(t)
	sum := func(before string) string {
		h := hmac.New(sha256.New, nil)
		h.Write([]byte(before + body))
		return hex.EncodeToString(h.Sum(nil))
	}
	for _, secret := range []string{"", " ", "whsec_", "whsec_ "} {
		for verify, header := range map[string]map[string]string{
			GitHub:      {"X-Hub-Signature-256": "sha256=" + sum("")},
			GitLab:      {"X-Gitlab-Token": "", "webhook-id": "1", "webhook-timestamp": at, "webhook-signature": "v1," + sum("1."+at+".")},
			Gitea:       {"X-Gitea-Signature": sum("")},
			Slack:       {"X-Slack-Request-Timestamp": at, "X-Slack-Signature": "v0=" + sum("v0:"+at+":")},
			Standard:    {"webhook-id": "1", "webhook-timestamp": at, "webhook-signature": "v1," + sum("1."+at+".")},
			Stripe:      {"Stripe-Signature": "t=" + at + ",v1=" + sum(at+".")},
			Hmac:        {"X-Signature": sum("")},
			SharedToken: {"Authorization": "Bearer "},
		} {
			if _, why := Key(verify, secret); why.IsZero() {
				t.Errorf("%s takes the secret %q", verify, secret)
			}
			s := sent{Verify: verify, Secret: secret, Body: body, Header: header}
			s.Route.Exec = "x"
			if w, got, _ := s.send(t, now); w.Code != http.StatusUnauthorized || got != nil {
				t.Errorf("%s with the secret %q: %d", verify, secret, w.Code)
			}
		}
	}
}

// TestBodiesInOtherForms: a compressed body is named, and a byte order mark is none of JSON.
func TestBodiesInOtherForms(t *testing.T) {
	_, now := senders(t)
	s := sent{Verify: SharedToken, Secret: "s", Query: "token=s", Body: "\xef\xbb\xbf{}"}
	s.Route.Exec = "x"
	if w, got, _ := s.send(t, now); w.Code != http.StatusOK || got == nil {
		t.Errorf("a byte order mark: %d %s", w.Code, w.Body)
	}
	s.Body = "\x1f\x8b\x08\x00"
	s.Header = map[string]string{"Content-Encoding": "gzip"}
	w, got, refused := s.send(t, now)
	if w.Code != http.StatusUnsupportedMediaType || got != nil || refused == nil || refused.Reason.String() != "its body is compressed (gzip)" {
		t.Errorf("gzip: %d %s, %+v", w.Code, w.Body, refused)
	}
	s.Body, s.Header = "{}", map[string]string{"Content-Encoding": "identity"}
	if w, _, _ := s.send(t, now); w.Code != http.StatusOK {
		t.Errorf("identity: %d", w.Code)
	}
}

package secret_test

import (
	"bytes"
	"encoding/base64"
	"encoding/json"
	"fmt"
	"log/slog"
	"net/url"
	"strings"
	"testing"

	"aloft/client/secret"
)

const canary = `CANARY-pus/+="q"&<>-7f3a`

func TestNeverPrintsItself(t *testing.T) {
	s := secret.New(canary)
	type box struct{ S secret.Secret }
	j, err := json.Marshal(box{s})
	if err != nil {
		t.Fatal(err)
	}
	var log bytes.Buffer
	slog.New(slog.NewTextHandler(&log, nil)).Info("x", "s", s, "box", box{s}, "p", &s)
	var all strings.Builder
	for _, verb := range []string{"%v", "%+v", "%#v", "%s", "%q", "%x", "%X", "%d", "%T|%v"} {
		if verb == "%T|%v" {
			fmt.Fprintf(&all, verb, s, s)
			continue
		}
		fmt.Fprintf(&all, verb+" "+verb+" "+verb+"\n", s, box{s}, &s)
	}
	out := all.String() + string(j) + log.String() + fmt.Sprint(s, box{s}, map[string]secret.Secret{"k": s}, []secret.Secret{s})
	if strings.Contains(out, "CANARY") || strings.Contains(out, fmt.Sprintf("%x", "CANARY")) {
		t.Errorf("the secret is in %s", out)
	}
	if !strings.Contains(string(j), "[redacted]") || s.Reveal() != canary {
		t.Error("redaction or Reveal is broken")
	}
}

func TestScrubber(t *testing.T) {
	var s secret.Scrubber
	s.Add("__pus=" + canary + "; short=abc; __puus=second-secret-value")
	j, _ := json.Marshal(canary)
	for _, form := range []string{
		canary, url.QueryEscape(canary), url.PathEscape(canary), string(j), "second-secret-value",
		base64.StdEncoding.EncodeToString([]byte(canary)),
		base64.StdEncoding.EncodeToString([]byte("user:" + canary + " and more")),
		base64.URLEncoding.EncodeToString([]byte("ab" + canary)),
		"cookie: __pus=" + canary + "; short=abc; __puus=second-secret-value",
	} {
		got := s.Scrub("before " + form + " after")
		if strings.Contains(got, "CANARY") || strings.Contains(got, "second") || !strings.Contains(got, secret.Redacted) {
			t.Errorf("%q became %q", form, got)
		}
		if strings.Contains(form, "Q0FOQVJZ") && strings.Contains(got, "Q0FOQVJZ") {
			t.Errorf("%q became %q", form, got)
		}
		if !strings.HasPrefix(got, "before ") || !strings.HasSuffix(got, " after") {
			t.Errorf("%q became %q", form, got)
		}
	}
	if got := s.Scrub("abc short"); got != "abc short" {
		t.Errorf("a short value is scrubbed: %q", got)
	}
	var none *secret.Scrubber
	none.Add(canary)
	if none.Scrub("x") != "x" {
		t.Error("nil scrubber")
	}
	var b bytes.Buffer
	if n, err := s.Writer(&b).Write([]byte(canary + "\n")); n != len(canary)+1 || err != nil || b.String() != secret.Redacted+"\n" {
		t.Errorf("writer: %d %v %q", n, err, b.String())
	}
}

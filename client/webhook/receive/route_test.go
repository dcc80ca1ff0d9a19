package receive

import (
	"net/http"
	"net/url"
	"strings"
	"testing"
	"time"

	"aloft/model/hooks"
)

func valuesOf(t *testing.T, contentType, body string) *Values {
	t.Helper()
	v, err := NewValues(http.Header{"Content-Type": {contentType}, "X-Event": {"push", "second"}}, url.Values{"a": {"1"}}, []byte(body))
	if err != nil {
		t.Fatal(err)
	}
	return v
}

func TestPaths(t *testing.T) {
	const js = `{"a":{"b":[1,{"c":"x"}],"d.e":true,"n":null,"big":12345678901234567890},"a2":"é","a":{"b":[1,{"c":"last"}],"d.e":true,"n":null,"big":12345678901234567890.50}}`
	v := valuesOf(t, "application/json", js)
	for path, want := range map[string]string{
		"body.a.b.1.c": "last", "body.a.b.0": "1", `body.a."d.e"`: "true", "body.a.big": "12345678901234567890.50", "body.a2": "é",
		"header.x-event": "push", "header.X-EVENT": "push", "query.a": "1", "body.a.b": `[1,{"c":"last"}]`,
		"body.a.n": "-", "body.a.b.2": "-", "body.a.b.-1": "-", "body.a2.x": "-", "body.zz": "-", "header.Nope": "-", "query.b": "-",
	} {
		p, err := hooks.ParsePath(path)
		if err != nil {
			t.Errorf("%s: %v", path, err)
			continue
		}
		got, ok := v.Text(p)
		if !ok {
			got = "-"
		}
		if got != want {
			t.Errorf("%s is %q, not %q", path, got, want)
		}
	}
	for _, path := range []string{"", "bodys.a", "a", "header", "query", "body.", "body..a", ".body", `body."a`, `body."a"b`, "headers.x"} {
		if _, err := hooks.ParsePath(path); err == nil {
			t.Errorf("%q is taken as a path", path)
		}
	}
}

func TestTemplates(t *testing.T) {
	v := valuesOf(t, "application/json", `{"a":"x","n":3}`)
	for in, want := range map[string]string{"": "", "plain": "plain", "{body.a}": "x", "a {body.a}{body.n} b": "a x3 b", "{{not}": "{not}", "{{{body.a}": "{x", "{body.zz}!": "!"} {
		tm, err := hooks.ParseTemplate(in)
		if err != nil {
			t.Errorf("%q: %v", in, err)
			continue
		}
		if got, _ := v.fill(tm); got != want {
			t.Errorf("%q gives %q, not %q", in, got, want)
		}
	}
	for _, in := range []string{"{", "{body.a", "{a}", "{}", "x{body..a}"} {
		if _, err := hooks.ParseTemplate(in); err == nil {
			t.Errorf("%q is taken as a template", in)
		}
	}
}

func TestGlob(t *testing.T) {
	for _, c := range []struct {
		pattern, s string
		want       bool
	}{
		{"a", "a", true}, {"a", "b", false}, {"*", "", true}, {"*", "x/y", true}, {"refs/heads/*", "refs/heads/a/b", true}, {"refs/heads/*", "refs/tags/a", false},
		{"*.go", "a.go", true}, {"*.go", "a.got", false}, {"a*b*c", "aXbYc", true}, {"a*b*c", "abc", true}, {"a*b*c", "acb", false}, {"a*a", "a", false}, {"**", "x", true}, {"", "x", false},
	} {
		if hooks.Glob(c.pattern, c.s) != c.want {
			t.Errorf("%q and %q: not %v", c.pattern, c.s, c.want)
		}
	}
}

func TestBodies(t *testing.T) {
	for _, c := range []struct{ kind, body, path, want string }{
		{"application/x-www-form-urlencoded", "a=1&b=x+y&b=z", "body.b", `["x y","z"]`},
		{"application/x-www-form-urlencoded; charset=utf-8", "payload=%7B%22a%22%3A2%7D", "body.a", "2"},
		{"application/x-www-form-urlencoded", "payload=%7B%22a%22%3A2%7D&x=1", "body.payload", `{"a":2}`},
		{"application/x-www-form-urlencoded", `{"a":3}`, "body.a", "3"}, // curl -d
		{"", ` {"a":4} `, "body.a", "4"},
		{"text/plain", `[5]`, "body.0", "5"},
		{"", "", "body", "{}"},
	} {
		p, err := hooks.ParsePath(c.path)
		if err != nil {
			t.Fatal(err)
		}
		if got, _ := valuesOf(t, c.kind, c.body).Text(p); got != c.want {
			t.Errorf("%s of %q is %q, not %q", c.path, c.body, got, c.want)
		}
	}
	for kind, body := range map[string]string{"": "a=1", "application/json": "{", "application/x-www-form-urlencoded": "%zz"} {
		if _, err := NewValues(http.Header{"Content-Type": {kind}}, nil, []byte(body)); err == nil {
			t.Errorf("%q of the type %q is taken", body, kind)
		}
	}
}

func TestVariables(t *testing.T) {
	for name, want := range map[string]bool{"COMMIT": true, "A_1": true, "_X": true, "": false, "1A": false, "a": false, "A-B": false, "PATH": false, "LD_PRELOAD": false, "ALOFT_EVENT": false, "BASH_ENV": false, "ENV": false, "GIT_SSH": false} {
		if hooks.Variable(name) != want {
			t.Errorf("%q: not %v", name, want)
		}
	}
	rt, err := NewRoute("r", Setting{Verify: None, Exec: "x", Env: map[string]string{"V": "body.v", "W": "body.w"}})
	if err != nil {
		t.Fatal(err)
	}
	if res, err := rt.Translate(valuesOf(t, "", `{"v":"a\nb; $(rm -rf /) '"}`), ""); err != nil || len(res.Env) != 2 || res.Env[0] != "V=a\nb; $(rm -rf /) '" || res.Env[1] != "W=" || res.Exec != "x" {
		t.Errorf("%q, %v", res.Env, err)
	}
	for _, v := range []string{strings.Repeat("x", maxVariable+1), `a\u0000b`} {
		if _, err := rt.Translate(valuesOf(t, "", `{"v":"`+v+`"}`), ""); err == nil {
			t.Errorf("a variable of %d bytes is taken", len(v))
		}
	}
}

func TestRate(t *testing.T) {
	b := bucket{rate: 60}
	now := time.Unix(1_700_000_000, 0)
	for i := range 60 {
		if w := b.take(now); w != 0 {
			t.Fatalf("request %d waits %s", i, w)
		}
	}
	if w := b.take(now); w != time.Second {
		t.Errorf("the next one waits %s", w)
	}
	if w := b.take(now.Add(time.Second)); w != 0 {
		t.Errorf("a second later it waits %s", w)
	}
	now = now.Add(time.Hour)
	for i := range 60 {
		if w := b.take(now); w != 0 {
			t.Fatalf("request %d an hour later waits %s", i, w)
		}
	}
	if b.take(now) == 0 {
		t.Error("an hour has filled more than the bucket")
	}
	if free := (&bucket{}); free.take(now) != 0 {
		t.Error("without a rate it waits")
	}
}

func TestNewRefuses(t *testing.T) {
	for name, s := range map[string]Setting{
		"when": {When: map[string][]string{"x": {"y"}}}, "session": {Session: "{x}"}, "event": {Event: "{"}, "prompt": {Prompt: "{body.}"},
		"payload": {Payload: "x"}, "once": {OnceBy: "x"}, "env": {Env: map[string]string{"A": "x"}},
	} {
		s.Verify = None
		if _, err := NewRoute("r", s); err == nil {
			t.Errorf("a wrong %s is taken", name)
		}
	}
}

// FuzzTranslate: whatever comes, a route answers, and what it makes is within its bounds.
func FuzzTranslate(f *testing.F) {
	f.Add("application/json", `{"a":{"b":[1,"x",null]}}`, "{body.a.b.1} {body.a}", "body.a.b")
	f.Add("application/x-www-form-urlencoded", "payload=%7B%7D&x=1", "{{{body.x}", `body."x y".0`)
	f.Add("", "{\"a\":1,\"a\":{}}", "{header.X}", "query.a")
	f.Fuzz(func(t *testing.T, kind, body, template, path string) {
		rt, err := NewRoute("r", Setting{Verify: None, Prompt: template, Payload: path, OnceBy: path, Session: template, Env: map[string]string{"V": path}, When: map[string][]string{path: {"*"}}})
		if err != nil {
			return
		}
		v, err := NewValues(http.Header{"Content-Type": {kind}}, url.Values{"a": {body}}, []byte(body))
		if err != nil {
			return
		}
		res, err := rt.Translate(v, "")
		if err != nil {
			return
		}
		for _, e := range res.Env {
			if strings.ContainsRune(e, 0) || len(e) > maxVariable+2 {
				t.Errorf("the variable is %q", e)
			}
		}
	})
}

//go:build unix

package main

import (
	"fmt"
	"net/url"
	"strings"
)

// goodBody is accepted by everybody, and nothing runs for it.
const goodBody = `{"session_key":"nobody:x","exec":"true"}`

// hookRows are all rows: those about answers, and those about the work.
func hookRows() []hookRow {
	var out []hookRow
	out = append(out, methodRows()...)
	out = append(out, credentialRows()...)
	out = append(out, browserRows()...)
	out = append(out, bodyRows()...)
	out = append(out, orderRows()...)
	out = append(out, workRows()...)
	return append(out, promptRows()...)
}

// on makes a row.
func on(setup, name string, check func(w *hookWire)) hookRow { return hookRow{name, setup, check} }

// no makes a row of one request that is refused.
func no(setup, name string, a ask, status int, words string) hookRow {
	return on(setup, name, func(w *hookWire) { w.refused(a, status, words) })
}

// yes makes a row of one request that is accepted.
func yes(setup, name string, a ask) hookRow {
	return on(setup, name, func(w *hookWire) {
		if a.body == "" {
			a.body = goodBody
		}
		w.accepted(a, "webhook")
	})
}

func methodRows() []hookRow {
	var out []hookRow
	for _, m := range []string{"GET", "HEAD", "PUT", "PATCH", "DELETE", "OPTIONS", "TRACE", "post", "BREW"} {
		out = append(out, on("plain", "method "+m, func(w *hookWire) {
			for _, a := range []ask{{method: m}, {method: m, bare: true, body: goodBody}, {method: m, head: []string{"Origin: http://evil.example"}}} {
				if r := w.refused(a, 405, "POST only"); r.header.Get("Allow") != "POST" {
					w.bad("Allow is %q", r.header.Get("Allow"))
				}
			}
		}))
	}
	for _, p := range []string{"/", "/hook/", "/hook/x", "//hook", "/hookx", "/HOOK", "/x/../hook", "/./hook", "/hook//", "/?/hook"} {
		for _, a := range []ask{{target: p, body: goodBody}, {target: p, method: "GET", bare: true}, {target: p, bare: true, body: "{", head: []string{"Origin: http://evil.example"}}} {
			out = append(out, no("plain", "path "+p, a, 404, ""))
		}
	}
	return append(out,
		on("plain", "OPTIONS of the server", func(w *hookWire) {
			if r, err := w.send(ask{method: "OPTIONS", target: "*"}); err != nil || r.status != 404 && r.status != 405 {
				w.bad("answered %d (%v)", r.status, err)
			}
		}),
		yes("plain", "path with a query", ask{target: "/hook?a=b&c"}),
		on("plain", "path of the absolute form", func(w *hookWire) {
			w.accepted(ask{target: "http://" + w.addr + "/hook", body: goodBody}, "webhook")
		}),
		yes("path", "configured path", ask{}),
		no("path", "configured path, with a slash", ask{target: "/a/b/", body: goodBody}, 404, ""),
		no("path", "configured path, the default", ask{target: "/hook", body: goodBody}, 404, ""),
		yes("plain", "HTTP/1.0", ask{proto: "HTTP/1.0"}),
		yes("plain", "chunked body", ask{chunked: true}),
		yes("plain", "half-closed sender", ask{half: true}),
		on("plain", "asks before it sends", func(w *hookWire) {
			for _, c := range []struct{ token, want string }{{w.token, "HTTP/1.1 100 "}, {"wrong", "HTTP/1.1 401 "}} {
				if got := w.firstLine("POST /hook HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer " + c.token + "\r\nExpect: 100-continue\r\nContent-Length: 5\r\n\r\n"); !strings.HasPrefix(got, c.want) {
					w.bad("%q, not %q", got, c.want)
				}
			}
		}),
	)
}

// credentialRows: "Authentication" of the specification.
func credentialRows() []hookRow {
	const (
		x     = "X-Webhook-Token: "
		auth  = "Authorization: "
		right = "RIGHT"
	)
	type c struct {
		name string
		head []string
		q    string
		ok   bool
	}
	cases := []c{
		{"none", nil, "", false},
		{"bearer", []string{auth + "Bearer RIGHT"}, "", true},
		{"bearer, wrong", []string{auth + "Bearer wrong"}, "", false},
		{"bearer, one more letter", []string{auth + "Bearer RIGHTx"}, "", false},
		{"bearer, one letter less", []string{auth + "Bearer LESS"}, "", false},
		{"bearer, other case", []string{auth + "Bearer CASE"}, "", false},
		{"bearer is not trimmed", []string{auth + "Bearer  RIGHT"}, "", false},
		{"bearer in small letters", []string{auth + "bearer RIGHT"}, "", false},
		{"bearer with a tab", []string{auth + "Bearer\tRIGHT"}, "", false},
		{"bare token", []string{auth + "RIGHT"}, "", false},
		{"basic", []string{auth + "Basic RIGHT"}, "", false},
		{"wrong bearer decides, header", []string{auth + "Bearer wrong", x + right}, "", false},
		{"wrong bearer decides, query", []string{auth + "Bearer wrong"}, "token=RIGHT", false},
		{"right bearer decides", []string{auth + "Bearer RIGHT", x + "wrong"}, "token=wrong", true},
		{"basic is ignored, header", []string{auth + "Basic YTpi", x + right}, "", true},
		{"basic is ignored, query", []string{auth + "Basic YTpi"}, "token=RIGHT", true},
		{"small bearer is ignored", []string{auth + "bearer wrong", x + right}, "", true},
		{"empty bearer is absent", []string{auth + "Bearer ", x + right}, "", true},
		{"empty authorization", []string{auth, x + right}, "", true},
		{"first authorization counts, right", []string{auth + "Bearer RIGHT", auth + "Bearer wrong"}, "", true},
		{"first authorization counts, wrong", []string{auth + "Bearer wrong", auth + "Bearer RIGHT"}, "", false},
		{"header", []string{x + right}, "", true},
		{"header in small letters", []string{"x-webhook-token: RIGHT"}, "", true},
		{"header, wrong", []string{x + "wrong"}, "", false},
		{"wrong header decides", []string{x + "wrong"}, "token=RIGHT", false},
		{"right header decides", []string{x + right}, "token=wrong", true},
		{"empty header is absent", []string{x}, "token=RIGHT", true},
		{"first header counts, right", []string{x + right, x + "wrong"}, "", true},
		{"first header counts, wrong", []string{x + "wrong", x + right}, "", false},
		{"query", nil, "token=RIGHT", true},
		{"query among others", nil, "a=b&token=RIGHT&c=d", true},
		{"query, wrong", nil, "token=wrong", false},
		{"query, empty", nil, "token=", false},
		{"query, name in capitals", nil, "Token=RIGHT", false},
		{"query, first value, right", nil, "token=RIGHT&token=wrong", true},
		{"query, first value, wrong", nil, "token=wrong&token=RIGHT", false},
		{"query, percent", nil, "token=PERCENT", true},
		{"query, percent in the name", nil, "%74oken=RIGHT", true},
		{"cookie", []string{"Cookie: token=RIGHT"}, "", false},
		{"another header", []string{"X-Token: RIGHT"}, "", false},
	}
	var out []hookRow
	for _, c := range cases {
		out = append(out, on("plain", "credential: "+c.name, func(w *hookWire) {
			fill := strings.NewReplacer(right, w.token, "LESS", w.token[:len(w.token)-1], "CASE", swapCase(w.token), "PERCENT", percent(w.token))
			a := ask{bare: true, body: goodBody, target: w.path}
			if c.q != "" {
				a.target += "?" + fill.Replace(c.q)
			}
			for _, h := range c.head {
				a.head = append(a.head, fill.Replace(h))
			}
			if c.ok {
				w.accepted(a, "webhook")
				return
			}
			if r := w.refused(a, 401, "unauthorized"); r.header.Get("WWW-Authenticate") != "Bearer" {
				w.bad("WWW-Authenticate is %q", r.header.Get("WWW-Authenticate"))
			}
		}))
	}
	return append(out,
		on("plain", "credential: not from a form", func(w *hookWire) {
			w.refused(ask{bare: true, body: "token=" + url.QueryEscape(w.token), head: []string{"Content-Type: application/x-www-form-urlencoded"}}, 401, "unauthorized")
		}),
		yes("open", "open: none", ask{}),
		yes("open", "open: any", ask{head: []string{"Authorization: Bearer whatever"}, target: "/hook?token=x"}),
		no("plain", "401 comes before the body", ask{bare: true, body: "{"}, 401, "unauthorized"),
		no("small", "401 comes before 413", ask{bare: true, body: strings.Repeat("x", 64<<10)}, 401, "unauthorized"),
	)
}

func swapCase(s string) string {
	if l := strings.ToLower(s); l != s {
		return l
	}
	return strings.ToUpper(s)
}

// percent encodes every letter.
func percent(s string) string {
	var b strings.Builder
	for i := range len(s) {
		fmt.Fprintf(&b, "%%%02x", s[i])
	}
	return b.String()
}

// browserRows: a page in a browser must not reach the receiver.
func browserRows() []hookRow {
	var out []hookRow
	for _, setup := range []string{"plain", "open"} {
		for _, h := range []string{"Sec-Fetch-Site: none", "Sec-Fetch-Site: same-origin", "Origin: http://localhost", "Origin: http://localhost:3000",
			"Origin: https://127.0.0.1:8443", "Origin: http://[::1]:80", "Origin: http://127.8.9.1"} {
			out = append(out, yes(setup, setup+" browser: "+h, ask{head: []string{h}}))
		}
		for _, h := range []string{"Sec-Fetch-Site: cross-site", "Sec-Fetch-Site: same-site", "Sec-Fetch-Site: whatever", "Origin: http://evil.example", "Origin: null",
			"Origin: http://localhost.evil.example", "Origin: http://127.0.0.1.evil.example", "Origin: http://evil.example/localhost", "Origin: http://10.0.0.1", "Origin: http://localhost@evil.example"} {
			out = append(out, no(setup, setup+" browser: "+h, ask{head: []string{h}, body: goodBody}, 403, ""))
		}
	}
	for _, h := range []string{"localhost", "localhost:9", "127.0.0.1", "[::1]:80", "LOCALHOST"} {
		out = append(out, yes("open", "open host "+h, ask{host: h}))
	}
	for _, h := range []string{"evil.example", "evil.example:80", "localhost.evil.example", "10.1.2.3", "127.0.0.1.evil.example"} {
		out = append(out, no("open", "open host "+h, ask{host: h, body: goodBody}, 403, ""), yes("plain", "host with a token: "+h, ask{host: h}))
	}
	return append(out,
		no("plain", "403 comes before 401", ask{bare: true, head: []string{"Origin: http://evil.example"}, body: "{"}, 403, ""),
		no("small", "403 comes before 413", ask{head: []string{"Sec-Fetch-Site: cross-site"}, body: strings.Repeat("x", 64<<10)}, 403, ""))
}

// orderRows: what is checked first, beyond what other rows show.
func orderRows() []hookRow {
	const both = `"prompt":"a","exec":"b"`
	return []hookRow{
		no("several", "order: session before both given", ask{body: `{` + both + `,"project":"nope"}`}, 400, "session_key is required"),
		no("several", "order: session before both missing", ask{body: `{"project":"nope"}`}, 400, "session_key is required"),
		no("several", "order: both missing before project", ask{body: `{"session_key":"a:b","project":"nope"}`}, 400, "either prompt or exec is required"),
		no("several", "order: both given before project", ask{body: `{"session_key":"a:b",` + both + `}`}, 400, "prompt and exec are mutually exclusive"),
		no("plain", "order: wrong type before session", ask{body: `{"prompt":5}`}, 400, "invalid JSON: "),
		no("several", "project: omitted", ask{body: goodBody}, 400, "project is required (multiple projects configured)"),
		no("several", "project: empty", ask{body: `{"session_key":"nobody:x","exec":"true","project":""}`}, 400, "project is required (multiple projects configured)"),
		no("several", "project: null", ask{body: `{"session_key":"nobody:x","exec":"true","project":null}`}, 400, "project is required (multiple projects configured)"),
		yes("several", "project: first", ask{body: `{"session_key":"nobody:x","exec":"true","project":"site"}`}),
		yes("several", "project: second", ask{body: `{"session_key":"nobody:x","exec":"true","project":"other"}`}),
		yes("plain", "project: named, one", ask{body: `{"session_key":"nobody:x","exec":"true","project":"site"}`}),
		on("plain", "project: unknown", func(w *hookWire) { unknownProject(w, "nope") }),
		on("several", "project: unknown of several", func(w *hookWire) { unknownProject(w, "nope") }),
		on("several", "project: not trimmed", func(w *hookWire) { unknownProject(w, "site ") }),
		on("several", "project: other case", func(w *hookWire) { unknownProject(w, "Site") }),
		no("small", "413: declared", ask{body: pad(4<<10 + 1)}, 413, ""),
		no("small", "413: chunked", ask{body: pad(4<<10 + 1), chunked: true}, 413, ""),
		no("small", "413 comes before 400", ask{body: strings.Repeat("{", 8<<10)}, 413, ""),
		yes("small", "limit: whole", ask{body: pad(4 << 10)}),
		yes("small", "limit: whole, chunked", ask{body: pad(4 << 10), chunked: true}),
		yes("plain", "limit: ten megabytes", ask{body: pad(10 << 20)}),
		no("plain", "413: more than ten megabytes", ask{body: pad(10<<20 + 1)}, 413, ""),
		on("paused", "paused", func(w *hookWire) {
			for _, body := range []string{goodBody, "{", ""} {
				if r := w.refused(ask{body: body}, 503, ""); r.header.Get("Retry-After") == "" {
					w.bad("no Retry-After")
				}
			}
			w.refused(ask{body: goodBody, bare: true}, 401, "unauthorized")
			w.refused(ask{method: "GET"}, 405, "POST only")
		}),
	}
}

func unknownProject(w *hookWire, name string) {
	r := w.refused(ask{body: fmt.Sprintf(`{"session_key":"nobody:x","exec":"true","project":%q}`, name)}, 400, "")
	if !strings.Contains(r.body, name) || !strings.Contains(r.body, "not found") {
		w.bad("%q does not say that %q was not found", r.body, name)
	}
}

// pad is a body of n bytes that is accepted.
func pad(n int) string {
	return goodBody[:len(goodBody)-1] + `,"x":"` + strings.Repeat("x", n-len(goodBody)-len(`,"x":""`)) + `"}`
}

//go:build unix

package main

import "strings"

// bodyRows: the valid and invalid bodies.
func bodyRows() []hookRow {
	const (
		session = `"session_key":"nobody:x"`
		exec    = `"exec":"true"`
	)
	var out []hookRow
	for _, b := range []string{
		``, ` `, `{`, `}`, `[]`, `1`, `"x"`, `true`, `{} {}`, goodBody + `x`, goodBody + `{`, goodBody + goodBody, goodBody + ` null`, `null null`,
		`{` + session + `,` + exec + `,}`, `{'session_key':'nobody:x','exec':'true'}`, `{` + session + `,` + exec + `,"x":NaN}`,
		`{` + session + `,` + exec + `,"x":01}`, "\ufeff\ufeff" + goodBody, `// a comment` + "\n" + goodBody, `{` + session + `,"exec":"a` + "\n" + `b"}`,
		`{` + session + `,"exec":"a` + "\xff" + `b"}`, `{` + session + `,` + exec + `,"x":"` + "\xc3\x28" + `"}`, `{` + session + `,"exec":"\x41"}`,
		`token=a&session_key=b`, `<xml/>`, "\x00", `[` + goodBody + `]`, `{` + session + `,"exec":tru}`,
		strings.Repeat("[", 200_000), `{"x":` + strings.Repeat("[", 100_000) + strings.Repeat("]", 100_000) + `,`,
	} {
		name := b
		if len(name) > 60 {
			name = name[:60]
		}
		out = append(out, no("plain", "invalid: "+name, ask{body: b}, 400, "invalid JSON: "))
	}
	for _, f := range []string{
		`"session_key":1`, `"session_key":{}`, `"event":1`, `"event":[]`, `"event":false`, `"project":5`, `"project":["site"]`, `"prompt":1`, `"prompt":{}`,
		`"exec":false`, `"exec":["true"]`, `"work_dir":1`, `"work_dir":{}`, `"silent":"true"`, `"silent":1`, `"silent":[]`,
	} {
		out = append(out, no("plain", "wrong type: "+f, ask{body: `{"session_key":"nobody:x","exec":"true",` + f + `}`}, 400, "invalid JSON: "))
	}
	for body, words := range map[string]string{
		`{}`:                                "session_key is required",
		`null`:                              "session_key is required",
		" \n null\t":                        "session_key is required",
		`{` + exec + `}`:                    "session_key is required",
		`{"session_key":"",` + exec + `}`:   "session_key is required",
		`{"session_key":null,` + exec + `}`: "session_key is required",
		`{"Session_Key":"nobody:x",` + exec + `}`:                            "session_key is required",
		`{"SESSION_KEY":"nobody:x",` + exec + `}`:                            "session_key is required",
		`{"session_key ":"nobody:x",` + exec + `}`:                           "session_key is required",
		`{` + session + `,"session_key":"",` + exec + `}`:                    "session_key is required",
		`{` + session + `,"session_key":null,` + exec + `}`:                  "session_key is required",
		`{` + session + `}`:                                                  "either prompt or exec is required",
		`{` + session + `,"prompt":"","exec":""}`:                            "either prompt or exec is required",
		`{` + session + `,"prompt":null,"exec":null}`:                        "either prompt or exec is required",
		`{` + session + `,"Exec":"true"}`:                                    "either prompt or exec is required",
		`{` + session + `,"payload":{"prompt":"x"}}`:                         "either prompt or exec is required",
		`{` + session + `,"prompt":"a",` + exec + `}`:                        "prompt and exec are mutually exclusive",
		`{` + session + `,"prompt":" ",` + exec + `}`:                        "prompt and exec are mutually exclusive",
		`{` + session + `,"prompt":"a","exec":"","exec":"b"}`:                "prompt and exec are mutually exclusive",
		`{` + session + `,"\u0070rompt":"a",` + exec + `}`:                   "prompt and exec are mutually exclusive",
		`{"session_key":"","exec":"true","prompt":"a","project":"no-such"}`:  "session_key is required",
		`{"session_key":"x:y","project":"no-such"}`:                          "either prompt or exec is required",
		`{"session_key":"x:y","project":"no-such","exec":"a","prompt":"b"} `: "prompt and exec are mutually exclusive",
	} {
		out = append(out, no("plain", "refused: "+body, ask{body: body}, 400, words))
	}
	for _, b := range []string{
		goodBody, " \t\r\n" + goodBody + "\n\n", `{"session_key":" ",` + exec + `}`, `{"session_key":"nobody",` + exec + `}`, `{"session_key":":",` + exec + `}`,
		`{` + session + `,"exec":" "}`, `{"session_key":"",` + session + `,` + exec + `}`, `{` + session + `,"prompt":"a","prompt":null,` + exec + `}`,
		`{` + session + `,"prompt":"a","prompt":"",` + exec + `}`, `{` + session + `,` + exec + `,"Prompt":"a"}`, `{` + session + `,` + exec + `,"event":null,"project":null,"prompt":null,"work_dir":null,"silent":null,"payload":null}`,
		`{` + session + `,` + exec + `,"unknown":{"deep":[1,2,{"x":null}]},"":1}`, `{` + session + `,` + exec + `,"event":""}`, `{` + session + `,` + exec + `,"event":"x","event":"webhook"}`,
		`{` + session + `,` + exec + `,"event":"x","event":null}`, `{` + session + `,` + exec + `,"Event":"x"}`, `{` + session + `,` + exec + `,"silent":true,"payload":1e999}`,
		`{"\u0073ession_key":"nobody:x",` + exec + `}`, `{` + session + `,` + exec + `,"silent":false,"project":""}`,
		`{` + session + `,` + exec + `,"x":"\ud800"}`, `{` + session + `,` + exec + `,"payload":` + strings.Repeat("[", 500) + strings.Repeat("]", 500) + `}`,
	} {
		name := b
		if len(name) > 120 {
			name = name[:120]
		}
		out = append(out, yes("plain", "accepted: "+name, ask{body: b}))
	}
	for _, h := range []string{"Content-Type: text/plain", "Content-Type: application/x-www-form-urlencoded", "Content-Type: multipart/form-data; boundary=x",
		"Content-Type: ;;;", "Content-Type: application/json; charset=utf-16", "Accept: text/html", "Accept: image/png;q=1, */*;q=0", "Accept-Encoding: identity;q=0"} {
		out = append(out, yes("plain", "not looked at: "+h, ask{head: []string{h}}))
	}
	for _, e := range []string{"push", "a b", "Ünïcode 🎉", `<b>&amp;"quoted"\`, " ", "line\nline", "\u2028", "\x1b[31m"} {
		out = append(out, on("plain", "event: "+e, func(w *hookWire) { w.deliver(fields{"session_key": "nobody:x", "exec": "true", "event": e}) }))
	}
	return append(out, on("plain", "delivery ids differ", func(w *hookWire) {
		a, b := w.deliver(fields{"session_key": "nobody:x", "exec": "true"}), w.deliver(fields{"session_key": "nobody:x", "exec": "true"})
		if id := a.header.Get("Aloft-Delivery"); id == b.header.Get("Aloft-Delivery") {
			w.bad("both are %q", id)
		}
	}))
}

//go:build unix

package main

import (
	"slices"
	"strings"
	"testing"
	"time"
)

func TestHookWireReference(t *testing.T) {
	t.Parallel()
	for _, v := range checkHook(hookRows(), hookPatience, func(s hookSetup) hookAt { return startReference(t, s, "") }) {
		t.Error(v)
	}
}

// spoiled are the defects of the mutants, and the row that must detect each, by the
// beginning of its name.
func spoiled() [][2]string {
	return [][2]string{
		{"sniffing", "method GET"}, {"no line end", "method GET"}, {"no Allow", "method GET"}, {"401 before 405", "method GET"}, {"PUT too", "method PUT"},
		{"path by prefix", "path /hookx"}, {"path with a slash", "path /hook/"},
		{"401 before 403", "403 comes before 401"}, {"503 before 401", "paused"}, {"413 before 401", "401 comes before 413"},
		{"no WWW-Authenticate", "credential: none"}, {"no Retry-After", "paused"},
		{"last Authorization", "credential: first authorization counts, right"}, {"bearer of any case", "credential: bearer in small letters"},
		{"bearer trimmed", "credential: bearer is not trimmed"}, {"wrong bearer falls through", "credential: wrong bearer decides, header"},
		{"wrong bearer falls through", "credential: wrong bearer decides, query"}, {"basic decides", "credential: basic is ignored, header"},
		{"wrong header falls through", "credential: wrong header decides"}, {"token from a form", "credential: not from a form"},
		{"raw query token", "credential: query, percent"}, {"last query token", "credential: query, first value, right"},
		{"Sec-Fetch-Site unseen", "plain browser: Sec-Fetch-Site: cross-site"}, {"Origin unseen", "open browser: Origin: http://evil.example"},
		{"Origin by prefix", "plain browser: Origin: http://localhost.evil.example"}, {"Host with a token", "host with a token: evil.example"}, {"Host unseen", "open host evil.example"},
		{"limit too small", "limit: whole"}, {"no limit", "413: chunked"},
		{"project first", "order: both given before project"}, {"first project when omitted", "project: omitted"}, {"project of any case", "project: other case"},
		{"one id", "delivery ids differ"}, {"charset", "accepted: "}, {"202", "accepted: "}, {"third field", "accepted: "},
		{"not UTF-8", "invalid: "}, {"null is no object", "refused: null"}, {"keys of any case", "refused: {\"SESSION_KEY\""}, {"strict", "accepted: "},
		{"text after it", "invalid: {} {}"}, {"any type", `wrong type: "silent"`}, {"trimmed", `accepted: {"session_key":" "`},
		{"works before it answers", "exec: answered before it runs"}, {"key unseen", "exec: the same key runs once"},
		{"last colon", "exec: session key is kept whole"}, {"session cut", "exec: session key is kept whole"},
		{"runs for nobody", "exec: nowhere to post"}, {"runs for mute", "exec: nowhere to post"},
		{"token in the environment", "exec: what it finds"}, {"never silent", "exec: silent"}, {"never silent", "prompt: silent"},
		{"work_dir unseen", "exec: work_dir"}, {"runs elsewhere", "exec: missing work_dir"},
		{"not trimmed", "exec: output is both"}, {"no standard error", "exec: output is both"}, {"raw output", "exec: control sequences"},
		{"says nothing", "exec: no output"}, {"no reason", "exec: failure"}, {"two outcomes", "exec: notice and outcome"},
		{"command cut by bytes", "exec: command cut by characters"}, {"command cut one late", "exec: command cut to 60"},
		{"command whole", "exec: command cut to 60"}, {"command cut without a mark", "exec: command cut to 60"},
		{"output cut by bytes", "exec: output cut by characters"}, {"output cut one late", "exec: output cut to 3000"},
		{"output whole", "exec: much output"}, {"output cut without a mark", "exec: output cut to 3000"},
		{"no limit of time", "exec: the limit"}, {"kills the shell alone", "exec: the limit"},
		{"two turns at once", "prompt: dropped"}, {"drops without a word", "prompt: dropped"}, {"busy for ever", "prompt: dropped"},
		{"null block", "payload: null"}, {"payload decoded", `payload: {"z"`}, {"short fence", "payload: cannot close"}, {"empty payload is none", "payload: false"},
	}
}

// A row that no mutant fails proves nothing.
func TestHookWireSpoiled(t *testing.T) {
	t.Parallel()
	for _, s := range spoiled() {
		t.Run(strings.ReplaceAll(s[0]+" "+s[1], "/", "|"), func(t *testing.T) {
			t.Parallel()
			rows := slices.DeleteFunc(hookRows(), func(r hookRow) bool { return !strings.HasPrefix(r.name, s[1]) })
			// What never comes is waited for in vain, so not for long: a row that
			// gives up too early fails as well.
			found := checkHook(rows, time.Second, func(setup hookSetup) hookAt { return startReference(t, setup, s[0]) })
			if len(rows) == 0 || len(found) == 0 {
				t.Errorf("nobody saw it in %d rows", len(rows))
			}
		})
	}
}

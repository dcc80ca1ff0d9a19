package faultwords

import (
	"slices"
	"strings"
	"testing"
	"time"

	"aloft/client/clienttest/fault"
	"aloft/client/embedded/flow"
)

func TestParseFaults(t *testing.T) {
	f, err := Parse("rotate", "lag=1s-3s", "async=30%", "lose-after=every:4", "slow=0.25", "strict", "tq-gap=\"500\"", "expire=every:9", "delay=2s")
	want := fault.Faults{Rotate: true, Lag: fault.Span{Min: time.Second, Max: 3 * time.Second}, Async: fault.Rate{P: 0.3}, LoseAfter: fault.Rate{Every: 4}, Slow: fault.Rate{P: 0.25},
		Strict: flow.NearGap, TqGap: `"500"`, Expire: fault.Rate{Every: 9}, Delay: fault.Span{Min: 2 * time.Second, Max: 2 * time.Second}}
	if err != nil || f != want {
		t.Errorf("%+v %v", f, err)
	}
	for _, bad := range []string{"", "nothing", "rotate=yes", "lag", "lag=3s-1s", "lag=-1s", "async=2", "async=NaN", "async=every:0", "stale=x", "tq-gap={", "tq-place=", "batch=0", "seed=-1", "expire=0s", "auth-status=500", "strict=0s", "cookie-grace"} {
		_, err := Parse(bad)
		if err == nil || strings.Contains(err.Error(), "%!") {
			t.Errorf("%q: %v", bad, err)
		}
	}
	for _, k := range faults(nil) {
		if k.name == "" || k.wants == "" {
			t.Errorf("%+v", k)
		}
	}
}

func FuzzParseFaults(f *testing.F) {
	for _, k := range faults(nil) {
		f.Add(k.name + "=1s-2s")
	}
	f.Fuzz(func(t *testing.T, spec string) { _, _ = Parse(spec) })
}

func TestParseDocsFaults(t *testing.T) {
	f, err := Parse("docs-pages=1-7", "docs-empty-page", "docs-ints", "docs-times", "docs-urls", "docs-file-key", "docs-wrapped", "docs-second",
		"docs-underscore", "docs-missing=manage.copy_file,create_space", "docs-sse=50%", "docs-sessions=every:9", "docs-error=0.1", "docs-error-code=10012",
		"docs-carrier=any", "docs-429=every:3", "docs-retry-after=2s", "docs-strict", "docs-lose-before=10%", "docs-lose-after", "docs-lose-read=every:2",
		"docs-5xx-before=1%", "docs-5xx-after=2%", "docs-html=3%", "docs-cut=4%", "docs-slow=5%", "docs-delay=1s-2s", "docs-expire=every:9")
	want := fault.Docs{Pages: fault.Size{Min: 1, Max: 7}, EmptyPage: true, IntStrings: true, TimesMS: true, BareURLs: true, FileKey: true, Wrapped: true, Second: true,
		Underscore: true, Missing: "manage.copy_file,create_space", SSE: fault.Rate{P: 0.5}, Sessions: true, Forget: fault.Rate{Every: 9}, Error: fault.Rate{P: 0.1}, ErrorCode: 10012,
		Carrier: "any", Busy: fault.Rate{Every: 3}, RetryAfter: 2 * time.Second, Strict: flow.NearGap, LoseBefore: fault.Rate{P: 0.1}, LoseAfter: fault.Rate{P: 1}, LoseRead: fault.Rate{Every: 2},
		FailBefore: fault.Rate{P: 0.01}, FailAfter: fault.Rate{P: 0.02}, HTML: fault.Rate{P: 0.03}, Cut: fault.Rate{P: 0.04}, Slow: fault.Rate{P: 0.05}, Delay: fault.Span{Min: time.Second, Max: 2 * time.Second}, Expire: fault.Rate{Every: 9}}
	if err != nil || f.Docs != want {
		t.Errorf("%+v %v", f.Docs, err)
	}
	if f, err := Parse("docs-expire=10m", "docs-sessions"); err != nil || f.Docs.TokenLife != 10*time.Minute || !f.Docs.Sessions {
		t.Error(f.Docs, err)
	}
	for _, bad := range []string{"docs-pages", "docs-pages=0", "docs-pages=3-1", "docs-pages=1-", "docs-pages=99999", "docs-ints=1", "docs-missing", "docs-missing=x",
		"docs-carrier", "docs-carrier=mail", "docs-error-code=0", "docs-error-code=x", "docs-expire", "docs-retry-after=-1s", "docs-sessions=2"} {
		_, err := Parse(bad)
		if err == nil || strings.Contains(err.Error(), "%!") {
			t.Errorf("%q: %v", bad, err)
		}
	}
	names := Words()
	if n := len(names); n != len(slices.Compact(slices.Sorted(slices.Values(names)))) {
		t.Error("a name is there twice")
	}
}

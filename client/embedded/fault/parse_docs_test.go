package fault

import (
	"errors"
	"slices"
	"strings"
	"testing"
	"time"

	"aloft/client/embedded/store"
	"aloft/client/embedded/watch"
)

func TestParseDocsFaults(t *testing.T) {
	tools := []string{"manage.copy_file", "create_space"}
	f, err := Parse([]string{"docs-pages=1-7", "docs-empty-page", "docs-ints", "docs-times", "docs-urls", "docs-file-key", "docs-wrapped", "docs-second",
		"docs-underscore", "docs-missing=manage.copy_file,create_space", "docs-sse=50%", "docs-sessions=every:9", "docs-error=0.1", "docs-error-code=10012",
		"docs-carrier=any", "docs-429=every:3", "docs-retry-after=2s", "docs-strict", "docs-lose-before=10%", "docs-lose-after", "docs-lose-read=every:2",
		"docs-5xx-before=1%", "docs-5xx-after=2%", "docs-html=3%", "docs-cut=4%", "docs-slow=5%", "docs-delay=1s-2s", "docs-expire=every:9"}, tools)
	want := Docs{Pages: Size{Min: 1, Max: 7}, EmptyPage: true, IntStrings: true, TimesMS: true, BareURLs: true, FileKey: true, Wrapped: true, Second: true,
		Underscore: true, Missing: "manage.copy_file,create_space", SSE: Rate{P: 0.5}, Sessions: true, Forget: Rate{Every: 9}, Error: Rate{P: 0.1}, ErrorCode: 10012,
		Carrier: "any", Busy: Rate{Every: 3}, RetryAfter: 2 * time.Second, Strict: watch.NearGap, LoseBefore: Rate{P: 0.1}, LoseAfter: Rate{P: 1}, LoseRead: Rate{Every: 2},
		FailBefore: Rate{P: 0.01}, FailAfter: Rate{P: 0.02}, HTML: Rate{P: 0.03}, Cut: Rate{P: 0.04}, Slow: Rate{P: 0.05}, Delay: Span{Min: time.Second, Max: 2 * time.Second}, Expire: Rate{Every: 9}}
	if err != nil || f.Docs != want {
		t.Errorf("%+v %v", f.Docs, err)
	}
	if f, err := Parse([]string{"docs-expire=10m", "docs-sessions"}, tools); err != nil || f.Docs.TokenLife != 10*time.Minute || !f.Docs.Sessions {
		t.Error(f.Docs, err)
	}
	for _, bad := range []string{"docs-pages", "docs-pages=0", "docs-pages=3-1", "docs-pages=1-", "docs-pages=99999", "docs-ints=1", "docs-missing", "docs-missing=x",
		"docs-carrier", "docs-carrier=mail", "docs-error-code=0", "docs-error-code=x", "docs-expire", "docs-retry-after=-1s", "docs-sessions=2"} {
		_, err := Parse([]string{bad}, tools)
		var own *store.Error
		if !errors.As(err, &own) || own.Hint == "" || strings.Contains(err.Error(), "%!") {
			t.Errorf("%q: %v", bad, err)
		}
	}
	names := []string{}
	for _, h := range Names() {
		names = append(names, h.Name)
	}
	if n := len(names); n != len(slices.Compact(slices.Sorted(slices.Values(names)))) {
		t.Error("a name is there twice")
	}
}

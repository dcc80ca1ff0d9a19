package secret

import (
	"net/http"
	"strings"
	"testing"
	"time"
)

// Whatever answers set and a person has pasted: the result is one header, each name
// once, and no answer removes what the person set.
func FuzzCookieMerge(f *testing.F) {
	f.Add("a=1; b=2", "a=3; Path=/; HttpOnly\nc=4; Max-Age=60", int64(10))
	f.Add("a=1;a=2;;  ;x", "a=; Max-Age=0\nb=\"q q\"; Expires=Wed, 21 Oct 2015 07:28:00 GMT", int64(-1))
	f.Add("a=1", "a=2\na=3", int64(0))
	f.Add("", "=x\n a = b \r\nc=\x00", int64(0))
	f.Fuzz(func(t *testing.T, base, lines string, at int64) {
		now := time.Unix(at%(1<<40), 0)
		var set []*http.Cookie
		for l := range strings.SplitSeq(lines, "\n") {
			if c, err := http.ParseSetCookie(l); err == nil {
				set = append(set, c)
			}
		}
		var o overlay
		o.apply(set, base, now)
		out := merge(base, o.Set, now)
		names := map[string]int{}
		for pair := range strings.SplitSeq(out, "; ") {
			name, _, _ := strings.Cut(pair, "=")
			if names[name]++; pair != "" && names[name] > 1 {
				t.Errorf("%q is twice in %q", name, out)
			}
		}
		for pair := range strings.SplitSeq(base, ";") {
			if name, _, _ := strings.Cut(strings.TrimSpace(pair), "="); strings.TrimSpace(pair) != "" && names[name] == 0 {
				if _, touched := o.Set[name]; !touched {
					t.Errorf("%q is gone from %q", name, out)
				}
			}
		}
		if strings.ContainsAny(out, "\r\n\x00") && !strings.ContainsAny(base, "\r\n\x00") {
			t.Errorf("an answer has broken the header: %q", out)
		}
		if again := merge(out, o.Set, now); again != out {
			t.Errorf("%q, then %q", out, again)
		}
		if o.apply(set, base, now) {
			t.Errorf("the same answer changes %q again", out)
		}
	})
}

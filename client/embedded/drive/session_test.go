package drive

import (
	"net/http"
	"strings"
	"testing"
)

func FuzzCookies(f *testing.F) {
	f.Add("__pus=a; __puus=b")
	f.Add(`__pus="a,b";;=;%zz=%`)
	f.Fuzz(func(t *testing.T, line string) {
		for name, values := range cookies(http.Header{"Cookie": {line}}) {
			if strings.ContainsAny(name, ";,=") || len(values) == 0 {
				t.Errorf("%q: %q", name, values)
			}
		}
	})
}

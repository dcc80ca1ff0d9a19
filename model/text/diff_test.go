package text

import (
	"math/rand/v2"
	"testing"
)

func TestCommon(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	for range 200 {
		mk := func(n int) []string {
			out := make([]string, n)
			for i := range out {
				out[i] = string(rune('a' + r.IntN(4)))
			}
			return out
		}
		a, b := mk(r.IntN(30)), mk(r.IntN(30))
		ps := CommonLines(a, b)
		for i, p := range ps {
			if a[p[0]] != b[p[1]] || i > 0 && (p[0] <= ps[i-1][0] || p[1] <= ps[i-1][1]) {
				t.Fatalf("%v %v: %v", a, b, ps)
			}
		}
		var exact [][2]int
		table(a, b, 0, 0, &exact)
		if len(exact) != len(ps) {
			t.Fatalf("%v %v: %d, not %d", a, b, len(ps), len(exact))
		}
		var long [][2]int
		anchored(a, b, 0, 0, &long)
		for i, p := range long {
			if a[p[0]] != b[p[1]] || i > 0 && (p[0] <= long[i-1][0] || p[1] <= long[i-1][1]) {
				t.Fatalf("anchored %v %v: %v", a, b, long)
			}
		}
	}
}

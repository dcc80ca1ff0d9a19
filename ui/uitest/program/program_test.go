package program

import "testing"

// A read ends anywhere: what a character has begun with waits for its end.
func TestCharacters(t *testing.T) {
	for in, want := range map[string]int{
		"": 0, "a": 1, "a─": 4, "a\xe2": 1, "a\xe2\x94": 1, "\xf0\x9f\x98": 0, "😀": 4, "a\xff": 2, "\x94\x94\x94\x94\x94": 5,
	} {
		if got := characters([]byte(in)); got != want {
			t.Errorf("%q: %d, not %d", in, got, want)
		}
	}
}

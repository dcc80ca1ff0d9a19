package client

import (
	"strings"
	"testing"
)

// What is no text does not come between the last words, and does not push them out.
func TestLastText(t *testing.T) {
	for md, want := range map[string]string{
		"plain (words)":           "plain (words)",
		"a [b](http://c) d":       "a [b d",
		"one![](x.png)two":        "onetwo",
		"one <u>two</u> <!-- -->": "one two ",
		"1 < 2 [a](\nno":          "1 < 2 [a](\nno",
	} {
		if got := lastText(md); got != want {
			t.Errorf("%q: %q, want %q", md, got, want)
		}
	}
	long := "last words" + strings.Repeat("![picture](http://127.0.0.1/"+strings.Repeat("0123456789abcdef", 10)+")", 5)
	if got := lastText(long); got != "last words" {
		t.Errorf("%d bytes %.40q", len(got), got)
	}
}

package model_test

import (
	"testing"
	"unicode/utf8"

	"aloft/model"
	"aloft/model/markdown"
)

func TestFirstBytes(t *testing.T) {
	const s = "aé€😀z"
	for n, want := range []string{"", "a", "a", "aé", "aé", "aé", "aé€", "aé€", "aé€", "aé€", "aé€😀", s, s} {
		if got := model.FirstBytes(s, n); got != want || !utf8.ValidString(got) {
			t.Errorf("%d: %q, want %q", n, got, want)
		}
	}
	if got := model.FirstBytes("\x80\x80\x80", 2); got != "" {
		t.Errorf("no start of a character in it: %q", got)
	}
}

func TestFenceFor(t *testing.T) {
	for s, want := range map[string]string{"": "```", "a``b": "```", "```": "````", "a````b`````": "``````"} {
		if got := markdown.FenceFor(s); got != want || markdown.FenceFor([]byte(s)) != want {
			t.Errorf("%q: %s, want %s", s, got, want)
		}
	}
}

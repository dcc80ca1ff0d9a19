//go:build unix

package store

import (
	"strings"
	"testing"

	"aloft/model"
	"aloft/model/text"
)

// What an older version stored is a text; what this one stores is said in the language of
// whoever reads it.
func TestConversationsSpeakTheReadersLanguage(t *testing.T) {
	dir := t.TempDir()
	s := owned(t, dir, Options{})
	if err := s.Post("tui:a", model.Message{At: noon, Kind: model.MessageNotice, Text: "push: runs `make`"}); err != nil {
		t.Fatal(err)
	}
	said := []model.Sentence{model.Say("%s: failed: %s (%s)", "push", "`make`", model.Say("it ended with exit status %d", 2))}
	if err := s.Post("tui:a", model.Message{At: noon.Add(1), Kind: model.MessageOutcome, Said: said, Text: strings.Repeat("o", maxMessage+5)}); err != nil {
		t.Fatal(err)
	}
	end(t, s)
	s = owned(t, dir, Options{})
	ms, err := s.Messages(t.Context(), "tui:a", 0)
	if err != nil || len(ms) != 2 {
		t.Fatal(ms, err)
	}
	zh, err := text.Speaking("zh-Hans")
	if err != nil {
		t.Fatal(err)
	}
	if got := ms[0].In(zh); got != "push: runs `make`" {
		t.Errorf("an old one: %q", got)
	}
	long := strings.Repeat("o", maxMessage)
	if got, want := ms[1].In(zh), "push：失败：`make`（以退出状态 2 结束）\n"+long+"\n（还有 5 字节）"; got != want {
		t.Errorf("%.100q … %q, want %.100q … %q", got, got[len(got)-60:], want, want[len(want)-60:])
	}
	if got, want := ms[1].In(nil), "push: failed: `make` (it ended with exit status 2)\n"+long+"\n(5 more bytes)"; got != want {
		t.Errorf("%.100q", got)
	}
	if last := s.Conversations()[0].Last.In(zh); !strings.HasPrefix(last, "push：失败") {
		t.Errorf("%.60q", last)
	}
}

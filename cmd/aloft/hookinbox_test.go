//go:build unix

package main

import (
	"fmt"
	"path/filepath"
	"strings"
	"testing"

	"aloft/client/webhook/store"
	"aloft/model"
)

// There is a warning before the room for unread prompts is full; then senders get
// 503 until a conversation is read, and nothing is dropped.
func TestHookInbox(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	folder := filepath.Join(dir, "home", ".local", "state", "aloft", "webhook")
	large := strings.Repeat("x", 64<<10) // the most that is kept of a prompt; 32 MiB is the room
	posted := 0
	post := func(n int) {
		t.Helper()
		held, err := store.Lock(folder)
		if err != nil {
			t.Fatal(err)
		}
		defer held.Close()
		s, err := store.Open(folder, held, store.Options{})
		if err != nil {
			t.Fatal(err)
		}
		defer s.Close()
		for ; posted < n; posted++ {
			m := model.Message{Kind: model.MessagePrompt, From: "webhook", Event: "e", Text: fmt.Sprint(posted, large)[:len(large)]}
			if err := s.Post(fmt.Sprint("tui:", posted%2), m, true); err != nil {
				t.Fatal(err)
			}
		}
	}
	says := func(code int, words string, args ...string) {
		t.Helper()
		c := aloftIn(dir, args...)
		var said strings.Builder
		c.Stderr = &said
		_ = c.Run()
		if got := said.String(); c.ProcessState.ExitCode() != code || !strings.Contains(got, words) || words == "" && got != "" {
			t.Errorf("%q: exit %d, %q", args, c.ProcessState.ExitCode(), got)
		}
	}
	const room = 32 << 20 / (64 << 10)
	post(room * 79 / 100)
	says(0, "", "hook", "ls")
	post(room*4/5 + 1)
	says(0, "the inbox of unread prompts is 80% full; once full, senders get 503 → aloft hook messages lists the conversations", "hook", "ls")
	post(room)
	at, _ := serveHook(t, dir, "[webhook]\n", false)
	w := &hookWire{hookAt: at, patience: hookPatience}
	w.refused(ask{body: `{"session_key":"tui:0","prompt":"x"}`}, 503, "")
	says(1, fmt.Sprint(room, " prompts wait to be read"), "hook", "send", "--prompt", "x", "--session", "tui:0")
	says(0, "", "hook", "messages", "tui:1", "--read")
	says(0, "", "hook", "send", "--prompt", "x", "--session", "tui:0")
	for _, f := range w.faults {
		t.Error(f)
	}
}

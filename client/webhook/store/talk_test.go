//go:build unix

package store

import (
	"fmt"
	"strings"
	"sync/atomic"
	"syscall"
	"testing"
	"time"

	"aloft/client/system/sqlite"
	"aloft/model"
)

func TestConversations(t *testing.T) {
	dir := t.TempDir()
	s := owned(t, dir, Options{})
	f := followed(t, dir, Options{})
	hostile := "tui:../../x\x00\x1b[31m\n" + strings.Repeat("k", 300)
	c := s.Conversation(hostile, "p")
	if c.Session != hostile || c.Project != "p" || len(c.ID) != 36 || c.Turns != 0 {
		t.Errorf("%+v", c)
	}
	if again := s.Conversation(hostile, "p"); again.ID != c.ID {
		t.Errorf("%s, then %s", c.ID, again.ID)
	}
	s.Turned(hostile)
	// The agent of another project does not continue what this one started.
	q := s.Conversation(hostile, "q")
	if q.ID == c.ID || q.Turns != 0 || q.Project != "q" {
		t.Errorf("%+v", q)
	}
	s.Turned(hostile)
	if c := s.Conversation(hostile, "p"); c.Turns != 1 || c.Project != "p" {
		t.Errorf("%+v", c)
	}
	at := time.Now()
	for _, m := range []model.Message{
		{At: at, Kind: model.MessagePrompt, From: "webhook", Text: "look\n<&>\x1b", Event: "e", Delivery: "d"},
		{At: at.Add(1), Kind: model.MessageReply, From: "p", Text: strings.Repeat("é", maxMessage), Bad: true},
		{At: at.Add(2), Kind: model.MessageNotice, Text: "later"},
	} {
		if err := s.Post(hostile, m); err != nil {
			t.Fatal(err)
		}
	}
	if err := s.Post("tui:new", model.Message{At: at.Add(-time.Hour), Text: "old"}); err != nil {
		t.Fatal(err)
	}
	check := func(t *testing.T, s *Store) {
		cs := s.Conversations()
		if len(cs) != 2 || cs[0].Session != hostile || cs[1].Session != "tui:new" || cs[1].ID == "" {
			t.Fatalf("%+v", cs)
		}
		if c := cs[0]; c.Messages != 3 || c.Last.Text != "later" {
			t.Errorf("%+v", c)
		}
		ms, err := s.Messages(t.Context(), hostile, 0)
		if err != nil || len(ms) != 3 {
			t.Fatal(ms, err)
		}
		if m := ms[0]; m.Text != "look\n<&>\x1b" || m.Kind != model.MessagePrompt || m.From != "webhook" || m.Event != "e" || m.Delivery != "d" || !m.At.Equal(at) {
			t.Errorf("%+v", m)
		}
		if m := ms[1]; !m.Bad || len(m.Text) > maxMessage || !strings.HasSuffix(m.In(nil), fmt.Sprintf("é\n(%d more bytes)", maxMessage)) {
			t.Errorf("%d bytes, the last %q", len(m.Text), m.Text[len(m.Text)-40:])
		}
		if got := s.Conversation(hostile, "p"); got.ID != c.ID || got.Turns != 1 {
			t.Errorf("%+v", got)
		}
		if ms, err := s.Messages(t.Context(), "tui:none", 0); err != nil || len(ms) != 0 {
			t.Error(ms, err)
		}
	}
	t.Run("owner", func(t *testing.T) { check(t, s) })
	want := digest(s)
	until(t, "the follower sees the same", func() bool { return digest(f) == want })
	t.Run("follower", func(t *testing.T) { check(t, f) })
	end(t, s)
	s = owned(t, dir, Options{})
	t.Run("later", func(t *testing.T) { check(t, s) })
}

// Files of conversations are bounded, and lose nothing that counts when they are
// shortened.
func TestConversationsAreBounded(t *testing.T) {
	dir := t.TempDir()
	s := owned(t, dir, Options{fast: true})
	f := followed(t, dir, Options{})
	id := s.Conversation("tui:a", "p").ID
	other := s.Conversation("tui:a", "q").ID
	s.Conversation("tui:a", "p")
	s.Turned("tui:a")
	const n = maxMessages*2 + 17
	for i := range n {
		if err := s.Post("tui:a", model.Message{At: noon.Add(time.Duration(i)), Text: fmt.Sprint(i)}); err != nil {
			t.Fatal(err)
		}
	}
	check := func(s *Store) {
		t.Helper()
		c := s.Conversations()[0]
		if c.ID != id || c.Turns != 1 || c.Messages < maxMessages || c.Messages > maxMessages*5/4+1 {
			t.Errorf("%+v", c)
		}
		if q := s.Conversation("tui:a", "q"); q.ID != other {
			t.Errorf("%+v", q)
		}
		s.Conversation("tui:a", "p")
		ms, err := s.Messages(t.Context(), "tui:a", maxMessages)
		if err != nil || len(ms) != maxMessages || ms[len(ms)-1].Text != fmt.Sprint(n-1) || ms[0].Text != fmt.Sprint(n-maxMessages) {
			t.Errorf("%d messages, %v", len(ms), err)
		}
	}
	check(s)
	want := digest(s)
	until(t, "the follower sees the same", func() bool { return digest(f) == want })
	end(t, s)
	s = owned(t, dir, Options{fast: true})
	check(s)

	big := strings.Repeat("x", maxMessage)
	for range 200 {
		if err := s.Post("tui:big", model.Message{Text: big, At: noon}); err != nil {
			t.Fatal(err)
		}
	}
	s.o.limits.talk = 5 << 20
	s.grow(1 << 40)
	until(t, "messages are dropped", func() bool {
		ms, err := s.Messages(t.Context(), "tui:big", 0)
		return err == nil && len(ms) < 80
	})
	for i := range maxTalks + 20 {
		if err := s.Post(fmt.Sprint("log:", i), model.Message{At: noon.Add(time.Hour + time.Duration(i)), Text: "x"}); err != nil {
			t.Fatal(err)
		}
	}
	s.grow(1 << 40)
	until(t, "conversations are dropped", func() bool { return len(s.Conversations()) == maxTalks })
	if got := s.Conversations()[0].Session; got != fmt.Sprint("log:", maxTalks+19) {
		t.Error(got)
	}
	want = digest(s)
	until(t, "the follower sees the same", func() bool { return digest(f) == want })
}

// An error is returned for a message that cannot be written, and the rest follows
// later.
func TestConversationNoPlace(t *testing.T) {
	dir := t.TempDir()
	var full atomic.Bool
	s := owned(t, dir, Options{retry: time.Millisecond, commit: func() error {
		if full.Load() {
			return syscall.ENOSPC
		}
		return nil
	}})
	full.Store(true)
	c := s.Conversation("tui:a", "p")
	if c.ID == "" {
		t.Errorf("%+v", c)
	}
	if err := s.Post("tui:a", model.Message{Text: "x"}); err == nil || s.Conversations()[0].Messages != 0 {
		t.Error(err)
	}
	s.Turned("tui:a")
	full.Store(false)
	if err := s.Post("tui:a", model.Message{Text: "y"}); err != nil {
		t.Error(err)
	}
	end(t, s)
	s = owned(t, dir, Options{})
	if got := s.Conversation("tui:a", "p"); got.ID != c.ID || got.Turns != 1 || got.Messages != 1 {
		t.Errorf("%+v", got)
	}
}

func TestWishes(t *testing.T) {
	dir := t.TempDir()
	put := func(w Wish) {
		t.Helper()
		if err := PutWish(dir, w); err != nil {
			t.Fatal(err)
		}
	}
	put(Wish{Do: DoStop})
	other := &db{dir: dir, writes: true}
	for _, words := range []string{encoded(Wish{Do: DoKill, At: time.Now().Add(-2 * staleWish)}), "{", "{}"} {
		if err := other.use(func(l *sqlite.Link) error { return l.Do("INSERT INTO wish (wish) VALUES (?)", words) }); err != nil {
			t.Fatal(err)
		}
	}
	if err := other.close(); err != nil {
		t.Fatal(err)
	}
	s := owned(t, dir, Options{})
	var came []Wish
	got := func() Wish {
		until(t, "a wish", func() bool {
			came = append(came, s.Wishes()...)
			return len(came) > 0
		})
		w := came[0]
		came, w.At = came[1:], time.Time{}
		return w
	}
	if w := got(); w != (Wish{Do: DoStop}) {
		t.Errorf("%+v", w)
	}
	want := []Wish{{Do: DoKill, ID: "x"}, {Do: DoStart, Port: 7}, {Do: DoPause}, {Do: DoAllow, ID: "y"}, {Do: DoToken}}
	for _, w := range want {
		put(w)
	}
	for _, w := range want {
		if g := got(); g != w {
			t.Errorf("%+v, want %+v", g, w)
		}
	}
	end(t, s)
	if w := s.Wishes(); len(w) > 0 {
		t.Error("a wish after the end")
	}
	for range s.Changes() {
	}
}

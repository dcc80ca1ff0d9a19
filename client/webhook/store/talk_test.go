//go:build unix

package store

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

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
	s := owned(t, dir, Options{sync: noSync})
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
	s = owned(t, dir, Options{sync: noSync})
	check(s)

	big := strings.Repeat("x", maxMessage)
	for range 200 {
		if err := s.Post("tui:big", model.Message{Text: big, At: noon}); err != nil {
			t.Fatal(err)
		}
	}
	st, err := os.Stat(s.talks.path("tui:big"))
	if err != nil || st.Size() > maxTalkSize+2*maxMessage {
		t.Errorf("%d bytes, %v", st.Size(), err)
	}
	s.talks.o.limits.talk = 5 << 20
	for i := range 8 {
		for range 25 {
			if err := s.Post(fmt.Sprint("tui:big", i), model.Message{Text: big, At: noon.Add(time.Duration(i))}); err != nil {
				t.Fatal(err)
			}
		}
	}
	if size, files := sizeOf(t, filepath.Join(dir, talkName)); size > 6<<20 || files > 4 {
		t.Errorf("%d bytes in %d conversations", size, files)
	}
	for i := range maxTalks + 20 {
		if err := s.Post(fmt.Sprint("log:", i), model.Message{At: noon.Add(time.Hour + time.Duration(i)), Text: "x"}); err != nil {
			t.Fatal(err)
		}
	}
	if _, files := sizeOf(t, filepath.Join(dir, talkName)); files > maxTalks || len(s.Conversations()) > maxTalks {
		t.Errorf("%d files, %d conversations", files, len(s.Conversations()))
	}
	if got := s.Conversations()[0].Session; got != fmt.Sprint("log:", maxTalks+19) {
		t.Error(got)
	}
	want = digest(s)
	until(t, "the follower sees the same", func() bool { return digest(f) == want })
}

// A file that was written again may have the same inode number and size.
func TestConversationWrittenAnewIsReadAnew(t *testing.T) {
	path := filepath.Join(t.TempDir(), "talk"+talkEnd)
	read := func(old *talk, at time.Duration, messages int) *talk {
		t.Helper()
		d := &talk{turns: map[string]*turns{"p": {"id", 0}}}
		d.c.Session, d.c.Project, d.c.ID = "tui:a", "p", "id"
		b, err := d.heads(noon.Add(at))
		if err != nil {
			t.Fatal(err)
		}
		for range messages {
			line, err := messageLine(model.Message{At: noon, Text: strings.Repeat("words ", 20-messages)}).line()
			if err != nil {
				t.Fatal(err)
			}
			b = append(b, line...)
		}
		if err := os.WriteFile(path, b, 0o600); err != nil { // it keeps its inode
			t.Fatal(err)
		}
		got, err := readTalk(path, old)
		if err != nil || got.c.Messages != messages {
			t.Errorf("%d messages of %d, %v", got.c.Messages, messages, err)
		}
		return got
	}
	first := read(nil, 0, 3)
	read(read(first, 1, 5), 2, 4)
	read(first, 3, 7)
}

// Whatever a crash leaves of a conversation: its messages up to there.
func TestConversationTorn(t *testing.T) {
	dir := t.TempDir()
	s := owned(t, dir, Options{sync: noSync})
	id := s.Conversation("tui:a", "p").ID
	for i := range 5 {
		if err := s.Post("tui:a", model.Message{At: noon, Text: fmt.Sprint(i)}); err != nil {
			t.Fatal(err)
		}
	}
	path := s.talks.path("tui:a")
	end(t, s)
	b, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	head := strings.IndexByte(string(b), '\n') + 1
	for _, n := range []int{0, head / 2, head, head + 5, len(b) - 1, len(b)} {
		if err := os.WriteFile(path, b[:n], 0o600); err != nil {
			t.Fatal(err)
		}
		want := strings.Count(string(b[:n]), `"msg"`)
		if n > head && n < len(b) {
			want--
		}
		if n < head {
			want = 0
		}
		s := owned(t, dir, Options{sync: noSync})
		c := s.Conversation("tui:a", "p")
		if (c.ID == id) != (n >= head) || c.Messages != max(want, 0) || c.ID == "" {
			t.Errorf("after %d bytes: %+v, want %d", n, c, want)
		}
		if err := s.Post("tui:a", model.Message{At: noon, Text: "more"}); err != nil {
			t.Error(err)
		}
		end(t, s)
		s = owned(t, dir, Options{sync: noSync})
		// Only the line feed of the last message may be missing: then it is whole
		// again.
		if got := s.Conversation("tui:a", "p"); got.ID != c.ID || got.Messages < c.Messages+1 || got.Messages > c.Messages+2 || got.Last.Text != "more" {
			t.Errorf("after %d bytes it went on as %+v", n, got)
		}
		end(t, s)
	}
}

// An error is returned for a message that cannot be written, and the rest follows
// later.
func TestConversationNoPlace(t *testing.T) {
	dir := t.TempDir()
	s := owned(t, dir, Options{sync: noSync})
	path := s.talks.path("tui:a")
	if err := os.Mkdir(path, 0o700); err != nil {
		t.Fatal(err)
	}
	c := s.Conversation("tui:a", "p")
	if c.ID == "" {
		t.Errorf("%+v", c)
	}
	if err := s.Post("tui:a", model.Message{Text: "x"}); err == nil || s.Conversations()[0].Messages != 0 {
		t.Error(err)
	}
	s.Turned("tui:a")
	if err := os.Remove(path); err != nil {
		t.Fatal(err)
	}
	if err := s.Post("tui:a", model.Message{Text: "y"}); err != nil {
		t.Error(err)
	}
	end(t, s)
	s = owned(t, dir, Options{sync: noSync})
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
	old, err := json.Marshal(Wish{Do: DoKill, At: time.Now().Add(-2 * staleWish)})
	if err != nil {
		t.Fatal(err)
	}
	folder := filepath.Join(dir, wishName)
	for name, b := range map[string][]byte{NewID(time.Now()) + wishEnd: old, NewID(time.Now()) + "0" + wishEnd: []byte("x"), "../wishes/readme": []byte("x"),
		NewID(time.Now().Add(1)) + wishEnd: []byte("{"), NewID(time.Now().Add(2)) + wishEnd: make([]byte, maxWish+1), ".new-1": []byte("{}")} {
		if err := os.WriteFile(filepath.Join(folder, name), b, 0o600); err != nil {
			t.Fatal(err)
		}
	}
	s := owned(t, dir, Options{})
	got := func() Wish {
		select {
		case w := <-s.Wishes():
			w.At = time.Time{}
			return w
		case <-time.After(time.Minute):
			t.Fatal("no wish")
			return Wish{}
		}
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
	es, err := os.ReadDir(folder)
	if err != nil || len(es) != 3 { // what is not a wish, and may still become one
		t.Error(es, err)
	}
	end(t, s)
	if _, ok := <-s.Wishes(); ok {
		t.Error("a wish after the end")
	}
	for range s.Changes() {
	}
}

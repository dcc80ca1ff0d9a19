package webhook

import (
	"errors"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"aloft/model"
	"aloft/ui/keys"
	"aloft/ui/kit"
)

func talk(e *Env) View { return NewTalk(e, "") }

// chats are two conversations, one of them long.
func chats() *store {
	at := time.Date(2000, 1, 1, 0, 0, 0, 0, time.UTC).In(time.Local)
	m := func(minutes int, k model.MessageKind, from, text string) model.Message {
		return model.Message{At: at.Add(-time.Hour + time.Duration(minutes)*time.Minute), Kind: k, From: from, Text: text, Event: "deploy", Delivery: "d7"}
	}
	s := &store{said: map[string][]model.Message{
		"tui:ops": {
			m(1, model.MessageNotice, "webhook", "deploy: running make deploy"),
			m(2, model.MessageOutcome, "webhook", "deploy: make deploy\nuploading\n\tone\n\ttwo\ndone"),
			m(3, model.MessagePrompt, "webhook", "Look at what was deployed, and tell me whether something is missing from it that the tests do not see.\n\nContext:\n```json\n{\n  \"a\": 1\n}\n```"),
			m(4, model.MessageReply, "web", strings.Repeat("I have looked at it. ", 30)+"\nThe end."),
			{At: at.Add(-2 * time.Minute), Kind: model.MessageOutcome, From: "webhook", Text: "it failed", Event: "nightly", Bad: true},
		},
		"tui:git": {m(0, model.MessagePrompt, "webhook", "A commit was made.")},
	}}
	for _, session := range []string{"tui:ops", "tui:git"} {
		said := s.said[session]
		s.talks = append(s.talks, model.Conversation{Session: session, ID: session, Project: "web", Messages: len(said), Unread: 2, Last: said[len(said)-1]})
	}
	s.talks[1].Unread, s.talks[1].Busy = 0, true
	return s
}

func TestTalkScreens(t *testing.T) {
	for _, size := range sizes {
		in(t, chats(), size.w, size.h, talk, func(g *rig) {
			g.golden("talk")
			g.do(keys.TalkOpen)
			g.golden("talk-open")
			g.do(keys.Top.In(keys.InTalk))
			g.golden("talk-top")
		})
		in(t, &store{}, size.w, size.h, talk, func(g *rig) { g.golden("talk-none") })
	}
}

func TestAnOpenConversationIsMarkedAsSeen(t *testing.T) {
	s := chats()
	in(t, s, 120, 34, talk, func(g *rig) {
		g.Pass(time.Minute)
		if len(s.read) != 0 {
			t.Error("what only stands beside the list is marked")
		}
		g.do(keys.TalkOpen)
		if !slices.Equal(s.read, []string{"tui:ops"}) {
			t.Errorf("marked %q", s.read)
		}
		g.hasNot("2 unread")
		// What comes while it is open is read, shown and marked as well.
		s.mu.Lock()
		s.said["tui:ops"] = append(s.said["tui:ops"], model.Message{At: time.Now(), Kind: model.MessageReply, Text: "a new word"})
		s.talks[0].Messages, s.talks[0].Unread = 6, 1
		s.mu.Unlock()
		g.changed()
		g.has("a new word", "6/6")
		if len(s.read) != 2 {
			t.Errorf("marked %q", s.read)
		}
		g.changed()
		if len(s.read) != 2 {
			t.Errorf("marked again: %q", s.read)
		}
		g.do(keys.TalkClose)
		s.mu.Lock()
		s.talks[0].Messages, s.talks[0].Unread = 7, 1
		s.mu.Unlock()
		g.changed()
		if len(s.read) != 2 {
			t.Errorf("marked while it is closed: %q", s.read)
		}
	})
}

func TestTalkIsReadMessageByMessage(t *testing.T) {
	in(t, chats(), 50, 12, talk, func(g *rig) {
		g.do(keys.TalkOpen, keys.Top.In(keys.InTalk))
		v := g.v.(*Talk)
		seen := map[int]bool{}
		for range 80 {
			seen[v.message] = true
			begin, _ := v.text(48).messageLines(v.message)
			if v.message < len(v.said) && v.text(48).step(v.at, 10).Before(kit.Spot{Line: begin}) {
				t.Fatalf("message %d does not show", v.message)
			}
			g.do(keys.Down.In(keys.InTalk))
			g.screen()
		}
		if len(seen) != 5 || v.message != 4 {
			t.Errorf("saw %v, ends at %d", seen, v.message)
		}
		g.has("it failed", "failed")
		for range 80 {
			g.do(keys.Up.In(keys.InTalk))
		}
		if v.message != 0 || v.at != (kit.Spot{}) {
			t.Errorf("ends at %d, %v", v.message, v.at)
		}
		for range 20 {
			g.do(keys.PageDown.In(keys.InTalk))
		}
		if v.message != 4 {
			t.Errorf("pages end at %d", v.message)
		}
		for range 20 {
			g.do(keys.PageUp.In(keys.InTalk))
		}
		if v.message != 0 {
			t.Errorf("pages end at %d", v.message)
		}
		g.do(keys.TalkDelivery, keys.TalkCopy)
		if len(g.asks) != 2 || g.asks[0] != (DeliveryAsked{"d7", "tui:ops"}) || !strings.HasPrefix(g.asks[1].(CopyAsked).Text, "deploy: running") {
			t.Errorf("%v", g.asks)
		}
		g.do(keys.Bottom.In(keys.InTalk), keys.TalkDelivery)
		if len(g.told) != 1 {
			t.Errorf("%q", g.told)
		}
		if !goesBack(g.v) || goesBack(g.v) {
			t.Error("back goes another way")
		}
		g.has("tui:git", "at work")
	})
}

func TestHostileTalk(t *testing.T) {
	bad := "\x1b[31mred\x1b]0;t\x07\r\u202egnp \xff 👩‍👩‍👧\n\n\ttab\n" + strings.Repeat("世", 3000)
	m := model.Message{At: time.Now(), Kind: model.MessageKind(bad), From: bad, Text: bad, Event: bad, Bad: true}
	s := &store{said: map[string][]model.Message{bad: {m, {}, m}}, talks: []model.Conversation{
		{Session: bad, Messages: 3, Unread: 1 << 40, Last: m}, {Session: "", Messages: 0}, {Session: "x\x00"},
	}}
	for _, size := range append(sizes, struct{ w, h int }{40, 7}, struct{ w, h int }{4, 3}) {
		in(t, s, size.w, size.h, talk, func(g *rig) {
			g.screen()
			g.do(keys.TalkOpen)
			for range 60 {
				g.screen()
				g.do(keys.Down.In(keys.InTalk))
			}
			g.do(keys.TalkClose, keys.Down.In(keys.InTalk), keys.TalkOpen)
			g.screen()
		})
	}
}

func TestAConversationThatCannotBeRead(t *testing.T) {
	s := chats()
	s.err = errors.New("the store is broken")
	in(t, s, 80, 18, talk, func(g *rig) { g.has("the store is broken", "tui:git") })
}

// A long conversation is read page by page from the store, and counts as seen once
// the first new message was.
func TestTalkPages(t *testing.T) {
	const n = 2*moreMessages + 200
	s := chats()
	first := s.said["tui:ops"][0]
	var said []model.Message
	for i := range n {
		m := first
		m.At, m.Kind, m.Text = m.At.Add(time.Duration(i)*time.Millisecond), model.MessagePrompt, "prompt number "+strconv.Itoa(i)
		said = append(said, m)
	}
	s.said["tui:ops"], s.talks[0].Messages, s.talks[0].Unread = said, n, n
	in(t, s, 120, 34, talk, func(g *rig) {
		g.do(keys.TalkOpen)
		tk := g.v.(*Talk)
		for want := moreMessages; want < n; want += moreMessages {
			if len(tk.said) != want || tk.said[0].Text != said[n-want].Text || len(s.read) != 0 {
				t.Fatalf("%d messages from %q on, marked: %v", len(tk.said), tk.said[0].Text, s.read)
			}
			g.do(keys.Top.In(keys.InTalk))
		}
		if len(tk.said) != n || tk.message != n-2*moreMessages || len(s.read) != 1 {
			t.Errorf("%d messages, the cursor on %d, marked: %v", len(tk.said), tk.message, s.read)
		}
		g.do(keys.Top.In(keys.InTalk))
		if g.has("prompt number 0"); tk.message != 0 {
			t.Errorf("the cursor is on %d", tk.message)
		}
	})
}

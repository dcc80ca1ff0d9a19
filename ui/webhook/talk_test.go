package webhook

import (
	"errors"
	"strings"
	"testing"
	"time"

	"aloft/model"
	"aloft/ui/keys"
)

func talk(e *Env) View { return NewTalk(e) }

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
		s.talks = append(s.talks, model.Conversation{Session: session, ID: session, Project: "web", Messages: len(said), Last: said[len(said)-1]})
	}
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

// What comes while a conversation is shown is read and shown, unless older messages are read.
func TestAConversationFollowsItsEnd(t *testing.T) {
	s := chats()
	say := func(words string) {
		s.mu.Lock()
		defer s.mu.Unlock()
		s.said["tui:ops"] = append(s.said["tui:ops"], model.Message{At: time.Now(), Kind: model.MessageReply, Text: words})
		s.talks[0].Messages++
	}
	in(t, s, 50, 12, talk, func(g *rig) {
		g.do(keys.TalkOpen)
		g.has("it failed", "5 messages")
		say("a new word")
		g.changed()
		g.has("a new word", "6 messages")
		g.do(keys.TalkCopy)
		if len(g.asks) != 1 || g.asks[0].(CopyAsked).Text != "a new word" {
			t.Errorf("%v", g.asks)
		}
		g.do(keys.Top.In(keys.InTalk))
		g.has("deploy: running make deploy")
		say("another one")
		g.changed()
		g.has("deploy: running make deploy", "7 messages")
		g.hasNot("another one")
		for range 80 {
			g.do(keys.Down.In(keys.InTalk))
		}
		g.has("another one")
		say("the last one")
		g.changed()
		g.has("the last one")
		for range 20 {
			g.do(keys.PageUp.In(keys.InTalk))
		}
		g.has("deploy: running make deploy")
		if !goesBack(g.v) || goesBack(g.v) {
			t.Error("back goes another way")
		}
		g.has("tui:git")
		g.do(keys.Down.In(keys.InTalk), keys.OtherPane)
		g.has("A commit was made.")
	})
}

func TestHostileTalk(t *testing.T) {
	bad := "\x1b[31mred\x1b]0;t\x07\r\u202egnp \xff 👩‍👩‍👧\n\n\ttab\n" + strings.Repeat("世", 3000)
	m := model.Message{At: time.Now(), Kind: model.MessageKind(bad), From: bad, Text: bad, Event: bad, Bad: true}
	s := &store{said: map[string][]model.Message{bad: {m, {}, m}}, talks: []model.Conversation{
		{Session: bad, Messages: 3, Last: m}, {Session: "", Messages: 0}, {Session: "x\x00"},
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

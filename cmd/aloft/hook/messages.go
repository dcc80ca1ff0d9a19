package hook

import (
	"fmt"
	"slices"

	"aloft/client"
	"aloft/client/webhook/store"
	"aloft/cmd/aloft/console"
	"aloft/model"
	"aloft/model/text"
)

type jsonConversation struct {
	Session  string       `json:"session"`
	ID       string       `json:"id"`
	Project  string       `json:"project,omitempty"`
	Turns    int          `json:"turns"`
	Messages int          `json:"messages"`
	Last     *jsonMessage `json:"last,omitempty"`
}

type jsonMessage struct {
	At       string `json:"at"`
	Kind     string `json:"kind"`
	From     string `json:"from"`
	Text     string `json:"text"`
	Event    string `json:"event,omitempty"`
	Delivery string `json:"delivery,omitempty"`
	Bad      bool   `json:"bad,omitempty"`
}

func toMessage(m model.Message) *jsonMessage {
	return &jsonMessage{At: console.Stamp(m.At), Kind: string(m.Kind), From: m.From, Text: m.In(nil), Event: m.Event, Delivery: m.Delivery, Bad: m.Bad}
}

func (cs *Commands) messagesCommand() console.Command {
	return console.Command{
		Use: "messages [SESSION]", Short: "list the conversations, or the messages of one", Long: `SESSION is the session key, such as tui:git. The messages of a session are the
posts of deliveries, the prompts, and the replies of agents.`, Words: cs.completeSessions, JSON: []any{jsonConversation{}, jsonMessage{}},
		Run: func(in console.Call) error {
			s, err := cs.openStore()
			if err != nil {
				return err
			}
			defer s.Close()
			if len(in.Args) == 0 {
				return cs.conversations(s, in.Format)
			}
			return cs.messages(s, in.Args[0], in.Format)
		},
	}
}

func (cs *Commands) conversations(s *store.Store, f console.Format) error {
	out := []jsonConversation{}
	for _, v := range s.Conversations() {
		j := jsonConversation{Session: v.Session, ID: v.ID, Project: v.Project, Turns: v.Turns, Messages: v.Messages}
		if !v.Last.At.IsZero() {
			j.Last = toMessage(v.Last)
		}
		out = append(out, j)
		if f.JSON {
			continue
		}
		line := fmt.Sprintf("%s %4d  %s", model.Fit(model.Clean(v.Session), 24), v.Messages,
			model.TruncateEnd(model.Clean(model.OneLine(v.Last.In(cs.con.Catalogue))), 200))
		if err := cs.con.Line(line); err != nil {
			return err
		}
	}
	if f.JSON {
		return cs.con.Encode(out)
	}
	return nil
}

func (cs *Commands) messages(s *store.Store, session string, f console.Format) error {
	if !slices.ContainsFunc(s.Conversations(), func(v model.Conversation) bool { return v.Session == session }) {
		e := client.Errorf(client.KindNotFound, "hook", model.Place{}, "there is no conversation %s", model.Clean(session))
		e.Hint = text.Typed("aloft hook messages")
		return e
	}
	all, err := s.Messages(cs.session.Context(), session, 0)
	if err != nil {
		return err
	}
	out := []*jsonMessage{}
	for _, m := range all {
		out = append(out, toMessage(m))
		if f.JSON {
			continue
		}
		if err := cs.con.Line(model.Clean(fmt.Sprintf("%s  %s  %s  %s", m.At.Local().Format("2006-01-02 15:04:05"), cs.con.Word(string(m.Kind)), m.From, m.Event))); err != nil {
			return err
		}
		if err := cs.indented("    ", m.In(cs.con.Catalogue)); err != nil {
			return err
		}
	}
	if f.JSON {
		return cs.con.Encode(out)
	}
	return nil
}

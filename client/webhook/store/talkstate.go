package store

import (
	"strings"
	"sync"
	"time"

	"aloft/client/durable"
	"aloft/model"
)

// Bounds of the conversations.
const (
	maxTalks    = 500
	maxMessages = 1_000
	maxTalkSize = 2 << 20
	maxMessage  = 64 << 10 // longer texts are cut
	maxSaid     = 16       // sentences of our own in one message
)

// talks are the conversations, a file each: the name of a file reveals nothing.
type talks struct {
	home   string // folder of the store
	o      Options
	owned  bool   // otherwise they are followed
	report func() // is called when one has changed

	io sync.Mutex // held while files are written or read again

	mu sync.Mutex // held for moments
	by map[string]*talk
}

// talk is a conversation as stored in its file.
type talk struct {
	c     model.Conversation
	turns map[string]*turns // by project
	file  string
	at    durable.Follower // what was read, or written
	owed  [][]byte         // lines that could not be written yet
}

// turns are those of one project's agent. Each has an id of its own: an agent
// cannot continue what another one started.
type turns struct {
	id string
	n  int
}

func (t *talk) apply(l *talkLine) {
	switch l.T {
	case talkHead:
		if t.c.Session == "" {
			t.c.Session = l.Session
		}
		if t.turns[l.Project] == nil {
			t.turns[l.Project] = &turns{l.ID, l.Turns}
		}
		t.current(l.Project)
	case talkMessage:
		t.c.Messages++
		t.c.Last = l.message()
		t.c.Last.Text = model.FirstBytes(t.c.Last.Text, model.MaxWork)
	case talkTurn:
		if u := t.turns[l.Project]; u != nil {
			u.n++
			t.current(l.Project)
		}
	}
}

// current makes a project the one that the conversation shows.
func (t *talk) current(project string) {
	if u := t.turns[project]; u != nil {
		t.c.Project, t.c.ID, t.c.Turns = project, u.id, u.n
	}
}

// stamp is a time as it is read again from a file.
func stamp(t time.Time) time.Time { return t.Round(0) }

// The kinds of lines of a conversation.
const (
	talkHead    = "talk" // the session, and the id by which a project's agent knows it
	talkMessage = "msg"
	talkTurn    = "turn"

	talkEnd = ".jsonl"
)

type talkLine struct {
	T        string            `json:"t"`
	At       time.Time         `json:"at,omitzero"`
	Session  string            `json:"session,omitempty"`
	Project  string            `json:"project,omitempty"`
	ID       string            `json:"id,omitempty"`
	Turns    int               `json:"turns,omitempty"`
	Kind     model.MessageKind `json:"kind,omitempty"`
	From     string            `json:"from,omitempty"`
	Said     []model.Sentence  `json:"said,omitempty"`
	Text     string            `json:"text,omitempty"` // begins with what was said, in English
	Cut      int               `json:"cut,omitempty"`  // bytes that the text had more
	Event    string            `json:"event,omitempty"`
	Delivery string            `json:"delivery,omitempty"`
	Bad      bool              `json:"bad,omitempty"`
}

func (l *talkLine) message() model.Message {
	rest, whole := strings.CutPrefix(l.Text, model.Spoken(nil, l.Said, "", 0))
	if !whole { // somebody has changed the file
		return model.Message{At: l.At, Kind: l.Kind, From: l.From, Text: l.Text, Event: l.Event, Delivery: l.Delivery, Bad: l.Bad}
	}
	if len(l.Said) > 0 {
		rest = strings.TrimPrefix(rest, "\n")
	}
	return model.Message{At: l.At, Kind: l.Kind, From: l.From, Said: l.Said, Text: rest, Cut: l.Cut, Event: l.Event, Delivery: l.Delivery, Bad: l.Bad}
}

package store

import (
	"cmp"
	"context"
	"crypto/rand"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"slices"
	"strings"
	"sync"

	"aloft/client"
	"aloft/client/system"
	"aloft/client/system/sqlite"
	"aloft/model"
	"aloft/model/text"
)

// Bounds of the conversations.
const (
	maxTalks    = 500
	maxMessages = 1_000    // of one
	maxMessage  = 64 << 10 // longer texts are cut
	maxSaid     = 16       // sentences of our own in one message
)

// talks are the conversations in memory, without their messages.
type talks struct {
	mu  sync.Mutex
	by  map[string]*talk
	rev int64 // what was read
}

// talk is a conversation. Each project's agent has an id and turns of its own: an agent
// cannot continue what another one started.
type talk struct {
	c     model.Conversation
	turns map[string]*turns // by project
}

type turns struct {
	id string
	n  int
}

// current makes a project the one that the conversation shows.
func (t *talk) current(project string) {
	if u := t.turns[project]; u != nil {
		t.c.Project, t.c.ID, t.c.Turns = project, u.id, u.n
	}
}

// kept is a message as the database has it.
func kept(m model.Message) string {
	m.Said = slices.Clone(m.Said[:min(len(m.Said), maxSaid)])
	for i, s := range m.Said {
		m.Said[i] = s.Bounded(maxMessage / maxSaid)
	}
	rest := model.FirstBytes(m.Text, maxMessage)
	m.At, m.Text, m.Cut = m.At.Round(0).UTC(), rest, len(m.Text)-len(rest)
	for _, s := range []*string{&m.From, &m.Event, &m.Delivery} {
		*s = model.FirstBytes(*s, maxName)
	}
	return encoded(m)
}

func messageOf(stored string) (m model.Message) {
	_ = json.Unmarshal([]byte(stored), &m) // an empty one where somebody has changed it
	return m
}

// loadTalks reads the conversations that changed, or forgets those that are gone, too. The owner knows the rest.
func (s *Store) loadTalks(whole bool) error {
	there, count, rev := map[string]*talk{}, 0, s.talks.rev
	if whole {
		rev = -1
	}
	err := s.r.use(func(l *sqlite.Link) error {
		if _, err := l.Row("SELECT count(*) FROM talk", nil, &count); err != nil {
			return err
		}
		return l.Rows(`SELECT t.session, t.rev, t.project, t.messages, t.last, ifnull(a.project, ''), ifnull(a.id, ''), ifnull(a.turns, 0)
			FROM talk t LEFT JOIN agent a ON a.session = t.session WHERE t.rev > ?`, []any{rev}, func(scan func(...any) error) error {
			t, u := &talk{turns: map[string]*turns{}}, &turns{}
			var at int64
			var last, project string
			err := scan(&t.c.Session, &at, &t.c.Project, &t.c.Messages, &last, &project, &u.id, &u.n)
			if of := there[t.c.Session]; of != nil { // another agent's row
				t = of
			}
			t.c.Last = messageOf(last)
			t.c.Last.Text = model.FirstBytes(t.c.Last.Text, model.MaxWork)
			if u.id != "" {
				t.turns[project] = u
				t.current(t.c.Project)
			}
			there[t.c.Session], s.talks.rev = t, max(s.talks.rev, at)
			return err
		})
	})
	if errors.Is(err, fs.ErrNotExist) {
		err, whole = nil, true
	}
	if err != nil {
		return err
	}
	s.talks.mu.Lock()
	news := len(there) > 0
	for session, t := range there {
		if old := s.talks.by[session]; old != nil && s.held != nil {
			old.c.Messages = t.c.Messages
			continue
		}
		s.talks.by[session] = t
	}
	if !whole && count != len(s.talks.by) { // some are gone
		s.talks.mu.Unlock()
		return s.loadTalks(true)
	}
	for session, t := range s.talks.by {
		if whole && there[session] == nil && (s.held == nil || t.c.Messages > 0) {
			delete(s.talks.by, session)
			news = true
		}
	}
	s.talks.mu.Unlock()
	if news {
		s.tell()
	}
	return nil
}

// Conversation returns the conversation of a session, and makes it for the project
// when there is none. Its id and its turns are those of the project's agent; they are on the disk, unless that blocks,
// since an agent will get the id.
func (s *Store) Conversation(session, project string) model.Conversation {
	session, project = model.FirstBytes(session, maxName), model.FirstBytes(project, maxName)
	s.talks.mu.Lock()
	t := s.talks.by[session]
	if t == nil {
		t = &talk{turns: map[string]*turns{}}
		t.c.Session, t.c.Project = session, project
	}
	if s.held == nil {
		defer s.talks.mu.Unlock()
		c := *t
		c.current(project)
		return c.c
	}
	s.talks.by[session] = t
	made := t.turns[project] == nil
	if made {
		t.turns[project] = &turns{id: newUUID()}
	}
	news := made || t.c.Project != project
	t.current(project)
	c := t.c
	s.talks.mu.Unlock()
	if news {
		s.noteAgent(c, made)
	}
	return c
}

// noteAgent writes the project of a conversation with its agent's id and turns.
func (s *Store) noteAgent(c model.Conversation, waits bool) {
	s.put(func(l *sqlite.Link, rev int64) error {
		if err := l.Do("INSERT INTO talk (session, rev, project) VALUES (?, ?, ?) ON CONFLICT DO UPDATE SET rev = excluded.rev, project = excluded.project", c.Session, rev, c.Project); err != nil {
			return err
		}
		return l.Do("INSERT INTO agent VALUES (?, ?, ?, ?) ON CONFLICT DO UPDATE SET turns = excluded.turns", c.Session, c.Project, c.ID, c.Turns)
	}, waits)
	s.tell()
}

// Turned counts a turn of an agent that succeeded: of the project last passed to
// Conversation.
func (s *Store) Turned(session string) {
	session = model.FirstBytes(session, maxName)
	s.talks.mu.Lock()
	t := s.talks.by[session]
	if s.held == nil || t == nil || t.turns[t.c.Project] == nil {
		s.talks.mu.Unlock()
		return
	}
	t.turns[t.c.Project].n++
	t.current(t.c.Project)
	c := t.c
	s.talks.mu.Unlock()
	s.noteAgent(c, false)
}

// Post adds a message to a session's conversation, which is made when missing. A
// text over 64 KiB is cut.
func (s *Store) Post(session string, m model.Message) error {
	if s.held == nil {
		return readerError()
	}
	session = model.FirstBytes(session, maxName)
	if m.At.IsZero() {
		m.At = s.o.Now()
	}
	s.talks.mu.Lock()
	t := s.talks.by[session]
	s.talks.mu.Unlock()
	project := ""
	if t == nil {
		project = s.Conversation(session, "").Project
	}
	words := kept(m)
	count := 0
	err := s.ask(context.Background(), &item{do: func(c *sqlite.Link, rev int64) error {
		if err := c.Do("INSERT INTO message (session, line) VALUES (?, ?)", session, words); err != nil {
			return err
		}
		if err := c.Do("INSERT INTO talk (session, rev, project) VALUES (?, ?, ?) ON CONFLICT DO NOTHING", session, rev, project); err != nil {
			return err
		}
		if _, err := c.Row("UPDATE talk SET rev = ?, messages = messages + 1, last = ? WHERE session = ? RETURNING messages", []any{rev, words, session}, &count); err != nil || count <= maxMessages*5/4 {
			return err
		}
		count = maxMessages
		if err := c.Do("DELETE FROM message WHERE session = ?1 AND n <= (SELECT n FROM message WHERE session = ?1 ORDER BY n DESC LIMIT 1 OFFSET ?2)", session, maxMessages); err != nil {
			return err
		}
		return c.Do("UPDATE talk SET messages = ? WHERE session = ?", count, session)
	}, ok: func() {
		s.talks.mu.Lock()
		defer s.talks.mu.Unlock()
		if t := s.talks.by[session]; t != nil {
			t.c.Messages, t.c.Last = count, messageOf(words)
			t.c.Last.Text = model.FirstBytes(t.c.Last.Text, model.MaxWork)
		}
	}})
	if err != nil {
		return &client.Error{Kind: client.KindLocal, Op: op, What: "the message cannot be stored (%s)", Args: []any{system.Reason(err)},
			Hint: text.HookStoreWriteHint, Err: err}
	}
	s.grow(int64(len(words)))
	s.talks.mu.Lock()
	defer s.talks.mu.Unlock()
	if len(s.talks.by) > maxTalks*5/4 {
		s.grow(s.o.limits.grown + 1)
	}
	return nil
}

// Conversations returns those with the newest message first.
func (s *Store) Conversations() []model.Conversation {
	s.talks.mu.Lock()
	out := make([]model.Conversation, 0, len(s.talks.by))
	for _, t := range s.talks.by {
		out = append(out, t.c)
	}
	s.talks.mu.Unlock()
	slices.SortFunc(out, func(a, b model.Conversation) int {
		return cmp.Or(b.Last.At.Compare(a.Last.At), strings.Compare(a.Session, b.Session))
	})
	return out
}

// Messages returns the newest ones of a session, at most most, 0 = all; the oldest
// of them first.
func (s *Store) Messages(ctx context.Context, session string, most int) ([]model.Message, error) {
	out := []model.Message{}
	if most == 0 {
		most = -1
	}
	err := s.read(ctx, func(l *sqlite.Link) error {
		return l.Rows("SELECT line FROM message WHERE session = ? ORDER BY n DESC LIMIT ?", []any{model.FirstBytes(session, maxName), most}, func(scan func(...any) error) error {
			var words string
			err := scan(&words)
			out = append(out, messageOf(words))
			return err
		})
	})
	slices.Reverse(out)
	return out, err
}

// Said reports whether a conversation has a message of these kinds about a delivery.
func (s *Store) Said(ctx context.Context, session, delivery string, kinds ...model.MessageKind) (said bool, err error) {
	err = s.read(ctx, func(l *sqlite.Link) error {
		for _, k := range kinds {
			found, err := l.Row("SELECT 1 FROM message WHERE json_extract(line, '$.Delivery') = ? AND session = ? AND json_extract(line, '$.Kind') = ?",
				[]any{delivery, model.FirstBytes(session, maxName), string(k)}, new(int))
			if said = said || found; err != nil {
				return err
			}
		}
		return nil
	})
	return said, err
}

// newUUID returns a random UUID (RFC 9562, version 4).
func newUUID() string {
	var b [16]byte
	_, _ = rand.Read(b[:]) // never fails, see crypto/rand
	b[6], b[8] = b[6]&0x0f|0x40, b[8]&0x3f|0x80
	return fmt.Sprintf("%x-%x-%x-%x-%x", b[:4], b[4:6], b[6:8], b[8:10], b[10:])
}

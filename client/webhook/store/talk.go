package store

import (
	"context"
	"errors"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"aloft/client"
	"aloft/client/durable"
	"aloft/model"
	"aloft/model/text"
)

// openTalks reads all conversations.
func openTalks(home string, o Options, owned bool, report func()) (*talks, error) {
	ts := &talks{home: home, o: o, owned: owned, report: report, by: map[string]*talk{}}
	if _, err := ts.readAll(); err != nil {
		return nil, err
	}
	return ts, nil
}

// readAll reads the files that have changed.
func (ts *talks) readAll() (news bool, err error) {
	dir := filepath.Join(ts.home, talkName)
	es, err := os.ReadDir(dir)
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return false, err
	}
	known := map[string]*talk{}
	for _, t := range ts.by {
		known[t.file] = t
	}
	there := map[string]bool{}
	for _, e := range es {
		if !strings.HasSuffix(e.Name(), talkEnd) || !e.Type().IsRegular() {
			continue
		}
		st, err := e.Info()
		if err != nil {
			continue // dropped just now
		}
		path := filepath.Join(dir, e.Name())
		there[path] = true
		old := known[path]
		if old != nil && sameFile(old.at.Info(), st) {
			continue
		}
		t, err := readTalk(path, old)
		if err != nil || t.c.Session == "" {
			continue // not one of ours, or torn at its beginning: its session is unknown
		}
		news = true
		ts.mu.Lock()
		ts.by[t.c.Session] = t
		ts.mu.Unlock()
	}
	for path, t := range known {
		if !there[path] && t.at.Info() != nil {
			news = true
			ts.mu.Lock()
			delete(ts.by, t.c.Session)
			ts.mu.Unlock()
		}
	}
	return news, nil
}

// refresh reads what the owner has written.
func (ts *talks) refresh() bool {
	ts.io.Lock()
	defer ts.io.Unlock()
	news, _ := ts.readAll() // what cannot be read now is read the next time
	return news
}

// get finds or makes a session's conversation, and switches it to the project; its
// id is on the disk then, since an agent will get it. ts.io is held.
func (ts *talks) get(session, project string) *talk {
	session, project = model.FirstBytes(session, maxName), model.FirstBytes(project, maxName)
	ts.mu.Lock()
	t := ts.by[session]
	if t == nil {
		t = &talk{turns: map[string]*turns{}, file: ts.path(session), at: durable.Follow(ts.path(session), maxLine)}
		t.c.Session = session
		ts.by[session] = t
	}
	u := t.turns[project]
	if project == "" && len(t.turns) > 0 || u != nil && t.c.Project == project {
		ts.mu.Unlock()
		return t
	}
	if u == nil {
		u = &turns{id: newUUID()}
	}
	ts.mu.Unlock()
	_ = ts.add(t, &talkLine{T: talkHead, At: ts.o.Now(), Session: session, Project: project, ID: u.id, Turns: u.n})
	return t
}

// limit drops the conversations with the oldest messages. ts.io is held.
func (ts *talks) limit(but string) {
	ts.mu.Lock()
	defer ts.mu.Unlock()
	total := int64(0)
	for _, t := range ts.by {
		total += t.at.Offset()
	}
	if len(ts.by) <= maxTalks && total <= ts.o.limits.talk {
		return
	}
	all := slices.Collect(maps.Values(ts.by))
	slices.SortFunc(all, func(a, b *talk) int { return a.c.Last.At.Compare(b.c.Last.At) })
	for _, t := range all {
		if len(ts.by) <= maxTalks && total <= ts.o.limits.talk {
			return
		}
		if t.c.Session == but {
			continue
		}
		if os.Remove(t.file) == nil {
			delete(ts.by, t.c.Session)
			total -= t.at.Offset()
		}
	}
}

// Conversation returns the conversation of a session, and makes it for the project
// when there is none. Its id and its turns are those of the project's agent.
func (ts *talks) Conversation(session, project string) model.Conversation {
	if ts.owned {
		ts.io.Lock()
		ts.get(session, project)
		ts.io.Unlock()
		ts.report()
	}
	ts.mu.Lock()
	defer ts.mu.Unlock()
	t := ts.by[model.FirstBytes(session, maxName)]
	if t == nil {
		return model.Conversation{Session: session, Project: project}
	}
	c := t.c
	if u := t.turns[model.FirstBytes(project, maxName)]; u != nil {
		c.Project, c.ID, c.Turns = model.FirstBytes(project, maxName), u.id, u.n
	}
	return c
}

// Post adds a message to a session's conversation, which is made when missing. A
// text over 64 KiB is cut.
func (ts *talks) Post(session string, m model.Message) error {
	if !ts.owned {
		return readerError()
	}
	if m.At.IsZero() {
		m.At = ts.o.Now()
	}
	ts.io.Lock()
	defer ts.io.Unlock()
	t := ts.get(session, "")
	err := ts.add(t, messageLine(m))
	ts.report()
	if err != nil {
		return &client.Error{Kind: client.KindLocal, Op: op, What: "the message cannot be kept (%s)", Args: []any{reason(err)},
			Hint: text.HookStoreWriteHint, Err: err}
	}
	return nil
}

// Turned counts a turn of an agent that succeeded: of the project last passed to
// Conversation.
func (ts *talks) Turned(session string) {
	if !ts.owned {
		return
	}
	ts.io.Lock()
	defer ts.io.Unlock()
	ts.mu.Lock()
	t := ts.by[model.FirstBytes(session, maxName)]
	ts.mu.Unlock()
	if t != nil {
		_ = ts.add(t, &talkLine{T: talkTurn, Project: t.c.Project}) // what cannot be written is written later
		ts.report()
	}
}

// Conversations returns those with the newest message first.
func (ts *talks) Conversations() []model.Conversation {
	ts.mu.Lock()
	out := make([]model.Conversation, 0, len(ts.by))
	for _, t := range ts.by {
		out = append(out, t.c)
	}
	ts.mu.Unlock()
	slices.SortFunc(out, func(a, b model.Conversation) int {
		if c := b.Last.At.Compare(a.Last.At); c != 0 {
			return c
		}
		return strings.Compare(a.Session, b.Session)
	})
	return out
}

// Messages returns the newest ones of a session, at most most, 0 = all; the oldest
// of them first.
func (ts *talks) Messages(ctx context.Context, session string, most int) ([]model.Message, error) {
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	ls, err := messages(ts.path(model.FirstBytes(session, maxName)), most)
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return nil, readError(err)
	}
	out := make([]model.Message, 0, len(ls))
	for _, l := range ls {
		out = append(out, l.message())
	}
	return out, nil
}

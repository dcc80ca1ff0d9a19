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
	"sync"
	"time"

	"aloft/client"
	"aloft/client/durable"
	"aloft/model"
	"aloft/model/text"
)

// Bounds of the conversations.
const (
	mostTalks    = 500
	mostMessages = 500 // that are no prompts
	mostPrompts  = 5_000
	mostTalkSize = 2 << 20
	mostMessage  = 64 << 10 // more of one text is not kept
	// Prompts that nobody has read are never dropped, nor the conversation they are
	// in: there is room for so many in all, and for half of the bytes.
	mostWaiting = 20_000
)

// talks are the conversations, a file each: the name of a file tells nothing.
type talks struct {
	s  *Store
	io sync.Mutex // held while files are written or read anew

	mu sync.Mutex // held for moments
	by map[string]*talk
}

// talk is a conversation as its file tells it.
type talk struct {
	c     model.Conversation
	turns map[string]*turns // by project
	file  string
	info  os.FileInfo // as it was read
	size  int64       // of the lines that were read
	kept  int         // messages, when the file was shortened last
	held  int64       // and its size

	waiting      int      // prompts that nobody has read
	waitingBytes int64    // of their texts
	begin        string   // of the file
	torn         bool     // the file does not end with a line end
	owed         [][]byte // lines that could not be written
}

// turns of one project's agent. Each has an id of its own: an agent cannot go
// on with what another one began.
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
		if l.Unread {
			t.c.Unread++
			if l.Kind == model.MessagePrompt {
				t.waiting++
				t.waitingBytes += int64(len(l.Text))
			}
		}
		t.c.Last = l.message()
		t.c.Last.Text = model.FirstBytes(t.c.Last.Text, model.MostWork)
	case talkTurn:
		if u := t.turns[l.Project]; u != nil {
			u.n++
			t.current(l.Project)
		}
	case talkBusy:
		t.c.Busy = l.Busy
	case talkRead:
		t.c.Unread, t.waiting, t.waitingBytes = 0, 0, 0
		t.kept, t.held = 0, 0 // there is something to drop
	}
}

// current makes a project the one that the conversation shows.
func (t *talk) current(project string) {
	if u := t.turns[project]; u != nil {
		t.c.Project, t.c.ID, t.c.Turns = project, u.id, u.n
	}
}

// openTalks reads all conversations. For the owner none is busy.
func openTalks(s *Store) (*talks, error) {
	ts := &talks{s: s, by: map[string]*talk{}}
	if _, err := ts.readAll(); err != nil {
		return nil, err
	}
	if s.held != nil {
		for _, t := range ts.by {
			if t.c.Busy {
				_ = ts.add(t, &talkLine{T: talkBusy}) // the turn died with its owner
			}
		}
	}
	return ts, nil
}

// cut: without an owner no turn runs, whatever the files say.
func (ts *talks) cut() (news bool) {
	ts.mu.Lock()
	defer ts.mu.Unlock()
	for _, t := range ts.by {
		news = news || t.c.Busy
		t.c.Busy = false
	}
	return news
}

// readAll reads the files that have changed.
func (ts *talks) readAll() (news bool, err error) {
	dir := filepath.Join(ts.s.dir, talkName)
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
		if old != nil && sameFile(old.info, st) {
			continue
		}
		t, err := readTalk(path, old)
		if err != nil || t.c.Session == "" {
			continue // none of ours, or torn at its beginning: nobody can tell whose it was
		}
		news = true
		ts.mu.Lock()
		ts.by[t.c.Session] = t
		ts.mu.Unlock()
	}
	for path, t := range known {
		if !there[path] && t.info != nil {
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

// get finds a session's conversation, or makes it, and turns it to the project;
// its id is on the disk then, since an agent will know it. ts.io is held.
func (ts *talks) get(session, project string) *talk {
	session, project = model.FirstBytes(session, mostName), model.FirstBytes(project, mostName)
	ts.mu.Lock()
	t := ts.by[session]
	if t == nil {
		t = &talk{turns: map[string]*turns{}, file: ts.path(session)}
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
	_ = ts.add(t, &talkLine{T: talkHead, At: ts.s.o.Now(), Session: session, Project: project, ID: u.id, Turns: u.n})
	return t
}

// limit drops the conversations with the oldest messages. ts.io is held.
func (ts *talks) limit(but string) {
	ts.mu.Lock()
	defer ts.mu.Unlock()
	total := int64(0)
	for _, t := range ts.by {
		total += t.size
	}
	if len(ts.by) <= mostTalks && total <= ts.s.o.limits.talk {
		return
	}
	all := slices.Collect(maps.Values(ts.by))
	slices.SortFunc(all, func(a, b *talk) int { return a.c.Last.At.Compare(b.c.Last.At) })
	for _, t := range all {
		if len(ts.by) <= mostTalks && total <= ts.s.o.limits.talk {
			return
		}
		if t.c.Busy || t.waiting > 0 || t.c.Session == but {
			continue
		}
		if os.Remove(t.file) == nil {
			delete(ts.by, t.c.Session)
			total -= t.size
		}
	}
}

// Conversation of a session, made for the project when there is none. Its id
// and its turns are those of the project's agent.
func (s *Store) Conversation(session, project string) model.Conversation {
	if s.held != nil {
		s.talk.io.Lock()
		s.talk.get(session, project)
		s.talk.io.Unlock()
		s.tell()
	}
	s.talk.mu.Lock()
	defer s.talk.mu.Unlock()
	t := s.talk.by[model.FirstBytes(session, mostName)]
	if t == nil {
		return model.Conversation{Session: session, Project: project}
	}
	c := t.c
	if u := t.turns[model.FirstBytes(project, mostName)]; u != nil {
		c.Project, c.ID, c.Turns = model.FirstBytes(project, mostName), u.id, u.n
	}
	return c
}

// tell that a conversation changed.
func (s *Store) tell() {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.changed()
}

// note adds a line to a conversation that there is.
func (s *Store) note(session string, l *talkLine) error {
	s.talk.io.Lock()
	defer s.talk.io.Unlock()
	s.talk.mu.Lock()
	t := s.talk.by[model.FirstBytes(session, mostName)]
	s.talk.mu.Unlock()
	if t == nil {
		return nil
	}
	if l.T == talkTurn {
		l.Project = t.c.Project
	}
	err := s.talk.add(t, l)
	s.tell()
	return err
}

// Post adds a message to a session's conversation, which is made when missing.
// Of a text over 64 KiB the beginning is kept.
func (s *Store) Post(session string, m model.Message, unread bool) error {
	if s.held == nil {
		return readerError()
	}
	if m.At.IsZero() {
		m.At = s.o.Now()
	}
	s.talk.io.Lock()
	defer s.talk.io.Unlock()
	t := s.talk.get(session, "")
	err := s.talk.add(t, messageLine(m, unread))
	s.tell()
	if err != nil {
		return &client.Error{Kind: client.KindLocal, Op: op, What: "the message cannot be kept (%s)", Args: []any{reason(err)},
			Hint: text.HookStoreWriteHint, Err: err}
	}
	return nil
}

// Room gives an error with the reason when too many prompts wait to be read.
func (s *Store) Room() error {
	n, percent := s.waiting()
	if percent < 100 {
		return nil
	}
	return &client.Error{Kind: client.KindThrottled, Op: op, What: "%d {prompt waits|prompts wait} to be read, and there is no room for more", Args: []any{n},
		Hint: "read them: v in the webhook panel, or aloft hook messages SESSION --read", Retry: true}
}

// crowded is from how many percent on a person is warned.
const crowded = 80

// Crowded is how much of the room for prompts that nobody has read is in use, in
// percent, so that a person can be warned before senders are refused; 0 while there
// is enough of it.
func (s *Store) Crowded() int {
	if _, percent := s.waiting(); percent >= crowded {
		return percent
	}
	return 0
}

// waiting counts the prompts that nobody has read, and how much of the room they
// take, in percent up to 100.
func (s *Store) waiting() (n, percent int) {
	s.talk.mu.Lock()
	defer s.talk.mu.Unlock()
	bytes := int64(0)
	for _, t := range s.talk.by {
		n += t.waiting
		bytes += t.waitingBytes
	}
	return n, int(min(100, max(int64(n)*100/mostWaiting, bytes*200/s.o.limits.talk)))
}

// Turned counts a turn of an agent that ended well: of the project for which
// Conversation was asked last.
func (s *Store) Turned(session string) {
	if s.held != nil {
		_ = s.note(session, &talkLine{T: talkTurn}) // what cannot be written is owed
	}
}

// SetBusy tells that a turn of an agent runs, or no longer.
func (s *Store) SetBusy(session string, busy bool) {
	if s.held != nil {
		_ = s.note(session, &talkLine{T: talkBusy, Busy: busy})
	}
}

// Read marks a session's messages as seen. A follower asks the owner for it and
// waits until it is done; when there is none, it is the owner for a moment.
func (s *Store) Read(ctx context.Context, session string) error {
	if s.held == nil {
		return s.readElsewhere(ctx, session)
	}
	return s.mark(session)
}

func (s *Store) mark(session string) error {
	s.talk.mu.Lock()
	t := s.talk.by[model.FirstBytes(session, mostName)]
	seen := t == nil || t.c.Unread == 0
	s.talk.mu.Unlock()
	if seen {
		return nil
	}
	return s.note(session, &talkLine{T: talkRead})
}

func (s *Store) readElsewhere(ctx context.Context, session string) error {
	held, err := Lock(s.dir)
	if errors.Is(err, durable.ErrHeld) {
		return readByOwner(ctx, s.dir, session)
	}
	if err != nil {
		return err
	}
	defer held.Close()
	s.talk.io.Lock()
	defer s.talk.io.Unlock()
	if _, err := s.talk.readAll(); err != nil {
		return readError(err)
	}
	s.talk.mu.Lock()
	t := s.talk.by[model.FirstBytes(session, mostName)]
	s.talk.mu.Unlock()
	if t != nil && t.c.Unread > 0 {
		err = s.talk.add(t, &talkLine{T: talkRead})
	}
	s.tell()
	return err
}

// Conversations are those with the newest message first.
func (s *Store) Conversations() []model.Conversation {
	s.talk.mu.Lock()
	out := make([]model.Conversation, 0, len(s.talk.by))
	for _, t := range s.talk.by {
		out = append(out, t.c)
	}
	s.talk.mu.Unlock()
	slices.SortFunc(out, func(a, b model.Conversation) int {
		if c := b.Last.At.Compare(a.Last.At); c != 0 {
			return c
		}
		return strings.Compare(a.Session, b.Session)
	})
	return out
}

// Messages are the newest ones of a session, at most so many, 0 = all; the oldest
// of them first.
func (s *Store) Messages(ctx context.Context, session string, most int) ([]model.Message, error) {
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	ls, err := messages(s.talk.path(model.FirstBytes(session, mostName)), most)
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return nil, readError(err)
	}
	out := make([]model.Message, 0, len(ls))
	for _, l := range ls {
		out = append(out, l.message())
	}
	return out, nil
}

// stamp is a time as it is read again.
func stamp(t time.Time) time.Time { return t.Round(0) }
